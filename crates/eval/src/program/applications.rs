//! Compiling applications: operators, functions, literals, and integers where reals are wanted.

use std::sync::Arc;

use gadfly_term::{FunId, FunKind, Head, Literal, NodeId, VarId};

use super::builder::Core;
use super::compile::{Compiler, Job, short};
use super::{FieldPlace, Slot, Step, literal, sorts};
use crate::reason::Reason;
use crate::theory::Operator;
use crate::value::Domain;

/// What an operator of the catalogue is to the evaluator.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Core(Core),
    Theory(Operator),
    ConstArray,
    Unknown,
}

impl Compiler<'_> {
    pub(super) fn meaning(&mut self, op: gadfly_catalog::OpId, indices: &[u32]) -> Meaning {
        let at = op.0 as usize;
        if indices.is_empty() {
            if let Some(Some(meaning)) = self.operators.get(at) {
                return *meaning;
            }
        } else if let Some((_, _, meaning)) =
            (self.indexed.iter()).find(|(o, i, _)| *o == op && i == indices)
        {
            return *meaning;
        }
        let name = self.script.op_name(op);
        let meaning = match Core::named(name, indices) {
            Some(core) => Meaning::Core(core),
            None if name == "const" => Meaning::ConstArray,
            None => Operator::named(name, indices).map_or(Meaning::Unknown, Meaning::Theory),
        };
        if indices.is_empty() {
            self.operators
                .resize(self.operators.len().max(at + 1), None);
            self.operators[at] = Some(meaning);
        } else {
            self.indexed.push((op, indices.to_vec(), meaning));
        }
        meaning
    }

    pub(super) fn apply(&mut self, meaning: Meaning, node: NodeId, args: &[Slot]) -> Slot {
        let domain = |this: &mut Self| {
            let domain = sorts::domain(this.script, this.script.sort(node));
            this.builder.domain(domain)
        };
        match meaning {
            Meaning::Core(core) => match self.builder.core(core, args) {
                Some(slot) => slot,
                None => self.builder.undetermined(Reason::IllSorted),
            },
            Meaning::ConstArray => match args {
                [value] => {
                    let domain = domain(self);
                    self.builder.push(Step::ConstArray {
                        value: *value,
                        domain,
                    })
                }
                _ => self.builder.undetermined(Reason::IllSorted),
            },
            Meaning::Theory(operator) => {
                let domain = operator.needs_domain().then(|| domain(self));
                self.builder.operator(operator, args, domain)
            }
            Meaning::Unknown => self.unknown(node, args),
        }
    }

    /// Operators without a meaning here: those that models may define, as z3 does for `div0`.
    fn unknown(&mut self, node: NodeId, args: &[Slot]) -> Slot {
        let Head::Op(op) = self.script.head(node) else {
            return 0;
        };
        if self.script.indices(node).is_empty() {
            return self.builder.call(self.script.op_name(op), args);
        }
        self.builder
            .undetermined(Reason::Unsupported(self.script.op_name(op).into()))
    }

    pub(super) fn function(&mut self, fun: FunId, node: NodeId, args: &[Slot]) -> Slot {
        let script = self.script;
        let name = script.name(script.fun(fun).symbol);
        let arity = script.params(fun).len();
        if args.len() < arity {
            let reason = Reason::Unsupported("a function as a value".into());
            return self.builder.undetermined(reason);
        }
        if args.len() > arity {
            return self.curried(fun, node, args);
        }
        match script.fun(fun).kind {
            FunKind::Declared => self.builder.call(name, args),
            FunKind::Defined {
                body: Some(body), ..
            } => {
                let params = script
                    .scope_data(script.fun(fun).scope)
                    .vars()
                    .take(args.len())
                    .collect();
                self.invoke(fun, body, params, args)
            }
            FunKind::Named(body) => self.invoke(fun, body, Vec::new(), args),
            FunKind::Constructor(..) => {
                let sort = match sorts::domain(script, script.sort(node)) {
                    Domain::Datatype(sort) => sort,
                    _ => return self.builder.undetermined(Reason::IllSorted),
                };
                let args = self.builder.run(args.iter().copied());
                self.builder.push(Step::Construct {
                    constructor: Box::new((name.into(), sort)),
                    args,
                })
            }
            FunKind::Selector(constructor, field) => {
                let constructor = script.name(script.fun(constructor).symbol).into();
                let place = FieldPlace {
                    constructor,
                    selector: name.into(),
                    field,
                };
                self.builder.push(Step::Field {
                    place: Box::new(place),
                    data: args.first().copied().unwrap_or(0),
                })
            }
            FunKind::Tester(constructor) => {
                let constructor: Arc<str> = script.name(script.fun(constructor).symbol).into();
                let data = args.first().copied().unwrap_or(0);
                self.builder.push(Step::Test {
                    constructor: Box::new(constructor),
                    data,
                })
            }
            FunKind::Defined { body: None, .. } | FunKind::Broken => {
                self.builder.undetermined(Reason::Unsupported(name.into()))
            }
        }
    }

    /// A function that takes fewer arguments than it is given: its value is applied to the others.
    fn curried(&mut self, fun: FunId, node: NodeId, args: &[Slot]) -> Slot {
        let script = self.script;
        let (own, others) = args.split_at(script.params(fun).len());
        if !script.sort_params(fun).is_empty() {
            return self.builder.undetermined(Reason::IllSorted);
        }
        let slot = self.function(fun, node, own);
        let given = &script.args(node)[own.len()..];
        self.applied(slot, script.fun(fun).result, given, others)
    }

    fn invoke(&mut self, fun: FunId, root: NodeId, params: Vec<VarId>, args: &[Slot]) -> Slot {
        let block = match self.functions.get(&fun) {
            Some(block) => *block,
            None => {
                let block = self.blocks.len();
                self.blocks.push(None);
                self.jobs.push(Job {
                    block,
                    root,
                    params,
                });
                self.functions.insert(fun, block as u32);
                block as u32
            }
        };
        let args = self.builder.run(args.iter().copied());
        let slot = self.builder.push(Step::Invoke { block, args });
        self.coerced(slot, self.script.sort(root), self.script.fun(fun).result)
    }

    /// A datatype's value with the field of a selector changed.
    pub(super) fn update(&mut self, selector: FunId, args: &[Slot]) -> Slot {
        let script = self.script;
        let (FunKind::Selector(constructor, field), [data, value]) =
            (script.fun(selector).kind, args)
        else {
            return self
                .builder
                .undetermined(Reason::Unsupported("update".into()));
        };
        let name = |fun: FunId| script.name(script.fun(fun).symbol).into();
        let place = FieldPlace {
            constructor: name(constructor),
            selector: name(selector),
            field,
        };
        self.builder.push(Step::Update {
            place: Box::new(place),
            data: *data,
            value: *value,
        })
    }

    pub(super) fn literal(&mut self, kind: Literal, node: NodeId) -> Slot {
        let text = self.script.text(node);
        let atoms = || text.trim_matches(['(', ')']).split_whitespace();
        let value = match kind {
            Literal::Numeral if self.script.sort(node) == gadfly_term::SortId::REAL => {
                literal::decimal(text)
            }
            Literal::Numeral => literal::numeral(text),
            Literal::Decimal => literal::decimal(text),
            Literal::Hex | Literal::Binary => literal::bits(text),
            Literal::String => literal::string(text),
            Literal::BitVec => {
                let width = atoms().nth(2).and_then(|w| w.parse().ok());
                width.and_then(|w| literal::numbered_bits(atoms().nth(1).unwrap_or(""), w))
            }
            Literal::Char => atoms().nth(2).and_then(literal::character),
            Literal::FiniteField => {
                let field = sorts::domain(self.script, self.script.sort(node));
                atoms()
                    .nth(1)
                    .and_then(|name| literal::field_element(name, &field))
            }
        };
        match value {
            Some(value) => self.builder.constant(value),
            None => self.builder.undetermined(Reason::Unsupported(short(text))),
        }
    }
}
