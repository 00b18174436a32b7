//! A hunt's own notes in the store: clocks, gaps, where it stands.

use crate::event::Snapshot;
use gadfly_store::{Store, StoreError, TestState, VerdictState};
use std::ops::Range;

/// Seconds of all sessions so far.
pub(crate) fn seconds(store: &Store) -> Result<f64, StoreError> {
    Ok(number(store, "elapsed_ms")? / 1000.0)
}

fn number(store: &Store, key: &str) -> Result<f64, StoreError> {
    Ok(store
        .meta(key)?
        .and_then(|text| text.parse().ok())
        .unwrap_or(0.0))
}

/// Where a stored hunt stands.
pub(crate) fn snapshot(store: &Store) -> Result<Snapshot, StoreError> {
    let mut snapshot = Snapshot {
        seconds: seconds(store)?,
        solver_cpu: number(store, "cpu_solvers_ms")? / 1000.0,
        own_cpu_before: number(store, "cpu_own_ms")? / 1000.0,
        models: serde_json::from_str(&store.meta("models")?.unwrap_or_else(|| "{}".into()))?,
        proofs: serde_json::from_str(&store.meta("proofs")?.unwrap_or_else(|| "{}".into()))?,
        ..Snapshot::default()
    };
    for (strategy, state, tests) in store.made()? {
        snapshot.positions += tests;
        match state {
            TestState::Run => {
                snapshot.tests += tests;
                *snapshot.strategies.entry(strategy).or_default() += tests;
            }
            TestState::Duplicate => snapshot.duplicates += tests,
            TestState::Empty | TestState::Skipped => {}
        }
    }
    for tally in store.tallies()? {
        *snapshot.answers.entry(tally.class.name()).or_default() += tally.runs;
        let ends = snapshot.ends.entry(tally.solver).or_default();
        ends.add(tally.class, tally.runs);
    }
    for (kind, _, state, count) in store.verdict_counts()? {
        *snapshot.verdicts.entry(kind).or_default() += count;
        match state {
            VerdictState::Pending => snapshot.waiting += count,
            VerdictState::Doubt => snapshot.doubts += count,
            _ => {}
        }
    }
    for finding in store.findings()? {
        *snapshot.findings.entry(finding.kind).or_default() += 1;
        snapshot.unreduced += u64::from(finding.reduction.is_none());
        let last = snapshot.last_found.unwrap_or(finding.found);
        snapshot.last_found = Some(last.max(finding.found));
    }
    Ok(snapshot)
}

/// Saves the clocks.
pub(crate) fn save(store: &Store, snapshot: &Snapshot) -> Result<(), StoreError> {
    let millis = |seconds: f64| format!("{:.0}", seconds * 1000.0);
    store.set_meta("models", &serde_json::to_string(&snapshot.models)?)?;
    store.set_meta("proofs", &serde_json::to_string(&snapshot.proofs)?)?;
    store.set_meta("elapsed_ms", &millis(snapshot.seconds))?;
    store.set_meta("cpu_solvers_ms", &millis(snapshot.solver_cpu))?;
    store.set_meta("cpu_own_ms", &millis(snapshot.own_cpu))
}

/// CPU seconds of this process, without those that it started.
pub(crate) fn own_cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Positions that a stopped hunt left out.
pub(crate) fn holes(store: &Store) -> Result<Vec<Range<u64>>, StoreError> {
    let text = store.meta("holes")?.unwrap_or_else(|| "[]".to_string());
    let pairs: Vec<(u64, u64)> = serde_json::from_str(&text)?;
    let mut left = Vec::new();
    for (from, to) in pairs {
        let done: Vec<u64> = store
            .tests(from, to - from)?
            .iter()
            .map(|test| test.index)
            .collect();
        let open = (from..to).filter(|index| !done.contains(index));
        open.for_each(|index| push_hole(&mut left, index));
    }
    Ok(left)
}

/// Adds a position to a list of gaps; a gap never crosses a block's border.
pub(crate) fn push_hole(holes: &mut Vec<Range<u64>>, index: u64) {
    match holes.last_mut() {
        Some(last) if last.end == index && !index.is_multiple_of(crate::order::BLOCK) => {
            last.end += 1
        }
        _ => holes.push(index..index + 1),
    }
}

/// Notes positions that a stopped hunt leaves out.
pub(crate) fn save_holes(store: &Store, holes: &[Range<u64>]) -> Result<(), StoreError> {
    let pairs: Vec<(u64, u64)> = holes.iter().map(|hole| (hole.start, hole.end)).collect();
    store.set_meta("holes", &serde_json::to_string(&pairs)?)
}
