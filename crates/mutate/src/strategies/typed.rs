//! Generative type-aware mutation: an expression is replaced by a new one of the same sort, made
//! of an operator of the catalogue or a function of the script, over expressions of the seed and
//! fresh literals.

use crate::kit::Kit;
use crate::literal::{has_literals, write_literal};
use crate::partner::Start;
use crate::place::{choose_place, splice};
use crate::seed::Seed;
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

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        if seed.is_flat() && rng.chance(1, 16) {
            return new_assertion(seed, rng, kit);
        }
        let script = &seed.script;
        for _ in 0..24 {
            let place = choose_place(seed, rng, kit)?;
            let ty = seed.ty(script.sort(place.node));
            let old = script.text(place.node);
            let new = new_term(seed, ty, place.node, DEPTH, rng, kit);
            let Some(new) = new.filter(|new| new != old) else {
                continue;
            };
            let trace = format!("{} -> {}", clip(old), clip(&new));
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
    let new = new_term(seed, &Ty::Bool, top, DEPTH, rng, kit)?;
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

/// A new term of a sort for a place: an application, rarely a literal.
pub(crate) fn new_term(
    seed: &Seed,
    ty: &Ty,
    place: NodeId,
    depth: usize,
    rng: &mut Rng,
    kit: &mut Kit,
) -> Option<String> {
    let mut writer = Writer {
        seed,
        place,
        rng,
        kit,
        out: String::new(),
    };
    writer.term(ty, depth)?;
    Some(writer.out)
}

/// A term being written for a place.
struct Writer<'a> {
    seed: &'a Seed,
    place: NodeId,
    rng: &'a mut Rng,
    kit: &'a mut Kit,
    out: String,
}

impl Writer<'_> {
    fn term(&mut self, ty: &Ty, depth: usize) -> Option<()> {
        if has_literals(ty) && self.rng.chance(1, 12) {
            return write_literal(ty, self.rng, &mut self.out);
        }
        let script = &self.seed.script;
        let command = script.command_of(self.place) as u32;
        let menu = self.seed.menu(ty, self.kit);
        for _ in 0..6 {
            let production = self.rng.pick(&menu)?;
            let head = &production.head;
            if !(production.command..production.until).contains(&command)
                || self.seed.analysis().is_shadowed(script, head, self.place)
            {
                continue;
            }
            let before = self.out.len();
            if production.args.is_empty() {
                self.out.push_str(head);
                return Some(());
            }
            self.out.push('(');
            self.out.push_str(head);
            let done = production.args.iter().try_for_each(|(ty, sort)| {
                self.out.push(' ');
                self.argument(ty, *sort, depth)
            });
            if done.is_some() {
                self.out.push(')');
                return Some(());
            }
            self.out.truncate(before);
        }
        None
    }

    /// An expression of the seed, sometimes a literal or a new term.
    fn argument(&mut self, ty: &Ty, sort: Option<SortId>, depth: usize) -> Option<()> {
        if depth > 1 && self.rng.chance(1, 10) {
            let before = self.out.len();
            if self.term(ty, depth - 1).is_some() {
                return Some(());
            }
            self.out.truncate(before);
        }
        let literal = has_literals(ty);
        if !(literal && self.rng.chance(1, 8))
            && let Some(sort) = sort
            && let Some(term) = self.seed.random_term(sort, self.place, self.rng)
        {
            self.out.push_str(self.seed.script.text(term));
            return Some(());
        }
        if literal {
            return write_literal(ty, self.rng, &mut self.out);
        }
        None
    }
}
