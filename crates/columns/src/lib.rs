//! Tables as Parquet files: as much of the format as results of studies and hunts need.
//!
//! Columns are flat. What is written: version 1 pages, one a column and row group, compressed with
//! gzip; values by dictionary where they repeat, in deltas where they are asked to be, else plain.
//! What is read: such files, and those of earlier releases, which another writer made of the same
//! parts of the format. The tests compare both ways with the `parquet` crate, which is not part of the
//! program because it and what it needs would be an eighth of the time that a build takes.

mod bits;
mod delta;
mod hybrid;
mod meta;
mod read;
mod thrift;
mod write;

pub use read::Reader;
pub use write::Writer;

use std::ops::Deref;
use std::sync::Arc;

/// A column: its name and what its cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What its cells are.
    pub kind: Kind,
}

impl Column {
    /// A column.
    pub const fn new(name: &'static str, kind: Kind) -> Column {
        Column { name, kind }
    }
}

/// What the cells of a column are, and how they are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers of 32 bits.
    Int32,
    /// Numbers of 64 bits.
    Int64,
    /// Numbers of 64 bits in an order in which neighbours differ little: stored as differences.
    Ordered,
    /// Numbers of 64 bits, some missing.
    Optional,
    /// Texts.
    Text,
    /// Truth values.
    Bool,
}

/// The cells of one column in one row group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells<'a> {
    /// Of [`Kind::Int32`].
    Int32(Vec<i32>),
    /// Of [`Kind::Int64`] and [`Kind::Ordered`].
    Int64(Vec<i64>),
    /// Of [`Kind::Optional`].
    Optional(Vec<Option<i64>>),
    /// Of [`Kind::Text`].
    Text(Vec<Text<'a>>),
    /// Of [`Kind::Bool`].
    Bool(Vec<bool>),
}

impl Cells<'_> {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Cells::Int32(cells) => cells.len(),
            Cells::Int64(cells) => cells.len(),
            Cells::Optional(cells) => cells.len(),
            Cells::Text(cells) => cells.len(),
            Cells::Bool(cells) => cells.len(),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn fit(&self, kind: Kind) -> bool {
        matches!(
            (self, kind),
            (Cells::Int32(_), Kind::Int32)
                | (Cells::Int64(_), Kind::Int64 | Kind::Ordered)
                | (Cells::Optional(_), Kind::Optional)
                | (Cells::Text(_), Kind::Text)
                | (Cells::Bool(_), Kind::Bool)
        )
    }
}

/// A text that is borrowed, or shared by all cells that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text<'a> {
    /// Somebody else's.
    Borrowed(&'a str),
    /// Shared.
    Shared(Arc<str>),
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Borrowed(text) => text,
            Text::Shared(text) => text,
        }
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Text::Borrowed(text)
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Text::Shared(text.into())
    }
}

/// Why a table was not written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// What was given does not fit the table's columns.
    #[error("the cells do not fit the columns")]
    Unfit,
    /// The file is none of ours, cut off, or damaged.
    #[error("{0}")]
    Damaged(&'static str),
}
