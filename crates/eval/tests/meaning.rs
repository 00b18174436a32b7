//! The evaluator in the object language: closed terms with their values, scripts with their models.

mod setup;

use gadfly_eval::{Evaluation, Model, evaluate_term, smallest_false};
use setup::{evaluated, script, word};

/// The printed value of a closed term, or `?` if it is undetermined.
fn value(term: &str) -> String {
    let script = script(&format!("(assert (= {term} {term}))"));
    let root = script.assertions().next().unwrap();
    let term = script.args(root)[0];
    evaluate_term(&script, &Model::empty(&script), term).map_or("?".to_string(), |v| v.to_string())
}

/// Closed terms with what `value` says of each.
fn have_values(cases: &[(&str, &str)]) {
    for (term, expect) in cases {
        assert_eq!(value(term), *expect, "{term}");
    }
}

fn run(text: &str, model: &str) -> Evaluation {
    evaluated(text, model).unwrap()
}

fn check(text: &str, model: &str, expect: &str) {
    let evaluation = run(text, model);
    let found = word(&evaluation.overall);
    // The reason is another test's business.
    let found = found.split(':').next().unwrap_or_default();
    assert_eq!(found, expect, "{text}\n{model}\n{evaluation:?}");
}

#[test]
fn core() {
    have_values(&[
        ("(=> false false false)", "true"),
        ("(=> true true false)", "false"),
        ("(xor true true true)", "true"),
        ("(= 1 1 2)", "false"),
        ("(distinct 1 2 1)", "false"),
        ("(not (= 1 1 2))", "true"),
        ("(- 10 3 2)", "5"),
        ("(let ((x 1) (y 2)) (let ((x y) (y x)) (- x y)))", "1"),
        ("(ite (< 1 2) \"a\" \"b\")", "\"a\""),
        ("(and true (= (div 1 0) 2) false)", "false"),
        ("(or (= (div 1 0) 2) true)", "true"),
        ("(= (div 1 0) 2)", "?"),
        ("(* 0 (div 1 0))", "0"),
    ]);
}

#[test]
fn arithmetic() {
    have_values(&[
        ("(div (- 7) 2)", "(- 4)"),
        ("(mod (- 7) (- 2))", "1"),
        ("(div 7 (- 2) 2)", "(- 2)"),
        ("(/ 1.0 3.0)", "(/ 1.0 3.0)"),
        ("(to_int (- 0.5))", "(- 1)"),
        ("(is_int 2.0)", "true"),
        ("((_ divisible 3) (- 9))", "true"),
        ("(< 1.0 2.0 2.0)", "false"),
        ("(abs (- 5))", "5"),
        ("(* (div 1 0) 2)", "?"),
        ("(* 2 0 (div 1 0) 3)", "0"),
        ("(+ 9223372036854775807 1 (- 1))", "9223372036854775807"),
        (
            "(- (- 9223372036854775808) 1 (- 2))",
            "(- 9223372036854775807)",
        ),
        ("(- (- 9223372036854775808))", "9223372036854775808"),
        ("(* 4294967296 (- 4294967296) 0)", "0"),
        ("(* 3037000500 3037000500)", "9223372037000250000"),
        ("(+ 1 2.5 3)", "(/ 13.0 2.0)"),
    ]);
}

#[test]
fn bit_vectors() {
    have_values(&[
        ("(bvudiv #x5 #x0)", "#xf"),
        ("(bvurem #x5 #x0)", "#x5"),
        ("(bvsdiv #x8 #xf)", "#x8"),
        ("(bvsmod #x9 #x2)", "#x1"),
        ("((_ extract 2 1) #b1010)", "#b01"),
        ("(concat #b1 #b0 #b1)", "#b101"),
        ("((_ sign_extend 4) #x8)", "#xf8"),
        ("((_ rotate_left 5) #b1000)", "#x1"),
        ("(bvcomp #x1 #x1)", "#b1"),
        ("(bvshl #x1 #x4)", "#x0"),
        ("(bvxnor #b1 #b0 #b0)", "#b1"),
        ("(_ bv10 4)", "#xa"),
        ("(bv2nat #xff)", "255"),
        ("((_ int2bv 4) (- 1))", "#xf"),
        ("(bvnego #x8)", "true"),
        ("(bvsmulo #x8 #xf)", "true"),
    ]);
}

#[test]
fn floats() {
    have_values(&[
        ("(fp.add RNE (_ +oo 3 4) (_ -oo 3 4))", "(_ NaN 3 4)"),
        (
            "(fp.rem ((_ to_fp 8 24) RNE 5.0) ((_ to_fp 8 24) RNE 3.0))",
            "(fp #b1 #b01111111 #b00000000000000000000000)",
        ),
        ("(= (_ NaN 3 4) (_ NaN 3 4))", "true"),
        ("(fp.eq (_ NaN 3 4) (_ NaN 3 4))", "false"),
        ("(= (_ +zero 3 4) (_ -zero 3 4))", "false"),
        ("(fp.eq (_ +zero 3 4) (_ -zero 3 4))", "true"),
        ("(fp.min (_ +zero 3 4) (_ -zero 3 4))", "?"),
        ("((_ fp.to_ubv 4) RTZ ((_ to_fp 5 11) RNE (- 0.5)))", "#x0"),
        ("((_ fp.to_ubv 4) RTN ((_ to_fp 5 11) RNE (- 0.5)))", "?"),
        ("((_ fp.to_sbv 4) RNE ((_ to_fp 5 11) RNE (- 8.5)))", "#x8"),
        ("((_ fp.to_sbv 4) RNA ((_ to_fp 5 11) RNE (- 8.5)))", "?"),
        (
            "(fp.roundToIntegral RNA ((_ to_fp 5 11) RNE 2.5))",
            "(fp #b0 #b10000 #b1000000000)",
        ),
        ("(fp.to_real ((_ to_fp 5 11) #x3c01))", "(/ 1025.0 1024.0)"),
        ("((_ to_fp 5 11) RNE 65520.0)", "(_ +oo 5 11)"),
        (
            "((_ to_fp 5 11) RTZ 65520.0)",
            "(fp #b0 #b11110 #b1111111111)",
        ),
        ("(fp.sub RTN (_ +zero 3 4) (_ +zero 3 4))", "(_ -zero 3 4)"),
    ]);
}

#[test]
fn strings() {
    have_values(&[
        ("(str.at \"abc\" 3)", "\"\""),
        ("(str.substr \"abc\" 1 99)", "\"bc\""),
        ("(str.substr \"abc\" (- 1) 2)", "\"\""),
        ("(str.indexof \"abc\" \"\" 3)", "3"),
        ("(str.indexof \"abc\" \"\" 4)", "(- 1)"),
        ("(str.replace \"abc\" \"\" \"x\")", "\"xabc\""),
        ("(str.replace_all \"abab\" \"\" \"x\")", "\"abab\""),
        ("(str.replace_all \"aaa\" \"aa\" \"b\")", "\"ba\""),
        ("(str.to_int \"\")", "(- 1)"),
        ("(str.to_int \"007\")", "7"),
        ("(str.from_int (- 1))", "\"\""),
        ("(str.to_code \"ab\")", "(- 1)"),
        ("(str.from_code 196608)", "\"\""),
        ("(str.<= \"a\" \"a\" \"b\")", "true"),
        ("(str.< \"b\" \"\u{1F600}\")", "true"),
        ("(str.in_re \"ab\" (re.range \"ab\" \"c\"))", "false"),
        (
            "(str.in_re \"\" ((_ re.loop 2 1) (str.to_re \"\")))",
            "false",
        ),
        (
            "(str.replace_re \"xay\" (re.* re.allchar) \"z\")",
            "\"zxay\"",
        ),
        (
            "(str.replace_re_all \"xay\" (re.* re.allchar) \"z\")",
            "\"zzz\"",
        ),
        ("(= (re.comp re.none) re.all)", "true"),
        ("(str.len \"\\u{1F600}\\u0041\\x\")", "4"),
    ]);
}

#[test]
fn arrays_are_extensional_over_finite_indices() {
    let array = |default: &str| format!("((as const (Array (_ BitVec 1) Int)) {default})");
    let all = |a: String| format!("(store (store {a} #b0 1) #b1 2)");
    assert_eq!(
        value(&format!("(= {} {})", all(array("3")), all(array("4")))),
        "true"
    );
    assert_eq!(
        value(&format!(
            "(= (store {} #b0 1) (store {} #b0 1))",
            array("3"),
            array("4")
        )),
        "false"
    );
    assert_eq!(
        value("(select (store ((as const (Array Int Int)) 0) 1 5) 1)"),
        "5"
    );
    assert_eq!(
        value("(= (store ((as const (Array Int Int)) 0) 1 0) ((as const (Array Int Int)) 0))"),
        "true"
    );
}

#[test]
fn quantifiers_over_finite_domains_and_candidates() {
    have_values(&[
        (
            "(forall ((x (_ BitVec 3))) (= (bvadd x x) (bvshl x #b001)))",
            "true",
        ),
        ("(exists ((x (_ BitVec 3))) (= (bvmul x x) #b011))", "false"),
        ("(forall ((p Bool)) (exists ((q Bool)) (xor p q)))", "true"),
        ("(exists ((x Int)) (> x 5))", "true"),
        ("(forall ((x Int)) (>= x 0))", "false"),
        ("(forall ((x Int)) (>= (* x x) 0))", "?"),
        ("(forall ((x Int)) (or (= 1 1) (> x 2)))", "true"),
        // The last variable varies as the first does, however many numbers are mentioned.
        (
            "(exists ((a Int) (b Int) (c Int) (d Int)) (and (distinct d 0 11 12 13 14 15 16 17 18 19 20 21) (= d 1) (= a b c 0)))",
            "true",
        ),
        (
            "(forall ((x Int) (y Int)) (=> (distinct x x) (> x y)))",
            "true",
        ),
        (
            "(forall ((m RoundingMode)) (fp.isNaN (fp.add m (_ NaN 3 4) (_ NaN 3 4))))",
            "true",
        ),
    ]);
}

#[test]
fn definitions_recursion_and_match() {
    let text = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
        (define-fun-rec len ((l L)) Int (match l ((nil 0) ((cons h t) (+ 1 (len t))))))
        (define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
        (define-fun twice ((x Int)) Int (+ x x))
        (declare-const l L)
        (assert (= (len l) 2)) (assert (= (sum 100) 5050)) (assert (= (twice (hd l)) 14))
        (assert ((_ is cons) (tl l)))";
    check(text, "((define-fun l () L (cons 7 (cons 8 nil))))", "true");
    check(text, "((define-fun l () L nil))", "false");
    check(
        "(declare-const l Int) (define-fun-rec f ((n Int)) Int (f n)) (assert (= (f 1) 1))",
        "()",
        "undetermined",
    );
}

#[test]
fn division_by_zero_follows_the_model_or_stays_open() {
    let text = "(declare-const x Int) (assert (= (div x 0) 3))";
    check(
        text,
        "((define-fun x () Int 0) (define-fun div0 ((a Int) (b Int)) Int 3))",
        "true",
    );
    check(
        text,
        "((define-fun x () Int 0) (define-fun div0 ((a Int)) Int (ite (= a 0) 4 3)))",
        "false",
    );
    check(text, "((define-fun x () Int 0))", "undetermined");
    // One function: no completion makes both hold, but that is not for the evaluator to find out.
    check(
        "(declare-const x Int) (assert (= (div x 0) 3)) (assert (= (div x 0) 4))",
        "((define-fun x () Int 0))",
        "undetermined",
    );
}

#[test]
fn omitted_symbols_are_filled_in_only_to_make_true() {
    check(
        "(declare-const x Int) (declare-const y Int) (assert (or (> x 0) (> y 0)))",
        "((define-fun x () Int 1))",
        "true",
    );
    check(
        "(declare-const x Int) (declare-const y Int) (assert (>= (+ x y) 1))",
        "((define-fun x () Int 1))",
        "true",
    );
    check(
        "(declare-const x Int) (declare-const y Int) (assert (> (+ x y) 1))",
        "((define-fun x () Int 1))",
        "undetermined",
    );
}

#[test]
fn algebraic_numbers() {
    let text = "(declare-const r Real) (assert (= (* r r) 2.0)) (assert (> r 0.0))";
    check(
        text,
        "((define-fun r () Real (root-obj (+ (^ x 2) (- 2)) 2)))",
        "true",
    );
    check(
        text,
        "((define-fun r () Real (root-obj (+ (^ x 2) (- 2)) 1)))",
        "false",
    );
    check(
        text,
        "((define-fun r () Real (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)))",
        "true",
    );
    check(
        text,
        "((define-fun r () Real 1.4142135623?))",
        "undetermined",
    );
}

#[test]
fn finite_fields() {
    let seven = |n: i64| format!("(as ff{n} (_ FiniteField 7))");
    let (three, five, minus) = (seven(3), seven(5), seven(-1));
    assert_eq!(value(&format!("(ff.add {three} {five} {minus})")), seven(0));
    assert_eq!(value(&format!("(ff.mul {three} {five} {minus})")), seven(6));
    assert_eq!(value(&format!("(ff.neg {three})")), seven(4));
    assert_eq!(
        value(&format!("(ff.bitsum {five} {three} {minus})")),
        seven(0)
    );
    let text =
        "(declare-const x (_ FiniteField 7)) (assert (= (ff.mul x x) (as ff2 (_ FiniteField 7))))
        (assert (forall ((y (_ FiniteField 3))) (= (ff.mul y y y) y)))";
    check(text, "((define-fun x () (_ FiniteField 7) #f4m7))", "true");
    check(text, "((define-fun x () (_ FiniteField 7) #f5m7))", "false");
    check(
        text,
        "((define-fun x () (_ FiniteField 5) #f4m5))",
        "undetermined",
    );
    check(
        text,
        "((define-fun x () (_ FiniteField 7) #f4m))",
        "undetermined",
    );
}

#[test]
fn elements_of_uninterpreted_sorts() {
    let text = "(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-fun f (U) U)
        (assert (distinct a b)) (assert (= (f a) b)) (assert (forall ((x U)) (distinct (f x) x)))";
    let z3 = "(model ;; universe for U:\n;; U!val!0 U!val!1 \n(declare-fun U!val!0 () U) (declare-fun U!val!1 () U)
        (define-fun a () U U!val!0) (define-fun b () U U!val!1)
        (define-fun f ((x!0 U)) U (ite (= x!0 U!val!0) U!val!1 U!val!0)))";
    check(text, z3, "true");
    let cvc5 = "(\n; cardinality of U is 2\n; rep: (as @U_0 U)\n; rep: (as @U_1 U)
        (define-fun a () U (as @U_0 U)) (define-fun b () U (as @U_1 U))
        (define-fun f ((x U)) U (ite (= (as @U_0 U) x) (as @U_1 U) (as @U_1 U))))";
    check(text, cvc5, "false");
    // Without a universe the quantifier is open, the rest is not.
    let bare = "((define-fun a () U U!val!0) (define-fun b () U U!val!1) (define-fun f ((x!0 U)) U U!val!1))";
    check(
        "(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-fun f (U) U) (assert (= (f a) b))",
        bare,
        "true",
    );
    check(
        "(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-fun f (U) U) (assert (distinct (f a) b))",
        bare,
        "false",
    );
}

#[test]
fn strings_with_the_escapes_of_old_releases_have_no_value() {
    let text = "(declare-const s String) (assert (= (str.len s) 1))";
    let old = |s: &str| format!("(model (define-fun s () String \"{s}\"))");
    check(text, &old("\\u{41}"), "true");
    check(text, &old("\\x41"), "undetermined");
    check(text, &old("\\n"), "undetermined");
    check(text, &old("\\\\"), "undetermined");
    check(text, &old("ab"), "false");
    // What no release takes for an escape is text.
    check(text, &old("\\<"), "false");
    // An escape of the standard anywhere tells how all strings are printed; so does a list without `model`.
    let two = |t: &str| {
        format!("(model (define-fun s () String \"\\n\") (define-fun t () String \"{t}\"))")
    };
    check(text, &two("\\u{d}"), "false");
    check(text, &two("\\\\u{d}"), "undetermined");
    check(text, "((define-fun s () String \"\\n\"))", "false");
    check(text, "((s \"\\n\"))", "undetermined");
}

#[test]
fn function_arrays_of_models() {
    let text =
        "(declare-const a (Array Int Int)) (assert (= (select a 1) 5)) (assert (= (select a 9) 0))";
    check(
        text,
        "((define-fun a () (Array Int Int) (_ as-array k!0)) (define-fun k!0 ((x!0 Int)) Int (ite (= x!0 1) 5 0)))",
        "true",
    );
    check(
        text,
        "((define-fun a () (Array Int Int) (lambda ((x Int)) (ite (= x 1) 5 0))))",
        "true",
    );
    check(
        text,
        "((define-fun a () (Array Int Int) (lambda ((x Int)) (ite (> x 3) 1 5))))",
        "false",
    );
    let two =
        "(declare-const a (Array Int Int)) (declare-const b (Array Int Int)) (assert (= a b))";
    check(
        two,
        "((define-fun a () (Array Int Int) (_ as-array f)) (define-fun f ((x Int)) Int 0) (define-fun b () (Array Int Int) ((as const (Array Int Int)) 0)))",
        "true",
    );
}

#[test]
fn the_smallest_false_subterm_is_found() {
    let text = "(declare-const x Int) (assert (and (> x 0) (not (or (< x 0) (let ((y (+ x 1))) (= y 3))))))";
    let script = script(text);
    let model = Model::parse("((define-fun x () Int 2))", &script).unwrap();
    let root = script.assertions().next().unwrap();
    let (node, value) = smallest_false(&script, &model, root).unwrap();
    assert_eq!(
        (script.text(node), value.to_string().as_str()),
        ("(= y 3)", "true")
    );
}

#[test]
fn deep_terms_are_no_danger() {
    let depth = 100_000;
    let text = format!(
        "(assert {}true{})",
        "(not ".repeat(depth),
        ")".repeat(depth)
    );
    check(&text, "()", "true");
}
