//! Numbers that are not rational: roots in different writings, and functions that intervals enclose.

mod setup;

use gadfly_eval::Truth;
use gadfly_rng::Rng;
use setup::{evaluated, word};

/// Symbols for a few roots, in z3's and in cvc5's writing.
const ROOTS: &str = "(
  (define-fun r2 () Real (root-obj (+ (^ x 2) (- 2)) 2))
  (define-fun r3 () Real (_ real_algebraic_number <1*x^2 + (-3), (3/2, 2)>))
  (define-fun r6 () Real (root-obj (+ (^ x 2) (- 6)) 2))
  (define-fun minus () Real (root-obj (+ (^ x 2) (- 2)) 1))
  (define-fun sum () Real (root-obj (+ (^ x 4) (* (- 10) (^ x 2)) 1) 4))
  (define-fun same () Real (_ real_algebraic_number <2*x^4 + (-8), (1, 2)>))
  (define-fun golden () Real (root-obj (+ (^ x 2) (* (- 1) x) (- 1)) 2))
  (define-fun cube () Real (root-obj (+ (^ x 3) (- 2)) 1))
  (define-fun six () Real (root-obj (+ (^ x 6) (- 4)) 2))
  (define-fun four () Real (root-obj (+ (^ x 2) (- 16)) 2)))";

const NAMES: &str = "(declare-const r2 Real)(declare-const r3 Real)(declare-const r6 Real)
  (declare-const minus Real)(declare-const sum Real)(declare-const same Real)(declare-const golden Real)
  (declare-const cube Real)(declare-const six Real)(declare-const four Real)\n";

fn truth(term: &str) -> String {
    let text = format!("{NAMES}(assert {term})");
    match evaluated(&text, ROOTS).unwrap().overall {
        Truth::Undetermined(reason) => reason.to_string(),
        settled => word(&settled),
    }
}

#[test]
fn roots_are_exact_in_every_writing() {
    for (term, expect) in [
        ("(= (* r2 r2) 2.0)", "true"),
        ("(= (+ r2 minus) 0.0)", "true"),
        ("(= (* r2 minus) (- 2.0))", "true"),
        ("(= (* r2 r3) r6)", "true"),
        ("(= (+ r2 r3) sum)", "true"),
        ("(= (* sum sum) (+ 5.0 (* 2.0 r6)))", "true"),
        ("(= (/ 1.0 (+ r2 r3)) (- r3 r2))", "true"),
        ("(= r2 same)", "true"),
        ("(distinct r2 same)", "false"),
        ("(= (* golden golden) (+ golden 1.0))", "true"),
        ("(= (/ 1.0 golden) (- golden 1.0))", "true"),
        ("(= (* cube cube cube) 2.0)", "true"),
        ("(= cube six)", "true"),
        ("(= four 4.0)", "true"),
        ("(is_int four)", "true"),
        ("(is_int r2)", "false"),
        ("(is_int (* r2 r2))", "true"),
        ("(= (to_int r2) 1)", "true"),
        ("(= (to_int minus) (- 2))", "true"),
        ("(= (to_int (* 1000000000000.0 r2)) 1414213562373)", "true"),
        ("(< r2 1.41421356237309504880168872421)", "true"),
        ("(> r2 1.41421356237309504880168872420)", "true"),
        ("(< minus 0.0 r2 r3 (+ r2 r3))", "true"),
        ("(= (ite (> r2 r3) r2 r3) r3)", "true"),
        ("(= (abs minus) r2)", "true"),
        (
            "(= (/ r2 (- r2 same)) 1.0)",
            "/ is unspecified here and the model does not fix it",
        ),
        ("(= (^ r2 10) 32.0)", "true"),
        ("(= (sqrt 2.0) r2)", "true"),
        ("(= (sqrt (/ 9.0 4.0)) 1.5)", "true"),
        (
            "(= (sqrt r2) 1.0)",
            "no meaning is known for sqrt of an irrational number",
        ),
        (
            "(= (sqrt (- 1.0)) 1.0)",
            "sqrt is unspecified here and the model does not fix it",
        ),
    ] {
        assert_eq!(truth(term), expect, "{term}");
    }
}

#[test]
fn functions_are_enclosed_and_exact_at_zero() {
    let open = "real numbers could not be told apart";
    for (term, expect) in [
        ("(= (sin 0.0) 0.0)", "true"),
        ("(= (cos 0.0) 1.0)", "true"),
        ("(= (exp 0.0) 1.0)", "true"),
        ("(= (tan 0.0) 0.0)", "true"),
        ("(= (sec 0.0) 1.0)", "true"),
        ("(= (sin (- r2 same)) 0.0)", "true"),
        (
            "(= (csc 0.0) 1.0)",
            "/ is unspecified here and the model does not fix it",
        ),
        (
            "(< 2.71828182845904523536 (exp 1.0) 2.71828182845904523537)",
            "true",
        ),
        (
            "(< 3.14159265358979323846 real.pi 3.14159265358979323847)",
            "true",
        ),
        ("(< 0.84147098480 (sin 1.0) 0.84147098481)", "true"),
        ("(< 0.54030230586 (cos 1.0) 0.54030230587)", "true"),
        ("(< 1.55740772465 (tan 1.0) 1.55740772466)", "true"),
        ("(< (- 0.4161468366) (cos 2.0) (- 0.4161468365))", "true"),
        ("(< (- 1.0) (sin 1000000.0) 1.0)", "true"),
        ("(> (exp (- 50.0)) 0.0)", "true"),
        ("(< (exp r2) (exp r3))", "true"),
        ("(= (exp 1.0) 2.0)", "false"),
        ("(= (* real.pi real.pi) 10.0)", "false"),
        ("(= (sin real.pi) 0.0)", open),
        ("(= (* (exp 1.0) (exp (- 1.0))) 1.0)", open),
    ] {
        assert_eq!(truth(term), expect, "{term}");
    }
}

/// A random element of Q(r2, r3), as text, with its value as a machine number.
fn random(rng: &mut Rng, depth: u32) -> (String, f64) {
    let leaf = depth == 0 || rng.below(4) == 0;
    if leaf {
        return match rng.below(5) {
            0 => ("r2".into(), 2f64.sqrt()),
            1 => ("r3".into(), 3f64.sqrt()),
            2 => ("minus".into(), -(2f64.sqrt())),
            _ => {
                let (n, d) = (rng.below(20), 1 + rng.below(9));
                (format!("(/ {n}.0 {d}.0)"), n as f64 / d as f64)
            }
        };
    }
    let (a, x) = random(rng, depth - 1);
    let (b, y) = random(rng, depth - 1);
    match rng.below(3) {
        0 => (format!("(+ {a} {b})"), x + y),
        1 => (format!("(- {a} {b})"), x - y),
        _ => (format!("(* {a} {b})"), x * y),
    }
}

#[test]
fn field_laws_hold_and_signs_agree_with_machine_numbers() {
    for index in 0..60 {
        let mut rng = Rng::new(4, 1, index);
        let ((a, x), (b, y), (c, _)) = (
            random(&mut rng, 3),
            random(&mut rng, 3),
            random(&mut rng, 2),
        );
        let laws = format!(
            "(and (= (* {a} (+ {b} {c})) (+ (* {a} {b}) (* {a} {c}))) (= (- {a} {a}) 0.0)
              (or (= {b} 0.0) (= (* (/ {a} {b}) {b}) {a})) (= (* {a} {b}) (* {b} {a})))"
        );
        assert_eq!(truth(&laws), "true", "{laws}");
        if (x - y).abs() > 1e-6 {
            let expect = (x < y).to_string();
            assert_eq!(truth(&format!("(< {a} {b})")), expect, "{a} {b}");
        }
    }
}
