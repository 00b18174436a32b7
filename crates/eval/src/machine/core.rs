//! Truth with three values: an undetermined argument matters only if the others do not settle it.

use crate::budget;
use crate::program::Connective;
use crate::reason::Reason;
use crate::theory::{Args, Outcome};
use crate::value::Value;

fn truth(outcome: &Outcome) -> Result<bool, Reason> {
    match outcome {
        Ok(Value::Bool(b)) => Ok(*b),
        Ok(_) => Err(Reason::IllSorted),
        Err(reason) => Err(reason.clone()),
    }
}

pub(super) fn not(a: &Outcome) -> Outcome {
    truth(a).map(|b| Value::Bool(!b))
}

/// The connective's value if an argument (not the last of an implication) settles it.
pub(super) fn settles(connective: Connective, argument: &Outcome) -> Option<bool> {
    match (connective, argument) {
        (Connective::And, Ok(Value::Bool(false))) => Some(false),
        (Connective::Or, Ok(Value::Bool(true))) => Some(true),
        (Connective::Implies, Ok(Value::Bool(false))) => Some(true),
        _ => None,
    }
}

pub(super) fn connective(connective: Connective, args: &Args<'_>) -> Outcome {
    let mut doubt = None;
    let last = args.len().saturating_sub(1);
    for (i, id) in args.ids.iter().enumerate() {
        let outcome = &args.slots[*id as usize];
        let settled = match (connective, outcome) {
            (Connective::Implies, Ok(Value::Bool(true))) if i == last => Some(true),
            (Connective::Implies, Ok(Value::Bool(false))) if i == last => None,
            _ => settles(connective, outcome),
        };
        if let Some(value) = settled {
            return Ok(Value::Bool(value));
        }
        if let Err(reason) = truth(outcome) {
            doubt.get_or_insert(reason);
        }
    }
    match doubt {
        Some(reason) => Err(reason),
        // An implication with nothing settled ends in a false conclusion.
        None => Ok(Value::Bool(connective == Connective::And)),
    }
}

pub(super) fn xor(args: &Args<'_>) -> Outcome {
    (0..args.len())
        .try_fold(false, |sum, i| Ok(sum ^ args.bool(i)?))
        .map(Value::Bool)
}

/// Whether two arguments are equal; the same slot is, whatever it holds.
fn same(args: &Args<'_>, i: usize, j: usize) -> Result<bool, Reason> {
    if args.ids[i] == args.ids[j] {
        return Ok(true);
    }
    args.get(i)?.equal(args.get(j)?)
}

/// `(= a b c)` is a chain.
pub(super) fn equal(args: &Args<'_>) -> Outcome {
    args.chain(|i, j| same(args, i, j))
}

/// From so many arguments on, `distinct` sorts them where it can.
const MANY: usize = 16;

/// `(distinct a b c)` holds of every pair.
pub(super) fn distinct(args: &Args<'_>) -> Outcome {
    if args.len() >= MANY
        && let Some(mut values) = comparable(args)
    {
        budget::steps((args.len() * args.len().ilog2() as usize) as u64)?;
        values.sort_unstable();
        let twice = values.windows(2).any(|pair| pair[0] == pair[1]);
        return Ok(Value::Bool(!twice));
    }
    let mut doubt = None;
    for i in 0..args.len() {
        budget::steps((args.len() - i) as u64)?;
        for j in i + 1..args.len() {
            match same(args, i, j) {
                Ok(false) => {}
                Ok(true) => return Ok(Value::Bool(false)),
                Err(reason) => doubt = Some(reason),
            }
        }
    }
    doubt.map_or(Ok(Value::Bool(true)), Err)
}

/// The arguments, if all are known and structural equality is equality.
fn comparable<'a>(args: &Args<'a>) -> Option<Vec<&'a Value>> {
    let first = std::mem::discriminant(args.get(0).ok()?);
    let value = |i: usize| {
        let value = args.get(i).ok()?;
        (std::mem::discriminant(value) == first && value.is_canonical()).then_some(value)
    };
    (0..args.len()).map(value).collect()
}

pub(super) fn ite(condition: &Outcome, then: &Outcome, otherwise: &Outcome) -> Outcome {
    match truth(condition) {
        Ok(true) => then.clone(),
        Ok(false) => otherwise.clone(),
        Err(reason) => match (then, otherwise) {
            (Ok(a), Ok(b)) if a.equal(b) == Ok(true) => Ok(a.clone()),
            _ => Err(reason),
        },
    }
}

/// At least, or at most, `bound` arguments hold.
pub(super) fn count(least: bool, bound: u32, args: &Args<'_>) -> Outcome {
    let (mut holds, mut open) = (0, None);
    let mut unknown = 0;
    for i in 0..args.len() {
        match args.bool(i) {
            Ok(b) => holds += u32::from(b),
            Err(reason) => {
                unknown += 1;
                open = Some(reason);
            }
        }
    }
    let verdict = |n: u32| if least { n >= bound } else { n <= bound };
    match open {
        Some(reason) if verdict(holds) != verdict(holds + unknown) => Err(reason),
        _ => Ok(Value::Bool(verdict(holds))),
    }
}
