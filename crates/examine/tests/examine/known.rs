//! What is known already, and what is no bug.

use crate::scripted::{Made, NOTHING, script, settings, z3_refutes};
use crate::words::run;
use gadfly_examine::{Case, Examiner};
use gadfly_oracle::{Kind, Known};

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
        let result = examiner.examine(&Case::new(&formula, &runs));
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
            signature: signature.parse().expect("a signature"),
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
    let wrong = verdict("z3@4.8.7", Kind::Soundness, "refutation");
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
        found(&verdict("z3@4.8.10", Kind::Soundness, "refutation"), before),
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
fn unspecified_values_and_legacy_meanings_are_no_bugs() {
    let mut known = Known::default();
    known
        .add(
            "std.toml",
            "[[unspecified]]\noperators = [\"fp.min\"]\nnote = \"zeros\"\n",
        )
        .expect("valid");
    known.add("z3.toml", "family = \"z3\"\n[[legacy]]\nreleases = \"..4.8.9\"\nin_strings = [\"\\\\u\"]\nnote = \"text\"\n").expect("valid");
    let runner = Made::new(&["z3@4.8.7", "cvc5@1.4.2"], z3_refutes);
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
        let result = examiner.examine(&Case::new(&formula, &runs));
        assert_eq!(
            result.confirmed.len(),
            count,
            "{text}: {:?}",
            result.confirmed
        );
    }
}
