//! Drops annotations: names, patterns, and whatever else stands behind `!`.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct DropAnnotation;

impl Pass for DropAnnotation {
    fn name(&self) -> &'static str {
        "drop_annotation"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let lists = subject
            .uses("!")
            .iter()
            .filter_map(|&head| subject.tree.nodes[head].parent);
        let lists: Vec<_> = lists.collect();
        let whole = lists.iter().filter_map(|&list| {
            let &term = subject.tree.children(list).get(1)?;
            Some(Move::replace(
                subject.tree.span(list),
                subject.text_of(term),
            ))
        });
        // One attribute with its value, where there are several.
        let single = lists
            .iter()
            .filter(|&&list| subject.tree.children(list).len() > 4)
            .flat_map(|&list| {
                let attributes = subject.tree.children(list)[2..].chunks_exact(2);
                attributes.map(|pair| {
                    Move::delete(subject.tree.span(pair[0]).start..subject.tree.span(pair[1]).end)
                })
            });
        whole.chain(single).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn annotations_are_dropped() {
        let pass = &DropAnnotation;
        makes(
            pass,
            "(assert(!(= 0 1):named n))(check-sat)",
            "(assert(= 0 1))(check-sat)",
        );
        makes(
            pass,
            "(declare-fun f(Int)Int)(assert(forall((a Int))(!(=(f a)1):pattern((f a)):qid q)))",
            "(declare-fun f(Int)Int)(assert(forall((a Int))(!(=(f a)1):qid q)))",
        );
        leaves(pass, "(assert true)");
    }
}
