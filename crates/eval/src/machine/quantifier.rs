//! Quantifiers: every value of a finite domain, or candidates that may settle it.

use std::sync::Arc;

use super::{Frame, Machine, Next};
use crate::budget;
use crate::program::Step;
use crate::reason::Reason;
use crate::value::{Domain, Value};

/// Domains up to this size are gone through value by value.
const LARGEST_DOMAIN: usize = 1 << 16;
/// Candidates tried for each variable of a domain that cannot be gone through.
const MOST_CANDIDATES: usize = 24;
/// Values of more parts are no candidates: they are sorted, which compares them.
const HEAVIEST: usize = 1_000;
/// Combinations tried where not all can be.
const MOST_COMBINATIONS: usize = 4_096;

/// A quantifier that is being gone through.
pub(super) struct Loop {
    /// The step that began it.
    start: u32,
    base: usize,
    choices: Vec<Arc<Vec<Value>>>,
    at: Vec<usize>,
    /// How far into the candidates of each variable the combinations at hand go.
    reach: usize,
    /// Whether the choices are all the values there are.
    all: bool,
    /// Whether the variables are open in this round: what holds then holds for every value.
    open: bool,
    rounds: usize,
    doubt: Option<Reason>,
}

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn quantify(&mut self, variables: &[Arc<Domain>], frame: &Frame, pc: u32) -> Next {
        let mut combinations = 1usize;
        let mut all = true;
        let mut choices = Vec::with_capacity(variables.len());
        for domain in variables {
            match self.every_value(domain) {
                Some(values) if combinations.saturating_mul(values.len()) <= LARGEST_DOMAIN => {
                    combinations = combinations.saturating_mul(values.len());
                    choices.push(values);
                }
                _ => {
                    all = false;
                    choices.push(self.candidates(domain));
                }
            }
        }
        let open = !all;
        let at = vec![0; choices.len()];
        let state = Loop {
            start: pc,
            base: frame.base,
            choices,
            at,
            reach: 0,
            all,
            open,
            rounds: 0,
            doubt: None,
        };
        self.loops.push(state);
        self.fill();
        Next::Jump(pc + 1 + variables.len() as u32)
    }

    /// All values of a small domain, listed once: an inner quantifier is entered again and again.
    fn every_value(&mut self, domain: &Arc<Domain>) -> Option<Arc<Vec<Value>>> {
        if let Some(known) = self.listed.get(domain) {
            return known.clone();
        }
        let values = self.domains.values(domain, LARGEST_DOMAIN).map(Arc::new);
        self.listed.insert(Arc::clone(domain), values.clone());
        values
    }

    /// Writes the variables of the innermost loop.
    fn fill(&mut self) {
        let Some(current) = self.loops.last() else {
            return;
        };
        let frame = self.frames.last().map_or(0, |f| f.block);
        let side = self.frames.last().map_or(super::Side::Script, |f| f.side);
        let block_start = self.program(side).blocks[frame as usize].start;
        let first = current.base + (current.start - block_start) as usize + 1;
        for (i, values) in current.choices.iter().enumerate() {
            self.slots[first + i] = match values.get(current.at[i]) {
                Some(value) if !current.open => Ok(value.clone()),
                _ => Err(Reason::Unbounded),
            };
        }
    }

    #[inline(never)]
    pub(super) fn end_quantify(&mut self, forall: bool, body: usize, frame: &Frame) -> Next {
        let result = self.slots[body].clone();
        let Some(current) = self.loops.last_mut() else {
            return Next::Value(Err(Reason::Limit));
        };
        let settled = match result {
            Ok(Value::Bool(b)) if current.open || b != forall => Some(Ok(Value::Bool(b))),
            Ok(Value::Bool(_)) => None,
            Ok(_) => Some(Err(Reason::IllSorted)),
            Err(reason) => {
                if !current.open {
                    current.doubt = Some(reason);
                }
                None
            }
        };
        let steps = self
            .program(frame.side)
            .steps
            .get(self.loops.last().map_or(0, |l| l.start) as usize);
        let length = match steps {
            Some(Step::Quantify { end, .. }) => {
                u64::from(end - self.loops.last().map_or(0, |l| l.start))
            }
            _ => 1,
        };
        let Some(current) = self.loops.last_mut() else {
            return Next::Value(Err(Reason::Limit));
        };
        let supply = if current.all {
            &mut self.fuel
        } else {
            &mut self.guessing
        };
        let out_of_fuel = match budget::steps(length) {
            Err(reason) => Some(reason),
            Ok(()) => (*supply < length).then_some(Reason::Limit),
        };
        *supply = supply.saturating_sub(length);
        let value = match (settled, out_of_fuel) {
            (Some(value), _) => value,
            (None, Some(reason)) => Err(reason),
            (None, None) if current.advance() => {
                let start = current.start;
                let variables = current.choices.len() as u32;
                self.fill();
                return Next::Jump(start + 1 + variables);
            }
            (None, None) => match current.doubt.take() {
                Some(reason) => Err(reason),
                None if current.all => Ok(Value::Bool(forall)),
                None => Err(Reason::Quantifier),
            },
        };
        self.loops.pop();
        Next::Value(value)
    }

    /// Values of a domain worth trying: samples, and what the model and the script mention.
    fn candidates(&mut self, domain: &Arc<Domain>) -> Arc<Vec<Value>> {
        if let Some(known) = self.pools.get(domain) {
            return Arc::clone(known);
        }
        let mut pool = self.domains.samples(domain);
        let constants = self.script.steps.iter().filter_map(|step| match step {
            Step::Constant(value) => Some(value),
            _ => None,
        });
        let mut mentioned: Vec<&Value> = self
            .model
            .constants()
            .chain(constants)
            .filter(|v| belongs(v, domain) && v.weight_within(HEAVIEST).is_some())
            .collect();
        mentioned.sort();
        for value in mentioned {
            if pool.len() >= MOST_CANDIDATES {
                break;
            }
            if !pool.contains(value) {
                pool.push(value.clone());
            }
        }
        pool.truncate(MOST_CANDIDATES);
        let pool = Arc::new(pool);
        self.pools.insert(Arc::clone(domain), Arc::clone(&pool));
        pool
    }
}

impl Loop {
    /// Goes to the next combination; false if there is none.
    fn advance(&mut self) -> bool {
        self.rounds += 1;
        if !self.all && self.rounds > MOST_COMBINATIONS {
            return false;
        }
        if self.open {
            self.open = false;
            return self.choices.iter().all(|c| !c.is_empty());
        }
        if self.all {
            return self.turn(usize::MAX);
        }
        // The first candidates of all variables go before the later ones of any.
        let longest = self.choices.iter().map(|c| c.len()).max().unwrap_or(0);
        loop {
            if !self.turn(self.reach + 1) {
                self.reach += 1;
                if self.reach >= longest {
                    return false;
                }
            } else if self.at.contains(&self.reach) {
                return true;
            }
        }
    }

    /// The next combination of the first `most` choices of each variable; false, and the first one
    /// again, if that was the last.
    fn turn(&mut self, most: usize) -> bool {
        for (at, values) in self.at.iter_mut().zip(&self.choices) {
            *at += 1;
            if *at < values.len().min(most) {
                return true;
            }
            *at = 0;
        }
        false
    }
}

fn belongs(value: &Value, domain: &Domain) -> bool {
    match (value, domain) {
        (Value::Bool(_), Domain::Bool)
        | (Value::Int(_), Domain::Int)
        | (Value::Real(_), Domain::Real) => true,
        (Value::Text(_), Domain::Text) | (Value::Mode(_), Domain::RoundingMode) => true,
        (Value::BitVec(v), Domain::BitVec(width)) => v.width() == *width,
        (Value::Float(f), Domain::Float(format)) => f.format() == *format,
        (Value::Field(f), Domain::Field(order)) => f.order() == order,
        (Value::Element(e), Domain::Uninterpreted(name)) => e.sort == *name,
        (Value::Data(d), Domain::Datatype(name)) => d.sort == *name,
        (Value::Array(a), Domain::Array(index, element)) => {
            a.sort == (Arc::clone(index), Arc::clone(element))
        }
        _ => false,
    }
}
