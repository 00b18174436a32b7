//! What is wrong with a script, said exactly.

use gadfly_catalog::Catalog;
use gadfly_term::{Mode, Script};

/// `line:column: message` of each error, with the help in brackets.
fn errors(text: &str, mode: Mode) -> Vec<String> {
    match Script::parse(text, &Catalog::builtin(), mode) {
        Ok(_) => vec!["accepted".into()],
        Err(errors) => errors
            .iter()
            .map(|e| {
                let at = gadfly_syntax::Position::of(text.as_bytes(), e.span.start as usize);
                let help = e.help.as_ref().map_or(String::new(), |h| format!(" [{h}]"));
                format!("{}:{}: {}{help}", at.line, at.column, e.message)
            })
            .collect(),
    }
}

fn check(text: &str, want: &[&str]) {
    assert_eq!(errors(text, Mode::Default), want, "{text}");
}

#[test]
fn parentheses_strings_and_symbols_that_never_end() {
    check(
        "(assert (and true",
        &["1:1: this command is never closed: 2 `)` missing at the end of the file"],
    );
    check("(check-sat))", &["1:12: this `)` closes nothing"]);
    check(
        "(echo \"abc)",
        &["1:7: this string literal is never closed; expected `\"`"],
    );
    check(
        "(declare-const |x Bool)",
        &["1:16: this quoted symbol is never closed; expected `|`"],
    );
    check("x", &["1:1: expected a command, found `x`"]);
    check(
        "(assert ())",
        &["1:10: expected a function symbol after `(`, found `)`"],
    );
    check("(assert)", &["1:8: expected a term, found `)`"]);
    check(
        "(assert true false)",
        &["1:14: expected `)` at the end of the command, found `false`"],
    );
    check("(assert\n  \0)", &["2:3: unexpected byte 0x00"]);
    check(
        "(assert é)",
        &["1:9: a character outside ASCII may stand only in comments, strings and quoted symbols"],
    );
    check(
        "(assert #b)",
        &["1:9: expected binary digits after `#b` or hexadecimal digits after `#x`"],
    );
    check(
        "(assert 1x)",
        &["1:9: a number must end before a letter; quote the symbol with `|` if it is one"],
    );
}

#[test]
fn unknown_names() {
    check("(assert x)", &["1:9: unknown symbol `x`"]);
    check(
        "(declare-const x Int)(assert (= (bvad x x) x))",
        &["1:34: unknown symbol `bvad` [did you mean `bvadd`?]"],
    );
    check(
        "(declare-const x (_ BitVc 8))",
        &["1:21: unknown sort `BitVc` [did you mean `BitVec`?]"],
    );
    check(
        "(declare-const x Sting)",
        &["1:18: unknown sort `Sting` [did you mean `String`?]"],
    );
    check(
        "(chek-sat)",
        &["1:2: unknown command `chek-sat` [did you mean `check-sat`?]"],
    );
    check(
        "(assert (> 1 -5))",
        &["1:14: unknown symbol `-5` [a negative number is written (- 5)]"],
    );
    check("(exit) anything )", &["accepted"]);
    check("(set-info :status)", &["1:18: expected a value, found `)`"]);
    check(
        "(assert ((_ is c) 1))",
        &["1:13: `c` is not a constructor of a datatype"],
    );
    check(
        "(declare-fun f (Int) Int)(assert (forall ((x Int)) true))(assert (= (f x) 0))",
        &["1:72: unknown symbol `x`"],
    );
}

#[test]
fn wrong_sorts_and_arities() {
    check(
        "(assert 1)",
        &["1:9: an asserted term must be Bool, but this is Int"],
    );
    check(
        "(assert (not 1))",
        &["1:9: `not` does not take (Int) [it is declared as (not Bool Bool)]"],
    );
    check(
        "(declare-fun f (Int) Int)(assert (= (f true) 0))",
        &["1:37: `f` takes (Int), but (Bool) is given"],
    );
    check(
        "(declare-fun f (Int) Int)(assert (= (f 1 2) 0))",
        &["1:37: `f` takes 1 argument, but 2 are given"],
    );
    check(
        "(declare-const c Int)(assert (= (c 1) 0))",
        &["1:33: `c` is a constant and takes no arguments"],
    );
    check(
        "(assert (= 1 true))",
        &[
            "1:9: `=` does not take (Int Bool) [it is declared as (par (A) (= A A Bool :chainable))]",
        ],
    );
    check(
        "(assert (forall ((x Int)) x))",
        &["1:27: the body of a quantifier must be Bool, but this is Int"],
    );
    check(
        "(define-fun f ((x Int)) Bool x)",
        &["1:30: the body must be Bool, but this is Int"],
    );
    check(
        "(declare-const a (Array Int))",
        &["1:19: the sort `Array` takes 2 arguments, but 1 is given"],
    );
    check(
        "(assert (and))",
        &["1:9: an application needs at least one argument; a constant stands without parentheses"],
    );
    check(
        "(declare-datatype L ((nil) (cons (h Int) (t L))))(declare-const l L)(assert (match l ((nil true) ((cons h) false))))",
        &["1:100: this constructor has 2 fields, not 1"],
    );
}

#[test]
fn bad_indices() {
    check(
        "(declare-const x (_ BitVec 0))",
        &["1:18: a bit-vector has at least one bit"],
    );
    check(
        "(assert (= (_ bv1 0) (_ bv1 0)))",
        &["1:19: a bit-vector has at least one bit"],
    );
    check(
        "(declare-const x (_ BitVec 8))(assert (= ((_ extract 8 0) x) #b0))",
        &[
            "1:42: `(_ extract 8 0)` does not take ((_ BitVec 8)) [it is declared as ((_ extract i j) (_ BitVec m) (_ BitVec (+ (- i j) 1)) :where ((< i m) (<= j i)))]",
        ],
    );
    check(
        "(declare-const x (_ BitVec))",
        &["1:18: `BitVec` takes 1 index, but 0 are given"],
    );
    check(
        "(declare-const x BitVec)",
        &["1:18: the sort `BitVec` needs indices: (_ BitVec …)"],
    );
    check(
        "(declare-const x (_ FloatingPoint 1 24))",
        &["1:18: a floating-point format has at least two bits of each kind"],
    );
}

#[test]
fn declarations_that_clash() {
    check(
        "(declare-const x Int)(declare-const x Int)",
        &["1:37: `x` is already declared"],
    );
    check(
        "(declare-const x Int)(push 1)(declare-fun x () Real)",
        &["1:43: `x` is already declared"],
    );
    check(
        "(push 1)(declare-const x Int)(pop 1)(declare-const x Real)",
        &["accepted"],
    );
    check(
        "(declare-fun and (Int) Int)",
        &["1:14: `and` is built in and cannot be declared"],
    );
    check(
        "(declare-sort Int 0)",
        &["1:15: the sort `Int` is already declared"],
    );
    check("(pop 1)", &["1:7: there is no level left to pop"]);
    check(
        "(push 1)(declare-const x Bool)(pop 1)(assert x)",
        &["1:46: unknown symbol `x`"],
    );
    check(
        "(declare-const let Int)",
        &["1:16: expected a name to declare (this word is reserved), found `let`"],
    );
    check(
        "(assert (let ((x 1) (x 2)) true))",
        &["1:22: `x` is bound twice by this `let`"],
    );
}

#[test]
fn several_errors_and_no_echo_of_them() {
    check(
        "(declare-const x Unknwn)\n(assert (= x 1))\n(assert (foo x))\n(assert (and 1 (bar)))\n(check-sat",
        &[
            "1:18: unknown sort `Unknwn`",
            "3:10: unknown symbol `foo`",
            "4:17: unknown symbol `bar`",
            "4:16: an application needs at least one argument; a constant stands without parentheses",
            "5:1: this command is never closed: 1 `)` missing at the end of the file",
        ],
    );
}

#[test]
fn modes() {
    let extension = "(declare-const x (Seq Int))(assert (= (bv2nat #b1) (seq.len x)))";
    assert_eq!(errors(extension, Mode::Default), ["accepted"]);
    assert_eq!(
        errors(extension, Mode::Standard),
        [
            "1:19: `Seq` is not a sort of SMT-LIB",
            "1:39: `bv2nat` is not an operator of SMT-LIB",
            "1:52: `seq.len` is not an operator of SMT-LIB"
        ]
    );
    let unknown = "(declare-const x Int)(frobnicate x)(assert (= (mystery x) (+ x (riddle))))(assert (> x -5))";
    assert_eq!(errors(unknown, Mode::Lenient), ["accepted"]);
    assert_eq!(
        errors("(declare-const x Int)(assert (not x))", Mode::Lenient).len(),
        1
    );
    assert_eq!(errors("", Mode::Default), ["accepted"]);
}

#[test]
fn a_message_shows_the_line_and_a_caret() {
    let text = "(declare-const x Int)\n(assert (= x (bvad x 1)))\n";
    let Err(errors) = Script::parse(text, &Catalog::builtin(), Mode::Default) else {
        panic!("accepted")
    };
    let want = "error: a.smt2:2:15: unknown symbol `bvad`\n  |\n2 | (assert (= x (bvad x 1)))\n  |               ^^^^\n  = help: did you mean `bvadd`?";
    assert_eq!(errors[0].render("a.smt2", text.as_bytes()), want);
}

/// z3 and cvc5 take patterns on the body of a quantifier and nowhere else.
#[test]
fn patterns_that_belong_to_no_quantifier() {
    let text = |term: &str| format!("(declare-fun p (Int) Bool)\n(assert {term})");
    let stray = |column: usize, word: &str| {
        format!(
            "2:{column}: `{word}` belongs to no quantifier: the annotated term must be its body"
        )
    };
    for (term, column, word) in [
        ("(! (p 0) :pattern ((p 0)))", 18, ":pattern"),
        ("(! (p 0) :no-pattern (p 0))", 18, ":no-pattern"),
        (
            "(forall ((x Int)) (not (! (p x) :pattern ((p x)))))",
            41,
            ":pattern",
        ),
        (
            "(forall ((x Int)) (let ((y x)) (! (p y) :pattern ((p y)))))",
            49,
            ":pattern",
        ),
        ("(let ((y (! (p 0) :pattern ((p 0))))) y)", 27, ":pattern"),
    ] {
        for mode in [Mode::Default, Mode::Standard, Mode::Lenient] {
            assert_eq!(errors(&text(term), mode), [stray(column, word)], "{term}");
        }
    }
    let nested = text("(forall ((x Int)) (! (! (p x) :pattern ((p x))) :qid q))");
    check(&nested, &[&stray(39, ":pattern")]);
    assert_eq!(errors(&nested, Mode::Lenient), ["accepted"]);
    for term in [
        "(forall ((x Int)) (! (p x) :pattern ((p x)) :qid q :no-pattern (p 0)))",
        "(exists ((x Int)) (! (not (p x)) :weight 3 :pattern ((p x)) :pattern ((p 1))))",
    ] {
        check(&text(term), &["accepted"]);
    }
}
