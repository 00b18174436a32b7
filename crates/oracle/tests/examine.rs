//! Suspicions under examination, with solvers that a test makes up.

mod words;

use gadfly_exec::Limits;
use gadfly_formula::{Formula, LabelSource};
use gadfly_oracle::{
    Candidate, Case, Evaluator, Examination, Examiner, Kind, Known, ModelTruth, Policy, Runner,
    RunnerError, SeedCheck, Settings, Showing, Status, probe,
};
use gadfly_solver::Run;
use std::sync::atomic::{AtomicUsize, Ordering};
use words::{formula, run};

type Says = fn(spec: &str, script: &str, nth: usize) -> String;

/// Solvers whose words a function makes up; `nth` counts runs.
struct Made {
    specs: &'static [&'static str],
    fresh: Says,
    session: fn(spec: &str, scripts: &[&str]) -> String,
    count: AtomicUsize,
}

impl Made {
    fn new(specs: &'static [&'static str], fresh: Says) -> Self {
        Made {
            specs,
            fresh,
            session: |_, _| String::new(),
            count: AtomicUsize::new(0),
        }
    }
}

impl Runner for Made {
    fn solvers(&self) -> Vec<Candidate> {
        let name = |spec: &&str| {
            let (family, version) = spec.split_once('@').expect("NAME@VERSION");
            Candidate {
                spec: spec.to_string(),
                family: family.into(),
                version: version.into(),
            }
        };
        self.specs.iter().map(name).collect()
    }

    fn fresh(&self, spec: &str, script: &str, _: &Limits) -> Result<Run, RunnerError> {
        let nth = self.count.fetch_add(1, Ordering::Relaxed);
        let words = (self.fresh)(spec, script, nth);
        let mut made = run(&format!("{spec}={words}"));
        if script.contains("(get-model)") {
            made.models = made
                .answers
                .iter()
                .map(|_| format!("model of {spec}"))
                .collect();
        }
        if script.contains("(get-unsat-core)") {
            made.cores = vec!["(gadfly!core!0)".into()];
        }
        Ok(made)
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        _: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        let words = (self.session)(spec, scripts);
        Ok((!words.is_empty()).then(|| run(&format!("{spec}={words}"))))
    }
}

/// An evaluator that knows whose models hold.
struct Knows(&'static [(&'static str, ModelTruth)]);

impl Evaluator for Knows {
    fn evaluate(&self, _: &str, _: usize, model: &str) -> ModelTruth {
        let mut known = self.0.iter();
        let found = known.find(|(owner, _)| model.contains(owner));
        found.map_or(
            ModelTruth::Undetermined("a quantifier".into()),
            |(_, truth)| truth.clone(),
        )
    }

    fn well_sorted(&self, _: &str) -> bool {
        true
    }
}

const NOTHING: Knows = Knows(&[]);
const TWO: &[&str] = &["z3@5.4.0", "cvc5@1.4.2"];

fn settings() -> Settings {
    Settings {
        tries: 3,
        limits: Limits::default(),
        policy: Policy::default(),
    }
}

fn script(text: &str) -> Formula {
    Formula {
        text: text.into(),
        ..formula("none")
    }
}

fn examine(
    runner: &Made,
    evaluator: &Knows,
    formula: &Formula,
    runs: &[Run],
    history: &[(String, Vec<String>)],
) -> Examination {
    let (known, settings) = (Known::default(), settings());
    let examiner = Examiner {
        runner,
        evaluator,
        known: &known,
        settings: &settings,
    };
    examiner.examine(&Case {
        formula,
        runs,
        history,
        parents: &[],
        seeds: &[],
    })
}

fn summary(examination: &Examination) -> Vec<String> {
    let confirmed = examination.confirmed.iter();
    confirmed
        .map(|c| format!("{} {}", c.verdict.kind, c.verdict.solver))
        .collect()
}

#[test]
fn innocent_runs_cost_nothing() {
    let runner = Made::new(TWO, |_, _, _| panic!("nothing to run again"));
    let runs = [run("z3@5.4.0=sat"), run("cvc5@1.4.2=unknown")];
    let result = examine(&runner, &NOTHING, &formula("none"), &runs, &[]);
    assert!(result.confirmed.is_empty() && result.extra.is_empty());
}

#[test]
fn a_model_settles_a_difference() {
    let runner = Made::new(TWO, |spec, _, _| {
        if spec.starts_with("z3") {
            "unsat"
        } else {
            "sat"
        }
        .into()
    });
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
        7,
        "three rounds of two solvers, one model"
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
    let runner = Made::new(TWO, |_, _, _| "sat".into());
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
    let case = Case {
        formula: &formula,
        runs: &runs,
        history: &[],
        parents: &[],
        seeds: &[],
    };
    assert!(examiner.examine(&case).confirmed.is_empty());
    let found = examiner.examine_for(&case, Kind::named("invalid-model"));
    assert_eq!(summary(&found), ["invalid-model z3@5.4.0"]);
}

#[test]
fn without_evidence_it_is_a_disagreement() {
    let runner = Made::new(TWO, |spec, _, _| {
        if spec.starts_with("z3") {
            "unsat"
        } else {
            "sat"
        }
        .into()
    });
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
fn a_known_issue_is_named() {
    let mut known = Known::default();
    known.add("z3.toml", "family = \"z3\"\n[[issue]]\nid = \"a\"\nreference = \"r\"\nkind = \"crash\"\nreleases = \"5.0..5.4\"\noperators = [\"div\"]\n").expect("valid");
    let (runner, settings) = (
        Made::new(&["z3@5.4.0"], |_, _, _| "crash:signal:11".into()),
        settings(),
    );
    let examiner = Examiner {
        runner: &runner,
        evaluator: &NOTHING,
        known: &known,
        settings: &settings,
    };
    for (text, named) in [
        ("(assert (= 0 (div 1 0)))(check-sat)", true),
        ("(assert (= 0 (mod 1 0)))(check-sat)", false),
    ] {
        let (formula, runs) = (script(text), [run("z3@5.4.0=crash:signal:11")]);
        let result = examiner.examine(&Case {
            formula: &formula,
            runs: &runs,
            history: &[],
            parents: &[],
            seeds: &[],
        });
        assert_eq!(result.confirmed[0].known.is_some(), named, "{text}");
    }
}

/// A known bug may hide another one: the script says before reduction, the case after it.
#[test]
fn a_known_issue_is_matched_before_and_after_reduction() {
    let mut known = Known::default();
    let issue = |id: &str, more: &str| {
        format!("[[issue]]\nid = \"{id}\"\nreference = \"https://example.org/{id}\"\n{more}\n")
    };
    let text = [
        "family = \"z3\"\n".to_string(),
        issue("place", "kind = \"crash\"\nsignature = \"seq.cpp\""),
        issue(
            "wrong",
            "kind = \"soundness\"\nreleases = \"4.8.5..4.8.9\"\noperators = [\"div\", \"mod\"]",
        ),
        issue(
            "word",
            "kind = \"self-check\"\ncontains = [\"str.at\", \"\\\"a\\\"\"]",
        ),
    ];
    known.add("z3.toml", &text.concat()).expect("valid");
    let verdict = |spec: &str, kind: Kind, signature: &str| {
        let words = format!("{spec}=sat");
        gadfly_oracle::Verdict {
            signature: signature.into(),
            ..gadfly_oracle::Verdict::about(&run(&words), "crash", kind, 0)
        }
    };
    let found = |verdict: &gadfly_oracle::Verdict, script: &str| {
        let issue = known.issue(verdict, script);
        issue.map(|issue| (issue.id.clone(), issue.reference.clone()))
    };
    let named = |id: &str| Some((id.to_string(), format!("https://example.org/{id}")));
    let (before, after) = (
        "(assert (= 0 (div 1 (mod 2 0))))(assert (= (str.at \"a\" 0) \"a\"))(check-sat)",
        "(assert (= 0 (mod 1 0)))(check-sat)",
    );
    // By the solver's own words: whatever the script is.
    let crash = verdict("z3@5.4.0", Kind::Crash, "place:theory_seq.cpp:12");
    assert_eq!(
        (found(&crash, before), found(&crash, after)),
        (named("place"), named("place"))
    );
    // By operators: the reduced case has another bug than the one that is known.
    let wrong = verdict("z3@4.8.7", Kind::Soundness, "unsat");
    assert_eq!(
        (found(&wrong, before), found(&wrong, after)),
        (named("wrong"), None)
    );
    // By a text of the script.
    let complaint = verdict("z3@4.8.7", Kind::SelfCheck, "self-check:model");
    assert_eq!(
        (found(&complaint, before), found(&complaint, after)),
        (named("word"), None)
    );
    // Another release, another family, another kind.
    assert_eq!(
        found(&verdict("z3@4.8.10", Kind::Soundness, "unsat"), before),
        None
    );
    assert_eq!(
        found(
            &verdict("cvc5@1.4.2", Kind::Crash, "place:seq.cpp:1"),
            before
        ),
        None
    );
    assert_eq!(
        found(&verdict("z3@5.4.0", Kind::Slow, "place:seq.cpp:1"), before),
        None
    );
    let bad = known
        .add("z3.toml", "[[issue]]\nid = \"a\"\nkind = \"crash\"")
        .unwrap_err();
    assert!(bad.to_string().contains("reference"), "{bad}");
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
    assert_eq!(found[0].signature, "self-check:internal:at 0x in line N");
    // It is the message that names it, not the formula.
    let identity = |script| gadfly_oracle::Identity::after(&found[0], script, None);
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
fn unspecified_values_and_legacy_meanings_are_no_bugs() {
    let mut known = Known::default();
    known
        .add(
            "std.toml",
            "[[unspecified]]\noperators = [\"fp.min\"]\nnote = \"zeros\"\n",
        )
        .expect("valid");
    known.add("z3.toml", "family = \"z3\"\n[[legacy]]\nreleases = \"..4.8.9\"\nin_strings = [\"\\\\u\"]\nnote = \"text\"\n").expect("valid");
    let runner = Made::new(&["z3@4.8.7", "cvc5@1.4.2"], |spec, _, _| {
        if spec.starts_with("z3") {
            "unsat"
        } else {
            "sat"
        }
        .into()
    });
    let settings = settings();
    let examiner = Examiner {
        runner: &runner,
        evaluator: &NOTHING,
        known: &known,
        settings: &settings,
    };
    for (text, count) in [
        ("(assert (fp.isZero (fp.min a b)))(check-sat)", 0),
        ("(assert (= \"\\u{41}\" \"A\"))(check-sat)", 0),
        ("(assert (= \"A\" \"A\"))(check-sat)", 1),
    ] {
        let (formula, runs) = (script(text), [run("z3@4.8.7=unsat"), run("cvc5@1.4.2=sat")]);
        let result = examiner.examine(&Case {
            formula: &formula,
            runs: &runs,
            history: &[],
            parents: &[],
            seeds: &[],
        });
        assert_eq!(
            result.confirmed.len(),
            count,
            "{text}: {:?}",
            result.confirmed
        );
    }
}

#[test]
fn a_wrong_seed_label_puts_the_seed_in_quarantine() {
    let runner = Made::new(TWO, |_, _, _| "unsat".into());
    let (known, settings) = (Known::default(), settings());
    let examiner = Examiner {
        runner: &runner,
        evaluator: &NOTHING,
        known: &known,
        settings: &settings,
    };
    let seed = Formula {
        label: LabelSource::Claimed,
        ..formula("claimed-sat")
    };
    let runs = [run("z3@5.4.0=unsat"), run("cvc5@1.4.2=unsat")];
    let result = examiner.examine(&Case {
        formula: &formula("made-sat"),
        runs: &runs,
        history: &[],
        parents: &[],
        seeds: std::slice::from_ref(&seed),
    });
    assert!(result.confirmed.is_empty(), "{:?}", result.confirmed);
    assert!(!result.doubts.is_empty());
    assert!(matches!(
        examiner.recheck_seed(&seed, &mut Vec::new()),
        SeedCheck::Wrong(_)
    ));
    let good = formula("claimed-unsat");
    assert!(matches!(
        examiner.recheck_seed(&good, &mut Vec::new()),
        SeedCheck::Agreed(_)
    ));
}

/// This word to the seed, and `unsat` to everything else.
fn word_for(script: &str, to_seed: &str) -> String {
    let word = if script == "(the seed)" {
        to_seed
    } else {
        "unsat"
    };
    word.into()
}

#[test]
fn a_label_that_nobody_checked_counts_only_against_a_solver_that_shares_it() {
    let (known, settings) = (Known::default(), settings());
    let claimed = |text: &str| Formula {
        label: LabelSource::Claimed,
        ..formula(text)
    };
    let seed = Formula {
        text: "(the seed)".into(),
        ..claimed("claimed-sat")
    };
    // What one family says to the seed, and how often `unsat` to its mutant is a finding.
    let says: [(Says, usize); 3] = [
        (|_, script, _| word_for(script, "sat"), 1),
        (|_, script, _| word_for(script, "unsat"), 0),
        (|_, script, _| word_for(script, "unknown"), 0),
    ];
    for (case, (says, findings)) in says.into_iter().enumerate() {
        let runner = Made::new(&["z3@5.4.0"], says);
        let examiner = Examiner {
            runner: &runner,
            evaluator: &NOTHING,
            known: &known,
            settings: &settings,
        };
        let result = examiner.examine(&Case {
            formula: &claimed("made-sat"),
            runs: &[run("z3@5.4.0=unsat")],
            history: &[],
            parents: &[],
            seeds: std::slice::from_ref(&seed),
        });
        assert_eq!(result.confirmed.len(), findings, "{case}");
        assert_eq!(result.doubts.len(), 1 - findings, "{case}");
    }
}

#[test]
fn a_bug_that_all_share_is_found_by_label_and_by_witness() {
    let runner = Made::new(TWO, |_, _, _| "unsat".into());
    let runs = [run("z3@5.4.0=unsat"), run("cvc5@1.4.2=unsat")];
    for label in ["made-sat", "witness-sat"] {
        let result = examine(&runner, &NOTHING, &formula(label), &runs, &[]);
        assert_eq!(
            summary(&result),
            ["soundness cvc5@1.4.2", "soundness z3@5.4.0"],
            "{label}"
        );
    }
}

#[test]
fn slowness_must_show_every_time() {
    let slow_once = Made::new(&["z3@5.4.0", "z3@4.8.7"], |spec, _, nth| {
        if spec == "z3@5.4.0" && nth < 2 {
            "sat,~9".into()
        } else {
            "sat,~0.01".into()
        }
    });
    let runs = [run("z3@5.4.0=sat,~9"), run("z3@4.8.7=sat,~0.01")];
    let result = examine(&slow_once, &NOTHING, &formula("none"), &runs, &[]);
    assert!(
        result
            .confirmed
            .iter()
            .all(|c| c.status != Status::Confirmed),
        "{:?}",
        result.confirmed
    );
    let slow = Made::new(&["z3@5.4.0", "z3@4.8.7"], |spec, _, _| {
        if spec == "z3@5.4.0" {
            "sat,~9".into()
        } else {
            "sat,~0.01".into()
        }
    });
    let result = examine(&slow, &NOTHING, &formula("none"), &runs, &[]);
    assert_eq!(summary(&result), ["slow z3@5.4.0"]);
    assert_eq!(result.confirmed[0].status, Status::Confirmed);
}

/// Far above the threshold one measurement will do; near it the median of three tells.
#[test]
fn slowness_is_measured_as_often_as_it_takes() {
    let (known, settings) = (Known::default(), settings());
    let shows = |says: Says, parent: Option<&str>| {
        let runner = Made::new(&["z3@5.4.0", "z3@4.8.7", "cvc5@1.4.2"], says);
        let examiner = Examiner {
            runner: &runner,
            evaluator: &NOTHING,
            known: &known,
            settings: &settings,
        };
        let slow = gadfly_oracle::Verdict {
            others: vec!["z3@4.8.7".into()],
            signature: "slow:timeout".into(),
            ..gadfly_oracle::Verdict::about(&run("z3@5.4.0=timeout,~9"), "slow", Kind::Slow, 0)
        };
        let showing = Showing::new(examiner, &slow, &Status::Confirmed, "(check-sat)", None);
        let shows = match parent {
            None => showing.shows("(check-sat)"),
            Some(parent) => showing.shows_with_parent("(check-sat)", parent),
        };
        (shows, runner.count.into_inner())
    };
    // Ten times as slow, at least one second: the fast side and the slow side, once each.
    let clear = |spec: &str, _: &str, _: usize| match spec {
        "z3@5.4.0" => "timeout,~3".to_string(),
        _ => "sat,~0.05".to_string(),
    };
    assert_eq!(shows(clear, None), (true, 2));
    let quick = |_: &str, _: &str, _: usize| "sat,~0.05".to_string();
    assert_eq!(shows(quick, None), (false, 2));
    let undecided = |spec: &str, _: &str, _: usize| match spec {
        "z3@5.4.0" => "sat,~3".to_string(),
        _ => "unknown,~0.05".to_string(),
    };
    assert_eq!(shows(undecided, None), (false, 1));
    let crashed = |spec: &str, _: &str, _: usize| match spec {
        "z3@5.4.0" => "crash:signal:11,~3".to_string(),
        _ => "sat,~0.05".to_string(),
    };
    assert_eq!(shows(crashed, None), (false, 2));
    // Once a little above the threshold and twice a little below it, and the other way round.
    let below = |spec: &str, _: &str, nth: usize| match (spec, nth) {
        ("z3@5.4.0", 1) => "sat,~1.2".to_string(),
        ("z3@5.4.0", _) => "sat,~0.8".to_string(),
        _ => "sat,~0.05".to_string(),
    };
    assert_eq!(shows(below, None), (false, 6));
    let above = |spec: &str, _: &str, nth: usize| match (spec, nth) {
        ("z3@5.4.0", 1) => "sat,~0.8".to_string(),
        ("z3@5.4.0", _) => "sat,~1.2".to_string(),
        _ => "sat,~0.05".to_string(),
    };
    assert_eq!(shows(above, None), (true, 6));
    // Beside the formula that it was made from only the solver itself is asked.
    let step = |spec: &str, script: &str, _: usize| match (spec, script) {
        ("z3@5.4.0", "(check-sat)") => "timeout,~3".to_string(),
        ("z3@5.4.0", _) => "unsat,~0.02".to_string(),
        _ => panic!("nobody else is asked"),
    };
    assert_eq!(shows(step, Some("(assert true)(check-sat)")), (true, 2));
}

#[test]
fn a_run_that_could_not_be_made_is_an_error() {
    let error = gadfly_oracle::made(run("z3@5.4.0=broken:no_such_file")).unwrap_err();
    assert_eq!(error.to_string(), "cannot run z3@5.4.0: no such file");
    assert!(gadfly_oracle::made(run("z3@5.4.0=sat")).is_ok());
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
    let found = examiner.examine(&Case {
        formula: &formula,
        runs: &runs,
        history: &[],
        parents: &[],
        seeds: &[],
    });
    let found = &found.confirmed[0];
    assert_eq!(found.verdict.kind, Kind::Soundness);
    let showing = Showing::new(examiner, &found.verdict, &found.status, text, None);
    assert!(showing.shows(text));
    assert!(showing.shows("; gadfly header\n(assert (= 0 (mod 1 1)))(check-sat)"));
    assert!(!showing.shows("(assert true)(check-sat)"));
    assert!(!showing.shows(""));
    assert_eq!(probe::count_checks(text), 1);
}
