//! The bug predicate of `state`: a persistent process does what a fresh one of the same solver does
//! not. The fresh process is all the evidence that it takes, so no label and no other solver is
//! needed, and a script may be changed at will.

use crate::Examiner;
use crate::showing::unlabelled;
use gadfly_oracle::{Facts, Judged, Kind, ModelTruth, Signature, Verdict, Wrong, judge};
use gadfly_solver::{Answer, Outcome, Run, out_of_resources, usable};
use std::sync::{Mutex, PoisonError};

/// A `state` bug to look for in other scripts.
pub struct StatePredicate<'a> {
    examiner: Examiner<'a>,
    solver: String,
    /// What the persistent process does wrong, and what tells that from other wrongs.
    kind: Kind,
    signature: Signature,
    /// The last script and what a fresh process made of it: a list of earlier scripts is changed
    /// often while the last one stays.
    fresh: Mutex<Option<(String, Run)>>,
}

/// What the comparison of a persistent process with a fresh one came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The bug; what both did, in a sentence.
    Shows(String),
    /// Another difference than the one that is looked for.
    Differs(String),
    /// Both answered, and the same.
    Same,
    /// One of them could not be relied on, and why.
    Unclear(String),
}

impl<'a> StatePredicate<'a> {
    /// Looks for the bug of a `state` verdict with this signature. `None` where it is none.
    pub fn of(examiner: Examiner<'a>, solver: &str, signature: &Signature) -> Option<Self> {
        let Signature::State(kind, signature) = signature else {
            return None;
        };
        Some(StatePredicate {
            examiner,
            solver: solver.to_string(),
            kind: *kind,
            signature: (**signature).clone(),
            fresh: Mutex::default(),
        })
    }

    /// Whether the bug shows in a process that is given the earlier scripts first.
    pub fn shows(&self, before: &[&str], script: &str) -> bool {
        matches!(self.compare(before, script), Compared::Shows(_))
    }

    /// What a process that is given the earlier scripts first does with a script, beside a fresh
    /// one.
    pub fn compare(&self, before: &[&str], script: &str) -> Compared {
        let fresh = match self.fresh(script) {
            Ok(fresh) => fresh,
            Err(why) => return Compared::Unclear(why),
        };
        if let Some(why) = unusable(&fresh) {
            return Compared::Unclear(format!("a fresh process: {why}"));
        }
        let mut scripts = before.to_vec();
        scripts.push(script);
        let limits = &self.examiner.settings.limits;
        let run = match self.examiner.runner.session(&self.solver, &scripts, limits) {
            Ok(Some(run)) => run,
            Ok(None) => return Compared::Unclear("it has no persistent mode".into()),
            Err(error) => return Compared::Unclear(error.to_string()),
        };
        let found = self.compared(script, &run, &fresh);
        match found {
            Compared::Shows(what) => Compared::Shows(in_words(before.len(), &what, &fresh)),
            Compared::Differs(what) => Compared::Differs(in_words(before.len(), &what, &fresh)),
            other => other,
        }
    }

    fn fresh(&self, script: &str) -> Result<Run, String> {
        let mut kept = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, run)) = kept.as_ref().filter(|(text, _)| text == script) {
            return Ok(run.clone());
        }
        let limits = &self.examiner.settings.limits;
        let run = self.examiner.runner.fresh(&self.solver, script, limits);
        let run = run.map_err(|error| error.to_string())?;
        *kept = Some((script.to_string(), run.clone()));
        Ok(run)
    }

    fn compared(&self, script: &str, run: &Run, fresh: &Run) -> Compared {
        let formula = unlabelled(script);
        let models = self
            .examiner
            .evaluate_models(&formula, std::slice::from_ref(run));
        let undetermined = models.iter().find_map(|fact| match &fact.truth {
            ModelTruth::Undetermined(why) => Some(why.clone()),
            _ => None,
        });
        let facts = Facts {
            models,
            ..Facts::default()
        };
        let said = |runs: &[Run], facts: &Facts| {
            judge(&Judged {
                formula: &formula,
                runs,
                facts,
                policy: &self.examiner.settings.policy,
            })
        };
        let own = said(std::slice::from_ref(run), &facts);
        let plain = said(std::slice::from_ref(fresh), &Facts::default());
        let new = |v: &&Verdict| !plain.iter().any(|other| other.kind == v.kind);
        let wanted = |v: &&Verdict| v.kind == self.kind && v.signature == self.signature;
        if let Some(verdict) = own.iter().filter(new).find(wanted) {
            return Compared::Shows(verdict.sentence.clone());
        }
        if let Some(verdict) = own.iter().find(new) {
            return Compared::Differs(verdict.sentence.clone());
        }
        match self.answers(run, fresh) {
            Compared::Same if self.kind == Kind::InvalidModel => match undetermined {
                Some(why) => Compared::Unclear(format!("its model cannot be judged: {why}")),
                None if facts.models.is_empty() && run.answers.contains(&Answer::Sat) => {
                    Compared::Unclear("the script asks for no model".into())
                }
                None => Compared::Same,
            },
            other => other,
        }
    }

    /// Answers of both processes side by side.
    fn answers(&self, run: &Run, fresh: &Run) -> Compared {
        if let Some(why) = unusable(run) {
            return Compared::Unclear(format!("a persistent process: {why}"));
        }
        for check in 0..fresh.checks {
            let (Some(here), Some(there)) = (usable(run, check), usable(fresh, check)) else {
                return Compared::Unclear("an answer that cannot be relied on".into());
            };
            match (here, there) {
                _ if here == there => {}
                (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => {
                    // What dies does not answer, not even with `unknown`.
                    if self.kind != Kind::Crash {
                        let words = format!("it answers {here}, and {there} in a fresh process");
                        return Compared::Unclear(words);
                    }
                }
                _ if self.wrong_word() == Some(here.clone()) => {
                    return Compared::Shows(format!("it answers {here}."));
                }
                _ => return Compared::Differs(format!("it answers {here}.")),
            }
        }
        Compared::Same
    }

    /// The answer that the persistent process gave wrongly.
    fn wrong_word(&self) -> Option<Answer> {
        self.signature.wrong().map(|wrong| match wrong {
            Wrong::Refutation => Answer::Unsat,
            Wrong::Solution => Answer::Sat,
        })
    }
}

/// Why a run is no ground for a comparison.
fn unusable(run: &Run) -> Option<String> {
    if run.outcome != Outcome::Done {
        return Some(run.outcome.to_string());
    }
    if (0..run.checks).any(|check| usable(run, check).is_none()) {
        return Some("no answer that can be relied on".into());
    }
    let short = run.answers.iter().any(
        |answer| matches!(answer, Answer::Unknown(reason) if out_of_resources(reason.as_deref())),
    );
    short.then(|| "it ran out of resources".into())
}

fn in_words(earlier: usize, what: &str, fresh: &Run) -> String {
    let answers: Vec<String> = fresh.answers.iter().map(ToString::to_string).collect();
    format!(
        "In a persistent process, {}: {what} A fresh process answers {}.",
        after(earlier),
        answers.join(" ")
    )
}

/// How many formulas a persistent process was given before.
pub(crate) fn after(earlier: usize) -> String {
    match earlier {
        0 => "even as its first formula".to_string(),
        1 => "after one other formula".to_string(),
        n => format!("after {n} other formulas"),
    }
}
