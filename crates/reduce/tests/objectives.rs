//! A script with ten objectives is reduced inside them, and to those that matter.

use gadfly_reduce::{Budget, Reduction, Setting, Silent, Tried, reduce};

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
    within(&fails, 1, None).text
}

fn within(fails: &(impl Fn(&str) -> bool + Sync), jobs: usize, checks: Option<u64>) -> Reduction {
    let setting = Setting {
        jobs,
        budget: Budget {
            checks,
            ..Budget::default()
        },
        tried: &Tried::default(),
        observer: &Silent,
    };
    reduce(&ten(), fails, setting).unwrap()
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

/// Fails with a deep objective over three constants, as the input does; or with a soft constraint
/// without a name behind one that has one, which there is not before names are dropped.
fn in_two_ways(script: &str) -> bool {
    let soft: Vec<&str> = script
        .lines()
        .filter(|line| line.starts_with("(assert-soft"))
        .collect();
    let unnamed = |line: &&str| !line.contains(":id");
    let named = soft.iter().position(|line| !unnamed(line));
    let deep = |line: &str| line.starts_with("(minimize") && line.contains("div");
    named.is_some_and(|first| soft[first..].iter().any(unnamed))
        || script.matches("(declare").count() == 3 && script.lines().any(deep)
}

#[test]
fn the_smaller_of_two_failures_is_found_on_another_way() {
    let reduction = within(&in_two_ways, 1, None);
    assert_eq!(
        reduction.text,
        "(assert-soft true :id g)\n(assert-soft true)\n"
    );
    let won: usize = reduction.passes.iter().map(|pass| pass.bytes).sum();
    assert_eq!(
        won + reduction.text.len(),
        gadfly_reduce::squeeze(&ten()).len()
    );
    for jobs in 2..4 {
        assert_eq!(within(&in_two_ways, jobs, None).text, reduction.text);
    }
}

#[test]
fn wherever_it_is_stopped_it_fails_and_more_checks_make_nothing_larger() {
    let all = within(&in_two_ways, 1, None).checks;
    let mut last = usize::MAX;
    for checks in 0..=all {
        let text = within(&in_two_ways, 1, Some(checks)).text;
        assert!(in_two_ways(&text), "{checks}: {text}");
        assert!(text.len() <= last, "{checks}: {text}");
        last = text.len();
    }
}
