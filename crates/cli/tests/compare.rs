//! Comparisons of hunts of fake solvers: a strategy that can find a bug beats one that cannot.

mod hunting;

use hunting::{command, gadfly, seeds, solver};
use serde_json::Value;
use std::path::Path;

/// A solver that dies of every product, and seeds without one: `op` gets there, `swap` does not, and
/// another tool has such a formula from the start.
fn configurations(folder: &Path) -> String {
    let head = "(set-logic QF_NIA)\n(declare-fun x () Int)\n(declare-fun y () Int)\n";
    let seeds = seeds(folder, head, &["(> (+ x y) (- x y))"])
        .display()
        .to_string();
    let solver = solver(folder, "crash.rules", "when \"(* \": assertion\n");
    let trigger = folder.join("trigger.txt");
    let text = "(set-logic QF_NIA)(declare-fun x () Int)(assert (> (* x x) 2))(check-sat)";
    std::fs::write(&trigger, text).unwrap();
    let hunt = |name: &str| {
        format!(
            "[[configuration]]\nname = \"{name}\"\nhunt = [\"{seeds}\", \"--strategy\", \"{name}\", \
             \"--solver\", \"{solver}\", \"--profile\", \"z3\", \"--schedule\", \"uniform\", \"--no-options\"]\n"
        )
    };
    let tool = format!(
        "[[configuration]]\nname = \"copy\"\ncommand = [\"sh\", \"-c\", \"mkdir -p {{out}}/bugs && \
         cp '{}' {{out}}/bugs/{{formulas}}.smt2\"]\nfindings = \"bugs\"\ncheck = [\"--solver\", \"{solver}\", \
         \"--profile\", \"z3\"]\n",
        trigger.display()
    );
    let file = folder.join("compare.toml");
    std::fs::write(&file, format!("{}{}{tool}", hunt("op"), hunt("swap"))).unwrap();
    file.display().to_string()
}

fn result(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("study/compare.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Who is better in the number of causes.
fn better(results: &Value, first: &str, second: &str) -> Value {
    let pairs = results["pairs"].as_array().unwrap();
    let names = |pair: &&Value| {
        pair["measure"] == "causes" && pair["first"] == first && pair["second"] == second
    };
    pairs.iter().find(names).unwrap()["better"].clone()
}

#[test]
fn a_strategy_that_finds_the_bug_wins_and_more_runs_can_be_added() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = configurations(folder);
    let out = folder.join("study").display().to_string();
    let compare = |repeat: &str| {
        let words = [
            "compare",
            &file,
            "--formulas",
            "48",
            "--jobs",
            "1",
            "--out",
            &out,
            "-q",
        ];
        gadfly(folder, &[&words[..], &["--repeat", repeat]].concat())
    };
    let (code, stdout, stderr) = compare("1");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert_eq!(
        result(folder)["pairs"][0]["better"],
        Value::Null,
        "one run says nothing"
    );
    let first = std::fs::metadata(folder.join("study/runs/op-1/finished.json")).unwrap();
    let (code, stdout, stderr) = compare("4");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    let again = std::fs::metadata(folder.join("study/runs/op-1/finished.json")).unwrap();
    assert_eq!(
        first.modified().unwrap(),
        again.modified().unwrap(),
        "what is over stays"
    );
    let results = result(folder);
    assert_eq!(
        results["totals"][0]["causes"],
        serde_json::json!([1, 1, 1, 1])
    );
    assert_eq!(
        results["totals"][1]["causes"],
        serde_json::json!([0, 0, 0, 0])
    );
    // What another tool found is the same bug.
    assert_eq!(
        results["totals"][2]["causes"],
        serde_json::json!([1, 1, 1, 1]),
        "{stdout}"
    );
    assert_eq!(results["causes"].as_array().unwrap().len(), 1, "{stdout}");
    assert_eq!(better(&results, "op", "swap"), "op");
    assert_eq!(better(&results, "swap", "copy"), "copy");
    assert_eq!(better(&results, "op", "copy"), Value::Null);
    assert!(
        stdout.contains("op is better (U = 16, p = 0.0286, Â12 = 1.00, large)"),
        "{stdout}"
    );
    let page = std::fs::read_to_string(folder.join("study/index.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("class=\"band\""));
    let faults = gadfly_testkit::page_faults(&folder.join("study/index.html"));
    assert_eq!(faults.unwrap_or_default(), [""; 0]);
    for table in ["totals", "runs", "causes", "pairs", "curves"] {
        let text = std::fs::read_to_string(folder.join(format!("study/{table}.csv"))).unwrap();
        assert!(text.lines().count() > 1, "{table}");
    }
}

#[test]
fn another_comparison_does_not_go_into_the_same_folder() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let out = folder.join("study");
    std::fs::create_dir(&out).unwrap();
    std::fs::write(out.join("comparison.json"), "{}").unwrap();
    let file = configurations(folder);
    let words = [
        "compare",
        &file,
        "--formulas",
        "8",
        "--out",
        &out.display().to_string(),
    ];
    let done = command(folder, &words).output().unwrap();
    let (code, _, stderr) = gadfly_testkit::told(&done);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("holds a comparison of other configurations"),
        "{stderr}"
    );
}
