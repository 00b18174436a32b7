//! Systems of constrained Horn clauses over few values, whose answer is known.

use crate::kit::Kit;
use crate::strategy::{About, Made, Position, Promise, Source, Strategy, Takes};
use gadfly_catalog::Catalog;
use std::collections::BTreeMap;

/// `horn`
#[derive(Debug)]
pub(crate) struct Horn;

const ABOUT: About = About {
    logic: Some("HORN"),
    ..About::new(
        "horn",
        "Horn clauses over few values, as integers, bit-vectors, pairs and arrays",
        Takes::Logic,
        Promise::Sometimes,
    )
};

impl Strategy for Horn {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn groups(&self, _: &BTreeMap<String, u32>, _: &Catalog) -> Vec<(String, u32)> {
        vec![("HORN".to_string(), 1)]
    }

    fn make(&mut self, _: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let catalog = kit.catalog().hash();
        Ok(Some(gadfly_generate::horn(at.seed, at.index, &catalog)))
    }
}
