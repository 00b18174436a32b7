//! Small systems of constraints with objectives.

use crate::kit::Kit;
use crate::strategy::{About, Made, Position, Promise, Source, Strategy, Takes};
use gadfly_catalog::Catalog;
use std::collections::BTreeMap;

/// `optima`
#[derive(Debug)]
pub(crate) struct Optima;

const ABOUT: About = About {
    commands: &["minimize", "maximize", "assert-soft", "get-objectives"],
    ..About::new(
        "optima",
        "small systems of constraints with several objectives",
        Takes::Logic,
        Promise::Sometimes,
    )
};

impl Strategy for Optima {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn groups(&self, _: &BTreeMap<String, u32>, _: &Catalog) -> Vec<(String, u32)> {
        vec![("optima".to_string(), 1)]
    }

    fn make(&mut self, _: Source<'_>, at: Position, kit: &mut Kit) -> Made {
        let catalog = kit.catalog().hash();
        Ok(Some(gadfly_generate::optima(at.seed, at.index, &catalog)))
    }
}
