//! The sort of an application: signatures of the catalogue, and functions of the script.

use crate::ids::SortId;
use crate::sort::Sorts;
use gadfly_catalog::signature::{MAX_VARS, known};
use gadfly_catalog::{Assoc, Index, Op, Pattern, Signature};

/// How freely signatures are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    /// Only what SMT-LIB has.
    pub(crate) standard: bool,
    /// Whether an integer may stand for a real.
    pub(crate) promote: bool,
}

/// What the variables of one signature stand for.
pub(crate) struct Binding {
    sorts: [SortId; MAX_VARS],
    indices: [Option<u32>; MAX_VARS],
    /// Whether an integer may stand for a real.
    promote: bool,
}

impl Binding {
    fn new(promote: bool) -> Binding {
        Binding {
            sorts: [SortId::UNKNOWN; MAX_VARS],
            indices: [None; MAX_VARS],
            promote,
        }
    }

    fn sort(&mut self, sorts: &Sorts, pattern: &Pattern, sort: SortId) -> bool {
        if sort == SortId::UNKNOWN {
            return true;
        }
        match pattern {
            Pattern::Ground(n) => {
                *n == sort.0 || (self.promote && *n == known::REAL && sort == SortId::INT)
            }
            Pattern::Var(v) => {
                self.variable(*v as usize, sort)
                    || same_values(sorts, self.sorts[*v as usize], sort)
            }
            Pattern::Apply {
                constructor,
                indices,
                args,
            } => {
                let same =
                    sorts.constructor(sort) == *constructor || as_array(sorts, *constructor, sort);
                same && indices.len() == sorts.indices(sort).len()
                    && args.len() == sorts.args(sort).len()
                    && indices
                        .iter()
                        .zip(sorts.indices(sort))
                        .all(|(p, n)| self.index(p, *n))
                    && args
                        .iter()
                        .zip(sorts.args(sort))
                        .all(|(p, s)| self.sort(sorts, p, *s))
            }
        }
    }

    fn variable(&mut self, v: usize, sort: SortId) -> bool {
        let bound = self.sorts[v];
        if bound == sort {
            return true;
        }
        let promoted = self.promote && bound == SortId::INT && sort == SortId::REAL;
        if bound == SortId::UNKNOWN || promoted {
            self.sorts[v] = sort;
            return true;
        }
        self.promote && bound == SortId::REAL && sort == SortId::INT
    }

    fn index(&mut self, pattern: &Index, value: u32) -> bool {
        match pattern {
            Index::Var(v) => *self.indices[*v as usize].get_or_insert(value) == value,
            other => other.value(&self.indices) == Some(value),
        }
    }

    fn make(&self, sorts: &mut Sorts, pattern: &Pattern) -> Option<SortId> {
        match pattern {
            Pattern::Ground(n) => Some(SortId(*n)),
            Pattern::Var(v) => Some(self.sorts[*v as usize]),
            Pattern::Apply {
                constructor,
                indices,
                args,
            } => {
                // A width that is not known (an argument was not understood) makes all unknown.
                let Some(indices) = indices
                    .iter()
                    .map(|i| i.value(&self.indices))
                    .collect::<Option<Vec<_>>>()
                else {
                    return Some(SortId::UNKNOWN);
                };
                if *constructor == known::BITVEC && indices[0] == 0 {
                    return None;
                }
                let args = args
                    .iter()
                    .map(|a| self.make(sorts, a))
                    .collect::<Option<Vec<_>>>()?;
                Some(sorts.make(*constructor, &indices, &args))
            }
        }
    }
}

/// In z3 a function value is an array, so that `select` takes a `lambda`.
fn as_array(sorts: &Sorts, constructor: u32, sort: SortId) -> bool {
    constructor == known::ARRAY
        && sorts.constructor(sort) == known::FUN
        && sorts.args(sort).len() == 2
}

/// Whether one is an array and the other a function over the same sorts.
fn same_values(sorts: &Sorts, a: SortId, b: SortId) -> bool {
    let kinds = (sorts.constructor(a), sorts.constructor(b));
    matches!(
        kinds,
        (known::ARRAY, known::FUN) | (known::FUN, known::ARRAY)
    ) && sorts.args(a) == sorts.args(b)
}

/// The sort of an operator's application to arguments of these sorts, and which signature it was.
pub(crate) fn operator(
    sorts: &mut Sorts,
    op: &Op,
    indices: &[u32],
    qualifier: SortId,
    args: &[SortId],
    rules: Rules,
) -> Option<(SortId, usize)> {
    // An exact reading goes before one that takes integers for reals.
    for promote in [false, true] {
        for (n, signature) in op.signatures.iter().enumerate() {
            if rules.standard && signature.since.is_none() {
                continue;
            }
            if let Some(sort) = signature_sort(sorts, signature, indices, qualifier, args, promote)
            {
                return Some((sort, n));
            }
        }
        if !rules.promote || !args.contains(&SortId::INT) {
            break;
        }
    }
    None
}

fn signature_sort(
    sorts: &mut Sorts,
    signature: &Signature,
    indices: &[u32],
    qualifier: SortId,
    args: &[SortId],
    promote: bool,
) -> Option<SortId> {
    let arity = signature.args.len();
    let enough = args.len() == arity || (signature.assoc != Assoc::None && args.len() > 2);
    if !enough || indices.len() != signature.indices.len() {
        return None;
    }
    let mut binding = Binding::new(promote);
    if !signature
        .indices
        .iter()
        .zip(indices)
        .all(|(p, n)| binding.index(p, *n))
    {
        return None;
    }
    if qualifier != SortId::UNKNOWN && !binding.sort(sorts, &signature.result, qualifier) {
        return None;
    }
    if args.len() == arity {
        return finish(sorts, signature, binding, args);
    }
    let closed = signature.args[0] == signature.args[1];
    match signature.assoc {
        Assoc::Left if !(closed && signature.args[0] == signature.result) => {
            fold_left(sorts, signature, args, promote)
        }
        _ => {
            let last = &signature.args[1];
            let fits = args.iter().enumerate().all(|(n, s)| {
                binding.sort(sorts, if n == 0 { &signature.args[0] } else { last }, *s)
            });
            fits.then(|| binding.make(sorts, &signature.result))
                .flatten()
        }
    }
}

fn finish(
    sorts: &mut Sorts,
    signature: &Signature,
    mut binding: Binding,
    args: &[SortId],
) -> Option<SortId> {
    let fits = signature
        .args
        .iter()
        .zip(args)
        .all(|(p, s)| binding.sort(sorts, p, *s));
    let known = !args.contains(&SortId::UNKNOWN);
    let holds = !known
        || signature
            .conditions
            .iter()
            .all(|c| c.holds(&binding.indices));
    (fits && holds)
        .then(|| binding.make(sorts, &signature.result))
        .flatten()
}

/// A left-associative signature whose result is not of its arguments' sort (`concat`).
fn fold_left(
    sorts: &mut Sorts,
    signature: &Signature,
    args: &[SortId],
    promote: bool,
) -> Option<SortId> {
    let (first, rest) = args.split_first()?;
    rest.iter().try_fold(*first, |sort, next| {
        finish(sorts, signature, Binding::new(promote), &[sort, *next])
    })
}

/// Whether an argument of sort `actual` may stand where `wanted` is declared.
#[inline]
pub(crate) fn fits(wanted: SortId, actual: SortId) -> bool {
    wanted == actual
        || (wanted == SortId::REAL && actual == SortId::INT)
        || actual == SortId::UNKNOWN
        || wanted == SortId::UNKNOWN
}

/// Matches a sort with parameters against a sort, binding the parameters.
pub(crate) fn bind_params(
    sorts: &Sorts,
    wanted: SortId,
    actual: SortId,
    params: &[SortId],
    bound: &mut [SortId],
) -> bool {
    if !sorts.has_params(wanted) || actual == SortId::UNKNOWN {
        return fits(wanted, actual);
    }
    if let Some(n) = params.iter().position(|p| *p == wanted) {
        if bound[n] == SortId::UNKNOWN {
            bound[n] = actual;
        }
        return fits(bound[n], actual);
    }
    let (a, b) = (sorts.args(wanted), sorts.args(actual));
    sorts.constructor(wanted) == sorts.constructor(actual)
        && a.len() == b.len()
        && a.iter()
            .zip(b)
            .all(|(w, s)| bind_params(sorts, *w, *s, params, bound))
}

/// How an argument is read by what takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As it is.
    Plain,
    /// An integer as the real that it is.
    AsReal,
    /// As something of another sort, in a way that is a solver's own matter.
    Foreign,
}

impl Reading {
    /// How a sort is read where another one is wanted.
    fn of(wanted: SortId, actual: SortId) -> Reading {
        match wanted {
            // What is not understood may be an integer.
            SortId::REAL if matches!(actual, SortId::INT | SortId::UNKNOWN) => Reading::AsReal,
            _ if wanted == actual => Reading::Plain,
            SortId::UNKNOWN => Reading::Plain,
            _ if actual == SortId::UNKNOWN => Reading::Plain,
            _ => Reading::Foreign,
        }
    }
}

/// How an operator reads arguments of these sorts; `None` if no signature takes them.
pub(crate) fn readings(
    sorts: &Sorts,
    op: &Op,
    indices: &[u32],
    qualifier: SortId,
    args: &[SortId],
) -> Option<Vec<Reading>> {
    [false, true].into_iter().find_map(|promote| {
        let signatures = op.signatures.iter();
        signatures
            .filter_map(|s| signature_readings(sorts, s, indices, qualifier, args, promote))
            .next()
    })
}

fn signature_readings(
    sorts: &Sorts,
    signature: &Signature,
    indices: &[u32],
    qualifier: SortId,
    args: &[SortId],
    promote: bool,
) -> Option<Vec<Reading>> {
    let arity = signature.args.len();
    let enough = args.len() == arity || (signature.assoc != Assoc::None && args.len() > 2);
    if !enough || indices.len() != signature.indices.len() {
        return None;
    }
    let mut binding = Binding::new(promote);
    let pattern = |n: usize| &signature.args[n.min(arity - 1)];
    let mut numbers = signature.indices.iter().zip(indices);
    let fits = numbers.all(|(p, n)| binding.index(p, *n))
        && binding.sort(sorts, &signature.result, qualifier)
        && args
            .iter()
            .enumerate()
            .all(|(n, s)| binding.sort(sorts, pattern(n), *s));
    let read = |(n, s): (usize, &SortId)| binding.reading(sorts, pattern(n), *s);
    fits.then(|| args.iter().enumerate().map(read).collect())
}

impl Binding {
    /// How a sort is read by a pattern, now that all variables are known.
    fn reading(&self, sorts: &Sorts, pattern: &Pattern, sort: SortId) -> Reading {
        match pattern {
            Pattern::Ground(n) => Reading::of(SortId(*n), sort),
            Pattern::Var(v) if same_values(sorts, self.sorts[*v as usize], sort) => Reading::Plain,
            Pattern::Var(v) => Reading::of(self.sorts[*v as usize], sort),
            Pattern::Apply { args, .. } => {
                let mut parts = args.iter().zip(sorts.args(sort));
                // Only a number that stands alone is converted, never the numbers inside a value.
                let plain = parts.all(|(p, s)| self.reading(sorts, p, *s) == Reading::Plain);
                if plain {
                    Reading::Plain
                } else {
                    Reading::Foreign
                }
            }
        }
    }
}

/// How a function with sort parameters reads arguments of these sorts, where its result is known.
pub(crate) fn parametric_readings(
    sorts: &Sorts,
    (params, result): (&[SortId], SortId),
    sort_params: &[SortId],
    sort: SortId,
    args: &[SortId],
) -> Vec<Reading> {
    let mut bound = vec![SortId::UNKNOWN; sort_params.len()];
    bind_params(sorts, result, sort, sort_params, &mut bound);
    for (param, arg) in params.iter().zip(args) {
        bind_params(sorts, *param, *arg, sort_params, &mut bound);
    }
    let read = |(param, arg): (&SortId, &SortId)| {
        parametric_reading(sorts, *param, *arg, sort_params, &bound)
    };
    params.iter().zip(args).map(read).collect()
}

fn parametric_reading(
    sorts: &Sorts,
    param: SortId,
    arg: SortId,
    sort_params: &[SortId],
    bound: &[SortId],
) -> Reading {
    if let Some(n) = sort_params.iter().position(|p| *p == param) {
        return Reading::of(bound[n], arg);
    }
    if !sorts.has_params(param) || arg == SortId::UNKNOWN {
        return Reading::of(param, arg);
    }
    let mut parts = sorts.args(param).iter().zip(sorts.args(arg));
    let plain =
        parts.all(|(p, a)| parametric_reading(sorts, *p, *a, sort_params, bound) == Reading::Plain);
    if plain {
        Reading::Plain
    } else {
        Reading::Foreign
    }
}
