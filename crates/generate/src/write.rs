//! Writing the graph as a script: declarations, definitions, assertions with shared terms in `let`.

use crate::decimal::push_decimal;
use crate::declare::{Function, FunctionKind};
use crate::graph::{Graph, Head, NodeId};
use std::fmt::Write;

/// Writes terms of a finished graph.
pub(crate) struct Writer<'g, 'p> {
    graph: &'g Graph<'p>,
    /// How often a node is used in the term being written.
    uses: Vec<u32>,
    touched: Vec<NodeId>,
    /// Which nodes have a name in a `let` around here.
    bound: Vec<bool>,
    /// A variable that is written with another name.
    renamed: Option<(NodeId, &'static str)>,
}

impl<'g, 'p> Writer<'g, 'p> {
    pub(crate) fn new(graph: &'g Graph<'p>) -> Self {
        Writer {
            graph,
            uses: vec![0; graph.nodes.len()],
            touched: Vec::new(),
            bound: vec![false; graph.nodes.len()],
            renamed: None,
        }
    }

    /// Writes a variable with another name from now on.
    pub(crate) fn rename(&mut self, variable: NodeId, name: &'static str) {
        self.renamed = Some((variable, name));
    }

    /// Everything before the first assertion.
    pub(crate) fn declarations(&mut self, out: &mut String) {
        let graph = self.graph;
        for number in 0..graph.declared_sorts {
            let _ = writeln!(out, "(declare-sort U{number} 0)");
        }
        self.datatypes(out);
        for &variable in &graph.variables {
            let node = graph.node(variable);
            out.extend(["(declare-const ", graph.head_text(node.head), " "]);
            graph.sorts.write(node.sort, &graph.plan.sort_names, out);
            out.push_str(")\n");
        }
        for function in &graph.functions {
            self.function(function, out);
        }
    }

    fn datatypes(&self, out: &mut String) {
        let graph = self.graph;
        if graph.datatypes.is_empty() {
            return;
        }
        out.push_str("(declare-datatypes (");
        for number in 0..graph.datatypes.len() {
            let space = if number > 0 { " " } else { "" };
            let _ = write!(out, "{space}(D{number} 0)");
        }
        out.push_str(") (");
        for datatype in &graph.datatypes {
            out.push('(');
            for (name, fields) in &datatype.constructors {
                out.extend(["(", name]);
                for (selector, sort) in fields {
                    out.extend([" (", selector, " "]);
                    graph.sorts.write(*sort, &graph.plan.sort_names, out);
                    out.push(')');
                }
                out.push(')');
            }
            out.push(')');
        }
        out.push_str("))\n");
    }

    fn function(&mut self, function: &Function, out: &mut String) {
        let graph = self.graph;
        match &function.kind {
            FunctionKind::OfDatatype => {}
            FunctionKind::Recursive(text) => {
                out.push_str(text);
                out.push('\n');
            }
            FunctionKind::Declared => {
                out.extend(["(declare-fun ", &function.name, " ("]);
                for (at, &sort) in function.args.iter().enumerate() {
                    if at > 0 {
                        out.push(' ');
                    }
                    graph.sorts.write(sort, &graph.plan.sort_names, out);
                }
                out.push_str(") ");
                graph
                    .sorts
                    .write(function.result, &graph.plan.sort_names, out);
                out.push_str(")\n");
            }
            FunctionKind::Defined(parameters, body) => {
                out.extend(["(define-fun ", &function.name, " "]);
                self.variables(parameters, out);
                out.push(' ');
                graph
                    .sorts
                    .write(function.result, &graph.plan.sort_names, out);
                out.push(' ');
                self.root(*body, out);
                out.push_str(")\n");
            }
        }
    }

    /// `((x Int) (y Int))`
    fn variables(&self, variables: &[NodeId], out: &mut String) {
        let graph = self.graph;
        out.push('(');
        for (at, &variable) in variables.iter().enumerate() {
            let node = graph.node(variable);
            let space = if at > 0 { " " } else { "" };
            out.extend([space, "(", graph.head_text(node.head), " "]);
            graph.sorts.write(node.sort, &graph.plan.sort_names, out);
            out.push(')');
        }
        out.push(')');
    }

    /// A whole term, with its shared parts bound first.
    pub(crate) fn root(&mut self, root: NodeId, out: &mut String) {
        self.count(root);
        self.touched.sort_unstable();
        let scope = self.graph.node(root).scope;
        self.body(root, scope, out);
        for node in std::mem::take(&mut self.touched) {
            self.uses[node as usize] = 0;
            self.bound[node as usize] = false;
        }
    }

    fn count(&mut self, root: NodeId) {
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            self.uses[node as usize] += 1;
            if self.uses[node as usize] == 1 {
                self.touched.push(node);
                open.extend(self.graph.args(node));
            }
        }
    }

    /// A term, with the shared parts of one scope bound around it.
    fn body(&mut self, root: NodeId, scope: u32, out: &mut String) {
        let least = self.graph.options.let_from;
        let mut open = 0;
        if least > 0 {
            for at in 0..self.touched.len() {
                let id = self.touched[at];
                let node = self.graph.node(id);
                let is_shared = self.uses[id as usize] > 1 && node.weight >= least.max(2);
                if is_shared && node.scope == scope && id != root && !self.bound[id as usize] {
                    out.push_str("(let ((e");
                    push_decimal(out, u64::from(id));
                    out.push(' ');
                    self.term(id, out);
                    out.push_str(")) ");
                    self.bound[id as usize] = true;
                    open += 1;
                }
            }
        }
        self.term(root, out);
        out.extend(std::iter::repeat_n(')', open));
    }

    fn term(&mut self, id: NodeId, out: &mut String) {
        if self.bound[id as usize] {
            out.push('e');
            push_decimal(out, u64::from(id));
            return;
        }
        let graph = self.graph;
        let node = graph.node(id);
        if let Head::Quantifier(number) = node.head {
            self.quantifier(number as usize, out);
            return;
        }
        let text = graph.head_text(node.head);
        if graph.args(id).is_empty() {
            let renamed = self.renamed.filter(|(variable, _)| *variable == id);
            out.push_str(renamed.map_or(text, |(_, name)| name));
            return;
        }
        out.push('(');
        out.push_str(text);
        for &arg in graph.args(id) {
            out.push(' ');
            self.term(arg, out);
        }
        out.push(')');
    }

    fn quantifier(&mut self, number: usize, out: &mut String) {
        let graph = self.graph;
        let quantifier = &graph.quantifiers[number];
        out.push_str(if quantifier.is_universal {
            "(forall "
        } else {
            "(exists "
        });
        self.variables(&quantifier.bound, out);
        out.push(' ');
        if !quantifier.patterns.is_empty() {
            out.push_str("(! ");
        }
        self.body(quantifier.body, quantifier.scope, out);
        if !quantifier.patterns.is_empty() {
            for &pattern in &quantifier.patterns {
                out.push_str(" :pattern (");
                self.written_out(pattern, out);
                out.push(')');
            }
            out.push(')');
        }
        out.push(')');
        // What was bound inside has no name outside.
        for at in 0..self.touched.len() {
            let id = self.touched[at];
            if graph.node(id).scope == quantifier.scope {
                self.bound[id as usize] = false;
            }
        }
    }

    /// A term without names of `let`: patterns stand outside of the body's.
    fn written_out(&self, id: NodeId, out: &mut String) {
        let graph = self.graph;
        let text = graph.head_text(graph.node(id).head);
        if graph.args(id).is_empty() {
            out.push_str(text);
            return;
        }
        out.push('(');
        out.push_str(text);
        for &arg in graph.args(id) {
            out.push(' ');
            self.written_out(arg, out);
        }
        out.push(')');
    }
}
