//! The model format of yices without `--smt2-model-format`: equations, and functions by their graphs.
//!
//! ```text
//! (= x 5)
//! (= a @fun_12)
//! (function @fun_12
//!  (type (Array Int Int))
//!  (= (@fun_12 0) 1)
//!  (default 7))
//! ```
//!
//! They are rewritten into definitions; a graph stands wherever its name is used.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::sexpr::Sexprs;
use super::signature::{Signature, Signatures};

/// Arrays of arrays deeper than this are left out.
const DEEPEST: u32 = 32;

/// A function by its values at some arguments and elsewhere.
struct Graph {
    sort: usize,
    rows: Vec<(Vec<usize>, usize)>,
    default: Option<usize>,
}

/// The model as definitions, if it has graphs of functions.
pub(super) fn as_definitions(tree: &Sexprs<'_>, declared: &Signatures<'_>) -> Option<String> {
    let graphs = tree.roots().iter().filter_map(|r| graph(tree, *r));
    let equations = Equations {
        tree,
        graphs: graphs.collect(),
    };
    if equations.graphs.is_empty() {
        return None;
    }
    let mut text = String::from("(model\n");
    for root in tree.roots() {
        let Some([_, name, value]) = tree.exactly::<3>(*root) else {
            continue;
        };
        let signature = tree.symbol(name).and_then(|n| declared.get(n)?.first());
        if let (Some("="), Some(signature)) = (tree.head(*root), signature)
            && let Some(line) = equations.definition(name, signature, value)
        {
            text.push_str(&line);
        }
    }
    text.push(')');
    Some(text)
}

fn graph<'t>(tree: &Sexprs<'t>, root: usize) -> Option<(&'t str, Graph)> {
    let items = tree.items(root);
    if tree.head(root) != Some("function") {
        return None;
    }
    let name = tree.symbol(*items.get(1)?)?;
    let [_, sort] = tree.exactly::<2>(*items.get(2)?)?;
    let mut graph = Graph {
        sort,
        rows: Vec::new(),
        default: None,
    };
    for item in &items[3..] {
        match (tree.head(*item), tree.items(*item)) {
            (Some("="), [_, call, value]) => {
                let args = tree.items(*call).get(1..)?.to_vec();
                graph.rows.push((args, *value));
            }
            (Some("default"), [_, value]) => graph.default = Some(*value),
            _ => return None,
        }
    }
    Some((name, graph))
}

/// The equations of a model and the graphs that they name.
struct Equations<'a, 't> {
    tree: &'a Sexprs<'t>,
    graphs: FxHashMap<&'t str, Graph>,
}

impl Equations<'_, '_> {
    fn graph_named(&self, name: usize) -> Option<&Graph> {
        self.graphs.get(self.tree.symbol(name)?)
    }

    fn definition(&self, name: usize, signature: &Signature, value: usize) -> Option<String> {
        let name = self.tree.token(name)?;
        let result = &signature.result;
        if signature.params.is_empty() {
            let value = self.term(value, &result.to_string(), 0)?;
            return Some(format!("(define-fun {name} () {result} {value})\n"));
        }
        let graph = self.graph_named(value)?;
        let mut params = String::new();
        for (i, domain) in signature.params.iter().enumerate() {
            let _ = write!(params, "(x!{i} {domain})");
        }
        let mut body = String::new();
        for (args, value) in &graph.rows {
            body.push_str("(ite (and");
            for (i, arg) in args.iter().enumerate() {
                let sort = signature.params.get(i)?.to_string();
                let _ = write!(body, " (= x!{i} {})", self.term(*arg, &sort, 0)?);
            }
            let value = self.term(*value, &result.to_string(), 0)?;
            let _ = write!(body, ") {value} ");
        }
        body.push_str(&self.term(graph.default?, &result.to_string(), 0)?);
        body.push_str(&")".repeat(graph.rows.len()));
        Some(format!("(define-fun {name} ({params}) {result} {body})\n"))
    }

    /// A value of a sort; the name of a graph is the array that it describes.
    fn term(&self, id: usize, sort: &str, depth: u32) -> Option<String> {
        let tree = self.tree;
        let Some(graph) = self.graph_named(id) else {
            let text = tree.text(id);
            let element = text.starts_with("@const_");
            return Some(if element {
                format!("(as {text} {sort})")
            } else {
                text
            });
        };
        if depth > DEEPEST {
            return None;
        }
        let [_, from, to] = tree.exactly::<3>(graph.sort)?;
        let inner = |id: usize, sort: usize| self.term(id, &tree.text(sort), depth + 1);
        let mut text = "(store ".repeat(graph.rows.len());
        let _ = write!(
            text,
            "((as const {}) {})",
            tree.text(graph.sort),
            inner(graph.default?, to)?
        );
        for (args, value) in &graph.rows {
            let [index] = args.as_slice() else {
                return None;
            };
            let _ = write!(text, " {} {})", inner(*index, from)?, inner(*value, to)?);
        }
        Some(text)
    }
}
