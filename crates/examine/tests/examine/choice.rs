//! Which of several confirmed verdicts is meant.

use crate::words::run;
use gadfly_examine::{Confirmed, Doubt, Examination, Rerun, Status, Wanted};
use gadfly_oracle::{Identity, Kind, Verdict};

fn confirmed(solver: &str, kind: Kind, status: Status) -> Confirmed {
    let verdict = Verdict::about(&run(&format!("{solver}=sat")), "test", kind, 0);
    Confirmed {
        identity: Identity::before(&verdict, "(check-sat)"),
        verdict,
        status,
        witnesses: Vec::new(),
        known: None,
        obligation: None,
        proof: None,
    }
}

fn rerun(confirmed: Vec<Confirmed>) -> Rerun {
    Rerun {
        runs: Vec::new(),
        examination: Examination {
            confirmed,
            ..Examination::default()
        },
    }
}

fn doubt() -> Status {
    Status::Doubt(Box::<Doubt>::default())
}

const FLAKY: Status = Status::Flaky { shown: 1, tries: 2 };

#[test]
fn a_finding_is_about_what_was_meant_where_that_is_firm() {
    let (z3, cvc5) = ("z3@5.4.0", "cvc5@1.4.2");
    let wanted = Wanted {
        solver: Some(z3),
        kind: Some(Kind::Crash),
    };
    let told = |all: Vec<Confirmed>| {
        let rerun = rerun(all);
        let found = rerun.finding(&wanted)?;
        Some((found.verdict.solver.clone(), found.verdict.kind))
    };
    let firm = |solver, kind| confirmed(solver, kind, Status::Confirmed);
    let all = vec![
        firm(cvc5, Kind::Soundness),
        firm(z3, Kind::Soundness),
        firm(z3, Kind::Crash),
    ];
    assert_eq!(told(all), Some((z3.into(), Kind::Crash)));
    let elsewhere = vec![firm(cvc5, Kind::Crash), firm(z3, Kind::InvalidModel)];
    assert_eq!(told(elsewhere), Some((z3.into(), Kind::InvalidModel)));
    let in_doubt = vec![
        confirmed(z3, Kind::Crash, doubt()),
        firm(cvc5, Kind::Soundness),
    ];
    assert_eq!(told(in_doubt), Some((cvc5.into(), Kind::Soundness)));
    let flaky = vec![confirmed(z3, Kind::Crash, FLAKY), firm(z3, Kind::Rejected)];
    assert_eq!(told(flaky), None);
}

#[test]
fn a_failure_may_come_and_go_but_is_never_in_doubt() {
    let z3 = "z3@5.4.0";
    let all = rerun(vec![
        confirmed(z3, Kind::Soundness, doubt()),
        confirmed(z3, Kind::Disagreement, FLAKY),
        confirmed(z3, Kind::Crash, Status::Confirmed),
    ]);
    let told = |kind| all.failure(kind).map(|one| one.verdict.kind);
    assert_eq!(told(None), Some(Kind::Crash));
    assert_eq!(told(Some(Kind::Disagreement)), Some(Kind::Disagreement));
    assert_eq!(told(Some(Kind::Soundness)), None);
}
