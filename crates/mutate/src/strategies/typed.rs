//! Generative type-aware mutation: an expression is replaced by a new one of the same sort, made
//! of an operator of the catalogue or a function of the script, over expressions of the seed and
//! fresh literals.

use crate::kit::Kit;
use crate::literal::{has_literals, write_literal};
use crate::place::{choose_place, splice};
use crate::seed::{Seed, SeedPool};
use crate::strategies::swap::clip;
use crate::strategy::{About, Change, Claim, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_term::{CommandKind, NodeId, SortId};

/// `type`
#[derive(Debug)]
pub(crate) struct Typed;

/// A new expression nests at most so deep.
const DEPTH: usize = 3;

const ABOUT: About = About::new(
    "type",
    "an expression becomes a new one of its sort",
    Takes::Seed,
    Promise::Sometimes,
);

impl Mutator for Typed {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn mutate(&self, seed: &Seed, _: &SeedPool, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        if seed.is_flat() && rng.chance(1, 16) {
            return new_assertion(seed, rng, kit);
        }
        let script = &seed.script;
        for _ in 0..24 {
            let place = choose_place(seed, rng, kit)?;
            let ty = seed.ty(script.sort(place.node));
            let mut new = String::new();
            if write_term(seed, ty, place.node, DEPTH, rng, kit, &mut new).is_none()
                || new == script.text(place.node)
            {
                continue;
            }
            let trace = format!("{} -> {}", clip(script.text(place.node)), clip(&new));
            let trace = place.trace(seed, trace);
            let mut mutation = Mutation::new(splice(script, place.node, &new), trace);
            mutation.claim = place.claim;
            mutation.change = Change::Term(place.node);
            return Some(mutation);
        }
        None
    }
}

/// A generated Boolean term as one more assertion: an unsatisfiable seed stays so.
fn new_assertion(seed: &Seed, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
    let script = &seed.script;
    // A place at the top of an assertion: no bound variable is in scope there.
    let top = script.assertions().next()?;
    let mut new = String::new();
    write_term(seed, &Ty::Bool, top, DEPTH, rng, kit, &mut new)?;
    let check = script
        .commands()
        .iter()
        .find(|c| c.kind == CommandKind::CheckSat)?;
    let at = check.span.start as usize;
    let text = format!(
        "{}(assert {new})\n{}",
        &script.source()[..at],
        &script.source()[at..]
    );
    let mut mutation = Mutation::new(text, format!("assert {}", clip(&new)));
    if seed.single() == Some(gadfly_formula::Expect::Unsat) {
        mutation.claim = Claim::Answers(vec![gadfly_formula::Expect::Unsat]);
    }
    Some(mutation)
}

/// Writes a new term of a sort for a place: an application, rarely a literal.
pub(crate) fn write_term(
    seed: &Seed,
    ty: &Ty,
    place: NodeId,
    depth: usize,
    rng: &mut Rng,
    kit: &mut Kit,
    out: &mut String,
) -> Option<()> {
    if has_literals(ty) && rng.chance(1, 12) {
        return write_literal(ty, rng, out);
    }
    let menu = seed.menu(ty, kit);
    for _ in 0..6 {
        let production = rng.pick(&menu)?;
        if production.command > seed.script.command_of(place) as u32
            || production.until <= seed.script.command_of(place) as u32
            || seed
                .analysis()
                .is_shadowed(&seed.script, &production.head, place)
        {
            continue;
        }
        let before = out.len();
        if production.args.is_empty() {
            out.push_str(&production.head);
            return Some(());
        }
        out.push('(');
        out.push_str(&production.head);
        let done = production.args.iter().try_for_each(|(ty, sort)| {
            out.push(' ');
            write_argument(seed, ty, *sort, place, depth, rng, kit, out)
        });
        if done.is_some() {
            out.push(')');
            return Some(());
        }
        out.truncate(before);
    }
    None
}

/// Writes an argument: an expression of the seed, sometimes a literal or a new term.
#[allow(
    clippy::too_many_arguments,
    reason = "one step of a recursion with its whole state"
)]
fn write_argument(
    seed: &Seed,
    ty: &Ty,
    sort: Option<SortId>,
    place: NodeId,
    depth: usize,
    rng: &mut Rng,
    kit: &mut Kit,
    out: &mut String,
) -> Option<()> {
    if depth > 1 && rng.chance(1, 10) {
        let before = out.len();
        if write_term(seed, ty, place, depth - 1, rng, kit, out).is_some() {
            return Some(());
        }
        out.truncate(before);
    }
    let literal = has_literals(ty);
    if !(literal && rng.chance(1, 8))
        && let Some(term) = sort.and_then(|sort| seed.random_term(sort, place, rng))
    {
        out.push_str(seed.script.text(term));
        return Some(());
    }
    if literal {
        return write_literal(ty, rng, out);
    }
    None
}
