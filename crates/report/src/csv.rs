//! All runs as CSV, for notebooks: one line a run, read from the store in pages.

use gadfly_store::{Store, StoreError};
use std::collections::BTreeMap;
use std::io::{self, Write};
use thiserror::Error;

/// Why the runs could not be written.
#[derive(Debug, Error)]
pub enum CsvError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("cannot write the runs: {0}")]
    Write(#[from] io::Error),
}

const PAGE: u64 = 50_000;

/// Writes all runs of a store.
pub fn write_csv(store: &Store, out: &mut impl Write) -> Result<u64, CsvError> {
    let names: BTreeMap<u32, String> = store.names()?.into_iter().collect();
    let name = |id: u32| quoted(names.get(&id).map_or("", String::as_str));
    writeln!(
        out,
        "index,state,strategy,logic,seed,hash,bytes,solver,result,fresh,wall_us,cpu_us"
    )?;
    let (mut from, mut lines) = (0, 0);
    loop {
        let tests = store.tests(from, PAGE)?;
        let Some(last) = tests.last() else {
            return Ok(lines);
        };
        from = last.index + 1;
        for test in &tests {
            let head = format!(
                "{},{},{},{},{},{:016x},{}",
                test.index,
                test.state.name(),
                name(test.strategy),
                name(test.logic),
                name(test.seed),
                test.hash,
                test.size
            );
            for run in &test.runs {
                writeln!(
                    out,
                    "{head},{},{},{},{},{}",
                    name(run.solver),
                    run.class.name(),
                    run.fresh,
                    run.wall_us,
                    run.cpu_us
                )?;
                lines += 1;
            }
        }
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_string()
}
