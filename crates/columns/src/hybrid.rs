//! Runs of one small number, and small numbers packed, mixed as it is shorter.

use crate::Error;
use crate::bits::{Input, pack, put_number, unpack};

/// Packed numbers come in eights.
const EIGHT: usize = 8;

pub(crate) fn encode(values: &[u32], width: u32, out: &mut Vec<u8>) {
    let mut packed: Vec<u64> = Vec::new();
    let mut at = 0;
    while at < values.len() {
        let run = values[at..]
            .iter()
            .take_while(|v| **v == values[at])
            .count();
        // A run may begin only where the eights before it are full.
        let missing = (EIGHT - packed.len() % EIGHT) % EIGHT;
        if run >= missing + EIGHT {
            packed.extend((0..missing).map(|_| u64::from(values[at])));
            put_packed(&mut packed, width, out);
            put_run(values[at], run - missing, width, out);
        } else {
            packed.extend((0..run).map(|_| u64::from(values[at])));
        }
        at += run;
    }
    put_packed(&mut packed, width, out);
}

fn put_packed(values: &mut Vec<u64>, width: u32, out: &mut Vec<u8>) {
    if values.is_empty() {
        return;
    }
    let eights = values.len().div_ceil(EIGHT);
    values.resize(eights * EIGHT, 0);
    put_number((eights as u64) << 1 | 1, out);
    pack(values, width, out);
    values.clear();
}

fn put_run(value: u32, length: usize, width: u32, out: &mut Vec<u8>) {
    put_number((length as u64) << 1, out);
    out.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
}

/// So many numbers.
pub(crate) fn decode(bytes: &[u8], width: u32, count: usize) -> Result<Vec<u32>, Error> {
    if width > 32 {
        return Err(Error::Damaged("an index has more than 32 bits"));
    }
    let mut input = Input(bytes);
    let mut values = Vec::new();
    while values.len() < count {
        let left = count - values.len();
        let header = input.number()?;
        let length = usize::try_from(header >> 1).unwrap_or(usize::MAX);
        if header & 1 == 0 {
            let mut value = [0; 4];
            let bytes = width.div_ceil(8) as usize;
            value[..bytes].copy_from_slice(input.take(bytes)?);
            let run = length.min(left);
            if run == 0 {
                return Err(Error::Damaged("a run is empty"));
            }
            values.resize(values.len() + run, u32::from_le_bytes(value));
        } else {
            let bytes = length.saturating_mul(width as usize);
            let packed = input.take(bytes.min(input.0.len()))?;
            let here = length.saturating_mul(EIGHT).min(left);
            if here == 0 {
                return Err(Error::Damaged("a run is empty"));
            }
            values.extend(unpack(packed, width, here)?.into_iter().map(|v| v as u32));
        }
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_encoded_decodes(runs: Vec<(u8, u8)>) {
            let run = |&(value, length): &(u8, u8)| vec![u32::from(value % 9); usize::from(length % 40)];
            let values: Vec<u32> = runs.iter().flat_map(run).collect();
            let mut bytes = Vec::new();
            encode(&values, 4, &mut bytes);
            prop_assert_eq!(decode(&bytes, 4, values.len()).unwrap(), values);
        }

        #[test]
        fn nonsense_is_refused_or_read(bytes: Vec<u8>, width in 0..40_u32) {
            if let Ok(values) = decode(&bytes, width, 1000) {
                prop_assert_eq!(values.len(), 1000);
            }
        }
    }
}
