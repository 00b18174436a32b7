//! Exchanges an application of several arguments, or of an indexed operator, for that of the shortest
//! unary operator on one of them: `(re.union a b)`, `(re.diff b a)` and `((_ re.^ 2) a)` all become
//! `(re.* a)` where the failure needs no more than some operator around `a`.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use rustc_hash::FxHashMap;

pub(crate) struct ExchangeApplication;

impl Pass for ExchangeApplication {
    fn name(&self) -> &'static str {
        "exchange_application"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut known: FxHashMap<&str, Vec<(usize, &str)>> = FxHashMap::default();
        let mut moves = Vec::new();
        for (_, node) in subject.choices_by_size(1) {
            let Some(operator) = subject.operator(node) else {
                continue;
            };
            let unary = known
                .entry(operator)
                .or_insert_with(|| subject.unary_like(operator));
            let (head, arguments) = match subject.tree.children(node) {
                [head, arguments @ ..] => (*head, arguments),
                [] => continue,
            };
            // Those without indices are left to `exchange_operator`.
            if arguments.len() < 2 && !subject.tree.nodes[head].is_list {
                continue;
            }
            for (place, name) in unary.iter() {
                if let Some(&argument) = arguments.get(*place) {
                    let text = format!("({name} {})", subject.text_of(argument));
                    moves.push(Move::replace(subject.tree.span(node), text));
                }
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn applications_become_unary() {
        let pass = &ExchangeApplication;
        let script = |term: &str| format!("(declare-fun r()RegLan)(assert(str.in_re \"\"{term}))");
        for term in [
            "(re.union re.all r)",
            "(re.diff re.all r)",
            "((_ re.^ 2)r)",
            "((_ re.loop 1 2)r)",
        ] {
            makes(pass, &script(term), &script("(re.* r)"));
        }
        leaves(pass, &script("(re.+ r)"));
        leaves(pass, "(declare-fun a()Bool)(assert(and a(or a a)))");
    }
}
