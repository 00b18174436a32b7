//! All runs as Parquet: the columns of the CSV with their types, a row group a page.

use super::{Content, Format};
use crate::runs::{Row, RunsError, each_page};
use gadfly_columns::{Cells, Column, Error, Kind, Text, Writer};
use gadfly_store::Store;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "parquet",
    about: "All runs, for pandas, DuckDB and Polars",
    file: None,
    content: Content::Runs(write),
};

const COLUMNS: &[Column] = &[
    Column::new("index", Kind::Ordered),
    Column::new("state", Kind::Text),
    Column::new("strategy", Kind::Text),
    Column::new("logic", Kind::Text),
    Column::new("seed", Kind::Text),
    Column::new("hash", Kind::Text),
    Column::new("bytes", Kind::Int64),
    Column::new("solver", Kind::Text),
    Column::new("result", Kind::Text),
    Column::new("fresh", Kind::Bool),
    Column::new("wall_us", Kind::Int64),
    Column::new("cpu_us", Kind::Int64),
];

/// All runs of some stores, a row group a page.
fn write(stores: &[Store], out: &mut (dyn Write + Send)) -> Result<Vec<u64>, RunsError> {
    let mut writer = Writer::new(out, "runs", COLUMNS).map_err(failed)?;
    let counts = stores
        .iter()
        .map(|store| each_page(store, |rows| group(&mut writer, rows).map_err(failed)))
        .collect::<Result<_, _>>()?;
    writer.close().map_err(failed)?;
    Ok(counts)
}

fn failed(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        other => io::Error::other(other),
    }
}

fn group<W: Write>(writer: &mut Writer<'_, W>, rows: &[Row<'_>]) -> Result<(), Error> {
    let fresh = rows.iter().map(|row| row.run.fresh).collect();
    writer.group(&[
        numbers(rows, |row| row.test.index),
        texts(rows, |row| row.test.state.name().into()),
        texts(rows, |row| row.strategy.into()),
        texts(rows, |row| row.logic.into()),
        texts(rows, |row| row.seed.into()),
        texts(rows, |row| format!("{:016x}", row.test.hash).into()),
        numbers(rows, |row| row.test.size),
        texts(rows, |row| row.solver.into()),
        texts(rows, |row| row.run.class.name().into()),
        Cells::Bool(fresh),
        numbers(rows, |row| row.run.wall_us),
        numbers(rows, |row| row.run.cpu_us),
    ])
}

fn numbers(rows: &[Row<'_>], of: impl Fn(&Row<'_>) -> u64) -> Cells<'static> {
    Cells::Int64(rows.iter().map(|row| of(row).cast_signed()).collect())
}

fn texts<'r>(rows: &'r [Row<'r>], of: impl Fn(&'r Row<'r>) -> Text<'r>) -> Cells<'r> {
    Cells::Text(rows.iter().map(of).collect())
}
