//! `cargo bench -p gadfly-eval --bench eval`: nodes evaluated a second, on formulas of the kind that
//! seeds are, under models, beside a loop that only reads the same nodes.
//!
//! With GADFLY_CORPUS set, the corpus' satisfiable seeds are taken, under the models that z3 gives them
//! (where it is not installed, or silent after 2 s: plain values). A word chooses the logics that contain it.

use std::hint::black_box;
use std::time::Duration;

use gadfly_eval::{Model, Prepared, evaluate};
use gadfly_exec::Limits;
use gadfly_solver::{Options, Solver};
use gadfly_term::{Mode, Script};
use gadfly_testkit::thread_seconds;

fn main() {
    gadfly_exec::guardian_entry();
    let catalog = gadfly_testkit::catalog();
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let solver = match std::env::var("GADFLY_CORPUS") {
        Ok(_) => gadfly_solver::resolve(&["z3".to_string()]).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    for (name, texts) in groups() {
        if wanted.as_ref().is_some_and(|w| !name.contains(w.as_str())) {
            continue;
        }
        let scripts: Vec<Script> = texts
            .iter()
            .filter_map(|t| Script::parse(t.as_str(), &catalog, Mode::Lenient).ok())
            .collect();
        if !scripts.is_empty() {
            measure(&name, &scripts, solver.first());
        }
    }
}

/// Scripts by group: of the corpus if there is one, else made here.
fn groups() -> Vec<(String, Vec<String>)> {
    let Ok(corpus) = std::env::var("GADFLY_CORPUS") else {
        return vec![
            ("made: linear integers".into(), vec![integers()]),
            ("made: bit-vectors".into(), vec![vectors()]),
        ];
    };
    let logics = [
        "QF_LIA",
        "QF_LRA",
        "QF_NRA",
        "QF_BV",
        "QF_AUFLIA",
        "QF_SLIA",
        "QF_FP",
    ];
    logics
        .iter()
        .map(|logic| (logic.to_string(), seeds(&format!("{corpus}/{logic}/sat"))))
        .collect()
}

fn seeds(folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder)
        .map(|f| f.flatten().map(|e| e.path()).collect())
        .unwrap_or_else(|_| Vec::new());
    files
        .iter()
        .filter_map(|f| std::fs::read_to_string(f).ok())
        .collect()
}

/// Five hundred formulas over fifty constants of a sort, in one assertion.
fn over_fifty(sort: &str, formula: impl Fn(usize) -> String) -> String {
    let declarations = (0..50).map(|i| format!("(declare-const x{i} {sort})\n"));
    let declarations: String = declarations.collect();
    let body: String = (0..500).map(formula).collect();
    format!("{declarations}(assert (xor {body}))")
}

fn integers() -> String {
    let sum = |i: usize| {
        format!(
            "(< (+ x{} (* 3 x{}) (- x{})) (+ x{} {i}))",
            i % 50,
            i * 7 % 50,
            i * 3 % 50,
            i * 11 % 50
        )
    };
    over_fifty("Int", |i| {
        format!("(or {} (= x{} {i}) {})", sum(i), i % 50, sum(i + 1))
    })
}

fn vectors() -> String {
    let term = |i: usize| {
        format!(
            "(bvadd (bvmul x{} x{}) (bvshl x{} #x00000003))",
            i % 50,
            i * 7 % 50,
            i * 3 % 50
        )
    };
    over_fifty("(_ BitVec 32)", |i| {
        format!("(bvult {} (bvxor {} x{}))", term(i), term(i + 1), i % 50)
    })
}

/// Repeats until the clock says something; million nodes in a second of processor time.
fn rate(nodes: usize, mut work: impl FnMut()) -> f64 {
    work();
    let start = thread_seconds();
    let mut rounds = 0u32;
    while thread_seconds() - start < 0.7 {
        work();
        rounds += 1;
    }
    nodes as f64 * f64::from(rounds) / (thread_seconds() - start) / 1e6
}

/// The solver's model of a seed, or plain values.
fn model(script: &Script, solver: Option<&Solver>) -> (Model, bool) {
    let limits = Limits {
        wall: Some(Duration::from_secs(2)),
        ..Limits::default()
    };
    let options = Options {
        limits,
        ..Options::default()
    };
    let asked = |solver: &Solver| {
        let declarations = script.source().split("(check-sat)").next()?;
        let question =
            format!("(set-option :produce-models true)\n{declarations}(check-sat)\n(get-model)\n");
        let run = solver.run_fresh(&question, &options);
        Model::parse(run.models.first()?, script).ok()
    };
    match solver.and_then(asked) {
        Some(model) => (model, true),
        None => (Model::plain(script), false),
    }
}

fn measure(name: &str, scripts: &[Script], solver: Option<&Solver>) {
    let nodes: usize = scripts
        .iter()
        .map(|s| s.assertions().map(|a| s.size(a) as usize).sum::<usize>())
        .sum();
    let models: Vec<(Model, bool)> = scripts.iter().map(|s| model(s, solver)).collect();
    let given = models.iter().filter(|(_, given)| *given).count();
    let models: Vec<Model> = models.into_iter().map(|(model, _)| model).collect();
    let prepared: Vec<Prepared> = scripts
        .iter()
        .map(|s| Prepared::new(s, s.assertions().collect()))
        .collect();
    let eager: Vec<Prepared> = scripts
        .iter()
        .map(|s| Prepared::eager(s, s.assertions().collect()))
        .collect();
    let every = rate(nodes, || {
        eager
            .iter()
            .zip(&models)
            .for_each(|(p, m)| drop(black_box(p.values(m))))
    });
    let lazy = rate(nodes, || {
        prepared
            .iter()
            .zip(&models)
            .for_each(|(p, m)| drop(black_box(p.values(m))))
    });
    let whole = rate(nodes, || {
        scripts
            .iter()
            .zip(&models)
            .for_each(|(s, m)| drop(black_box(evaluate(s, m))))
    });
    let reading = rate(nodes, || {
        for script in scripts {
            black_box(script.nodes().map(|n| script.args(n).len()).sum::<usize>());
        }
    });
    println!(
        "{name}: {} seeds, {given} models of {}, {nodes} nodes; million nodes a second: {every:.1} every node, {lazy:.1} with jumps, \
         {whole:.1} with compilation, {reading:.0} only reading the nodes",
        scripts.len(),
        solver.map_or("no solver", |s| s.spec.as_str()),
    );
}
