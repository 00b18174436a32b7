//! Numbers of a few bits side by side, the lowest bit first, and numbers of seven bits a byte.

use crate::Error;

/// The bits that it takes to tell so many values apart.
pub(crate) fn width(largest: u64) -> u32 {
    64 - largest.leading_zeros()
}

/// Packs values of a width; the last byte is filled with zeros.
pub(crate) fn pack(values: &[u64], width: u32, out: &mut Vec<u8>) {
    let (mut buffer, mut filled) = (0_u128, 0);
    for value in values {
        buffer |= u128::from(*value) << filled;
        filled += width;
        while filled >= 8 {
            out.push(buffer as u8);
            buffer >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        out.push(buffer as u8);
    }
}

/// The first `count` values of a width.
pub(crate) fn unpack(bytes: &[u8], width: u32, count: usize) -> Result<Vec<u64>, Error> {
    let needed = (count * width as usize).div_ceil(8);
    if width > 64 || bytes.len() < needed {
        return Err(Error::Damaged("packed numbers end early"));
    }
    let mask = if width == 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    };
    let (mut buffer, mut filled, mut bytes) = (0_u128, 0, bytes.iter());
    let mut values = Vec::with_capacity(count);
    for _ in 0..count {
        while filled < width {
            let byte = *bytes.next().unwrap_or(&0);
            buffer |= u128::from(byte) << filled;
            filled += 8;
        }
        values.push(buffer as u64 & mask);
        buffer >>= width;
        filled -= width;
    }
    Ok(values)
}

/// A number, seven bits a byte, the lowest first.
pub(crate) fn put_number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Small numbers of both signs as small numbers without one.
pub(crate) fn zigzag(value: i64) -> u64 {
    (value.cast_unsigned() << 1) ^ (value >> 63).cast_unsigned()
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

/// Bytes that are read from the front.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let taken = self.0.split_at_checked(count);
        let (taken, rest) = taken.ok_or(Error::Damaged("it ends early"))?;
        self.0 = rest;
        Ok(taken)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Error> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let bytes = self.take(N)?.try_into();
        bytes.map_err(|_| Error::Damaged("it ends early"))
    }

    pub(crate) fn number(&mut self) -> Result<u64, Error> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Error::Damaged("a number is too long"))
    }

    pub(crate) fn signed(&mut self) -> Result<i64, Error> {
        self.number().map(unzigzag)
    }

    /// A number that is a size.
    pub(crate) fn size(&mut self) -> Result<usize, Error> {
        let value = usize::try_from(self.number()?);
        value.map_err(|_| Error::Damaged("a size is too large"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_numbers_come_back(values: Vec<u64>, width in 1..=64_u32) {
            let values: Vec<u64> = values.iter().map(|v| v >> (64 - width)).collect();
            let mut bytes = Vec::new();
            pack(&values, width, &mut bytes);
            prop_assert_eq!(unpack(&bytes, width, values.len()).unwrap(), values);
        }

        #[test]
        fn numbers_come_back(value: u64, signed: i64) {
            let mut bytes = Vec::new();
            put_number(value, &mut bytes);
            put_number(zigzag(signed), &mut bytes);
            let mut input = Input(&bytes);
            prop_assert_eq!(input.number().unwrap(), value);
            prop_assert_eq!(input.signed().unwrap(), signed);
            prop_assert!(input.0.is_empty());
        }
    }

    #[test]
    fn a_width_is_that_of_the_largest() {
        assert_eq!([0, 1, 2, 255, 256].map(width), [0, 1, 2, 8, 9]);
    }
}
