//! Replaces a term by one of its own subterms: the nearest ones that fit.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct HoistSubterm;

/// How many subterms of one term are tried.
const MOST: usize = 4;

impl Pass for HoistSubterm {
    fn name(&self) -> &'static str {
        "hoist_subterm"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for (choice, node) in subject.choices_by_size(MOST) {
            if let Some(inner) = fitting(subject, node).get(choice) {
                moves.push(Move::replace(
                    subject.tree.span(node),
                    subject.text_of(*inner),
                ));
            }
        }
        moves
    }
}

/// The nearest subterms of the same sort, level by level. Those below a fitting one count too:
/// two steps at once may keep what one step would turn around, as with `(not (not a))`.
fn fitting(subject: &Subject<'_>, node: NodeId) -> Vec<NodeId> {
    let Some(sort) = subject.sort_of(node) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut level = subject.tree.children(node).to_vec();
    while !level.is_empty() && found.len() < MOST {
        found.extend(
            level
                .iter()
                .copied()
                .filter(|&child| subject.sort_of(child) == Some(sort)),
        );
        level = level
            .iter()
            .flat_map(|&child| subject.tree.children(child))
            .copied()
            .collect();
    }
    found.truncate(MOST);
    found
}
