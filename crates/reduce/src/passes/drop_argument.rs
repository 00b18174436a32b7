//! Drops arguments of n-ary operators, bindings of `let`, bound variables, patterns, attributes; terms and names
//! that a question lists, and whole lists of them.

use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct DropArgument;

impl Pass for DropArgument {
    fn name(&self) -> &'static str {
        "drop_argument"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut lists: Vec<NodeId> = (0..subject.tree.nodes.len())
            .filter(|&node| subject.tree.children(node).len() >= 2)
            .filter(|&node| !is_command(subject, node) || lists_steps(subject, node))
            .collect();
        lists.sort_by_key(|&list| std::cmp::Reverse(subject.tree.children(list).len()));
        let parts = lists.iter().flat_map(|&list| {
            // The head of an application stays; lists of bindings and of what is asked have none.
            let (head, rest) = subject.tree.children(list).split_at(1);
            let headless = subject.tree.nodes[head[0]].is_list || is_asked(subject, list);
            let head = if headless { head } else { &[] };
            // The first last: what is asked in front is what the rest is about.
            match is_asked(subject, list) {
                true => rest.iter().chain(head),
                false => head.iter().chain(rest),
            }
        });
        parts
            .map(|&part| Move::delete(subject.tree.span(part)))
            .collect()
    }
}

/// Whether a list holds what a command asks about.
fn is_asked(subject: &Subject<'_>, list: NodeId) -> bool {
    const ASKING: [&str; 5] = [
        "get-value",
        "check-sat-assuming",
        "get-interpolant",
        "get-interpolants",
        "block-model-values",
    ];
    let parent = subject.tree.nodes[list].parent;
    parent.is_some_and(|parent| {
        is_command(subject, parent) && ASKING.contains(&subject.command_name(parent))
    })
}

/// Whether a command has several lists, one of which may go.
fn lists_steps(subject: &Subject<'_>, command: NodeId) -> bool {
    subject.command_name(command) == "get-interpolants" && subject.tree.children(command).len() > 2
}

fn is_command(subject: &Subject<'_>, node: NodeId) -> bool {
    subject.tree.nodes[node].parent.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn what_a_question_lists_is_dropped() {
        let pass = &DropArgument;
        for (asked, less) in [
            ("(get-value(x y))", ["(get-value(x))", "(get-value(y))"]),
            (
                "(check-sat-assuming(p(not q)))",
                ["(check-sat-assuming(p))", "(check-sat-assuming((not q)))"],
            ),
            (
                "(get-interpolants(a b)(c))",
                ["(get-interpolants(b)(c))", "(get-interpolants(a b))"],
            ),
        ] {
            for less in less {
                makes(pass, asked, less);
            }
        }
    }

    #[test]
    fn the_head_of_an_application_stays() {
        let made = "(get-value((f y)))";
        makes(&DropArgument, "(get-value((f x y)))", made);
        for whole in ["(get-value(x))", "(get-interpolants(a))", "(assert p)"] {
            leaves(&DropArgument, whole);
        }
    }
}
