//! Commands of dialects: their terms are sorted, checked and walked as any term is.

use gadfly_catalog::Catalog;
use gadfly_syntax::Position;
use gadfly_term::{CommandKind, Edits, Mode, Script, SortId, infer_logic, rename_apart};

const DECLARED: &str = "(declare-const x Int)(declare-const r Real)(declare-const b (_ BitVec 4))\
                        (declare-const p Bool)(declare-rel q (Int))(declare-rel n ())";

fn read(text: &str) -> Result<Script, String> {
    Script::parse(text, &Catalog::builtin(), Mode::Default).map_err(|errors| {
        let at = Position::of(text.as_bytes(), errors[0].span.start as usize);
        format!("{}: {}", at.column, errors[0].message)
    })
}

fn parse(text: &str) -> Script {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The kind of a command behind the declarations, and its terms.
fn terms(command: &str) -> (CommandKind, Vec<String>) {
    let script = parse(&format!("{DECLARED}{command}"));
    let last = script.commands().last().expect("a command");
    let terms = script.command_terms(last).iter();
    let texts = terms.map(|t| script.text(*t).to_string()).collect();
    (last.kind, texts)
}

#[test]
fn terms_are_read_where_the_form_is_known() {
    use CommandKind::*;
    let cases: &[(&str, CommandKind, &[&str])] = &[
        ("(minimize (+ x 1))", Minimize, &["(+ x 1)"]),
        ("(maximize b :id goal)", Maximize, &["b"]),
        (
            "(maximize (* r 2.0) :lower 3 :upper 4.5 :local-lb 2)",
            Maximize,
            &["(* r 2.0)"],
        ),
        ("(minimize b :signed)", Minimize, &["b"]),
        ("(assert-soft p)", AssertSoft, &["p"]),
        (
            "(assert-soft (> x 1) :weight 2 :id g)",
            AssertSoft,
            &["(> x 1)"],
        ),
        ("(assert-soft p :id |a b| :weight 0.5)", AssertSoft, &["p"]),
        ("(assert-soft p :weight -1)", AssertSoft, &["p"]),
        ("(assert-soft p :weight -0.25)", AssertSoft, &["p"]),
        ("(assert-soft p :weight (/ 1 2))", AssertSoft, &["p"]),
        ("(get-objectives)", Get, &[]),
        (
            "(check-sat-assuming (p (not p)))",
            CheckSatAssuming,
            &["p", "(not p)"],
        ),
        ("(check-sat p (> x 1))", CheckSatAssuming, &["p", "(> x 1)"]),
        ("(check-sat)", CheckSat, &[]),
        ("(check-sat-using (then simplify smt))", CheckSatUsing, &[]),
        ("(check-sat-using smt :random_seed 3)", CheckSatUsing, &[]),
        ("(get-value (x (+ x 1)))", GetValue, &["x", "(+ x 1)"]),
        ("(get-unsat-assumptions)", Get, &[]),
        ("(get-unsat-core)", Get, &[]),
        ("(get-assignment)", Get, &[]),
        ("(get-interpolant A (> x 1))", Get, &["(> x 1)"]),
        (
            "(get-interpolant A p ((S Bool)) ((S Bool (p))))",
            Get,
            &["p"],
        ),
        ("(get-interpolant p (> x 1))", Get, &["(> x 1)"]),
        (
            "(get-interpolant (> x 1) (< x 0))",
            Get,
            &["(> x 1)", "(< x 0)"],
        ),
        ("(get-interpolants p (and p n))", Get, &["p", "(and p n)"]),
        ("(get-interpolants (p) (n p))", Get, &["p", "n", "p"]),
        ("(get-interpolant (n p))", Get, &["n", "p"]),
        ("(get-abduct A (> x 1))", Get, &["(> x 1)"]),
        (
            "(get-qe (exists ((y Int)) (> y x)))",
            Get,
            &["(exists ((y Int)) (> y x))"],
        ),
        ("(simplify (+ x 1 2) :som true)", Get, &["(+ x 1 2)"]),
        ("(apply (then simplify smt))", Get, &[]),
        ("(eval (+ x 1) :completion true)", Get, &["(+ x 1)"]),
        (
            "(rule (=> (q x) (q (+ x 1))) step)",
            Rule,
            &["(=> (q x) (q (+ x 1)))"],
        ),
        ("(query q :print-answer true)", Query, &[]),
        ("(query n)", Query, &["n"]),
        ("(query (q x))", Query, &["(q x)"]),
        ("(get-consequences (p) (x b))", Get, &["p", "x", "b"]),
        ("(synth-fun f ((y Int)) Int)", SynthFun, &[]),
        (
            "(synth-fun f ((y Int)) Int ((S Int)) ((S Int (y (+ S S)))))",
            SynthFun,
            &[],
        ),
        ("(synth-inv f ((y Int)))", SynthFun, &[]),
        ("(constraint (> x 1))", Constraint, &["(> x 1)"]),
        ("(assume p)", Constraint, &["p"]),
        ("(inv-constraint q q q q)", Constraint, &[]),
        ("(check-synth)", Get, &[]),
    ];
    for (command, kind, want) in cases {
        let (found, texts) = terms(command);
        assert_eq!(found, *kind, "{command}");
        assert_eq!(texts, *want, "{command}");
    }
}

#[test]
fn what_fits_no_form_is_kept_as_it_stands() {
    for command in [
        "(minimize x x)",
        "(assert-soft p g 3)",
        "(rule p q n)",
        "(get-interpolants p (q n))",
        "(get-interpolants (p) n)",
        "(get-interpolant x)",
        "(simplify :help)",
        "(help-tactic)",
    ] {
        assert_eq!(terms(command), (CommandKind::Other, vec![]), "{command}");
    }
}

#[test]
fn what_is_wrong_is_refused() {
    for (command, want) in [
        ("(minimize)", "10: expected an objective, found `)`"),
        (
            "(minimize p)",
            "11: an objective must be a number or a bit-vector, but this is Bool",
        ),
        ("(maximize (+ x y))", "16: unknown symbol `y`"),
        (
            "(maximize (+ x p) :id g)",
            "11: `+` does not take (Int Bool)",
        ),
        (
            "(assert-soft x)",
            "14: the formula of `assert-soft` must be Bool, but this is Int",
        ),
        (
            "(assert-soft p :weight heavy)",
            "24: expected a number for the weight, found `heavy`",
        ),
        (
            "(assert-soft p :weight)",
            "23: expected a number for the weight, found `)`",
        ),
        (
            "(check-sat-assuming (x))",
            "22: an assumption must be Bool, but this is Int",
        ),
        (
            "(check-sat x)",
            "12: an assumption must be Bool, but this is Int",
        ),
        (
            "(rule (+ x 1))",
            "7: the formula of `rule` must be Bool, but this is Int",
        ),
        ("(query z)", "8: unknown symbol `z`"),
        ("(query x)", "8: a relation must be Bool, but this is Int"),
        (
            "(get-abduct A x)",
            "15: the formula of `get-abduct` must be Bool, but this is Int",
        ),
        (
            "(simplify (bvadd b x))",
            "11: `bvadd` does not take ((_ BitVec 4) Int)",
        ),
        ("(eval)", "6: expected a term, found `)`"),
        (
            "(constraint x)",
            "13: the formula of `constraint` must be Bool, but this is Int",
        ),
        ("(synth-fun f ((y Odd)) Int)", "18: unknown sort `Odd`"),
        ("(inv-constraint q q q z)", "23: unknown symbol `z`"),
        (
            "(minimize (+ x 1)",
            "1: this command is never closed: 1 `)` missing at the end of the file",
        ),
    ] {
        let error = read(&format!("{DECLARED}\n{command}")).expect_err(command);
        assert_eq!(error, want, "{command}");
    }
}

#[test]
fn the_standard_has_none_of_them() {
    for (command, ok) in [
        ("(minimize 1)", false),
        ("(check-sat)", true),
        ("(check-sat true)", false),
    ] {
        let read = Script::parse(command, &Catalog::builtin(), Mode::Standard);
        assert_eq!(read.is_ok(), ok, "{command}");
    }
}

#[test]
fn attributes_are_found() {
    let script = parse("(assert-soft true :id |a b| :weight (/ 1 2))(minimize 1 :signed :id g)");
    let [soft, least] = script.commands() else {
        panic!("two commands");
    };
    assert_eq!(script.attribute(soft, ":weight"), Some("(/ 1 2)"));
    assert_eq!(script.attribute(soft, ":id"), Some("|a b|"));
    assert_eq!(script.attribute(least, ":signed"), None);
    assert_eq!(script.attribute(least, ":id"), Some("g"));
    assert_eq!(script.attribute(least, ":weight"), None);
}

#[test]
fn whatever_walks_terms_walks_these() {
    let text = "(declare-const x Int)(define-fun f ((y Int)) Int (* y y))(minimize (f (+ x 1)))(check-sat)";
    let script = parse(text);
    // Occurrences and edits.
    let sums = script
        .occurrences(SortId::INT)
        .into_iter()
        .filter(|n| script.text(*n) == "(+ x 1)");
    let mut edits = Edits::new(&script);
    sums.for_each(|sum| edits.replace(sum, "x"));
    assert_eq!(edits.apply(), text.replace("(+ x 1)", "x"));
    // The logic.
    assert_eq!(infer_logic(&script).name, "QF_NIA");
    assert_eq!(
        infer_logic(&parse("(declare-const x Int)(minimize (* x x))")).name,
        "QF_NIA"
    );
    // Renaming, with bound variables.
    let other = parse("(declare-const x Int)(minimize (let ((x (+ x 1))) (* x 2)) :id x)(eval x)");
    assert_eq!(
        rename_apart(&script, &other),
        "(declare-const x_2 Int)(minimize (let ((x_2 (+ x_2 1))) (* x_2 2)) :id x_2)(eval x_2)"
    );
    // Checks.
    let script =
        parse("(check-sat-using smt)(minimize 1)(check-sat)(check-sat true)(get-objectives)");
    assert_eq!(script.checks().collect::<Vec<_>>(), [0, 2, 3]);
}

#[test]
fn horn_is_a_logic_of_all_theories() {
    let features = gadfly_term::Features::of_logic("HORN").expect("a logic");
    assert!(features.quantifiers && features.functions && features.arrays);
    let text = "(set-logic HORN)(declare-fun P (Int) Bool)\
                (assert (forall ((x Int)) (=> (= x 0) (P x))))(check-sat)";
    assert_eq!(parse(text).logic(), Some("HORN"));
}
