//! Small synthesis problems: functions that keep constraints, within a grammar or without.

use crate::kit::Kit;
use crate::strategy::{About, Made, Position, Promise, Source, Strategy, Takes};
use gadfly_catalog::Catalog;
use std::collections::BTreeMap;

/// `synthesis`
#[derive(Debug)]
pub(crate) struct Synthesis;

const ABOUT: About = About {
    commands: &["check-synth"],
    ..About::new(
        "synthesis",
        "functions are asked for that keep constraints: integers, bit-vectors, Booleans, grammars",
        Takes::Logic,
        Promise::Nothing,
    )
};

impl Strategy for Synthesis {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn groups(&self, _: &BTreeMap<String, u32>, _: &Catalog) -> Vec<(String, u32)> {
        vec![("synthesis".to_string(), 1)]
    }

    fn make(&mut self, _: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let catalog = kit.catalog().hash();
        Ok(Some(gadfly_generate::synthesis(
            at.seed, at.index, &catalog,
        )))
    }
}
