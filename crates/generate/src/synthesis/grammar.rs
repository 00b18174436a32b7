//! Grammars that derive a given solution: of its operators and some others, or level by level, so that there
//! are finitely many terms.

use super::terms::Kind::{Truth, Value};
use super::terms::{Domain, Kind, Operator, Term};
use gadfly_rng::Rng;
use std::fmt::Write as _;

/// What a grammar is made of.
struct Grammar {
    domain: Domain,
    /// Terms that are not made of others.
    leaves: [Vec<String>; 2],
    operators: Vec<&'static Operator>,
}

/// A grammar of functions over these parameters, as it stands behind their sort.
pub(super) fn grammar(
    domain: Domain,
    params: &[&str],
    (kind, solution): (Kind, &Term),
    rng: &mut Rng,
) -> String {
    let parts = solution.parts();
    let used = |operator: &Operator| {
        let mut parts = parts.iter();
        parts.any(|part| matches!(part, Term::Of(own, _) if std::ptr::eq(*own, operator)))
    };
    let mut values: Vec<String> = params.iter().map(|name| name.to_string()).collect();
    let truths = vec!["true".to_string(), "false".to_string()];
    if rng.chance(1, 4) && domain != Domain::Truths {
        values.push(format!("(Constant {})", domain.sort(Value)));
    }
    for part in &parts {
        match part {
            Term::Literal(text) if !values.contains(text) && !truths.contains(text) => {
                values.push(text.clone());
            }
            _ => {}
        }
    }
    if values.is_empty() && domain != Domain::Truths {
        values.push(domain.literal(Value, rng));
    }
    let operators = domain.operators();
    let operators = operators
        .filter(|it| used(it) || rng.chance(1, 4))
        .collect();
    let leaves = match domain {
        Domain::Truths => [Vec::new(), [values, truths].concat()],
        _ => [values, truths],
    };
    let grammar = Grammar {
        domain,
        leaves,
        operators,
    };
    let levels = match rng.chance(1, 3) {
        true => (0..=solution.depth()).rev().map(Some).collect(),
        false => vec![None],
    };
    grammar.text(kind, &levels)
}

impl Grammar {
    /// The first nonterminal is of the function's kind. A level has the one below it in its operators, and
    /// none has itself.
    fn text(&self, kind: Kind, levels: &[Option<usize>]) -> String {
        let kinds = match (self.domain, kind) {
            (Domain::Truths, _) => vec![Truth],
            (_, Value) => vec![Value, Truth],
            (_, Truth) => vec![Truth, Value],
        };
        let (mut names, mut groups) = (String::new(), String::new());
        for level in levels {
            for kind in &kinds {
                let (name, sort) = (nonterminal(*kind, *level), self.domain.sort(*kind));
                let terms = self.terms(*kind, *level).join(" ");
                let _ = write!(names, " ({name} {sort})");
                let _ = write!(groups, "\n   ({name} {sort} ({terms}))");
            }
        }
        format!("\n  ({})\n  ({})", names.trim_start(), groups.trim_start())
    }

    fn terms(&self, kind: Kind, level: Option<usize>) -> Vec<String> {
        let mut terms = self.leaves[kind as usize].clone();
        let below = match level {
            Some(0) => return terms,
            level => level.map(|level| level - 1),
        };
        for operator in self.operators.iter().filter(|it| it.result == kind) {
            let arguments = operator.arguments.iter();
            let arguments: Vec<String> = arguments.map(|kind| nonterminal(*kind, below)).collect();
            terms.push(format!("({} {})", operator.name, arguments.join(" ")));
        }
        terms
    }
}

fn nonterminal(kind: Kind, level: Option<usize>) -> String {
    let name = ["S", "B"][kind as usize];
    level.map_or_else(|| name.to_string(), |level| format!("{name}{level}"))
}
