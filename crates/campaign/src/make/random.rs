//! Random formulas of a logic: without a label, satisfiable by a witness, refuted by construction.

use gadfly_catalog::Catalog;
use gadfly_formula::Formula;
use gadfly_generate::{Generator, Known, Logic, NAMED, Options, Preset};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Logics beside the generator's own list that a hunt without seeds covers.
const MORE: [&str; 5] = ["QF_S", "QF_SLIA", "QF_NRA", "QF_NIA", "QF_FP"];
/// Generated seeds of each logic and label.
const SEEDS: u64 = 3;

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

    /// The formula of a position: a third each without a label, satisfiable, and refuted; half of
    /// them small.
    pub(super) fn make(&mut self, logic: &str, seed: u64, position: u64) -> Option<Formula> {
        let which = position % 6;
        let key = (logic.to_string(), which);
        if !self.ready.contains_key(&key) {
            let preset = if which < 3 {
                Preset::Small
            } else {
                Preset::Normal
            };
            let mut options = options(logic, which, preset);
            if let Some(options) = &mut options {
                options.without.clone_from(&self.left_out);
            }
            let made = options.and_then(|options| Generator::new(&self.catalog, options).ok());
            self.ready.insert(key.clone(), made);
        }
        let generator = self.ready.get(&key)?.as_ref()?;
        generator.formula(seed, position).ok()
    }
}

fn options(logic: &str, which: u64, preset: Preset) -> Option<Options> {
    let mut options = Options::preset(Logic::parse(logic).ok()?, preset);
    options.known = match which % 3 {
        0 => Known::Nothing,
        1 => Known::Sat,
        _ => Known::Unsat,
    };
    Some(options)
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
            let made = options(&logic, which, Preset::Normal)
                .and_then(|options| Generator::new(catalog, options).ok());
            let Some(generator) = made else {
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
