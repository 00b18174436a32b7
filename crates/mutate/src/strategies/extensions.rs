//! Random formulas of theories that no standard has, whatever the seeds are: sequences, finite sets, prime
//! fields. No logic's name tells of them, and solvers have them since yesterday.

use super::random::Random;
use crate::kit::Kit;
use crate::strategy::{About, Made, Position, Promise, Source, Strategy, Takes};
use gadfly_catalog::Catalog;
use std::collections::BTreeMap;

/// `extensions`
#[derive(Default)]
pub(crate) struct Extensions(Random);

const ABOUT: About = About::new(
    "extensions",
    "random formulas of sequences, finite sets and prime fields",
    Takes::Logic,
    Promise::Sometimes,
);

impl Strategy for Extensions {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn groups(&self, _: &BTreeMap<String, u32>, _: &Catalog) -> Vec<(String, u32)> {
        let logics = gadfly_generate::EXTENSIONS.iter();
        logics.map(|logic| (logic.to_string(), 1)).collect()
    }

    fn make(&mut self, from: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let mut made = self.0.make(from, at, kit)?;
        if let Some(formula) = &mut made {
            formula.provenance.strategy = ABOUT.name.to_string();
        }
        Ok(made)
    }
}
