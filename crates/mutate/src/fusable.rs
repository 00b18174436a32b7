//! What fusion needs to know of a seed: its variables with their occurrences, the parts of its
//! text, and which values it may leave open.

use crate::seed::Seed;
use crate::types::Ty;
use gadfly_syntax::quoted;
use gadfly_term::{CommandKind, FunKind, Head, NodeId, Parser, Renaming, Script};
use std::ops::Range;

/// A variable that can be fused.
#[derive(Debug)]
pub(crate) struct Variable {
    /// Its name as a symbol.
    pub(crate) name: String,
    /// Its sort.
    pub(crate) ty: Ty,
    /// Where it occurs in assertions.
    pub(crate) occurrences: Vec<NodeId>,
}

/// The parts of a flat seed.
#[derive(Debug)]
pub(crate) struct Fusable {
    /// Where declarations stand in the text.
    pub(crate) declarations: Range<usize>,
    /// The asserted terms.
    pub(crate) assertions: Vec<NodeId>,
    /// Declared constants that occur.
    pub(crate) variables: Vec<Variable>,
    /// Their sorts, each once.
    pub(crate) sorts: Vec<Ty>,
    /// The families of operators with open values that the seed uses, one bit each.
    pub(crate) open: u32,
    /// How often the names of a seed that stands second to it end in [`SECOND`].
    pub(crate) partner: usize,
    /// From this number on, names with [`FRESH`] and the number behind it are not taken.
    pub(crate) fresh: usize,
}

impl Fusable {
    /// The parts of a seed; `None` where it is not flat.
    pub(crate) fn of(seed: &Seed) -> Option<Fusable> {
        let script = &seed.script;
        if !seed.is_flat() {
            return None;
        }
        let first = script
            .commands()
            .iter()
            .find(|c| c.kind == CommandKind::Assert)?;
        let body = script
            .commands()
            .iter()
            .find(|c| c.kind != CommandKind::SetLogic)?;
        let variables = variables(seed);
        let mut sorts: Vec<Ty> = variables.iter().map(|v| v.ty.clone()).collect();
        sorts.sort_unstable();
        sorts.dedup();
        Some(Fusable {
            declarations: body.span.start as usize..first.span.start as usize,
            assertions: script.assertions().collect(),
            variables,
            sorts,
            open: open_families(script),
            partner: repeats(script.source()) + 1,
            fresh: first_fresh(script.source()),
        })
    }
}

fn variables(seed: &Seed) -> Vec<Variable> {
    let script = &seed.script;
    let mut found: Vec<Option<Variable>> = script.funs().map(|_| None).collect();
    for &node in &seed.analysis().places {
        let Head::Fun(fun) = script.head(node) else {
            continue;
        };
        if !script.args(node).is_empty() || script.fun(fun).kind != FunKind::Declared {
            continue;
        }
        if seed.analysis().assertion(script, node).is_none() {
            continue;
        }
        let entry = found[fun.index()].get_or_insert_with(|| Variable {
            name: quoted(script.name(script.fun(fun).symbol)).into_owned(),
            ty: seed.ty(script.sort(node)).clone(),
            occurrences: Vec::new(),
        });
        entry.occurrences.push(node);
    }
    found.into_iter().flatten().collect()
}

/// Operators whose value is one free function in some cases: two seeds that both reach it may
/// need it to differ.
const FAMILIES: [&[&str]; 7] = [
    &["/"],
    &["div"],
    &["mod"],
    &["fp.min", "fp.max"],
    &["fp.to_ubv", "fp.to_sbv", "fp.to_real", "fp.to_ieee_bv"],
    &["seq.nth", "seq.nth_i", "seq.nth_u"],
    &["sqrt", "^", "exp", "log"],
];

fn open_families(script: &Script) -> u32 {
    let mut bits = 0;
    for node in script.nodes() {
        let Head::Op(op) = script.head(node) else {
            continue;
        };
        let name = script.op_name(op);
        let Some(family) = FAMILIES.iter().position(|f| f.contains(&name)) else {
            continue;
        };
        let divisors = script.args(node).get(1..).unwrap_or(&[]);
        let safe = family < 3 && divisors.iter().all(|&d| is_nonzero(script.text(d)));
        if !safe {
            bits |= 1 << family;
        }
    }
    bits
}

/// Whether a divisor is a literal other than 0.
fn is_nonzero(text: &str) -> bool {
    let digits = text
        .strip_prefix("(- ")
        .and_then(|t| t.strip_suffix(')'))
        .unwrap_or(text);
    digits.bytes().all(|b| b.is_ascii_digit() || b == b'.')
        && digits.bytes().any(|b| matches!(b, b'1'..=b'9'))
}

/// What the names of a seed end in where it stands second, so that no two seeds share one.
pub(crate) const SECOND: &str = "!.y";

/// What stands in a fresh variable's name, before its number.
pub(crate) const FRESH: &str = "!f";

/// The first number that no name with [`FRESH`] has.
fn first_fresh(source: &str) -> usize {
    let number = |rest: &str| -> Option<usize> {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest[..digits].parse().ok()
    };
    let taken = source.split(FRESH).skip(1).filter_map(number).max();
    taken.map_or(0, |n| n.saturating_add(1))
}

/// How often in a row a script has [`SECOND`]: in a chain of fusions, the next seed gets one more.
pub(crate) fn repeats(source: &str) -> usize {
    let mut most = 0;
    while source.contains(&SECOND.repeat(most + 1)) {
        most += 1;
    }
    most
}

/// The seed under names that end in [`SECOND`] so many times.
pub(crate) fn second(seed: &Seed, times: usize, parser: &mut Parser) -> Option<Seed> {
    let script = &seed.script;
    let end = SECOND.repeat(times);
    let mut renaming = Renaming::default();
    for symbol in script.own_symbols() {
        renaming.rename(symbol, format!("{}{end}", script.name(symbol)));
    }
    // A tester is called after its constructor.
    for fun in script.funs() {
        if let FunKind::Tester(constructor) = script.fun(fun).kind {
            let constructor = script.name(script.fun(constructor).symbol);
            renaming.rename(script.fun(fun).symbol, format!("is-{constructor}{end}"));
        }
    }
    let renamed = parser.parse(renaming.apply(script)).ok()?;
    let renamed = parser.keep(renamed);
    let mut second = Seed::unnamed(renamed);
    second.parent = seed.parent.clone();
    second.expect = seed.expect.clone();
    second.label = seed.label;
    second.known = seed.known.clone();
    Some(second)
}
