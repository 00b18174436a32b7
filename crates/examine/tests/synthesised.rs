//! Synthesis problems, solved by a real cvc5 and judged: nothing is wrong with what it says.

mod real;

use gadfly_examine::{Case, Runner};
use gadfly_exec::Limits;
use gadfly_oracle::{Given, labelled};
use gadfly_profile::Home;
use gadfly_solver::{Asked, Resolver};
use real::equipped;
use std::time::Duration;

const MAX: &str = "(set-logic LIA)(synth-fun f ((a Int) (b Int)) Int)(declare-var x Int)(declare-var y Int)\
    (constraint (<= x (f x y)))(constraint (<= y (f x y)))\
    (constraint (or (= x (f x y)) (= y (f x y))))(check-synth)";
const DERIVED: &str = "(set-logic BV)(synth-fun f ((a (_ BitVec 4))) (_ BitVec 4) ((S (_ BitVec 4)))\
    ((S (_ BitVec 4) (a #x1 (bvadd S S) (bvnot S)))))(declare-var x (_ BitVec 4))\
    (constraint (= (f x) (bvneg x)))(check-synth)";
const INVARIANT: &str = "(set-logic LIA)(synth-inv i ((a Int)))(define-fun pre ((a Int)) Bool (= a 0))\
    (define-fun step ((a Int) (b Int)) Bool (= b (+ a 1)))(define-fun post ((a Int)) Bool (<= 0 a))\
    (inv-constraint i pre step post)(check-synth)";
/// The grammar has too few terms.
const FEW: &str = "(set-logic LIA)(synth-fun f ((a Int)) Int ((S Int)) ((S Int (a 0))))(declare-var x Int)\
    (set-info :solution ((define-fun f ((a Int)) Int (+ a 1))))(assume (< 3 x))(constraint (< x (f x)))(check-synth)";
const NONE: &str = "(set-logic LIA)(synth-fun f ((a Int)) Int)(declare-var x Int)\
    (constraint (< x (f x)))(constraint (< (f x) (+ x 1)))(check-synth)";

#[test]
fn what_cvc5_finds_is_right() {
    gadfly_testkit::catalog();
    let resolver = Resolver::new(Home::from_env());
    let found = |spec| gadfly_testkit::installed(resolver.one(spec));
    let (Some(cvc5), Some(z3), Some(yices)) = (found("cvc5"), found("z3"), found("yices")) else {
        return;
    };
    let limits = Limits {
        wall: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let solvers = cvc5.into_iter().chain(z3).chain(yices).collect();
    let (specs, equipment) = equipped(solvers, 2, limits);
    for (script, says) in [
        (MAX, "(\n(define-fun f ((a Int) (b Int)) Int "),
        (DERIVED, "(\n(define-fun f ((a (_ BitVec 4))) (_ BitVec 4) "),
        (INVARIANT, "(\n(define-fun i ((a Int)) Bool "),
        (FEW, "infeasible"),
        (NONE, "infeasible"),
    ] {
        let run = equipment.runner.fresh(&specs[0], script, &limits);
        let run = run.expect("a run");
        let told: Vec<_> = run
            .told
            .iter()
            .map(|it| (it.asked, it.text.as_str()))
            .collect();
        let [(Asked::Synthesis, text)] = told[..] else {
            panic!("{script}: {told:?}, {}", run.outcome);
        };
        assert!(text.starts_with(says), "{script}: {text}");
        let formula = labelled(script, Given::File);
        let runs = [run.clone()];
        let examination = equipment.examiner().examine(&Case::new(&formula, &runs));
        let found: Vec<_> = examination
            .confirmed
            .iter()
            .map(|it| &it.verdict.sentence)
            .collect();
        assert!(found.is_empty(), "{script}: {found:?}");
    }
}
