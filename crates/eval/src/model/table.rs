//! Functions that are tables in disguise: chains of `ite` over equations of the parameters.

use super::sexpr::Sexprs;

/// The rows (arguments in the parameters' order, value) of a chain, and what is left.
pub(super) struct Chain {
    pub(super) rows: Vec<(Vec<usize>, usize)>,
    pub(super) default: usize,
}

/// Reads a body as a table: every condition fixes every parameter, and nothing else mentions them.
pub(super) fn chain(tree: &Sexprs<'_>, params: &[&str], body: usize) -> Option<Chain> {
    let mut rows = Vec::new();
    let mut rest = body;
    while let Some([_, condition, value, otherwise]) = tree.exactly::<4>(rest)
        && tree.head(rest) == Some("ite")
    {
        let args = arguments(tree, params, condition)?;
        if tree.mentions(value, params) {
            return None;
        }
        rows.push((args, value));
        rest = otherwise;
    }
    (!tree.mentions(rest, params)).then_some(Chain {
        rows,
        default: rest,
    })
}

/// The value that a condition gives to each parameter.
fn arguments(tree: &Sexprs<'_>, params: &[&str], condition: usize) -> Option<Vec<usize>> {
    let equations = match tree.head(condition)? {
        "and" => tree.items(condition)[1..].to_vec(),
        _ => vec![condition],
    };
    let mut args = vec![None; params.len()];
    for equation in equations {
        let (param, value) = match tree.exactly::<3>(equation) {
            Some([_, a, b]) if tree.head(equation) == Some("=") => {
                let place = |id: usize| params.iter().position(|p| tree.symbol(id) == Some(p));
                match (place(a), place(b)) {
                    (Some(param), None) => (param, b),
                    (None, Some(param)) => (param, a),
                    _ => return None,
                }
            }
            _ => {
                // A Boolean parameter, plain or negated, is read by its body.
                return None;
            }
        };
        if args[param].replace(value).is_some() || tree.mentions(value, params) {
            return None;
        }
    }
    args.into_iter().collect()
}
