//! Replaces a term, wherever it stands, by a fresh constant.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct AbstractTerm;

impl Pass for AbstractTerm {
    fn name(&self) -> &'static str {
        "abstract_term"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let Some(&first) = subject.commands_of_terms().first() else {
            return Vec::new();
        };
        let start = subject.tree.span(first).start;
        let name = subject.fresh_name();
        let mut moves = Vec::new();
        for (_, node) in subject.choices_by_size(1) {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            let text = subject.text_of(node);
            let declaration = format!("(declare-const {name} {})", subject.sort_text(sort));
            let places = subject.same_text(text);
            if places.len() * text.len() <= declaration.len() + places.len() * name.len() {
                continue;
            }
            let mut edits = vec![Edit {
                span: start..start,
                text: declaration,
            }];
            edits.extend(places.iter().map(|&place| Edit {
                span: subject.tree.span(place),
                text: name.clone(),
            }));
            moves.extend(Move::all(edits));
        }
        moves
    }
}
