//! Views and transformations: the DAG, renaming, substitution, logics.

use gadfly_catalog::Catalog;
use gadfly_term::{Dag, Edits, Head, Mode, Script, infer_logic, rename_apart};

fn parse(text: &str) -> Script {
    Script::parse(text, &Catalog::builtin(), Mode::Default)
        .unwrap_or_else(|e| panic!("{}", e[0].render("test", text.as_bytes())))
}

#[test]
fn dag_shares_equal_terms_and_expands_let() {
    let script =
        parse("(declare-const x Int)(assert (let ((y (+ x 1))) (= (* y y) (* (+ x 1) y))))");
    let dag = Dag::new(&script);
    let root = dag.of(script.assertions().next().unwrap());
    let args = dag.args(root);
    assert_eq!(args[0], args[1]);
    assert_eq!(dag.len(), 5); // x, 1, (+ x 1), (* y y), =
}

#[test]
fn dag_puts_to_real_where_an_integer_stands_for_a_real() {
    let script = parse(
        "(declare-const r Real)(declare-fun f (Real) Bool)(assert (f 1))(assert (< r 2))(assert (= (ite true 1 r) 3))",
    );
    let dag = Dag::new(&script);
    let is_to_real =
        |d| matches!(dag.head(&script, d), Head::Op(op) if script.op_name(op) == "to_real");
    assert_eq!(dag.ids().filter(|d| is_to_real(*d)).count(), 3);
}

#[test]
fn renaming_apart_covers_functions_variables_sorts_and_datatypes() {
    let a = parse(
        "(declare-sort S 0)(declare-fun f (S) S)(declare-const x S)(assert (forall ((y S)) (= (f y) x)))",
    );
    let b = parse(
        "(declare-datatypes ((S 0)) (((f (x S)) (y))))(declare-const z S)(assert ((_ is f) z))(assert (is-f z))(set-info :source |x|)",
    );
    let text = rename_apart(&a, &b);
    assert_eq!(
        text,
        "(declare-datatypes ((S_2 0)) (((f_2 (x_2 S_2)) (y_2))))(declare-const z S_2)(assert ((_ is f_2) z))(assert (is-f_2 z))(set-info :source |x|)"
    );
    parse(&text);
}

#[test]
fn renaming_reaches_into_commands_of_dialects() {
    let a = parse("(declare-const x Int)(declare-const y Int)(assert (< x y))");
    let b = parse(
        "(declare-const x Int)(minimize (+ x 1) :id x)(assert-soft (< x 3) :weight 2)\
         (simplify (let ((y x)) (* y 2)))(check-sat-using (then simplify smt))(eval x)",
    );
    assert_eq!(
        rename_apart(&a, &b),
        "(declare-const x_2 Int)(minimize (+ x_2 1) :id x_2)(assert-soft (< x_2 3) :weight 2)\
         (simplify (let ((y_2 x_2)) (* y_2 2)))(check-sat-using (then simplify smt))(eval x_2)"
    );
}

#[test]
fn renaming_leaves_overloaded_operators() {
    let a = parse("(declare-fun abs (Bool) Bool)(assert (abs true))");
    let b = parse("(declare-fun abs (Bool) Bool)(assert (and (abs true) (= (abs 1) 1)))");
    let text = rename_apart(&a, &b);
    assert_eq!(
        text,
        "(declare-fun abs_2 (Bool) Bool)(assert (and (abs_2 true) (= (abs 1) 1)))"
    );
}

#[test]
fn substitution_avoids_capture() {
    let script = parse(
        "(declare-const x Int)(declare-const y Int)(assert (forall ((y Int)) (=> (= x y) (exists ((x Int)) (< x y)))))",
    );
    let root = script.assertions().next().unwrap();
    let x = script
        .nodes()
        .map(|n| script.head(n))
        .find(|h| matches!(h, Head::Fun(f) if script.name(script.fun(*f).symbol) == "x"));
    let text = script.substitute(root, &[(x.unwrap(), "(+ y 1)")]);
    assert_eq!(
        text,
        "(forall ((y_2 Int)) (=> (= (+ y 1) y_2) (exists ((x Int)) (< x y_2))))"
    );
}

#[test]
fn edits_never_glue_tokens() {
    let script = parse("(declare-const a Bool)(assert(and(not a)a))");
    let not = script
        .nodes()
        .find(|n| script.text(*n) == "(not a)")
        .unwrap();
    let mut edits = Edits::new(&script);
    edits.replace(not, "a");
    assert_eq!(edits.apply(), "(declare-const a Bool)(assert(and a a))");
}

#[test]
fn logics_are_the_smallest() {
    let cases = [
        (
            "(declare-const x Int)(declare-const y Int)(assert (<= (- x y) 3))",
            "QF_IDL",
        ),
        (
            "(declare-const x Real)(declare-const y Real)(assert (< x y))",
            "QF_RDL",
        ),
        ("(declare-const x Int)(assert (<= (+ x x) 3))", "QF_LIA"),
        ("(declare-const x Int)(assert (<= x 3))", "QF_LIA"),
        ("(declare-const x Int)(assert (<= (* x x) 3))", "QF_NIA"),
        (
            "(declare-const x Int)(assert (<= (* 2 x) (div x 3)))",
            "QF_NIA",
        ),
        ("(declare-const x Int)(assert (= (abs x) 3))", "QF_NIA"),
        (
            "(declare-const x Int)(assert (= (* (* 1 2) x) 3))",
            "QF_NIA",
        ),
        (
            "(declare-const x Int)(assert (= (* (+ 1 2) x) 3))",
            "QF_NIA",
        ),
        ("(declare-const x Int)(assert (= (* 2 x 3) 3))", "QF_LIA"),
        (
            "(declare-const x Int)(define-fun k () Int (- 2))(assert (let ((m k)) (= (* m x) 3)))",
            "QF_LIA",
        ),
        (
            "(declare-const x Real)(assert (= (* (/ 1 (- 3)) x) (/ x 2.0)))",
            "QF_LRA",
        ),
        (
            "(declare-const x Real)(assert (= (/ x (+ 1.0 2.0)) 1.0))",
            "QF_NRA",
        ),
        // Theories that only literals or sorts need.
        ("(assert (= 1 2))", "QF_LIA"),
        ("(assert (> 1 2))", "QF_LIA"),
        ("(assert (= 1.5 2.5))", "QF_LRA"),
        ("(assert (= #x1 #x2))", "QF_BV"),
        ("(assert (= \"a\" \"b\"))", "QF_S"),
        ("(assert (= (str.len \"a\") 1))", "QF_S"),
        ("(declare-const x (_ BitVec 4))(assert true)", "QF_BV"),
        ("(assert (= (fp #b0 #b00 #b000) (_ NaN 2 4)))", "QF_FP"),
        (
            "(declare-sort U 0)(declare-const a (Array U (_ BitVec 4)))(assert (= a a))",
            "ALL",
        ),
        ("(declare-const x Int)(assert (= (div x 0) 3))", "QF_NIA"),
        ("(declare-const p Bool)(assert p)", "QF_UF"),
        (
            "(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))(declare-const i I)(assert (= a (store a i (select a i))))",
            "QF_AX",
        ),
        (
            "(declare-const a (Array Int Int))(assert (= (select a 1) 2))",
            "QF_ALIA",
        ),
        (
            "(declare-const b (_ BitVec 8))(assert (bvult b #x10))",
            "QF_BV",
        ),
        (
            "(declare-const f Float32)(assert (fp.lt f ((_ to_fp 8 24) RNE 0.5)))",
            "QF_FP",
        ),
        (
            "(declare-const f Float32)(declare-const b (_ BitVec 32))(assert (= f ((_ to_fp 8 24) b)))",
            "QF_BVFP",
        ),
        (
            "(declare-const s String)(assert (= s \"a\"))(assert (<= (str.len s) 4))",
            "QF_SLIA",
        ),
        (
            "(declare-const s String)(declare-const i Int)(assert (= (+ 1 (str.len s)) i))",
            "QF_SLIA",
        ),
        ("(assert (forall ((x Real)) (> (* 2.0 x) 1.0)))", "LRA"),
        (
            "(declare-fun f (Int) Int)(declare-const a (Array Int Real))(assert (forall ((x Int)) (> (select a (f x)) 1.0)))",
            "AUFLIRA",
        ),
        (
            "(declare-datatype T ((A) (B)))(declare-const t T)(assert (= t A))",
            "QF_DT",
        ),
        (
            "(declare-const s (Seq Int))(assert (= (seq.len s) 1))",
            "ALL",
        ),
    ];
    for (text, want) in cases {
        assert_eq!(infer_logic(&parse(text)).name, want, "{text}");
    }
}
