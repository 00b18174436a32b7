//! The worked examples of the papers: with suitable choices our strategies reach what is printed.

mod seeds;

use gadfly_formula::{Expect, Formula};
use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use seeds::pool;
use std::sync::Arc;

/// A book with one rule or fusion function only.
fn only(id: &str) -> RuleBook {
    let mut book = RuleBook::read(&gadfly_testkit::catalog()).unwrap();
    book.rules.retain(|rule| rule.id == id);
    book.fusions.retain(|fusion| fusion.id == id);
    assert_eq!(book.rules.len() + book.fusions.len(), 1, "{id}");
    book
}

/// The first formula of a run that has all the wanted texts, names as printed.
fn reach(name: &str, book: RuleBook, ops: &[&str], seeds: &[&str], wanted: &[&str]) -> Formula {
    let catalog = gadfly_testkit::catalog();
    let pool = pool(seeds);
    let mut options = Options::default();
    options.allowed.only = ops.iter().map(ToString::to_string).collect();
    let mut kit = Kit::new(&catalog, Arc::new(book), options);
    let mut strategy = strategy(name).unwrap();
    for index in 0..40_000 {
        let Some(mut formula) =
            make(&mut *strategy, &pool, Position { seed: 7, index }, &mut kit).unwrap()
        else {
            continue;
        };
        formula.text = formula.text.replace("!.y", "").replace("z!f0", "z");
        if wanted.iter().all(|part| formula.text.contains(part)) {
            return formula;
        }
    }
    panic!("{name} does not reach {wanted:?}");
}

/// A rule alone weakens a satisfiable seed to what is wanted.
fn weakens(rule: &str, seed: &str, wanted: &str) {
    let mutant = reach("weaken", only(rule), &[], &[seed], &[wanted]);
    assert_eq!(mutant.expect, [Expect::Sat]);
}

#[test]
fn fusion_figure_1() {
    let one =
        "(set-info :status sat)(declare-fun x () Int)(assert (and (> x 0) (> x 1)))(check-sat)";
    let two =
        "(set-info :status sat)(declare-fun y () Int)(assert (and (< y 0) (< y 1)))(check-sat)";
    let fused = reach(
        "fusion",
        only("int-add"),
        &[],
        &[one, two],
        &[
            "(assert (and (> x 0) (> (- z y) 1)))",
            "(assert (and (< (- z x) 0) (< y 1)))",
        ],
    );
    assert_eq!(fused.expect, [Expect::Sat]);
}

#[test]
fn fusion_figures_2_and_3() {
    let one = "(set-info :status sat)(declare-fun x () Int)(declare-fun w () Bool)(assert (= x (- 1)))\
        (assert (= w (= x (- 1))))(assert w)(check-sat)";
    let two = "(set-info :status sat)(declare-fun y () Int)(declare-fun v () Bool)(assert (= v (not (= y (- 1)))))\
        (assert (ite v false (= y (- 1))))(check-sat)";
    let fused = reach(
        "fusion",
        only("int-mul-bare"),
        &[],
        &[one, two],
        &[
            "(assert (= (div z y) (- 1)))\n(assert (= w (= x (- 1))))\n(assert w)",
            "(assert (= v (not (= y (- 1)))))\n(assert (ite v false (= (div z x) (- 1))))",
        ],
    );
    // The printed functions lose a variable at 0: without a witness nothing is promised.
    assert_eq!(fused.expect, [Expect::Unknown]);
}

#[test]
fn fusion_figures_4_and_5() {
    let three = "(set-info :status unsat)(declare-fun x () Real)(assert (not (= (+ (+ 1.0 x) 6.0) (+ 7.0 x))))(check-sat)";
    let four = "(set-info :status unsat)(declare-fun y () Real)(declare-fun w () Real)(declare-fun v () Real)\
        (assert (and (< y v) (>= w v) (< (/ w v) 0) (> y 0)))(check-sat)";
    let fused = reach(
        "fusion",
        only("real-mul-bare"),
        &[],
        &[three, four],
        &[
            "(assert (or (not (= (+ (+ 1.0 (/ z y)) 6.0) (+ 7.0 x))) (and (< (/ z x) v) (>= w v) (< (/ w v) 0) (> (/ z x) 0))))",
            "(assert (= z (* x y)))",
            "(assert (= x (/ z y)))",
            "(assert (= y (/ z x)))",
        ],
    );
    assert_eq!(fused.expect, [Expect::Unsat]);
}

#[test]
fn typefuzz_figure_2() {
    let seed = "(declare-fun x () String)(assert (> (- (str.to_int (str.++ x x))) 0))(check-sat)";
    reach(
        "type",
        RuleBook::default(),
        &["str.from_int"],
        &[seed],
        &["(assert (> (- (str.to_int (str.++ (str.from_int 0) x))) 0))"],
    );
}

#[test]
fn typefuzz_figure_3() {
    let seed = "(declare-fun x () String)(declare-fun y () String)\
        (assert (= (str.replace x \"B\" (str.++ \"B\" \"B\")) (str.++ y \"B\")))(check-sat)";
    reach(
        "type",
        RuleBook::default(),
        &["str.replace"],
        &[seed],
        &[
            "(assert (= (str.replace (str.replace x \"B\" (str.++ \"B\" \"B\")) \"B\" (str.++ y \"B\")) (str.++ y \"B\")))",
        ],
    );
}

#[test]
fn opfuzz_replaces_an_operator() {
    let seed = "(declare-fun x () Int)(assert (> (+ 1 x) 2))(check-sat)";
    reach(
        "op",
        RuleBook::default(),
        &[],
        &[seed],
        &["(assert (> (* 1 x) 2))"],
    );
}

#[test]
fn thesis_figure_1() {
    let seed = "(set-logic NRA)(set-info :status sat)(declare-const a Real)(assert (forall ((b Real)) (exists ((c Real)) (and \
        (= (+ a (* c (+ b c) (+ b c))) 0) (< a 0) (> c 0)))))(check-sat)";
    weakens("real-gt-weaken-ne", seed, "(< a 0.0) (not (= c 0.0))");
}

#[test]
fn thesis_figure_4() {
    let seed = "(set-info :status sat)(declare-const s String)(assert (= s \".\"))(check-sat)";
    let wanted = "(assert (str.contains s \".\"))";
    weakens("str-eq-weaken-contains", seed, wanted);
}

#[test]
fn thesis_figure_5() {
    let seed = "(set-info :status sat)(declare-const s String)(assert (= s \"abc\"))(assert (> 2 1))(check-sat)";
    let wanted = "(assert (=> (and (>= 2 0) (>= 1 0)) (str.suffixof (str.substr s 2 (str.len s)) (str.substr s 1 (str.len s)))))";
    weakens("int-gt-to-suffixof", seed, wanted);
}

/// Thesis listing 1: under Boolean equality the same step weakens or strengthens, so no rule that
/// is only an implication is used there.
#[test]
fn thesis_listing_1() {
    let seed = "(set-info :status sat)(declare-const x Int)(assert (= (= x 1) true))(assert (= (= x 1) false))(check-sat)";
    let catalog = gadfly_testkit::catalog();
    let (pool, _) = SeedPool::read([("a.smt2", seed)], &catalog);
    let mut kit = Kit::new(
        &catalog,
        Arc::new(only("int-eq-weaken-ge")),
        Options::default(),
    );
    let mut weaken = strategy("weaken").unwrap();
    for index in 0..200 {
        assert!(
            make(&mut *weaken, &pool, Position { seed: 1, index }, &mut kit)
                .unwrap()
                .is_none()
        );
    }
}
