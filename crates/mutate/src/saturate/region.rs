//! A term of a script as an e-graph. What binds variables is one leaf: all that stands in the graph
//! has the scope of the whole term, and any of its terms may stand anywhere in it.

use super::graph::{Class, Graph, Kind};
use crate::seed::Seed;
use crate::types::Ty;
use gadfly_term::{Head, Literal, NodeId, Script, SortId};

/// Operators that take integers among reals in some dialects.
const MIXING: [&str; 11] = [
    "+", "-", "*", "/", "=", "<", "<=", ">", ">=", "distinct", "ite",
];

/// The graph of a term, and the term's class.
pub(super) fn graph_of(seed: &Seed, root: NodeId) -> (Graph, Class) {
    let script = &seed.script;
    let first = root.0 + 1 - script.size(root);
    let mut shown = vec![false; (root.0 + 1 - first) as usize];
    let mut classes = vec![0; shown.len()];
    let mut leaves = shown.clone();
    // Backwards in post-order a node comes before its parts, which can be stepped over at once.
    let mut next = root.0 + 1;
    while next > first {
        let node = NodeId(next - 1);
        let at = (node.0 - first) as usize;
        let leaf = is_leaf(script, node);
        shown[at] = true;
        leaves[at] = leaf;
        next -= if leaf { script.size(node) } else { 1 };
    }
    let mut graph = Graph::default();
    let mut args = Vec::new();
    for node in script.subterm(root) {
        let at = (node.0 - first) as usize;
        if !shown[at] {
            continue;
        }
        let ty = seed.ty(script.sort(node));
        if leaves[at] {
            classes[at] = graph.leaf(script.text(node), ty);
            continue;
        }
        args.clear();
        let parts = script.args(node).iter();
        args.extend(parts.map(|arg| classes[(arg.0 - first) as usize]));
        let label = graph.head(head(script, node), || kind(script, node));
        classes[at] = graph.add(label, &args, ty);
        // Rules ask for literals, and a negative one is written as a term.
        if is_negated_literal(script, node) {
            let literal = graph.leaf(script.text(node), ty);
            graph.union(classes[at], literal);
        }
    }
    graph.rebuild();
    let class = graph.find(classes[(root.0 - first) as usize]);
    (graph, class)
}

/// Whether a node is taken as it stands: it has no parts, binds variables, or has fixed parts.
fn is_leaf(script: &Script, node: NodeId) -> bool {
    match script.head(node) {
        _ if script.args(node).is_empty() => true,
        Head::Op(_) | Head::Fun(_) => has_fixed_parts(script, node),
        _ => true,
    }
}

/// Whether solvers want a node's parts in a certain form: as literals, or as integers among reals.
pub(crate) fn has_fixed_parts(script: &Script, node: NodeId) -> bool {
    let args = script.args(node);
    // An array that is applied like a function stands where a head does.
    let mut before = script.span(node).start + 1;
    let applied = args.iter().any(|&arg| {
        let from = std::mem::replace(&mut before, script.span(arg).start);
        before <= from
    });
    if applied {
        return true;
    }
    let Head::Op(op) = script.head(node) else {
        return head(script, node).starts_with("(as ");
    };
    let op = script.op_name(op);
    let has = |sort: SortId| args.iter().any(|&arg| script.sort(arg) == sort);
    let literals = matches!(op, "re.range" | "re.loop" | "re.^")
        || op.starts_with("to_fp") && (has(SortId::REAL) || has(SortId::INT));
    // An integer where a real is wanted is a conversion that some solvers make for numerals only.
    let real = script.sort(node) == SortId::REAL || has(SortId::REAL);
    let mixed = MIXING.contains(&op) && real && has(SortId::INT);
    literals || mixed || head(script, node).starts_with("(as ")
}

fn is_negated_literal(script: &Script, node: NodeId) -> bool {
    let number = |&arg: &NodeId| {
        matches!(
            script.head(arg),
            Head::Literal(Literal::Numeral | Literal::Decimal)
        )
    };
    matches!(script.args(node), [arg] if number(arg)) && head(script, node) == "-"
}

/// A node's head as it is written.
fn head(script: &Script, node: NodeId) -> &str {
    let at = script.span(node).range();
    let first = script.args(node).first();
    let end = first.map_or(at.end, |arg| script.span(*arg).start as usize);
    script.source()[at.start + 1..end].trim_end()
}

fn kind(script: &Script, node: NodeId) -> Kind {
    match script.head(node) {
        Head::Op(op) => Kind::Op(script.op_name(op).into(), script.indices(node).into()),
        Head::Fun(fun) => Kind::Fun(fun),
        _ => Kind::Other,
    }
}

/// Whether the names of the catalogue's operators mean these operators throughout a script.
pub(crate) fn keeps_operators(script: &Script) -> bool {
    let catalog = script.catalog();
    let own = script.funs().map(|fun| script.fun(fun).symbol);
    let bound = script.vars().map(|var| script.var(var).symbol);
    own.chain(bound)
        .all(|symbol| catalog.op_named(script.name(symbol)).is_none())
}

/// The sort of a literal or a constant of the catalogue, by its text.
pub(super) fn sort_of_constant(text: &str, catalog: &gadfly_catalog::Catalog) -> Option<Ty> {
    let digit = text.bytes().next()?.is_ascii_digit();
    Some(match text {
        "true" | "false" => Ty::Bool,
        _ if digit && text.contains('.') => Ty::Real,
        _ if digit => Ty::Int,
        _ if text.starts_with('"') => Ty::String,
        _ if text.starts_with("#b") => Ty::BitVec(text.len() as u32 - 2),
        _ if text.starts_with("#x") => Ty::BitVec(4 * (text.len() as u32 - 2)),
        _ => crate::types::result(catalog, text, &[], &[])?,
    })
}
