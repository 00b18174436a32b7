//! `cargo bench -p gadfly-eval --bench eval`: nodes evaluated a second, on formulas of the kind that
//! seeds are, under models, beside a loop that only reads the same nodes.
//!
//! With GADFLY_CORPUS set, the corpus' quantifier-free arithmetic and bit-vector seeds are taken, under
//! models that give every constant a plain value.

use std::hint::black_box;
use std::time::{Duration, Instant};

use gadfly_eval::{Model, Prepared, evaluate};
use gadfly_term::{Catalog, Mode, Script};

fn main() {
    let catalog = Catalog::builtin();
    for (name, texts) in groups() {
        let scripts: Vec<Script> = texts
            .iter()
            .filter_map(|t| Script::parse(t.as_str(), &catalog, Mode::Lenient).ok())
            .collect();
        if !scripts.is_empty() {
            measure(&name, &scripts);
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

fn integers() -> String {
    let declarations: String = (0..50)
        .map(|i| format!("(declare-const x{i} Int)\n"))
        .collect();
    let sum = |i: usize| {
        format!(
            "(< (+ x{} (* 3 x{}) (- x{})) (+ x{} {i}))",
            i % 50,
            i * 7 % 50,
            i * 3 % 50,
            i * 11 % 50
        )
    };
    let body: String = (0..500)
        .map(|i| format!("(or {} (= x{} {i}) {})", sum(i), i % 50, sum(i + 1)))
        .collect();
    format!("{declarations}(assert (xor {body}))")
}

fn vectors() -> String {
    let declarations: String = (0..50)
        .map(|i| format!("(declare-const x{i} (_ BitVec 32))\n"))
        .collect();
    let term = |i: usize| {
        format!(
            "(bvadd (bvmul x{} x{}) (bvshl x{} #x00000003))",
            i % 50,
            i * 7 % 50,
            i * 3 % 50
        )
    };
    let body: String = (0..500)
        .map(|i| format!("(bvult {} (bvxor {} x{}))", term(i), term(i + 1), i % 50))
        .collect();
    format!("{declarations}(assert (xor {body}))")
}

/// Repeats until the clock says something; nodes a second.
fn rate(nodes: usize, mut work: impl FnMut()) -> f64 {
    work();
    let start = Instant::now();
    let mut rounds = 0u32;
    while start.elapsed() < Duration::from_millis(700) {
        work();
        rounds += 1;
    }
    nodes as f64 * f64::from(rounds) / start.elapsed().as_secs_f64() / 1e6
}

fn measure(name: &str, scripts: &[Script]) {
    let nodes: usize = scripts
        .iter()
        .map(|s| s.assertions().map(|a| s.size(a) as usize).sum::<usize>())
        .sum();
    let models: Vec<Model> = scripts.iter().map(Model::plain).collect();
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
        "{name}: {nodes} nodes; million nodes a second: {every:.1} every node, {lazy:.1} with jumps, \
         {whole:.1} with compilation, {reading:.0} only reading the nodes"
    );
}
