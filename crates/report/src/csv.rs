//! All runs as CSV: one line a run.

use crate::runs::{Row, RunsError, each_page};
use gadfly_store::Store;
use std::borrow::Cow;
use std::io::Write;

/// Writes all runs of some stores under one heading; returns how many there were of each.
pub fn write_csv(stores: &[Store], out: &mut impl Write) -> Result<Vec<u64>, RunsError> {
    writeln!(
        out,
        "index,state,strategy,logic,seed,hash,bytes,solver,result,fresh,wall_us,cpu_us"
    )?;
    stores
        .iter()
        .map(|store| each_page(store, |rows| rows.iter().try_for_each(|row| line(row, out))))
        .collect()
}

fn line(row: &Row<'_>, out: &mut impl Write) -> std::io::Result<()> {
    let (test, run) = (row.test, row.run);
    writeln!(
        out,
        "{},{},{},{},{},{:016x},{},{},{},{},{},{}",
        test.index,
        test.state.name(),
        quoted(row.strategy),
        quoted(row.logic),
        quoted(row.seed),
        test.hash,
        test.size,
        quoted(row.solver),
        run.class.name(),
        run.fresh,
        run.wall_us,
        run.cpu_us
    )
}

fn quoted(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\"")).into();
    }
    text.into()
}
