//! What obligations cost beside the questions that they come from: CPU time of the tested solver, of
//! other solvers, and our own, by strategy.
//!
//! `cargo bench -p gadfly-campaign --bench obligations [-- SPEC]`, by default z3@5.4.0, beside cvc5 and
//! yices, as installed. `GADFLY_BENCH_TESTS` is the number of formulas of each strategy (400).

use gadfly_campaign::{
    BenchPlan, Library, LibraryMaker, Maker, SolverRegistry, SolverTester, Spent, Tester,
    builtin_seeds,
};
use gadfly_catalog::Catalog;
use gadfly_exec::{Cancel, Limits};
use gadfly_oracle::{CatalogEvaluator, Known, Policy};
use gadfly_profile::Home;
use gadfly_solver::{Resolver, Solver};
use gadfly_store::Choice;
use std::sync::Arc;
use std::time::Duration;

/// Strategies that ask; what a solver lacks costs it nothing.
const STRATEGIES: [&str; 4] = ["ask", "objective", "optima", "infer"];

fn main() {
    gadfly_exec::guardian_entry();
    gadfly_testkit::catalog();
    // cargo passes `--bench` too.
    let spec = std::env::args().skip(1).find(|a| !a.starts_with("--"));
    let spec = spec.unwrap_or_else(|| "z3@5.4.0".into());
    let tests = std::env::var("GADFLY_BENCH_TESTS");
    let tests = tests.ok().and_then(|n| n.parse().ok()).unwrap_or(400);
    let tested = solvers(&[spec]);
    let references = solvers(&["cvc5".into(), "yices".into()]);
    // One tester, as a worker of a hunt has: what one strategy saves another may spend.
    let mut tester = SolverTester::new(plan(tested, references));
    let mut before = tester.spent();
    let mut all = 0;
    println!(
        "{:<12} {:>10} {:>12} {:>10} {:>10} {:>8}",
        "", "formulas", "questions, s", "others, s", "own, s", "ratio"
    );
    for strategy in STRATEGIES {
        let made = bench(&mut tester, strategy, tests);
        let after = tester.spent();
        let spent = Spent {
            questions: after.questions - before.questions,
            others: after.others - before.others,
            own: after.own - before.own,
        };
        line(strategy, made, &spent);
        (before, all) = (after, all + made);
    }
    line("all", all, &before);
}

/// Tests formulas of a strategy; how many could be made.
fn bench(tester: &mut SolverTester, strategy: &str, tests: u64) -> u64 {
    let library = Library::read(&builtin_seeds(), &[strategy.to_string()], &[]).expect("seeds");
    let menu = library.menu();
    let groups: Vec<String> = menu
        .into_iter()
        .flat_map(|(_, groups)| groups.into_iter().map(|(group, _)| group))
        .collect();
    let mut maker = LibraryMaker::new(Arc::new(library));
    let mut made = 0;
    for index in 0..tests {
        let choice = Choice {
            strategy: strategy.to_string(),
            group: groups.get(index as usize % groups.len()).cloned(),
            ..Choice::default()
        };
        if let Some(formula) = maker.make(1, index, &choice) {
            made += 1;
            tester.test(&formula, &choice);
        }
    }
    made
}

fn line(name: &str, formulas: u64, spent: &Spent) {
    let ratio = match spent.questions.is_zero() {
        true => "-".to_string(),
        false => {
            let ratio = spent.obligations().as_secs_f64() / spent.questions.as_secs_f64();
            format!("{ratio:.2}")
        }
    };
    println!(
        "{name:<12} {formulas:>10} {:>12.2} {:>10.2} {:>10.2} {ratio:>8}",
        spent.questions.as_secs_f64(),
        spent.others.as_secs_f64(),
        spent.own.as_secs_f64(),
    );
}

fn solvers(specs: &[String]) -> Vec<Arc<Solver>> {
    let found = Resolver::new(Home::from_env()).all(specs);
    let found = found.unwrap_or_else(|error| panic!("{error}"));
    found.into_iter().map(Arc::new).collect()
}

fn plan(tested: Vec<Arc<Solver>>, references: Vec<Arc<Solver>>) -> Arc<BenchPlan> {
    let catalog = Catalog::shared();
    let all: Vec<Arc<Solver>> = tested.iter().chain(&references).cloned().collect();
    let limits = Limits {
        cpu: Some(Duration::from_secs(1)),
        wall: Some(Duration::from_secs(20)),
        ..Limits::default()
    };
    Arc::new(BenchPlan {
        book: Arc::new(SolverRegistry::new(Resolver::new(Home::from_env()), &all)),
        tested,
        references,
        limits,
        evaluator: Arc::new(CatalogEvaluator::new(catalog.clone())),
        known: Arc::new(Known::of(&catalog).expect("the known issues")),
        policy: Policy::default(),
        quarantine: Arc::default(),
        cancel: Cancel::default(),
        ask_undecided: 0,
        ask_proofs: u64::MAX,
        thrifty: true,
        catalog,
    })
}
