//! Operator by operator: each step that our evaluator took to a value, asked of a solver as a
//! ground question. It needs no solver that answers the whole formula, and it names the step.

use super::partial::head_of;
use super::put_in::PutIn;
use super::tree::Tree;
use gadfly_term::{Head, NodeId, Script};
use std::collections::BTreeMap;
use std::fmt::Write;

/// More steps than this are not asked.
const MOST: usize = 400;

/// The question whether some step is wrong: `unsat` if all of them are right. `None` where not all
/// values are known.
pub(super) fn question(
    script: &Script,
    put: &mut PutIn,
    values: &[(NodeId, String)],
) -> Option<String> {
    let mut known: BTreeMap<NodeId, Tree> = BTreeMap::new();
    for (node, value) in values {
        known.insert(*node, put.model.renamed(value)?);
    }
    let mut steps = Vec::new();
    for (node, value) in &known {
        if let Some(term) = step(script, put, &known, *node)? {
            steps.push(format!("(not (= {term} {value}))"));
        }
    }
    if steps.is_empty() || steps.len() > MOST {
        return None;
    }
    let mut text = format!("{}{}", put.prelude, put.definitions_only());
    let _ = match &steps[..] {
        [one] => writeln!(text, "(assert {one})"),
        all => writeln!(text, "(assert (or {}))", all.join("\n  ")),
    };
    text.push_str("(check-sat)\n");
    Some(text)
}

/// A node applied to the values of its arguments. An inner `None`: nothing happens at this node.
fn step(
    script: &Script,
    put: &PutIn,
    known: &BTreeMap<NodeId, Tree>,
    node: NodeId,
) -> Option<Option<Tree>> {
    match script.head(node) {
        Head::Var(_) | Head::Literal(_) | Head::Let | Head::Annotation => return Some(None),
        Head::Op(_) | Head::Fun(_) => {}
        _ => return None,
    }
    let text = script.text(node);
    let args = script.args(node);
    if args.is_empty() {
        return Some(Some(Tree::one(text)?));
    }
    let args = args.iter().map(|arg| known.get(arg).cloned());
    let args = args.collect::<Option<Vec<_>>>()?;
    let head = match (put.renamed.get(&node), head_of(text)) {
        (Some(total), _) => Tree::atom(total.clone()),
        (None, Some(head)) => Tree::atom(&text[head]),
        // `((_ extract 3 0) x)`: the head is a list.
        (None, None) => Tree::one(text)?.items().first()?.clone(),
    };
    let items = std::iter::once(head).chain(args);
    Some(Some(Tree::List(items.collect())))
}
