//! Type-aware operator mutation: an operator is replaced by one with the same signature.
//!
//! Which operators are exchangeable is derived from the catalogue: those that take the same sorts
//! of arguments to the same sort of result, indexed and n-ary forms, constants and functions of
//! the script included, and `forall` for `exists`.

use crate::kit::Kit;
use crate::partner::Start;
use crate::place::choose_place;
use crate::seed::Seed;
use crate::strategy::{About, Change, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_syntax::quoted;
use gadfly_term::{FunId, FunKind, Head, NodeId, Script};
use std::sync::Arc;

/// `op`
#[derive(Debug)]
pub(crate) struct Op;

const ABOUT: About = About::new(
    "op",
    "an operator, function, constant or quantifier becomes another of the same signature",
    Takes::Seed,
    Promise::Sometimes,
);

impl Mutator for Op {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        let script = &seed.script;
        for _ in 0..24 {
            let place = choose_place(seed, rng, kit)?;
            let Some((start, end)) = head_span(script, place.node) else {
                continue;
            };
            let source = script.source();
            let old = &source[start..end];
            let heads = seed.exchange(place.node, kit);
            let Some(new) = pick_other(heads, old, rng) else {
                continue;
            };
            let mut text = String::with_capacity(source.len() + new.len());
            text.push_str(&source[..start]);
            text.push_str(new);
            text.push_str(&source[end..]);
            let trace = place.trace(seed, format!("{old} -> {new}"));
            let mut mutation = Mutation::new(text, trace);
            mutation.claim = place.claim;
            mutation.change = Change::Term(place.node);
            return Some(mutation);
        }
        None
    }
}

fn pick_other<'a>(heads: &'a [String], old: &str, rng: &mut Rng) -> Option<&'a str> {
    let others = heads.len() - usize::from(heads.iter().any(|h| h == old));
    if others == 0 {
        return None;
    }
    let at = rng.below(others);
    heads
        .iter()
        .filter(|h| *h != old)
        .nth(at)
        .map(String::as_str)
}

/// Where a node's head stands: the whole of an atom, else what follows the parenthesis.
fn head_span(script: &Script, node: NodeId) -> Option<(usize, usize)> {
    let at = script.span(node).range();
    let args = script.args(node);
    match script.head(node) {
        Head::Forall | Head::Exists => Some((at.start + 1, at.start + 7)),
        Head::Op(_) | Head::Fun(_) if args.is_empty() => Some((at.start, at.end)),
        Head::Op(_) | Head::Fun(_) => {
            let first = script.span(args[0]).start as usize;
            let head = script.source()[at.start + 1..first].trim_end();
            Some((at.start + 1, at.start + 1 + head.len()))
        }
        _ => None,
    }
}

/// The heads that can take the place of a node's.
pub(crate) fn heads(seed: &Seed, node: NodeId, kit: &mut Kit) -> Arc<[String]> {
    let script = &seed.script;
    match script.head(node) {
        Head::Forall => return Arc::new(["exists".into()]),
        Head::Exists => return Arc::new(["forall".into()]),
        Head::Op(_) | Head::Fun(_) => {}
        _ => return Arc::new([]),
    }
    let args: Vec<Ty> = script
        .args(node)
        .iter()
        .map(|&a| seed.ty(script.sort(a)).clone())
        .collect();
    let result = seed.ty(script.sort(node)).clone();
    let shared = kit.exchangeable(args, result);
    let own = functions(seed, node);
    if own.is_empty() {
        shared
    } else {
        shared.iter().cloned().chain(own).collect()
    }
}

/// Functions and constants of the script with the node's signature.
fn functions(seed: &Seed, node: NodeId) -> Vec<String> {
    let script = &seed.script;
    let args: Vec<_> = script.args(node).iter().map(|&a| script.sort(a)).collect();
    let command = script.command_of(node) as u32;
    let fits = |&fun: &FunId| {
        let data = script.fun(fun);
        let plain = match data.kind {
            FunKind::Declared | FunKind::Constructor(..) | FunKind::Selector(..) => true,
            FunKind::Defined { recursive, .. } => !recursive,
            _ => false,
        };
        plain
            && data.command < command
            && command < seed.analysis().forgotten(data.command)
            && data.result == script.sort(node)
            && script.params(fun) == args
            && script.sort_params(fun).is_empty()
    };
    let name = |fun| quoted(script.name(script.fun(fun).symbol)).into_owned();
    script.funs().filter(fits).map(name).collect()
}
