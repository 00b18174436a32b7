//! Integers where reals are wanted: solvers let `(f 1)` stand for `(f 1.0)`. The signature of what takes
//! an argument decides; a step turns the integer into a real, so that nothing ever sees an integer
//! where its signature says Real.

use std::sync::Arc;

use gadfly_term::{FunId, FunKind, Head, NodeId, OpId, Reading, SortId, SortKind};

use super::Slot;
use super::applications::Meaning;
use super::builder::Core;
use super::compile::Compiler;
use crate::theory::{Arithmetic, Operator};

impl Compiler<'_> {
    /// Turns integer arguments of a node into reals where it wants reals; false if an argument is
    /// of another sort altogether.
    pub(super) fn coerce(&mut self, node: NodeId, args: &mut [Slot]) -> bool {
        let script = self.script;
        let nodes = script.args(node);
        let convertible = |n: &NodeId| matches!(script.sort(*n), SortId::INT | SortId::UNKNOWN);
        if !nodes.iter().any(convertible) {
            return true;
        }
        match script.head(node) {
            Head::Op(op) => self.coerce_operator(op, node, args),
            Head::Fun(fun) if script.sort_params(fun).is_empty() => {
                for ((arg, param), slot) in nodes.iter().zip(script.params(fun)).zip(args) {
                    *slot = self.coerced(*slot, script.sort(*arg), *param);
                }
                true
            }
            Head::Fun(fun) => match script.fun(fun).kind {
                FunKind::Selector(..) | FunKind::Tester(_) => true,
                _ => self.read(&script.readings(node).unwrap_or_default(), args),
            },
            Head::Update(selector) => match args {
                [_, value] if self.field_is_real(selector, node) => {
                    *value = self.real_of(*value);
                    true
                }
                _ => true,
            },
            Head::Match => {
                for (arg, slot) in nodes.iter().zip(args).skip(1) {
                    *slot = self.coerced(*slot, script.sort(*arg), script.sort(node));
                }
                true
            }
            _ => true,
        }
    }

    /// Whether an operator's arguments are surely read as they are: most scripts do not mix numbers,
    /// and most nodes are told by their sorts alone.
    pub(super) fn reads_as_is(&self, op: OpId, meaning: Meaning, node: NodeId) -> bool {
        let script = self.script;
        let sort = |n: &NodeId| script.sort(*n);
        let nodes = script.args(node);
        let (mut unknown, mut any, mut all) = (sort(&node) == SortId::UNKNOWN, false, true);
        for sort in nodes.iter().map(sort) {
            unknown |= sort == SortId::UNKNOWN;
            any |= sort == SortId::INT;
            all &= sort == SortId::INT;
        }
        if unknown {
            return false;
        }
        let signatures = script.operator(op);
        if !any || !signatures.reals || (all && signatures.integers) {
            return true;
        }
        match (meaning, nodes) {
            (Meaning::Core(Core::Ite), [_, yes, no]) => sort(yes) == sort(no),
            (Meaning::Theory(Operator::Arrays(_)), [array, index, element @ ..]) => {
                match (script.sort_kind(sort(array)), element) {
                    (SortKind::Array(i, _), []) => i == sort(index),
                    (SortKind::Array(i, e), [element]) => i == sort(index) && e == sort(element),
                    _ => false,
                }
            }
            (Meaning::Core(Core::Equal | Core::Distinct), [first, others @ ..]) => {
                others.iter().all(|n| sort(n) == sort(first))
            }
            _ => false,
        }
    }

    fn coerce_operator(&mut self, op: OpId, node: NodeId, args: &mut [Slot]) -> bool {
        let script = self.script;
        let nodes = script.args(node);
        let mut key = [script.sort(node); 4];
        for (place, arg) in key[1..].iter_mut().zip(nodes) {
            *place = script.sort(*arg);
        }
        let key = (op, nodes.len(), key);
        if nodes.len() <= 3
            && let Some(known) = self.readings.get(&key)
        {
            return match known.clone() {
                Some(readings) => self.read(&readings, args),
                None => false,
            };
        }
        let readings: Option<Arc<[Reading]>> = script.readings(node).map(Arc::from);
        if nodes.len() <= 3 {
            self.readings.insert(key, readings.clone());
        }
        // Without a signature nothing is known about the arguments, or there are too many.
        readings.is_some_and(|readings| self.read(&readings, args))
    }

    /// Whether the field of a selector is a real in the datatype at hand.
    fn field_is_real(&self, selector: FunId, node: NodeId) -> bool {
        let script = self.script;
        let result = script.fun(selector).result;
        if script.sort_params(selector).is_empty() {
            return result == SortId::REAL;
        }
        let place = script
            .sort_params(selector)
            .iter()
            .position(|p| *p == result);
        match (script.sort_kind(script.sort(node)), place) {
            (SortKind::Datatype(_, args), Some(n)) => args.get(n) == Some(&SortId::REAL),
            _ => result == SortId::REAL,
        }
    }

    fn read(&mut self, readings: &[Reading], args: &mut [Slot]) -> bool {
        for (reading, slot) in readings.iter().zip(args) {
            match reading {
                Reading::Plain => {}
                Reading::AsReal => *slot = self.real_of(*slot),
                Reading::Foreign => return false,
            }
        }
        true
    }

    /// A value of sort `from` where `to` is wanted.
    pub(super) fn coerced(&mut self, slot: Slot, from: SortId, to: SortId) -> Slot {
        if matches!(from, SortId::INT | SortId::UNKNOWN) && to == SortId::REAL {
            self.real_of(slot)
        } else {
            slot
        }
    }

    fn real_of(&mut self, slot: Slot) -> Slot {
        let operator = Operator::Arithmetic(Arithmetic::ToReal);
        self.builder.operator(operator, &[slot], None)
    }
}
