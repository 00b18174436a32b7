//! Suspicions under examination, with solvers that a test makes up.

mod choice;
mod known;
mod labels;
mod scripted;
mod slow;
#[path = "../../../oracle/tests/words/mod.rs"]
mod words;

use gadfly_examine::{Case, Examiner, Showing, Status};
use gadfly_oracle::{Kind, Known, ModelTruth, Policy};
use scripted::{Knows, Made, NOTHING, TWO, examine, script, settings, summary, z3_refutes};
use words::{formula, run};

#[test]
fn innocent_runs_cost_nothing() {
    let runner = Made::new(TWO, |_, _, _| panic!("nothing to run again"));
    let runs = [run("z3@5.4.0=sat"), run("cvc5@1.4.2=unknown")];
    let result = examine(&runner, &NOTHING, &formula("none"), &runs, &[]);
    assert!(result.confirmed.is_empty() && result.extra.is_empty());
}

#[test]
fn a_model_settles_a_difference() {
    let runner = Made::new(TWO, z3_refutes);
    let runs = [run("z3@5.4.0=unsat"), run("cvc5@1.4.2=sat")];
    let knows = Knows(&[("cvc5", ModelTruth::True)]);
    let result = examine(
        &runner,
        &knows,
        &script("(assert true)(check-sat)"),
        &runs,
        &[],
    );
    assert_eq!(summary(&result), ["soundness z3@5.4.0"]);
    assert_eq!(result.confirmed[0].status, Status::Confirmed);
    assert!(
        result.confirmed[0]
            .verdict
            .sentence
            .contains("model of cvc5@1.4.2")
    );
    assert_eq!(
        result.extra.len(),
        8,
        "three rounds of two solvers, one model, one witness"
    );
}

#[test]
fn a_core_settles_a_difference() {
    // cvc5 answers sat to the whole and unsat to a part of it.
    let runner = Made::new(TWO, |spec, script, _| {
        let whole = script.contains("(assert (> x 0))");
        if spec.starts_with("cvc5") && whole {
            "sat".into()
        } else {
            "unsat".into()
        }
    });
    let formula = script("(declare-fun x () Int)(assert (< x x))(assert (> x 0))(check-sat)");
    let runs = [run("z3@5.4.0=unsat"), run("cvc5@1.4.2=sat")];
    let result = examine(&runner, &NOTHING, &formula, &runs, &[]);
    assert_eq!(summary(&result), ["soundness cvc5@1.4.2"]);
    assert!(
        result.confirmed[0].verdict.sentence.contains("cvc5 and z3"),
        "{:?}",
        result.confirmed[0]
    );
}

#[test]
fn a_suspected_model_is_asked_for() {
    // With the model put in it is refuted.
    let runner = Made::new(TWO, |spec, script, _| {
        let put_in = script.starts_with("(set-logic ALL)") && spec.starts_with("cvc5");
        if put_in { "unsat" } else { "sat" }.into()
    });
    const WRONG: Knows = Knows(&[("z3", ModelTruth::False(String::new()))]);
    let knows = WRONG;
    let (known, settings, formula) = (Known::default(), settings(), script("(check-sat)"));
    let examiner = Examiner {
        runner: &runner,
        evaluator: &knows,
        known: &known,
        settings: &settings,
    };
    let runs = [run("z3@5.4.0=sat"), run("cvc5@1.4.2=sat")];
    let case = Case::new(&formula, &runs);
    assert!(examiner.examine(&case).confirmed.is_empty());
    let found = examiner.examine_for(&case, Some(Kind::InvalidModel));
    assert_eq!(summary(&found), ["invalid-model z3@5.4.0"]);
}

#[test]
fn without_evidence_it_is_a_disagreement() {
    let runner = Made::new(TWO, z3_refutes);
    let runs = [run("z3@5.4.0=unsat"), run("cvc5@1.4.2=sat")];
    let result = examine(&runner, &NOTHING, &script("(check-sat)"), &runs, &[]);
    assert_eq!(summary(&result), ["disagreement cvc5@1.4.2"]);
}

#[test]
fn what_comes_and_goes_is_flaky_and_never_soundness() {
    let runner = Made::new(&["z3@5.4.0"], |_, _, nth| {
        if nth == 1 { "unsat" } else { "sat" }.into()
    });
    let result = examine(
        &runner,
        &NOTHING,
        &formula("made-sat"),
        &[run("z3@5.4.0=unsat")],
        &[],
    );
    assert_eq!(summary(&result), ["disagreement z3@5.4.0"]);
    assert_eq!(
        result.confirmed[0].status,
        Status::Flaky { shown: 1, tries: 3 }
    );
}

#[test]
fn what_never_shows_again_is_dismissed() {
    let runner = Made::new(TWO, |_, _, _| "sat".into());
    let runs = [run("z3@5.4.0=crash:signal:11"), run("cvc5@1.4.2=unsat")];
    let result = examine(&runner, &NOTHING, &formula("made-sat"), &runs, &[]);
    assert!(result.confirmed.is_empty());
    assert_eq!(result.dismissed.len(), 2);
}

#[test]
fn what_only_a_session_shows_is_state_with_its_shortest_prefix() {
    let mut runner = Made::new(&["z3@5.4.0"], |_, _, _| "sat".into());
    runner.session = |_, scripts| {
        let poisoned = scripts.contains(&"b") && scripts.contains(&"d");
        if poisoned {
            "unsat".into()
        } else {
            "sat".into()
        }
    };
    let mut first = run("z3@5.4.0=unsat");
    first.fresh = false;
    let earlier = ["a", "b", "c", "d", "e"].map(String::from).to_vec();
    let history = [("z3@5.4.0".to_string(), earlier)];
    let result = examine(&runner, &NOTHING, &formula("made-sat"), &[first], &history);
    assert_eq!(summary(&result), ["state z3@5.4.0"]);
    assert_eq!(
        result.confirmed[0].status,
        Status::State {
            prefix: vec!["b".into(), "d".into()]
        }
    );
}

#[test]
fn an_internal_error_is_a_complaint_of_its_own() {
    let judged = |words: &str| {
        let runs = [run(words)];
        let policy = Policy::default();
        gadfly_oracle::judge(&gadfly_oracle::Judged {
            formula: &formula("none"),
            runs: &runs,
            facts: &Default::default(),
            policy: &policy,
        })
    };
    let found = judged("z3@5.4.0=unknown:at 0x7ffe12ab34 in line 3,!internal");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].kind, Kind::SelfCheck);
    assert_eq!(
        found[0].signature.to_string(),
        "self-check:internal:at 0x in line N"
    );
    // It is the message that names it, not the formula.
    let identity = |script| gadfly_oracle::Identity::after(&found[0], script);
    assert_eq!(
        identity("(assert (= 0 (mod 1 0)))"),
        identity("(assert true)")
    );
    for innocent in [
        "z3@5.4.0=unknown:incomplete",
        "z3@5.4.0=unknown,!internal",
        "z3@5.4.0=sat,!internal",
        "z3@5.4.0=unknown:oops,!internal,timeout",
    ] {
        assert_eq!(judged(innocent), [], "{innocent}");
    }
}

#[test]
fn a_wild_pointer_is_one_crash_wherever_it_points() {
    let signature = |words: &str| {
        let runs = [run(words)];
        let policy = Policy::default();
        let found = gadfly_oracle::judge(&gadfly_oracle::Judged {
            formula: &formula("none"),
            runs: &runs,
            facts: &Default::default(),
            policy: &policy,
        });
        assert_eq!(found.len(), 1, "{found:?}");
        (found[0].signature.clone(), found[0].sentence.clone())
    };
    let (fault, _) = signature("z3@5.4.0=crash:signal:11");
    let (bus, sentence) = signature("z3@5.4.0=crash:signal:7");
    assert_eq!(fault, bus);
    assert!(sentence.contains("signal 7"), "{sentence}");
    assert_ne!(fault, signature("z3@5.4.0=crash:signal:6").0);
}

#[test]
fn a_run_that_could_not_be_made_is_an_error() {
    let error = gadfly_examine::made(run("z3@5.4.0=broken:no_such_file")).unwrap_err();
    assert_eq!(error.to_string(), "cannot run z3@5.4.0: no such file");
    assert!(gadfly_examine::made(run("z3@5.4.0=sat")).is_ok());
}

#[test]
fn a_reduced_script_must_convince_anew() {
    // The bug needs `mod`; the model of cvc5 holds.
    let runner = Made::new(TWO, |spec, script, _| {
        let wrong = spec.starts_with("z3") && script.contains("mod");
        if wrong { "unsat".into() } else { "sat".into() }
    });
    let knows = Knows(&[("cvc5", ModelTruth::True)]);
    let (known, settings) = (Known::default(), settings());
    let examiner = Examiner {
        runner: &runner,
        evaluator: &knows,
        known: &known,
        settings: &settings,
    };
    let text = "(assert (= 0 (mod 1 1)))(assert true)(check-sat)";
    let (formula, runs) = (script(text), [run("z3@5.4.0=unsat"), run("cvc5@1.4.2=sat")]);
    let found = examiner.examine(&Case::new(&formula, &runs));
    let found = &found.confirmed[0];
    assert_eq!(found.verdict.kind, Kind::Soundness);
    let showing = Showing::new(examiner, &found.verdict, &found.status, text, None);
    assert!(showing.shows(text));
    assert!(showing.shows("; gadfly header\n(assert (= 0 (mod 1 1)))(check-sat)"));
    assert!(!showing.shows("(assert true)(check-sat)"));
    assert!(!showing.shows(""));
}
