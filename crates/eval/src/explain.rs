//! Why an assertion is false: the values of its subterms, and the smallest one to blame.

use gadfly_term::{Head, NodeId, Script};
use rustc_hash::FxHashMap;

use crate::budget::Budget;
use crate::machine::Machine;
use crate::model::Model;
use crate::program::compile_eagerly;
use crate::theory::Outcome;
use crate::value::Value;

/// The value of every subterm that is not under a quantifier, `lambda` or `match`, in the order of
/// the source's subterms (children first).
pub fn trace(script: &Script, model: &Model, root: NodeId) -> Vec<(NodeId, Outcome)> {
    let program = compile_eagerly(script, &[root]);
    let slots = Budget::STANDARD.run(|| Machine::new(&program, model).traced(0));
    let hidden = hidden_nodes(script, root);
    let visible = program
        .places
        .iter()
        .filter(|(node, _, _)| !hidden.contains(node));
    visible
        .filter_map(|(node, _, slot)| Some((*node, slots.get(*slot as usize)?.clone())))
        .collect()
}

/// Nodes whose value depends on a variable that has many.
fn hidden_nodes(script: &Script, root: NodeId) -> rustc_hash::FxHashSet<NodeId> {
    let binders = script.subterm(root).filter(|node| {
        matches!(
            script.head(*node),
            Head::Forall | Head::Exists | Head::Lambda | Head::Match
        )
    });
    binders
        .flat_map(|binder| script.subterm(binder).filter(move |node| *node != binder))
        .collect()
}

/// The smallest subterm whose value alone makes the assertion false, with that value; in one of the
/// readings of the model's strings, if releases differ on them.
pub fn smallest_false(script: &Script, model: &Model, root: NodeId) -> Option<(NodeId, Value)> {
    let mut readings = std::iter::once(model).chain(&model.readings);
    readings.find_map(|reading| smallest_in(script, reading, root))
}

fn smallest_in(script: &Script, model: &Model, root: NodeId) -> Option<(NodeId, Value)> {
    let values: FxHashMap<NodeId, Outcome> = trace(script, model, root).into_iter().collect();
    let truth = |node: NodeId| {
        values
            .get(&node)
            .and_then(|v| v.as_ref().ok())
            .and_then(Value::as_bool)
    };
    let mut at = root;
    // What this subterm is, and by being so makes the assertion false.
    let mut culprit = truth(root).filter(|holds| !holds)?;
    while let Some((next, value)) = step(script, &truth, at, culprit) {
        at = next;
        culprit = value;
    }
    Some((at, Value::Bool(culprit)))
}

/// The smallest argument whose value alone gives the node its value.
fn step(
    script: &Script,
    truth: &impl Fn(NodeId) -> Option<bool>,
    node: NodeId,
    value: bool,
) -> Option<(NodeId, bool)> {
    let args = script.args(node);
    let smallest = |wanted: bool, among: &[NodeId]| {
        let fits = among.iter().copied().filter(|a| truth(*a) == Some(wanted));
        fits.min_by_key(|a| script.size(*a)).map(|a| (a, wanted))
    };
    match script.head(node) {
        Head::Let => args
            .last()
            .and_then(|body| truth(*body).map(|v| (*body, v))),
        Head::Annotation => args
            .first()
            .and_then(|term| truth(*term).map(|v| (*term, v))),
        Head::Op(op) => match (script.op_name(op), value) {
            ("not", _) => smallest(!value, args),
            ("and", false) => smallest(false, args),
            ("or", true) => smallest(true, args),
            ("=>", true) => smallest(false, &args[..args.len() - 1])
                .or_else(|| smallest(true, &args[args.len() - 1..])),
            ("ite", _) => {
                let branch = if truth(*args.first()?)? {
                    args.get(1)?
                } else {
                    args.get(2)?
                };
                truth(*branch).map(|v| (*branch, v))
            }
            _ => None,
        },
        _ => None,
    }
}
