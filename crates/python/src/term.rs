//! Terms of a script.

use gadfly_term::{Head, NodeId, Script};
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A term, where it stands in its script.
#[pyclass(frozen, module = "gadfly")]
pub(crate) struct Term {
    script: Arc<Script>,
    node: NodeId,
}

impl Term {
    pub(crate) fn new(script: &Arc<Script>, node: NodeId) -> Term {
        Term {
            script: Arc::clone(script),
            node,
        }
    }
}

#[pymethods]
impl Term {
    /// Its text in the script.
    #[getter]
    fn text(&self) -> &str {
        self.script.text(self.node)
    }

    /// Its sort.
    #[getter]
    fn sort(&self) -> String {
        self.script.sort_text(self.script.sort(self.node))
    }

    /// What it is made by: "operator", "function", "variable", "literal", "let", "forall", "exists",
    /// "lambda", "match", "annotation", "apply", "update" or "opaque".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.script.head(self.node) {
            Head::Op(_) => "operator",
            Head::Fun(_) => "function",
            Head::Var(_) => "variable",
            Head::Literal(_) => "literal",
            Head::Let => "let",
            Head::Forall => "forall",
            Head::Exists => "exists",
            Head::Lambda => "lambda",
            Head::Match => "match",
            Head::Annotation => "annotation",
            Head::Apply => "apply",
            Head::Update(_) => "update",
            Head::Opaque => "opaque",
        }
    }

    /// The name of its operator, function or variable.
    #[getter]
    fn name(&self) -> Option<&str> {
        let script = &self.script;
        match script.head(self.node) {
            Head::Op(op) => Some(script.op_name(op)),
            Head::Fun(fun) => Some(script.name(script.fun(fun).symbol)),
            Head::Var(var) => Some(script.name(script.var(var).symbol)),
            _ => None,
        }
    }

    /// Its arguments.
    #[getter]
    fn args(&self) -> Vec<Term> {
        let args = self.script.args(self.node).iter();
        args.map(|node| Term::new(&self.script, *node)).collect()
    }

    /// How many terms stand in it, itself among them.
    #[getter]
    fn size(&self) -> u32 {
        self.script.size(self.node)
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Term {}: {}>", self.text(), self.sort())
    }

    fn __eq__(&self, other: &Term) -> bool {
        Arc::ptr_eq(&self.script, &other.script) && self.node == other.node
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (Arc::as_ptr(&self.script) as usize, self.node).hash(&mut hasher);
        hasher.finish()
    }
}
