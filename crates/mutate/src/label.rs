//! What is known of a mutant's answers, and the check of it where a model is at hand.

use crate::kit::Kit;
use crate::place::splice;
use crate::profile::Profile;
use crate::seed::Seed;
use crate::strategy::Claim;
use gadfly_eval::{Model, Truth, evaluate, smallest_false};
use gadfly_formula::{Expect, LabelSource};
use gadfly_syntax::Sexprs;
use gadfly_term::Script;
use thiserror::Error;

/// A label by construction that a model refutes: a wrong rule, fusion or seed profile of ours.
#[derive(Debug, Error)]
#[error(
    "a label is wrong: after `{trace}` the answer should be {expect}, but the seeds' own model says otherwise"
)]
pub struct Contradiction {
    /// What had been done.
    pub trace: String,
    /// The label.
    pub expect: Expect,
    /// The mutant.
    pub text: String,
    /// The model.
    pub model: String,
}

/// What one mutation brought about.
pub(crate) struct Step<'a> {
    /// The seed it started from.
    pub(crate) from: &'a Seed,
    /// The other seed, if one took part.
    pub(crate) other: Option<&'a Seed>,
    pub(crate) claim: Claim,
    pub(crate) witness: Option<String>,
}

/// Gives the mutant its label. Returns what was repaired, for the trace.
pub(crate) fn settle(
    next: &mut Seed,
    step: Step<'_>,
    trace: &str,
    kit: &mut Kit,
) -> Result<Option<String>, Contradiction> {
    let Step {
        from,
        other,
        claim,
        witness,
    } = step;
    let known = from
        .label
        .min(other.map_or(LabelSource::Witness, |o| o.label));
    let claimed = match &claim {
        Claim::Answers(expect) if expect.len() == next.expect.len() => Some(expect.clone()),
        _ => None,
    };
    if let Some(expect) = claimed.filter(|e| e.iter().any(|e| *e != Expect::Unknown)) {
        // What follows from seeds is as well known as they are, and by construction at most.
        next.label = if known >= LabelSource::Confirmed {
            LabelSource::Construction
        } else {
            known
        };
        next.expect = expect;
    }
    if other.is_none() && next.expect == [Expect::Unsat] {
        next.profile = Profile {
            answer: Some(Expect::Unsat),
            model: None,
            core: from.profile.core.clone(),
        };
    }
    let model = witness.or_else(|| from.profile.model.clone().filter(|_| other.is_none()));
    match model {
        Some(model) if kit.options.labels && next.expect.len() == 1 => {
            check(next, &claim, model, trace, kit)
        }
        _ => Ok(None),
    }
}

/// Evaluates the mutant under the model that should satisfy it.
fn check(
    next: &mut Seed,
    claim: &Claim,
    model: String,
    trace: &str,
    kit: &mut Kit,
) -> Result<Option<String>, Contradiction> {
    let Some(truth) = truth(&next.script, &model) else {
        return Ok(None);
    };
    let wrong = |expect, model| Contradiction {
        trace: trace.into(),
        expect,
        text: next.script.source().into(),
        model,
    };
    match (truth, claim) {
        (Truth::True, Claim::Answers(expect)) if expect[..] == [Expect::Unsat] => {
            Err(wrong(Expect::Unsat, model))
        }
        (Truth::False, Claim::Answers(expect)) if expect[..] == [Expect::Sat] => {
            Err(wrong(Expect::Sat, model))
        }
        (Truth::True, _) => {
            let note = format!("true under witness {}", short_hash(&model));
            witnessed(next, model);
            Ok(Some(note))
        }
        (Truth::False, Claim::Nothing) => Ok(repair(next, model, kit)),
        _ => Ok(None),
    }
}

fn truth(script: &Script, model: &str) -> Option<Truth> {
    let model = Model::parse(model, script).ok()?;
    Some(evaluate(script, &model).overall)
}

fn witnessed(next: &mut Seed, model: String) {
    next.expect = vec![Expect::Sat];
    next.label = LabelSource::Witness;
    next.profile = Profile {
        answer: Some(Expect::Sat),
        model: Some(model),
        core: None,
    };
}

/// False conjuncts are negated, a few at most, until the model satisfies the mutant.
fn repair(next: &mut Seed, model: String, kit: &mut Kit) -> Option<String> {
    const MOST: usize = 3;
    let mut negated = 0;
    let mut script: Option<Script> = None;
    while negated < MOST {
        let current = script.as_ref().unwrap_or(&next.script);
        let read = Model::parse(&model, current).ok()?;
        let evaluation = evaluate(current, &read);
        let Some((root, _)) = evaluation
            .assertions
            .iter()
            .find(|(_, truth)| *truth == Truth::False)
        else {
            break;
        };
        let (node, _) = smallest_false(current, &read, *root)?;
        let text = splice(current, node, &format!("(not {})", current.text(node)));
        script = Some(kit.check(text, "negated a false conjunct")?);
        negated += 1;
    }
    let repaired = script?;
    if truth(&repaired, &model)? != Truth::True {
        return None;
    }
    *next = Seed::of_script("", gadfly_formula::ContentHash([0; 32]), repaired);
    let hash = short_hash(&model);
    witnessed(next, model);
    Some(format!("negated {negated} false under witness {hash}"))
}

fn short_hash(model: &str) -> String {
    gadfly_formula::ContentHash::of(model.as_bytes()).short()
}

/// Two models and some definitions as one model.
pub(crate) fn joint_model(first: &str, second: &str, values: &str) -> String {
    format!(
        "(\n{}\n{}\n{values})",
        definitions(first),
        definitions(second)
    )
}

/// What a model contains, without the list around it.
fn definitions(model: &str) -> &str {
    let Ok(all) = Sexprs::parse(model) else {
        return model;
    };
    let top: Vec<_> = all.iter().collect();
    let [only] = top[..] else { return model };
    let nested = only.get(0).is_some_and(|first| first.is_list());
    let headed = only.get(0).is_some_and(|first| first.text() == "model");
    let span = only.span().range();
    match (nested, headed) {
        (true, _) => &model[span.start + 1..span.end - 1],
        (_, true) => {
            &model[only.get(0).map_or(span.start, |h| h.span().end as usize)..span.end - 1]
        }
        _ => model,
    }
}
