//! What a solver's team asks of those who report bugs: how many, how small, with which options.

use crate::glob::matches;
use gadfly_vocabulary::Kind;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// What a team asks of reports.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    /// Where issues are filed.
    pub tracker: Option<String>,
    /// How many reports a week one person should file.
    pub a_week: Option<usize>,
    /// A larger case is not small yet.
    pub most_bytes: Option<u64>,
    /// Kinds of verdict that they do not want, each with the reason.
    pub unwanted: BTreeMap<Kind, String>,
    /// Which options they support.
    pub options: OptionPolicy,
}

/// Which options a team supports.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OptionPolicy {
    /// Names that it calls common. Where there are any, what is neither common nor regular is expert.
    pub common: Vec<String>,
    /// Names that it calls regular.
    pub regular: Vec<String>,
    /// Patterns with `*` of what it does not want to hear of.
    pub unwanted: Vec<String>,
}

/// What a team calls an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionLabel {
    /// For everybody.
    Common,
    /// For those who know what it does.
    Regular,
    /// For the team itself: its bugs are not wanted.
    Expert,
    /// Experimental or no longer looked after: its bugs are not wanted.
    Unwanted,
    /// The team has no labels.
    Unlabelled,
}

impl OptionLabel {
    /// Whether the team wants bugs that need it.
    pub fn is_wanted(self) -> bool {
        !matches!(self, OptionLabel::Expert | OptionLabel::Unwanted)
    }
}

impl fmt::Display for OptionLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OptionLabel::Common => "common",
            OptionLabel::Regular => "regular",
            OptionLabel::Expert => "expert",
            OptionLabel::Unwanted => "experimental",
            OptionLabel::Unlabelled => "without a label",
        })
    }
}

impl OptionPolicy {
    /// What an argument is called: `--nl-ext=full`, `--no-nl-cov`, `smt.arith.solver=2`.
    pub fn label(&self, argument: &str) -> OptionLabel {
        if self
            .unwanted
            .iter()
            .any(|pattern| matches(pattern, argument))
        {
            return OptionLabel::Unwanted;
        }
        if self.common.is_empty() {
            return OptionLabel::Unlabelled;
        }
        let name = argument.trim_start_matches('-');
        let name = name.split('=').next().unwrap_or(name);
        let is = |list: &[String]| {
            list.iter()
                .any(|it| it == name || Some(it.as_str()) == name.strip_prefix("no-"))
        };
        match (is(&self.common), is(&self.regular)) {
            (true, _) => OptionLabel::Common,
            (_, true) => OptionLabel::Regular,
            _ => OptionLabel::Expert,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profiles;

    #[test]
    fn options_are_called_as_their_team_calls_them() {
        gadfly_testkit::catalog();
        for (family, argument, label) in [
            ("cvc5", "--check-models", OptionLabel::Common),
            ("cvc5", "--nl-cov", OptionLabel::Regular),
            ("cvc5", "--no-nl-cov", OptionLabel::Regular),
            ("cvc5", "--arrays-exp", OptionLabel::Expert),
            ("z3", "smt.string_solver=z3str3", OptionLabel::Unwanted),
            ("z3", "smt.arith.solver=2", OptionLabel::Unlabelled),
        ] {
            let profile = Profiles::builtin().get(family).unwrap();
            assert_eq!(profile.policy.options.label(argument), label, "{argument}");
        }
    }

    #[test]
    fn every_family_that_installs_has_a_policy() {
        gadfly_testkit::catalog();
        for profile in Profiles::builtin().iter().filter(|it| it.package.is_some()) {
            let policy = &profile.policy;
            assert!(
                policy.tracker.is_some() && policy.a_week.is_some(),
                "{}",
                profile.name
            );
        }
    }
}
