//! A simplified term, the goals of a tactic and a formula without its quantifiers are equivalent to what
//! they came from, as far as each promises that.

use super::samples::samples;
use super::scene::{Question, Scene};
use super::values::sorts_of;
use super::{Must, Obligation, asked, read, short};
use gadfly_catalog::Catalog;
use gadfly_solver::Answer;
use gadfly_syntax::loose::{items, words};
use gadfly_vocabulary::{Law, Topic};
use serde::Deserialize;

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

/// What a formula without quantifiers obliges to.
pub(super) fn eliminated(
    scene: &Scene<'_>,
    question: &Question<'_>,
    response: &str,
) -> Vec<Obligation> {
    let term = question.items.get(1);
    let found = term.and_then(|term| equivalent(scene, Topic::Qe, term, response.trim()));
    found.unwrap_or_default()
}

/// What the goals of a tactic oblige to: several are a disjunction.
pub(super) fn goals(scene: &Scene<'_>, question: &Question<'_>, response: &str) -> Vec<Obligation> {
    let tactic = question.items.get(1);
    if !tactic.is_some_and(|tactic| keeps_meaning(tactic)) {
        return Vec::new();
    }
    let asserted: Vec<&str> = scene.asserted.iter().map(|it| it.term).collect();
    let named = asserted.iter().any(|term| term.contains(":named"));
    let goals = disjunction(response).filter(|_| !named && !asserted.is_empty());
    let found =
        goals.and_then(|goals| equivalent(scene, Topic::Tactic, &joined("and", &asserted), &goals));
    found.unwrap_or_default()
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
    let about = |must| Obligation {
        topic,
        law: Law::Equivalent,
        check: scene.checks.saturating_sub(1),
        said: vec![format!("{} for {}", short(result), short(term))],
        must,
    };
    let script = asked(scene, false, &format!("(assert (= {term} {result}))"))?;
    let models = samples(&read(&script)?);
    let differ = asked(scene, false, &format!("(assert (not (= {term} {result})))"))?;
    let mut found = Vec::new();
    if !models.is_empty() {
        found.push(about(Must::Hold { script, models }));
    }
    found.push(about(Must::Answer {
        script: differ,
        answer: Answer::Unsat,
        given: None,
    }));
    Some(found)
}

/// The table of a family's tactics.
#[derive(Deserialize)]
struct Tactics {
    equivalent: Vec<String>,
    combinators: Vec<String>,
}

/// Whether every tactic of an expression promises an equivalent result.
fn keeps_meaning(tactic: &str) -> bool {
    let catalog = Catalog::shared();
    let table = catalog.file("tactics/z3.toml");
    let table = table.and_then(|text| toml::from_str::<Tactics>(text).ok());
    let Some(table) = table else {
        return false;
    };
    let is = |list: &[String], word: &str| list.iter().any(|it| it == word);
    let named = |(_, word): (usize, &str)| is(&table.equivalent, word);
    let mut value = false;
    words(tactic).any(named)
        && words(tactic).all(|(_, word)| {
            let skip = std::mem::replace(&mut value, word.starts_with(':'));
            let number = word.parse::<u32>().is_ok();
            skip || value
                || number
                || word == "("
                || word == ")"
                || is(&table.combinators, word)
                || is(&table.equivalent, word)
        })
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
