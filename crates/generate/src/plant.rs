//! Planted models: random values for all inputs, as a solver would print them.

use crate::declare::FunctionKind;
use crate::graph::{Graph, NodeId};
use crate::sorts::{BOOL, Sort, SortId};
use gadfly_catalog::signature::known;
use std::fmt::Write;

/// How deep values of datatypes and arrays go.
const DEPTH: u32 = 3;

impl Graph<'_> {
    /// A random model of all that is declared, and what it makes of Boolean variables.
    pub(crate) fn model(&mut self) -> (String, Vec<(NodeId, bool)>) {
        let mut out = String::from("(\n");
        let mut truths = Vec::new();
        for variable in self.variables.clone() {
            let sort = self.node(variable).sort;
            let value = self.value(sort, DEPTH);
            if sort == BOOL {
                truths.push((variable, value == "true"));
            }
            let _ = write!(
                out,
                "(define-fun {} () ",
                self.head_text(self.node(variable).head)
            );
            self.sorts.write(sort, &self.plan.sort_names, &mut out);
            let _ = writeln!(out, " {value})");
        }
        for at in 0..self.functions.len() {
            if self.functions[at].kind == FunctionKind::Declared {
                self.model_function(at, &mut out);
            }
        }
        out.push_str(")\n");
        (out, truths)
    }

    /// A function with one value for one argument and another elsewhere.
    fn model_function(&mut self, at: usize, out: &mut String) {
        let (args, result) = (self.functions[at].args.clone(), self.functions[at].result);
        let _ = write!(out, "(define-fun {} (", self.functions[at].name);
        for (number, &sort) in args.iter().enumerate() {
            let space = if number > 0 { " " } else { "" };
            let _ = write!(out, "{space}(a{number} ");
            self.sorts.write(sort, &self.plan.sort_names, out);
            out.push(')');
        }
        out.push_str(") ");
        self.sorts.write(result, &self.plan.sort_names, out);
        let (here, there) = (self.value(result, DEPTH), self.value(result, DEPTH));
        let special = self.value(args[0], 1);
        let _ = writeln!(out, " (ite (= a0 {special}) {here} {there}))");
    }

    /// A random value of a sort.
    fn value(&mut self, sort: SortId, depth: u32) -> String {
        match self.sorts.get(sort) {
            Sort::Declared(number) => {
                let element = self.rng.below(3);
                format!("(as @U{number}_{element} U{number})")
            }
            Sort::Array(index, element) => self.array_value(sort, index, element, depth),
            Sort::Data(number) => self.data_value(number, depth),
            Sort::Seq(element) if self.chance(70) => {
                let (a, b) = (self.value(element, depth), self.value(element, depth));
                if self.chance(50) {
                    format!("(seq.++ (seq.unit {a}) (seq.unit {b}))")
                } else {
                    format!("(seq.unit {a})")
                }
            }
            Sort::Set(element) if self.chance(70) => {
                let value = self.value(element, depth);
                format!("(set.singleton {value})")
            }
            Sort::Ground(known::ROUNDING_MODE) => {
                ["RNE", "RNA", "RTP", "RTN", "RTZ"][self.rng.below(5)].to_string()
            }
            _ => match self.literal(sort) {
                Some(literal) => self.head_text(self.node(literal).head).to_string(),
                None => String::from("unknown"),
            },
        }
    }

    fn array_value(&mut self, sort: SortId, index: SortId, element: SortId, depth: u32) -> String {
        let mut name = String::new();
        self.sorts.write(sort, &self.plan.sort_names, &mut name);
        let default = self.value(element, depth.saturating_sub(1));
        let mut text = format!("((as const {name}) {default})");
        for _ in 0..self.rng.below(3) {
            let (at, to) = (
                self.value(index, 1),
                self.value(element, depth.saturating_sub(1)),
            );
            text = format!("(store {text} {at} {to})");
        }
        text
    }

    fn data_value(&mut self, number: u16, depth: u32) -> String {
        let constructors = &self.datatypes[usize::from(number)].constructors;
        // The first constructor has no fields.
        let count = if depth == 0 { 1 } else { constructors.len() };
        let chosen = self.rng.below(count);
        let (name, fields) = &self.datatypes[usize::from(number)].constructors[chosen];
        if fields.is_empty() {
            return name.clone();
        }
        let (name, fields) = (name.clone(), fields.clone());
        let mut text = format!("({name}");
        for (_, sort) in fields {
            let value = self.value(sort, depth.saturating_sub(1));
            let _ = write!(text, " {value}");
        }
        text.push(')');
        text
    }
}
