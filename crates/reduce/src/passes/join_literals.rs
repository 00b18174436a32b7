//! Joins neighbouring string literals of a concatenation into one.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct JoinLiterals;

impl Pass for JoinLiterals {
    fn name(&self) -> &'static str {
        "join_literals"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let joined = |&head: &NodeId| {
            let list = subject.tree.nodes[head].parent?;
            let (_, parts) = subject.tree.children(list).split_first()?;
            let pair = parts
                .windows(2)
                .find(|pair| pair.iter().all(|&part| literal(subject, part).is_some()))?;
            let text = format!(
                "\"{}{}\"",
                literal(subject, pair[0])?,
                literal(subject, pair[1])?
            );
            let whole = parts.len() == 2;
            let span = subject.tree.span(pair[0]).start..subject.tree.span(pair[1]).end;
            let span = if whole { subject.tree.span(list) } else { span };
            Some(Move::replace(span, text))
        };
        subject.uses("str.++").iter().filter_map(joined).collect()
    }
}

/// What stands between the quotes.
fn literal<'a>(subject: &Subject<'a>, node: NodeId) -> Option<&'a str> {
    subject.text_of(node).strip_prefix('"')?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn literals_of_a_concatenation_are_joined() {
        let pass = &JoinLiterals;
        makes(
            pass,
            "(declare-fun s()String)(assert(= s(str.++ \"a\" \"\"\"\")))",
            "(declare-fun s()String)(assert(= s \"a\"\"\"))",
        );
        makes(
            pass,
            "(declare-fun s()String)(assert(= s(str.++ s \"a\" \"b\")))",
            "(declare-fun s()String)(assert(= s(str.++ s \"ab\")))",
        );
        leaves(
            pass,
            "(declare-fun s()String)(assert(= s(str.++ s \"a\" s \"b\")))",
        );
    }
}
