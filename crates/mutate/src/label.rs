//! What is known of a mutant's answers, and the check of it where a model is at hand.

use crate::kit::Kit;
use crate::known::Known;
use crate::place::splice;
use crate::prepare::ANY_LOGIC;
use crate::seed::Seed;
use crate::strategy::{Change, Claim, Mutation};
use gadfly_eval::{Model, Reason, Truth, evaluate, smallest_false};
use gadfly_formula::{Expect, LabelSource};
use gadfly_syntax::Sexprs;
use gadfly_term::Script;
use thiserror::Error;

/// A label by construction that a model refutes: a wrong rule, fusion or known answer of ours.
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
    /// The rules or fusion functions that took part, by name; see [`Kit::quarantine`].
    pub suspects: Vec<String>,
}

/// What one mutation brought about.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    /// The seed it started from.
    from: &'a Seed,
    /// The other seed, if one took part.
    other: Option<&'a Seed>,
    mutation: &'a Mutation,
}

impl<'a> Step<'a> {
    pub(crate) fn new(from: &'a Seed, other: Option<&'a Seed>, mutation: &'a Mutation) -> Self {
        Step {
            from,
            other,
            mutation,
        }
    }

    /// The model that the mutant can be evaluated under.
    fn model(&self) -> Option<&'a str> {
        let own = || {
            self.from
                .known
                .model
                .as_deref()
                .filter(|_| self.other.is_none())
        };
        self.mutation.witness.as_deref().or_else(own)
    }

    /// Whether the mutant is going to be evaluated.
    pub(crate) fn has_model(&self, kit: &Kit) -> bool {
        kit.options.labels && self.model().is_some()
    }

    /// What the mutation claims of so many checks, and how well that is known.
    pub(crate) fn claimed(&self, checks: usize) -> (Vec<Expect>, LabelSource) {
        let from = self.from.label;
        let known = self.other.map_or(from, |other| from.min(other.label));
        match &self.mutation.claim {
            Claim::Answers(expect)
                if expect.len() == checks && expect.iter().any(|e| *e != Expect::Unknown) =>
            {
                // What follows from seeds is as well known as they are, and by construction at
                // most.
                let confirmed = known >= LabelSource::Confirmed;
                let label = if confirmed {
                    LabelSource::Construction
                } else {
                    known
                };
                (expect.clone(), label)
            }
            _ => (vec![Expect::Unknown; checks], LabelSource::None),
        }
    }

    fn contradicted(&self, next: &Seed, expect: Expect, model: &str) -> Contradiction {
        Contradiction {
            trace: self.mutation.trace.clone(),
            expect,
            text: next.script.source().into(),
            model: model.into(),
            suspects: self.mutation.used.clone(),
        }
    }
}

/// Gives the mutant its label. Returns what was repaired, for the trace.
pub(crate) fn settle(
    next: &mut Seed,
    step: Step<'_>,
    kit: &mut Kit,
) -> Result<Option<String>, Contradiction> {
    let (expect, label) = step.claimed(next.expect.len());
    (next.expect, next.label) = (expect, label);
    if step.other.is_none() && next.expect == [Expect::Unsat] {
        next.known = Known {
            proved: false,
            answer: Some(Expect::Unsat),
            model: None,
            core: step.from.known.core.clone(),
        };
    }
    match step.model() {
        Some(model) if kit.options.labels && next.expect.len() == 1 => {
            check(next, step, model, kit)
        }
        _ => Ok(None),
    }
}

/// Evaluates the mutant under the model that should satisfy it.
fn check(
    next: &mut Seed,
    step: Step<'_>,
    model: &str,
    kit: &mut Kit,
) -> Result<Option<String>, Contradiction> {
    let Some(truth) = truth(&next.script, model) else {
        return Ok(None);
    };
    if !recovers(step, model, kit) {
        return Err(step.contradicted(next, Expect::Sat, model));
    }
    match (truth, &step.mutation.claim) {
        (Truth::True, Claim::Answers(expect)) if expect[..] == [Expect::Unsat] => {
            Err(step.contradicted(next, Expect::Unsat, model))
        }
        (Truth::False, Claim::Answers(expect)) if expect[..] == [Expect::Sat] => {
            Err(step.contradicted(next, Expect::Sat, model))
        }
        (Truth::True, _) => {
            let note = format!("true under witness {}", short_hash(model));
            witnessed(next, model.into());
            Ok(Some(note))
        }
        (Truth::False, Claim::Nothing) => Ok(repair(next, model.into(), kit)),
        _ => Ok(None),
    }
}

/// Whether the terms that a fusion puts in for variables have the variables' values. A function
/// that says so of all values, and leaves one open under the seeds' own models, is wrong even
/// where the mutant happens to be satisfiable.
fn recovers(step: Step<'_>, model: &str, kit: &mut Kit) -> bool {
    let (Change::Joined(part), Claim::Answers(_)) = (&step.mutation.change, &step.mutation.claim)
    else {
        return true;
    };
    let Some(script) = kit.check(format!("{ANY_LOGIC}{part}"), &step.mutation.trace) else {
        return true;
    };
    use Reason::{Selector, Unspecified};
    let lost = matches!(
        truth(&script, model),
        Some(Truth::False | Truth::Undetermined(Unspecified(_) | Selector(_)))
    );
    kit.recycle(script);
    !lost
}

fn truth(script: &Script, model: &str) -> Option<Truth> {
    let model = Model::parse(model, script).ok()?;
    Some(evaluate(script, &model).overall)
}

fn witnessed(next: &mut Seed, model: String) {
    next.expect = vec![Expect::Sat];
    next.label = LabelSource::Witness;
    next.known = Known {
        proved: false,
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
    *next = Seed::unnamed(repaired);
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
