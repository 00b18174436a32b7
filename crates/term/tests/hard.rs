//! Shapes that break parsers: deep nests, many bindings, wide lists, sorts that explode.

mod common;

use common::check_promises;
use gadfly_catalog::Catalog;
use gadfly_term::{Dag, Edits, Mode, Script, infer_logic, rename_apart};
use std::fmt::Write as _;

fn parse(text: &str) -> Script {
    Script::parse(text, &Catalog::builtin(), Mode::Default)
        .unwrap_or_else(|e| panic!("{}", e[0].message))
}

/// Everything that walks a script, on one that would overflow any stack.
fn walk(script: &Script) {
    let root = script.assertions().next().expect("an assertion");
    assert_eq!(script.free_vars(root).len(), 0);
    let dag = Dag::new(script);
    assert!(dag.len() <= script.len());
    infer_logic(script);
    script.depth();
    let copy = rename_apart(script, script);
    parse(&copy);
    assert_eq!(Edits::new(script).apply(), script.source());
    assert!(gadfly_syntax::pretty(script.source()).len() < 100 * script.source().len());
}

#[test]
fn a_term_nested_two_hundred_thousand_deep() {
    let deep = 200_000;
    let script = parse(&format!(
        "(declare-const p Bool)(assert {}p{})",
        "(not ".repeat(deep),
        ")".repeat(deep)
    ));
    assert_eq!(script.depth() as usize, deep + 1);
    walk(&script);
}

#[test]
fn patterns_and_their_opposite_nested_deep() {
    for keyword in [":pattern (", ":no-pattern "] {
        let close = if keyword.ends_with('(') { ")))" } else { "))" };
        let script = parse(&format!(
            "(assert {}true{})",
            format!("(forall ((x Bool)) (! x {keyword}").repeat(100_000),
            close.repeat(100_000)
        ));
        walk(&script);
    }
}

#[test]
fn levels_are_counted_and_not_kept_one_by_one() {
    let script = parse(&"(push 1000000)".repeat(2_000));
    assert_eq!(script.commands().len(), 2_000);
    parse("(push 3)(declare-const x Int)(pop 1)(push 2)(pop 4)(declare-const x Bool)(assert x)");
}

#[test]
fn fifty_thousand_nested_lets() {
    let mut text = String::from("(declare-const x Int)(assert ");
    for n in 0..50_000 {
        let _ = write!(
            text,
            "(let ((y{n} (+ {0} {0})))",
            if n == 0 {
                "x".into()
            } else {
                format!("y{}", n - 1)
            }
        );
    }
    text.push_str("(= y49999 0)");
    text.push_str(&")".repeat(50_001));
    let script = parse(&text);
    // Expanded as a tree this would have 2^50000 nodes.
    assert!(Dag::new(&script).len() < 50_010);
    walk(&script);
}

#[test]
fn nested_quantifiers_and_annotations() {
    let deep = 20_000;
    let text = format!(
        "(declare-fun f (Int) Bool)(assert {}(f x{}){})",
        (0..deep)
            .map(|n| format!("(forall ((x{n} Int)) (! "))
            .collect::<String>(),
        deep - 1,
        " :qid q))".repeat(deep)
    );
    let script = parse(&text);
    walk(&script);
    let innermost = script
        .nodes()
        .find(|n| script.text(*n) == format!("x{}", deep - 1))
        .expect("the variable");
    assert_eq!(script.in_scope(innermost).len(), deep);
}

#[test]
fn wide_applications_and_lets() {
    let names: String = (0..50_000).fold(String::new(), |mut s, n| {
        let _ = write!(s, "(y{n} (+ x {n}))");
        s
    });
    let script = parse(&format!(
        "(declare-const x Int)(assert (let ({names}) (distinct {})))",
        "x ".repeat(50_000)
    ));
    check_promises_of_sizes(&script);
    walk(&script);
}

fn check_promises_of_sizes(script: &Script) {
    assert!(
        script
            .nodes()
            .all(|n| script.size(n) >= 1 && !script.text(n).is_empty())
    );
}

#[test]
fn unclosed_nests_are_refused_in_linear_time() {
    for text in [
        "(".repeat(200_000),
        "(assert ".repeat(100_000),
        format!("(assert {}", "(and ".repeat(200_000)),
        ")".repeat(200_000),
    ] {
        assert!(Script::parse(text, &Catalog::builtin(), Mode::Default).is_err());
    }
}

/// Sorts that double with every definition.
fn doubling(count: usize) -> String {
    let mut text = String::from("(define-sort S0 (X) (Array X X))");
    for n in 1..count {
        let _ = write!(
            text,
            "(define-sort S{n} (X) (Array (S{0} X) (S{0} X)))",
            n - 1
        );
    }
    text
}

fn refused(text: &str) -> Vec<String> {
    let errors = Script::parse(text, &Catalog::builtin(), Mode::Default).expect_err("refused");
    errors.into_iter().map(|e| e.message).collect()
}

#[test]
fn sorts_that_double_are_refused_before_they_are_large() {
    let text = format!("{}(declare-const a (S7 Int))(assert (= a a))", doubling(8));
    check_promises(&parse(&text));
    let message = "this sort is made of more than 1000 parts when written out";
    assert_eq!(refused(&doubling(60))[0], message);
    let twice = "(define-sort A () (Array Int Int))".to_string();
    let nested = (0..60).fold(twice, |text, n| {
        let last = if n == 0 {
            "A".into()
        } else {
            format!("A{}", n - 1)
        };
        format!("{text}(define-sort A{n} () (Array {last} {last}))")
    });
    assert_eq!(refused(&nested)[0], message);
    // An error about a sort does not print it in full.
    let text = format!("{}(declare-const a (S7 Int))(assert a)", doubling(8));
    assert!(refused(&text)[0].len() < 1_500);
}

#[test]
fn sorts_of_terms_that_double_or_nest_are_refused() {
    let mut text = String::from(
        "(declare-datatypes ((Pair 2)) ((par (X Y) ((pair (first X) (second Y))))))
        (assert (let ((a0 (pair 0 0)))",
    );
    for n in 1..60 {
        let _ = write!(text, "(let ((a{n} (pair a{0} a{0})))", n - 1);
    }
    text.push_str("(= a59 a59)");
    text.push_str(&")".repeat(61));
    assert_eq!(
        refused(&text),
        ["a term's sort is made of more than 1000 parts when written out"]
    );
    let deep = format!("{}0{}", "(seq.unit ".repeat(70_000), ")".repeat(70_000));
    assert_eq!(
        refused(&format!("(assert (= {deep} {deep}))")),
        ["a term's sort is nested more than 400 deep"]
    );
}

#[test]
fn a_sort_nested_too_deep_is_refused() {
    let text = format!(
        "(declare-const a {}Int{})",
        "(Array Int ".repeat(100_000),
        ")".repeat(100_000)
    );
    let errors = Script::parse(text, &Catalog::builtin(), Mode::Default).expect_err("too deep");
    assert_eq!(errors[0].message, "this sort is nested more than 400 deep");
}
