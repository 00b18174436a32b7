//! All runs as Parquet: the columns of the CSV with their types, a row group a page.

use super::{Content, Format};
use crate::runs::{Row, RunsError, each_page};
use gadfly_store::Store;
use parquet::basic::{Compression, GzipLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

pub(super) const FORMAT: Format = Format {
    name: "parquet",
    about: "All runs, for pandas, DuckDB and Polars",
    file: None,
    content: Content::Runs(write),
};

const SCHEMA: &str = "message runs {
  required int64 index;
  required binary state (UTF8);
  required binary strategy (UTF8);
  required binary logic (UTF8);
  required binary seed (UTF8);
  required binary hash (UTF8);
  required int64 bytes;
  required binary solver (UTF8);
  required binary result (UTF8);
  required boolean fresh;
  required int64 wall_us;
  required int64 cpu_us;
}";

/// All runs of some stores, a row group a page.
fn write(stores: &[Store], mut out: &mut (dyn Write + Send)) -> Result<Vec<u64>, RunsError> {
    let out = &mut out;
    let mut writer = begin(out).map_err(io::Error::other)?;
    let counts = stores
        .iter()
        .map(|store| {
            each_page(store, |rows| {
                group(&mut writer, rows).map_err(io::Error::other)
            })
        })
        .collect::<Result<_, _>>()?;
    writer.close().map_err(io::Error::other)?;
    Ok(counts)
}

fn begin<W: Write + Send>(out: &mut W) -> Result<SerializedFileWriter<&mut W>, ParquetError> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::GZIP(GzipLevel::default()))
        .set_created_by(format!("gadfly {}", env!("CARGO_PKG_VERSION")))
        .build();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    SerializedFileWriter::new(out, schema, Arc::new(properties))
}

fn group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    rows: &[Row<'_>],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    numbers(&mut group, rows, |row| row.test.index)?;
    texts(&mut group, rows, |row| row.test.state.name())?;
    texts(&mut group, rows, |row| row.strategy)?;
    texts(&mut group, rows, |row| row.logic)?;
    texts(&mut group, rows, |row| row.seed)?;
    texts(&mut group, rows, |row| format!("{:016x}", row.test.hash))?;
    numbers(&mut group, rows, |row| row.test.size)?;
    texts(&mut group, rows, |row| row.solver)?;
    texts(&mut group, rows, |row| row.run.class.name())?;
    let fresh: Vec<bool> = rows.iter().map(|row| row.run.fresh).collect();
    column::<BoolType, W>(&mut group, &fresh)?;
    numbers(&mut group, rows, |row| row.run.wall_us)?;
    numbers(&mut group, rows, |row| row.run.cpu_us)?;
    group.close()?;
    Ok(())
}

fn numbers<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[Row<'_>],
    of: impl Fn(&Row<'_>) -> u64,
) -> Result<(), ParquetError> {
    let values: Vec<i64> = rows.iter().map(|row| of(row).cast_signed()).collect();
    column::<Int64Type, W>(group, &values)
}

fn texts<'r, W: Write + Send, T: AsRef<str>>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &'r [Row<'r>],
    of: impl Fn(&'r Row<'r>) -> T,
) -> Result<(), ParquetError> {
    let values: Vec<ByteArray> = rows
        .iter()
        .map(|row| ByteArray::from(of(row).as_ref()))
        .collect();
    column::<ByteArrayType, W>(group, &values)
}

fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    let mut column = group
        .next_column()?
        .ok_or_else(|| ParquetError::General("too many columns".into()))?;
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}
