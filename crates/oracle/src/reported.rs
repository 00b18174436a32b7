//! What was reported of solvers, to compare a finding with, without a network. It dismisses nothing.

use crate::{Kind, Known, operators};
use gadfly_syntax::loose::commands;
use serde::Deserialize;

/// So many reports are worth a look.
const MOST: usize = 3;

/// A report that a finding may be a duplicate of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// Its address.
    pub reference: String,
    /// What it is about.
    pub title: String,
    kind: Kind,
    /// Operators that a case must have, all of them.
    #[serde(default)]
    operators: Vec<String>,
    /// Commands that a case must have, all of them.
    #[serde(default)]
    commands: Vec<String>,
    /// Texts that a case must have, all of them.
    #[serde(default)]
    contains: Vec<String>,
}

impl Known {
    /// Reports that a case of some kind may be a duplicate of, those that ask for most first.
    pub fn likely(&self, family: &str, kind: Kind, case: &str) -> Vec<&Reported> {
        let has = operators(case);
        let named: Vec<&str> = commands(case).map(|command| command.name()).collect();
        let fits = |report: &&Reported| {
            same_sort(report.kind) == same_sort(kind)
                && report
                    .operators
                    .iter()
                    .all(|operator| has.contains(operator))
                && report
                    .commands
                    .iter()
                    .all(|name| named.contains(&name.as_str()))
                && report
                    .contains
                    .iter()
                    .all(|text| case.contains(text.as_str()))
        };
        let of_family = self.reported.iter().filter(|(of, _)| of == family);
        let mut likely: Vec<&Reported> = of_family.map(|(_, it)| it).filter(fits).collect();
        likely.sort_by_key(|it| {
            std::cmp::Reverse(it.operators.len() + it.commands.len() + it.contains.len())
        });
        likely.truncate(MOST);
        likely
    }
}

/// Kinds that one fault may show as: a false model is often a wrong `sat`.
fn same_sort(kind: Kind) -> Kind {
    match kind {
        Kind::InvalidModel | Kind::SelfCheck | Kind::Disagreement | Kind::Inconsistent => {
            Kind::Soundness
        }
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_the_reports_that_it_may_repeat() {
        let catalog = gadfly_testkit::catalog();
        let known = Known::of(&catalog).unwrap();
        let likely = |family: &str, kind, case: &str| -> Vec<String> {
            let all = known.likely(family, kind, case);
            let number = |it: &Reported| it.reference.rsplit('/').next().unwrap_or("").to_string();
            all.into_iter().map(number).collect()
        };
        let regex = "(assert (str.in_re \"a\" (re.* (str.to_re (ite b \"a\" \"\")))))(check-sat)";
        assert_eq!(likely("z3", Kind::Crash, regex), ["10651"]);
        assert_eq!(likely("z3", Kind::Soundness, regex), Vec::<String>::new());
        assert_eq!(likely("cvc5", Kind::Crash, regex), Vec::<String>::new());
        let both = "(minimize x)(maximize y)(set-option :opt.priority box)";
        assert_eq!(likely("z3", Kind::Obligation, both), ["7569", "4942"]);
        let model = "(assert (fp.isNaN (fp.rem x y)))";
        assert_eq!(likely("z3", Kind::Soundness, model), ["2381"]);
    }
}
