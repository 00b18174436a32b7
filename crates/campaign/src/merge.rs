//! Parts of a hunt made one: what the hunt would have been that nobody cut, as far as its parts are done.
//!
//! A formula belongs to its smallest position, whichever part that is in; the others are duplicates, and
//! what was said of them goes. Verdicts are sorted anew in the order of positions, so that as many are
//! confirmed as one hunt would have. A finding keeps the case of its first trigger. What an earlier merge
//! has reduced stays so.

mod plain;
mod rows;

use crate::error::HuntError;
use crate::event::Snapshot;
use crate::meta;
use crate::order::Shard;
use crate::plan::{Budget, Plan};
use gadfly_store::{Moment, Store, copy_of};
use plain::Plain;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A part of a hunt, and where its store can be read.
#[derive(Clone, Debug)]
pub struct Source {
    hunt: PathBuf,
    store: PathBuf,
}

impl Source {
    /// A part at which nobody is at work any more.
    pub fn ended(hunt: &Path) -> Source {
        Source {
            hunt: hunt.to_path_buf(),
            store: hunt.to_path_buf(),
        }
    }

    /// A part that somebody may be at work at, on another machine perhaps: what it published last, if
    /// it did.
    pub fn published(hunt: &Path) -> Option<Source> {
        let store = copy_of(hunt);
        gadfly_store::is_hunt(&store).then(|| Source {
            hunt: hunt.to_path_buf(),
            store,
        })
    }

    fn open(&self) -> Result<Store, HuntError> {
        Ok(Store::only_read(&self.store)?)
    }
}

/// A finding that turned out to be another one when it was reduced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joined {
    /// Its name.
    pub id: String,
    /// The position of its first trigger.
    pub index: u64,
    /// The other one.
    pub into: String,
}

/// What a merge gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Positions that are done.
    pub positions: u64,
    /// Formulas that were run.
    pub tests: u64,
    /// Formulas that several parts made: each counts once.
    pub repeated: u64,
    /// Findings.
    pub findings: u64,
    /// Verdicts that wait to be confirmed.
    pub waiting: u64,
    /// Findings that are not reduced.
    pub unreduced: u64,
}

/// Merges parts into a new hunt's folder. `earlier` is the folder of a merge from before, and `joined`
/// what became one while that was finished.
pub fn merge(
    parts: &[Source],
    earlier: Option<&Path>,
    joined: &[Joined],
    out: &Path,
) -> Result<Merged, HuntError> {
    let mut plan: Option<Plan> = None;
    let mut plain = Plain::default();
    let mut together = Together::default();
    for (number, part) in parts.iter().enumerate() {
        let own = Plan::load(&part.hunt)?;
        match &plan {
            None => plan = Some(own),
            Some(first) => first.must_match(&own)?,
        }
        let store = part.open()?;
        plain.read(number, &store)?;
        together.add(&store)?;
    }
    let plan = plan.ok_or_else(|| HuntError::Nothing("no part has begun".into()))?;
    let mut store = Store::create(out)?;
    let mut found = plain.findings(parts);
    if let Some(earlier) = earlier {
        found.carry(earlier)?;
    }
    found.write(&mut store, out)?;
    let fates = plain.fates(&found);
    let mut repeated = 0;
    for (number, part) in parts.iter().enumerate() {
        let from = part.open()?;
        repeated += rows::copy(&from, number, &plain, &fates, &mut store)?;
        rows::copy_doubts(&part.hunt, out, number, &plain, &fates, &mut store)?;
    }
    found.join(joined, &mut store, out)?;
    together.write(&mut store)?;
    merged_plan(&plan, &store)?.save(out)?;
    let snapshot = meta::snapshot(&store)?;
    store.checkpoint()?;
    Ok(Merged {
        positions: snapshot.positions,
        tests: snapshot.tests,
        repeated,
        findings: snapshot.findings.values().sum(),
        waiting: snapshot.waiting,
        unreduced: snapshot.unreduced,
    })
}

/// The whole hunt, as far as it has come: resumed, it finishes what waits and makes no formula.
fn merged_plan(part: &Plan, store: &Store) -> Result<Plan, HuntError> {
    Ok(Plan {
        shard: Shard::default(),
        reduce: true,
        on_finding: None,
        budget: Budget {
            tests: Some(store.next_index()?),
            ..Budget::default()
        },
        ..part.clone()
    })
}

/// What is simply added up, or the same in all parts.
#[derive(Default)]
struct Together {
    notes: Vec<(String, String)>,
    clocks: Snapshot,
    moments: Vec<Vec<Moment>>,
}

impl Together {
    fn add(&mut self, store: &Store) -> Result<(), HuntError> {
        if self.notes.is_empty() {
            self.notes = store.notes()?;
            self.notes.retain(|(key, _)| key != "holes");
        }
        let part = meta::snapshot(store)?;
        let sum = &mut self.clocks;
        sum.seconds += part.seconds;
        sum.solver_cpu += part.solver_cpu;
        sum.own_cpu += part.own_cpu_before;
        for (said, counts) in part.models {
            let sums = sum.models.entry(said).or_default();
            sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
        }
        for (status, count) in part.proofs {
            *sum.proofs.entry(status).or_default() += count;
        }
        self.moments.push(store.moments()?);
        Ok(())
    }

    fn write(&self, store: &mut Store) -> Result<(), HuntError> {
        for (key, value) in &self.notes {
            store.set_meta(key, value)?;
        }
        for moments in &self.moments {
            store.add_moments(moments)?;
        }
        Ok(meta::save(store, &self.clocks)?)
    }
}
