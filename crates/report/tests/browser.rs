//! The page in a real browser: nothing is reported on its console, nothing is loaded, the screenshot
//! is no blank sheet, and at no width does anything stick out or lie on something else. Passed over where there is no Chromium, unless
//! `GADFLY_REQUIRE_BROWSER` is set.

use gadfly_report::{Summary, page};
use gadfly_store::{Batch, Class, Finding, Release, RunRow, Store, TestRow, TestState};
use std::path::{Path, PathBuf};

/// As long as specs with options get.
const LONG: &str = "z3@5.4.0 'tactic.default_tactic=(then simplify solve-eqs bit-blast sat)'";
const CLASSES: [Class; 5] = [
    Class::Sat,
    Class::Unsat,
    Class::Unknown,
    Class::Timeout,
    Class::MemoryOut,
];

fn hunt(folder: &Path) {
    let mut store = Store::create(folder).unwrap();
    let solvers =
        ["z3@4.8.7", "cvc5@1.4.2", LONG].map(|name| store.intern("solver", name).unwrap());
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
            runs: (1..)
                .zip(solvers)
                .map(|(factor, solver)| RunRow {
                    solver,
                    class: CLASSES[((n + factor) % 5) as usize],
                    fresh: false,
                    wall_us: 1000 * (n + 1) * (second + 1) * factor,
                    cpu_us: 900,
                })
                .collect(),
        };
        let batch = Batch {
            second,
            tests: (0..10).map(row).collect(),
            ..Batch::default()
        };
        store.commit(&batch).unwrap();
    }
    for (n, solver) in ["z3@4.8.7", LONG].into_iter().enumerate() {
        let releases = ["4.8.5", "4.8.7", "5.4.0"].map(|version| Release {
            spec: format!("z3@{version}"),
            bad: Some(version != "5.4.0"),
            ..Release::default()
        });
        let finding = Finding {
            id: format!("z3-soundness-{n}"),
            kind: gadfly_vocabulary::Kind::Soundness,
            solver: solver.into(),
            logic: "QF_SLIA".into(),
            options: vec![LONG.into()],
            releases: releases.to_vec(),
            title: "unsat on a satisfiable formula".into(),
            sentence: "<img src=x onerror=\"console.error('escaped?')\">".into(),
            identity: n.to_string(),
            ..Finding::default()
        };
        let case =
            "(declare-fun x () String)\n(assert (= x \"<script>console.error(1)</script>\"))\n";
        store.add_finding(0, &finding, case, 3).unwrap();
    }
}

fn written() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    hunt(folder.path());
    let file = folder.path().join("page.html");
    let html = page(&Summary::load(&[folder.path()]).unwrap());
    std::fs::write(&file, html.replace("<details ", "<details open ")).unwrap();
    (folder, file)
}

#[test]
fn the_page_shows_and_the_console_stays_empty() {
    let (_folder, file) = written();
    if let Some(look) = gadfly_testkit::look_at(&file) {
        look.is_clean();
    }
}

#[test]
fn nothing_sticks_out_at_any_width() {
    let (_folder, file) = written();
    for width in [400, 800, 1280] {
        let faults = gadfly_testkit::layout_faults(&file, width).unwrap_or_default();
        assert!(faults.is_empty(), "{width} pixels: {faults:#?}");
    }
}
