//! Keeps a few of the commands with terms and drops the others at once. Dropping them one by one
//! misses this where a failure needs all of them or hardly any: an objective that is bounded by what
//! comes before it fails again without both.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct KeepFew;

/// With more commands than this there are too many ways.
pub(super) const MOST: usize = 6;

impl Pass for KeepFew {
    fn name(&self) -> &'static str {
        "keep_few"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let commands = asked(subject);
        if commands.len() > MOST {
            return Vec::new();
        }
        // A set bit is a command that stays.
        let mut ways: Vec<u32> = (0..1 << commands.len()).collect();
        ways.sort_by_key(|way| way.count_ones());
        let gone = |way: u32| {
            let gone = commands
                .iter()
                .enumerate()
                .filter(move |(n, _)| way >> n & 1 == 0);
            gone.map(|(_, &command)| Edit {
                span: subject.tree.span(command),
                text: String::new(),
            })
        };
        ways.into_iter()
            .filter_map(|way| Move::all(gone(way).collect()))
            .collect()
    }
}

/// The commands with terms that the solver is asked about.
pub(super) fn asked(subject: &Subject<'_>) -> Vec<NodeId> {
    let commands = subject.commands();
    commands.filter(|&c| is_asked(subject, c)).collect()
}

/// Whether a command holds a term that the solver is asked about, other than by a name for it.
fn is_asked(subject: &Subject<'_>, command: NodeId) -> bool {
    let has_term = subject
        .tree
        .within(command)
        .any(|node| subject.sort_of(node).is_some());
    has_term && !subject.command_name(command).starts_with("define-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{candidates, makes};

    #[test]
    fn any_few_are_kept() {
        let pass = &KeepFew;
        let script = "(assert true)(minimize 1)(assert-soft false)(check-sat)";
        for few in ["", "(minimize 1)", "(assert true)(assert-soft false)"] {
            makes(pass, script, &format!("{few}(check-sat)"));
        }
        assert_eq!(candidates(pass, script).len(), 7);
    }

    #[test]
    fn many_are_left_alone() {
        let many = "(assert true)".repeat(MOST + 1);
        assert!(candidates(&KeepFew, &many).is_empty());
    }
}
