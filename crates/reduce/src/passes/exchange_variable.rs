//! Exchanges a declared constant in one place for another one of its sort. Wins a byte at most, but
//! one that stands nowhere else any more need not be declared.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct ExchangeVariable;

/// How many others are tried in one place.
const MOST: usize = 2;

impl Pass for ExchangeVariable {
    fn name(&self) -> &'static str {
        "exchange_variable"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for (choice, node) in subject.choices_by_size(MOST) {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            let (text, names) = (subject.text_of(node), subject.variables(sort));
            let is_variable = names.iter().any(|name| name == text);
            let other = names.get(choice).filter(|name| *name != text);
            if let (true, Some(name)) = (is_variable, other) {
                moves.push(Move::replace(subject.tree.span(node), name.as_str()));
            }
        }
        moves
    }
}
