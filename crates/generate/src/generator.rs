//! Formulas by number.

use crate::basis::Basis;
use crate::graph::{Graph, NodeId};
use crate::options::{Known, Options, OptionsError};
use crate::script;
use crate::sorts::BOOL;
use gadfly_catalog::Catalog;
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_rng::Rng;
use std::sync::Arc;
use thiserror::Error;

/// Why no formula can be made.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The options contradict each other.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// No attempt gave a formula with the answer asked for.
    #[error("no formula with a known answer came out of {0} attempts: use larger sizes")]
    NoKnownAnswer(u32),
}

/// Makes formulas of one logic.
#[derive(Debug)]
pub struct Generator {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) options: Options,
    pub(crate) basis: Arc<Basis>,
    catalog_hash: String,
}

/// A script, the answers to its checks, and what was done.
pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) expect: Vec<Expect>,
    pub(crate) trace: Vec<String>,
}

/// The number of this strategy's stream of random choices; attempts after the first have streams
/// of their own.
const STREAM: u32 = 6;
const ATTEMPT_STREAM: u32 = 0x100;
const ATTEMPTS: u32 = 20;

impl Generator {
    /// A maker of formulas with these options.
    pub fn new(catalog: &Arc<Catalog>, options: Options) -> Result<Generator, OptionsError> {
        options.check()?;
        Ok(Generator {
            catalog: Arc::clone(catalog),
            basis: Arc::new(Basis::new(catalog, &options, None)?),
            catalog_hash: catalog.hash(),
            options,
        })
    }

    /// A maker of other formulas, which shares with this one what does not differ.
    pub fn with(&self, options: Options) -> Result<Generator, OptionsError> {
        options.check()?;
        let basis = match self.basis.serves(&options) {
            true => self.basis.clone(),
            false => Arc::new(Basis::new(&self.catalog, &options, Some(&self.basis))?),
        };
        Ok(Generator {
            catalog: self.catalog.clone(),
            basis,
            catalog_hash: self.catalog_hash.clone(),
            options,
        })
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The formula number `index` of the run with `seed`.
    pub fn formula(&self, seed: u64, index: u64) -> Result<Formula, GenerateError> {
        let attempt = |attempt: u32| {
            let rng = Rng::new(seed, STREAM + ATTEMPT_STREAM * attempt, index);
            match self.options.known {
                Known::Nothing => Some(self.unlabelled(rng)),
                Known::Sat => self.satisfiable(rng),
                Known::Unsat => self.unsatisfiable(rng),
            }
        };
        let made = (0..ATTEMPTS).find_map(attempt);
        let Made {
            text,
            expect,
            trace,
        } = made.ok_or(GenerateError::NoKnownAnswer(ATTEMPTS))?;
        let label = match self.options.known {
            Known::Nothing => LabelSource::None,
            Known::Sat => LabelSource::Witness,
            Known::Unsat => LabelSource::Construction,
        };
        Ok(Formula {
            text,
            expect,
            label,
            provenance: Provenance {
                version: env!("CARGO_PKG_VERSION").to_string(),
                catalog: self.catalog_hash.clone(),
                strategy: "random".to_string(),
                seed,
                index,
                parents: Vec::new(),
                trace,
            },
        })
    }

    fn unlabelled(&self, rng: Rng) -> Made {
        let (mut graph, roots) = self.layers(rng, self.options.logic.quantifiers);
        let mut text = String::with_capacity(2048);
        let checks = script::write(&mut graph, &roots, &mut text);
        Made {
            text,
            expect: vec![Expect::Unknown; checks],
            trace: Vec::new(),
        }
    }

    /// A graph with all its layers, and the assertions in it.
    pub(crate) fn layers(&self, rng: Rng, quantifiers: bool) -> (Graph<'_>, Vec<NodeId>) {
        let mut graph = Graph::new(&self.basis.plan, &self.options, rng);
        graph.input_layer();
        graph.define_functions();
        let terms = graph.number(self.options.terms);
        graph.main_layer(terms);
        let wanted = graph.number(self.options.assertions) as usize;
        let count = graph.number(self.options.predicates).max(wanted as u32);
        let mut atoms = Vec::with_capacity(count as usize + 4);
        for _ in 0..count {
            atoms.extend(graph.predicate());
        }
        if quantifiers {
            for _ in 0..graph.number(self.options.quantifiers) {
                atoms.extend(graph.quantified(0));
            }
        }
        let is_truth = |&v: &NodeId| graph.node(v).sort == BOOL;
        let truths: Vec<NodeId> = graph.variables.iter().copied().filter(is_truth).collect();
        atoms.extend(truths);
        if atoms.is_empty() {
            atoms.push(graph.variable(BOOL));
        }
        let roots = graph.boolean_layer(atoms, wanted);
        (graph, roots)
    }
}
