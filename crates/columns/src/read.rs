//! Reading: what is where, then column after column.

use crate::bits::{Input, unpack};
use crate::meta::{MAGIC, chunk, codec, element, encoding, file, group, page, pair};
use crate::thrift::{Struct, Value};
use crate::write::physical;
use crate::{Cells, Column, Error, Kind, Text, delta, hybrid};
use flate2::read::MultiGzDecoder;
use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

/// The most that a page may unpack to.
const LARGEST_PAGE: usize = 1 << 30;

/// A table that is read.
pub struct Reader {
    bytes: Vec<u8>,
    footer: Struct,
}

impl Reader {
    /// Reads what is where.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Error> {
        let cut = Error::Damaged("it is no Parquet file, or cut off");
        let Some(body) = bytes.strip_suffix(MAGIC).filter(|b| b.starts_with(MAGIC)) else {
            return Err(cut);
        };
        let Some((body, length)) = body.split_last_chunk::<4>() else {
            return Err(cut);
        };
        let length = u32::from_le_bytes(*length) as usize;
        let Some(start) = body.len().checked_sub(length) else {
            return Err(cut);
        };
        let footer = Struct::read(&mut Input(&body[start..]))?;
        Ok(Reader { bytes, footer })
    }

    /// What was noted about the table.
    pub fn note(&self, key: &str) -> Option<&str> {
        let pairs = self.footer.values(file::PAIRS).iter();
        let mut pairs = pairs.filter_map(Value::structure);
        let found = pairs.find(|it| it.bytes(pair::KEY) == Some(key.as_bytes()))?;
        std::str::from_utf8(found.bytes(pair::VALUE)?).ok()
    }

    /// How many row groups there are.
    pub fn groups(&self) -> usize {
        self.footer.values(file::GROUPS).len()
    }

    /// The columns that the table says it has, for a reader that does not know them.
    pub fn columns(&self) -> Result<Vec<(String, Kind)>, Error> {
        let elements = self.footer.values(file::SCHEMA).iter();
        // The first element is the table itself.
        let elements = elements.filter_map(Value::structure).skip(1);
        let column = |it: &Struct| {
            let name = it
                .bytes(element::NAME)
                .and_then(|name| std::str::from_utf8(name).ok());
            let kind = kind_of(it.number(element::TYPE), it.number(element::REPETITION));
            let column = name.map(str::to_owned).zip(kind);
            column.ok_or(Error::Damaged("a column is of an unknown kind"))
        };
        elements.map(column).collect()
    }

    /// The cells of a row group, for these columns, which must be all that the table has.
    pub fn group(&self, number: usize, columns: &[Column]) -> Result<Vec<Cells<'static>>, Error> {
        if self.group_of(number)?.values(group::CHUNKS).len() != columns.len() {
            return Err(Error::Damaged("it has other columns"));
        }
        let cells =
            |(at, column): (usize, &Column)| self.cells(number, at, column.name, column.kind);
        columns.iter().enumerate().map(cells).collect()
    }

    /// The cells of one column of a row group, by its place among [`Reader::columns`].
    pub fn cells(
        &self,
        number: usize,
        at: usize,
        name: &str,
        kind: Kind,
    ) -> Result<Cells<'static>, Error> {
        let group = self.group_of(number)?;
        let chunk = group
            .values(group::CHUNKS)
            .get(at)
            .and_then(Value::structure);
        let meta = chunk.and_then(|it| it.structure(chunk::META));
        let meta = meta.ok_or(Error::Damaged("a column is missing"))?;
        let is_named = meta.values(chunk::PATH) == [Value::Bytes(name.as_bytes().to_vec())];
        let right = meta.number(chunk::TYPE) == Some(i64::from(physical(kind)));
        if !is_named || !right {
            return Err(Error::Damaged("it has other columns"));
        }
        self.column(kind, meta, group.size(group::ROWS)?)
    }

    fn group_of(&self, number: usize) -> Result<&Struct, Error> {
        let groups = self.footer.values(file::GROUPS);
        let group = groups.get(number).and_then(Value::structure);
        group.ok_or(Error::Damaged("a row group is missing"))
    }

    fn column(&self, kind: Kind, meta: &Struct, rows: usize) -> Result<Cells<'static>, Error> {
        let data = meta.size(chunk::DATA)?;
        let begin = meta.size(chunk::DICTIONARY).unwrap_or(data).min(data);
        let bytes = self.bytes.get(begin..);
        let mut input = Input(bytes.ok_or(Error::Damaged("a column lies beyond the end"))?);
        let mut column = Decoded::new(kind);
        while column.rows < rows {
            let header = Struct::read(&mut input)?;
            let packed = input.take(header.size(page::BYTES)?)?;
            let data = unpacked(packed, header.size(page::PLAIN_BYTES)?, meta)?;
            column.page(&header, &data, rows)?;
        }
        column.cells(rows)
    }
}

/// What the cells of a column are, by their type and whether some may be missing.
fn kind_of(number: Option<i64>, repetition: Option<i64>) -> Option<Kind> {
    let kinds = [Kind::Int32, Kind::Int64, Kind::Text, Kind::Bool];
    let same = |kind: &&Kind| Some(i64::from(physical(**kind))) == number;
    let kind = *kinds.iter().find(same)?;
    match (repetition == Some(i64::from(element::OPTIONAL)), kind) {
        (false, kind) => Some(kind),
        (true, Kind::Int64) => Some(Kind::Optional),
        (true, _) => None,
    }
}

fn unpacked<'a>(packed: &'a [u8], size: usize, meta: &Struct) -> Result<Cow<'a, [u8]>, Error> {
    let codec = meta.number(chunk::CODEC);
    if codec == Some(i64::from(codec::NONE)) {
        return Ok(Cow::Borrowed(packed));
    }
    if codec != Some(i64::from(codec::GZIP)) || size > LARGEST_PAGE {
        return Err(Error::Damaged("a column is compressed in another way"));
    }
    let mut data = Vec::new();
    let mut reader = MultiGzDecoder::new(packed).take(size as u64);
    let read = reader.read_to_end(&mut data);
    match read {
        Ok(read) if read == size => Ok(Cow::Owned(data)),
        _ => Err(Error::Damaged("a page cannot be unpacked")),
    }
}

/// The values of a column as they come.
struct Decoded {
    kind: Kind,
    words: Vec<Word>,
    values: Vec<Word>,
    present: Vec<bool>,
    rows: usize,
}

/// A value of any kind.
#[derive(Clone)]
enum Word {
    Number(i64),
    Text(Arc<str>),
}

impl Decoded {
    fn new(kind: Kind) -> Self {
        Decoded {
            kind,
            words: Vec::new(),
            values: Vec::new(),
            present: Vec::new(),
            rows: 0,
        }
    }

    /// Takes a page; `rows` are all that the column has.
    fn page(&mut self, header: &Struct, data: &[u8], rows: usize) -> Result<(), Error> {
        let kind = header.number(page::KIND).unwrap_or(-1);
        if kind == i64::from(page::IS_DICTIONARY) {
            let header = header.structure(page::DICTIONARY);
            let header = header.ok_or(Error::Damaged("a page has no header"))?;
            self.words = self.plain(&mut Input(data), header.size(page::VALUES)?)?;
            return Ok(());
        }
        let header = header.structure(page::DATA);
        let header = match kind == i64::from(page::IS_DATA) {
            true => header.ok_or(Error::Damaged("a page has no header"))?,
            false => return Err(Error::Damaged("a page is of an unknown kind")),
        };
        let count = header.size(page::VALUES)?;
        if count == 0 || count > rows - self.rows {
            return Err(Error::Damaged("a page has a wrong number of rows"));
        }
        self.rows += count;
        let mut input = Input(data);
        let there = self.levels(&mut input, count)?;
        let values = match header.number(page::ENCODING).unwrap_or(-1) as i32 {
            encoding::PLAIN => self.plain(&mut input, there)?,
            encoding::DICTIONARY | encoding::OLD_DICTIONARY => {
                self.by_dictionary(&mut input, there)?
            }
            encoding::DELTA if self.kind != Kind::Text => {
                let numbers = delta::decode(input.0, there)?;
                numbers.into_iter().map(Word::Number).collect()
            }
            encoding::RUNS if self.kind == Kind::Bool => {
                let length = u32::from_le_bytes(input.array()?) as usize;
                let bits = hybrid::decode(input.take(length)?, 1, there)?;
                let bit = |bit: u32| Word::Number(i64::from(bit));
                bits.into_iter().map(bit).collect()
            }
            _ => return Err(Error::Damaged("a page has an unknown encoding")),
        };
        self.values.extend(values);
        Ok(())
    }

    /// Which rows have a value; how many.
    fn levels(&mut self, input: &mut Input<'_>, count: usize) -> Result<usize, Error> {
        if self.kind != Kind::Optional {
            return Ok(count);
        }
        let length = u32::from_le_bytes(input.array()?) as usize;
        let levels = hybrid::decode(input.take(length)?, 1, count)?;
        let there = levels.iter().filter(|level| **level == 1).count();
        self.present.extend(levels.iter().map(|level| *level == 1));
        Ok(there)
    }

    fn by_dictionary(&self, input: &mut Input<'_>, count: usize) -> Result<Vec<Word>, Error> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let width = u32::from(input.byte()?);
        let indices = hybrid::decode(input.0, width, count)?;
        let word = |index: u32| self.words.get(index as usize).cloned();
        let words: Option<Vec<Word>> = indices.into_iter().map(word).collect();
        words.ok_or(Error::Damaged("a word is not in the dictionary"))
    }

    fn plain(&self, input: &mut Input<'_>, count: usize) -> Result<Vec<Word>, Error> {
        if self.kind == Kind::Bool {
            let bits = unpack(input.0, 1, count)?;
            return Ok(bits.into_iter().map(|b| Word::Number(b as i64)).collect());
        }
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(match self.kind {
                Kind::Int32 => Word::Number(i64::from(i32::from_le_bytes(input.array()?))),
                Kind::Text => {
                    let length = u32::from_le_bytes(input.array()?) as usize;
                    let text = std::str::from_utf8(input.take(length)?);
                    Word::Text(
                        text.map_err(|_| Error::Damaged("a text is not UTF-8"))?
                            .into(),
                    )
                }
                _ => Word::Number(i64::from_le_bytes(input.array()?)),
            });
        }
        Ok(values)
    }

    fn cells(self, rows: usize) -> Result<Cells<'static>, Error> {
        let number = |word: Word| match word {
            Word::Number(number) => number,
            Word::Text(_) => 0,
        };
        let text = |word: Word| match word {
            Word::Text(text) => Text::Shared(text),
            Word::Number(_) => Text::Borrowed(""),
        };
        let mut values = self.values.into_iter();
        let cells = match self.kind {
            Kind::Int32 => Cells::Int32(values.map(|w| number(w) as i32).collect()),
            Kind::Int64 | Kind::Ordered => Cells::Int64(values.map(number).collect()),
            Kind::Bool => Cells::Bool(values.map(|w| number(w) == 1).collect()),
            Kind::Text => Cells::Text(values.map(text).collect()),
            Kind::Optional => {
                let cell = |there: bool| there.then(|| values.next().map(number)).flatten();
                Cells::Optional(self.present.into_iter().map(cell).collect())
            }
        };
        match cells.len() == rows {
            true => Ok(cells),
            false => Err(Error::Damaged("a column has a wrong number of rows")),
        }
    }
}
