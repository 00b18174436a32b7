//! Writing a store: many tests a transaction, each test with all that it gave or not at all.

use crate::pack::pack;
use crate::stats::cost_bucket;
use crate::{
    ChoiceRow, Class, Doubt, Finding, RunRow, Store, StoreError, TestRow, VerdictRow, VerdictState,
};
use gadfly_formula::ContentHash;
use rusqlite::{Connection, OptionalExtension, ToSql, params, params_from_iter};
use std::collections::BTreeMap;

/// What is kept of one stdout or stderr.
const OUTPUT_CAP: usize = 64 * 1024;
/// What is kept of a script.
const SCRIPT_CAP: usize = 1 << 20;

/// Tests, choices and verdicts that are committed together.
#[derive(Debug, Default)]
pub struct Batch {
    /// The second of the hunt.
    pub second: u64,
    /// Tests, in the order of their positions.
    pub tests: Vec<TestRow>,
    /// Decisions of the scheduler.
    pub choices: Vec<ChoiceRow>,
    /// Verdicts of the tests.
    pub verdicts: Vec<VerdictRow>,
}

impl Batch {
    /// Whether there is nothing to commit.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.choices.is_empty() && self.verdicts.is_empty()
    }
}

impl Store {
    /// The number of a name, given one where it is new.
    pub fn intern(&mut self, kind: &'static str, text: &str) -> Result<u32, StoreError> {
        if let Some(id) = self.names.get(&(kind, text.to_string())) {
            return Ok(*id);
        }
        let find = |db: &Connection| {
            db.query_row(
                "SELECT id FROM name WHERE kind = ?1 AND text = ?2",
                [kind, text],
                |row| row.get::<_, u32>(0),
            )
            .optional()
        };
        let known = find(&self.db).map_err(|source| self.wrap(source))?;
        let id = match known {
            Some(id) => id,
            None => {
                self.db
                    .execute(
                        "INSERT INTO name (kind, text) VALUES (?1, ?2)",
                        [kind, text],
                    )
                    .map_err(|source| self.wrap(source))?;
                self.db.last_insert_rowid() as u32
            }
        };
        self.names.insert((kind, text.to_string()), id);
        Ok(id)
    }

    /// Commits a batch: all of it or nothing.
    pub fn commit(&mut self, batch: &Batch) -> Result<(), StoreError> {
        if batch.is_empty() {
            return Ok(());
        }
        self.transact(|db| {
            insert(db, batch)?;
            moment(db, batch.second, batch.tests.len(), batch.verdicts.len(), 0)
        })
    }

    pub(crate) fn transact(
        &mut self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let run = |db: &mut Connection| -> rusqlite::Result<()> {
            let transaction = db.transaction()?;
            work(&transaction)?;
            transaction.commit()
        };
        run(&mut self.db).map_err(|source| StoreError::sqlite(&self.path, source))
    }

    /// Sets a value of the hunt's own notes.
    pub fn set_meta(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.db
            .prepare_cached("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")
            .and_then(|mut statement| statement.execute([key, value]))
            .map(|_| ())
            .map_err(|source| self.wrap(source))
    }

    /// Settles a verdict; where it belongs to a finding, that one's triggers grow.
    pub fn settle(
        &mut self,
        verdict: i64,
        state: VerdictState,
        finding: Option<&str>,
    ) -> Result<(), StoreError> {
        self.transact(|db| settle(db, verdict, state, finding))
    }

    /// A verdict that is no finding, and why.
    pub fn add_doubt(&mut self, verdict: i64, doubt: &Doubt) -> Result<(), StoreError> {
        let detail = serde_json::to_string(doubt)?;
        self.transact(|db| {
            db.execute(
                "INSERT OR REPLACE INTO doubt VALUES (?1, ?2)",
                params![verdict, detail],
            )?;
            settle(db, verdict, VerdictState::Doubt, None)
        })
    }

    /// A new finding, with the verdict that showed it, in one transaction.
    pub fn add_finding(
        &mut self,
        verdict: i64,
        finding: &Finding,
        original: &str,
        second: u64,
    ) -> Result<(), StoreError> {
        let detail = serde_json::to_string(finding)?;
        self.transact(|db| {
            let original = keep(db, original.as_bytes(), usize::MAX)?;
            let words = words(finding, &detail);
            let words = words.iter().map(|word| word as &dyn ToSql);
            db.execute(
                "INSERT INTO finding SELECT ?1, coalesce(max(serial), 0) + 1, ?2, ?3, ?4, ?5, 0,
                 ?7, NULL, ?6 FROM finding",
                params_from_iter(words.chain([&original as &dyn ToSql])),
            )?;
            if verdict != 0 {
                settle(db, verdict, VerdictState::Confirmed, Some(&finding.id))?;
            }
            moment(db, second, 0, 0, 1)
        })
    }

    /// What is newly known about a finding: its case, its releases, its status.
    pub fn update_finding(
        &mut self,
        finding: &Finding,
        case: Option<&str>,
    ) -> Result<(), StoreError> {
        let detail = serde_json::to_string(finding)?;
        self.transact(|db| {
            db.execute(
                "UPDATE finding SET kind = ?2, solver = ?3, identity = ?4, status = ?5, detail = ?6
                 WHERE id = ?1",
                words(finding, &detail),
            )?;
            if let Some(case) = case {
                let hash = keep(db, case.as_bytes(), usize::MAX)?;
                db.execute(
                    "UPDATE finding SET reduced = ?2 WHERE id = ?1",
                    params![finding.id, hash],
                )?;
            }
            Ok(())
        })
    }

    /// Folds a finding into another one: its verdicts move over and it is gone.
    pub fn merge_finding(&mut self, from: &str, into: &str) -> Result<(), StoreError> {
        self.transact(|db| {
            db.execute(
                "UPDATE verdict SET finding = ?2 WHERE finding = ?1",
                [from, into],
            )?;
            db.execute(
                "UPDATE finding SET triggers = triggers +
                 (SELECT triggers FROM finding WHERE id = ?1) WHERE id = ?2",
                [from, into],
            )?;
            db.execute("DELETE FROM finding WHERE id = ?1", [from])?;
            Ok(())
        })
    }
}

/// All that a batch holds, and the tallies of its tests.
pub(crate) fn insert(db: &Connection, batch: &Batch) -> rusqlite::Result<()> {
    for test in &batch.tests {
        insert_test(db, test)?;
    }
    for row in &batch.choices {
        let choice = serde_json::to_string(&row.choice)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        db.prepare_cached("INSERT OR REPLACE INTO choice VALUES (?1, ?2, ?3)")?
            .execute(params![row.first as i64, row.count as i64, choice])?;
    }
    for verdict in &batch.verdicts {
        insert_verdict(db, verdict)?;
    }
    tally(db, &batch.tests)
}

fn insert_test(db: &Connection, test: &TestRow) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT INTO test VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
        .execute(params![
            test.index as i64,
            test.state as i64,
            test.strategy,
            test.logic,
            test.seed,
            test.hash as i64,
            test.size as i64,
            pack(&test.runs)
        ])
        .map(|_| ())
}

fn insert_verdict(db: &Connection, verdict: &VerdictRow) -> rusqlite::Result<()> {
    let formula = match &verdict.formula {
        Some(text) => Some(keep(db, text.as_bytes(), usize::MAX)?),
        None => None,
    };
    db.prepare_cached(
        "INSERT INTO verdict (idx, n, kind, solver, family, check_no, evidence, sentence,
         signature, grouped, label, formula, state, finding)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?
    .execute(params![
        verdict.index as i64,
        verdict.n,
        verdict.kind.name(),
        verdict.solver,
        verdict.family,
        verdict.check as i64,
        verdict.evidence.name(),
        verdict.sentence,
        verdict.signature.to_string(),
        verdict.group,
        verdict.label.name(),
        formula,
        verdict.state as i64,
        verdict.finding
    ])?;
    let id = db.last_insert_rowid();
    for output in &verdict.outputs {
        let stdout = keep(db, &output.stdout, OUTPUT_CAP)?;
        let stderr = keep(db, &output.stderr, OUTPUT_CAP)?;
        db.prepare_cached("INSERT OR REPLACE INTO output VALUES (?1, ?2, ?3, ?4)")?
            .execute(params![id, output.solver, stdout, stderr])?;
    }
    for (n, script) in verdict.history.iter().enumerate() {
        let script = keep(db, script.as_bytes(), SCRIPT_CAP)?;
        db.prepare_cached("INSERT OR REPLACE INTO history VALUES (?1, ?2, ?3)")?
            .execute(params![id, n as i64, script])?;
    }
    if let Some(finding) = &verdict.finding {
        add_trigger(db, finding)?;
    }
    Ok(())
}

/// Keeps bytes under their hash, once; of a long output its first part and its true length. What was
/// kept in part before and is wanted whole now is kept whole.
fn keep(db: &Connection, bytes: &[u8], cap: usize) -> rusqlite::Result<Vec<u8>> {
    let hash = ContentHash::of(bytes).0.to_vec();
    db.prepare_cached(
        "INSERT INTO content VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET bytes = excluded.bytes
         WHERE length(excluded.bytes) > length(bytes)",
    )?
    .execute(params![
        hash,
        bytes.len() as i64,
        &bytes[..bytes.len().min(cap)]
    ])?;
    Ok(hash)
}

fn settle(
    db: &Connection,
    verdict: i64,
    state: VerdictState,
    finding: Option<&str>,
) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE verdict SET state = ?2, finding = ?3 WHERE id = ?1")?
        .execute(params![verdict, state as i64, finding])?;
    match finding {
        Some(finding) => add_trigger(db, finding),
        None => Ok(()),
    }
}

fn add_trigger(db: &Connection, finding: &str) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE finding SET triggers = triggers + 1 WHERE id = ?1")?
        .execute([finding])
        .map(|_| ())
}

/// Strategy, logic, solver and class.
type TallyKey = (u32, u32, u32, Class);

/// Adds tests to the tallies: one statement a distinct key, not one a test.
fn tally(db: &Connection, tests: &[TestRow]) -> rusqlite::Result<()> {
    let mut made: BTreeMap<(u32, i64), i64> = BTreeMap::new();
    let mut runs: BTreeMap<TallyKey, (i64, i64, i64)> = BTreeMap::new();
    let mut costs: BTreeMap<(u32, usize), i64> = BTreeMap::new();
    for test in tests {
        *made.entry((test.strategy, test.state as i64)).or_default() += 1;
        for run in &test.runs {
            let sum = runs
                .entry((test.strategy, test.logic, run.solver, run.class))
                .or_default();
            *sum = (
                sum.0 + 1,
                sum.1 + run.wall_us as i64,
                sum.2 + run.cpu_us as i64,
            );
            if answered(run) {
                *costs
                    .entry((run.solver, cost_bucket(run.wall_us)))
                    .or_default() += 1;
            }
        }
    }
    for ((strategy, state), tests) in made {
        db.prepare_cached(
            "INSERT INTO made VALUES (?1, ?2, ?3)
             ON CONFLICT DO UPDATE SET tests = tests + excluded.tests",
        )?
        .execute(params![strategy, state, tests])?;
    }
    for ((strategy, logic, solver, class), (count, wall, cpu)) in runs {
        db.prepare_cached(
            "INSERT INTO tally VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET
             runs = runs + excluded.runs, wall_us = wall_us + excluded.wall_us,
             cpu_us = cpu_us + excluded.cpu_us",
        )?
        .execute(params![
            strategy,
            logic,
            solver,
            class as i64,
            count,
            wall,
            cpu
        ])?;
    }
    for ((solver, bucket), count) in costs {
        db.prepare_cached(
            "INSERT INTO cost VALUES (?1, ?2, ?3)
             ON CONFLICT DO UPDATE SET runs = runs + excluded.runs",
        )?
        .execute(params![solver, bucket as i64, count])?;
    }
    Ok(())
}

/// What a finding's row says of it, beside its case.
fn words<'a>(finding: &'a Finding, detail: &'a str) -> [&'a str; 6] {
    [
        &finding.id,
        finding.kind.name(),
        &finding.solver,
        &finding.identity,
        finding.status.name(),
        detail,
    ]
}

fn answered(run: &RunRow) -> bool {
    matches!(run.class, Class::Sat | Class::Unsat | Class::Mixed)
}

pub(crate) fn moment(
    db: &Connection,
    second: u64,
    tests: usize,
    verdicts: usize,
    findings: usize,
) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO moment VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET
         tests = tests + excluded.tests, verdicts = verdicts + excluded.verdicts,
         findings = findings + excluded.findings",
    )?
    .execute(params![
        second as i64,
        tests as i64,
        verdicts as i64,
        findings as i64
    ])
    .map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_in_part_does_not_shadow_the_whole() {
        let db = Connection::open_in_memory().expect("a database");
        db.execute_batch(
            "CREATE TABLE content (hash BLOB PRIMARY KEY, full_size INTEGER, bytes BLOB)",
        )
        .expect("a table");
        let kept = |cap| {
            let hash = keep(&db, b"0123456789", cap).expect("a hash");
            let sql = "SELECT full_size, bytes FROM content WHERE hash = ?1";
            db.query_row(sql, [hash], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?))
            })
            .expect("a row")
        };
        assert_eq!(kept(4), (10, b"0123".to_vec()));
        assert_eq!(kept(usize::MAX), (10, b"0123456789".to_vec()));
        assert_eq!(kept(4), (10, b"0123456789".to_vec()));
    }
}
