//! The rows of a part, as they are in the whole.

use super::plain::{Fate, Place, Plain, copy_folder};
use crate::error::HuntError;
use gadfly_store::{Batch, Store, StoreError, TestRow, TestState, VerdictRow, VerdictState};
use rustc_hash::FxHashMap;
use std::path::Path;

/// Tests a transaction.
const BATCH: u64 = 4096;

/// Copies a part's tests and verdicts; gives how many formulas turned out to be duplicates.
pub(super) fn copy(
    from: &Store,
    part: usize,
    plain: &Plain,
    fates: &FxHashMap<Place, Fate>,
    into: &mut Store,
) -> Result<u64, HuntError> {
    let names: FxHashMap<u32, String> = from.names()?.into_iter().collect();
    let (mut next, end) = (0, plain.end(part));
    let mut repeated = 0;
    for choice in from.choices(0)?.chunks(BATCH as usize) {
        into.adopt(&Batch {
            choices: choice.to_vec(),
            ..Batch::default()
        })?;
    }
    loop {
        let tests = from.tests(next, BATCH)?;
        let Some(last) = tests.last().map(|test| test.index) else {
            return Ok(repeated);
        };
        let mut batch = Batch::default();
        for mut test in tests.into_iter().filter(|test| test.index < end) {
            if test.state == TestState::Run {
                match plain.is_owner(test.hash, test.index) {
                    // It was not there when the others were read.
                    None => continue,
                    Some(true) => {}
                    Some(false) => {
                        test.state = TestState::Duplicate;
                        test.runs.clear();
                        repeated += 1;
                    }
                }
            }
            rename(&mut test, &names, into)?;
            batch.tests.push(test);
        }
        let verdicts = from.whole_verdicts(next, last + 1)?.into_iter();
        batch.verdicts = verdicts
            .filter_map(|verdict| settled(verdict, fates))
            .collect();
        into.adopt(&batch)?;
        next = last + 1;
    }
}

/// A verdict with what becomes of it; `None` for one of a duplicate.
fn settled(mut verdict: VerdictRow, fates: &FxHashMap<Place, Fate>) -> Option<VerdictRow> {
    let fate = fates.get(&(verdict.index, verdict.n))?;
    verdict.state = fate.state;
    verdict.finding.clone_from(&fate.finding);
    if !fate.keep {
        verdict.formula = None;
    }
    Some(verdict)
}

/// Names have other numbers in the other store.
fn rename(
    test: &mut TestRow,
    names: &FxHashMap<u32, String>,
    into: &mut Store,
) -> Result<(), StoreError> {
    let mut named = |kind, number: &mut u32| -> Result<(), StoreError> {
        let name = names.get(number).map_or("", String::as_str);
        *number = into.intern(kind, name)?;
        Ok(())
    };
    named("strategy", &mut test.strategy)?;
    named("logic", &mut test.logic)?;
    named("seed", &mut test.seed)?;
    for run in &mut test.runs {
        named("solver", &mut run.solver)?;
    }
    Ok(())
}

/// Copies a part's doubts, and their files.
pub(super) fn copy_doubts(
    hunt: &Path,
    out: &Path,
    part: usize,
    plain: &Plain,
    fates: &FxHashMap<Place, Fate>,
    into: &mut Store,
) -> Result<(), HuntError> {
    for (place, doubt) in plain.doubts(part) {
        let is_doubt = |fate: &Fate| fate.examined && fate.state == VerdictState::Doubt;
        if !fates.get(place).is_some_and(is_doubt) {
            continue;
        }
        if let Some(verdict) = into.verdict_id(place.0, place.1)? {
            into.add_doubt(verdict, doubt)?;
            let folder = |hunt: &Path| hunt.join("doubts").join(&doubt.id);
            copy_folder(&folder(hunt), &folder(out))?;
        }
    }
    Ok(())
}
