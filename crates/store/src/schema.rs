//! The tables, and the steps that bring an older store up to date.

use crate::StoreError;
use rusqlite::Connection;
use std::path::Path;

/// How urgent a verdict's confirmation is, as SQL: wrong answers and crashes first, what costs long
/// runs to confirm last.
macro_rules! urgency {
    () => {
        "CASE kind WHEN 'slow' THEN 2 WHEN 'incomplete' THEN 2 WHEN 'self-check' THEN 1 \
         WHEN 'disagreement' THEN 1 ELSE 0 END"
    };
}
pub(crate) use urgency;

/// One step a version: step n brings a store from version n to n + 1. Never edit a step that was
/// released; add one.
const STEPS: &[&str] = &[
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
     CREATE TABLE name (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, text TEXT NOT NULL,
                        UNIQUE (kind, text));
     CREATE TABLE choice (first INTEGER PRIMARY KEY, count INTEGER NOT NULL,
                          choice TEXT NOT NULL);
     CREATE TABLE test (idx INTEGER PRIMARY KEY, state INTEGER NOT NULL, strategy INTEGER NOT NULL,
                        logic INTEGER NOT NULL, seed INTEGER NOT NULL, hash INTEGER NOT NULL,
                        size INTEGER NOT NULL, runs BLOB NOT NULL);
     CREATE TABLE content (hash BLOB PRIMARY KEY, full_size INTEGER NOT NULL, bytes BLOB NOT NULL);
     CREATE TABLE verdict (id INTEGER PRIMARY KEY, idx INTEGER NOT NULL, n INTEGER NOT NULL,
                           kind TEXT NOT NULL, solver TEXT NOT NULL, family TEXT NOT NULL,
                           check_no INTEGER NOT NULL, evidence TEXT NOT NULL,
                           sentence TEXT NOT NULL, signature TEXT NOT NULL, grouped TEXT NOT NULL,
                           label TEXT NOT NULL,
                           formula BLOB,
                           state INTEGER NOT NULL, finding TEXT, UNIQUE (idx, n));
     CREATE INDEX verdict_pending ON verdict (state, idx, n);
     CREATE INDEX verdict_finding ON verdict (finding);
     CREATE INDEX verdict_group ON verdict (grouped, state, idx, n);
     CREATE TABLE output (verdict INTEGER NOT NULL, solver TEXT NOT NULL, stdout BLOB NOT NULL,
                          stderr BLOB NOT NULL, PRIMARY KEY (verdict, solver)) WITHOUT ROWID;
     CREATE TABLE finding (id TEXT PRIMARY KEY, serial INTEGER NOT NULL, kind TEXT NOT NULL,
                           solver TEXT NOT NULL, identity TEXT NOT NULL, status TEXT NOT NULL,
                           triggers INTEGER NOT NULL, original BLOB NOT NULL, reduced BLOB,
                           detail TEXT NOT NULL);
     CREATE UNIQUE INDEX finding_identity ON finding (identity);
     CREATE TABLE tally (strategy INTEGER, logic INTEGER, solver INTEGER, class INTEGER,
                         runs INTEGER NOT NULL, wall_us INTEGER NOT NULL, cpu_us INTEGER NOT NULL,
                         PRIMARY KEY (strategy, logic, solver, class)) WITHOUT ROWID;
     CREATE TABLE made (strategy INTEGER, state INTEGER, tests INTEGER NOT NULL,
                        PRIMARY KEY (strategy, state)) WITHOUT ROWID;
     CREATE TABLE cost (solver INTEGER, bucket INTEGER, runs INTEGER NOT NULL,
                        PRIMARY KEY (solver, bucket)) WITHOUT ROWID;
     CREATE TABLE moment (second INTEGER PRIMARY KEY, tests INTEGER NOT NULL,
                          verdicts INTEGER NOT NULL, findings INTEGER NOT NULL);",
    // What waits for confirmation, the most urgent first.
    concat!(
        "CREATE INDEX verdict_urgent ON verdict (state, ",
        urgency!(),
        ", idx, n);"
    ),
    // What a persistent process was given before a formula.
    "CREATE TABLE history (verdict INTEGER NOT NULL, n INTEGER NOT NULL, script BLOB NOT NULL,
                           PRIMARY KEY (verdict, n)) WITHOUT ROWID;",
    // Why a verdict is no finding: only we say so, or others say otherwise.
    "CREATE TABLE doubt (verdict INTEGER PRIMARY KEY, detail TEXT NOT NULL);",
];

/// The version that this gadfly writes.
pub(crate) const VERSION: u32 = STEPS.len() as u32;

/// Brings a store up to date, each step in a transaction of its own.
pub(crate) fn migrate(db: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let wrap = |source| StoreError::sqlite(path, source);
    let found = version(db).map_err(wrap)?;
    if found > VERSION {
        return Err(StoreError::Newer {
            path: path.to_path_buf(),
            found,
            known: VERSION,
        });
    }
    for (step, sql) in STEPS.iter().enumerate().skip(found as usize) {
        let transaction = db.transaction().map_err(wrap)?;
        transaction.execute_batch(sql).map_err(wrap)?;
        transaction
            .pragma_update(None, "user_version", step as u32 + 1)
            .map_err(wrap)?;
        transaction.commit().map_err(wrap)?;
    }
    Ok(())
}

/// The store's version; 0 is an empty file.
pub(crate) fn version(db: &Connection) -> rusqlite::Result<u32> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_vocabulary::Kind;

    /// The index is in every store: the kinds' own order must stay with it.
    #[test]
    fn the_index_is_as_urgent_as_the_kinds() {
        let db = Connection::open_in_memory().expect("a database");
        for kind in Kind::ALL {
            let sql = format!("SELECT {} FROM (SELECT ?1 AS kind)", urgency!());
            let urgency: u8 = db
                .query_row(&sql, [kind.name()], |row| row.get(0))
                .expect("a number");
            assert_eq!(urgency, kind.urgency(), "{kind}");
        }
    }
}
