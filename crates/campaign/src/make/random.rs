//! Random formulas of a logic: without a label, satisfiable by a witness, refuted by construction.

use gadfly_catalog::Catalog;
use gadfly_formula::Formula;
use gadfly_generate::{Division, Generator, Known, Logic, NAMED, Options, Preset, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Logics beside the generator's own list that a hunt without seeds covers.
const MORE: [&str; 5] = ["QF_S", "QF_SLIA", "QF_NRA", "QF_NIA", "QF_FP"];
/// Generated seeds of each logic and label.
const SEEDS: u64 = 3;

/// A logic, a kind of formula, and what a block does without.
type Key = (String, u64, Vec<String>);

/// Sizes and shares that go together.
const FLAVOURS: u64 = 4;

/// Generators that a worker keeps.
const MOST: usize = 256;

/// The generators of one worker, made when they are first asked for.
pub(super) struct Randoms {
    catalog: Arc<Catalog>,
    left_out: Vec<String>,
    ready: FxHashMap<Key, Option<Generator>>,
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

    /// The formula of a position: a third each without a label, satisfiable, and refuted, in four
    /// flavours in turn.
    pub(super) fn make(
        &mut self,
        logic: &str,
        without: &[String],
        seed: u64,
        position: u64,
    ) -> Option<Formula> {
        let which = position % (3 * FLAVOURS);
        let key = (logic.to_string(), which, without.to_vec());
        if !self.ready.contains_key(&key) {
            if self.ready.len() >= MOST {
                self.ready.clear();
            }
            let preset = if which / 3 == 0 {
                Preset::Normal
            } else {
                Preset::Small
            };
            let mut options = options(logic, which, preset);
            if let Some(options) = &mut options {
                flavour(options, which / 3);
                options.without.clone_from(&self.left_out);
                options.without.extend_from_slice(without);
            }
            let made = options.and_then(|options| Generator::new(&self.catalog, options).ok());
            self.ready.insert(key.clone(), made);
        }
        let generator = self.ready.get(&key)?.as_ref()?;
        generator.formula(seed, position).ok()
    }
}

/// Small scopes hold many bugs: two flavours of four have few variables over few and tiny values, so
/// that terms meet, and one of these divides by anything.
fn flavour(options: &mut Options, number: u64) {
    if number < 2 {
        return;
    }
    options.variables = Span::new(1, 2);
    options.magnitude = 2;
    options.string_length = 2;
    options.literal = 30;
    options.bool_as_data = 20;
    options.definitions = Span::new(0, 0);
    if number == 3 {
        options.terms = Span::new(1, 4);
        options.predicates = Span::new(1, 3);
        options.assertions = Span::new(1, 1);
        options.division = Division::Free;
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
