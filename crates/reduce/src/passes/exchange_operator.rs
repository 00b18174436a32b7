//! Exchanges an operator for a shorter one that fits in its place.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct ExchangeOperator;

/// Operators that often fit one another's places, shortest first. The sort checker refuses what
/// does not.
const FAMILIES: &[&[&str]] = &[
    &["or", "=", "and", "xor", "=>", "distinct"],
    &["=", "<", ">", "<=", ">=", "distinct"],
    &["+", "-", "*", "/", "div", "mod"],
    &[
        "=",
        "str.<",
        "str.<=",
        "str.prefixof",
        "str.suffixof",
        "str.contains",
    ],
    &[
        "bvor", "bvadd", "bvand", "bvsub", "bvmul", "bvxor", "bvshl", "bvlshr", "bvashr", "bvudiv",
        "bvurem", "bvsdiv", "bvsrem", "bvsmod",
    ],
    &[
        "=", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge",
    ],
    &["=", "fp.eq", "fp.lt", "fp.gt", "fp.leq", "fp.geq"],
    &["fp.add", "fp.sub", "fp.mul", "fp.div"],
    &["re.*", "re.+", "re.opt", "re.comp"],
    &["re.++", "re.union", "re.inter", "re.diff"],
];

impl Pass for ExchangeOperator {
    fn name(&self) -> &'static str {
        "exchange_operator"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves = Vec::new();
        for node in &subject.tree.nodes {
            let Some(&head) = node.children.first() else {
                continue;
            };
            let name = subject.text_of(head);
            for family in FAMILIES {
                let Some(place) = family.iter().position(|&operator| operator == name) else {
                    continue;
                };
                let shorter = family[..place]
                    .iter()
                    .find(|operator| operator.len() < name.len());
                moves.extend(shorter.map(|text| Move::replace(subject.tree.span(head), *text)));
            }
        }
        moves
    }
}
