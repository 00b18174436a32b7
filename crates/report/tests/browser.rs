//! The page in a real browser: from a telephone's width to a large screen's, light and dark, nothing
//! sticks out, lies on something else, is too pale, has no name for a screen reader, or is reported on the
//! console. Passed over where there is no Chromium, unless `GADFLY_REQUIRE_BROWSER` is set.

use gadfly_report::{Summary, page};
use gadfly_store::{Batch, Class, Finding, Release, RunRow, Store, TestRow, TestState};
use gadfly_testkit::{Browser, Window};
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
    let mut summary = Summary::load(&[folder.path()]).unwrap();
    summary.files_at(|_| Some(String::new()));
    std::fs::write(&file, page(&summary)).unwrap();
    (folder, file)
}

#[test]
fn the_page_is_whole_at_every_width() {
    let (_folder, file) = written();
    let faults = gadfly_testkit::page_faults(&file).unwrap_or_default();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// What a reader does: a link opens a folded finding, a button copies its case, the skip link comes first.
#[test]
fn the_page_answers_keys_and_links() {
    let (_folder, file) = written();
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let address = format!("file://{}#z3-soundness-1", file.display());
    browser.open(&address, Window::of(1280, false));
    let open = "[...document.querySelectorAll('details[open]')].map(e => e.id).join(' ')";
    assert_eq!(browser.evaluate(open), "z3-soundness-1");
    let copy = "document.execCommand = () => { window.copied = document.activeElement.value; };
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.querySelector('details[open] button.copy').click(); window.copied";
    let copied = browser.evaluate(copy);
    assert!(
        copied.as_str().unwrap().starts_with("(declare-fun x"),
        "{copied}"
    );
    let link = "document.querySelector('details[open] .files a').getAttribute('href')";
    assert_eq!(browser.evaluate(link), "findings/z3-soundness-1/case.smt2");
    let first = "document.querySelector('a,button,summary,[tabindex]').textContent";
    assert_eq!(browser.evaluate(first), "Skip to the content");
    assert!(browser.said().is_empty(), "{:#?}", browser.said());
}
