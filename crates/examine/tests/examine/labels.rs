//! Labels, and what they are worth.

use crate::scripted::{Made, NOTHING, Says, TWO, examine, settings, summary};
use crate::words::{formula, run};
use gadfly_examine::{Case, Examiner, SeedCheck};
use gadfly_formula::{Formula, LabelSource};
use gadfly_oracle::Known;

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
        seeds: std::slice::from_ref(&seed),
        ..Case::new(&formula("made-sat"), &runs)
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
            seeds: std::slice::from_ref(&seed),
            ..Case::new(&claimed("made-sat"), &[run("z3@5.4.0=unsat")])
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
