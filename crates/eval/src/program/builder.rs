//! Appending steps to a program, one block at a time.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Block, Connective, NO_DOMAIN, Program, Run, Slot, Step};
use crate::reason::Reason;
use crate::theory::{Args, Operator, Outcome};
use crate::value::{Domain, Value};

/// What every logic has, and counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Core {
    Constant(bool),
    Not,
    Connective(Connective),
    Xor,
    Equal,
    Distinct,
    Ite,
    Count { least: bool, bound: u32 },
}

impl Core {
    pub(crate) fn named(name: &str, indices: &[u32]) -> Option<Core> {
        Some(match (name, indices) {
            ("true", []) => Core::Constant(true),
            ("false", []) => Core::Constant(false),
            ("not", []) => Core::Not,
            ("and", []) => Core::Connective(Connective::And),
            ("or", []) => Core::Connective(Connective::Or),
            ("=>" | "implies", []) => Core::Connective(Connective::Implies),
            ("xor", []) => Core::Xor,
            ("=" | "iff", []) => Core::Equal,
            ("distinct", []) => Core::Distinct,
            ("ite" | "if", []) => Core::Ite,
            ("at-least", [bound]) => Core::Count {
                least: true,
                bound: *bound,
            },
            ("at-most", [bound]) => Core::Count {
                least: false,
                bound: *bound,
            },
            _ => return None,
        })
    }
}

/// A program under construction. Blocks do not nest: each is finished before the next is begun.
#[derive(Default)]
pub(crate) struct Builder {
    pub(crate) program: Program,
    /// The numbers of names, each with its number of arguments.
    symbols: FxHashMap<Arc<str>, (u32, u32)>,
    /// The same for names that are there already, with other numbers of arguments.
    overloads: Vec<(Arc<str>, u32, u32)>,
    /// Where the block under construction starts.
    start: u32,
}

impl Builder {
    /// Begins a block with so many parameters, in the first slots.
    pub(crate) fn begin(&mut self, params: u32) {
        self.start = self.program.steps.len() as u32;
        for _ in 0..params {
            self.push(Step::Filled);
        }
    }

    /// Ends the block.
    pub(crate) fn end(&mut self, result: Slot) -> Block {
        Block {
            start: self.start,
            end: self.program.steps.len() as u32,
            result,
        }
    }

    /// Appends a step; its slot.
    pub(crate) fn push(&mut self, step: Step) -> Slot {
        self.program.steps.push(step);
        self.program.steps.len() as u32 - 1 - self.start
    }

    /// The number that the next step will have in the whole program.
    pub(crate) fn next(&self) -> u32 {
        self.program.steps.len() as u32
    }

    /// A list of argument slots.
    pub(crate) fn run(&mut self, slots: impl IntoIterator<Item = Slot>) -> Run {
        let start = self.program.slots.len() as u32;
        self.program.slots.extend(slots);
        Run {
            start,
            len: self.program.slots.len() as u32 - start,
        }
    }

    pub(crate) fn constant(&mut self, value: Value) -> Slot {
        self.push(Step::Constant(value))
    }

    pub(crate) fn undetermined(&mut self, reason: Reason) -> Slot {
        self.push(Step::Undetermined(Box::new(reason)))
    }

    pub(crate) fn domain(&mut self, domain: Domain) -> u32 {
        match self.program.domains.iter().position(|d| *d == domain) {
            Some(at) => at as u32,
            None => {
                self.program.domains.push(domain);
                self.program.domains.len() as u32 - 1
            }
        }
    }

    /// The number of a symbol that the model interprets, taken with so many arguments.
    pub(crate) fn symbol(&mut self, name: &str, arity: u32) -> u32 {
        let known = match self.symbols.get(name) {
            Some((a, number)) if *a == arity => return *number,
            other => other.is_some(),
        };
        let mut overloads = self.overloads.iter();
        if known && let Some((_, _, number)) = overloads.find(|o| &*o.0 == name && o.1 == arity) {
            return *number;
        }
        let number = self.program.symbols.len() as u32;
        let name: Arc<str> = name.into();
        self.program.symbols.push((Arc::clone(&name), arity));
        if known {
            self.overloads.push((name, arity, number));
        } else {
            self.symbols.insert(name, (arity, number));
        }
        number
    }

    /// An application of a symbol that the model interprets.
    pub(crate) fn call(&mut self, name: &str, args: &[Slot]) -> Slot {
        let symbol = self.symbol(name, args.len() as u32);
        if args.is_empty() {
            return self.push(Step::Symbol(symbol));
        }
        let args = self.run(args.iter().copied());
        self.push(Step::Call { symbol, args })
    }

    /// An application of a core operator; `None` with a wrong number of arguments.
    pub(crate) fn core(&mut self, operator: Core, args: &[Slot]) -> Option<Slot> {
        let step = match (operator, args) {
            (Core::Not, [a]) => Step::Not(*a),
            (Core::Ite, [c, t, e]) => Step::Ite(*c, *t, *e),
            (Core::Constant(value), []) => Step::Constant(Value::Bool(value)),
            (Core::Not | Core::Ite | Core::Constant(_), _) => return None,
            (Core::Connective(c), _) => Step::Connective(c, self.run(args.iter().copied())),
            (Core::Xor, _) => Step::Xor(self.run(args.iter().copied())),
            (Core::Equal, _) => Step::Equal(self.run(args.iter().copied())),
            (Core::Distinct, _) => Step::Distinct(self.run(args.iter().copied())),
            (Core::Count { least, bound }, _) => Step::Count {
                least,
                bound,
                args: self.run(args.iter().copied()),
            },
        };
        Some(self.push(step))
    }

    /// An application of a theory's operator. Division associates to the left one step at a time,
    /// so that each may be completed by the model.
    pub(crate) fn operator(
        &mut self,
        operator: Operator,
        args: &[Slot],
        domain: Option<u32>,
    ) -> Slot {
        let domain = domain.unwrap_or(NO_DOMAIN);
        if let Operator::Arrays(op) = operator
            && op.arity() != args.len()
        {
            return self.undetermined(Reason::Unsupported("an array of several indices".into()));
        }
        if operator.may_be_open() && args.len() > 2 {
            let mut left = args[0];
            for right in &args[1..] {
                let args = self.run([left, *right]);
                left = self.push(Step::Apply {
                    operator,
                    args,
                    domain,
                });
            }
            return left;
        }
        if let Some(value) = self.folded(operator, args) {
            return self.constant(value);
        }
        let args = self.run(args.iter().copied());
        self.push(Step::Apply {
            operator,
            args,
            domain,
        })
    }

    /// The value of an arithmetic operator at constants: seeds write their coefficients as quotients,
    /// which are worth computing once.
    fn folded(&self, operator: Operator, args: &[Slot]) -> Option<Value> {
        if !matches!(operator, Operator::Arithmetic(_)) || args.is_empty() || args.len() > 4 {
            return None;
        }
        let constant = |slot: &Slot| match &self.program.steps[(self.start + slot) as usize] {
            Step::Constant(value) => Some(Ok(value.clone())),
            _ => None,
        };
        let slots: Vec<Outcome> = args.iter().map(constant).collect::<Option<_>>()?;
        let ids = [0, 1, 2, 3];
        let args = Args {
            slots: &slots,
            ids: &ids[..args.len()],
        };
        operator.apply(&args, None).ok()
    }
}
