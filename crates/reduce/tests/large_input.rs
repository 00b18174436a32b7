//! A large input costs few checks, and every candidate that is checked is well-formed.

use gadfly_reduce::{Budget, Setting, Silent, Tried, reduce};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Half a megabyte, ten thousand assertions, one of which matters.
fn large() -> String {
    let mut script = String::from("(set-logic QF_LIA)\n");
    for n in 0..500 {
        let _ = writeln!(script, "(declare-fun variable{n} () Int)");
    }
    for n in 0..10_000 {
        let (a, b) = (n % 500, (n * 7 + 3) % 500);
        let _ = if n == 6_789 {
            writeln!(
                script,
                "(assert (= (mod variable{a} 7777) (+ variable{b} 1)))"
            )
        } else {
            writeln!(script, "(assert (<= (+ variable{a} variable{b}) {n}))")
        };
    }
    script.push_str("(check-sat)\n");
    script
}

#[test]
fn one_assertion_of_ten_thousand() {
    let asked = AtomicU64::new(0);
    let fails = |script: &str| {
        asked.fetch_add(1, Ordering::Relaxed);
        script.contains("7777") && script.contains("(check-sat)")
    };
    let tried = Tried::default();
    let setting = Setting {
        jobs: 1,
        budget: Budget::default(),
        tried: &tried,
        observer: &Silent,
    };
    let reduction = reduce(&large(), &fails, setting).unwrap();
    assert_eq!(
        reduction.text.matches("(assert").count(),
        1,
        "{}",
        reduction.text
    );
    assert!(reduction.text.len() < 40, "{}", reduction.text);
    let asked = asked.into_inner();
    assert!(asked <= 200, "{asked} checks");
}

#[test]
fn a_predicate_that_always_or_never_holds_is_refused() {
    for always in [true, false] {
        let setting = Setting {
            jobs: 1,
            budget: Budget::default(),
            tried: &Tried::default(),
            observer: &Silent,
        };
        let error = reduce("(check-sat)", &|_: &str| always, setting)
            .unwrap_err()
            .to_string();
        let word = if always {
            "the empty script fails too"
        } else {
            "the input does not fail"
        };
        assert!(error.contains(word), "{error}");
    }
}
