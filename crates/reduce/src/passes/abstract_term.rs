//! Replaces a term, wherever it stands, by a fresh constant; declarations that only it needed go too.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::{Subject, declaration};
use crate::tree::NodeId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

pub(crate) struct AbstractTerm;

impl Pass for AbstractTerm {
    fn name(&self) -> &'static str {
        "abstract_term"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let Some(first) = subject.first_with_terms() else {
            return Vec::new();
        };
        let start = subject.tree.span(first).start;
        let name = subject.fresh_name();
        let declared = declared(subject);
        let mut moves = Vec::new();
        for (_, node) in subject.choices_by_size(1) {
            let Some(sort) = subject.sort_of(node) else {
                continue;
            };
            let text = subject.text_of(node);
            let declaration = declaration(&name, subject.sort_text(sort));
            let places = subject.same_text(text);
            let gone = only_there(subject, &places, &declared);
            let won = places.len() * text.len()
                + gone
                    .iter()
                    .map(|&c| subject.tree.span(c).len())
                    .sum::<usize>();
            if won <= declaration.len() + places.len() * name.len() {
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
            edits.extend(gone.iter().map(|&command| Edit {
                span: subject.tree.span(command),
                text: String::new(),
            }));
            moves.extend(Move::all(edits));
        }
        moves
    }
}

/// The commands that declare constants and functions, by name.
fn declared<'a>(subject: &Subject<'a>) -> FxHashMap<&'a str, NodeId> {
    let commands = subject.commands().filter_map(|command| {
        let is_declaration = matches!(
            subject.command_name(command),
            "declare-const" | "declare-fun"
        );
        let &name = subject.tree.children(command).get(1)?;
        is_declaration.then(|| (subject.text_of(name), command))
    });
    commands.collect()
}

/// Declarations of what is used in these places alone: they are not needed any more.
fn only_there(
    subject: &Subject<'_>,
    places: &[NodeId],
    declared: &FxHashMap<&str, NodeId>,
) -> Vec<NodeId> {
    let Some(&first) = places.first() else {
        return Vec::new();
    };
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for word in subject.tree.within(first) {
        *names.entry(subject.text_of(word)).or_default() += places.len();
    }
    let gone = names.into_iter().filter_map(|(name, count)| {
        // One more use is the declaration.
        (subject.uses(name).len() == count + 1)
            .then(|| declared.get(name).copied())
            .flatten()
    });
    gone.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn terms_go_with_what_only_they_need() {
        let pass = &AbstractTerm;
        makes(
            pass,
            "(declare-const x(_ BitVec 8))(assert(fp.isNaN((_ to_fp 3 5)x)))",
            "(declare-fun a()Bool)(assert a)",
        );
        leaves(
            pass,
            "(declare-fun b()Int)(declare-fun c()Int)(assert(= b c 0))(assert(> c b))",
        );
    }
}
