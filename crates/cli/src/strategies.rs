//! Names of strategies on the command line, with the help of their list.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// Takes a strategy's name. Help and completion show the list; another name is refused by the
/// command, with the exit code that it always had.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StrategyName {
    only_on_seeds: bool,
}

impl StrategyName {
    /// Any strategy.
    pub(crate) fn any() -> StrategyName {
        StrategyName {
            only_on_seeds: false,
        }
    }

    /// A strategy that takes seeds.
    pub(crate) fn taking_seeds() -> StrategyName {
        StrategyName {
            only_on_seeds: true,
        }
    }
}

impl TypedValueParser for StrategyName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let all = gadfly_mutate::strategies().map(|strategy| strategy.about());
        let shown = all.filter(|about| !self.only_on_seeds || about.takes.seeds());
        let value = shown.map(|about| PossibleValue::new(about.name).help(about.help));
        Some(Box::new(value))
    }
}
