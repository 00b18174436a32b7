//! Differential truth at any size: `cargo run --release -p gadfly-eval --example differential -- EACH [THEORY]`
//! compares EACH terms of every operator (or of one theory, or of those whose template contains a word)
//! with z3 5.4.0 and cvc5 1.4.2, both at once. SEED in the environment chooses other terms. Prints the
//! tables of docs/lab/differential.md.

use std::collections::BTreeMap;

#[path = "../tests/ground/mod.rs"]
mod ground;

use ground::Tally;

const SOLVERS: [(&str, char); 2] = [("z3@5.4.0", 'z'), ("cvc5@1.4.2", 'c')];

fn main() {
    gadfly_exec::guardian_entry();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let each = args.first().and_then(|a| a.parse().ok()).unwrap_or(1000);
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(1);
    let only = args.get(1).map(String::as_str);
    let results: Vec<Vec<Tally>> = std::thread::scope(|scope| {
        let threads: Vec<_> = SOLVERS
            .iter()
            .map(|(spec, letter)| scope.spawn(move || study(spec, *letter, seed, each, only)))
            .collect();
        threads
            .into_iter()
            .map(|t| t.join().unwrap_or_default())
            .collect()
    });
    by_theory(&results);
    by_operator(&results);
    exceptions(&results);
}

fn study(spec: &str, letter: char, seed: u64, each: u64, only: Option<&str>) -> Vec<Tally> {
    let progress = |t: &Tally| {
        eprintln!(
            "{spec} {}: {} agreed, {} disagreed, {} unanswered, {} open",
            t.operator,
            t.agreed,
            t.disagreed.len(),
            t.unanswered.len(),
            t.open
        );
    };
    gadfly_testkit::catalog();
    match gadfly_solver::resolve(&[spec.to_string()]) {
        Ok(solvers) => solvers
            .iter()
            .flat_map(|solver| ground::compare(solver, letter, seed, each, only, progress))
            .collect(),
        Err(error) => {
            eprintln!("{spec} is not installed: {error}");
            Vec::new()
        }
    }
}

/// Operators, terms that agreed (different ones), unanswered, disagreed: of one theory and solver.
#[derive(Default)]
struct Sum([usize; 5]);

impl Sum {
    fn add(&mut self, t: &Tally) {
        let counts = [
            1,
            t.agreed,
            t.different,
            t.unanswered.len(),
            t.disagreed.len(),
        ];
        self.0.iter_mut().zip(counts).for_each(|(a, b)| *a += b);
    }

    fn text(&self) -> String {
        let [operators, agreed, different, unanswered, disagreed] = self.0;
        format!("{operators} | {agreed} ({different}) | {unanswered} | {disagreed}")
    }
}

fn by_theory(results: &[Vec<Tally>]) {
    println!(
        "| theory | z3 5.4.0: operators | terms agreed (different ones) | unanswered | disagreed \
         | cvc5 1.4.2: operators | terms agreed (different ones) | unanswered | disagreed |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut theories: BTreeMap<&str, [Sum; 2]> = BTreeMap::new();
    let mut all: [Sum; 2] = Default::default();
    for (i, tallies) in results.iter().enumerate() {
        for tally in tallies {
            theories.entry(tally.theory).or_default()[i].add(tally);
            all[i].add(tally);
        }
    }
    for (theory, [z3, cvc5]) in &theories {
        println!("| {theory} | {} | {} |", z3.text(), cvc5.text());
    }
    println!("| all | {} | {} |", all[0].text(), all[1].text());
}

fn by_operator(results: &[Vec<Tally>]) {
    println!("\n| theory | template | z3 5.4.0 | cvc5 1.4.2 |\n|---|---|---|---|");
    let mut operators: BTreeMap<(&str, &str), [String; 2]> = BTreeMap::new();
    for (i, tallies) in results.iter().enumerate() {
        for t in tallies {
            let cell = &mut operators.entry((t.theory, t.operator)).or_default()[i];
            *cell = t.agreed.to_string();
            for (count, letter) in [(t.unanswered.len(), 'u'), (t.disagreed.len(), 'd')] {
                if count > 0 {
                    cell.push_str(&format!(", {count} {letter}"));
                }
            }
        }
    }
    for ((theory, operator), [z3, cvc5]) in &operators {
        println!("| {theory} | `{operator}` | {z3} | {cvc5} |");
    }
}

/// Every disagreement, and a few of the unanswered terms of each operator.
fn exceptions(results: &[Vec<Tally>]) {
    for ((spec, _), tallies) in SOLVERS.iter().zip(results) {
        for tally in tallies {
            for case in &tally.disagreed {
                println!("\n{spec} disagrees: {case}");
            }
            for case in tally.unanswered.iter().take(3) {
                println!("\n{spec} does not answer: {case}");
            }
        }
    }
}
