//! Gives short names to what the script declares and binds.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct ShortenName;

impl Pass for ShortenName {
    fn name(&self) -> &'static str {
        "shorten_name"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut fresh = subject.fresh_names();
        let mut moves = Vec::new();
        for name in subject.own_names() {
            let Some(short) = fresh.next() else { break };
            if (short.len(), short.as_str()) >= (name.len(), name) {
                continue;
            }
            let places = subject.uses(name).iter();
            let edits = places.map(|&place| Edit {
                span: subject.tree.span(place),
                text: short.clone(),
            });
            moves.extend(Move::all(edits.collect()));
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::makes;

    #[test]
    fn sorts_are_renamed() {
        let script = "(declare-sort Index 0)(declare-sort Element 0)(declare-fun c()(Array Index Element))(assert(= c c))";
        makes(
            &ShortenName,
            script,
            "(declare-sort a 0)(declare-sort Element 0)(declare-fun c()(Array a Element))(assert(= c c))",
        );
        makes(
            &ShortenName,
            "(declare-datatypes((List 0))(((nil)(cons(head Int)(tail List)))))(declare-fun y()List)(assert(= y nil))",
            "(declare-datatypes((a 0))(((nil)(cons(head Int)(tail a)))))(declare-fun y()a)(assert(= y nil))",
        );
    }
}
