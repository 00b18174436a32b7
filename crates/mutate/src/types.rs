//! Sorts as values of their own, so that sorts which a script does not hold yet can be spoken of,
//! and the matching of catalogue signatures against them.

use gadfly_catalog::signature::known;
use gadfly_catalog::{Assoc, Catalog, Index, Pattern, Signature};
use gadfly_term::{Script, SortId, SortKind};
use std::fmt;

/// A sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    /// `Bool`
    Bool,
    /// `Int`
    Int,
    /// `Real`
    Real,
    /// `String`
    String,
    /// `RegLan`
    RegLan,
    /// `RoundingMode`
    RoundingMode,
    /// `(_ BitVec m)`
    BitVec(u32),
    /// `(_ FloatingPoint e s)`
    Float(u32, u32),
    /// `(Array I E)`
    Array(Box<[Ty; 2]>),
    /// `(Seq E)`
    Seq(Box<Ty>),
    /// Any other sort, as it is written.
    Named(String),
}

impl Ty {
    /// The sort of a script.
    pub fn of(script: &Script, sort: SortId) -> Ty {
        match script.sort_kind(sort) {
            SortKind::Bool => Ty::Bool,
            SortKind::Int => Ty::Int,
            SortKind::Real => Ty::Real,
            SortKind::String => Ty::String,
            SortKind::RegLan => Ty::RegLan,
            SortKind::RoundingMode => Ty::RoundingMode,
            SortKind::BitVec(m) => Ty::BitVec(m),
            SortKind::Float(e, s) => Ty::Float(e, s),
            SortKind::Array(i, e) => Ty::Array(Box::new([Ty::of(script, i), Ty::of(script, e)])),
            SortKind::Seq(e) => Ty::Seq(Box::new(Ty::of(script, e))),
            _ => Ty::Named(script.sort_text(sort)),
        }
    }
}

impl Ty {
    /// Whether the sort means the same in every script.
    pub(crate) fn is_everywhere(&self) -> bool {
        match self {
            Ty::Named(_) => false,
            Ty::Array(both) => both.iter().all(Ty::is_everywhere),
            Ty::Seq(element) => element.is_everywhere(),
            _ => true,
        }
    }

    /// A sort from its text, if it means the same in every script.
    pub fn parse(text: &str) -> Option<Ty> {
        Some(crate::sorts::parse(text)).filter(Ty::is_everywhere)
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Bool => f.write_str("Bool"),
            Ty::Int => f.write_str("Int"),
            Ty::Real => f.write_str("Real"),
            Ty::String => f.write_str("String"),
            Ty::RegLan => f.write_str("RegLan"),
            Ty::RoundingMode => f.write_str("RoundingMode"),
            Ty::BitVec(m) => write!(f, "(_ BitVec {m})"),
            Ty::Float(e, s) => write!(f, "(_ FloatingPoint {e} {s})"),
            Ty::Array(both) => write!(f, "(Array {} {})", both[0], both[1]),
            Ty::Seq(element) => write!(f, "(Seq {element})"),
            Ty::Named(name) => f.write_str(name),
        }
    }
}

/// An operator with its indices, applied to arguments of these sorts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Application {
    /// `bvadd`, `(_ extract 3 0)`, `(as seq.empty (Seq Int))`
    pub head: String,
    /// The sorts of the arguments.
    pub args: Vec<Ty>,
}

/// Which operators may be used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Allowed {
    /// Solver families that must all know an operator.
    pub families: Vec<String>,
    /// The newest standard whose operators are used, times ten.
    pub newest: u8,
    /// If not empty, only these operators.
    pub only: Vec<String>,
    /// None of these operators.
    pub without: Vec<String>,
    /// Whether operators are brought in whose value the standard leaves open in some cases.
    pub unspecified: bool,
}

/// Operators that solvers may rightly disagree on, and `divisible`, which z3 does not read; they
/// are not brought into a script, so that no finding hangs on them.
const UNSPECIFIED: [&str; 7] = [
    "divisible",
    "fp.min",
    "fp.max",
    "fp.to_ubv",
    "fp.to_sbv",
    "fp.to_real",
    "seq.nth",
];

impl Default for Allowed {
    /// What z3 and cvc5 both read since SMT-LIB 2.6.
    fn default() -> Self {
        Allowed {
            families: vec!["z3".into(), "cvc5".into()],
            newest: 26,
            only: Vec::new(),
            without: Vec::new(),
            unspecified: false,
        }
    }
}

impl Allowed {
    fn allows(&self, name: &str, signature: &Signature) -> bool {
        let families = &signature.solvers;
        let all = self.families.iter().all(|f| families.contains(f));
        // Of the extensions, sequences; old names of operators are left alone, and so are constant
        // arrays, which cvc5 does not take by default. What a user adds is meant to be brought in.
        let extension = all && name.starts_with("seq.") || signature.is_added_for(&self.families);
        signature.since.map_or(extension, |since| {
            since.0 <= self.newest && (families.is_empty() || all)
        }) && !self.without.iter().any(|n| n == name)
            && (self.only.is_empty() || self.only.iter().any(|n| n == name))
            && (self.unspecified || !UNSPECIFIED.contains(&name))
            && !signature.characters // arguments are any terms at hand
    }
}

/// What the variables of a signature stand for.
#[derive(Clone)]
struct Binding {
    sorts: Vec<Option<Ty>>,
    indices: Vec<Option<u32>>,
}

impl Binding {
    fn new(signature: &Signature) -> Self {
        Binding {
            sorts: vec![None; signature.sort_vars as usize],
            indices: vec![None; signature.index_vars as usize],
        }
    }

    /// Matches a sort; an index expression that is not a variable is left for later.
    fn matches(&mut self, pattern: &Pattern, ty: &Ty) -> bool {
        match pattern {
            Pattern::Ground(n) => ground(*n).as_ref() == Some(ty),
            Pattern::Var(v) => match &self.sorts[*v as usize] {
                Some(bound) => bound == ty,
                None => {
                    self.sorts[*v as usize] = Some(ty.clone());
                    true
                }
            },
            Pattern::Apply {
                constructor,
                indices,
                args,
            } => match (*constructor, ty) {
                (known::BITVEC, Ty::BitVec(m)) => self.index(&indices[0], *m),
                (known::FLOAT, Ty::Float(e, s)) => {
                    self.index(&indices[0], *e) && self.index(&indices[1], *s)
                }
                (known::ARRAY, Ty::Array(both)) => {
                    self.matches(&args[0], &both[0]) && self.matches(&args[1], &both[1])
                }
                (known::SEQ, Ty::Seq(element)) => self.matches(&args[0], element),
                _ => false,
            },
        }
    }

    fn index(&mut self, index: &Index, value: u32) -> bool {
        match index {
            Index::Var(v) => *self.indices[*v as usize].get_or_insert(value) == value,
            other => other
                .value(&self.indices)
                .is_none_or(|known| known == value),
        }
    }

    fn make(&self, pattern: &Pattern) -> Option<Ty> {
        Some(match pattern {
            Pattern::Ground(n) => ground(*n)?,
            Pattern::Var(v) => self.sorts[*v as usize].clone()?,
            Pattern::Apply {
                constructor,
                indices,
                args,
            } => {
                let index = |n: usize| indices.get(n)?.value(&self.indices);
                match *constructor {
                    known::BITVEC => Ty::BitVec(index(0).filter(|&m| m > 0)?),
                    known::FLOAT => {
                        Ty::Float(index(0).filter(|&e| e > 1)?, index(1).filter(|&s| s > 1)?)
                    }
                    known::ARRAY => {
                        Ty::Array(Box::new([self.make(&args[0])?, self.make(&args[1])?]))
                    }
                    known::SEQ => Ty::Seq(Box::new(self.make(&args[0])?)),
                    _ => return None,
                }
            }
        })
    }
}

fn ground(constructor: u32) -> Option<Ty> {
    Some(match constructor {
        known::BOOL => Ty::Bool,
        known::INT => Ty::Int,
        known::REAL => Ty::Real,
        known::STRING => Ty::String,
        known::REGLAN => Ty::RegLan,
        known::ROUNDING_MODE => Ty::RoundingMode,
        _ => return None,
    })
}

/// Values that an index is tried with, beside the widths at hand.
const SENSIBLE: [u32; 5] = [0, 1, 2, 3, 5];
/// At most this many applications of one signature: enough for variety, few enough to list.
const MOST: usize = 12;
/// Indices that count repetitions stay small.
const LARGEST: u32 = 128;

/// All applications that give `result`, over arguments of any of the `at_hand` sorts.
pub(crate) fn producing(
    catalog: &Catalog,
    allowed: &Allowed,
    result: &Ty,
    at_hand: &[Ty],
) -> Vec<Application> {
    let mut out = Vec::new();
    for op in catalog.ops() {
        for signature in op.signatures.iter().filter(|s| allowed.allows(&op.name, s)) {
            let mut binding = Binding::new(signature);
            if binding.matches(&signature.result, result) {
                complete(&op.name, signature, binding, result, at_hand, &mut out);
            }
        }
    }
    out
}

/// All operators that take arguments of exactly these sorts to `result`; only heads matter.
pub(crate) fn exchangeable(
    catalog: &Catalog,
    allowed: &Allowed,
    args: &[Ty],
    result: &Ty,
) -> Vec<Application> {
    let mut out = Vec::new();
    for op in catalog.ops() {
        for signature in op.signatures.iter().filter(|s| allowed.allows(&op.name, s)) {
            let many =
                signature.assoc != Assoc::None && args.len() > 2 && signature.args.len() == 2;
            if signature.args.len() != args.len() && !many {
                continue;
            }
            let mut binding = Binding::new(signature);
            let wanted = |n: usize| {
                if many {
                    &signature.args[n.min(1)]
                } else {
                    &signature.args[n]
                }
            };
            let fits = args
                .iter()
                .enumerate()
                .all(|(n, ty)| binding.matches(wanted(n), ty));
            // A left-associative operator over many arguments must give back what it takes.
            let closed =
                !many || signature.assoc != Assoc::Left || signature.args[0] == signature.result;
            if fits && closed && binding.matches(&signature.result, result) {
                complete(&op.name, signature, binding, result, args, &mut out);
            }
        }
    }
    out.sort_by(|a, b| a.head.cmp(&b.head));
    out.dedup_by(|a, b| a.head == b.head);
    out
}

/// The sort of an operator with these indices over arguments of these sorts; `None` where no
/// signature fits.
pub(crate) fn result(catalog: &Catalog, name: &str, indices: &[u32], args: &[&Ty]) -> Option<Ty> {
    let op = catalog.op(catalog.op_named(name)?);
    op.signatures.iter().find_map(|signature| {
        let many = signature.assoc != Assoc::None && args.len() > 2 && signature.args.len() == 2;
        if signature.indices.len() != indices.len() || signature.args.len() != args.len() && !many {
            return None;
        }
        let mut binding = Binding::new(signature);
        let last = signature.args.len().saturating_sub(1);
        let fits = signature
            .indices
            .iter()
            .zip(indices)
            .all(|(index, &value)| binding.index(index, value))
            && (args.iter().enumerate())
                .all(|(n, ty)| binding.matches(&signature.args[n.min(last)], ty))
            && signature
                .conditions
                .iter()
                .all(|c| c.holds(&binding.indices));
        fits.then(|| binding.make(&signature.result)).flatten()
    })
}

/// Gives the open variables of a binding values, in all sensible ways.
fn complete(
    name: &str,
    signature: &Signature,
    binding: Binding,
    result: &Ty,
    at_hand: &[Ty],
    out: &mut Vec<Application>,
) {
    let mut bindings = vec![binding];
    for v in 0..signature.sort_vars as usize {
        bindings = bindings
            .into_iter()
            .flat_map(|b| with_sorts(b, v, at_hand))
            .collect();
    }
    for v in 0..signature.index_vars as usize {
        bindings = bindings
            .into_iter()
            .flat_map(|b| with_indices(b, v, at_hand))
            .collect();
    }
    let before = out.len();
    for binding in bindings {
        out.extend(application(name, signature, &binding, result));
    }
    // An even choice where there are many.
    let found = out.len() - before;
    if found > MOST {
        let step = found.div_ceil(MOST);
        let kept: Vec<Application> = out.drain(before..).step_by(step).collect();
        out.extend(kept);
    }
}

fn with_sorts(binding: Binding, var: usize, at_hand: &[Ty]) -> Vec<Binding> {
    if binding.sorts[var].is_some() {
        return vec![binding];
    }
    let with = |ty: &Ty| {
        let mut binding = binding.clone();
        binding.sorts[var] = Some(ty.clone());
        binding
    };
    at_hand.iter().map(with).collect()
}

fn with_indices(binding: Binding, var: usize, at_hand: &[Ty]) -> Vec<Binding> {
    if binding.indices[var].is_some() {
        return vec![binding];
    }
    let mut values = SENSIBLE.to_vec();
    for ty in at_hand {
        match ty {
            Ty::BitVec(m) => values.extend([*m, m.saturating_sub(1), m / 2]),
            Ty::Float(e, s) => values.extend([*e, *s, e + s]),
            _ => {}
        }
    }
    values.sort_unstable();
    values.dedup();
    let with = |&value: &u32| {
        let mut binding = binding.clone();
        binding.indices[var] = Some(value);
        binding
    };
    values.iter().take(16).map(with).collect()
}

fn application(
    name: &str,
    signature: &Signature,
    binding: &Binding,
    result: &Ty,
) -> Option<Application> {
    if binding.make(&signature.result).as_ref() != Some(result)
        || !signature
            .conditions
            .iter()
            .all(|c| c.holds(&binding.indices))
    {
        return None;
    }
    let args: Vec<Ty> = signature
        .args
        .iter()
        .map(|p| binding.make(p))
        .collect::<Option<_>>()?;
    let indices: Vec<u32> = signature
        .indices
        .iter()
        .map(|i| i.value(&binding.indices))
        .collect::<Option<_>>()?;
    // Equality of regular languages, and arrays of them, are beyond what solvers take.
    let comparable = |ty: &Ty| !mentions_language(ty) || matches!(ty, Ty::RegLan);
    if !args.iter().all(comparable) || (signature.sort_vars > 0 && args.contains(&Ty::RegLan)) {
        return None;
    }
    if name.starts_with("re.") && indices.iter().any(|&n| n > 9)
        || indices.iter().any(|&n| n > LARGEST)
    {
        return None;
    }
    // A user's operator may have a name that needs bars.
    let name = gadfly_syntax::quoted(name);
    let mut head = name.to_string();
    if !indices.is_empty() {
        let indices: Vec<String> = indices.iter().map(u32::to_string).collect();
        head = format!("(_ {name} {})", indices.join(" "));
    }
    if args.is_empty() && signature.sort_vars > 0 {
        head = format!("(as {name} {result})");
    }
    Some(Application { head, args })
}

fn mentions_language(ty: &Ty) -> bool {
    match ty {
        Ty::RegLan => true,
        Ty::Array(both) => both.iter().any(mentions_language),
        Ty::Seq(element) => mentions_language(element),
        _ => false,
    }
}
