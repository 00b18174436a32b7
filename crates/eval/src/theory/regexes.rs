//! Regular expressions.

use std::sync::Arc;

use super::{Args, Outcome};
use crate::budget;
use crate::reason::Reason;
use crate::value::{Regex, Value, matching, regex};

/// An operator on regular languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Regexes {
    ToRe,
    InRe,
    None,
    All,
    AllChar,
    Concat,
    Union,
    Inter,
    Star,
    Plus,
    Opt,
    Comp,
    Diff,
    /// The texts that are in exactly one of two languages (z3).
    Xor,
    /// The texts read backwards (z3).
    Reverse,
    Range,
    Loop(u32, Option<u32>),
    /// The bounds are arguments, as old releases have it.
    LoopArguments,
    PowerArgument,
}

impl Regexes {
    pub(crate) fn named(name: &str, indices: &[u32]) -> Option<Regexes> {
        use Regexes::*;
        Some(match (name, indices) {
            ("str.to_re" | "str.to.re" | "seq.to_re" | "seq.to.re", []) => ToRe,
            ("str.in_re" | "str.in.re" | "seq.in_re" | "seq.in.re", []) => InRe,
            ("re.none" | "re.nostr" | "re.empty", []) => None,
            ("re.all" | "re.full", []) => All,
            ("re.allchar", []) => AllChar,
            ("re.++", []) => Concat,
            ("re.union", []) => Union,
            ("re.inter", []) => Inter,
            ("re.*", []) => Star,
            ("re.+", []) => Plus,
            ("re.opt", []) => Opt,
            ("re.comp" | "re.complement", []) => Comp,
            ("re.diff", []) => Diff,
            ("re.xor", []) => Xor,
            ("re.reverse", []) => Reverse,
            ("re.range", []) => Range,
            ("re.^", [n]) => Loop(*n, Some(*n)),
            ("re.loop", [lo, hi]) => Loop(*lo, Some(*hi)),
            ("re.loop", [lo]) => Loop(*lo, Option::None),
            ("re.loop", []) => LoopArguments,
            ("re.^", []) => PowerArgument,
            _ => return Option::None,
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        use Regexes::*;
        let all = || {
            (0..args.len())
                .map(|i| args.regex(i).cloned())
                .collect::<Result<Vec<_>, _>>()
        };
        let first = || args.regex(0).cloned();
        if matches!(self, Union | Inter | Xor | Diff) {
            regex::charge(&all()?)?;
        }
        let built = match self {
            InRe => {
                return Ok(Value::Bool(matching::accepts(
                    args.regex(1)?,
                    args.text(0)?,
                )?));
            }
            ToRe => regex::text(Arc::clone(args.text(0)?)),
            None => regex::none(),
            All => regex::all(),
            AllChar => regex::any_character(),
            Concat => concatenation(all()?)?,
            Union => regex::union(all()?),
            Inter => regex::intersection(all()?),
            Star => regex::star(first()?),
            Plus => regex::repeat(first()?, 1, Option::None),
            Opt => regex::repeat(first()?, 0, Some(1)),
            Comp => regex::complement(first()?),
            Diff => all()?
                .into_iter()
                .reduce(difference)
                .ok_or(Reason::IllSorted)?,
            Xor => {
                let [a, b] = [args.regex(0)?, args.regex(1)?];
                let minus = |a: &Arc<Regex>, b: &Arc<Regex>| difference(a.clone(), b.clone());
                regex::union(vec![minus(a, b), minus(b, a)])
            }
            Reverse => regex::reverse(&first()?)?,
            Range => match (args.text(0)?.as_ref(), args.text(1)?.as_ref()) {
                ([lo], [hi]) => regex::range(*lo, *hi),
                _ => regex::none(),
            },
            Loop(lo, hi) => regex::repeat(first()?, u64::from(lo), hi.map(u64::from)),
            LoopArguments if args.len() == 2 => {
                regex::repeat(first()?, count(args, 1)?, Option::None)
            }
            LoopArguments => regex::repeat(first()?, count(args, 1)?, Some(count(args, 2)?)),
            PowerArgument => regex::repeat(first()?, count(args, 1)?, Some(count(args, 1)?)),
        };
        // Whatever is built on it is then walked and dropped in bounded depth.
        regex::within_limits(&built)?;
        Ok(Value::Regex(built))
    }
}

/// From the right, so that every part is joined in one step.
fn concatenation(parts: Vec<Arc<Regex>>) -> Result<Arc<Regex>, Reason> {
    let mut parts = parts.into_iter().rev();
    let last = parts.next().ok_or(Reason::IllSorted)?;
    parts.try_fold(last, |rest, part| {
        let longer = regex::concat(part, rest);
        budget::steps(8)?;
        regex::within_limits(&longer).map(|()| longer)
    })
}

fn difference(a: Arc<Regex>, b: Arc<Regex>) -> Arc<Regex> {
    regex::intersection(vec![a, regex::complement(b)])
}

fn count(args: &Args<'_>, i: usize) -> Result<u64, Reason> {
    args.int(i)?
        .to_usize()
        .map(|n| n as u64)
        .ok_or(Reason::Unspecified("re.loop"))
}
