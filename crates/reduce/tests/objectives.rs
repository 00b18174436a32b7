//! A script with ten objectives is reduced inside them, and to those that matter.

use gadfly_reduce::{Budget, Setting, Silent, Tried, reduce};

/// Ten objectives over bounded constants, deep terms in all of them.
fn ten() -> String {
    let mut script = String::from("(set-option :opt.priority lex)");
    for name in ["x", "y", "z"] {
        script += &format!("(declare-const {name} Int)(assert (and (<= 0 {name}) (<= {name} 9)))");
    }
    for n in 0..5 {
        script += &format!("(minimize (+ x (ite (< y {n}) (* 2 z) (div z 7))))");
        script += &format!("(assert-soft (or (= x {n}) (> (mod y 5) z)) :weight {n}.5 :id g)");
    }
    script + "(check-sat)(get-objectives)"
}

fn reduced(fails: impl Fn(&str) -> bool + Sync) -> String {
    let setting = Setting {
        jobs: 1,
        budget: Budget::default(),
        tried: &Tried::default(),
        observer: &Silent,
    };
    reduce(&ten(), &fails, setting).unwrap().text
}

#[test]
fn what_matters_inside_an_objective_is_all_that_is_left() {
    for (command, operator) in [("(minimize", "div"), ("(assert-soft", "mod")] {
        let asks = |line: &str| line.starts_with(command) && line.contains(operator);
        let text = reduced(|script| script.lines().any(asks));
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.len() < 30, "{text}");
    }
}

/// Fails with exactly one kind of objective beside a soft constraint, or with everything: going
/// from one to the other takes several commands at once.
#[test]
fn commands_that_bound_one_another_go_together() {
    let fails = |script: &str| {
        let count = |name: &str| script.matches(name).count();
        let (hard, soft, least) = (count("(assert("), count("(assert-soft"), count("(minimize"));
        (hard, soft, least) == (0, 1, 1) || hard > 1 && soft > 1 && least > 1
    };
    let text = reduced(fails);
    assert_eq!(text.lines().count(), 2, "{text}");
}
