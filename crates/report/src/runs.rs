//! All runs of hunts, for notebooks: read from the stores in pages, with names in place of numbers.

use gadfly_store::{RunRow, Store, StoreError, TestRow};
use std::collections::BTreeMap;
use std::io;
use thiserror::Error;

/// Why the runs could not be written.
#[derive(Debug, Error)]
pub enum RunsError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("cannot write the runs: {0}")]
    Write(#[from] io::Error),
}

const PAGE: u64 = 50_000;

/// One run with the formula that it was a run of.
pub(crate) struct Row<'a> {
    pub(crate) test: &'a TestRow,
    pub(crate) run: &'a RunRow,
    pub(crate) strategy: &'a str,
    pub(crate) logic: &'a str,
    pub(crate) seed: &'a str,
    pub(crate) solver: &'a str,
}

/// Gives all runs of a store to `write`, a page at a time; returns how many there were.
pub(crate) fn each_page(
    store: &Store,
    mut write: impl FnMut(&[Row<'_>]) -> io::Result<()>,
) -> Result<u64, RunsError> {
    let names: BTreeMap<u32, String> = store.names()?.into_iter().collect();
    let name = |id: u32| names.get(&id).map_or("", String::as_str);
    let (mut from, mut count) = (0, 0);
    loop {
        let tests = store.tests(from, PAGE)?;
        let Some(last) = tests.last() else {
            return Ok(count);
        };
        from = last.index + 1;
        let rows: Vec<Row<'_>> = tests
            .iter()
            .flat_map(|test| test.runs.iter().map(move |run| (test, run)))
            .map(|(test, run)| Row {
                test,
                run,
                strategy: name(test.strategy),
                logic: name(test.logic),
                seed: name(test.seed),
                solver: name(run.solver),
            })
            .collect();
        count += rows.len() as u64;
        write(&rows)?;
    }
}
