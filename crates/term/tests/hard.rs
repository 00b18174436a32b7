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
        let close = if keyword.ends_with('(') { "))" } else { ")" };
        let script = parse(&format!(
            "(assert {}true{})",
            format!("(! true {keyword}").repeat(100_000),
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

#[test]
fn sorts_that_double_stay_small() {
    let mut text = String::from("(define-sort S0 (X) (Array X X))");
    for n in 1..60 {
        let _ = write!(
            text,
            "(define-sort S{n} (X) (Array (S{0} X) (S{0} X)))",
            n - 1
        );
    }
    text.push_str("(declare-const a (S59 Int))(assert (= a a))");
    check_promises(&parse(&text));
    // An error about such a sort does not print it in full.
    text.push_str("(assert a)");
    let errors = Script::parse(text, &Catalog::builtin(), Mode::Default).expect_err("not Bool");
    assert!(errors[0].message.len() < 1000);
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
