//! Bugs planted in a fake solver are found and named right, and innocent oddities are not found.

#[path = "../../oracle/tests/words/mod.rs"]
mod words;

use gadfly_examine::{Case, Confirmed, Examiner, Runner, Settings, Showing, SolverRunner, Status};
use gadfly_exec::Limits;
use gadfly_formula::Formula;
use gadfly_oracle::{Evaluator, Identity, Known, ModelTruth};
use gadfly_profile::{Home, join_words};
use gadfly_solver::{Options, Resolver, Run, Solver};
use gadfly_testkit::{fake_solver_path, rows};
use std::collections::BTreeMap;
use std::time::Duration;
use words::formula;

/// A fake solver that poses as a release and follows rules.
fn fake(spec: &str, rules: &str) -> Solver {
    let (family, version) = spec.split_once('@').expect("NAME@VERSION");
    let path = fake_solver_path().to_string_lossy().into_owned();
    let command = join_words(&[path, "-e".to_string(), rules.to_string()]);
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some(family.to_string()));
    let mut solver = resolver.one(&command).expect("a command").remove(0);
    solver.spec = spec.to_string();
    solver.version = version.to_string();
    solver
}

/// Says what a model is worth by a word in it.
struct ByWord;

impl Evaluator for ByWord {
    fn evaluate(&self, _: &str, _: usize, model: &str) -> ModelTruth {
        match model {
            _ if model.contains("good") => ModelTruth::True,
            _ if model.contains("bad") => ModelTruth::False("(= x 0)".into()),
            _ => ModelTruth::Undetermined("it says nothing".into()),
        }
    }

    fn well_sorted(&self, _: &str) -> bool {
        true
    }
}

fn settings() -> Settings {
    let limits = Limits {
        wall: Some(Duration::from_secs(2)),
        memory: Some(1 << 30),
        output: Some(1 << 20),
        ..Limits::default()
    };
    Settings::new(2, limits)
}

fn examine(runner: &SolverRunner, formula: &Formula) -> Vec<Confirmed> {
    let (known, settings) = (Known::default(), settings());
    let examiner = Examiner {
        runner,
        evaluator: &ByWord,
        known: &known,
        settings: &settings,
    };
    let specs = runner.solvers();
    let runs: Vec<Run> = specs
        .iter()
        .map(|solver| {
            runner
                .fresh(&solver.spec, &formula.text, &settings.limits)
                .expect("a run")
        })
        .collect();
    examiner.examine(&Case::new(formula, &runs)).confirmed
}

fn runner(rules: &[(&str, &str)]) -> SolverRunner {
    let solvers = rules
        .iter()
        .map(|(spec, rules)| fake(spec, rules))
        .collect();
    SolverRunner::new(solvers, Options::default())
}

const TRIVIAL: &str = "(declare-fun x () Int)\n(assert (= x 0))\n(assert (> 1 x))\n(check-sat)\n";

/// Label, rules of z3, rules of cvc5, what is found.
const BEHAVIOURS: &str = r#"
    none        |                        |                      |
    made-sat    | always: answer unsat   |                      | soundness z3@5.4.0
    made-sat    |                        | always: answer unsat | soundness cvc5@1.4.2
    made-unsat  |                        | always: answer unsat | soundness z3@5.4.0
    # Nobody but a label of ours says so: a doubt.
    witness-sat | always: answer unsat   | always: answer unsat |
    made-sat    | always: answer unsat   | always: answer unsat |
    # Nobody else answers.
    made-sat    | always: answer unsat   | always: silent       |
    none        | always: answer unsat   |                      | disagreement cvc5@1.4.2
    none        | always: answer unsat   | always: model "((define-fun good () Int 0))"; answer sat | soundness z3@5.4.0
    none        | always: answer unsat   | always: model "((define-fun bad () Int 0))"; answer sat | invalid-model cvc5@1.4.2
    none        |                        | always: crash SEGV   | crash cvc5@1.4.2
    none        | always: answer sat; crash SEGV |                      | crash z3@5.4.0
    none        | always: assertion      |                      | crash z3@5.4.0
    made-sat    | always: answer unsat; crash ABRT |                      | crash z3@5.4.0, soundness z3@5.4.0
    none        | always: slow 5         |                      |
    none        | always: hang           |                      |
    none        | always: answer unknown |                      |
    none        | always: silent         |                      |
    made-sat    | always: twice          |                      |
    made-sat    | always: answer timeout |                      |
    made-sat    | always: error "line 2 column 1: unknown constant"; answer unsat |                      |
    made-sat    |                        | always: error "Parse Error: what"; exit 1 |
    made-sat    | always: grumble "a warning\n"; answer sat |                      |
    made-sat    | always: say "a remark\n"; answer sat |                      |
    none        | always: exit 3         |                      |
    none        | always: crash KILL     |                      |
    none        | always: eat 2000       |                      |
    none        | always: grumble "(error \"out of memory\")\n"; exit 101 |                      |
"#;

#[test]
fn each_behaviour_gets_its_name() {
    let mut wrong = Vec::new();
    for [label, z3, cvc5, expected] in rows(BEHAVIOURS) {
        let formula = Formula {
            text: TRIVIAL.into(),
            ..formula(label)
        };
        let found = examine(&runner(&[("z3@5.4.0", z3), ("cvc5@1.4.2", cvc5)]), &formula);
        let mut found: Vec<String> = found
            .iter()
            .filter(|c| c.verdict.is_finding() && c.status == Status::Confirmed)
            .map(|c| format!("{} {}", c.verdict.kind, c.verdict.solver))
            .collect();
        found.sort();
        if found.join(", ") != expected {
            wrong.push(format!(
                "{label} | {z3} | {cvc5} | wants {expected:?}, got {:?}",
                found.join(", ")
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Twenty formulas that trigger one of three bugs each, among other assertions and names.
fn triggers() -> Vec<Formula> {
    let one = |n: usize| {
        let v = format!("v{n}");
        let bug = match n % 3 {
            0 => format!("(assert (= (mod {v} 3) 1))"),
            1 => format!("(assert (= (abs {v}) 2))"),
            _ => format!("(assert (= (div {v} 2) 5))"),
        };
        let padding: String = (0..n % 4)
            .map(|k| format!("(assert (> {v} {k}))\n"))
            .collect();
        let more: String = (0..n % 5)
            .map(|k| format!("(assert (< {v} 10{k}))\n"))
            .collect();
        let text = format!("(declare-fun {v} () Int)\n{padding}{bug}\n{more}(check-sat)\n");
        Formula {
            text,
            ..formula("made-sat")
        }
    };
    (0..20).map(one).collect()
}

/// Drops assertions as long as the bug shows; enough for formulas as small as these.
fn reduced(showing: &Showing, script: &str) -> String {
    let mut lines: Vec<&str> = script.lines().collect();
    let mut i = 0;
    while i < lines.len() {
        let mut without = lines.clone();
        without.remove(i);
        if lines[i].starts_with("(assert") && showing.shows(&without.join("\n")) {
            lines = without;
        } else {
            i += 1;
        }
    }
    lines.join("\n")
}

#[test]
fn twenty_triggers_of_three_bugs_are_three_findings() {
    let rules = "when \"(mod\": answer unsat\nwhen \"(abs\": assertion\nwhen \"(div\": crash SEGV";
    let runner = runner(&[("z3@5.4.0", rules), ("cvc5@1.4.2", "")]);
    let (known, settings) = (Known::default(), settings());
    let examiner = Examiner {
        runner: &runner,
        evaluator: &ByWord,
        known: &known,
        settings: &settings,
    };
    let mut findings: BTreeMap<String, usize> = BTreeMap::new();
    // What a restart remembers is the identities as text: the second half meets them again.
    for formula in triggers().iter().chain(triggers().iter().take(5)) {
        let found = examine(&runner, formula);
        assert_eq!(found.len(), 1, "{}: {found:?}", formula.text);
        let showing = Showing::new(
            examiner,
            &found[0].verdict,
            &found[0].status,
            &formula.text,
            None,
        );
        let case = reduced(&showing, &formula.text);
        let identity = Identity::after(&found[0].verdict, &case);
        *findings.entry(identity.to_string()).or_default() += 1;
    }
    let kinds: Vec<&str> = findings
        .keys()
        .map(|key| key.split('/').next().unwrap_or(""))
        .collect();
    assert_eq!(kinds, ["crash", "crash", "soundness"], "{findings:#?}");
    assert_eq!(findings.values().sum::<usize>(), 25);
}

#[test]
fn a_session_that_leaks_is_state() {
    let runner = runner(&[("z3@5.4.0", "when \"poison\": leak")]);
    let (known, settings) = (Known::default(), settings());
    let formula = Formula {
        text: TRIVIAL.into(),
        ..formula("made-sat")
    };
    let scripts = [
        "(echo \"a\")(check-sat)",
        "(set-info :status unsat)(declare-fun poison () Bool)(check-sat)",
        "(check-sat)",
        TRIVIAL,
    ];
    let run = runner
        .session("z3@5.4.0", &scripts, &settings.limits)
        .expect("a session")
        .expect("a run");
    let earlier = scripts[..3].iter().map(|s| s.to_string()).collect();
    let history = [("z3@5.4.0".to_string(), earlier)];
    let examiner = Examiner {
        runner: &runner,
        evaluator: &ByWord,
        known: &known,
        settings: &settings,
    };
    let runs = [run];
    let case = Case {
        history: &history,
        ..Case::new(&formula, &runs)
    };
    let found = examiner.examine(&case).confirmed;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        found[0].status,
        Status::State {
            prefix: vec![scripts[1].to_string()]
        }
    );
}
