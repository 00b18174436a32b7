//! Random formulas of a logic: without a label, satisfiable by a witness, refuted by construction.

use gadfly_catalog::Catalog;
use gadfly_formula::Formula;
use gadfly_generate::{Generator, Known, Logic, NAMED, Options};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Logics beside the generator's own list that a hunt without seeds covers.
const MORE: [&str; 5] = ["QF_S", "QF_SLIA", "QF_NRA", "QF_NIA", "QF_FP"];
/// Generated seeds of each logic and label.
const SEEDS: u64 = 3;
/// Formulas tried for one position.
const TRIES: u64 = 6;

/// The generators of one worker, made when they are first asked for.
pub(super) struct Randoms {
    catalog: Arc<Catalog>,
    left_out: Vec<String>,
    ready: FxHashMap<(String, u64), Option<Generator>>,
}

impl Randoms {
    pub(super) fn new(catalog: Arc<Catalog>, left_out: &[String]) -> Randoms {
        Randoms {
            catalog,
            left_out: left_out.to_vec(),
            ready: FxHashMap::default(),
        }
    }

    /// Whether formulas of a logic can be made.
    pub(super) fn knows(logic: &str) -> bool {
        Logic::parse(logic).is_ok()
    }

    /// The formula of a position: a third each without a label, satisfiable, and refuted.
    pub(super) fn make(&mut self, logic: &str, seed: u64, position: u64) -> Option<Formula> {
        let which = position % 3;
        let catalog = &self.catalog;
        let read = || generator(catalog, logic, which);
        let generator = self
            .ready
            .entry((logic.to_string(), which))
            .or_insert_with(read);
        let generator = generator.as_ref()?;
        // Formulas far beyond all positions stand in for those with operators to leave out.
        let mut tries = (0..TRIES).filter_map(|n| generator.formula(seed, position + (n << 48)).ok());
        tries.find(|formula| !has_any(&formula.text, &self.left_out))
    }
}

/// Whether a script has any of these operators.
fn has_any(text: &str, operators: &[String]) -> bool {
    let words = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"');
    !operators.is_empty()
        && text
            .split(words)
            .any(|word| operators.iter().any(|operator| operator == word))
}

fn generator(catalog: &Arc<Catalog>, logic: &str, which: u64) -> Option<Generator> {
    let mut options = Options::new(Logic::parse(logic).ok()?);
    options.known = match which {
        0 => Known::Nothing,
        1 => Known::Sat,
        _ => Known::Unsat,
    };
    Generator::new(catalog, options).ok()
}

/// The logics of a hunt without seeds.
pub(super) fn all_logics() -> Vec<String> {
    let mut names: Vec<String> = NAMED.iter().chain(&MORE).map(ToString::to_string).collect();
    names.sort();
    names.dedup();
    names
}

/// Seeds for a hunt without any: small labelled formulas of every logic, as path and text.
pub fn generated_seeds(catalog: &Arc<Catalog>) -> Vec<(String, String)> {
    let mut seeds = Vec::new();
    for logic in all_logics() {
        for (which, label) in [(1, "sat"), (2, "unsat")] {
            let Some(generator) = generator(catalog, &logic, which) else {
                continue;
            };
            for index in 0..SEEDS {
                if let Ok(formula) = generator.formula(0, index) {
                    let path = format!("generated/{logic}/{label}/{index}.smt2");
                    seeds.push((path, formula.text));
                }
            }
        }
    }
    seeds
}
