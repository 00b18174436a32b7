//! Running a program under a model: no recursion, shared subterms once, three truth values.

mod call;
mod core;
mod quantifier;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::budget::{self, Share};
use crate::model::{Interpretation, Model, fit};
use crate::program::{Block, Program, Run, Slot, Step};
use crate::reason::Reason;
use crate::theory::{Args, ArrayOperator, Operator, Outcome};
use crate::value::array::Cell;
use crate::value::{Array, Closure, Data, Domain, Domains, Value};
use quantifier::Loop;

pub(crate) use call::plainest;

/// Steps that one evaluation may take in loops and calls.
const FUEL: u64 = 5_000_000;
/// Steps that all evaluations of a machine may take in trying candidates for quantifiers over
/// domains without end. What settles such a quantifier is mostly among the first.
const GUESSING: u64 = 500_000;
/// Calls that may be open at a time.
const DEEPEST: usize = 20_000;

/// Which program a frame runs: the script's or the model's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Side {
    Script,
    Model,
}

/// An open body.
#[derive(Clone, Copy)]
struct Frame {
    side: Side,
    block: u32,
    /// The next step.
    pc: u32,
    /// Where its slots start.
    base: usize,
    /// The caller's slot (absolute) that waits for the result.
    returns_to: usize,
    /// Whether the result is kept for the next call.
    memo: bool,
}

/// What a step leads to.
enum Next {
    /// The value of the step's slot.
    Value(Outcome),
    /// Go on at a step; the slot is not written.
    Jump(u32),
    /// A frame was opened that will write the slot.
    Entered,
}

/// The evaluator: one script's program, one model.
pub(crate) struct Machine<'a> {
    script: &'a Program,
    model: &'a Model,
    domains: Cow<'a, Domains>,
    links: [Vec<Option<&'a Interpretation>>; 2],
    /// Results of the blocks of each side that are kept.
    memo: [Vec<Option<Outcome>>; 2],
    slots: Vec<Outcome>,
    frames: Vec<Frame>,
    loops: Vec<Loop>,
    /// Candidates of domains without end.
    pools: FxHashMap<Arc<Domain>, Arc<Vec<Value>>>,
    /// All values of small domains; `None` for those that are not.
    listed: FxHashMap<Arc<Domain>, Option<Arc<Vec<Value>>>>,
    fuel: u64,
    /// Steps left for candidates.
    guessing: u64,
    /// Whether what the model leaves open is filled in by a default.
    complete: bool,
}

impl<'a> Machine<'a> {
    pub(crate) fn new(script: &'a Program, model: &'a Model) -> Machine<'a> {
        let mut domains = Cow::Borrowed(&script.sorts);
        if !model.universes.is_empty() || !domains.universes.is_empty() {
            domains.to_mut().universes = model.universes.clone();
        }
        let link = |program: &'a Program| {
            program
                .symbols
                .iter()
                .map(|(name, arity)| model.interpretation(name, *arity))
                .collect()
        };
        Machine {
            script,
            model,
            domains,
            links: [link(script), link(&model.program)],
            memo: [Vec::new(), Vec::new()],
            slots: Vec::new(),
            frames: Vec::new(),
            loops: Vec::new(),
            pools: FxHashMap::default(),
            listed: FxHashMap::default(),
            fuel: FUEL,
            guessing: GUESSING,
            complete: false,
        }
    }

    /// Fills in defaults where the model is silent: what then holds, some completion satisfies.
    pub(crate) fn completing(mut self) -> Self {
        self.complete = true;
        self
    }

    fn program(&self, side: Side) -> &'a Program {
        match side {
            Side::Script => self.script,
            Side::Model => &self.model.program,
        }
    }

    /// The value of a block without parameters.
    pub(crate) fn block(&mut self, side: Side, block: u32) -> Outcome {
        self.frames.clear();
        self.loops.clear();
        self.slots.clear();
        self.slots.push(Err(Reason::Limit));
        self.fuel = FUEL;
        let _share = Share::begin();
        if let Some(rejected) = self.enter(side, block, &[], 0, false) {
            return rejected;
        }
        self.run();
        self.slots.first().cloned().unwrap_or(Err(Reason::Limit))
    }

    /// Runs a block of the script and gives all its slots.
    pub(crate) fn traced(&mut self, block: u32) -> Vec<Outcome> {
        let size = self
            .script
            .blocks
            .get(block as usize)
            .map_or(0, |b| (b.end - b.start) as usize);
        let _ = self.block(Side::Script, block);
        // The first slot is where the result goes.
        self.slots.drain(..1);
        self.slots.truncate(size);
        std::mem::take(&mut self.slots)
    }

    /// Opens a frame; a value if that is refused.
    fn enter(
        &mut self,
        side: Side,
        block: u32,
        args: &[Outcome],
        returns_to: usize,
        memo: bool,
    ) -> Option<Outcome> {
        let Some(body) = self.program(side).blocks.get(block as usize) else {
            return Some(Err(Reason::Limit));
        };
        let size = (body.end - body.start) as usize;
        let first = self.frames.is_empty();
        if !first && (self.frames.len() >= DEEPEST || self.fuel < size as u64) {
            return Some(Err(Reason::Limit));
        }
        if !first {
            if let Err(reason) = budget::steps(size as u64) {
                return Some(Err(reason));
            }
            self.fuel -= size as u64;
        }
        let base = self.slots.len();
        self.slots.resize_with(base + size, || Err(Reason::Limit));
        for (i, arg) in args.iter().enumerate().take(size) {
            self.slots[base + i] = arg.clone();
        }
        self.frames.push(Frame {
            side,
            block,
            pc: body.start,
            base,
            returns_to,
            memo,
        });
        None
    }

    fn run(&mut self) {
        while let Some(frame) = self.frames.last().copied() {
            let program = self.program(frame.side);
            let body = &program.blocks[frame.block as usize];
            match self.go_on(program, &frame, body) {
                Some(call) => {
                    // The caller goes on after its call.
                    let caller = self.frames.len() - 2;
                    self.frames[caller].pc = call + 1;
                }
                None => self.leave(&frame, body.result),
            }
        }
    }

    /// Takes the steps of a frame up to a call, or to its end.
    fn go_on(&mut self, program: &'a Program, frame: &Frame, body: &Block) -> Option<u32> {
        let steps = &program.steps[..body.end as usize];
        let mut pc = frame.pc;
        while let Some(step) = steps.get(pc as usize) {
            let here = frame.base + (pc - body.start) as usize;
            match self.step(program, frame, step, (pc, body.start, here)) {
                Next::Value(value) => {
                    self.put(here, value);
                    pc += 1;
                }
                Next::Jump(target) => pc = target,
                Next::Entered => return Some(pc),
            }
        }
        None
    }

    /// Writes a slot. Most are still as they were made, with nothing in them to be dropped.
    #[inline(always)]
    fn put(&mut self, here: usize, value: Outcome) {
        let slot = &mut self.slots[here];
        if matches!(slot, Err(Reason::Limit)) {
            std::mem::forget(std::mem::replace(slot, value));
        } else {
            *slot = value;
        }
    }

    fn leave(&mut self, frame: &Frame, result: Slot) {
        let value = self.slots[frame.base + result as usize].clone();
        if frame.memo {
            let memo = &mut self.memo[frame.side as usize];
            let at = frame.block as usize;
            if memo.len() <= at {
                memo.resize_with(at + 1, || None);
            }
            memo[at] = Some(value.clone());
        }
        self.frames.pop();
        if !self.frames.is_empty() {
            self.slots.truncate(frame.base);
        }
        self.slots[frame.returns_to] = value;
    }

    /// One step: its number, the number of its block's first one, and its slot.
    #[inline(always)]
    fn step(
        &mut self,
        program: &'a Program,
        frame: &Frame,
        step: &'a Step,
        (pc, start, here): (u32, u32, usize),
    ) -> Next {
        let base = frame.base;
        Next::Value(match step {
            Step::Filled => return Next::Jump(pc + 1),
            Step::Constant(value) => Ok(value.clone()),
            Step::Apply {
                operator,
                args,
                domain,
            } => return self.apply(program, frame, (*operator, *args, *domain), here),
            Step::Not(a) => core::not(&self.slots[base + *a as usize]),
            Step::Connective(connective, args) => {
                core::connective(*connective, &self.args(program, base, *args))
            }
            Step::Equal(args) => core::equal(&self.args(program, base, *args)),
            Step::Ite(c, t, e) => {
                let slot = |s: &Slot| &self.slots[base + *s as usize];
                core::ite(slot(c), slot(t), slot(e))
            }
            Step::Settle {
                connective,
                argument,
                target,
                ..
            } => match core::settles(*connective, &self.slots[base + *argument as usize]) {
                Some(value) => {
                    self.put(base + (target - start) as usize, Ok(Value::Bool(value)));
                    return Next::Jump(target + 1);
                }
                None => return Next::Jump(pc + 1),
            },
            Step::Branch {
                condition,
                when,
                target,
            } => {
                let taken = matches!(&self.slots[base + *condition as usize], Ok(Value::Bool(b)) if b == when);
                return Next::Jump(if taken { *target } else { pc + 1 });
            }
            Step::Symbol(symbol) => return self.symbol(program, frame, *symbol, here),
            Step::Xor(args) => core::xor(&self.args(program, base, *args)),
            Step::Distinct(args) => core::distinct(&self.args(program, base, *args)),
            Step::Count { least, bound, args } => {
                core::count(*least, *bound, &self.args(program, base, *args))
            }
            Step::Undetermined(reason) => Err((**reason).clone()),
            Step::Call { symbol, args } => return self.call(program, frame, *symbol, *args, here),
            Step::Invoke { block, args } => {
                return self.invoke(program, frame, *block, *args, here);
            }
            Step::Quantify { variables, .. } => return self.quantify(variables, frame, pc),
            Step::EndQuantify { forall, body, .. } => {
                return self.end_quantify(*forall, base + *body as usize, frame);
            }
            _ => return self.structure(program, frame, step, pc),
        })
    }

    fn args<'s>(&'s self, program: &'s Program, base: usize, run: Run) -> Args<'s> {
        Args {
            slots: &self.slots[base..],
            ids: program.args(run),
        }
    }

    fn apply(
        &mut self,
        program: &'a Program,
        frame: &Frame,
        (operator, run, domain): (Operator, Run, u32),
        here: usize,
    ) -> Next {
        if matches!(operator, Operator::Arrays(ArrayOperator::Select)) {
            return self.select(program, frame, run, here);
        }
        let args = self.args(program, frame.base, run);
        match operator.apply(&args, program.domain(domain)) {
            Err(Reason::Unspecified(name)) => {
                self.complete_operator(program, frame, name, run, here)
            }
            Ok(value) if !value.is_free() => Next::Value(value.counted()),
            settled => Next::Value(settled),
        }
    }

    /// Reading an array, which may be a function.
    fn select(&mut self, program: &'a Program, frame: &Frame, run: Run, here: usize) -> Next {
        let args = self.args(program, frame.base, run);
        let cell = args.array(0).and_then(|array| array.select(args.get(1)?));
        match cell {
            Ok(Cell::Value(value)) => Next::Value(Ok(value)),
            Err(reason) => Next::Value(Err(reason)),
            Ok(Cell::Call(closure)) => {
                let real = args.array(0).is_ok_and(|a| *a.sort.0 == Domain::Real);
                // The sort of a script's `lambda` is not always known when it is compiled.
                let index = match real {
                    true => args.real(1).map(Value::Real),
                    false => args.get(1).cloned(),
                };
                self.enter_closure(&closure, index, here)
            }
        }
    }

    fn enter_closure(&mut self, closure: &Closure, index: Outcome, here: usize) -> Next {
        let mut args = vec![index];
        for (slot, value) in &closure.captured {
            args.resize((*slot as usize + 1).max(args.len()), Err(Reason::Limit));
            args[*slot as usize] = Ok(value.clone());
        }
        match self.enter(closure.side, closure.block, &args, here, false) {
            Some(refused) => Next::Value(refused),
            None => Next::Entered,
        }
    }

    /// Steps on arrays, datatypes and functions as values.
    #[inline(never)]
    fn structure(&mut self, program: &'a Program, frame: &Frame, step: &'a Step, pc: u32) -> Next {
        let base = frame.base;
        let slot = |s: Slot| &self.slots[base + s as usize];
        Next::Value(match step {
            Step::ConstArray { value, domain } => slot(*value)
                .clone()
                .and_then(|v| self.constant_array(program, v, *domain)),
            Step::Fit { value, domain } => slot(*value).clone().and_then(|value| {
                let domain = program.domain(*domain).ok_or(Reason::IllSorted)?;
                fit(value, domain, &self.domains).ok_or(Reason::IllSorted)
            }),
            Step::Construct { constructor, args } => {
                let args = self.args(program, base, *args);
                let fields = (0..args.len())
                    .map(|i| args.get(i).cloned())
                    .collect::<Result<Vec<_>, _>>();
                let data = |fields| Data::value(&constructor.0, &constructor.1, fields);
                fields.and_then(data).and_then(Value::counted)
            }
            Step::Field { place, data } => match slot(*data) {
                Ok(Value::Data(d)) if d.constructor == place.constructor => d
                    .fields
                    .get(place.field as usize)
                    .cloned()
                    .ok_or(Reason::IllSorted),
                Ok(Value::Data(_)) => Err(Reason::Selector(Arc::clone(&place.selector))),
                other => other.clone().and(Err(Reason::IllSorted)),
            },
            Step::Test { constructor, data } => match slot(*data) {
                Ok(Value::Data(d)) => Ok(Value::Bool(d.constructor == **constructor)),
                other => other.clone().and(Err(Reason::IllSorted)),
            },
            Step::Update { place, data, value } => match (slot(*data), slot(*value)) {
                (Ok(Value::Data(d)), _) if d.constructor != place.constructor => {
                    Ok(Value::Data(Arc::clone(d)))
                }
                (Ok(Value::Data(d)), Ok(value)) => {
                    if let Err(reason) = budget::items::<Value>(d.fields.len()) {
                        return Next::Value(Err(reason));
                    }
                    let mut fields = d.fields.clone();
                    if let Some(field) = fields.get_mut(place.field as usize) {
                        *field = value.clone();
                    }
                    Data::value(&d.constructor, &d.sort, fields).and_then(Value::counted)
                }
                (first, second) => first
                    .clone()
                    .and(second.clone())
                    .and(Err(Reason::IllSorted)),
            },
            Step::Case {
                constructor,
                subject,
                target,
            } => {
                let other =
                    matches!(slot(*subject), Ok(Value::Data(d)) if d.constructor != **constructor);
                return Next::Jump(if other { *target } else { pc + 1 });
            }
            Step::Match {
                constructors,
                subject,
                bodies,
            } => match slot(*subject) {
                Ok(Value::Data(d)) => {
                    let case = constructors
                        .iter()
                        .position(|c| c.as_ref().is_none_or(|c| *c == d.constructor));
                    case.map_or(Err(Reason::IllSorted), |i| {
                        self.args(program, base, *bodies).get(i).cloned()
                    })
                }
                other => other.clone().and(Err(Reason::IllSorted)),
            },
            Step::Lambda(lambda) => {
                if let Err(reason) = budget::bytes(32 * lambda.captured.len()) {
                    return Next::Value(Err(reason));
                }
                let captured = lambda
                    .captured
                    .iter()
                    .map(|(outer, inner)| Ok((*inner, slot(*outer).clone()?)));
                captured
                    .collect::<Result<Vec<_>, Reason>>()
                    .and_then(|captured| {
                        let text = Arc::clone(&lambda.text);
                        let closure = Closure {
                            side: frame.side,
                            block: lambda.block,
                            captured,
                            text,
                        };
                        let sort = array_sort(program.domain(lambda.domain))?;
                        let size = self.domains.size(&sort.0);
                        let array = Array::function(sort, size, Arc::new(closure))?;
                        Ok(Value::Array(Arc::new(array)))
                    })
            }
            _ => Err(Reason::Limit),
        })
    }

    fn constant_array(&self, program: &Program, value: Value, domain: u32) -> Outcome {
        let sort = array_sort(program.domain(domain))?;
        let size = self.domains.size(&sort.0);
        Ok(Value::Array(Arc::new(Array::constant(sort, size, value)?)))
    }
}

fn array_sort(domain: Option<&Domain>) -> Result<(Arc<Domain>, Arc<Domain>), Reason> {
    match domain {
        Some(Domain::Array(index, element)) => Ok((Arc::clone(index), Arc::clone(element))),
        _ => Err(Reason::IllSorted),
    }
}
