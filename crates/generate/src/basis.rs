//! What generators share that differ in sizes and chances alone: operators, and rules over them.

use crate::logic::{Arithmetic, Logic};
use crate::options::{Division, Options, OptionsError};
use crate::plan::Plan;
use crate::rules::{self, Rule};
use gadfly_catalog::Catalog;
use std::sync::{Arc, OnceLock};

/// The operators of a logic, and the rules that contradictions are made from.
#[derive(Debug)]
pub(crate) struct Basis {
    pub(crate) plan: Plan,
    /// The rules over these operators, found when they are first asked for.
    rules: OnceLock<Vec<Arc<Rule>>>,
    /// The rules of the catalogue, read when they are first asked for.
    all: Arc<OnceLock<Vec<Arc<Rule>>>>,
    logic: Logic,
    theories: Vec<String>,
    without: Vec<String>,
    divides: bool,
}

impl Basis {
    /// For these options; with what was read of the catalogue for `other` ones.
    pub(crate) fn new(
        catalog: &Catalog,
        options: &Options,
        other: Option<&Basis>,
    ) -> Result<Basis, OptionsError> {
        Ok(Basis {
            plan: Plan::new(catalog, options)?,
            rules: OnceLock::new(),
            all: other.map(|other| other.all.clone()).unwrap_or_default(),
            logic: options.logic.clone(),
            theories: options.theories.clone(),
            without: options.without.clone(),
            divides: options.division != Division::None,
        })
    }

    /// Whether it is what these options need.
    pub(crate) fn serves(&self, options: &Options) -> bool {
        self.logic == options.logic
            && self.theories == options.theories
            && self.without == options.without
            && self.divides == (options.division != Division::None)
    }

    /// The rules whose operators the plan has.
    pub(crate) fn rules(&self, catalog: &Catalog) -> &[Arc<Rule>] {
        self.rules.get_or_init(|| {
            let all = self.all.get_or_init(|| rules::read(catalog));
            let is_linear = self.logic.arithmetic != Arithmetic::NonLinear;
            let mut usable = rules::usable(all, &self.plan, is_linear);
            if self.logic.arithmetic == Arithmetic::Difference {
                usable.retain(|rule| rule.is_propositional());
            }
            usable
        })
    }
}
