//! What a part of a hunt gives to others, and what a merge of parts takes: a copy that nobody writes to,
//! and rows that keep their counts.

use crate::read::verdict_state;
use crate::write::{insert, moment};
use crate::{Batch, Doubt, Moment, Store, StoreError, VerdictRow, VerdictState};
use rusqlite::params;
use std::path::{Path, PathBuf};

/// The folder, below a hunt's, with a copy of its store.
const COPY: &str = "copy";

/// The folder of a hunt's published copy: it opens as a hunt's does.
pub fn copy_of(hunt: &Path) -> PathBuf {
    hunt.join(COPY)
}

/// The position and the number of a verdict, and why it is a doubt.
type PlacedDoubt = ((u64, u32), Doubt);

/// A verdict in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The formula's position.
    pub index: u64,
    /// The number among the position's verdicts.
    pub n: u32,
    /// What may be the same bug.
    pub group: String,
    /// What became of it.
    pub state: VerdictState,
    /// The finding that it belongs to.
    pub finding: Option<String>,
}

impl Store {
    /// Puts a copy of the store, as it is now, where other machines may read it: whole or not at all. The
    /// store itself has a log in shared memory, which only processes of one machine can read along.
    pub fn publish(&self, hunt: &Path) -> Result<(), StoreError> {
        let folder = copy_of(hunt);
        let (part, whole) = (folder.join("store.part"), folder.join("store.sqlite"));
        let unwritable = |source| StoreError::Folder {
            path: folder.clone(),
            source,
        };
        std::fs::create_dir_all(&folder).map_err(unwritable)?;
        // What a kill left of the last one.
        let _ = std::fs::remove_file(&part);
        let copied = self
            .db
            .execute("VACUUM INTO ?1", [part.display().to_string()]);
        if let Err(source) = copied {
            let _ = std::fs::remove_file(&part);
            return Err(self.wrap(source));
        }
        std::fs::rename(&part, &whole).map_err(unwritable)
    }

    /// Commits a batch that another store had: it belongs to no second of this hunt.
    pub fn adopt(&mut self, batch: &Batch) -> Result<(), StoreError> {
        self.transact(|db| insert(db, batch))
    }

    /// Adds the tests and verdicts of seconds of another store; findings are counted as they are added.
    pub fn add_moments(&mut self, moments: &[Moment]) -> Result<(), StoreError> {
        self.transact(|db| {
            for of in moments {
                moment(db, of.second, of.tests as usize, of.verdicts as usize, 0)?;
            }
            Ok(())
        })
    }

    /// The hash and the position of every formula that was run.
    pub fn run_formulas(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        self.rows("SELECT hash, idx FROM test WHERE state = 0", [], |row| {
            let (hash, index): (i64, i64) = (row.get(0)?, row.get(1)?);
            Ok((hash as u64, index as u64))
        })
    }

    /// All verdicts in short, in order.
    pub fn outlines(&self) -> Result<Vec<Outline>, StoreError> {
        let sql = "SELECT idx, n, grouped, state, finding FROM verdict ORDER BY idx, n";
        self.rows(sql, [], |row| {
            Ok(Outline {
                index: row.get::<_, i64>(0)? as u64,
                n: row.get(1)?,
                group: row.get(2)?,
                state: verdict_state(row.get(3)?),
                finding: row.get(4)?,
            })
        })
    }

    /// All of the hunt's own notes.
    pub fn notes(&self) -> Result<Vec<(String, String)>, StoreError> {
        let sql = "SELECT key, value FROM meta ORDER BY key";
        self.rows(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The verdicts of positions from `from` up to and without `to`, with all that was kept with them.
    pub fn whole_verdicts(&self, from: u64, to: u64) -> Result<Vec<VerdictRow>, StoreError> {
        let (from, to) = (from as i64, to.min(i64::MAX as u64) as i64);
        let mut verdicts =
            self.verdicts_where("idx >= ?1 AND idx < ?2 ORDER BY idx, n", params![from, to])?;
        for verdict in &mut verdicts {
            verdict.history = self.history(verdict.id)?;
            verdict.outputs = self.outputs(verdict.id)?;
        }
        Ok(verdicts)
    }

    /// What is in doubt, by position and number of its verdict.
    pub fn doubts_by_verdict(&self) -> Result<Vec<PlacedDoubt>, StoreError> {
        let sql = "SELECT v.idx, v.n, d.detail FROM doubt d JOIN verdict v ON v.id = d.verdict
                   ORDER BY v.idx, v.n";
        let rows: Vec<(i64, u32, String)> =
            self.rows(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let read = |(index, n, detail): (i64, u32, String)| {
            Ok(((index as u64, n), serde_json::from_str(&detail)?))
        };
        rows.into_iter().map(read).collect()
    }

    /// The number of the verdict with this position and number.
    pub fn verdict_id(&self, index: u64, n: u32) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT id FROM verdict WHERE idx = ?1 AND n = ?2";
        let found = self.rows(sql, params![index as i64, n], |row| row.get(0))?;
        Ok(found.into_iter().next())
    }
}
