//! Reports of a store with hostile content: complete, merged, and nothing gets through unescaped.

use gadfly_report::{Content, Format, Summary, page, sarif};
use gadfly_store::{
    Batch, Class, Finding, FindingRun, Reduction, Release, RunRow, Store, TestRow, TestState,
    VerdictRow, VerdictState,
};
use gadfly_vocabulary::{Evidence, Kind, LabelSource, Priority, Signature, Wrong};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use std::io::Write;
use std::path::Path;

const HOSTILE: &str = "</pre></title><script>alert(1)</script>";

/// What hunts found, in a form.
fn findings(format: &str, summary: &Summary) -> String {
    let Content::Findings(write) = Format::named(format).unwrap().content else {
        panic!("{format} is made of runs");
    };
    let mut out = Vec::new();
    write(summary, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// All runs in a form, and how many there were of each store.
fn runs(format: &str, stores: &[Store]) -> (Vec<u8>, Vec<u64>) {
    let Content::Runs(write) = Format::named(format).unwrap().content else {
        panic!("{format} is made of findings");
    };
    let mut out = Vec::new();
    let counts = write(stores, &mut out).unwrap();
    (out, counts)
}

fn hunt(folder: &Path, first: &str) {
    let mut store = Store::create(folder).unwrap();
    let names = ["z3@4.8.7", "cvc5@1.4.2"].map(|name| store.intern("solver", name).unwrap());
    let strategies = ["op", "fusion"].map(|name| store.intern("strategy", name).unwrap());
    let logics = ["QF_LIA", "QF_S", HOSTILE].map(|name| store.intern("logic", name).unwrap());
    let seed = store.intern("seed", "a,\"b\".smt2").unwrap();
    for second in 0..120u64 {
        let row = |n: u64| TestRow {
            index: second * 20 + n,
            state: if n == 7 {
                TestState::Duplicate
            } else {
                TestState::Run
            },
            strategy: strategies[(n % 2) as usize],
            logic: logics[(n % 3) as usize],
            seed,
            hash: n,
            size: 100,
            runs: names
                .iter()
                .enumerate()
                .map(|(of, solver)| RunRow {
                    solver: *solver,
                    class: [Class::Sat, Class::Unsat, Class::Unknown, Class::Timeout]
                        [((n * 7 + second + of as u64) % 4) as usize],
                    fresh: false,
                    wall_us: 900 + (n + 1) * (second + 1) * (n % 5 + 1) * (of as u64 + 1) * 37,
                    cpu_us: 800,
                })
                .collect(),
        };
        let verdicts = if second % 40 == 3 {
            vec![verdict(second * 20)]
        } else {
            vec![]
        };
        let batch = Batch {
            second,
            tests: (0..20).map(row).collect(),
            choices: vec![],
            verdicts,
        };
        store.commit(&batch).unwrap();
    }
    store.set_meta("elapsed_ms", "120000").unwrap();
    store.set_meta("command", "gadfly hunt <b>").unwrap();
    for (n, id) in [first, "z3-crash-2"].into_iter().enumerate() {
        let waiting = store.pending(1).unwrap()[0].id;
        store
            .add_finding(
                waiting,
                &finding(id, n),
                "(check-sat)\n",
                40 * (n as u64 + 1),
            )
            .unwrap();
    }
    let mut reduced = finding(first, 0);
    reduced.reduction = Some(Reduction {
        before: 4000,
        after: 90,
        seconds: 3.5,
        tried: 400,
    });
    let case = format!(
        "; {HOSTILE}\n(set-logic QF_S)\n(declare-fun x () String)\n(assert (= x \"{HOSTILE}\"))\n(assert (> (str.len x) 12))\n(check-sat)\n"
    );
    store.update_finding(&reduced, Some(&case)).unwrap();
}

fn verdict(index: u64) -> VerdictRow {
    VerdictRow {
        id: 0,
        index,
        n: 0,
        kind: Kind::Soundness,
        solver: "z3@4.8.7".into(),
        family: "z3".into(),
        check: 0,
        evidence: Evidence::CheckedModel,
        sentence: HOSTILE.into(),
        signature: Signature::Wrong(Wrong::Refutation),
        group: "g".into(),
        label: LabelSource::None,
        formula: Some("(check-sat)\n".into()),
        state: VerdictState::Pending,
        finding: None,
        outputs: vec![],
        history: vec![],
    }
}

fn finding(id: &str, n: usize) -> Finding {
    Finding {
        id: id.into(),
        kind: [Kind::Soundness, Kind::Crash][n],
        solver: "z3@4.8.7".into(),
        family: "z3".into(),
        title: [
            "z3 4.8.7 answers unsat on a satisfiable formula over strings",
            HOSTILE,
        ][n]
            .into(),
        sentence: HOSTILE.into(),
        evidence: Evidence::CheckedModel,
        identity: id.into(),
        priority: Priority::High,
        logic: "QF_S".into(),
        strategy: "op".into(),
        found: 40.0 * (n as f64 + 1.0),
        parents: vec!["QF_S/sat/a.smt2#1b7e".into()],
        trace: vec!["str.prefixof -> str.suffixof".into()],
        runs: vec![
            FindingRun {
                spec: "z3@4.8.7".into(),
                version: "4.8.7".into(),
                result: "unsat".into(),
                wall: 0.012,
            },
            FindingRun {
                spec: "cvc5@1.4.2".into(),
                version: "1.4.2".into(),
                result: HOSTILE.into(),
                wall: 0.006,
            },
        ],
        releases: ["4.8.5", "4.8.7", "4.8.8", "5.4.0"]
            .iter()
            .enumerate()
            .map(|(r, version)| Release {
                spec: format!("z3@{version}"),
                result: HOSTILE.into(),
                bad: Some(r + n < 3),
            })
            .collect(),
        ..Finding::default()
    }
}

#[test]
fn two_hunts_merge_and_nothing_gets_through() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    hunt(&a, "z3-soundness-1");
    hunt(&b, "z3-soundness-3");
    let summary = Summary::load(&[&a, &b]).unwrap();
    assert_eq!(
        summary.findings.len(),
        3,
        "the crash is in both and counts once"
    );
    assert_eq!(summary.tests(), 2 * 120 * 19);
    let html = page(&summary);
    // One script, which is the page's own.
    assert_eq!(
        html.matches("<script").count(),
        1,
        "hostile text got through"
    );
    assert_eq!(
        html.matches("</title>").count(),
        1 + html.matches("<title>").count() - 1
    );
    assert!(
        !html.contains("NaN") && !html.contains("http:") && !html.contains("https:"),
        "the page must load nothing"
    );
    for format in ["html", "junit", "markdown"] {
        let text = findings(format, &summary);
        let own = usize::from(format == "html");
        assert_eq!(
            text.matches("<script").count(),
            own,
            "hostile text got through"
        );
    }
    assert_eq!(findings("json", &summary).lines().count(), 3);
    assert_eq!(
        sarif(&summary)["runs"][0]["results"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let stores = [Store::read(&a).unwrap(), Store::read(&a).unwrap()];
    let (csv, counts) = runs("csv", &stores);
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(counts, [2 * 120 * 20; 2]);
    let headings = csv.matches("index,state").count();
    assert_eq!(headings, 1, "one heading for all");
    assert!(csv.contains("\"a,\"\"b\"\".smt2\""));
    parquet_has_the_rows_of_the_csv(&stores, &csv);
    if let Some(out) = std::env::var_os("GADFLY_PAGE_OUT") {
        std::fs::write(out, html).unwrap();
    }
}

fn parquet_has_the_rows_of_the_csv(stores: &[Store], csv: &str) {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&runs("parquet", stores).0).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows: Vec<_> = reader
        .get_row_iter(None)
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let heading: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let columns: Vec<&str> = rows[0].get_column_iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(heading, columns);
    assert_eq!(rows.len(), csv.lines().count() - 1);
    // The last column of the CSV has no commas before its end.
    for (row, line) in rows.iter().zip(csv.lines().skip(1)) {
        let cpu = line.rsplit(',').next().unwrap();
        assert_eq!(row.get_long(11).unwrap().to_string(), cpu);
    }
}

#[test]
fn an_empty_hunt_has_a_page_too() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::create(folder.path()).unwrap());
    let summary = Summary::load(&[folder.path()]).unwrap();
    let html = page(&summary);
    assert!(html.contains("Nothing was found") && !html.contains("NaN"));
    assert!(findings("junit", &summary).contains("failures=\"0\""));
}
