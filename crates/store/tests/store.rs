//! The store from outside: what is committed reads back, and what can go wrong says so.

use gadfly_store::{
    Batch, Choice, ChoiceRow, Class, Finding, Output, RunRow, Status, Store, StoreError, TestRow,
    TestState, VerdictRow, VerdictState,
};
use gadfly_vocabulary::{Evidence, Kind, LabelSource, Signature};

fn test(store: &mut Store, index: u64) -> TestRow {
    TestRow {
        index,
        state: TestState::Run,
        strategy: store.intern("strategy", "op").unwrap(),
        logic: store.intern("logic", "QF_LIA").unwrap(),
        seed: store.intern("seed", "a.smt2").unwrap(),
        hash: index.wrapping_mul(0x9E37_79B9_7F4A_7C15),
        size: 512,
        runs: vec![RunRow {
            solver: store.intern("solver", "z3@5.4.0").unwrap(),
            class: Class::Sat,
            fresh: false,
            wall_us: 1650,
            cpu_us: 1600,
        }],
    }
}

fn verdict(index: u64) -> VerdictRow {
    VerdictRow {
        id: 0,
        index,
        n: 0,
        kind: Kind::Crash,
        solver: "z3@4.8.7".into(),
        family: "z3".into(),
        check: 0,
        evidence: Evidence::Observed,
        sentence: "It died.".into(),
        signature: Signature::Place("seq.cpp:1".into()),
        group: "g".into(),
        label: LabelSource::None,
        formula: Some("(check-sat)\n".into()),
        state: VerdictState::Pending,
        finding: None,
        history: vec!["(assert p)".into()],
        outputs: vec![Output {
            solver: "z3@4.8.7".into(),
            stdout: vec![b'x'; 100_000],
            stderr: b"ASSERTION".to_vec(),
        }],
    }
}

#[test]
fn a_batch_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path()).unwrap();
    let tests: Vec<TestRow> = (0..3).map(|index| test(&mut store, index)).collect();
    let choice = ChoiceRow {
        first: 0,
        count: 3,
        choice: Choice {
            strategy: "op".into(),
            ..Choice::default()
        },
    };
    let batch = Batch {
        second: 7,
        tests: tests.clone(),
        choices: vec![choice.clone()],
        verdicts: vec![verdict(1)],
    };
    store.commit(&batch).unwrap();
    drop(store);

    let store = Store::read(folder.path()).unwrap();
    assert_eq!(store.tests(0, 10).unwrap(), tests);
    assert_eq!(store.next_index().unwrap(), 3);
    assert_eq!(store.choices(0).unwrap(), vec![choice]);
    let pending = store.pending(10).unwrap();
    assert_eq!(pending[0].formula.as_deref(), Some("(check-sat)\n"));
    assert_eq!(pending[0].history, ["(assert p)"]);
    let outputs = store.outputs(pending[0].id).unwrap();
    assert_eq!(
        outputs[0].stdout.len(),
        64 * 1024,
        "long outputs are capped"
    );
    let tallies = store.tallies().unwrap();
    assert_eq!((tallies[0].runs, tallies[0].wall_us), (3, 3 * 1650));
    assert_eq!(store.moments().unwrap()[0].second, 7);
}

#[test]
fn a_finding_lives_and_is_settled() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path()).unwrap();
    let row = test(&mut store, 0);
    let batch = Batch {
        tests: vec![row],
        verdicts: vec![verdict(0)],
        ..Batch::default()
    };
    store.commit(&batch).unwrap();
    let id = store.pending(1).unwrap()[0].id;
    let mut finding = Finding {
        id: "z3-crash-1".into(),
        identity: "z3 crash seq.cpp:1".into(),
        ..Finding::default()
    };
    store.add_finding(id, &finding, "(check-sat)\n", 3).unwrap();
    assert!(store.pending(1).unwrap().is_empty());
    finding.status = Status::Reported;
    finding.url = Some("https://example.org/1".into());
    store.update_finding(&finding, Some("(exit)\n")).unwrap();
    let back = store.finding("z3-").unwrap().unwrap();
    assert_eq!((back.triggers, back.status), (1, Status::Reported));
    let texts = store.finding_texts("z3-crash-1").unwrap().unwrap();
    assert_eq!(texts, ("(check-sat)\n".into(), Some("(exit)\n".into())));
}

#[test]
fn two_hunts_in_one_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = Store::create(folder.path()).unwrap();
    assert!(matches!(
        Store::resume(folder.path()),
        Err(StoreError::Busy { .. })
    ));
    assert!(Store::read(folder.path()).is_ok(), "readers are welcome");
    drop(first);
    assert!(matches!(
        Store::create(folder.path()),
        Err(StoreError::Exists { .. })
    ));
    assert!(Store::resume(folder.path()).is_ok());
}

#[test]
fn a_damaged_store_is_said_to_be_damaged() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("store.sqlite"), vec![b'?'; 8192]).unwrap();
    for error in [
        Store::read(folder.path()).unwrap_err(),
        Store::resume(folder.path()).unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    }
    let error = Store::read(&folder.path().join("nothing")).unwrap_err();
    assert!(matches!(error, StoreError::Missing { .. }), "{error}");
}

#[test]
fn a_full_disk_loses_nothing_that_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path()).unwrap();
    let first = Batch {
        tests: vec![test(&mut store, 0)],
        ..Batch::default()
    };
    store.commit(&first).unwrap();
    store.limit_pages(1).unwrap();
    let rows: Vec<TestRow> = (1..5000).map(|index| test(&mut store, index)).collect();
    let error = store
        .commit(&Batch {
            tests: rows,
            ..Batch::default()
        })
        .unwrap_err();
    assert!(matches!(error, StoreError::Full { .. }), "{error}");
    drop(store);
    assert_eq!(
        Store::resume(folder.path()).unwrap().next_index().unwrap(),
        1
    );
}

#[test]
fn a_newer_store_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(folder.path()).unwrap());
    let db = rusqlite::Connection::open(folder.path().join("store.sqlite")).unwrap();
    db.pragma_update(None, "user_version", 1000).unwrap();
    drop(db);
    let error = Store::read(folder.path()).unwrap_err();
    assert!(
        matches!(error, StoreError::Newer { found: 1000, .. }),
        "{error}"
    );
}

#[test]
fn ten_million_tests_stay_below_two_gigabytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(folder.path()).unwrap();
    let count = 20_000;
    let rows: Vec<TestRow> = (0..count).map(|index| test(&mut store, index)).collect();
    store
        .commit(&Batch {
            tests: rows,
            ..Batch::default()
        })
        .unwrap();
    store.checkpoint().unwrap();
    let bytes = std::fs::metadata(folder.path().join("store.sqlite"))
        .unwrap()
        .len();
    // Three solvers a test would add some twenty bytes.
    assert!(bytes / count + 40 < 200, "{} bytes a test", bytes / count);
}
