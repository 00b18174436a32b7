//! Models put in as definitions: real solvers answer `sat` exactly to those that hold.

use gadfly_exec::Limits;
use gadfly_oracle::{put_in, said_to};
use gadfly_solver::{Answer, Options, Solver, resolve};
use std::time::Duration;

/// Script, model, whether it holds.
const MODELS: &[(&str, &str, bool)] = &[
    (
        "(declare-fun x () Int)(assert (> x 0))",
        "((define-fun x () Int 1))",
        true,
    ),
    (
        "(declare-fun x () Int)(assert (> x 0))",
        "((define-fun x () Int (- 1)))",
        false,
    ),
    // What the model leaves out may be anything.
    (
        "(declare-fun x () Int)(declare-fun y () Int)(assert (> y x))",
        "((define-fun x () Int 1))",
        true,
    ),
    // Division by zero: by the model's table of one or two arguments, or open.
    (
        "(declare-fun a () Real)(assert (> (/ 0 a) 0))",
        "((define-fun a () Real 0.0)(define-fun /0 ((x Real) (y Real)) Real (ite (= x 0.0) 1.0 0.0)))",
        true,
    ),
    (
        "(declare-fun a () Real)(assert (> (/ 1 a) 0))",
        "((define-fun a () Real 0.0)(define-fun /0 ((x Real)) Real (ite (= x 0.0) 1.0 0.0)))",
        false,
    ),
    (
        "(declare-fun a () Real)(assert (= (/ 8 a 0 2) 3))",
        "((define-fun a () Real 2.0))",
        true,
    ),
    (
        "(declare-fun a () Real)(assert (distinct (/ 8.0 a) (/ 8.0 0.0)))",
        "((define-fun a () Real 0.0))",
        false,
    ),
    (
        "(declare-fun n () Int)(assert (and (= (div n 0) 3) (= (mod n 0) 5)))",
        "((define-fun n () Int 0)(define-fun div0 ((x Int) (y Int)) Int 3)(define-fun mod0 ((x Int) (y Int)) Int 5))",
        true,
    ),
    (
        "(declare-fun n () Int)(assert (= (div 7 n 0) 3))",
        "((define-fun n () Int 2)(define-fun div0 ((x Int) (y Int)) Int 4))",
        false,
    ),
    // Irrational numbers, of both families.
    (
        "(declare-fun r () Real)(assert (and (= (* r r) 2.0) (< r 0.0)))",
        "((define-fun r () Real (root-obj (+ (^ x 2) (- 2)) 1)))",
        true,
    ),
    (
        "(declare-fun r () Real)(assert (and (= (* r r) 2.0) (< r 0.0)))",
        "((define-fun r () Real (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)))",
        false,
    ),
    // Elements of uninterpreted sorts: different, and there are no others.
    (
        "(declare-sort U 0)(declare-fun u () U)(declare-fun v () U)(assert (distinct u v))",
        "((define-fun u () U U!val!0)(define-fun v () U U!val!0))",
        false,
    ),
    (
        "(declare-sort U 0)(declare-fun u () U)(declare-fun f (U) U)(assert (forall ((x U)) (= (f x) u)))",
        "(\n; rep: (as @U_0 U)\n(define-fun u () U (as @U_0 U))\n(define-fun f ((x U)) U (as @U_0 U))\n)",
        true,
    ),
    // Arrays as tables, functions and lambdas.
    (
        "(declare-fun a () (Array Int Int))(assert (= (select a 5) 7))",
        "((define-fun a () (Array Int Int) (_ as-array k!0))(define-fun k!0 ((x Int)) Int (ite (= x 1) 4 7)))",
        true,
    ),
    (
        "(declare-fun a () (Array Int Real))(assert (= (select a 1) 7))",
        "((define-fun a () (Array Int Real) (lambda ((x Int)) (ite (= x 1) 4.0 7.0))))",
        false,
    ),
    // Definitions of the script, an order that matters, an integer for a real.
    (
        "(define-fun half ((r Real)) Real (/ r 2))(declare-fun f (Real) Real)(assert (= (half (f 1)) 2))",
        "((define-fun f ((x Real)) Real (g x))(define-fun g ((x Real)) Real (ite (= x 1.0) 4.0 0.0)))",
        true,
    ),
    (
        "(set-logic QF_LRA)(declare-fun r () Real)(assert (= r 1))",
        "((define-fun r () Real (/ 3 3)))",
        true,
    ),
    // Only what holds at the check.
    (
        "(declare-fun p () Bool)(push 1)(assert p)(pop 1)(assert (not p))",
        "((define-fun p () Bool false))",
        true,
    ),
    // Equations of yices.
    (
        "(declare-fun f (Int) Real)(assert (= (f 1) (+ (f 2) 2)))",
        "(= f @fun_3)\n(function @fun_3\n (type (-> Int Real))\n (= (@fun_3 1) 3)\n (default 1))",
        true,
    ),
];

fn answer(solver: &Solver, question: &str) -> Option<Answer> {
    let options = Options {
        limits: Limits {
            cpu: Some(Duration::from_secs(20)),
            wall: Some(Duration::from_secs(120)),
            ..Limits::default()
        },
        ..Options::default()
    };
    let question = said_to(&solver.family, question);
    let run = solver.run(&question, &options);
    run.answers
        .first()
        .cloned()
        .filter(|_| run.errors.is_empty())
}

#[test]
fn solvers_say_what_holds() {
    gadfly_testkit::catalog();
    let found = resolve(&["z3@5.4.0".into(), "cvc5@1.4.2".into()]);
    let Some(solvers) = gadfly_testkit::installed(found) else {
        return;
    };
    for (script, model, holds) in MODELS {
        let script = format!("{script}(check-sat)");
        let (question, open) = put_in(&script, 0, model).expect(model);
        assert!(!open, "{question}");
        // cvc5 as pip has it cannot solve polynomials of irrational roots.
        let irrational = question.contains("gadfly!root!");
        for solver in solvers.iter().filter(|s| !irrational || s.family == "z3") {
            let wanted = if *holds { Answer::Sat } else { Answer::Unsat };
            let said = answer(solver, &question);
            assert_eq!(said, Some(wanted), "{}: {question}", solver.spec);
        }
    }
}

#[test]
fn what_cannot_be_put_in_is_left_alone() {
    for (script, model) in [
        ("(declare-fun x () Int)", "(define-fun x"),
        ("(declare-fun x () Int)", "no model"),
        ("(declare-fun x () Real)", "((define-fun x () Real 1.41?))"),
        (
            "(declare-fun f (Int) Int)",
            "((define-fun f ((x Int)) Int (g x))(define-fun g ((x Int)) Int (f x)))",
        ),
        ("(assert", "((define-fun x () Int 1))"),
    ] {
        assert_eq!(
            put_in(&format!("{script}(check-sat)"), 0, model),
            None,
            "{model}"
        );
    }
    let script = "(declare-fun f () Float32)(assert (= (fp.to_real f) 1.0))(check-sat)";
    let (_, open) = put_in(script, 0, "((define-fun f () Float32 (_ NaN 8 24)))").expect("put in");
    assert!(open, "solvers fill in what NaN is as a real");
}

#[test]
fn a_value_in_words_of_its_solver_alone_stays_open() {
    gadfly_testkit::catalog();
    let found = resolve(&["z3@5.4.0".into(), "cvc5@1.4.2".into()]);
    let Some(solvers) = gadfly_testkit::installed(found) else {
        return;
    };
    let script = "(declare-fun f () Float32)(declare-fun x () Int)(assert (< x 0))(check-sat)";
    for (x, right) in [("0", Answer::Unsat), ("(- 1)", Answer::Sat)] {
        let model = format!("((define-fun f () Float32 @uc_Float32_0)(define-fun x () Int {x}))");
        let (question, open) = put_in(script, 0, &model).expect("put in");
        assert!(open && !question.contains('@'), "{question}");
        for solver in &solvers {
            assert_eq!(answer(solver, &question), Some(right.clone()), "{question}");
        }
    }
    // Elements of sorts have values that all can be given.
    let script =
        "(declare-sort S 0)(declare-fun a () S)(declare-fun b () S)(assert (= a b))(check-sat)";
    let model = "((define-fun a () S (as @S_0 S))(define-fun b () S (as @S_1 S)))";
    let (question, open) = put_in(script, 0, model).expect("put in");
    assert!(!open, "{question}");
}
