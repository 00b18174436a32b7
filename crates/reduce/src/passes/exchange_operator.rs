//! Exchanges an operator for a shorter one that takes and gives the same sorts, or for one of the
//! same length that comes first by name: bugs that do not hang on the operator then end in one case.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use rustc_hash::FxHashMap;

pub(crate) struct ExchangeOperator;

/// How many operators are tried in one place.
const MOST: usize = 2;

impl Pass for ExchangeOperator {
    fn name(&self) -> &'static str {
        "exchange_operator"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut shorter: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
        let mut moves = Vec::new();
        for node in &subject.tree.nodes {
            let Some(&head) = node.children.first() else {
                continue;
            };
            let name = subject.text_of(head);
            let names = shorter.entry(name).or_insert_with(|| {
                let mut names = subject.operators_like(name);
                // Nothing is plainer than `=`, whatever the order of names says.
                let earlier = |other: &str| name != "=" && other < name;
                names.retain(|other| {
                    other.len() < name.len() || other.len() == name.len() && earlier(other)
                });
                names.truncate(MOST);
                names
            });
            let span = subject.tree.span(head);
            moves.extend(names.iter().map(|name| Move::replace(span.clone(), *name)));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn operators_are_exchanged() {
        let pass = &ExchangeOperator;
        makes(
            pass,
            "(assert(str.prefixof \"a\" \"b\"))",
            "(assert(= \"a\" \"b\"))",
        );
        makes(
            pass,
            "(assert(= #b1(bvudiv #b1 #b0)))",
            "(assert(= #b1(bvor #b1 #b0)))",
        );
        makes(
            pass,
            "(declare-fun r()RegLan)(assert(= r(re.+ r)))",
            "(declare-fun r()RegLan)(assert(= r(re.* r)))",
        );
        leaves(pass, "(assert(= 1 2))");
    }
}
