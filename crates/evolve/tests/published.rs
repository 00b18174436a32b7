//! Real releases on formulas of which the published study says what they do.

use gadfly_enumerate::Grammar;
use gadfly_evolve::{Formulas, Settings, Source, Study, Tally, Timing, Verdict, Work};
use gadfly_exec::Cancel;
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use std::ops::Range;
use std::time::Duration;

fn source(name: &str, range: Range<u64>) -> Source {
    let catalog = gadfly_testkit::catalog();
    let text = catalog
        .file(&format!("grammars/{name}.g4"))
        .unwrap()
        .to_string();
    let grammar = Box::new(Grammar::parse(&text, name).unwrap());
    Source {
        name: name.to_string(),
        formulas: Formulas::Grammar {
            text,
            grammar,
            range,
        },
    }
}

/// A release; `None` where it is not installed and need not be.
fn release(spec: &str) -> Option<Solver> {
    gadfly_testkit::catalog();
    gadfly_testkit::installed(Resolver::new(Home::from_env()).one(spec))?.pop()
}

fn tally(source: Source, solvers: Vec<Solver>, judges: Vec<Solver>, timing: Timing) -> Tally {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings {
        part: 40,
        timing,
        timeout: Duration::from_secs(8),
        ..Settings::default()
    };
    let study = Study::new(vec![source], solvers, judges, settings);
    study.claim(folder.path()).unwrap();
    let cancel = Cancel::new();
    let work = Work {
        study: &study,
        folder: folder.path(),
        cache: &folder.path().join("reference"),
        jobs: 2,
        shard: None,
        cancel: &cancel,
        tick: &|| (),
    };
    work.run().unwrap();
    Tally::read(&study, folder.path()).unwrap()
}

/// z3 4.8.7 says `failed to verify` to these, with an answer and exit code 0; later releases not.
#[test]
fn remarks_of_the_model_checker_count_as_the_study_counted_them() {
    let (Some(old), Some(new), Some(judge)) =
        (release("z3@4.8.7"), release("z3@5.4.0"), release("yices"))
    else {
        return;
    };
    for (timing, timed, joint) in [
        (Timing::Sessions, 40, 36),
        (Timing::Fresh, 40, 36),
        (Timing::Sample, 8, 8),
    ] {
        let solvers = vec![old.clone(), new.clone()];
        let tally = tally(
            source("Core", 13_020..13_060),
            solvers,
            vec![judge.clone()],
            timing,
        );
        let (old, new) = (&tally.cells[0][0], &tally.cells[0][1]);
        assert_eq!(old.first[&Verdict::Crash], [13_028, 13_032, 13_044, 13_048]);
        assert_eq!((old.all_triggers(), new.all_triggers()), (4, 0));
        assert_eq!((tally.timed, tally.joint), (vec![timed], vec![joint]));
    }
}

/// A fake solver of another family than z3 that gives this answer to everything.
fn fake(rules: &str) -> Solver {
    let fake = gadfly_testkit::fake_solver_path();
    let command = format!("{} -e '{rules}'", fake.display());
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env()).with_profile(Some("generic".into()));
    resolver.one(&command).unwrap().pop().unwrap()
}

/// A reference may be wrong: what our evaluator finds true of a solver's model goes before it.
#[test]
fn a_true_model_goes_before_the_reference() {
    let Some(z3) = release("z3@5.4.0") else {
        return;
    };
    let judged = |solver: Solver, judge: Solver| {
        let tally = self::tally(
            source("Core", 0..8),
            vec![solver],
            vec![judge],
            Timing::Fresh,
        );
        tally.cells[0][0].all_triggers()
    };
    let liar = fake("always: answer unsat");
    assert_eq!(judged(z3.clone(), liar.clone()), 0, "z3 shows true models");
    assert!(judged(liar, z3.clone()) > 0, "the liar has nothing to show");
    let boaster = fake("always: answer sat; model \"((define-fun a () Bool false))\"");
    assert!(judged(boaster, z3) > 0, "a false model acquits nobody");
}
