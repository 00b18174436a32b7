//! Symbols and functions: what the model says, what definitions say, what nobody says.

use std::sync::Arc;

use super::{Frame, Machine, Next, Side};
use crate::model::Interpretation;
use crate::program::{Program, Run};
use crate::reason::Reason;
use crate::theory::Outcome;
use crate::value::{Domain, Value};

impl<'a> Machine<'a> {
    fn interpretation(&self, side: Side, symbol: u32) -> Option<&'a Interpretation> {
        self.links[side as usize]
            .get(symbol as usize)
            .copied()
            .flatten()
    }

    pub(super) fn symbol(
        &mut self,
        program: &'a Program,
        frame: &Frame,
        symbol: u32,
        here: usize,
    ) -> Next {
        match self.interpretation(frame.side, symbol) {
            Some(Interpretation::Constant(value)) => Next::Value(Ok(value.clone())),
            Some(Interpretation::Body { block, .. }) => self.memoized(Side::Model, *block, here),
            Some(Interpretation::Bad(reason)) => Next::Value(Err(reason.clone())),
            Some(Interpretation::Table { .. }) | None => Next::Value(self.missing(program, symbol)),
        }
    }

    /// A symbol that the model does not interpret: its default where defaults are allowed.
    #[inline(never)]
    fn missing(&self, program: &Program, symbol: u32) -> Outcome {
        let name = &program.symbols[symbol as usize].0;
        if self.complete
            && let Some(value) = self.model.defaults.get(name)
        {
            return Ok(value.clone());
        }
        Err(Reason::NoValue(Arc::clone(name)))
    }

    /// A body without parameters, run once.
    #[inline(never)]
    fn memoized(&mut self, side: Side, block: u32, here: usize) -> Next {
        if let Some(Some(known)) = self.memo[side as usize].get(block as usize) {
            return Next::Value(known.clone());
        }
        match self.enter(side, block, &[], here, true) {
            Some(refused) => Next::Value(refused),
            None => Next::Entered,
        }
    }

    #[inline(never)]
    pub(super) fn invoke(
        &mut self,
        program: &'a Program,
        frame: &Frame,
        block: u32,
        args: Run,
        here: usize,
    ) -> Next {
        if args.len == 0 {
            return self.memoized(frame.side, block, here);
        }
        let args = self.gather(program, frame, args);
        self.entered(frame.side, block, &args, here)
    }

    fn gather(&self, program: &Program, frame: &Frame, args: Run) -> Vec<Outcome> {
        program
            .args(args)
            .iter()
            .map(|s| self.slots[frame.base + *s as usize].clone())
            .collect()
    }

    fn entered(&mut self, side: Side, block: u32, args: &[Outcome], here: usize) -> Next {
        match self.enter(side, block, args, here, false) {
            Some(refused) => Next::Value(refused),
            None => Next::Entered,
        }
    }

    #[inline(never)]
    pub(super) fn call(
        &mut self,
        program: &'a Program,
        frame: &Frame,
        symbol: u32,
        args: Run,
        here: usize,
    ) -> Next {
        match self.interpretation(frame.side, symbol) {
            Some(interpretation @ Interpretation::Body { .. }) => {
                let args = self.gather(program, frame, args);
                self.interpret(interpretation, &args, here)
            }
            Some(Interpretation::Table {
                rows,
                default,
                canonical,
            }) => {
                let args = self.args(program, frame.base, args);
                let key = (0..args.len()).map(|i| args.get(i).cloned()).collect();
                Next::Value(table(rows, default.as_ref(), *canonical, key))
            }
            Some(interpretation) => self.interpret(interpretation, &[], here),
            None => Next::Value(self.missing(program, symbol)),
        }
    }

    fn interpret(
        &mut self,
        interpretation: &'a Interpretation,
        args: &[Outcome],
        here: usize,
    ) -> Next {
        match interpretation {
            Interpretation::Body { block, .. } => self.entered(Side::Model, *block, args, here),
            Interpretation::Bad(reason) => Next::Value(Err(reason.clone())),
            Interpretation::Constant(value) => Next::Value(Ok(value.clone())),
            Interpretation::Table {
                rows,
                default,
                canonical,
            } => {
                let key = args.iter().cloned().collect();
                Next::Value(table(rows, default.as_ref(), *canonical, key))
            }
        }
    }

    /// An operator at arguments where the standard leaves its value open: what the model says, the
    /// same for the same arguments.
    #[inline(never)]
    pub(super) fn complete_operator(
        &mut self,
        program: &'a Program,
        frame: &Frame,
        operator: &'static str,
        args: Run,
        here: usize,
    ) -> Next {
        let args = self.gather(program, frame, args);
        if let Some((interpretation, arity)) = self.model.completion(operator, &args) {
            return self.interpret(interpretation, &args[..arity], here);
        }
        Next::Value(match default_of(operator, &args) {
            Some(value) if self.complete => Ok(value),
            _ => Err(Reason::Unspecified(operator)),
        })
    }
}

/// One allowed value of an operator where it is open, a function of its arguments.
fn default_of(operator: &str, args: &[Outcome]) -> Option<Value> {
    match (operator, args.first()?) {
        ("div" | "mod" | "rem", _) => Some(Value::int(0)),
        ("/", _) => Some(Value::Real(0.into())),
        ("fp.to_real", _) => Some(Value::Real(0.into())),
        ("fp.min" | "fp.max", Ok(value)) => Some(value.clone()),
        _ => None,
    }
}

fn table(
    rows: &std::collections::BTreeMap<Vec<Value>, Value>,
    default: Option<&Value>,
    canonical: bool,
    key: Result<Vec<Value>, Reason>,
) -> Outcome {
    let key = key?;
    let fallback = || {
        default
            .cloned()
            .ok_or(Reason::NoValue("a function at these arguments".into()))
    };
    if canonical && key.iter().all(Value::is_canonical) {
        return rows.get(&key).cloned().map_or_else(fallback, Ok);
    }
    for (row, value) in rows {
        if crate::value::text::same_items(row, &key)? {
            return Ok(value.clone());
        }
    }
    fallback()
}

/// The plainest value of a domain, for filling in what a model leaves out.
pub(crate) fn plainest(domain: &Domain, domains: &crate::value::Domains) -> Option<Value> {
    use crate::value::{Array, Sequence};
    match domain {
        Domain::Array(index, element) => {
            let value = plainest(element, domains)?;
            let sort = (Arc::clone(index), Arc::clone(element));
            let array = Array::constant(sort, domains.size(index), value).ok()?;
            Some(Value::Array(Arc::new(array)))
        }
        Domain::Seq(element) => Sequence::value((**element).clone(), Vec::new()).ok(),
        other => domains.samples(other).into_iter().next(),
    }
}
