//! Integers where reals are wanted: solvers let `(f 1)` stand for `(f 1.0)`. Arithmetic, `=` and arrays
//! take both kinds of numbers; what keeps a value as it is gets a step that turns it into a real.

use gadfly_term::{Head, NodeId, SortId};

use super::Slot;
use super::compile::Compiler;
use crate::theory::{Arithmetic, Operator};

impl Compiler<'_> {
    /// Turns integer arguments of a node into reals where it wants reals.
    pub(super) fn coerce(&mut self, node: NodeId, args: &mut [Slot]) {
        let script = self.script;
        for (i, (arg, slot)) in script.args(node).iter().zip(args).enumerate() {
            if script.sort(*arg) == SortId::INT && self.wants_real(node, i) {
                *slot = self.real_of(*slot);
            }
        }
    }

    /// A value of sort `from` where `to` is wanted.
    pub(super) fn coerced(&mut self, slot: Slot, from: SortId, to: SortId) -> Slot {
        if from == SortId::INT && to == SortId::REAL {
            self.real_of(slot)
        } else {
            slot
        }
    }

    fn real_of(&mut self, slot: Slot) -> Slot {
        let operator = Operator::Arithmetic(Arithmetic::ToReal);
        self.builder.operator(operator, &[slot], None)
    }

    fn wants_real(&self, node: NodeId, argument: usize) -> bool {
        let script = self.script;
        let wanted = match script.head(node) {
            Head::Fun(fun) => script.params(fun).get(argument).copied(),
            Head::Update(selector) => Some(script.fun(selector).result),
            Head::Match => Some(script.sort(node)),
            Head::Op(op) if matches!(script.op_name(op), "ite" | "if") => Some(script.sort(node)),
            _ => None,
        };
        wanted == Some(SortId::REAL)
    }
}
