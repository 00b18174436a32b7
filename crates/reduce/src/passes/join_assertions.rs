//! Joins two assertions that stand next to each other into one.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct JoinAssertions;

impl Pass for JoinAssertions {
    fn name(&self) -> &'static str {
        "join_assertions"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let commands: Vec<_> = subject.commands().collect();
        let pairs = commands.windows(2).filter_map(|pair| {
            let [first, second] = [pair[0], pair[1]].map(|command| {
                let is_assert = subject.command_name(command) == "assert";
                is_assert
                    .then(|| subject.tree.children(command).get(1).copied())
                    .flatten()
            });
            let text = format!(
                "(assert (and {} {}))",
                subject.text_of(first?),
                subject.text_of(second?)
            );
            Some(Move::replace(
                subject.tree.span(pair[0]).start..subject.tree.span(pair[1]).end,
                text,
            ))
        });
        pairs.collect()
    }
}
