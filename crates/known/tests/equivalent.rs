//! `split` and `rewrite` asked of two families of solvers and of the evaluator: each new assertion is
//! equivalent to the one that it stands for, and no label is lost or wrong.

mod asking;

use asking::{options, solver};
use gadfly_catalog::Catalog;
use gadfly_formula::{Expect, Formula};
use gadfly_known::{Finder, Store};
use gadfly_mutate::{Kit, Position, RuleBook, Seed, SeedPool, make, strategy};
use gadfly_solver::{Answer, Session, Solver};
use gadfly_term::{CommandKind, Mode, Script};
use std::sync::Arc;
use std::time::Duration;

/// What a solver does not decide in this time is left open.
const QUICK: Duration = Duration::from_millis(200);

/// Every so many of the catalogue's seeds, each alone in its pool.
fn seeds(catalog: &Arc<Catalog>, every: usize) -> impl Iterator<Item = SeedPool> {
    let files = catalog.files("seeds/").step_by(every);
    let pool = |file| SeedPool::read([file], catalog).0;
    files.map(pool).filter(|pool| !pool.is_empty())
}

fn kit(catalog: &Arc<Catalog>) -> Kit {
    let book = Arc::new(RuleBook::read(catalog).unwrap());
    Kit::new(catalog, book, Default::default())
}

/// Strategies whose formulas mean what their seeds mean.
const EQUIVALENT: [&str; 2] = ["split", "rewrite"];

/// Whether an old and a new assertion can differ; `None` where none was changed.
fn question(seed: &Seed, formula: &Formula, catalog: &Arc<Catalog>) -> Option<String> {
    let new = Script::parse(formula.text.as_str(), catalog, Mode::Default).unwrap();
    let texts = |script: &Script| -> Vec<String> {
        let roots = script.assertions();
        roots.map(|root| script.text(root).to_string()).collect()
    };
    let pairs = texts(&seed.script).into_iter().zip(texts(&new));
    let changed = pairs.filter(|(old, new)| old != new);
    let differ: Vec<String> = changed
        .map(|(old, new)| format!("(distinct {old} {new})"))
        .collect();
    if differ.is_empty() {
        return None;
    }
    let mut text = String::new();
    for command in seed.script.commands() {
        if !matches!(command.kind, CommandKind::Assert | CommandKind::CheckSat) {
            text.push_str(seed.script.command_text(command));
            text.push('\n');
        }
    }
    let differ = differ.join(" ");
    Some(format!("{text}(assert (or false {differ}))\n(check-sat)\n"))
}

#[test]
fn the_old_and_the_new_are_equivalent() {
    let solvers: Vec<Solver> = ["z3@5.4.0", "cvc5@1.4.2"]
        .into_iter()
        .filter_map(solver)
        .collect();
    if solvers.len() < 2 {
        return;
    }
    for name in EQUIVALENT {
        prove(name, &solvers);
    }
}

fn prove(name: &str, solvers: &[Solver]) {
    let options = options(QUICK);
    let mut sessions: Vec<Session> = solvers.iter().map(|s| Session::new(s, &options)).collect();
    let catalog = gadfly_testkit::catalog();
    let mut strategy = strategy(name).unwrap();
    let mut kit = kit(&catalog);
    let (mut asked, mut proved) = (0, [0; 2]);
    for (index, pool) in seeds(&catalog, 5).enumerate() {
        let at = Position {
            seed: 1,
            index: index as u64,
        };
        let made = make(&mut *strategy, &pool, at, &mut kit).unwrap();
        let Some(formula) = made.filter(|_| pool.seeds()[0].is_flat()) else {
            continue;
        };
        let Some(text) = question(&pool.seeds()[0], &formula, &catalog) else {
            continue;
        };
        asked += 1;
        let script = Script::parse(text, &catalog, Mode::Default).unwrap();
        for (n, (solver, session)) in solvers.iter().zip(&mut sessions).enumerate() {
            let Ok(text) = solver.express(&script) else {
                continue;
            };
            match session.run(&text).answer(0) {
                Some(Answer::Sat) => panic!("{name}: {} tells them apart:\n{text}", solver.spec),
                Some(Answer::Unsat) => proved[n] += 1,
                _ => {}
            }
        }
    }
    println!("{name}: {proved:?} of {asked} proved");
    assert!(kit.refused.is_empty(), "{:?}", kit.refused);
    assert!(asked > 60, "{name}: {asked}");
    assert!(
        proved.iter().all(|n| n * 2 > asked),
        "{name}: {proved:?} of {asked}"
    );
}

#[test]
fn every_label_is_kept_and_the_model_bears_it_out() {
    let Some(z3) = solver("z3@5.4.0") else {
        return;
    };
    let catalog = gadfly_testkit::catalog();
    let mut kit = kit(&catalog);
    let home = tempfile::tempdir().unwrap();
    let solvers = [z3];
    let store = Store::at(home.path(), &solvers);
    let mut finder = Finder::new(&solvers, QUICK * 5, store);
    let (mut made, mut witnessed) = ([0; 2], [0; 2]);
    for mut pool in seeds(&catalog, 9) {
        let claimed = pool.seeds()[0].expect.clone();
        let seed = &mut pool.seeds_mut()[0];
        let found = finder.find(seed);
        seed.set_known(found);
        assert_eq!(seed.expect, claimed, "{}", seed.parent.path);
        for (n, name) in EQUIVALENT.into_iter().enumerate() {
            let mut strategy = strategy(name).unwrap();
            for index in 0..5 {
                // A label that the seed's model refutes would be an error here.
                let at = Position { seed: 2, index };
                let Some(formula) = make(&mut *strategy, &pool, at, &mut kit).unwrap() else {
                    continue;
                };
                made[n] += 1;
                let model = formula.expect == [Expect::Sat] && formula.provenance.trace.len() > 1;
                witnessed[n] += usize::from(model);
                assert_eq!(formula.expect, claimed, "{}", formula.with_header());
            }
        }
    }
    println!("{witnessed:?} of {made:?} have a model");
    assert!(made.iter().all(|&n| n > 150), "{made:?}");
    assert!(
        witnessed.iter().all(|&n| n > 40),
        "{witnessed:?} of {made:?}"
    );
}
