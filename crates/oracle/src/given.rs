//! The label of a file that someone gives us.

use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_syntax::loose::commands;
use std::str::FromStr;
use thiserror::Error;

/// Where the label of a given file comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// From the file: our header, a comment `; expect: …`, or `:status`.
    File,
    /// The user says so, for every `check-sat`.
    All(Expect),
}

/// A word that is no label.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no answer: use sat, unsat, unknown, or file for the file's own label")]
pub struct NoLabel(String);

impl FromStr for Given {
    type Err = NoLabel;

    fn from_str(word: &str) -> Result<Given, NoLabel> {
        match word {
            "file" => Ok(Given::File),
            word => match word.parse() {
                Ok(expect) => Ok(Given::All(expect)),
                Err(_) => Err(NoLabel(word.to_string())),
            },
        }
    }
}

/// A file's text as a formula with its label. A `:status` is taken out of the text: solvers that
/// find it contradicted refuse their own answer.
pub fn labelled(text: &str, given: Given) -> Formula {
    let checks = gadfly_solver::count_checks(text);
    let mut formula = match Formula::parse(text) {
        // A header with a strategy is ours, and its label is by construction.
        Ok(formula) if formula.label == LabelSource::Claimed => Formula {
            label: LabelSource::Construction,
            ..formula
        },
        Ok(formula) => formula,
        Err(_) => without_our_header(text, checks),
    };
    formula.text = without_status(&formula.text);
    if let Given::All(expect) = given {
        formula.expect = vec![expect; checks.max(1)];
        // What a person vouches for is theirs, not a construction of ours.
        formula.provenance.strategy.clear();
        formula.label = match expect {
            Expect::Unknown => LabelSource::None,
            _ => LabelSource::Construction,
        };
    }
    formula
}

fn without_our_header(text: &str, checks: usize) -> Formula {
    let (expect, label) = match commented(text) {
        Some(words) => (repeated(words, checks), LabelSource::Construction),
        None => {
            let status = statuses(text);
            let known = status.iter().any(|word| *word != Expect::Unknown);
            (
                status,
                if known {
                    LabelSource::Claimed
                } else {
                    LabelSource::None
                },
            )
        }
    };
    Formula {
        text: text.to_string(),
        expect,
        label,
        provenance: Provenance::default(),
    }
}

fn without_status(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for command in commands(text) {
        if command.name() == "set-info" && command.words().get(2) == Some(&":status") {
            out.push_str(&text[from..command.span.start]);
            from = command.span.end;
        }
    }
    out.push_str(&text[from..]);
    out
}

/// One word for all, or one a `check-sat`.
fn repeated(words: Vec<Expect>, checks: usize) -> Vec<Expect> {
    match words[..] {
        [one] => vec![one; checks.max(1)],
        _ => words,
    }
}

/// The words of a comment line `; expect: sat unsat` at the top of a file.
fn commented(text: &str) -> Option<Vec<Expect>> {
    let comments = text
        .lines()
        .take_while(|line| line.starts_with(';') || line.trim().is_empty());
    let mut words = comments.filter_map(|line| line.strip_prefix("; expect:"));
    words
        .next()?
        .split_whitespace()
        .map(|word| word.parse().ok())
        .collect()
}

/// The `:status` that stands before each `check-sat`.
fn statuses(text: &str) -> Vec<Expect> {
    let mut found = Vec::new();
    let mut status = Expect::Unknown;
    for command in commands(text) {
        if command.name() == "set-info" && command.words().get(2) == Some(&":status") {
            status = command
                .words()
                .get(3)
                .and_then(|word| word.parse().ok())
                .unwrap_or(Expect::Unknown);
        }
        if command.is_check() {
            found.push(std::mem::replace(&mut status, Expect::Unknown));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use Expect::{Sat, Unknown, Unsat};

    #[test]
    fn a_label_is_an_answer_or_the_files_own() {
        for (word, given) in [("file", Given::File), ("unsat", Given::All(Unsat))] {
            assert_eq!(word.parse(), Ok(given));
        }
        let refused = "maybe".parse::<Given>().unwrap_err().to_string();
        assert!(refused.contains("`maybe` is no answer"), "{refused}");
    }

    #[test]
    fn labels_of_files() {
        let header =
            "; gadfly 0.1.0 catalog=a strategy=fusion seed=1 index=2\n; expect: unsat\n(check-sat)";
        for (text, expect, label) in [
            ("(check-sat)", vec![Unknown], LabelSource::None),
            (
                "(set-info :status sat)(check-sat)(check-sat)",
                vec![Sat, Unknown],
                LabelSource::Claimed,
            ),
            (
                "; a\n; expect: unsat\n(check-sat)",
                vec![Unsat],
                LabelSource::Construction,
            ),
            (
                "; expect: unsat sat\n(check-sat)(check-sat)",
                vec![Unsat, Sat],
                LabelSource::Construction,
            ),
            (
                "; expect: maybe\n(check-sat)",
                vec![Unknown],
                LabelSource::None,
            ),
            (header, vec![Unsat], LabelSource::Construction),
        ] {
            let formula = labelled(text, Given::File);
            assert_eq!((formula.expect, formula.label), (expect, label), "{text}");
        }
        let given = labelled(
            "(set-info :status sat)(check-sat)(check-sat)",
            Given::All(Unsat),
        );
        assert_eq!(
            (given.expect, given.label),
            (vec![Unsat, Unsat], LabelSource::Construction)
        );
        assert_eq!(given.text, "(check-sat)(check-sat)");
        // What stands behind an exit is never answered.
        let ended = labelled("(check-sat)(exit)(check-sat)", Given::All(Unsat));
        assert_eq!(ended.expect, [Unsat]);
    }
}
