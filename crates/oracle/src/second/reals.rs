//! Integers where reals are wanted, said out loud: some solvers turn them silently, others refuse.

use gadfly_term::{Edits, Head, Literal, NodeId, Script, SortId, Span};

/// The arguments of a node that are integers where the node wants reals.
pub(super) fn silent_integers(script: &Script, node: NodeId) -> Vec<NodeId> {
    let args = script.args(node);
    let is_int = |arg: &NodeId| script.sort(*arg) == SortId::INT;
    if !args.iter().any(is_int) {
        return Vec::new();
    }
    let wanted = |n: usize| match script.head(node) {
        Head::Fun(fun) => script.params(fun).get(n).copied(),
        Head::Op(op) => operator(script, script.op_name(op), args, n),
        _ => None,
    };
    let silent = args.iter().enumerate();
    silent
        .filter(|(n, arg)| is_int(arg) && wanted(*n) == Some(SortId::REAL))
        .map(|(_, arg)| *arg)
        .collect()
}

/// What an operator over numbers of both kinds wants at an argument.
fn operator(script: &Script, name: &str, args: &[NodeId], n: usize) -> Option<SortId> {
    let mixed = |args: &[NodeId]| {
        let real = args.iter().any(|arg| script.sort(*arg) == SortId::REAL);
        real.then_some(SortId::REAL)
    };
    match name {
        "/" => Some(SortId::REAL),
        "+" | "-" | "*" | "<" | "<=" | ">" | ">=" | "=" | "distinct" => mixed(args),
        "ite" if n > 0 => mixed(args.get(1..)?),
        _ => None,
    }
}

/// Says an integer as a real. A numeral gets its point; in a logic without integers it is a real
/// already, and without that logic it needs the point too.
pub(super) fn say_as_real(script: &Script, node: NodeId, edits: &mut Edits) {
    if script.head(node) == Head::Literal(Literal::Numeral) {
        edits.replace(node, format!("{}.0", script.text(node)));
        return;
    }
    let span = script.span(node);
    edits.replace_span(Span::new(span.start, span.start), "(to_real ");
    edits.replace_span(Span::new(span.end, span.end), ")");
}
