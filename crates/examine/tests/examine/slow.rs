//! Slowness, measured again before it is believed.

use crate::scripted::{Made, NOTHING, Says, examine, settings, summary};
use crate::words::{formula, run};
use gadfly_examine::{Examiner, Showing, Status};
use gadfly_oracle::{Kind, Known};

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
            signature: "slow:timeout".parse().expect("a signature"),
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
