//! Skeletons: the Boolean and quantifier structure of one seed, filled with atoms of another one or
//! with new ones.
//!
//! An atom comes over shared variables: its constants, and the variables that were bound around it,
//! become terms of the seed that stand in scope, or terms over such ones where only other sorts are
//! at hand; a constant may also stay, with its declaration. What the second seed declares has names
//! of its own.

use crate::atoms::{Atom, Variable};
use crate::join::joint_witness;
use crate::kit::Kit;
use crate::literal::{has_literals, write_literal};
use crate::part::write_declarations;
use crate::partner::{Partner, Start};
use crate::seed::Seed;
use crate::strategies::swap::clip;
use crate::strategies::typed::new_term;
use crate::strategy::{About, Change, Claim, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_formula::Expect;
use gadfly_rng::Rng;
use gadfly_term::{Edits, Head, NodeId};

/// `skeleton`
#[derive(Debug)]
pub(crate) struct Skeleton;

const ABOUT: About = About::new(
    "skeleton",
    "the atoms of a seed become atoms of another, over shared variables",
    Takes::TwoSeeds,
    Promise::Sometimes,
);

/// Partners tried for one that has atoms to give.
const PARTNERS: usize = 4;
/// Atoms tried for one place.
const TRIES: usize = 4;
/// At most so many atoms are exchanged.
const MOST: usize = 8;
/// A new atom nests at most so deep.
const DEPTH: usize = 2;

impl Mutator for Skeleton {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, seed: &Seed) -> bool {
        !seed.atoms().places.is_empty()
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, kit: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        let donor = (0..PARTNERS).find_map(|_| {
            let donor = from.partner(seed.atoms().partner, rng, kit)?;
            (!donor.seed.atoms().atoms.is_empty()).then_some(donor)
        });
        let mut filling = Filling {
            seed,
            donor: donor.as_ref(),
            edits: Edits::new(&seed.script),
            done: Vec::new(),
            borrowed: String::new(),
            trace: String::new(),
        };
        for place in chosen(&seed.atoms().places, rng) {
            filling.fill(place, rng, kit);
        }
        filling.finish(kit)
    }
}

/// Some places: one, or several neighbours, or any.
fn chosen(places: &[NodeId], rng: &mut Rng) -> Vec<NodeId> {
    if places.is_empty() {
        return Vec::new();
    }
    let first = rng.below(places.len());
    let count = 1 + rng.below(MOST);
    match rng.below(4) {
        0 | 1 => vec![places[first]],
        2 => places[first..].iter().copied().take(count).collect(),
        _ => {
            let all = places.len();
            let mut some: Vec<NodeId> = (0..count).map(|_| places[rng.below(all)]).collect();
            some.sort_unstable();
            some.dedup();
            some
        }
    }
}

/// A script being filled.
struct Filling<'a> {
    seed: &'a Seed,
    /// The seed that atoms are taken from.
    donor: Option<&'a Partner>,
    edits: Edits<'a>,
    done: Vec<NodeId>,
    /// The atoms whose declarations have to come along.
    borrowed: String,
    trace: String,
}

impl Filling<'_> {
    /// Puts another atom into a place, if one is found.
    fn fill(&mut self, place: NodeId, rng: &mut Rng, kit: &mut Kit) {
        let seed = self.seed;
        let given = self.donor.filter(|_| rng.chance(7, 8));
        let found = match given {
            Some(donor) => (0..TRIES).find_map(|_| {
                let atom = rng.pick(&donor.seed.atoms().atoms)?;
                given_atom(seed, &donor.seed, atom, place, rng, kit)
            }),
            None => new_term(seed, &Ty::Bool, place, DEPTH, rng, kit).map(|new| (new, false)),
        };
        let Some((new, borrows)) = found else {
            return;
        };
        if new == seed.script.text(place) {
            return;
        }
        if borrows {
            self.borrowed.push_str(&new);
            self.borrowed.push(' ');
        }
        if self.done.is_empty() {
            let old = clip(seed.script.text(place));
            self.trace = format!("{old} -> {}", clip(&new));
        }
        self.edits.replace(place, new);
        self.done.push(place);
    }

    fn finish(mut self, kit: &Kit) -> Option<Mutation> {
        let seed = self.seed;
        let &first = self.done.first()?;
        let single = self.done.len() == 1 && self.borrowed.is_empty();
        if let Some(donor) = self.donor.filter(|_| !self.borrowed.is_empty()) {
            let mut declarations = String::new();
            write_declarations(&donor.seed, &self.borrowed, &mut declarations);
            self.edits.insert_before(seed.atoms().start?, declarations);
        }
        if self.done.len() > 1 {
            self.trace += &format!(", {} atoms in all", self.done.len());
        }
        let mut mutation = Mutation::new(self.edits.apply(), self.trace);
        mutation.with = self.donor.map(|donor| donor.number);
        if single {
            mutation.change = Change::Term(first);
        }
        if kit.options.labels {
            mutation.witness = match self.donor {
                Some(donor) if !self.borrowed.is_empty() => {
                    let both = [seed, &*donor.seed];
                    let known = both.iter().all(|seed| seed.known.model.is_some());
                    let times = seed.atoms().partner;
                    known.then(|| joint_witness(both, times, "")).flatten()
                }
                _ => seed.known.model.clone(),
            };
        }
        if self.donor.is_none() && kit.options.labels {
            mutation.claim = claim(seed, &self.done);
        }
        Some(mutation)
    }
}

/// What is known if nothing of a core was changed.
fn claim(seed: &Seed, done: &[NodeId]) -> Claim {
    let core = seed.known.core.as_ref();
    let outside = |node: &NodeId| {
        let assertion = seed.analysis().assertion(&seed.script, *node);
        assertion
            .zip(core)
            .is_some_and(|(n, core)| !core.contains(&n))
    };
    match seed.single() {
        Some(Expect::Unsat) if done.iter().all(outside) => Claim::Answers(vec![Expect::Unsat]),
        _ => Claim::Nothing,
    }
}

/// An atom of another seed, written for a place, and whether it needs declarations of that seed. `None`
/// where a variable of it cannot mean anything here.
fn given_atom(
    seed: &Seed,
    donor: &Seed,
    atom: &Atom,
    place: NodeId,
    rng: &mut Rng,
    kit: &mut Kit,
) -> Option<(String, bool)> {
    // In a script that forgets declarations only what needs none is safe.
    let lends = seed.atoms().start.is_some();
    if atom.declared && !lends {
        return None;
    }
    let mut borrows = atom.declared;
    let mut with = Vec::with_capacity(atom.variables.len());
    for variable in &atom.variables {
        let constant = matches!(variable.head, Head::Fun(_));
        let stays = constant && lends && rng.chance(1, 8);
        let term = (!stays)
            .then(|| shared_term(seed, variable, place, rng, kit))
            .flatten();
        if term.is_none() {
            (constant && lends).then_some(())?;
            borrows = true;
        }
        with.push(term);
    }
    let mut new = String::new();
    atom.write(&donor.script, &with, &mut new);
    Some((new, borrows))
}

/// A term of the seed for a variable: one of its sort, a new one over terms of other sorts, or a
/// literal.
fn shared_term(
    seed: &Seed,
    variable: &Variable,
    place: NodeId,
    rng: &mut Rng,
    kit: &mut Kit,
) -> Option<String> {
    let ty = &variable.ty;
    if !ty.is_everywhere() {
        return None;
    }
    let sort = seed.analysis().sorts.get(ty);
    if let Some(&sort) = sort.filter(|_| !rng.chance(1, 8)) {
        // Of two terms the shorter: mostly variables.
        let two = [(); 2].map(|()| seed.random_term(sort, place, rng));
        let texts = two.into_iter().flatten().map(|term| seed.script.text(term));
        if let Some(text) = texts.min_by_key(|text| text.len()) {
            return Some(text.into());
        }
    }
    if let Some(text) = new_term(seed, ty, place, 1, rng, kit) {
        return Some(text);
    }
    has_literals(ty).then_some(())?;
    let mut text = String::new();
    write_literal(ty, rng, &mut text)?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_formula::{Formula, LabelSource};
    use std::sync::Arc;

    /// What is made of these seeds, the first of which is the skeleton; nothing is refused.
    fn formulas(scripts: &[&str], count: u64) -> Vec<Formula> {
        let catalog = gadfly_testkit::catalog();
        let paths: Vec<String> = (0..scripts.len()).map(|n| n.to_string()).collect();
        let files = paths
            .iter()
            .map(String::as_str)
            .zip(scripts.iter().copied());
        let (pool, refused) = SeedPool::read(files, &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let at = |index| Position { seed: 1, index };
        let made: Vec<Formula> = (0..count)
            .filter_map(|index| make(&mut Skeleton, &pool, at(index), &mut kit).unwrap())
            .filter(|formula| formula.provenance.parents[0].path == "0")
            .collect();
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        made
    }

    fn has(made: &[Formula], part: &str) -> bool {
        made.iter().any(|formula| formula.text.contains(part))
    }

    #[test]
    fn atoms_come_over_shared_variables() {
        let made = formulas(
            &[
                "(declare-const x Int)(assert (or (< x 1) (not (= x 2))))(check-sat)",
                "(declare-const a Int)(assert (and (>= (* a a) 4) true))(check-sat)",
            ],
            600,
        );
        assert!(has(&made, "(assert (or (>= (* x x) 4) (not (= x 2))))"));
        assert!(has(&made, "(not (>= (* x x) 4))"));
        // The structure stays, and a constant may come along with its declaration.
        let kept = |f: &Formula| f.text.contains("(assert (or ") && f.text.contains("(not ");
        assert!(made.iter().all(kept));
        assert!(has(&made, "(declare-const a!.y Int)"));
        let lent = |f: &Formula| f.text.matches("a!.y").count() > 1;
        let declared = |f: &Formula| f.text.contains("(declare-const a!.y Int)");
        assert!(made.iter().all(|f| lent(f) == declared(f)));
    }

    #[test]
    fn a_bound_variable_is_shared_and_none_escapes() {
        let made = formulas(
            &[
                "(declare-fun p (Int) Bool)\
                 (assert (forall ((y Int)) (! (or (p y) (> y 0)) :pattern ((p y)))))(check-sat)",
                "(assert (exists ((z Int)) (let ((w (+ z 1))) (= (mod w 3) z))))(check-sat)",
            ],
            600,
        );
        assert!(has(&made, "(= (mod y 3) y)"));
        // z and w mean nothing here.
        assert!(!has(&made, "z!.y") && !has(&made, "w!.y"));
        let pattern = |f: &Formula| f.text.contains(":pattern ((p y))");
        assert!(made.iter().all(pattern));
    }

    #[test]
    fn sorts_are_bridged() {
        let made = formulas(
            &[
                "(declare-const s String)(assert (not (= s \"a\")))(check-sat)",
                "(declare-const n Int)(declare-const m Int)(assert (and (< n (+ m 3))))(check-sat)",
            ],
            400,
        );
        assert!(has(&made, "(str.len s)") || has(&made, "(str.to_int s)"));
    }

    #[test]
    fn declarations_come_along_under_other_names() {
        let made = formulas(
            &[
                "(declare-datatypes ((T 0)) (((c) (d (e Int)))))(declare-const x T)\
                 (assert (not ((_ is c) x)))(check-sat)",
                "(declare-datatypes ((T 0)) (((c (g Bool)) (d))))(declare-const x T)\
                 (define-fun f ((y T)) Bool (= y d))(assert (or (f x) (g x)))(check-sat)",
            ],
            400,
        );
        assert!(has(
            &made,
            "(define-fun f!.y ((y!.y T!.y)) Bool (= y!.y d!.y))"
        ));
        assert!(has(&made, "(assert (not (g!.y x!.y)))"));
    }

    #[test]
    fn an_array_that_is_applied_is_not_given_away() {
        let made = formulas(
            &[
                "(declare-const p Bool)(assert (not p))(check-sat)",
                "(assert (forall ((a (Array Int (Array Int Int))) (i Int))\
                 (= 0 (select (a i) i))))(check-sat)",
            ],
            100,
        );
        let given = made.iter().find(|f| f.text.contains("select"));
        assert!(given.is_none(), "{given:#?}");
    }

    #[test]
    fn nothing_is_done_without_another_atom() {
        // Its own only atom over its only variable is what stands there.
        let made = formulas(
            &["(declare-sort S 0)(declare-fun p (S) Bool)\
            (assert (forall ((x S)) (p x)))(check-sat)"],
            100,
        );
        let other = |f: &Formula| f.provenance.parents.len() == 2 && f.text.contains("(p!.y x");
        assert!(!made.iter().any(other));
    }

    #[test]
    fn a_model_of_both_labels_the_whole() {
        let catalog = gadfly_testkit::catalog();
        let one = "(declare-const x Int)(assert (or (< x 1) (= x 7)))(check-sat)";
        let two = "(declare-const a Int)(declare-fun f (Int) Int)(assert (= (f a) 4))(check-sat)";
        let (mut pool, _) = SeedPool::read([("0", one), ("1", two)], &catalog);
        let models = [
            "((define-fun x () Int 7))",
            "((define-fun a () Int 3)(define-fun f ((n Int)) Int 4))",
        ];
        for (seed, model) in pool.seeds_mut().iter_mut().zip(models) {
            seed.set_known(crate::Known {
                answer: Some(Expect::Sat),
                model: Some(model.into()),
                core: None,
                proved: false,
            });
        }
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let mut labelled = 0;
        for index in 0..200 {
            let at = Position { seed: 1, index };
            let Some(formula) = make(&mut Skeleton, &pool, at, &mut kit).unwrap() else {
                continue;
            };
            if formula.text.contains("f!.y") && formula.label == LabelSource::Witness {
                assert_eq!(formula.expect, [Expect::Sat]);
                labelled += 1;
            }
        }
        assert!(labelled > 10, "{labelled}");
    }
}
