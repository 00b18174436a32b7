//! The engine with planted bugs and no processes: the same hunt whoever runs it and however often
//! it is stopped.

mod planted;

use gadfly_campaign::{Event, Maker, ScheduleKind, Tested, Tester, Why, hunt};
use gadfly_formula::Formula;
use gadfly_store::Choice;
use planted::{Numbers, outcome, parts};
use std::sync::atomic::{AtomicBool, Ordering};

fn whole(jobs: usize, schedule: ScheduleKind) -> (Vec<String>, Vec<String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let parts = parts(folder.path(), jobs, schedule, false);
    let ended = hunt(parts, &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(ended.why, Why::Tests);
    assert_eq!(ended.snapshot.positions, 3000);
    let folders = std::fs::read_dir(folder.path().join("findings"))
        .unwrap()
        .count();
    let outcome = outcome(folder.path());
    assert_eq!(folders, outcome.2.len(), "a folder a finding");
    outcome
}

#[test]
fn any_number_of_workers_gives_the_same_hunt() {
    let one = whole(1, ScheduleKind::Uniform);
    assert_eq!(one.2.len(), 2, "{:?}", one.2);
    assert!(one.0.iter().any(|test| test.contains("Duplicate")));
    assert!(one.0.iter().any(|test| test.contains("Empty")));
    let three = whole(3, ScheduleKind::Uniform);
    assert!(one.0 == three.0, "the tests differ");
    assert_eq!(one.1, three.1);
    assert_eq!(one.2, three.2);
    assert_eq!(one.0.len(), whole(2, ScheduleKind::Adaptive).0.len());
}

#[test]
fn a_stopped_hunt_ends_where_a_whole_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let mut sessions = 0;
    loop {
        let parts = parts(folder.path(), 2, ScheduleKind::Uniform, sessions > 0);
        let stop = AtomicBool::new(false);
        let mut stop_later = |event: Event| {
            // Each session is stopped at its first progress, so that some positions are done.
            if matches!(event, Event::Progress(ref s) if s.session_tests > 0) {
                stop.store(true, Ordering::SeqCst);
            }
        };
        let ended = hunt(parts, &stop, &mut stop_later).unwrap();
        sessions += 1;
        assert!(sessions < 1000);
        if ended.why == Why::Tests && !stop.load(Ordering::SeqCst) {
            break;
        }
    }
    let undisturbed = whole(1, ScheduleKind::Uniform);
    let stopped = outcome(folder.path());
    assert!(stopped.0 == undisturbed.0, "the tests differ");
    assert_eq!(stopped.1, undisturbed.1);
    assert_eq!(stopped.2, undisturbed.2);
}

/// Makes some formulas, then panics.
struct Breaks;

impl Maker for Breaks {
    fn make(&mut self, seed: u64, position: u64, choice: &Choice) -> Option<Formula> {
        assert!(position < 100, "a planted panic");
        Numbers.make(seed, position, choice)
    }
}

#[test]
fn a_panic_ends_the_hunt_and_nobody_waits() {
    let folder = tempfile::tempdir().unwrap();
    let mut broken = parts(folder.path(), 2, ScheduleKind::Uniform, false);
    broken.workers[0].maker = Box::new(Breaks);
    let ended = hunt(broken, &AtomicBool::new(false), &mut |_| {});
    assert!(ended.unwrap_err().to_string().contains("died"));

    let folder = tempfile::tempdir().unwrap();
    let whole = parts(folder.path(), 2, ScheduleKind::Uniform, false);
    let panics = std::panic::AssertUnwindSafe(|| {
        let mut tell = |event: Event| assert!(!matches!(event, Event::Progress(_)), "planted");
        hunt(whole, &AtomicBool::new(false), &mut tell)
    });
    assert!(std::panic::catch_unwind(panics).is_err());
}

/// Judges by evaluations that go on and on, as under a model that is very large.
struct Ponders;

impl Tester for Ponders {
    fn test(&mut self, _: &Formula, _: &Choice) -> Tested {
        let script = "(declare-fun f ((_ BitVec 16)) Bool)
            (assert (forall ((x (_ BitVec 16))) (or (f x) (not (f x)))))";
        let catalog = gadfly_testkit::catalog();
        let script = gadfly_term::Script::parse(script, &catalog, gadfly_term::Mode::Default);
        let script = script.unwrap();
        let model = "((define-fun f ((x (_ BitVec 16))) Bool (bvult x #x1234)))";
        let model = gadfly_eval::Model::parse(model, &script).unwrap();
        for _ in 0..1_000 {
            let truth = gadfly_eval::evaluate(&script, &model).overall;
            if truth != gadfly_eval::Truth::True {
                break;
            }
        }
        assert!(gadfly_eval::was_cut_short(), "nobody ended the evaluation");
        Tested::default()
    }
}

#[test]
fn an_evaluation_ends_with_the_hunt_and_is_not_recorded() {
    for (seconds, stopped, why) in [
        (Some(0.2), false, Why::Time),
        (None, true, Why::Interrupted),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut parts = parts(folder.path(), 2, ScheduleKind::Uniform, false);
        parts.plan.budget.seconds = seconds;
        for worker in &mut parts.workers {
            worker.tester = Box::new(Ponders);
        }
        let stop = AtomicBool::new(false);
        let mut stop_soon = |event: Event| {
            if stopped && matches!(event, Event::Progress(_)) {
                stop.store(true, Ordering::SeqCst);
            }
        };
        let ended = hunt(parts, &stop, &mut stop_soon).unwrap();
        assert_eq!(ended.why, why);
        let (tests, ..) = outcome(folder.path());
        // Positions without a formula may have come first.
        assert!(tests.iter().all(|test| test.contains("Empty")), "{tests:?}");
    }
}
