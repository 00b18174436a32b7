//! What a hunt stored that must not depend on who ran it, and when.

use gadfly_store::Store;

/// Positions, states and hashes of all tests.
pub(crate) fn tests_of(store: &Store) -> Vec<String> {
    let tests = store.tests(0, 1 << 20).unwrap();
    let line = tests
        .iter()
        .map(|t| format!("{} {:?} {:x}", t.index, t.state, t.hash));
    line.collect()
}

/// All verdicts, with the findings that they belong to.
pub(crate) fn verdicts_of(store: &Store) -> Vec<String> {
    let verdicts = store.verdicts().unwrap();
    let line = verdicts.iter().map(|v| {
        let (index, n, kind) = (v.index, v.n, v.kind);
        format!("{index} {n} {kind} {} {:?}", v.signature, v.finding)
    });
    line.collect()
}
