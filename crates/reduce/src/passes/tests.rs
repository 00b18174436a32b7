//! What each pass makes of a script, and what it leaves alone.

use super::*;
use crate::edit::Taken;
use crate::pass::Pass;
use crate::squeeze::squeeze;
use crate::subject::{Reader, Subject};

/// The well-formed candidates that single moves of a pass make.
fn candidates(pass: &dyn Pass, script: &str) -> Vec<String> {
    let reader = Reader::for_input(script).unwrap();
    let script = &squeeze(script);
    let moves = pass.moves(&Subject::new(&reader, script));
    let made = moves.iter().map(|one| {
        let taken = Taken::default().with_free(std::slice::from_ref(one));
        let candidate = taken.apply(script);
        assert_eq!(
            candidate,
            squeeze(&candidate),
            "{} of {script}",
            pass.name()
        );
        candidate.replace('\n', "")
    });
    made.filter(|candidate| reader.accepts(candidate)).collect()
}

fn makes(pass: &dyn Pass, script: &str, candidate: &str) {
    let all = candidates(pass, script);
    assert!(
        all.iter().any(|one| one == candidate),
        "{}: {all:#?}",
        pass.name()
    );
}

fn leaves(pass: &dyn Pass, script: &str) {
    assert_eq!(
        candidates(pass, script),
        Vec::<String>::new(),
        "{}",
        pass.name()
    );
}

#[test]
fn variables_are_eliminated() {
    let pass = &eliminate_variable::EliminateVariable;
    let script = "(declare-const a Int)(declare-const b Int)(assert(= a(+ b 1)))(assert(> a 2))";
    makes(
        pass,
        script,
        "(declare-const b Int)(assert(=(+ b 1)(+ b 1)))(assert(>(+ b 1)2))",
    );
    makes(
        pass,
        script,
        "(declare-const b Int)(assert(= b(+ b 1)))(assert(> b 2))",
    );
    makes(
        pass,
        script,
        "(declare-const a Int)(assert(= a(+ 0 1)))(assert(> a 2))",
    );
    leaves(pass, "(declare-fun f(Int)Int)(assert(=(f 0)1))");
}

#[test]
fn annotations_are_dropped() {
    let pass = &drop_annotation::DropAnnotation;
    makes(
        pass,
        "(assert(!(= 0 1):named n))(check-sat)",
        "(assert(= 0 1))(check-sat)",
    );
    makes(
        pass,
        "(declare-fun f(Int)Int)(assert(forall((a Int))(!(=(f a)1):pattern((f a)):qid q)))",
        "(declare-fun f(Int)Int)(assert(forall((a Int))(!(=(f a)1):qid q)))",
    );
    leaves(pass, "(assert true)");
}

#[test]
fn relations_are_turned() {
    let pass = &turn_relation::TurnRelation;
    makes(pass, "(assert(not(< 0 1)))", "(assert(>= 0 1))");
    makes(
        pass,
        "(assert(forall((a Int))(= a 0)))",
        "(assert(exists((a Int))(= a 0)))",
    );
    leaves(pass, "(assert(not(= 0 1)))");
}

#[test]
fn sorts_are_narrowed_everywhere() {
    let pass = &narrow_sort::NarrowSort;
    makes(
        pass,
        "(declare-const a(_ BitVec 32))(assert(= a #x000000ff((_ zero_extend 24)#x01)))",
        "(declare-const a(_ BitVec 8))(assert(= a #xff((_ zero_extend 0)#x01)))",
    );
    makes(
        pass,
        "(declare-const a(_ BitVec 64))(assert(=((_ to_fp 11 53)a)((_ to_fp 11 53)a)))",
        "(declare-const a(_ BitVec 5))(assert(=((_ to_fp 2 3)a)((_ to_fp 2 3)a)))",
    );
    makes(
        pass,
        "(declare-const a(_ BitVec 8))(assert(=(concat a a)#xffff))",
        "(declare-const a(_ BitVec 1))(assert(=(concat a a)#b11))",
    );
    leaves(pass, "(declare-const a(_ BitVec 1))(assert(= a #b0))");
}

#[test]
fn parameters_and_fields_are_dropped() {
    let pass = &drop_parameter::DropParameter;
    makes(
        pass,
        "(declare-fun f(Int Bool)Int)(assert(=(f 1 true)0))",
        "(declare-fun f(Bool)Int)(assert(=(f true)0))",
    );
    makes(
        pass,
        "(declare-datatypes((L 0))(((n)(c(h Int)(t L)))))(assert(=(c 1 n)n))",
        "(declare-datatypes((L 0))(((n)(c(t L)))))(assert(=(c n)n))",
    );
    leaves(pass, "(declare-fun f()Int)(assert(= f 0))");
}

#[test]
fn lets_lose_bindings() {
    let pass = &inline_let::InlineLet;
    let script = "(assert(let((a 1)(b 2))(= a b)))";
    makes(pass, script, "(assert(= 1 2))");
    makes(pass, script, "(assert(let((b 2))(= 1 b)))");
    leaves(pass, "(assert true)");
}

#[test]
fn terms_go_with_what_only_they_need() {
    let pass = &abstract_term::AbstractTerm;
    makes(
        pass,
        "(declare-const x(_ BitVec 8))(assert(fp.isNaN((_ to_fp 3 5)x)))",
        "(declare-fun a()Bool)(assert a)",
    );
    leaves(
        pass,
        "(declare-fun b()Int)(declare-fun c()Int)(assert(= b c 0))(assert(> c b))",
    );
}

#[test]
fn operators_are_exchanged() {
    let pass = &exchange_operator::ExchangeOperator;
    makes(
        pass,
        "(assert(str.prefixof \"a\" \"b\"))",
        "(assert(= \"a\" \"b\"))",
    );
    makes(
        pass,
        "(assert(= #b1(bvudiv #b1 #b0)))",
        "(assert(= #b1(bvor #b1 #b0)))",
    );
    makes(
        pass,
        "(declare-fun r()RegLan)(assert(= r(re.+ r)))",
        "(declare-fun r()RegLan)(assert(= r(re.* r)))",
    );
    leaves(pass, "(assert(= 1 2))");
}

#[test]
fn applications_become_unary() {
    let pass = &exchange_application::ExchangeApplication;
    let script = |term: &str| format!("(declare-fun r()RegLan)(assert(str.in_re \"\"{term}))");
    for term in [
        "(re.union re.all r)",
        "(re.diff re.all r)",
        "((_ re.^ 2)r)",
        "((_ re.loop 1 2)r)",
    ] {
        makes(pass, &script(term), &script("(re.* r)"));
    }
    leaves(pass, &script("(re.+ r)"));
    leaves(pass, "(declare-fun a()Bool)(assert(and a(or a a)))");
}

#[test]
fn conditions_are_lifted() {
    let pass = &lift_condition::LiftCondition;
    makes(
        pass,
        "(declare-fun a()Bool)(declare-fun s()String)(assert(= s(str.substr s 0(ite a 1 2))))",
        "(declare-fun a()Bool)(declare-fun s()String)(assert(= s(ite a \"\" \"a\")))",
    );
    leaves(pass, "(declare-fun a()Bool)(assert(= 1(ite a 1 2)))");
}

#[test]
fn sorts_are_replaced_and_renamed() {
    let script = "(declare-sort Index 0)(declare-sort Element 0)(declare-fun c()(Array Index Element))(assert(= c c))";
    makes(
        &replace_sort::ReplaceSort,
        script,
        "(declare-sort Element 0)(declare-fun c()(Array Int Element))(assert(= c c))",
    );
    makes(
        &replace_sort::ReplaceSort,
        script,
        "(declare-sort Index 0)(declare-fun c()(Array Index Index))(assert(= c c))",
    );
    makes(
        &shorten_name::ShortenName,
        script,
        "(declare-sort a 0)(declare-sort Element 0)(declare-fun c()(Array a Element))(assert(= c c))",
    );
    makes(
        &shorten_name::ShortenName,
        "(declare-datatypes((List 0))(((nil)(cons(head Int)(tail List)))))(declare-fun y()List)(assert(= y nil))",
        "(declare-datatypes((a 0))(((nil)(cons(head Int)(tail a)))))(declare-fun y()a)(assert(= y nil))",
    );
    leaves(
        &replace_sort::ReplaceSort,
        "(declare-sort Pair 2)(assert true)",
    );
}

#[test]
fn literals_of_a_concatenation_are_joined() {
    let pass = &join_literals::JoinLiterals;
    makes(
        pass,
        "(declare-fun s()String)(assert(= s(str.++ \"a\" \"\"\"\")))",
        "(declare-fun s()String)(assert(= s \"a\"\"\"))",
    );
    makes(
        pass,
        "(declare-fun s()String)(assert(= s(str.++ s \"a\" \"b\")))",
        "(declare-fun s()String)(assert(= s(str.++ s \"ab\")))",
    );
    leaves(
        pass,
        "(declare-fun s()String)(assert(= s(str.++ s \"a\" s \"b\")))",
    );
}

#[test]
fn what_cannot_be_dropped_is_not_made_true() {
    let pass = &replace_by_constant::ReplaceByConstant;
    let few = "(declare-fun a()Bool)(assert a)";
    makes(pass, few, "(declare-fun a()Bool)(assert true)");
    let many = format!("{few}{}", "(assert a)".repeat(10));
    let all = candidates(pass, &many);
    assert!(all.iter().any(|one| one.contains("false")), "{all:#?}");
    assert!(!all.iter().any(|one| one.contains("true")), "{all:#?}");
}
