//! Models that do not belong to the formula, or are broken: an error or *undetermined* with its reason,
//! never *false*, never a panic.

mod setup;

use gadfly_eval::{Model, Truth, evaluate};
use gadfly_rng::Rng;
use setup::{evaluated, script, word};

/// The message that a user reads: of the error, or of the undetermined evaluation.
fn message(text: &str, model: &str) -> String {
    match evaluated(text, model) {
        Err(error) => format!("error: {error}"),
        Ok(evaluation) => word(&evaluation.overall),
    }
}

/// Each script is undetermined under its model, for this reason.
fn undetermined(cases: &[(&str, &str, &str)]) {
    for (text, model, expect) in cases {
        let expect = format!("undetermined: {expect}");
        assert_eq!(message(text, model), expect, "{model}");
    }
}

const INT: &str = "(declare-const x Int)(assert (> x 5))";
const VECTOR: &str = "(declare-const x (_ BitVec 8))(assert (= x #x07))";
const FUNCTION: &str = "(declare-fun f (Int) Int)(assert (= (f 1) 7))";

#[test]
fn texts_that_are_no_models_are_errors() {
    for (model, expect) in [
        (
            "((define-fun x () Int 6)",
            "error: the model is cut off: a parenthesis, string or quoted symbol is not closed",
        ),
        (
            "((define-fun x () Int \"6)",
            "error: the model is cut off: a parenthesis, string or quoted symbol is not closed",
        ),
        (
            "((define-fun |x () Int 6))",
            "error: the model is cut off: a parenthesis, string or quoted symbol is not closed",
        ),
        (
            "((define-fun x () Int 6)))",
            "error: the model has a closing parenthesis too many",
        ),
        (
            "sat",
            "error: there is no model in this text: no (define-fun …), no (model …), no list of values",
        ),
        (
            "",
            "error: there is no model in this text: no (define-fun …), no (model …), no list of values",
        ),
        (
            "(error \"line 3: model is not available\")",
            "error: the text is an error message, not a model: (error \"line 3: model is not available\")",
        ),
    ] {
        assert_eq!(message(INT, model), expect, "{model}");
    }
}

#[test]
fn models_of_other_formulas_are_undetermined() {
    let cases = [
        (
            INT,
            "((define-fun y () Int 1))",
            "the model has no value for x",
        ),
        (
            INT,
            "((define-fun x () Real 0.5))",
            "x is declared as Int, and the model defines it as Real: is this the model of another formula?",
        ),
        (
            INT,
            "((define-fun x () Bool true))",
            "x is declared as Int, and the model defines it as Bool: is this the model of another formula?",
        ),
        (
            INT,
            "((define-fun x ((y Int)) Int 1))",
            "x is declared as Int, and the model defines it as (Int) Int: is this the model of another formula?",
        ),
        (
            VECTOR,
            "((define-fun x () (_ BitVec 4) #x1))",
            "x is declared as (_ BitVec 8), and the model defines it as (_ BitVec 4): is this the model of another formula?",
        ),
        (
            FUNCTION,
            "((define-fun f () Int 1))",
            "f is declared as (Int) Int, and the model defines it as Int: is this the model of another formula?",
        ),
        (
            FUNCTION,
            "((define-fun f ((x Int) (y Int)) Int 1))",
            "f is declared as (Int) Int, and the model defines it as (Int Int) Int: is this the model of another formula?",
        ),
        (
            FUNCTION,
            "((define-fun f ((x Bool)) Int (ite (= x true) 3 4)))",
            "f is declared as (Int) Int, and the model defines it as (Bool) Int: is this the model of another formula?",
        ),
        (
            INT,
            "((define-fun x () Int (foo 1)))",
            "the model has no value for foo",
        ),
        (
            INT,
            "((define-fun x () Int y))",
            "the model has no value for y",
        ),
        (
            INT,
            "((define-fun x () Int x))",
            "the value is out of reach of the evaluator's limits",
        ),
        (
            INT,
            "((define-fun x () Int 1)(define-fun x () Int 2))",
            "the model defines x twice",
        ),
        (INT, "((define-fun x))", "the model has no value for x"),
    ];
    undetermined(&cases);
}

#[test]
fn values_out_of_range_are_undetermined() {
    let float = "(declare-const x Float32)(assert (fp.isNaN x))";
    let text = "(declare-const x String)(assert (= x \"a\"))";
    let real = "(declare-const x Real)(assert (= x 5.0))";
    let data = "(declare-datatypes ((C 0)) (((r) (g (n Int)))))(declare-const x C)(assert (= x r))";
    let array = "(declare-const x (Array Int Int))(assert (= (select x 0) 1))";
    let cases = [
        (
            INT,
            "((define-fun x () Int true))",
            "the model's value for x is not of its sort",
        ),
        (
            VECTOR,
            "((define-fun x () (_ BitVec 8) #x1ff))",
            "the model's value for x is not of its sort",
        ),
        (
            VECTOR,
            "((define-fun x () (_ BitVec 8) (_ bv300 8)))",
            "the model's value (_ bv300 8) is out of range or cannot be read",
        ),
        (
            VECTOR,
            "((define-fun x () (_ BitVec 8) #xzz))",
            "the model's value #xzz is out of range or cannot be read",
        ),
        (
            float,
            "((define-fun x () Float32 (fp #b0 #xff #b00)))",
            "the model's value for x is not of its sort",
        ),
        (
            text,
            "((define-fun x () String \"\\u{30000}\"))",
            "the string \"\\u{30000}\" has an escape that is not of SMT-LIB: releases differ on its meaning",
        ),
        (
            real,
            "((define-fun x () Real (root-obj (+ (^ x 2) 1) 1)))",
            "the model's value (root-obj (+ (^ x 2) 1) 1) is out of range or cannot be read",
        ),
        (
            real,
            "((define-fun x () Real 1.41421356?))",
            "the model's value 1.41421356? is out of range or cannot be read",
        ),
        (
            real,
            "((define-fun x () Real (/ 1.0 0.0)))",
            "/ is unspecified here and the model does not fix it",
        ),
        (
            real,
            "((define-fun x () Real 1.414214))",
            "the model's decimal for x may be a rounded irrational number",
        ),
        (
            data,
            "((define-fun x () C b))",
            "the model has no value for b",
        ),
        (
            data,
            "((define-fun x () C (g true)))",
            "the model's value for x is not of its sort",
        ),
        (
            array,
            "((define-fun x () (Array Int Int) (store 3 4 5)))",
            "an argument has another sort than the operator takes",
        ),
    ];
    undetermined(&cases);
}

/// Whatever is cut out of, or doubled in, a model: no panic, and never false where the whole is true.
#[test]
fn damaged_models_are_never_false() {
    let text = "(declare-sort U 0)(declare-const a U)(declare-fun f (U Int) Int)
        (declare-const b (Array Int Real))(declare-const s String)
        (declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)
        (assert (= (f a 1) 7))(assert (= (select b 2) (/ 1.0 3.0)))(assert (= s \"ab\"))
        (assert (= (hd l) 3))";
    let model = "((define-fun a () U U!val!0)
        (define-fun f ((x!0 U) (x!1 Int)) Int (ite (and (= x!0 U!val!0) (= x!1 1)) 7 0))
        (define-fun b () (Array Int Real) (store ((as const (Array Int Real)) 0.0) 2 (/ 1.0 3.0)))
        (define-fun s () String \"ab\")(define-fun l () L (cons 3 nil)))";
    assert_eq!(message(text, model), "true");
    let script = script(text);
    for cut in 0..model.len() {
        // A prefix that is cut inside a value could be another value, but not a whole model.
        if let Ok(model) = Model::parse(&model[..cut], &script) {
            let overall = evaluate(&script, &model).overall;
            assert!(
                matches!(overall, Truth::Undetermined(_)),
                "{cut}: {overall:?}"
            );
        }
    }
    let entries: Vec<&str> = model[1..model.len() - 1]
        .split("(define-fun")
        .skip(1)
        .collect();
    for index in 0..200 {
        let mut rng = Rng::new(9, 2, index);
        let kept = (0..rng.below(7)).map(|_| entries[rng.below(entries.len())]);
        let damaged: String = kept.map(|e| format!("(define-fun{e}")).collect();
        let found = message(text, &format!("({damaged})"));
        assert_ne!(found, "false", "{damaged}");
    }
}
