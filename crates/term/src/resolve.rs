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

/// Which arguments an operator takes as reals although they are integers.
pub(crate) fn promoted(sorts: &Sorts, op: &Op, indices: &[u32], args: &[SortId]) -> Vec<bool> {
    for promote in [false, true] {
        for signature in &op.signatures {
            if let Some(wanted) = wanted(sorts, signature, indices, args, promote) {
                return wanted;
            }
        }
    }
    vec![false; args.len()]
}

/// For a signature that fits: which integer arguments it wants as reals.
fn wanted(
    sorts: &Sorts,
    signature: &Signature,
    indices: &[u32],
    args: &[SortId],
    promote: bool,
) -> Option<Vec<bool>> {
    let arity = signature.args.len();
    let enough = args.len() == arity || (signature.assoc != Assoc::None && args.len() > 2);
    let mut binding = Binding::new(promote);
    let pattern = |n: usize| &signature.args[n.min(arity - 1)];
    let fits = enough
        && indices.len() == signature.indices.len()
        && signature
            .indices
            .iter()
            .zip(indices)
            .all(|(p, n)| binding.index(p, *n))
        && args
            .iter()
            .enumerate()
            .all(|(n, s)| binding.sort(sorts, pattern(n), *s));
    if !fits {
        return None;
    }
    let real = |p: &Pattern| match p {
        Pattern::Ground(n) => *n == known::REAL,
        Pattern::Var(v) => binding.sorts[*v as usize] == SortId::REAL,
        Pattern::Apply { .. } => false,
    };
    Some(
        args.iter()
            .enumerate()
            .map(|(n, s)| *s == SortId::INT && real(pattern(n)))
            .collect(),
    )
}
