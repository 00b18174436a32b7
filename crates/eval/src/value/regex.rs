//! Regular expressions: smart constructors, derivatives, membership, and equality of languages.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashSet, FxHasher};

use super::text::{LARGEST_CHARACTER, escape};
use crate::budget;
use crate::reason::Reason;

/// A regular expression with what is asked of it all the time.
#[derive(Debug)]
pub struct Regex {
    kind: Kind,
    nullable: bool,
    size: u32,
    depth: u32,
    /// Of the whole expression, so that states are told apart at once.
    hash: u64,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.hash == other.hash && self.kind == other.kind)
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// The small ones first. Parts that are shared are not gone through.
impl Ord for Regex {
    fn cmp(&self, other: &Self) -> Ordering {
        if std::ptr::eq(self, other) {
            return Ordering::Equal;
        }
        let small = self.size.cmp(&other.size);
        small.then_with(|| self.kind.cmp(&other.kind))
    }
}

impl PartialOrd for Regex {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    None,
    /// A fixed text, the empty one included.
    Text(Arc<[u32]>),
    Range(u32, u32),
    Concat(Arc<Regex>, Arc<Regex>),
    /// Sorted, without duplicates, at least two.
    Union(Vec<Arc<Regex>>),
    /// Sorted, without duplicates, at least two.
    Intersection(Vec<Arc<Regex>>),
    Complement(Arc<Regex>),
    /// From `lo` to `hi` times; `None` is without end.
    Loop(Arc<Regex>, u64, Option<u64>),
}

const LARGEST: u32 = 200_000;
const DEEPEST: u32 = 1_000;
const MOST_STATES: usize = 2_000;

fn node(kind: Kind) -> Arc<Regex> {
    let (nullable, size, depth) = match &kind {
        Kind::None => (false, 1, 1),
        Kind::Range(..) => (false, 1, 1),
        Kind::Text(text) => (text.is_empty(), 1, 1),
        Kind::Concat(a, b) => (
            a.nullable && b.nullable,
            a.size.saturating_add(b.size),
            a.depth.max(b.depth) + 1,
        ),
        Kind::Union(parts) => (
            parts.iter().any(|p| p.nullable),
            total(parts),
            deepest(parts) + 1,
        ),
        Kind::Intersection(parts) => (
            parts.iter().all(|p| p.nullable),
            total(parts),
            deepest(parts) + 1,
        ),
        Kind::Complement(r) => (!r.nullable, r.size.saturating_add(1), r.depth + 1),
        Kind::Loop(r, lo, _) => (
            *lo == 0 || r.nullable,
            r.size.saturating_add(1),
            r.depth + 1,
        ),
    };
    let mut hasher = FxHasher::default();
    kind.hash(&mut hasher);
    Arc::new(Regex {
        hash: hasher.finish(),
        kind,
        nullable,
        size,
        depth,
    })
}

fn total(parts: &[Arc<Regex>]) -> u32 {
    parts.iter().fold(1, |sum, p| sum.saturating_add(p.size))
}

fn deepest(parts: &[Arc<Regex>]) -> u32 {
    parts.iter().map(|p| p.depth).max().unwrap_or(0)
}

/// The empty language.
pub fn none() -> Arc<Regex> {
    node(Kind::None)
}

/// The language of one text.
pub fn text(characters: Arc<[u32]>) -> Arc<Regex> {
    node(Kind::Text(characters))
}

/// All texts of one character between two.
pub fn range(lo: u32, hi: u32) -> Arc<Regex> {
    if lo > hi {
        none()
    } else {
        node(Kind::Range(lo, hi))
    }
}

/// All texts of one character.
pub fn any_character() -> Arc<Regex> {
    range(0, LARGEST_CHARACTER)
}

/// All texts.
pub fn all() -> Arc<Regex> {
    star(any_character())
}

/// Concatenation.
pub fn concat(a: Arc<Regex>, b: Arc<Regex>) -> Arc<Regex> {
    match (&a.kind, &b.kind) {
        (Kind::None, _) | (_, Kind::None) => none(),
        (Kind::Text(t), _) if t.is_empty() => b,
        (_, Kind::Text(t)) if t.is_empty() => a,
        // To the right, so that derivatives touch the head only.
        (Kind::Concat(x, y), _) => node(Kind::Concat(Arc::clone(x), concat(Arc::clone(y), b))),
        _ => node(Kind::Concat(a, b)),
    }
}

fn flatten(parts: Vec<Arc<Regex>>, union: bool) -> BTreeSet<Arc<Regex>> {
    let mut flat = BTreeSet::new();
    for part in parts {
        match &part.kind {
            Kind::Union(inner) if union => flat.extend(inner.iter().cloned()),
            Kind::Intersection(inner) if !union => flat.extend(inner.iter().cloned()),
            _ => {
                flat.insert(part);
            }
        }
    }
    flat
}

fn is_all(r: &Regex) -> bool {
    matches!(&r.kind, Kind::Loop(body, 0, None) if body.kind == Kind::Range(0, LARGEST_CHARACTER))
        || matches!(&r.kind, Kind::Complement(inner) if inner.kind == Kind::None)
}

/// Union.
pub fn union(parts: Vec<Arc<Regex>>) -> Arc<Regex> {
    let mut flat = flatten(parts, true);
    flat.retain(|p| p.kind != Kind::None);
    if flat.iter().any(|p| is_all(p)) {
        return all();
    }
    match flat.len() {
        0 => none(),
        1 => flat.pop_first().unwrap_or_else(none),
        _ => node(Kind::Union(flat.into_iter().collect())),
    }
}

/// Intersection.
pub fn intersection(parts: Vec<Arc<Regex>>) -> Arc<Regex> {
    let mut flat = flatten(parts, false);
    if flat.iter().any(|p| p.kind == Kind::None) {
        return none();
    }
    flat.retain(|p| !is_all(p));
    match flat.len() {
        0 => all(),
        1 => flat.pop_first().unwrap_or_else(all),
        _ => node(Kind::Intersection(flat.into_iter().collect())),
    }
}

/// All texts that are not in the language.
pub fn complement(r: Arc<Regex>) -> Arc<Regex> {
    match &r.kind {
        Kind::Complement(inner) => Arc::clone(inner),
        _ if is_all(&r) => none(),
        _ => node(Kind::Complement(r)),
    }
}

/// Zero times or more.
pub fn star(r: Arc<Regex>) -> Arc<Regex> {
    repeat(r, 0, None)
}

/// From `lo` to `hi` times; empty if `lo > hi`.
pub fn repeat(r: Arc<Regex>, lo: u64, hi: Option<u64>) -> Arc<Regex> {
    match (lo, hi) {
        (_, Some(hi)) if lo > hi => none(),
        (_, Some(0)) => text(Arc::from([])),
        (1, Some(1)) => r,
        (0, None) if matches!(&r.kind, Kind::Loop(_, 0, None)) => r,
        _ if r.kind == Kind::None && lo > 0 => none(),
        _ => node(Kind::Loop(r, lo, hi)),
    }
}

/// Steps for each part of an expression that is made.
const PART: u64 = 8;

/// The texts that follow a character in the language.
pub(super) fn derive(r: &Arc<Regex>, c: u32) -> Result<Arc<Regex>, Reason> {
    budget::steps(PART * (1 + r.parts().len() as u64))?;
    Ok(match &r.kind {
        Kind::None => none(),
        Kind::Text(t) if t.first() == Some(&c) => {
            budget::steps(t.len() as u64 / 4)?;
            text(Arc::from(&t[1..]))
        }
        Kind::Range(lo, hi) if (*lo..=*hi).contains(&c) => text(Arc::from([])),
        Kind::Text(_) | Kind::Range(..) => none(),
        Kind::Concat(a, b) => {
            let head = concat(derive(a, c)?, Arc::clone(b));
            if a.nullable {
                let tail = derive(b, c)?;
                budget::steps(PART * (head.parts().len() + tail.parts().len()) as u64)?;
                union(vec![head, tail])
            } else {
                head
            }
        }
        Kind::Union(parts) => union(derive_all(parts, c)?),
        Kind::Intersection(parts) => intersection(derive_all(parts, c)?),
        Kind::Complement(inner) => complement(derive(inner, c)?),
        Kind::Loop(body, lo, hi) => {
            let rest = repeat(Arc::clone(body), lo.saturating_sub(1), hi.map(|h| h - 1));
            concat(derive(body, c)?, rest)
        }
    })
}

fn derive_all(parts: &[Arc<Regex>], c: u32) -> Result<Vec<Arc<Regex>>, Reason> {
    parts
        .iter()
        .map(|part| {
            let part = derive(part, c)?;
            budget::steps(PART * part.parts().len() as u64)?;
            Ok(part)
        })
        .collect()
}

/// The steps and the room for a union or an intersection of some expressions.
pub(crate) fn charge(parts: &[Arc<Regex>]) -> Result<(), Reason> {
    let count = parts.iter().fold(0, |n, part| n + 1 + part.parts().len());
    budget::steps(PART * count as u64)?;
    budget::room(count * size_of::<Arc<Regex>>())
}

/// Whether an expression is small and shallow enough to be worked with, which is recursive.
pub(crate) fn within_limits(r: &Regex) -> Result<(), Reason> {
    if r.size > LARGEST || r.depth > DEEPEST {
        Err(Reason::Limit)
    } else {
        Ok(())
    }
}

/// The texts of the language read backwards.
pub fn reverse(r: &Arc<Regex>) -> Result<Arc<Regex>, Reason> {
    budget::steps(PART)?;
    let all = |parts: &[Arc<Regex>]| parts.iter().map(reverse).collect::<Result<Vec<_>, _>>();
    Ok(match &r.kind {
        Kind::None | Kind::Range(..) => Arc::clone(r),
        Kind::Text(t) => {
            budget::items::<u32>(t.len())?;
            text(t.iter().rev().copied().collect())
        }
        Kind::Concat(a, b) => {
            // The first part goes behind the others, which are walked.
            budget::steps(u64::from(b.depth))?;
            concat(reverse(b)?, reverse(a)?)
        }
        Kind::Union(parts) => union(all(parts)?),
        Kind::Intersection(parts) => intersection(all(parts)?),
        Kind::Complement(inner) => complement(reverse(inner)?),
        Kind::Loop(body, lo, hi) => repeat(reverse(body)?, *lo, *hi),
    })
}

/// Where the behaviour of characters may change: the starts of all classes of equal characters.
fn class_starts(r: &Regex, starts: &mut BTreeSet<u32>) -> Result<(), Reason> {
    budget::steps(match &r.kind {
        Kind::Text(t) => 1 + t.len() as u64,
        _ => 1,
    })?;
    let mut add = |lo: u32, hi: u32| {
        starts.insert(lo);
        if hi < LARGEST_CHARACTER {
            starts.insert(hi + 1);
        }
    };
    match &r.kind {
        Kind::None => {}
        Kind::Text(t) => t.iter().for_each(|c| add(*c, *c)),
        Kind::Range(lo, hi) => add(*lo, *hi),
        Kind::Concat(a, b) => {
            class_starts(a, starts)?;
            class_starts(b, starts)?;
        }
        Kind::Union(parts) | Kind::Intersection(parts) => {
            for part in parts {
                class_starts(part, starts)?;
            }
        }
        Kind::Complement(inner) | Kind::Loop(inner, ..) => class_starts(inner, starts)?,
    }
    Ok(())
}

/// Whether two expressions have the same language: their derivatives are explored together.
pub fn equivalent(a: &Arc<Regex>, b: &Arc<Regex>) -> Result<bool, Reason> {
    within_limits(a)?;
    within_limits(b)?;
    let mut starts = BTreeSet::from([0]);
    class_starts(a, &mut starts)?;
    class_starts(b, &mut starts)?;
    let mut seen = FxHashSet::default();
    let mut open = vec![(Arc::clone(a), Arc::clone(b))];
    while let Some((x, y)) = open.pop() {
        if x == y || !seen.insert((Arc::clone(&x), Arc::clone(&y))) {
            continue;
        }
        if x.nullable != y.nullable {
            return Ok(false);
        }
        if seen.len() > MOST_STATES || seen.len() * starts.len() > 200_000 {
            return Err(Reason::Limit);
        }
        within_limits(&x)?;
        within_limits(&y)?;
        for c in &starts {
            open.push((derive(&x, *c)?, derive(&y, *c)?));
        }
    }
    Ok(true)
}

/// Whether the expression is that of the empty language.
pub(super) fn is_none(r: &Regex) -> bool {
    r.kind == Kind::None
}

impl Regex {
    /// Whether the empty text is in the language.
    pub(super) fn is_nullable(&self) -> bool {
        self.nullable
    }

    /// How many nodes it has, as a tree.
    pub(super) fn nodes(&self) -> usize {
        self.size as usize
    }

    /// The members of a union or an intersection.
    pub(super) fn parts(&self) -> &[Arc<Regex>] {
        match &self.kind {
            Kind::Union(parts) | Kind::Intersection(parts) => parts,
            _ => &[],
        }
    }

    /// Prints as an SMT-LIB term.
    pub(super) fn print(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |c: &u32| escape(&[*c]);
        match &self.kind {
            Kind::None => write!(out, "re.none"),
            Kind::Text(t) => write!(out, "(str.to_re {})", escape(t)),
            Kind::Range(0, LARGEST_CHARACTER) => write!(out, "re.allchar"),
            Kind::Range(lo, hi) => write!(out, "(re.range {} {})", one(lo), one(hi)),
            Kind::Concat(a, b) => write!(out, "(re.++ {a} {b})"),
            Kind::Union(parts) => print_list("re.union", parts, out),
            Kind::Intersection(parts) => print_list("re.inter", parts, out),
            Kind::Complement(r) => write!(out, "(re.comp {r})"),
            Kind::Loop(r, 0, None) => write!(out, "(re.* {r})"),
            Kind::Loop(r, lo, None) => write!(out, "(re.++ ((_ re.^ {lo}) {r}) (re.* {r}))"),
            Kind::Loop(r, lo, Some(hi)) => write!(out, "((_ re.loop {lo} {hi}) {r})"),
        }
    }
}

fn print_list(operator: &str, parts: &[Arc<Regex>], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(out, "({operator}")?;
    for part in parts {
        write!(out, " {part}")?;
    }
    write!(out, ")")
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::matching::accepts;
    use super::*;

    pub(crate) fn codes(s: &str) -> Vec<u32> {
        s.chars().map(|c| c as u32).collect()
    }

    pub(crate) fn lit(s: &str) -> Arc<Regex> {
        text(codes(s).into())
    }

    #[test]
    fn membership_with_complement_intersection_and_loops() {
        let digits = repeat(range(48, 57), 2, Some(3));
        let odd = concat(all(), union(vec![lit("1"), lit("3")]));
        let both = intersection(vec![digits.clone(), odd]);
        let check = |r: &Arc<Regex>, s: &str| accepts(r, &codes(s)).unwrap();
        assert!(check(&both, "13") && check(&both, "991"));
        assert!(!check(&both, "1") && !check(&both, "12") && !check(&both, "1113"));
        assert!(check(&complement(both.clone()), "12") && !check(&complement(both), "13"));
        assert!(
            check(&repeat(digits, 0, Some(0)), "") && !check(&repeat(lit("a"), 2, Some(1)), "aa")
        );
    }

    #[test]
    fn loops_of_nullable_bodies_may_be_shorter() {
        let optional = union(vec![lit("a"), lit("")]);
        let r = repeat(optional, 3, Some(4));
        let verdicts: Vec<bool> = ["", "a", "aaaa", "aaaaa"]
            .iter()
            .map(|s| accepts(&r, &codes(s)).unwrap())
            .collect();
        assert_eq!(verdicts, [true, true, true, false]);
    }

    #[test]
    fn reversed_languages_hold_reversed_texts() {
        let r = concat(
            concat(lit("ab"), star(lit("c"))),
            complement(star(lit("de"))),
        );
        let check = |r: &Arc<Regex>, s: &str| accepts(r, &codes(s)).unwrap();
        for s in ["abccd", "abc", "abccded", "ab", "abde", "abcdede", "ba", ""] {
            let backwards: String = s.chars().rev().collect();
            assert_eq!(
                check(&r, s),
                check(&reverse(&r).unwrap(), &backwards),
                "{s}"
            );
        }
    }

    #[test]
    fn equal_languages_are_recognised() {
        let a_star = star(lit("a"));
        let same = union(vec![lit(""), concat(lit("a"), star(lit("a")))]);
        assert_eq!(equivalent(&a_star, &same), Ok(true));
        assert_eq!(equivalent(&a_star, &all()), Ok(false));
        assert_eq!(equivalent(&complement(none()), &all()), Ok(true));
        let even = star(lit("aa"));
        let multiple_of_four = star(lit("aaaa"));
        assert_eq!(equivalent(&even, &multiple_of_four), Ok(false));
    }
}
