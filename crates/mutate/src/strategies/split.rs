//! Case splits: an assertion `F` becomes `(or (and c F₁) (and d F₂) …)`, or the same by `ite` or by
//! clauses, for cases `c`, `d`, … of which one always holds; in `Fᵢ` a term that its case fixes is
//! replaced by its value. The new assertion is equivalent to the old one, whatever `F` is.
//!
//! The cases are cubes over up to three truths of the assertion, or cut the domain of one of its
//! terms: by a value, by order around it, by a bit, by a string's length or first character, by a
//! float's sign, by a datatype's constructors.
//!
//! Only closed terms are split on: what a quantifier, a `let` or a `match` binds has no meaning
//! outside. Patterns are left as they are, and no term goes into one.

use crate::kit::Kit;
use crate::literal::write_literal;
use crate::partner::Start;
use crate::place::splice;
use crate::seed::Seed;
use crate::strategies::swap::clip;
use crate::strategy::{About, Claim, Mutation, Mutator, Promise, Takes};
use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_syntax::quoted;
use gadfly_term::{Head, NodeId, SortKind};

/// `split`
#[derive(Debug)]
pub(crate) struct Split;

const ABOUT: About = About::new(
    "split",
    "an assertion becomes several cases, by truths in it or by a term's domain",
    Takes::Seed,
    Promise::Kept,
);

/// Nodes tried for one mutant.
const TRIES: usize = 48;
/// A cube has at most so many truths.
const TRUTHS: usize = 3;
/// All cases together may be so many bytes.
const LARGEST: usize = 8192;
/// A datatype with more constructors is not split on.
const CONSTRUCTORS: usize = 6;

impl Mutator for Split {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn mutate(&self, from: Start<'_>, rng: &mut Rng, _: &mut Kit) -> Option<Mutation> {
        let seed = from.seed;
        for _ in 0..TRIES {
            let node = *rng.pick(&seed.analysis().places)?;
            let Some(root) = root(seed, node) else {
                continue;
            };
            let Some(cut) = cut(seed, node, root, rng) else {
                continue;
            };
            let large = cut.len() * seed.script.text(root).len() > LARGEST;
            if cut.len() > 2 && large {
                continue;
            }
            let new = combine(seed, root, &cut, rng);
            let conditions: Vec<&str> = cut.iter().map(|case| clip(&case.condition)).collect();
            let trace = match &conditions[..] {
                [only, _] => format!("split on {only}"),
                all => format!("split on {}", all.join(" | ")),
            };
            let mut mutation = Mutation::new(splice(&seed.script, root, &new), trace);
            mutation.claim = Claim::Answers(seed.expect.clone());
            return Some(mutation);
        }
        None
    }
}

/// The assertion that a node is a proper part of.
fn root(seed: &Seed, node: NodeId) -> Option<NodeId> {
    let script = &seed.script;
    seed.analysis().assertion(script, node)?;
    let command = &script.commands()[script.command_of(node)];
    let root = *script.command_terms(command).first()?;
    (root != node).then_some(root)
}

/// One case: what holds in it, and what terms become there.
#[derive(Clone, Debug)]
struct Case {
    condition: String,
    values: Vec<(NodeId, String)>,
}

impl Case {
    fn new(condition: String) -> Case {
        let values = Vec::new();
        Case { condition, values }
    }

    /// The case that a term has a value.
    fn value(term: &str, node: NodeId, value: &str) -> Case {
        Case {
            condition: format!("(= {term} {value})"),
            values: vec![(node, value.into())],
        }
    }
}

/// Cases by a node, one of which always holds.
fn cut(seed: &Seed, node: NodeId, root: NodeId, rng: &mut Rng) -> Option<Vec<Case>> {
    let script = &seed.script;
    if !is_splittable(seed, node, root) {
        return None;
    }
    let term = script.text(node);
    let ty = seed.ty(script.sort(node));
    match ty {
        Ty::Bool => Some(cubes(seed, node, root, rng)),
        Ty::Named(_) => constructors(seed, node),
        Ty::BitVec(width) if rng.chance(1, 4) => {
            let bit = rng.below(*width as usize);
            let is = |value| format!("(= ((_ extract {bit} {bit}) {term}) {value})");
            Some(["#b1", "#b0"].map(|value| Case::new(is(value))).into())
        }
        Ty::String if rng.chance(1, 2) => Some(string_cases(term, node, rng)),
        Ty::Float(..) if rng.chance(1, 2) => {
            let classes = ["fp.isNaN", "fp.isNegative", "fp.isPositive"];
            let cases = classes.map(|class| Case::new(format!("({class} {term})")));
            Some(cases.into())
        }
        _ => by_value(term, node, ty, rng),
    }
}

/// Whether a term can be read again at the top of the assertion, and is no constant.
fn is_splittable(seed: &Seed, node: NodeId, root: NodeId) -> bool {
    let script = &seed.script;
    let constant = match script.head(node) {
        Head::Literal(_) => true,
        Head::Op(_) => script.args(node).is_empty(),
        _ => false,
    };
    !constant && seed.analysis().fits_scope(script, node, root)
}

/// The cubes over a truth and up to two others of the same assertion.
fn cubes(seed: &Seed, node: NodeId, root: NodeId, rng: &mut Rng) -> Vec<Case> {
    let script = &seed.script;
    let places = &seed.analysis().places;
    let first = NodeId(root.0 + 1 - script.size(root));
    let from = places.partition_point(|place| *place < first);
    let to = places.partition_point(|place| *place < root);
    let mut truths = vec![node];
    for _ in 0..2 * rng.below(TRUTHS) {
        let other = places[from + rng.below(to - from)];
        // A truth inside another one would be replaced twice.
        let apart = |known: &NodeId| {
            let (a, b) = (script.text(*known), script.text(other));
            !a.contains(b) && !b.contains(a)
        };
        if truths.len() < TRUTHS
            && *seed.ty(script.sort(other)) == Ty::Bool
            && is_splittable(seed, other, root)
            && truths.iter().all(apart)
        {
            truths.push(other);
        }
    }
    let cases = 0..1usize << truths.len();
    cases.map(|bits| cube(seed, &truths, bits)).collect()
}

/// The cube in which the truths with a 0 bit hold.
fn cube(seed: &Seed, truths: &[NodeId], bits: usize) -> Case {
    let mut literals = Vec::new();
    let mut values = Vec::new();
    for (n, &truth) in truths.iter().enumerate() {
        let text = seed.script.text(truth);
        let holds = bits >> n & 1 == 0;
        literals.push(match holds {
            true => text.to_string(),
            false => format!("(not {text})"),
        });
        values.push((truth, holds.to_string()));
    }
    let condition = match &literals[..] {
        [only] => only.clone(),
        all => format!("(and {})", all.join(" ")),
    };
    Case { condition, values }
}

/// One case a constructor; a term that is a constant's becomes the constant.
fn constructors(seed: &Seed, node: NodeId) -> Option<Vec<Case>> {
    let script = &seed.script;
    let SortKind::Datatype(sort, _) = script.sort_kind(script.sort(node)) else {
        return None;
    };
    let all = &script.declared_sort(sort).constructors;
    if all.len() > CONSTRUCTORS {
        return None;
    }
    let term = script.text(node);
    let case = |&constructor: &gadfly_term::FunId| {
        let name = quoted(script.name(script.fun(constructor).symbol));
        let mut case = Case::new(format!("((_ is {name}) {term})"));
        let plain = script.sort_params(constructor).is_empty();
        if plain && script.params(constructor).is_empty() {
            case.values.push((node, name.into_owned()));
        }
        case
    };
    Some(all.iter().map(case).collect())
}

/// By length around a number, or by the first character.
fn string_cases(term: &str, node: NodeId, rng: &mut Rng) -> Vec<Case> {
    if rng.chance(1, 2) {
        let length = rng.below(4);
        let orders = ["<", "=", ">"];
        let case = |order| Case::new(format!("({order} (str.len {term}) {length})"));
        return orders.map(case).into();
    }
    let first = (b'a' + rng.below(3) as u8) as char;
    vec![
        Case::value(term, node, "\"\""),
        Case::new(format!("(= (str.at {term} 0) \"{first}\")")),
        Case::new(format!(
            "(and (distinct {term} \"\") (distinct (str.at {term} 0) \"{first}\"))"
        )),
    ]
}

/// By order around a value, or by the value alone.
fn by_value(term: &str, node: NodeId, ty: &Ty, rng: &mut Rng) -> Option<Vec<Case>> {
    let orders = match ty {
        Ty::Int | Ty::Real => Some(["<", ">"]),
        Ty::BitVec(_) => Some(["bvult", "bvugt"]),
        Ty::String | Ty::Float(..) => None,
        _ => return None,
    };
    let mut value = String::new();
    write_literal(ty, rng, &mut value)?;
    let is = Case::value(term, node, &value);
    let other = |condition: &str| Case::new(format!("(not {condition})"));
    Some(match orders {
        Some([less, more]) => {
            let below = format!("({less} {term} {value})");
            match rng.below(3) {
                0 => vec![Case::new(below.clone()), other(&below)],
                1 => {
                    let above = Case::new(format!("({more} {term} {value})"));
                    vec![Case::new(below), is, above]
                }
                _ => vec![is.clone(), other(&is.condition)],
            }
        }
        None => vec![is.clone(), other(&is.condition)],
    })
}

/// An assertion with a value in the place of all occurrences of terms that stand outside patterns. A
/// closed term of the same text and sort means the same.
fn with(seed: &Seed, root: NodeId, values: &[(NodeId, String)]) -> String {
    let (script, analysis) = (&seed.script, seed.analysis());
    let all = script.span(root).range();
    if values.is_empty() {
        return script.text(root).into();
    }
    let same = |node: NodeId, term: NodeId| {
        script.size(node) == script.size(term)
            && script.sort(node) == script.sort(term)
            && script.text(node) == script.text(term)
            && analysis.is_closed(node)
            && analysis.places.binary_search(&node).is_ok()
    };
    let mut out = String::with_capacity(all.len());
    let mut copied = all.start;
    for node in script.subterm(root) {
        let Some((_, value)) = values.iter().find(|(term, _)| same(node, *term)) else {
            continue;
        };
        let at = script.span(node).range();
        out.push_str(&script.source()[copied..at.start]);
        out.push_str(value);
        copied = at.end;
    }
    out.push_str(&script.source()[copied..all.end]);
    out
}

/// All cases in one formula.
fn combine(seed: &Seed, root: NodeId, cut: &[Case], rng: &mut Rng) -> String {
    let form = rng.below(4);
    let parts: Vec<(&str, String)> = cut
        .iter()
        .map(|case| (case.condition.as_str(), with(seed, root, &case.values)))
        .collect();
    match form {
        // Where no other case holds the last one does.
        0 => {
            let mut out = String::new();
            for (condition, part) in &parts[..parts.len() - 1] {
                out.push_str(&format!("(ite {condition} {part} "));
            }
            out.push_str(&parts[parts.len() - 1].1);
            out.push_str(&")".repeat(parts.len() - 1));
            out
        }
        1 => joined("and", "=>", &parts),
        _ => joined("or", "and", &parts),
    }
}

fn joined(all: &str, each: &str, parts: &[(&str, String)]) -> String {
    let mut out = format!("({all}");
    for (condition, part) in parts {
        out.push_str(&format!(" ({each} {condition} {part})"));
    }
    out.push(')');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::RuleBook;
    use crate::seed::SeedPool;
    use crate::strategy::{Position, make};
    use gadfly_catalog::Catalog;
    use gadfly_formula::Expect;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// The assertions that splitting a script's only one gives.
    fn assertions(script: &str) -> BTreeSet<String> {
        let catalog = Catalog::builtin();
        let (pool, refused) = SeedPool::read([("seed.smt2", script)], &catalog);
        assert!(refused.is_empty(), "{refused:?}");
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let mut found = BTreeSet::new();
        for index in 0..400 {
            let at = Position { seed: 1, index };
            let made = make(&mut Split, &pool, at, &mut kit).unwrap();
            let lines = made.iter().flat_map(|formula| formula.text.lines());
            let asserted = lines.filter_map(|line| line.strip_prefix("(assert "));
            found.extend(asserted.map(|line| line[..line.len() - 1].to_string()));
        }
        assert!(kit.refused.is_empty(), "{:?}", kit.refused);
        found
    }

    #[test]
    fn all_occurrences_of_a_truth_are_replaced_in_every_form() {
        let made = assertions(
            "(declare-const p Bool)(declare-const q Bool)(assert (or p (and q (not p))))(check-sat)",
        );
        for form in [
            "(ite p (or true (and q (not true))) (or false (and q (not false))))",
            "(and (=> p (or true (and q (not true)))) (=> (not p) (or false (and q (not false)))))",
            "(or (and p (or true (and q (not true)))) (and (not p) (or false (and q (not false)))))",
            "(ite (not p) (or p (and q true)) (or p (and q false)))",
        ] {
            assert!(made.contains(form), "{form}: {made:#?}");
        }
    }

    #[test]
    fn a_term_is_compared_with_a_value_and_becomes_it() {
        let made = assertions(
            "(declare-fun f (Int) Int)(declare-const x Int)(assert (= (f x) (f 7)))(check-sat)",
        );
        let by = |form: &str| {
            let forms = (0..=100).map(|value| form.replace('V', &value.to_string()));
            forms.filter(|form| made.contains(form)).count()
        };
        assert!(
            by("(ite (= x V) (= (f V) (f 7)) (= (f x) (f 7)))") > 0,
            "{made:#?}"
        );
        assert!(
            by("(ite (< (f x) V) (= (f x) (f 7)) (= (f x) (f 7)))") > 0,
            "{made:#?}"
        );
    }

    #[test]
    fn cubes_range_over_several_truths() {
        let made = assertions(
            "(declare-const p Bool)(declare-const q Bool)(assert (=> p (xor p q)))(check-sat)",
        );
        let form = "(or (and (and p q) (=> true (xor true true))) \
             (and (and (not p) q) (=> false (xor false true))) \
             (and (and p (not q)) (=> true (xor true false))) \
             (and (and (not p) (not q)) (=> false (xor false false))))";
        assert!(made.contains(form), "{made:#?}");
        // `(xor p q)` holds p: the two are not in one cube.
        let both =
            |one: &String| one.contains("(and p (xor p q)") || one.contains("(and (xor p q) p");
        assert!(!made.iter().any(both), "{made:#?}");
    }

    #[test]
    fn domains_are_cut_so_that_one_part_always_holds() {
        let made = assertions(
            "(declare-const x Int)(declare-const b (_ BitVec 4))(declare-const s String)\
             (declare-const f (_ FloatingPoint 5 11))\
             (assert (or (= x 1) (= b #x3) (= s \"a\") (fp.isZero f)))(check-sat)",
        );
        let has = |parts: &[&str]| {
            let all = |one: &String| parts.iter().all(|part| one.contains(part));
            made.iter().any(all)
        };
        assert!(has(&["(< x ", "(= x ", "(> x "]));
        assert!(has(&["(bvult b ", "(= b ", "(bvugt b "]));
        assert!(has(&[
            "(= ((_ extract 2 2) b) #b1)",
            "(= ((_ extract 2 2) b) #b0)"
        ]));
        assert!(has(&[
            "(< (str.len s) 2)",
            "(= (str.len s) 2)",
            "(> (str.len s) 2)"
        ]));
        assert!(has(&[
            "(= s \"\")",
            "(= (str.at s 0) \"b\")",
            "(and (distinct s \"\")"
        ]));
        assert!(has(&[
            "(fp.isNaN f)",
            "(fp.isNegative f)",
            "(fp.isPositive f)"
        ]));
    }

    #[test]
    fn a_datatype_has_a_case_for_each_constructor() {
        let made = assertions(
            "(declare-datatypes ((T 0)) (((none) (some (value Int)))))(declare-const x T)\
             (assert (distinct x (some 1)))(check-sat)",
        );
        let form = "(or (and ((_ is none) x) (distinct none (some 1))) \
             (and ((_ is some) x) (distinct x (some 1))))";
        assert!(made.contains(form), "{made:#?}");
    }

    #[test]
    fn what_is_bound_is_not_split_on() {
        // A whole assertion, values, a sort without values, bound variables, a definition's body.
        for script in [
            "(declare-const p Bool)(assert p)(check-sat)",
            "(assert (= 1 2))(check-sat)",
            "(assert (and true false))(check-sat)",
            "(declare-sort S 0)(declare-const a S)(declare-const b S)(assert (distinct a b))(check-sat)",
            "(assert (forall ((x Int)) (exists ((y Int)) (> y x))))(check-sat)",
            "(declare-const p Bool)(define-fun d () Bool (not p))(assert d)(check-sat)",
        ] {
            assert_eq!(assertions(script), BTreeSet::new(), "{script}");
        }
        let made = assertions(
            "(declare-const c Int)\
             (assert (let ((a (> c 1))) (forall ((c Int)) (=> a (> c 1)))))(check-sat)",
        );
        let body = "(forall ((c Int)) (=> a (> c 1)))";
        let form = format!("(ite (> c 1) (let ((a true)) {body}) (let ((a false)) {body}))");
        assert!(made.contains(&form), "{made:#?}");
        let whole = |one: &String| one.matches(body).count() == one.matches("(let ").count();
        assert!(made.iter().all(whole));
    }

    #[test]
    fn a_pattern_stays_as_it_is() {
        let made = assertions(
            "(declare-fun f (Int) Int)(declare-const c Int)(declare-const p Bool)\
             (assert (forall ((x Int)) (! (=> p (> (f x) (f c))) :pattern ((f x) (f c)))))(check-sat)",
        );
        let pattern = ":pattern ((f x) (f c))";
        assert!(made.iter().any(|one| one.contains("(=> true (> (f x)")));
        let valued = |one: &String| (0..=100).any(|v| one.contains(&format!("(> (f x) (f {v}))")));
        assert!(made.iter().any(valued));
        let whole = |one: &String| one.matches(pattern).count() == one.matches("(forall ").count();
        assert!(made.iter().all(whole));
    }

    #[test]
    fn every_answer_of_a_script_is_kept() {
        let catalog = Catalog::builtin();
        let script = "(declare-const a Int)(declare-const b Int)(set-info :status sat)\
            (assert (or (< a b) (> b 1)))(check-sat)(set-info :status unsat)(push 1)\
            (assert (and (> a (+ b 1)) (< b 0)))(check-sat)(pop 1)";
        let (pool, _) = SeedPool::read([("seed.smt2", script)], &catalog);
        let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Default::default());
        let at = Position { seed: 1, index: 0 };
        let made = make(&mut Split, &pool, at, &mut kit).unwrap().unwrap();
        assert_eq!(made.expect, [Expect::Sat, Expect::Unsat]);
    }
}
