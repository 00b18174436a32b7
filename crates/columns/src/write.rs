//! Writing: row group after row group, then what is where.

use crate::bits::width;
use crate::meta::{MAGIC, chunk, codec, element, encoding, file, group, page, pair};
use crate::thrift::{Struct, Value};
use crate::{Cells, Column, Error, Kind, delta, hybrid};
use flate2::Compression;
use flate2::write::GzEncoder;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::io::Write;

/// A dictionary is worth its place where each of its words stands for so many cells.
const WORTH: usize = 2;

/// A table that is being written.
pub struct Writer<'a, W: Write> {
    out: W,
    at: usize,
    name: &'static str,
    columns: &'a [Column],
    pairs: Vec<(String, String)>,
    rows: usize,
    groups: Vec<Value>,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Begins a table of these columns.
    pub fn new(mut out: W, name: &'static str, columns: &'a [Column]) -> Result<Self, Error> {
        out.write_all(MAGIC)?;
        Ok(Writer {
            out,
            at: MAGIC.len(),
            name,
            columns,
            pairs: Vec::new(),
            rows: 0,
            groups: Vec::new(),
        })
    }

    /// Notes something about the whole table.
    pub fn note(&mut self, key: &str, value: &str) {
        self.pairs.push((key.to_owned(), value.to_owned()));
    }

    /// Writes a row group: the cells of each column, in the columns' order.
    pub fn group(&mut self, cells: &[Cells<'_>]) -> Result<(), Error> {
        let rows = cells.first().map_or(0, Cells::len);
        let fits =
            |(cells, column): (&Cells<'_>, &Column)| cells.fit(column.kind) && cells.len() == rows;
        if cells.len() != self.columns.len() || !cells.iter().zip(self.columns).all(fits) {
            return Err(Error::Unfit);
        }
        let (columns, mut chunks, mut bytes) = (self.columns, Vec::new(), 0);
        for (column, cells) in columns.iter().zip(cells) {
            let encoded = Encoded::of(column.kind, cells);
            let (chunk, size) = self.chunk(column, rows, &encoded)?;
            chunks.push(Value::Struct(chunk));
            bytes += size;
        }
        let group = Struct::default()
            .list(group::CHUNKS, chunks)
            .i64(group::BYTES, bytes)
            .i64(group::ROWS, rows);
        self.groups.push(Value::Struct(group));
        self.rows += rows;
        Ok(())
    }

    /// Writes what is where, and gives back what was written to.
    pub fn close(mut self) -> Result<W, Error> {
        let mut schema = vec![Value::Struct(
            Struct::default()
                .text(element::NAME, self.name)
                .i32(element::CHILDREN, self.columns.len() as i32),
        )];
        schema.extend(
            self.columns
                .iter()
                .map(|column| Value::Struct(described(column))),
        );
        let pairs = self.pairs.iter().map(|(key, value)| {
            Value::Struct(
                Struct::default()
                    .text(pair::KEY, key)
                    .text(pair::VALUE, value),
            )
        });
        let mut footer = Vec::new();
        Struct::default()
            .i32(file::VERSION, 1)
            .list(file::SCHEMA, schema)
            .i64(file::ROWS, self.rows)
            .list(file::GROUPS, std::mem::take(&mut self.groups))
            .list(file::PAIRS, pairs.collect())
            .text(
                file::CREATED_BY,
                concat!("gadfly version ", env!("CARGO_PKG_VERSION")),
            )
            .write(&mut footer);
        self.out.write_all(&footer)?;
        self.out.write_all(&(footer.len() as u32).to_le_bytes())?;
        self.out.write_all(MAGIC)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Writes the pages of a column; what the footer says of them, and their size before compression.
    fn chunk(
        &mut self,
        column: &Column,
        rows: usize,
        encoded: &Encoded,
    ) -> Result<(Struct, usize), Error> {
        let begin = self.at;
        let mut plain_bytes = 0;
        let mut meta = Struct::default().i32(chunk::TYPE, physical(column.kind));
        let used = [encoding::RUNS, encoded.encoding, encoding::PLAIN];
        meta = meta
            .list(chunk::ENCODINGS, used.map(Value::I32).to_vec())
            .list(
                chunk::PATH,
                vec![Value::Bytes(column.name.as_bytes().to_vec())],
            )
            .i32(chunk::CODEC, codec::GZIP)
            .i64(chunk::VALUES, rows);
        if let Some((words, count)) = &encoded.dictionary {
            let header = Struct::default()
                .i32(page::VALUES, *count as i32)
                .i32(page::ENCODING, encoding::PLAIN);
            plain_bytes += self.page(page::IS_DICTIONARY, page::DICTIONARY, header, words)?;
        }
        let data_at = self.at;
        let header = Struct::default()
            .i32(page::VALUES, rows as i32)
            .i32(page::ENCODING, encoded.encoding)
            .i32(page::LEVELS, encoding::RUNS)
            .i32(page::REPETITIONS, encoding::RUNS);
        plain_bytes += self.page(page::IS_DATA, page::DATA, header, &encoded.data)?;
        meta = meta
            .i64(chunk::PLAIN_BYTES, plain_bytes)
            .i64(chunk::BYTES, self.at - begin)
            .i64(chunk::DATA, data_at);
        if encoded.dictionary.is_some() {
            meta = meta.i64(chunk::DICTIONARY, begin);
        }
        let described = Struct::default()
            .i64(chunk::OFFSET, begin)
            .inner(chunk::META, meta);
        Ok((described, plain_bytes))
    }

    /// Writes a page; its size before compression, header included.
    fn page(&mut self, kind: i32, field: i16, header: Struct, data: &[u8]) -> Result<usize, Error> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(data)?;
        let packed = packed.finish()?;
        let mut bytes = Vec::new();
        Struct::default()
            .i32(page::KIND, kind)
            .i32(page::PLAIN_BYTES, data.len() as i32)
            .i32(page::BYTES, packed.len() as i32)
            .inner(field, header)
            .write(&mut bytes);
        self.out.write_all(&bytes)?;
        self.out.write_all(&packed)?;
        self.at += bytes.len() + packed.len();
        Ok(bytes.len() + data.len())
    }
}

/// A column in the schema.
fn described(column: &Column) -> Struct {
    let optional = match column.kind {
        Kind::Optional => element::OPTIONAL,
        _ => 0,
    };
    let element = Struct::default()
        .i32(element::TYPE, physical(column.kind))
        .i32(element::REPETITION, optional)
        .text(element::NAME, column.name);
    if column.kind != Kind::Text {
        return element;
    }
    let string = Struct::default().inner(element::STRING, Struct::default());
    element
        .i32(element::CONVERTED, element::UTF8)
        .inner(element::LOGICAL, string)
}

/// The number of a physical type.
pub(crate) fn physical(kind: Kind) -> i32 {
    match kind {
        Kind::Bool => 0,
        Kind::Int32 => 1,
        Kind::Int64 | Kind::Ordered | Kind::Optional => 2,
        Kind::Text => 6,
    }
}

/// The cells of a column as bytes.
struct Encoded {
    /// The words, and how many there are.
    dictionary: Option<(Vec<u8>, usize)>,
    encoding: i32,
    data: Vec<u8>,
}

impl Encoded {
    fn of(kind: Kind, cells: &Cells<'_>) -> Encoded {
        match cells {
            Cells::Int64(cells) if kind == Kind::Ordered => {
                let mut data = Vec::new();
                delta::encode(cells, &mut data);
                let (dictionary, encoding) = (None, encoding::DELTA);
                Encoded {
                    dictionary,
                    encoding,
                    data,
                }
            }
            Cells::Int32(cells) => words(Vec::new(), cells.iter().map(|c| c.to_le_bytes())),
            Cells::Int64(cells) => words(Vec::new(), cells.iter().map(|c| c.to_le_bytes())),
            Cells::Optional(cells) => {
                let present = cells.iter().flatten().map(|c| c.to_le_bytes());
                words(levels(cells), present)
            }
            Cells::Text(cells) => words(Vec::new(), cells.iter().map(|c| Word(c))),
            Cells::Bool(cells) => {
                let bits: Vec<u64> = cells.iter().map(|c| u64::from(*c)).collect();
                let mut data = Vec::new();
                crate::bits::pack(&bits, 1, &mut data);
                let (dictionary, encoding) = (None, encoding::PLAIN);
                Encoded {
                    dictionary,
                    encoding,
                    data,
                }
            }
        }
    }
}

/// Which cells are there: with their length, before the values.
fn levels(cells: &[Option<i64>]) -> Vec<u8> {
    let present: Vec<u32> = cells.iter().map(|c| u32::from(c.is_some())).collect();
    let mut runs = Vec::new();
    hybrid::encode(&present, 1, &mut runs);
    let mut data = (runs.len() as u32).to_le_bytes().to_vec();
    data.extend(runs);
    data
}

/// A plain value.
trait Plain: Copy + Eq + Hash {
    fn put(self, out: &mut Vec<u8>);
}

impl<const N: usize> Plain for [u8; N] {
    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word<'a>(&'a str);

impl Plain for Word<'_> {
    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.0.len() as u32).to_le_bytes());
        out.extend_from_slice(self.0.as_bytes());
    }
}

/// Values by dictionary where that is worth it, else plain, after what stands before them.
fn words<T: Plain>(mut data: Vec<u8>, values: impl Iterator<Item = T> + Clone) -> Encoded {
    let (mut known, mut order) = (FxHashMap::default(), Vec::new());
    let mut number = |value| {
        *known.entry(value).or_insert_with(|| {
            order.push(value);
            order.len() as u32 - 1
        })
    };
    let indices: Vec<u32> = values.clone().map(&mut number).collect();
    if order.len() * WORTH > indices.len() {
        values.for_each(|value| value.put(&mut data));
        let (dictionary, encoding) = (None, encoding::PLAIN);
        return Encoded {
            dictionary,
            encoding,
            data,
        };
    }
    let mut dictionary = Vec::new();
    order.iter().for_each(|word| word.put(&mut dictionary));
    let width = width(order.len().saturating_sub(1) as u64);
    data.push(width as u8);
    hybrid::encode(&indices, width, &mut data);
    Encoded {
        dictionary: Some((dictionary, order.len())),
        encoding: encoding::DICTIONARY,
        data,
    }
}
