//! The page in a real browser: nothing is reported on its console, nothing is loaded, and the
//! screenshot is no blank sheet. Passed over where there is no Chromium, unless
//! `GADFLY_REQUIRE_BROWSER` is set.

use gadfly_report::{Summary, page};
use gadfly_store::{Batch, Class, Finding, RunRow, Store, TestRow, TestState};
use std::path::Path;

fn hunt(folder: &Path) {
    let mut store = Store::create(folder).unwrap();
    let solver = store.intern("solver", "z3@4.8.7").unwrap();
    let strategy = store.intern("strategy", "op").unwrap();
    let logic = store.intern("logic", "QF_S").unwrap();
    let seed = store.intern("seed", "a.smt2").unwrap();
    for second in 0..30u64 {
        let row = |n: u64| TestRow {
            index: second * 10 + n,
            state: TestState::Run,
            strategy,
            logic,
            seed,
            hash: second * 10 + n,
            size: 100,
            runs: vec![RunRow {
                solver,
                class: [Class::Sat, Class::Unsat, Class::Timeout][(n % 3) as usize],
                fresh: false,
                wall_us: 1000 * (n + 1) * (second + 1),
                cpu_us: 900,
            }],
        };
        let batch = Batch {
            second,
            tests: (0..10).map(row).collect(),
            ..Batch::default()
        };
        store.commit(&batch).unwrap();
    }
    let finding = Finding {
        id: "z3-soundness-1".into(),
        kind: gadfly_vocabulary::Kind::Soundness,
        solver: "z3@4.8.7".into(),
        title: "unsat on a satisfiable formula".into(),
        sentence: "<img src=x onerror=\"console.error('escaped?')\">".into(),
        identity: "one".into(),
        ..Finding::default()
    };
    let case = "(declare-fun x () String)\n(assert (= x \"<script>console.error(1)</script>\"))\n";
    store.add_finding(0, &finding, case, 3).unwrap();
}

#[test]
fn the_page_shows_and_the_console_stays_empty() {
    let folder = tempfile::tempdir().unwrap();
    hunt(folder.path());
    let file = folder.path().join("page.html");
    let html = page(&Summary::load(&[folder.path()]).unwrap());
    std::fs::write(&file, html.replace("<details ", "<details open ")).unwrap();
    if let Some(look) = gadfly_testkit::look_at(&file) {
        look.is_clean();
    }
}
