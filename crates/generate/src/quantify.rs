//! Quantifiers, with patterns and nesting, and functions that the formula defines.

use crate::declare::{Function, FunctionKind};
use crate::graph::{Graph, Head, NodeId, Quantifier};
use crate::logic::Arithmetic;
use crate::options::Span;
use crate::sorts::{BOOL, Sort, SortId};
use gadfly_catalog::signature::known;

impl Graph<'_> {
    /// A quantified formula as an atom; `None` where its body would not have its variables.
    pub(crate) fn quantified(&mut self, depth: u32) -> Option<NodeId> {
        let scope = self.open_scope();
        let number = self.scope;
        let count = self.number(self.options.bound);
        let mut bound = Vec::new();
        for _ in 0..count {
            if let Some(sort) = self.bindable_sort() {
                bound.push(self.bound_variable(sort));
            }
        }
        let from = self.nodes.len();
        let terms = self.number(Span::new(1, 4));
        self.main_layer(terms);
        let mut atoms: Vec<NodeId> = Vec::new();
        for _ in 0..self.number(Span::new(1, 3)) {
            atoms.extend(self.predicate());
        }
        if depth < 3 && self.chance(self.options.nesting) {
            atoms.extend(self.quantified(depth + 1));
        }
        let body = self.boolean_layer(atoms, 1).pop();
        let patterns = self.patterns(from, &bound);
        self.close_scope(scope);
        let body = body.filter(|&body| self.node(body).scope == number)?;
        let is_universal = self.chance(50);
        self.quantifiers.push(Quantifier {
            is_universal,
            bound,
            body,
            patterns,
            scope: number,
        });
        let head = Head::Quantifier(self.quantifiers.len() as u32 - 1);
        let node = self.add_hidden(head, BOOL, &[body]);
        // Outside, the variables of the scope are gone: what is left is the scopes further out.
        let outer = self.outer_scope(body, number);
        self.nodes[node as usize].scope = outer;
        self.offer(node);
        Some(node)
    }

    /// The innermost scope around `number` that the body of its quantifier mentions.
    fn outer_scope(&self, node: NodeId, number: u32) -> u32 {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![node];
        let (mut mentioned, mut inside) = (Vec::new(), Vec::new());
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            if let Head::Quantifier(number) = self.node(node).head {
                inside.push(self.quantifiers[number as usize].scope);
            }
            // A leaf's scope is that of the variable itself.
            if self.args(node).is_empty() {
                mentioned.push(self.node(node).scope);
            }
            open.extend(self.args(node));
        }
        let is_free = |scope: &u32| *scope < number && !inside.contains(scope);
        mentioned.into_iter().filter(is_free).max().unwrap_or(0)
    }

    /// A sort to quantify over.
    fn bindable_sort(&mut self) -> Option<SortId> {
        self.choose_sort(|graph, sort| {
            let unfit = [
                Sort::Ground(known::REGLAN),
                Sort::Ground(known::ROUNDING_MODE),
            ];
            let sort = graph.sorts.get(sort);
            let is_compound = matches!(sort, Sort::Array(..) | Sort::Seq(_) | Sort::Set(_));
            !is_compound && !unfit.contains(&sort)
        })
    }

    /// A term that is a call or a read and has all bound variables.
    fn patterns(&mut self, from: usize, bound: &[NodeId]) -> Vec<NodeId> {
        if !self.chance(self.options.pattern) {
            return Vec::new();
        }
        let fits = |&node: &NodeId| {
            let is_call = |graph: &Self| {
                let text = graph.head_text(graph.node(node).head);
                let is_function = |f: &Function| f.kind == FunctionKind::Declared && f.name == text;
                text == "select" || graph.functions.iter().any(is_function)
            };
            // Not one with variables of a quantifier further in.
            let small = self.node(node).weight <= 12 && self.node(node).scope == self.scope;
            small
                && is_call(self)
                && bound.iter().all(|&x| self.mentions(node, x))
                && !self.has_quantifier(node)
        };
        let nodes = (from as NodeId..self.nodes.len() as NodeId).filter(fits);
        let mut found: Vec<NodeId> = nodes.collect();
        found.truncate(2);
        found
    }

    fn mentions(&self, node: NodeId, variable: NodeId) -> bool {
        node == variable
            || self
                .args(node)
                .iter()
                .any(|&arg| self.mentions(arg, variable))
    }

    fn has_quantifier(&self, node: NodeId) -> bool {
        matches!(self.node(node).head, Head::Quantifier(_))
            || self.args(node).iter().any(|&arg| self.has_quantifier(arg))
    }

    /// Defines functions that later layers call.
    pub(crate) fn define_functions(&mut self) {
        let count = self.number(self.options.definitions);
        for number in 0..count {
            if self.can_recurse() && self.chance(self.options.recursive) {
                self.define_recursive(number);
            } else {
                self.define(number);
            }
        }
    }

    fn define(&mut self, number: u32) -> Option<()> {
        if self.options.logic.arithmetic == Arithmetic::Difference {
            return None;
        }
        let scope = self.open_scope();
        let mut parameters = Vec::new();
        for _ in 0..self.number(Span::new(1, 2)) {
            if let Some(sort) = self.bindable_sort() {
                parameters.push(self.bound_variable(sort));
            }
        }
        let from = self.nodes.len() as NodeId;
        self.main_layer(3);
        let truth = self.predicate();
        let own = self.scope;
        let last = (from..self.nodes.len() as NodeId).rev().find(|&node| {
            let node = self.node(node);
            node.scope == own
                && node.weight > 1
                && node.sort != BOOL
                && self.sorts.get(node.sort) != Sort::Ground(known::REGLAN)
        });
        let body = last.or(truth.filter(|&node| self.node(node).scope == own));
        self.close_scope(scope);
        let (Some(body), false) = (body, parameters.is_empty()) else {
            return None;
        };
        let args = parameters.iter().map(|&p| self.node(p).sort).collect();
        self.functions.push(Function {
            name: format!("d{number}"),
            args,
            result: self.node(body).sort,
            kind: FunctionKind::Defined(parameters, body),
        });
        Some(())
    }

    fn can_recurse(&self) -> bool {
        let logic = &self.options.logic;
        logic.quantifiers
            && logic.functions
            && logic.ints
            && logic.arithmetic != Arithmetic::Difference
            && self.sorts_has_int()
    }

    fn sorts_has_int(&self) -> bool {
        (0..self.known_sorts() as SortId)
            .any(|s| self.sorts.get(s) == Sort::Ground(known::INT) && !self.of_sort(s).is_empty())
    }

    /// A function that counts down to zero, so that it is total and well-founded.
    fn define_recursive(&mut self, number: u32) {
        let int = self.sorts.intern(Sort::Ground(known::INT));
        let step = 1 + self.rng.below(3);
        let operator = ["+", "-"][self.rng.below(2)];
        let base = self.rng.below(4);
        let name = format!("r{number}");
        let text = format!(
            "(define-fun-rec {name} ((n Int)) Int (ite (<= n 0) {base} ({operator} n ({name} (- n {step})))))"
        );
        self.functions.push(Function {
            name,
            args: vec![int],
            result: int,
            kind: FunctionKind::Recursive(text),
        });
    }
}
