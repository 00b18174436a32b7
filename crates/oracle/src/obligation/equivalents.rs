//! A simplified term, the goals of a tactic and a formula without its quantifiers are equivalent to what
//! they came from, as far as each promises that; the goals of other tactics are equisatisfiable.

use super::samples::samples;
use super::scene::{Question, Scene};
use super::values::sorts_of;
use super::{Must, Obligation, asked, read, short};
use gadfly_catalog::{Catalog, Keeps, Tactics};
use gadfly_solver::Answer;
use gadfly_syntax::loose::{items, words};
use gadfly_vocabulary::{Law, Topic};

/// What a simplified term obliges to.
pub(super) fn simplified(
    scene: &Scene<'_>,
    question: &Question<'_>,
    response: &str,
) -> Vec<Obligation> {
    let term = question.items.get(1);
    let found = term.and_then(|term| equivalent(scene, Topic::Simplify, term, response.trim()));
    found.unwrap_or_default()
}

/// What a formula without quantifiers obliges to: wherever the assertions hold, it is true where the formula is.
pub(super) fn eliminated(
    scene: &Scene<'_>,
    question: &Question<'_>,
    response: &str,
) -> Vec<Obligation> {
    let term = question.items.get(1).filter(|term| is_block(term));
    let found = term.and_then(|term| match scene.asserted.is_empty() {
        true => equivalent(scene, Topic::Qe, term, response.trim()),
        false => Some(vec![never_differ(scene, Topic::Qe, term, response.trim())?]),
    });
    found.unwrap_or_default()
}

/// Whether a formula is one block of quantifiers over a formula without any: what solvers promise to
/// eliminate.
fn is_block(term: &str) -> bool {
    let parts = items(term);
    let [quantifier, _, body] = parts[..] else {
        return false;
    };
    let binds = |word: &str| matches!(word, "exists" | "forall");
    binds(quantifier) && !words(body).any(|(_, word)| binds(word))
}

/// What the goals of a tactic oblige to: several are a disjunction.
pub(super) fn goals(scene: &Scene<'_>, question: &Question<'_>, response: &str) -> Vec<Obligation> {
    let tactics = Tactics::of(&Catalog::shared());
    let promise = question.items.get(1);
    let Some(promise) = promise.and_then(|tactic| tactics.promise(tactic)) else {
        return Vec::new();
    };
    let asserted: Vec<&str> = scene.asserted.iter().map(|it| it.term).collect();
    let named = asserted.iter().any(|term| term.contains(":named"));
    let Some(goals) = disjunction(response).filter(|_| !named && !asserted.is_empty()) else {
        return Vec::new();
    };
    let asserted = joined("and", &asserted);
    let found = match promise {
        Keeps::Meaning => equivalent(scene, Topic::Tactic, &asserted, &goals),
        Keeps::Satisfiability => equisatisfiable(scene, &asserted, &goals),
    };
    found.unwrap_or_default()
}

/// Each is satisfiable where the other is.
fn equisatisfiable(scene: &Scene<'_>, asserted: &str, goals: &str) -> Option<Vec<Obligation>> {
    let before = asked(scene, false, &format!("(assert {asserted})"))?;
    let after = with_new_symbols(scene, goals)?;
    let about = |script: &String, given: &String| {
        let must = Must::Answer {
            script: script.clone(),
            answer: Answer::Sat,
            given: Some(given.clone()),
        };
        let said = vec![format!("{} for {}", short(goals), short(asserted))];
        scene.obligation(Topic::Tactic, Law::Equisatisfiable, said, must)
    };
    Some(vec![about(&after, &before), about(&before, &after)])
}

/// The goals as a script. z3 prints no declarations of the symbols that it made: they have the one sort
/// that makes all of them fit, or nobody is asked.
fn with_new_symbols(scene: &Scene<'_>, goals: &str) -> Option<String> {
    let known = scene.declared_symbols();
    let mut new: Vec<&str> = words(goals)
        .map(|(_, word)| word)
        .filter(|word| word.contains('!') && !word.starts_with('"') && !known.contains(word))
        .collect();
    new.sort_unstable();
    new.dedup();
    let with = |sort: &str| {
        let declared: String = new
            .iter()
            .map(|name| format!("(declare-const {name} {sort})\n"))
            .collect();
        asked(scene, false, &format!("{declared}(assert {goals})"))
    };
    let sorts = match new.is_empty() {
        true => &["Bool"][..],
        false => &["Bool", "Int", "Real"],
    };
    let mut fitting = sorts.iter().filter_map(|sort| with(sort));
    let script = fitting.next()?;
    fitting.next().is_none().then_some(script)
}

/// Both have the same value under models of our choice, and there is no model under which they differ.
fn equivalent(
    scene: &Scene<'_>,
    topic: Topic,
    term: &str,
    result: &str,
) -> Option<Vec<Obligation>> {
    // Solvers have no equality of languages.
    let sorts = sorts_of(scene, &[term, result])?;
    if term == result || sorts.iter().any(|sort| sort == "RegLan") {
        return None;
    }
    let script = asked(scene, false, &format!("(assert (= {term} {result}))"))?;
    let models = samples(&read(&script)?);
    let differ = never_differ(scene, topic, term, result)?;
    if models.is_empty() {
        return Some(vec![differ]);
    }
    let must = Must::Hold { script, models };
    let hold = scene.obligation(topic, Law::Equivalent, said(term, result), must);
    Some(vec![hold, differ])
}

fn said(term: &str, result: &str) -> Vec<String> {
    vec![format!("{} for {}", short(result), short(term))]
}

/// There is no model under which they differ; of what depends on the assertions, no model of these.
fn never_differ(scene: &Scene<'_>, topic: Topic, term: &str, result: &str) -> Option<Obligation> {
    let given = scene.asserted.iter().filter(|_| topic == Topic::Qe);
    let given: String = given.map(|it| format!("(assert {})\n", it.term)).collect();
    let script = asked(
        scene,
        false,
        &format!("{given}(assert (not (= {term} {result})))"),
    )?;
    let must = Must::Answer {
        script,
        answer: Answer::Unsat,
        given: None,
    };
    Some(scene.obligation(topic, Law::Equivalent, said(term, result), must))
}

/// `(goals (goal f… :precision precise :depth n)…)` as one formula; `None` where a goal is only an
/// approximation.
fn disjunction(response: &str) -> Option<String> {
    let list = items(response);
    let (first, goals) = list.split_first()?;
    if *first != "goals" || goals.is_empty() {
        return None;
    }
    let goal = |goal: &&str| {
        let parts = items(goal);
        let keyword = parts.iter().position(|part| part.starts_with(':'))?;
        let precise = parts.get(keyword..keyword + 2) == Some(&[":precision", "precise"]);
        let formulas = parts.get(1..keyword)?;
        precise.then(|| match formulas {
            [] => "true".to_string(),
            formulas => joined("and", formulas),
        })
    };
    let goals: Vec<String> = goals.iter().map(goal).collect::<Option<_>>()?;
    let goals: Vec<&str> = goals.iter().map(String::as_str).collect();
    Some(joined("or", &goals))
}

fn joined(operator: &str, terms: &[&str]) -> String {
    match terms {
        [one] => one.to_string(),
        all => format!("({operator} {})", all.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_block_of_quantifiers_is_promised_to_go() {
        for block in [
            "(exists ((x Int)) (< x y))",
            "(forall ((x Int) (z Real)) (let ((w x)) (= w y)))",
        ] {
            assert!(is_block(block), "{block}");
        }
        for other in [
            "(forall ((x Int)) (exists ((z Int)) (= (< x 0) (< 0 z))))",
            "(exists ((x Real)) (= p (forall ((z Real)) (= 0.0 z))))",
            "(not (exists ((x Int)) (< x y)))",
            "(< x y)",
            "p",
        ] {
            assert!(!is_block(other), "{other}");
        }
    }

    #[test]
    fn goals_are_a_disjunction_where_they_are_precise() {
        let two = "(goals\n(goal\n p\n (> x 0)\n :precision precise :depth 2)\n(goal :precision precise :depth 1))";
        assert_eq!(
            disjunction(two).as_deref(),
            Some("(or (and p (> x 0)) true)")
        );
        let one = "(goals (goal false :precision precise :depth 1))";
        assert_eq!(disjunction(one).as_deref(), Some("false"));
        for none in [
            "(goals (goal p :precision over :depth 1))",
            "(goals)",
            "(error)",
            "(goals (goal p))",
        ] {
            assert_eq!(disjunction(none), None, "{none}");
        }
    }
}
