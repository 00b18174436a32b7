//! The formulas that the papers print, over whatever releases are installed.
//!
//! `cargo test -p gadfly-examine --test papers -- --ignored --nocapture` prints the matrix of
//! `docs/lab/paper-bugs.md` and checks what is known of each release. `GADFLY_CVC4` may name a cvc4, and
//! `GADFLY_PAPERS` what the names of the formulas start with (`fusion,thesis`).

mod real;

use gadfly_exec::Limits;
use gadfly_oracle::{CatalogEvaluator, Evaluator, Given, History, Kind, Mark, labelled};
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use real::equipped;
use std::path::PathBuf;
use std::time::Duration;

/// A printed formula.
struct Printed {
    name: String,
    text: String,
}

impl Printed {
    /// A line `; key: value` of its head.
    fn head(&self, key: &str) -> Option<&str> {
        let mut lines = self.text.lines().take_while(|line| line.starts_with(';'));
        lines.find_map(|line| {
            line.strip_prefix("; ")?
                .strip_prefix(key)?
                .strip_prefix(": ")
        })
    }

    /// The arguments that the paper gave to a family.
    fn arguments(&self, family: &str) -> String {
        let arguments = self.head("arguments").and_then(|text| text.split_once(' '));
        match arguments {
            Some((of, arguments)) if of == family => format!(" {arguments}"),
            _ => String::new(),
        }
    }
}

fn printed() -> Vec<Printed> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/papers");
    let files = std::fs::read_dir(folder).expect("the folder of the papers' formulas");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let read = |path: PathBuf| Printed {
        name: path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned(),
        text: std::fs::read_to_string(&path).expect("a readable file"),
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn all_are_well_sorted_and_say_where_they_come_from() {
    let evaluator = CatalogEvaluator::new(gadfly_testkit::catalog());
    let all = printed();
    assert!(all.len() >= 30, "{}", all.len());
    for formula in all {
        assert!(evaluator.well_sorted(&formula.text), "{}", formula.name);
        for key in ["printed in", "report", "claim", "expect"] {
            assert!(
                formula.head(key).is_some(),
                "{} has no `{key}`",
                formula.name
            );
        }
    }
}

/// What is known: the release shows the bug, by this kind, and that one no longer does.
const SHOWN: &str = "
    enumeration-fig1  | cvc5@1.1.2 | soundness     |
    enumeration-fig8d | z3@4.8.14 smt.bv.eq_axioms=false | soundness     | z3@4.8.15 smt.bv.eq_axioms=false
    fusion-fig13a     | z3@4.8.6   | soundness     | z3@4.8.7
    fusion-fig13b     | z3@4.8.5   | soundness     | z3@4.8.6
    fusion-fig13c     | z3@4.8.5   | soundness     | z3@4.8.6
    typefuzz-fig8d    | z3@4.8.7 model_validate=true | self-check    | z3@4.8.8 model_validate=true
    typefuzz-fig2     | z3@4.8.5   | invalid-model | z3@4.8.6
    typefuzz-fig8g    | z3@4.8.10 rewriter.flat=false | crash         | z3@4.8.11 rewriter.flat=false
    typefuzz-fig1     | cvc4@1.8   | soundness     |
    typefuzz-fig3     | cvc4@1.8   | soundness     |
    typefuzz-fig8a    | cvc4@1.8   | soundness     |
";

fn solvers(formula: &Printed) -> Vec<Solver> {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let ranges = ["z3", "cvc5"].map(|family| format!("{family}@*{}", formula.arguments(family)));
    let mut solvers: Vec<Solver> = Vec::new();
    for spec in ranges {
        solvers.extend(resolver.one(&spec).unwrap_or_default());
    }
    if let Ok(path) = std::env::var("GADFLY_CVC4") {
        let resolver = Resolver::new(Home::from_env()).with_profile(Some("cvc4".into()));
        let mut found = resolver
            .one(&format!("{path} --strings-exp"))
            .expect("GADFLY_CVC4 names a solver");
        found
            .iter_mut()
            .for_each(|solver| solver.spec = format!("cvc4@{}", solver.version));
        solvers.extend(found);
    }
    solvers
}

fn histories(formula: &Printed) -> Vec<(String, History)> {
    let limits = Limits {
        // CPU time: a busy machine must not look like a slow solver.
        cpu: Some(Duration::from_secs(4)),
        wall: Some(Duration::from_secs(90)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    let (specs, equipment) = equipped(solvers(formula), 1, limits);
    let labelled = labelled(&formula.text, Given::File);
    let chronicle = equipment.examiner().chronicle(&labelled, &specs, &[]);
    chronicle.histories
}

/// What a history's releases said, equal neighbours together.
fn spans(history: &History) -> String {
    let mut spans: Vec<(String, String, String)> = Vec::new();
    for row in &history.rows {
        let said = match &row.mark {
            Mark::Bad(kind) => format!("**{}: {kind}**", row.said),
            Mark::Unclear(why) if row.said == "unsupported" => format!("unsupported ({why})"),
            _ => row.said.clone(),
        };
        match spans.last_mut() {
            Some((_, last, words)) if *words == said => *last = row.version.clone(),
            _ => spans.push((row.version.clone(), row.version.clone(), said)),
        }
    }
    let text = |(first, last, said): &(String, String, String)| {
        if first == last {
            format!("{first} {said}")
        } else {
            format!("{first}…{last} {said}")
        }
    };
    spans.iter().map(text).collect::<Vec<_>>().join("; ")
}

#[test]
#[ignore = "needs installed releases; minutes"]
fn over_the_installed_releases() {
    println!(
        "| formula | claim | right | family | releases | fixed in |\n|---|---|---|---|---|---|"
    );
    let mut wrong = Vec::new();
    let wanted = std::env::var("GADFLY_PAPERS").unwrap_or_default();
    let is_wanted = |formula: &Printed| wanted.split(',').any(|w| formula.name.starts_with(w));
    let shown: Vec<[&str; 4]> = gadfly_testkit::rows(SHOWN).collect();
    for formula in printed().into_iter().filter(is_wanted) {
        for (family, history) in histories(&formula) {
            let mended = history
                .spec(history.mended)
                .unwrap_or(if history.first_bad.is_some() {
                    "not yet"
                } else {
                    ""
                });
            let (claim, expect) = (formula.head("claim"), formula.head("expect"));
            println!(
                "| {} | {} | {} | {family} | {} | {mended} |",
                formula.name,
                claim.unwrap_or(""),
                expect.unwrap_or(""),
                spans(&history)
            );
            for [_, spec, kind, by] in shown.iter().filter(|[name, ..]| *name == formula.name) {
                let kind: Kind = kind.parse().expect("a kind");
                let row = history.rows.iter().find(|row| row.spec == *spec);
                let shows = row.is_none_or(|row| row.mark == Mark::Bad(kind));
                let gone = history
                    .rows
                    .iter()
                    .find(|row| row.spec == *by)
                    .is_none_or(|row| row.mark == Mark::Good);
                if !(shows && gone) {
                    wrong.push(format!(
                        "{}: {spec}, {by}: {}",
                        formula.name,
                        history.sentence()
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
