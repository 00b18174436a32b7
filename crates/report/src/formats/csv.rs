//! All runs as CSV: one line a run.

use super::{Content, Format};
use crate::runs::{Row, RunsError, each_page};
use gadfly_store::Store;
use std::borrow::Cow;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "All runs, a line each",
    file: None,
    content: Content::Runs(write),
};

const HEAD: [&str; 12] = [
    "index", "state", "strategy", "logic", "seed", "hash", "bytes", "solver", "result", "fresh",
    "wall_us", "cpu_us",
];

/// All runs of some stores, under one heading.
fn write(stores: &[Store], out: &mut (dyn Write + Send)) -> Result<Vec<u64>, RunsError> {
    let mut out = csv::Writer::from_writer(out);
    out.write_record(HEAD).map_err(io::Error::from)?;
    let counts = stores.iter().map(|store| {
        each_page(store, |rows| {
            let mut lines = rows.iter().map(record);
            let mut write = |line: [Cow<'_, str>; HEAD.len()]| {
                out.write_record(line.iter().map(|field| field.as_bytes()))
            };
            Ok(lines.try_for_each(&mut write)?)
        })
    });
    let counts = counts.collect::<Result<_, _>>()?;
    out.flush()?;
    Ok(counts)
}

fn record<'a>(row: &Row<'a>) -> [Cow<'a, str>; HEAD.len()] {
    let (test, run) = (row.test, row.run);
    [
        test.index.to_string().into(),
        test.state.name().into(),
        row.strategy.into(),
        row.logic.into(),
        row.seed.into(),
        format!("{:016x}", test.hash).into(),
        test.size.to_string().into(),
        row.solver.into(),
        run.class.name().into(),
        run.fresh.to_string().into(),
        run.wall_us.to_string().into(),
        run.cpu_us.to_string().into(),
    ]
}
