//! A hunt without processes: numbers instead of formulas, bugs in some of them.

#![allow(dead_code)] // each test file uses its part

#[path = "../outcome/mod.rs"]
mod outcome;

use gadfly_campaign::{
    Budget, Examined, Examiner, Maker, Menu, Parts, Plan, Real, Reduced, ScheduleKind, Suspicion,
    TestRun, Tested, Tester, Worker,
};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_rng::Rng;
use gadfly_store::{Choice, Class, Finding, Reduction, Store, VerdictRow, VerdictState};
use gadfly_vocabulary::{Evidence, Kind, Signature};
use outcome::{tests_of, verdicts_of};
use std::path::Path;
use std::time::Duration;

pub(crate) struct Numbers;

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

pub(crate) fn number(text: &str) -> u64 {
    text.rsplit("; ").next().unwrap().trim().parse().unwrap()
}

pub(crate) struct Planted {
    pub(crate) slow: bool,
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

pub(crate) fn verdict(signature: &str) -> VerdictRow {
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

pub(crate) struct Confirms;

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

pub(crate) fn worker() -> Worker {
    Worker {
        maker: Box::new(Numbers),
        tester: Box::new(Planted { slow: true }),
    }
}

pub(crate) fn parts(folder: &Path, jobs: usize, schedule: ScheduleKind, resume: bool) -> Parts {
    // A finding's files hang on what is known of solvers.
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
        guide: None,
        examiner: Box::new(Confirms),
        cancel: gadfly_exec::Cancel::new(),
        publish: false,
        exchange: None,
    }
}

/// Everything that must not depend on who ran it: positions, states, hashes, verdicts, findings.
pub(crate) fn outcome(folder: &Path) -> (Vec<String>, Vec<String>, Vec<String>) {
    let store = Store::read(folder).unwrap();
    let findings = store.findings().unwrap();
    let findings = findings
        .iter()
        .map(|f| format!("{} {} {}", f.id, f.identity, f.triggers))
        .collect();
    (tests_of(&store), verdicts_of(&store), findings)
}
