//! Sequences, as z3 and cvc5 have them. Out of range, `seq.nth` is open.

use super::{Args, Outcome, Strings};
use crate::budget;
use crate::reason::Reason;
use crate::value::text::{self, same_items};
use crate::value::{Domain, Integer, Sequence, Value};

/// A sequence operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequences {
    Empty,
    Unit,
    Nth,
    /// The others mean for sequences what they mean for strings.
    Like(Strings),
}

impl Sequences {
    pub(crate) fn named(name: &str) -> Option<Sequences> {
        use Sequences::{Empty, Like, Nth, Unit};
        Some(match name.strip_prefix("seq.")? {
            "empty" => Empty,
            "unit" => Unit,
            "nth" | "nth_i" => Nth,
            "extract" => Like(Strings::Substr),
            other => Like(Strings::named(&format!("str.{other}")).filter(|s| shared(*s))?),
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>, domain: Option<&Domain>) -> Outcome {
        match self {
            Sequences::Empty => match domain {
                Some(Domain::Seq(element)) => Sequence::value((**element).clone(), Vec::new()),
                Some(Domain::Text) => Ok(Value::text("")),
                _ => Err(Reason::IllSorted),
            },
            Sequences::Unit => match domain {
                Some(Domain::Seq(element)) => {
                    Sequence::value((**element).clone(), vec![args.get(0)?.clone()])
                }
                // A model's term has no sort but its value's.
                None => {
                    let only = args.get(0)?.clone();
                    Sequence::value(Domain::of(&only), vec![only])
                }
                _ => Err(Reason::IllSorted),
            },
            Sequences::Nth => {
                let (s, at) = (args.sequence(0)?, args.int(1)?.to_usize());
                at.and_then(|i| s.items.get(i).cloned())
                    .ok_or(Reason::Unspecified("seq.nth"))
            }
            Sequences::Like(op) if matches!(args.get(0)?, Value::Text(_)) => op.apply(args),
            Sequences::Like(op) => like(op, args),
        }
    }
}

fn shared(op: Strings) -> bool {
    use Strings::*;
    matches!(
        op,
        Concat
            | Len
            | At
            | Substr
            | PrefixOf
            | SuffixOf
            | Contains
            | IndexOf
            | LastIndexOf
            | Replace
            | ReplaceAll
            | Reverse
            | Update
    )
}

fn like(op: Strings, args: &Args<'_>) -> Outcome {
    let first = args.sequence(0)?;
    let s = first.items.as_slice();
    let items = |i: usize| args.sequence(i).map(|q| q.items.as_slice());
    let result = match op {
        Strings::Concat => {
            let parts = (0..args.len()).map(items).collect::<Result<Vec<_>, _>>()?;
            text::joined(&parts)?
        }
        Strings::At => text::extract(s, args.int(1)?.to_usize(), Some(1))?,
        Strings::Substr => {
            let length = args.int(2)?;
            let length = if length.is_negative() {
                None
            } else {
                Some(length.to_usize().unwrap_or(usize::MAX))
            };
            text::extract(s, args.int(1)?.to_usize(), length)?
        }
        Strings::Replace => text::replace(s, items(1)?, items(2)?)?,
        Strings::ReplaceAll => text::replace_all(s, items(1)?, items(2)?)?,
        Strings::Update => text::update(s, args.int(1)?.to_usize(), items(2)?)?,
        Strings::Reverse => {
            text::may_have::<Value>(s.len())?;
            s.iter().rev().cloned().collect()
        }
        _ => return ask(op, args, s, items(1).unwrap_or(&[])),
    };
    Sequence::value(first.element.clone(), result)
}

/// Operators whose result is not a sequence.
fn ask(op: Strings, args: &Args<'_>, s: &[Value], t: &[Value]) -> Outcome {
    let position = |p: Option<usize>| Value::Int(p.map_or(Integer::Small(-1), Integer::from));
    if op == Strings::Len {
        return Ok(Value::Int(Integer::from(s.len())));
    }
    args.sequence(1)?;
    Ok(match op {
        Strings::PrefixOf => Value::Bool(t.len() >= s.len() && same_items(&t[..s.len()], s)?),
        Strings::SuffixOf => {
            Value::Bool(t.len() >= s.len() && same_items(&t[t.len() - s.len()..], s)?)
        }
        Strings::Contains => Value::Bool(text::find(s, t, 0)?.is_some()),
        Strings::IndexOf => {
            let from = if args.len() == 2 {
                Some(0)
            } else {
                args.int(2)?.to_usize()
            };
            position(
                from.filter(|f| *f <= s.len())
                    .and_then(|f| text::find(s, t, f).transpose())
                    .transpose()?,
            )
        }
        Strings::LastIndexOf => {
            let mut found = None;
            for at in 0..=s.len() {
                budget::steps(1)?;
                if s.len() - at >= t.len() && same_items(&s[at..at + t.len()], t)? {
                    found = Some(at);
                }
            }
            position(found)
        }
        _ => return Err(Reason::IllSorted),
    })
}
