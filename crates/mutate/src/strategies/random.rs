//! Random formulas of a logic: without a label, satisfiable by a witness, refuted by construction.

use crate::kit::Kit;
use crate::strategy::{About, Made, Position, Promise, Source, Strategy, Takes};
use gadfly_catalog::Catalog;
use gadfly_generate::{Division, Generator, Known, Logic, NAMED, Options, Preset, Span};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Generated seeds of each logic and label.
const SEEDS: u64 = 3;

/// A logic, and what a block does without.
type Key = (String, Vec<String>);

/// Sizes and shares that go together.
const FLAVOURS: u64 = 4;

/// A third each without a label, satisfiable, and refuted, in all flavours.
const KINDS: u64 = 3 * FLAVOURS;

/// Logics whose generators are kept, with what blocks do without.
const MOST: usize = 96;

/// `random`: generators are made when they are first asked for.
#[derive(Default)]
pub(crate) struct Random {
    /// Operators that no formula has, in all generators that are ready.
    left_out: Vec<String>,
    ready: FxHashMap<Key, Vec<Option<Generator>>>,
}

/// The cheapest formulas, and those that found most in old releases: hence the head start.
const ABOUT: About = About {
    head_start: 4,
    ..About::new(
        "random",
        "random formulas of a logic, layer by layer",
        Takes::Logic,
        Promise::Sometimes,
    )
};

impl Strategy for Random {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// The logics of the seeds; without seeds of a logic that the generator knows, all that it knows.
    fn groups(&self, seeds: &BTreeMap<String, u32>, _: &Catalog) -> Vec<(String, u32)> {
        let known = |logic: &&String| Logic::parse(logic).is_ok();
        let mut logics: Vec<String> = seeds.keys().filter(known).cloned().collect();
        if logics.is_empty() {
            logics = all_logics();
        }
        logics.into_iter().map(|logic| (logic, 1)).collect()
    }

    /// All kinds of formulas in turn.
    fn make(&mut self, from: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let left_out = &kit.options.allowed.without;
        if self.left_out != *left_out {
            self.left_out.clone_from(left_out);
            self.ready.clear();
        }
        let key = (from.group.to_string(), from.without.to_vec());
        if !self.ready.contains_key(&key) {
            let made = self.generators(from, kit.catalog());
            if self.ready.len() >= MOST {
                self.ready.clear();
            }
            self.ready.insert(key.clone(), made);
        }
        let kinds = self.ready.get(&key);
        let generator = kinds.and_then(|kinds| kinds[(at.index % KINDS) as usize].as_ref());
        Ok(generator.and_then(|generator| generator.formula(at.seed, at.index).ok()))
    }
}

impl Random {
    /// The generators of all kinds; what they can share with others they do.
    fn generators(&self, from: Source<'_>, catalog: &Arc<Catalog>) -> Vec<Option<Generator>> {
        let mut kinds: Vec<Option<Generator>> = Vec::new();
        for which in 0..KINDS {
            let others = kinds.iter().chain(self.ready.values().flatten());
            let like = others.flatten().next();
            kinds.push(generator(from, which, &self.left_out, catalog, like));
        }
        kinds
    }
}

fn generator(
    from: Source<'_>,
    which: u64,
    left_out: &[String],
    catalog: &Arc<Catalog>,
    like: Option<&Generator>,
) -> Option<Generator> {
    let preset = match which / 3 {
        0 => Preset::Normal,
        _ => Preset::Small,
    };
    let mut options = options(from.group, which, preset)?;
    flavour(&mut options, which / 3);
    options.without = [left_out, from.without].concat();
    match like {
        Some(like) => like.with(options).ok(),
        None => Generator::new(catalog, options).ok(),
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
fn all_logics() -> Vec<String> {
    let mut names: Vec<String> = NAMED.iter().map(ToString::to_string).collect();
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
