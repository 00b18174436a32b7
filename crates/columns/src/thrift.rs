//! Thrift's compact protocol, in which Parquet writes what is in a file: structures of numbered fields.

use crate::Error;
use crate::bits::{Input, put_number, zigzag};

/// How deep structures may lie in each other.
const DEEPEST: usize = 32;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    I32(i32),
    I64(i64),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Struct(Struct),
    /// Of a kind that we never ask for.
    Other,
}

/// Fields by number, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Struct(Vec<(i16, Value)>);

impl Struct {
    pub(crate) fn with(mut self, field: i16, value: Value) -> Self {
        self.0.push((field, value));
        self
    }

    pub(crate) fn i32(self, field: i16, value: i32) -> Self {
        self.with(field, Value::I32(value))
    }

    pub(crate) fn i64(self, field: i16, value: usize) -> Self {
        self.with(field, Value::I64(value as i64))
    }

    pub(crate) fn text(self, field: i16, value: &str) -> Self {
        self.with(field, Value::Bytes(value.as_bytes().to_vec()))
    }

    pub(crate) fn list(self, field: i16, values: Vec<Value>) -> Self {
        self.with(field, Value::List(values))
    }

    pub(crate) fn inner(self, field: i16, value: Struct) -> Self {
        self.with(field, Value::Struct(value))
    }

    pub(crate) fn get(&self, field: i16) -> Option<&Value> {
        let found = self.0.iter().find(|(number, _)| *number == field);
        found.map(|(_, value)| value)
    }

    pub(crate) fn number(&self, field: i16) -> Option<i64> {
        match self.get(field)? {
            Value::I32(value) => Some(i64::from(*value)),
            Value::I64(value) => Some(*value),
            _ => None,
        }
    }

    /// A number that is a size or a place.
    pub(crate) fn size(&self, field: i16) -> Result<usize, Error> {
        let number = self.number(field).and_then(|n| usize::try_from(n).ok());
        number.ok_or(Error::Damaged("a size is missing or negative"))
    }

    pub(crate) fn bytes(&self, field: i16) -> Option<&[u8]> {
        match self.get(field)? {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    pub(crate) fn structure(&self, field: i16) -> Option<&Struct> {
        self.get(field)?.structure()
    }

    pub(crate) fn values(&self, field: i16) -> &[Value] {
        match self.get(field) {
            Some(Value::List(values)) => values,
            _ => &[],
        }
    }

    /// Appends the structure.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut last = 0;
        for (field, value) in &self.0 {
            let step = field - last;
            last = *field;
            if (1..=15).contains(&step) {
                out.push((step as u8) << 4 | value.code());
            } else {
                out.push(value.code());
                put_number(zigzag(i64::from(*field)), out);
            }
            if !matches!(value, Value::Bool(_)) {
                value.write(out);
            }
        }
        out.push(0);
    }

    /// Reads a structure from the front.
    pub(crate) fn read(input: &mut Input<'_>) -> Result<Struct, Error> {
        Struct::read_at(input, 0)
    }

    fn read_at(input: &mut Input<'_>, depth: usize) -> Result<Struct, Error> {
        if depth > DEEPEST {
            return Err(Error::Damaged("structures lie too deep"));
        }
        let mut fields = Struct::default();
        let mut field = 0_i16;
        loop {
            let header = input.byte()?;
            if header == 0 {
                return Ok(fields);
            }
            let step = i16::from(header >> 4);
            let next = match step {
                0 => i16::try_from(input.signed()?).ok(),
                _ => field.checked_add(step),
            };
            field = next.ok_or(Error::Damaged("a field has an impossible number"))?;
            let value = match header & 15 {
                1 => Value::Bool(true),
                2 => Value::Bool(false),
                code => Value::read(input, code, depth)?,
            };
            fields.0.push((field, value));
        }
    }
}

impl Value {
    pub(crate) fn structure(&self) -> Option<&Struct> {
        match self {
            Value::Struct(fields) => Some(fields),
            _ => None,
        }
    }

    fn code(&self) -> u8 {
        match self {
            Value::Bool(true) => 1,
            Value::Bool(false) => 2,
            Value::I32(_) => 5,
            Value::I64(_) => 6,
            Value::Bytes(_) => 8,
            Value::List(_) => 9,
            Value::Struct(_) | Value::Other => 12,
        }
    }

    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Value::Bool(value) => out.push(if *value { 1 } else { 2 }),
            Value::I32(value) => put_number(zigzag(i64::from(*value)), out),
            Value::I64(value) => put_number(zigzag(*value), out),
            Value::Bytes(bytes) => {
                put_number(bytes.len() as u64, out);
                out.extend_from_slice(bytes);
            }
            Value::List(values) => {
                let code = values.first().map_or(12, Value::code);
                match values.len() {
                    few @ 0..=14 => out.push((few as u8) << 4 | code),
                    many => {
                        out.push(0xf0 | code);
                        put_number(many as u64, out);
                    }
                }
                values.iter().for_each(|value| value.write(out));
            }
            Value::Struct(fields) => fields.write(out),
            Value::Other => out.push(0),
        }
    }

    fn read(input: &mut Input<'_>, code: u8, depth: usize) -> Result<Value, Error> {
        Ok(match code {
            1 | 2 => Value::Bool(input.byte()? == 1),
            3 => skip(input, 1)?,
            4 | 6 => Value::I64(input.signed()?),
            5 => {
                let value = i32::try_from(input.signed()?);
                Value::I32(value.map_err(|_| Error::Damaged("a number is too large"))?)
            }
            7 => skip(input, 8)?,
            8 => {
                let length = input.size()?;
                Value::Bytes(input.take(length)?.to_vec())
            }
            9 | 10 => Value::read_list(input, depth)?,
            12 => Value::Struct(Struct::read_at(input, depth + 1)?),
            _ => return Err(Error::Damaged("a field has an unknown type")),
        })
    }

    fn read_list(input: &mut Input<'_>, depth: usize) -> Result<Value, Error> {
        if depth > DEEPEST {
            return Err(Error::Damaged("structures lie too deep"));
        }
        let header = input.byte()?;
        let count = match header >> 4 {
            15 => input.size()?,
            few => usize::from(few),
        };
        // Each element takes a byte at least.
        if count > input.0.len() {
            return Err(Error::Damaged("a list is longer than the file"));
        }
        let element = |_| Value::read(input, header & 15, depth + 1);
        (0..count)
            .map(element)
            .collect::<Result<_, _>>()
            .map(Value::List)
    }
}

fn skip(input: &mut Input<'_>, count: usize) -> Result<Value, Error> {
    input.take(count)?;
    Ok(Value::Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let inner = Struct::default().text(4, "name").i32(20, -7);
        let many = (0..40).map(Value::I32).collect();
        let whole = Struct::default()
            .with(1, Value::Bool(true))
            .i64(3, 1 << 40)
            .list(4, many)
            .inner(9, inner.clone())
            .list(10, vec![Value::Struct(inner.clone()), Value::Struct(inner)])
            .with(300, Value::Bool(false));
        let mut bytes = Vec::new();
        whole.write(&mut bytes);
        let mut input = Input(&bytes);
        assert_eq!(Struct::read(&mut input).unwrap(), whole);
        assert!(input.0.is_empty());
        for length in 0..bytes.len() {
            assert!(
                Struct::read(&mut Input(&bytes[..length])).is_err(),
                "{length}"
            );
        }
    }

    #[test]
    fn endless_nesting_is_refused() {
        for byte in [0x1c, 0x19] {
            assert!(Struct::read(&mut Input(&[byte; 100_000])).is_err());
        }
    }
}
