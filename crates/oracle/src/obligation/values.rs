//! Values of terms must be those of the model that the solver gives in the same state.
//!
//! A value is put into the model under a name of its own, so that it is read as values of models are:
//! elements of sorts, irrational numbers, arrays as tables, rounded decimals.

use super::scene::{Question, Scene};
use super::{Must, Obligation, asked, read, short};
use gadfly_solver::{Answer, Asked};
use gadfly_syntax::loose::{commands, items};
use gadfly_term::{CommandKind, Script};
use gadfly_vocabulary::{Law, Topic};
use std::fmt::Write;

/// A term with the value that the solver gave it.
struct Pair<'a> {
    term: &'a str,
    value: &'a str,
}

/// What the response to a question for values obliges to.
pub(super) fn of(
    scene: &Scene<'_>,
    question: &Question<'_>,
    response: &str,
    model: Option<&str>,
) -> Option<Obligation> {
    let pairs = pairs(question, response)?;
    let sorts = sorts(scene, &pairs)?;
    let said: Vec<String> = pairs
        .iter()
        .map(|pair| format!("{} for {}", short(pair.value), short(pair.term)))
        .collect();
    let about = |law, must| scene.obligation(Topic::Value, law, said.clone(), must);
    let Some(model) = model else {
        return consistent(scene, &pairs).map(|must| about(Law::Consistent, must));
    };
    let mut body = scene.names();
    let mut values = String::new();
    for (n, (pair, sort)) in pairs.iter().zip(&sorts).enumerate() {
        let _ = writeln!(body, "(declare-const {VALUE}{n} {sort})");
        let _ = writeln!(body, "(assert (= {} {VALUE}{n}))", pair.term);
        let _ = writeln!(values, "(define-fun {VALUE}{n} () {sort} {})", pair.value);
    }
    let end = model.trim_end().strip_suffix(')')?;
    let script = asked(scene, false, &body)?;
    let models = vec![format!("{end}\n{values})")];
    Some(about(Law::Evaluates, Must::Hold { script, models }))
}

/// Which value an assertion is about, by its number.
pub(super) fn place(assertion: &str) -> Option<usize> {
    let (_, rest) = assertion.rsplit_once(VALUE)?;
    rest.trim_end_matches(')').parse().ok()
}

/// What the name of a value begins with; its number follows.
const VALUE: &str = "gadfly!value!";

/// The terms that were asked about with what was said of them; `None` where these do not fit.
fn pairs<'a>(question: &Question<'a>, response: &'a str) -> Option<Vec<Pair<'a>>> {
    let pair = |pair: &'a str| match items(pair)[..] {
        [term, value] => Some(Pair { term, value }),
        _ => None,
    };
    match question.asked {
        Asked::Eval => {
            let term = question.items.get(1)?;
            let value = response.trim();
            Some(vec![Pair { term, value }])
        }
        Asked::Assignment => items(response).into_iter().map(pair).collect(),
        _ => {
            let terms = items(question.items.get(1)?);
            let said: Vec<Pair<'_>> = items(response)
                .into_iter()
                .map(pair)
                .collect::<Option<_>>()?;
            // Solvers print terms in their own way; names alone can be compared.
            let name = |text: &str| !text.starts_with('(') && !text.starts_with('|');
            let other = |(term, pair): (&&str, &Pair<'_>)| {
                name(term) && name(pair.term) && *term != pair.term
            };
            if terms.len() != said.len() || terms.iter().zip(&said).any(other) {
                return None;
            }
            let both = terms.iter().zip(said);
            Some(
                both.map(|(term, pair)| Pair {
                    term,
                    value: pair.value,
                })
                .collect(),
            )
        }
    }
}

/// The sorts of the terms, as the script's own declarations have them.
fn sorts(scene: &Scene<'_>, pairs: &[Pair<'_>]) -> Option<Vec<String>> {
    if pairs.is_empty() {
        return None;
    }
    let terms: Vec<&str> = pairs.iter().map(|pair| pair.term).collect();
    sorts_of(scene, &terms)
}

/// The sorts of closed terms.
pub(super) fn sorts_of(scene: &Scene<'_>, terms: &[&str]) -> Option<Vec<String>> {
    let body = format!(
        "{}(check-sat)(get-value ({}))",
        scene.names(),
        terms.join(" ")
    );
    let script: Script = read(&scene.script(false, &body))?;
    let mut commands = script.commands().iter();
    let command = commands.find(|command| command.kind == CommandKind::GetValue)?;
    let nodes = script.command_terms(command).iter();
    let sorts: Vec<String> = nodes
        .map(|node| script.sort_text(script.sort(*node)))
        .collect();
    (sorts.len() == terms.len()).then_some(sorts)
}

/// Without a model, the values must at least be possible beside what is asserted.
fn consistent(scene: &Scene<'_>, pairs: &[Pair<'_>]) -> Option<Must> {
    let given = asked(scene, false, &scene.assertions());
    let mut body = scene.assertions();
    for Pair { term, value } in pairs {
        let _ = writeln!(body, "(assert (= {term} {value}))");
    }
    let script = asked(scene, false, &body)?;
    Some(Must::Answer {
        script,
        answer: Answer::Sat,
        given,
    })
}

/// The script with a `get-model` beside values that are asked for without one; `None` where there are
/// none.
pub fn with_models_beside_values(script: &str) -> Option<String> {
    let (mut text, mut from, mut added) = (String::new(), 0, false);
    // Where the last question for values behind a check ends, while no model was asked for there.
    let (mut open, mut has_model) = (None::<usize>, false);
    let mut close = |open: &mut Option<usize>, has_model: bool| {
        if let Some(end) = open.take().filter(|_| !has_model) {
            text.push_str(&script[from..end]);
            text.push_str("\n(get-model)");
            from = end;
            added = true;
        }
    };
    for command in commands(script) {
        match Asked::of(command.name()) {
            Some(Asked::Model) => has_model = true,
            Some(Asked::Value | Asked::Assignment | Asked::Eval) => open = Some(command.span.end),
            Some(_) => {}
            None if command.name().starts_with("get-") => {}
            None => {
                close(&mut open, has_model);
                has_model = false;
            }
        }
    }
    close(&mut open, has_model);
    text.push_str(&script[from..]);
    added.then(|| format!("(set-option :produce-models true)\n{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_asked_for_where_they_are_missing() {
        let script =
            "(check-sat)(get-value (p))(get-value (q))(check-sat)(get-model)(get-value (p))";
        let with = with_models_beside_values(script).expect("one is missing");
        assert!(with.ends_with(
            "(check-sat)(get-value (p))(get-value (q))\n(get-model)(check-sat)(get-model)(get-value (p))"
        ));
        for none in ["(check-sat)", "(check-sat)(get-value (p))(get-model)"] {
            assert_eq!(with_models_beside_values(none), None);
        }
    }
}
