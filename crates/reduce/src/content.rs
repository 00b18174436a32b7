//! What a script consists of: for the summary of a reduction.

use crate::sorts::Reader;
use crate::subject::Subject;
use std::collections::{BTreeMap, BTreeSet};

/// What a script consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// How many assertions there are.
    pub assertions: usize,
    /// How often each operator is applied; functions of the script's own are left out.
    pub operators: BTreeMap<String, usize>,
    /// The sorts of its terms.
    pub sorts: BTreeSet<String>,
}

impl Content {
    /// Looks at a script; one that is not well-formed has no content.
    pub fn of(script: &str) -> Content {
        let Ok(reader) = Reader::for_input(script) else {
            return Content::default();
        };
        let subject = Subject::new(&reader, script);
        let own = subject.own_names();
        let mut content = Content {
            assertions: subject.assertions().count(),
            ..Content::default()
        };
        for node in 0..subject.tree.nodes.len() {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            content.sorts.insert(subject.sort_text(sort).to_string());
            if let Some(name) = subject.operator(node).filter(|name| !own.contains(name)) {
                *content.operators.entry(name.to_string()).or_default() += 1;
            }
        }
        content
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_and_sorts_are_counted() {
        let content = Content::of(
            "(declare-fun f (Int) (_ BitVec 8))(assert (= ((_ extract 3 0) (f (+ 1 2 (+ 3 4)))) #x0))(check-sat)",
        );
        assert_eq!(content.assertions, 1);
        let operators: Vec<_> = content
            .operators
            .iter()
            .map(|(name, n)| (name.as_str(), *n))
            .collect();
        assert_eq!(operators, [("+", 2), ("=", 1), ("extract", 1)]);
        let sorts: Vec<_> = content.sorts.iter().map(String::as_str).collect();
        assert_eq!(sorts, ["(_ BitVec 4)", "(_ BitVec 8)", "Bool", "Int"]);
        assert_eq!(Content::of("(assert"), Content::default());
    }
}
