//! Numbers as differences from one to the next, packed in small blocks.

use crate::Error;
use crate::bits::{Input, pack, put_number, unpack, width, zigzag};

const BLOCK: usize = 128;
const PARTS: usize = 4;
const PART: usize = BLOCK / PARTS;

pub(crate) fn encode(values: &[i64], out: &mut Vec<u8>) {
    for number in [BLOCK, PARTS, values.len()] {
        put_number(number as u64, out);
    }
    put_number(zigzag(values.first().copied().unwrap_or(0)), out);
    let steps: Vec<i64> = values
        .windows(2)
        .map(|pair| pair[1].wrapping_sub(pair[0]))
        .collect();
    for block in steps.chunks(BLOCK) {
        let least = block.iter().copied().min().unwrap_or(0);
        put_number(zigzag(least), out);
        let above = |step: &i64| step.wrapping_sub(least).cast_unsigned();
        let mut above: Vec<u64> = block.iter().map(above).collect();
        let used = above.len().div_ceil(PART);
        above.resize(used * PART, 0);
        let width_of = |part: &[u64]| width(part.iter().copied().max().unwrap_or(0));
        let widths: Vec<u32> = above.chunks(PART).map(width_of).collect();
        out.extend((0..PARTS).map(|part| *widths.get(part).unwrap_or(&0) as u8));
        for (part, width) in above.chunks(PART).zip(&widths) {
            pack(part, *width, out);
        }
    }
}

pub(crate) fn decode(bytes: &[u8], count: usize) -> Result<Vec<i64>, Error> {
    let mut input = Input(bytes);
    let (block, parts, total) = (input.size()?, input.size()?, input.size()?);
    if parts == 0 || block > 1 << 20 || !block.is_multiple_of(parts) || block == 0 || total != count
    {
        return Err(Error::Damaged("differences have a wrong header"));
    }
    let mut last = input.signed()?;
    let mut values = Vec::new();
    if count > 0 {
        values.push(last);
    }
    while values.len() < count {
        let least = input.signed()?;
        let widths = input.take(parts)?;
        for width in widths {
            let here = (block / parts).min(count - values.len());
            if here == 0 {
                break;
            }
            let bytes = (block / parts * usize::from(*width)).div_ceil(8);
            let packed = input.take(bytes.min(input.0.len()))?;
            for above in unpack(packed, u32::from(*width), here)? {
                last = last.wrapping_add(least).wrapping_add(above.cast_signed());
                values.push(last);
            }
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
        fn what_is_encoded_decodes(values: Vec<i64>, slow in prop::collection::vec(0..3_i64, 0..700)) {
            for values in [values, slow] {
                let mut bytes = Vec::new();
                encode(&values, &mut bytes);
                prop_assert_eq!(decode(&bytes, values.len()).unwrap(), values);
            }
        }

        #[test]
        fn nonsense_is_refused_or_read(bytes: Vec<u8>, count in 0..500_usize) {
            if let Ok(values) = decode(&bytes, count) {
                prop_assert_eq!(values.len(), count);
            }
        }
    }
}
