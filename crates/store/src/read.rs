//! Reading a store: tests, verdicts, findings, contents.

use crate::older;
use crate::pack::unpack;
use crate::{
    Choice, ChoiceRow, Doubt, Finding, Output, Store, StoreError, TestRow, TestState, VerdictRow,
    VerdictState,
};
use gadfly_vocabulary::{Kind, UnknownWord};
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Params, Row};
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// A group of verdicts in one state: name, state, how many, and the finding of the group's first
/// confirmed verdict.
pub type GroupRow = (String, VerdictState, u64, Option<String>);

impl Store {
    /// All rows of a query.
    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        params: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let collect = || -> rusqlite::Result<Vec<T>> {
            let mut statement = self.db.prepare_cached(sql)?;
            statement.query_map(params, read)?.collect()
        };
        collect().map_err(|source| self.wrap(source))
    }

    /// A value of the hunt's own notes.
    pub fn meta(&self, key: &str) -> Result<Option<String>, StoreError> {
        self.db
            .query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|source| self.wrap(source))
    }

    /// Tests from a position on, in order, at most `count`.
    pub fn tests(&self, from: u64, count: u64) -> Result<Vec<TestRow>, StoreError> {
        self.rows(
            "SELECT idx, state, strategy, logic, seed, hash, size, runs FROM test
             WHERE idx >= ?1 ORDER BY idx LIMIT ?2",
            [from as i64, count.min(i64::MAX as u64) as i64],
            |row| {
                Ok(TestRow {
                    index: row.get::<_, i64>(0)? as u64,
                    state: TestState::from_number(row.get(1)?),
                    strategy: row.get(2)?,
                    logic: row.get(3)?,
                    seed: row.get(4)?,
                    hash: row.get::<_, i64>(5)? as u64,
                    size: row.get::<_, i64>(6)? as u64,
                    runs: unpack(&row.get::<_, Vec<u8>>(7)?),
                })
            },
        )
    }

    /// All interned names, by number.
    pub fn names(&self) -> Result<Vec<(u32, String)>, StoreError> {
        self.rows("SELECT id, text FROM name ORDER BY id", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
    }

    /// The scheduler's recorded decisions from a position on.
    pub fn choices(&self, from: u64) -> Result<Vec<ChoiceRow>, StoreError> {
        let rows = self.rows(
            "SELECT first, count, choice FROM choice WHERE first + count > ?1 ORDER BY first",
            [from as i64],
            |row| {
                let fields: (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok(fields)
            },
        )?;
        rows.into_iter()
            .map(|(first, count, choice)| {
                Ok(ChoiceRow {
                    first: first as u64,
                    count: count as u64,
                    choice: serde_json::from_str::<Choice>(&choice)?,
                })
            })
            .collect()
    }

    /// Options that the scheduler added to solvers, each with its solver, and for how many positions.
    pub fn options_tried(&self) -> Result<BTreeMap<String, u64>, StoreError> {
        let rows = self.rows(
            "SELECT json_extract(choice, '$.options') AS options, sum(count) FROM choice
             WHERE options IS NOT NULL GROUP BY 1",
            [],
            |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)),
        )?;
        let mut tried = BTreeMap::new();
        for (options, count) in rows {
            let options: Vec<(String, Vec<String>)> = serde_json::from_str(&options)?;
            for (solver, options) in options {
                for option in options {
                    *tried.entry(format!("{solver} {option}")).or_default() += count as u64;
                }
            }
        }
        Ok(tried)
    }

    /// Verdicts that wait for their confirmation, at most `count`: the most urgent kinds first,
    /// each in the order of positions.
    pub fn pending(&self, count: usize) -> Result<Vec<VerdictRow>, StoreError> {
        let tail = concat!(
            "state = 0 ORDER BY ",
            crate::schema::urgency!(),
            ", idx, n LIMIT ?1"
        );
        let mut verdicts = self.verdicts_where(tail, [count as i64])?;
        for verdict in &mut verdicts {
            verdict.history = self.history(verdict.id)?;
        }
        Ok(verdicts)
    }

    /// What a persistent process was given before a verdict's formula.
    pub(crate) fn history(&self, verdict: i64) -> Result<Vec<String>, StoreError> {
        self.rows(
            "SELECT (SELECT bytes FROM content WHERE hash = script) FROM history
             WHERE verdict = ?1 ORDER BY n",
            [verdict],
            |row| Ok(String::from_utf8_lossy(&row.get::<_, Vec<u8>>(0)?).into_owned()),
        )
    }

    /// What is known about each group of verdicts.
    pub fn groups(&self) -> Result<Vec<GroupRow>, StoreError> {
        self.rows(
            "SELECT v.grouped, v.state, count(*),
             (SELECT f.finding FROM verdict f WHERE f.grouped = v.grouped AND f.state = 1
              ORDER BY f.idx, f.n LIMIT 1)
             FROM verdict v GROUP BY 1, 2 ORDER BY 1, 2",
            [],
            |row| {
                let state = verdict_state(row.get(1)?);
                Ok((
                    row.get(0)?,
                    state,
                    row.get::<_, i64>(2)? as u64,
                    row.get(3)?,
                ))
            },
        )
    }

    /// All verdicts, in order, without their raw outputs.
    pub fn verdicts(&self) -> Result<Vec<VerdictRow>, StoreError> {
        self.verdicts_where("1 ORDER BY idx, n", [])
    }

    /// A finding's verdicts that kept their formula, in order, with what a persistent process was
    /// given before: its triggers.
    pub fn triggers(&self, finding: &str) -> Result<Vec<VerdictRow>, StoreError> {
        let which = "finding = ?1 AND formula IS NOT NULL ORDER BY idx, n";
        let mut verdicts = self.verdicts_where(which, [finding])?;
        for verdict in &mut verdicts {
            verdict.history = self.history(verdict.id)?;
        }
        Ok(verdicts)
    }

    /// How many verdicts there are, by kind and state.
    pub fn verdict_counts(&self) -> Result<Vec<(Kind, String, VerdictState, u64)>, StoreError> {
        self.rows(
            "SELECT kind, solver, state, count(*) FROM verdict GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
            [],
            |row| {
                let state = verdict_state(row.get(2)?);
                Ok((
                    word(row, 0, str::parse)?,
                    row.get(1)?,
                    state,
                    row.get::<_, i64>(3)? as u64,
                ))
            },
        )
    }

    pub(crate) fn verdicts_where(
        &self,
        which: &str,
        params: impl Params,
    ) -> Result<Vec<VerdictRow>, StoreError> {
        let sql = format!(
            "SELECT id, idx, n, kind, solver, family, check_no, evidence, sentence, signature, grouped, label,
             (SELECT CAST(bytes AS TEXT) FROM content WHERE hash = formula), state, finding
             FROM verdict WHERE {which}"
        );
        self.rows(&sql, params, read_verdict)
    }

    /// What is in doubt, oldest first.
    pub fn doubts(&self) -> Result<Vec<Doubt>, StoreError> {
        let sql = "SELECT detail FROM doubt ORDER BY verdict";
        let details: Vec<String> = self.rows(sql, [], |row| row.get(0))?;
        let read = |detail: &String| Ok(serde_json::from_str(detail)?);
        details.iter().map(read).collect()
    }

    /// Raw outputs that were kept with a verdict.
    pub fn outputs(&self, verdict: i64) -> Result<Vec<Output>, StoreError> {
        self.rows(
            "SELECT solver, (SELECT bytes FROM content WHERE hash = stdout),
             (SELECT bytes FROM content WHERE hash = stderr) FROM output
             WHERE verdict = ?1 ORDER BY solver",
            [verdict],
            |row| {
                Ok(Output {
                    solver: row.get(0)?,
                    stdout: row.get(1)?,
                    stderr: row.get(2)?,
                })
            },
        )
    }

    /// All findings, oldest first.
    pub fn findings(&self) -> Result<Vec<Finding>, StoreError> {
        self.findings_where("1 ORDER BY serial", [])
    }

    /// A number that changes when any finding does; how often they were triggered aside.
    pub fn findings_stamp(&self) -> Result<u64, StoreError> {
        let sql = "SELECT detail, reduced IS NULL FROM finding ORDER BY serial";
        let rows: Vec<(String, bool)> = self.rows(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut hasher = FxHasher::default();
        rows.hash(&mut hasher);
        Ok(hasher.finish())
    }

    /// The finding with an id, or with the only id that starts like this.
    pub fn finding(&self, id: &str) -> Result<Option<Finding>, StoreError> {
        let mut found =
            self.findings_where("substr(id, 1, length(?1)) = ?1 ORDER BY serial", [id])?;
        if let Some(exact) = found.iter().position(|finding| finding.id == id) {
            return Ok(Some(found.swap_remove(exact)));
        }
        Ok((found.len() == 1).then(|| found.swap_remove(0)))
    }

    /// The finding of an identity.
    pub fn finding_of(&self, identity: &str) -> Result<Option<Finding>, StoreError> {
        Ok(self.findings_where("identity = ?1", [identity])?.pop())
    }

    fn findings_where(&self, which: &str, params: impl Params) -> Result<Vec<Finding>, StoreError> {
        let sql = format!("SELECT detail, triggers FROM finding WHERE {which}");
        let rows = self.rows(&sql, params, |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?))
        })?;
        rows.into_iter()
            .map(|(detail, triggers)| {
                let mut finding: Finding = serde_json::from_str(&detail)?;
                finding.triggers = triggers as u64;
                if !is_folder_name(&finding.id) {
                    let (path, id) = (self.path.clone(), finding.id);
                    return Err(StoreError::BadId { path, id });
                }
                Ok(finding)
            })
            .collect()
    }

    /// A finding's original formula and its case, each with its header.
    pub fn finding_texts(&self, id: &str) -> Result<Option<(String, Option<String>)>, StoreError> {
        self.db
            .query_row(
                "SELECT (SELECT CAST(bytes AS TEXT) FROM content WHERE hash = original),
                 (SELECT CAST(bytes AS TEXT) FROM content WHERE hash = reduced)
                 FROM finding WHERE id = ?1",
                [id],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .map_err(|source| self.wrap(source))
    }
}

/// Whether an id names a folder right below `findings/`: files are written and removed there.
fn is_folder_name(id: &str) -> bool {
    let plain = |c: char| !c.is_control() && !matches!(c, '/' | '\\');
    !id.is_empty() && id.len() <= 200 && !id.starts_with('.') && id.chars().all(plain)
}

pub(crate) fn verdict_state(number: i64) -> VerdictState {
    match number {
        0 => VerdictState::Pending,
        1 => VerdictState::Confirmed,
        2 => VerdictState::Unconfirmed,
        3 => VerdictState::Counted,
        5 => VerdictState::Doubt,
        _ => VerdictState::Noted,
    }
}

/// A column's word.
fn word<T>(
    row: &Row<'_>,
    column: usize,
    read: impl Fn(&str) -> Result<T, UnknownWord>,
) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    read(text).map_err(|unknown| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(unknown))
    })
}

fn read_verdict(row: &Row<'_>) -> rusqlite::Result<VerdictRow> {
    Ok(VerdictRow {
        id: row.get(0)?,
        index: row.get::<_, i64>(1)? as u64,
        n: row.get(2)?,
        kind: word(row, 3, str::parse)?,
        solver: row.get(4)?,
        family: row.get(5)?,
        check: row.get::<_, i64>(6)? as usize,
        evidence: word(row, 7, older::read_evidence)?,
        sentence: row.get(8)?,
        signature: word(row, 9, str::parse)?,
        group: row.get(10)?,
        label: word(row, 11, older::read_label)?,
        formula: row.get(12)?,
        state: verdict_state(row.get(13)?),
        finding: row.get(14)?,
        outputs: Vec::new(),
        history: Vec::new(),
    })
}
