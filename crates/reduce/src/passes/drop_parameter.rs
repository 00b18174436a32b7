//! Drops a parameter of a declared function or constructor, with the argument in every call.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;

pub(crate) struct DropParameter;

impl Pass for DropParameter {
    fn name(&self) -> &'static str {
        "drop_parameter"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let declared = subject
            .commands()
            .flat_map(|command| match subject.command_name(command) {
                "declare-fun" => function(subject, command).into_iter().collect(),
                "declare-datatype" | "declare-datatypes" => constructors(subject, command),
                _ => Vec::new(),
            });
        declared
            .flat_map(|of| (0..of.parameters.len()).filter_map(move |n| of.without(subject, n)))
            .collect()
    }
}

/// What is declared with parameters.
struct Declared {
    name: NodeId,
    parameters: Vec<NodeId>,
}

fn function(subject: &Subject<'_>, command: NodeId) -> Option<Declared> {
    let &[_, name, parameters, _] = subject.tree.children(command) else {
        return None;
    };
    let parameters = subject.tree.children(parameters).to_vec();
    Some(Declared { name, parameters })
}

/// The constructors of datatypes: `(cons (head Int) (tail List))`.
fn constructors(subject: &Subject<'_>, command: NodeId) -> Vec<Declared> {
    let of_list = |list: NodeId| {
        let (&name, fields) = subject.tree.children(list).split_first()?;
        let is_field = |&field: &NodeId| {
            let parts = subject.tree.children(field);
            parts.len() == 2 && !subject.tree.nodes[parts[0]].is_list
        };
        let fits =
            !fields.is_empty() && !subject.tree.nodes[name].is_list && fields.iter().all(is_field);
        let parameters = fields.to_vec();
        fits.then_some(Declared { name, parameters })
    };
    subject
        .tree
        .within(command)
        .skip(1)
        .filter_map(of_list)
        .collect()
}

impl Declared {
    /// Without the n-th parameter, here and in all calls.
    fn without(&self, subject: &Subject<'_>, n: usize) -> Option<Move> {
        let tree = &subject.tree;
        let delete = |node: NodeId| Edit {
            span: tree.span(node),
            text: String::new(),
        };
        let mut edits = vec![delete(self.parameters[n])];
        let places = subject.uses(subject.text_of(self.name)).iter();
        for &place in places.filter(|&&place| place != self.name) {
            let call = tree.nodes[place].parent?;
            if tree.children(call)[0] != place {
                continue;
            }
            edits.push(if self.parameters.len() == 1 {
                let text = subject.text_of(place).to_string();
                Edit {
                    span: tree.span(call),
                    text,
                }
            } else {
                delete(*tree.children(call).get(n + 1)?)
            });
        }
        Move::all(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn parameters_and_fields_are_dropped() {
        let pass = &DropParameter;
        makes(
            pass,
            "(declare-fun f(Int Bool)Int)(assert(=(f 1 true)0))",
            "(declare-fun f(Bool)Int)(assert(=(f true)0))",
        );
        makes(
            pass,
            "(declare-datatypes((L 0))(((n)(c(h Int)(t L)))))(assert(=(c 1 n)n))",
            "(declare-datatypes((L 0))(((n)(c(t L)))))(assert(=(c n)n))",
        );
        leaves(pass, "(declare-fun f()Int)(assert(= f 0))");
    }
}
