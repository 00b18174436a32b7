//! The engine with planted bugs and no processes: the same hunt whoever runs it and however often
//! it is stopped.

mod outcome;

use gadfly_campaign::{
    Budget, Event, Examined, Examiner, Maker, Menu, Parts, Plan, Real, Reduced, ScheduleKind,
    Suspicion, TestRun, Tested, Tester, Why, Worker, hunt,
};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_rng::Rng;
use gadfly_store::{Choice, Class, Finding, Reduction, Store, VerdictRow, VerdictState};
use gadfly_vocabulary::{Evidence, Kind, Signature};
use outcome::{tests_of, verdicts_of};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

struct Numbers;

impl Maker for Numbers {
    fn make(&mut self, seed: u64, position: u64, _: &Choice) -> Option<Formula> {
        let mut rng = Rng::new(seed, 1, position);
        if rng.chance(1, 50) {
            return None;
        }
        Some(Formula {
            text: format!("(set-logic QF_LIA)\n; {}\n", rng.below(2000)),
            expect: vec![Expect::Unknown],
            label: LabelSource::None,
            provenance: Provenance {
                index: position,
                strategy: "numbers".into(),
                ..Provenance::default()
            },
        })
    }
}

fn number(text: &str) -> u64 {
    text.rsplit("; ").next().unwrap().trim().parse().unwrap()
}

struct Planted {
    slow: bool,
}

impl Tester for Planted {
    fn test(&mut self, formula: &Formula, _: &Choice) -> Tested {
        let n = number(&formula.text);
        if self.slow && n % 97 == 3 {
            std::thread::sleep(Duration::from_millis(3));
        }
        let bug = (n % 40 == 7).then(|| Suspicion {
            note_only: false,
            verdict: verdict(&format!("bug{}", n % 3)),
        });
        Tested {
            runs: vec![TestRun {
                solver: "fake".into(),
                class: Class::Sat,
                fresh: false,
                wall: Duration::from_micros(10),
                cpu: Duration::from_micros(10),
            }],
            suspicions: bug.into_iter().collect(),
            ..Tested::default()
        }
    }
}

fn verdict(signature: &str) -> VerdictRow {
    VerdictRow {
        id: 0,
        index: 0,
        n: 0,
        kind: Kind::Crash,
        solver: "fake".into(),
        family: "fake".into(),
        check: 0,
        evidence: Evidence::Observed,
        sentence: "It died.".into(),
        signature: Signature::Message(signature.into()),
        group: signature.into(),
        label: LabelSource::None,
        formula: None,
        state: VerdictState::Pending,
        finding: None,
        outputs: vec![],
        history: vec![],
    }
}

struct Confirms;

impl Examiner for Confirms {
    fn confirm(&mut self, verdict: &VerdictRow) -> Examined {
        Examined::Confirmed(Box::new(Real {
            finding: Finding {
                kind: Kind::Crash,
                family: "fake".into(),
                identity: format!("crash/{}", verdict.group),
                ..Finding::default()
            },
            runs: vec![],
            command: vec!["cat".into()],
            sent: None,
            proof: None,
            named: true,
        }))
    }

    fn reduce(&mut self, finding: &Finding, original: &str) -> Option<Reduced> {
        let mut finding = finding.clone();
        // Bugs 1 and 2 are one bug, which only reduction shows.
        finding.identity = finding
            .identity
            .replace("bug2", "bug1")
            .replace("crash", "reduced");
        finding.reduction = Some(Reduction::default());
        Some(Reduced {
            finding,
            case: original.into(),
            runs: vec![],
            command: vec!["cat".into()],
            sent: None,
            proof: None,
        })
    }
}

fn worker() -> Worker {
    Worker {
        maker: Box::new(Numbers),
        tester: Box::new(Planted { slow: true }),
    }
}

fn parts(folder: &Path, jobs: usize, schedule: ScheduleKind, resume: bool) -> Parts {
    // What is written of a finding looks at solver profiles.
    gadfly_testkit::catalog();
    let store = if resume {
        Store::resume(folder)
    } else {
        Store::create(folder)
    };
    Parts {
        store: store.unwrap(),
        folder: folder.to_path_buf(),
        plan: Plan {
            seed: 42,
            schedule,
            reduce: true,
            budget: Budget {
                tests: Some(3000),
                ..Budget::default()
            },
            ..Plan::default()
        },
        menu: Menu {
            strategies: vec![("numbers".into(), vec![])],
            limit_ms: 1000,
            ..Menu::default()
        },
        workers: (0..jobs).map(|_| worker()).collect(),
        examiner: Box::new(Confirms),
        cancel: gadfly_exec::Cancel::new(),
    }
}

/// Everything that must not depend on who ran it: positions, states, hashes, verdicts, findings.
fn outcome(folder: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let store = Store::read(folder).unwrap();
    let findings = store.findings().unwrap();
    let findings = findings
        .iter()
        .map(|f| format!("{} {} {}", f.id, f.identity, f.triggers))
        .collect();
    (tests_of(&store), verdicts_of(&store), findings)
}

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
    let runs = |tests: &[String]| {
        let mut hashes: Vec<String> = tests
            .iter()
            .filter(|t| t.contains("Run"))
            .map(|t| t.rsplit(' ').next().unwrap().into())
            .collect();
        hashes.sort();
        hashes
    };
    assert!(
        runs(&stopped.0) == runs(&undisturbed.0),
        "the formulas differ"
    );
    let names = |findings: &[String]| -> Vec<String> {
        let mut names: Vec<String> = findings
            .iter()
            .map(|f| f.split(' ').nth(1).unwrap().into())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&stopped.2), names(&undisturbed.2));
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
