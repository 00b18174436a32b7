//! A Horn clause taken apart: its variables, what must hold, and what follows.

use super::terms::{Id, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Words that bind names: what has one within is not taken apart.
const BINDERS: [&str; 4] = ["forall", "exists", "lambda", "match"];

/// A clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clause {
    /// Its variables with their sorts.
    pub(super) variables: Vec<(String, Id)>,
    /// What must hold, all of it.
    pub(super) body: Vec<Id>,
    /// What follows; `false` is none.
    pub(super) head: Option<Id>,
}

impl Clause {
    /// Takes a formula apart: `(forall (…) (=> body head))`, with one or several arrows, without a body, or
    /// without a head as `(not body)`. `None` for all others, and where a quantifier is left.
    pub(super) fn of(terms: &Terms, formula: Id) -> Option<Clause> {
        let mut clause = Clause::default();
        let mut rest = formula;
        while let ("forall", &[_, bound, body]) = (terms.head(rest)?, terms.items(rest)) {
            for variable in terms.items(bound) {
                let &[name, sort] = terms.items(*variable) else {
                    return None;
                };
                clause.variables.push((terms.text(name)?.to_string(), sort));
            }
            rest = body;
        }
        let names: BTreeSet<&str> = clause.variables.iter().map(|it| it.0.as_str()).collect();
        let binds = |word: &str| BINDERS.contains(&word);
        if names.len() < clause.variables.len() || terms.has(rest, binds) {
            return None;
        }
        let mut body = Vec::new();
        while let ("=>", [_, before @ .., after]) = (terms.head(rest)?, terms.items(rest)) {
            body.extend(before);
            rest = *after;
        }
        clause.head = Some(rest);
        if let ("not", &[_, denied]) = (terms.head(rest)?, terms.items(rest)) {
            body.push(denied);
            clause.head = None;
        }
        if terms.text(rest) == Some("false") {
            clause.head = None;
        }
        clause.body = conjuncts(terms, body);
        Some(clause)
    }

    /// Constants for the variables, which begin with a prefix: their declarations, and their names.
    pub(super) fn constants(
        &self,
        terms: &Terms,
        prefix: &str,
    ) -> Option<(String, BTreeMap<&str, String>)> {
        let (mut declared, mut names) = (String::new(), BTreeMap::new());
        for (at, (name, sort)) in self.variables.iter().enumerate() {
            let constant = format!("{prefix}!{at}");
            let sort = terms.write(*sort, &BTreeMap::new(), 1000)?;
            declared.push_str(&format!("(declare-const {constant} {sort})\n"));
            names.insert(name.as_str(), constant);
        }
        Some((declared, names))
    }
}

/// The formulas of a conjunction within conjunctions, but `true`.
fn conjuncts(terms: &Terms, of: Vec<Id>) -> Vec<Id> {
    let mut todo = of;
    todo.reverse();
    let mut found = Vec::new();
    while let Some(next) = todo.pop() {
        match (terms.head(next), terms.items(next)) {
            (Some("and"), [_, parts @ ..]) => todo.extend(parts.iter().rev()),
            _ if terms.text(next) == Some("true") => {}
            _ => found.push(next),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::Sexprs;

    fn shown(formula: &str) -> Option<String> {
        let read = Sexprs::read(formula);
        let mut terms = Terms::default();
        let id = terms.take(&read, read.commands()[0]).expect("a term");
        let clause = Clause::of(&terms, id)?;
        let text = |id: &Id| terms.write(*id, &BTreeMap::new(), 200).unwrap_or_default();
        let variables = clause.variables.iter();
        let variables: Vec<String> = variables
            .map(|(name, sort)| format!("{name} {}", text(sort)))
            .collect();
        let body: Vec<String> = clause.body.iter().map(text).collect();
        let head = clause.head.as_ref().map_or("false".to_string(), text);
        Some(format!(
            "{}: {} => {head}",
            variables.join(", "),
            body.join(" ")
        ))
    }

    #[test]
    fn clauses_of_all_forms() {
        for (formula, expect) in [
            (
                "(forall ((x Int)) (=> (and true (< x 0) (and (P x))) (Q x)))",
                "x Int: (< x 0) (P x) => (Q x)",
            ),
            (
                "(forall ((x Int)) (forall ((y (_ BitVec 2))) (=> (P x) (R y) false)))",
                "x Int, y (_ BitVec 2): (P x) (R y) => false",
            ),
            ("(=> (P 0) (=> (P 1) (Q 2)))", ": (P 0) (P 1) => (Q 2)"),
            (
                "(forall ((x Int)) (not (and (P x) (< x 0))))",
                "x Int: (P x) (< x 0) => false",
            ),
            ("(P 0)", ":  => (P 0)"),
            ("(=> (query!0 1) false)", ": (query!0 1) => false"),
        ] {
            assert_eq!(shown(formula).as_deref(), Some(expect), "{formula}");
        }
        for formula in [
            "(forall ((x Int)) (=> (exists ((y Int)) (P y)) (P x)))",
            "(forall ((x Int) (x Int)) (P x))",
            "(forall ((x Int)) (forall ((x Bool)) (P x)))",
            "((_ f 1) x)",
        ] {
            assert_eq!(shown(formula), None, "{formula}");
        }
    }
}
