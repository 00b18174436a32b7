//! What a hunt can be biased towards: the words of its focus must name something in it.

use crate::make::{Library, names_group};
use crate::plan::Plan;
use crate::setup::option_menu;
use gadfly_solver::Solver;
use gadfly_vocabulary::did_you_mean;
use std::collections::BTreeSet;
use std::sync::Arc;
use thiserror::Error;

/// Theories, and what else formulas have, that have a word of their own.
const THEORIES: [&str; 10] = [
    "arrays",
    "bitvectors",
    "datatypes",
    "floats",
    "functions",
    "ints",
    "nonlinear",
    "quantifiers",
    "reals",
    "strings",
];

/// A message lists so many parts of options: solvers have a hundred.
const MOST_OPTIONS: usize = 12;

/// A word of the focus that names nothing in a hunt, with what there is to name.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("--focus: `{word}` names nothing in this hunt{meant}; use {what}")]
pub struct NoFocus {
    /// The word.
    word: String,
    /// What was probably meant.
    meant: String,
    /// What there is.
    what: String,
}

/// Refuses a focus with a word that has no effect: a hunt that was to look at one thing would look
/// at everything.
pub fn must_name_something(
    plan: &Plan,
    library: &Library,
    tested: &[Solver],
) -> Result<(), NoFocus> {
    if plan.focus.is_empty() {
        return Ok(());
    }
    let groups = library.groups();
    let options = options(plan, tested);
    let unknown = |word: &&String| !names_something(word, library, &groups, &options);
    match plan.focus.iter().find(unknown) {
        Some(word) => Err(NoFocus {
            word: word.clone(),
            meant: {
                let operators = library.catalog().ops().iter().map(|op| op.name.as_str());
                let names = groups.iter().map(String::as_str).chain(THEORIES);
                did_you_mean(word, operators.chain(names))
            },
            what: what(&groups, &options),
        }),
        None => Ok(()),
    }
}

/// Leaves out words of a focus that nobody wrote by hand where they name nothing in this hunt: a release that
/// lacks an option, seeds without a theory.
pub fn keep_what_names_something(plan: &mut Plan, library: &Library, tested: &[Solver]) {
    let groups = library.groups();
    let options = options(plan, tested);
    plan.focus
        .retain(|word| names_something(word, library, &groups, &options));
}

fn names_something(
    word: &str,
    library: &Library,
    groups: &BTreeSet<String>,
    options: &BTreeSet<String>,
) -> bool {
    let operator = || library.catalog().op_named(word).is_some();
    let group = || groups.iter().any(|group| names_group(word, group));
    let option = || options.iter().any(|option| option.contains(word));
    !word.is_empty() && (operator() || group() || option())
}

/// All options that a hunt varies.
fn options(plan: &Plan, tested: &[Solver]) -> BTreeSet<String> {
    let tested: Vec<Arc<Solver>> = tested.iter().cloned().map(Arc::new).collect();
    let all = Plan {
        focus: Vec::new(),
        ..plan.clone()
    };
    let menu = option_menu(&tested, &all).into_iter();
    menu.flat_map(|(_, sets)| sets.into_iter().flat_map(|set| set.args))
        .collect()
}

/// The first part of an option's name, which stands for all options that begin with it.
fn head(option: &str) -> &str {
    let name = option.trim_start_matches('-');
    name.split(['.', '=']).next().unwrap_or(name)
}

fn what(groups: &BTreeSet<String>, options: &BTreeSet<String>) -> String {
    let theory = |word: &&str| groups.iter().any(|group| names_group(word, group));
    let theories: Vec<&str> = THEORIES.into_iter().filter(theory).collect();
    let options: BTreeSet<&str> = options.iter().map(|option| head(option)).collect();
    let mut names: Vec<&str> = options.into_iter().collect();
    if names.len() > MOST_OPTIONS {
        names.truncate(MOST_OPTIONS);
        names.push("…");
    }
    let mut what = vec!["an operator (such as + or bvadd)".to_string()];
    let mut list = |title: &str, words: Vec<&str>| {
        if !words.is_empty() {
            what.push(format!("{title} ({})", words.join(", ")));
        }
    };
    list("a theory", theories);
    list("a logic", groups.iter().map(String::as_str).collect());
    list("a part of an option's name", names);
    let last = what.pop().unwrap_or_default();
    match what.is_empty() {
        true => last,
        false => format!("{} or {last}", what.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::posing;

    fn refusal(word: &str, vary_options: bool) -> Option<String> {
        let tested = [posing("z3", "")];
        let seed = "(set-logic QF_AUFLIA)(declare-const a (Array Int Int))\
                    (assert (= (select a 1) 1))(check-sat)";
        let files = [("a.smt2".to_string(), seed.to_string())];
        let plan = Plan {
            focus: vec![word.to_string()],
            vary_options,
            ..Plan::default()
        };
        let library = Library::read(&files, &["op".to_string()], &plan.focus).unwrap();
        let refused = must_name_something(&plan, &library, &tested).err();
        refused.map(|refused| refused.to_string())
    }

    #[test]
    fn a_word_names_an_operator_a_theory_a_logic_or_an_option() {
        for word in ["bvadd", "arrays", "qf_a", "smt.relevancy"] {
            assert_eq!(refusal(word, true), None);
        }
    }

    #[test]
    fn a_word_without_effect_is_refused_with_what_there_is() {
        let said = refusal("nonsense", true).unwrap();
        for part in [
            "`nonsense`",
            "bvadd",
            "a theory (arrays, ints)",
            "rewriter, smt",
        ] {
            assert!(said.contains(part), "{said}");
        }
        let said = refusal("bvad", true).unwrap();
        assert!(said.contains("(did you mean `bvadd`?)"), "{said}");
        // There are no strings in the seeds, and options stay as they are.
        assert!(refusal("strings", true).is_some());
        let said = refusal("smt.relevancy", false).unwrap();
        assert!(!said.contains("an option's name"), "{said}");
        assert!(refusal("", true).is_some());
    }
}
