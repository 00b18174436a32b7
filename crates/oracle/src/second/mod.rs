//! A second witness for what our evaluator says of a model: the script with the model put in as
//! definitions, answered by solvers. It shares no code with the evaluator.

mod algebraic;
mod model;
mod partial;
mod put_in;
mod reals;
mod steps;
mod tree;
mod yices;

use gadfly_catalog::Catalog;
use gadfly_solver::Answer;
use gadfly_term::{Mode, NodeId, Script};
pub(crate) use partial::is_partial;
use put_in::PutIn;
use std::borrow::Cow;
use std::fmt;

/// By which way a witness came to its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// It answered the formula itself.
    Answer,
    /// It answered the script with the model put in as definitions.
    Definitions,
    /// It answered what another solver's words imply.
    Obligation,
    /// It answered the formula itself, with a proof of so many steps that our checker followed.
    Proof(usize),
    /// It found every step of the evaluation right, operator by operator.
    Steps,
}

impl Route {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Route::Answer => "answer",
            Route::Definitions => "definitions",
            Route::Obligation => "obligation",
            Route::Proof(_) => "proof",
            Route::Steps => "steps",
        }
    }
}

/// What a solver says of a claim of our evaluator's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Which solver.
    pub spec: String,
    /// Its code base.
    pub family: String,
    /// By which way.
    pub route: Route,
    /// What it answered.
    pub answer: Answer,
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Witness { spec, answer, .. } = self;
        match self.route {
            Route::Answer => write!(f, "{spec} answers {answer}"),
            Route::Proof(steps) => {
                write!(
                    f,
                    "{spec} answers {answer}, with a proof of {steps} steps, checked"
                )
            }
            Route::Definitions => {
                write!(
                    f,
                    "{spec} answers {answer} to the script with the model put in"
                )
            }
            Route::Obligation => {
                let right = match answer {
                    Answer::Sat => Answer::Unsat,
                    _ => Answer::Sat,
                };
                write!(
                    f,
                    "{spec} answers {answer} to a script that must be {right}"
                )
            }
            Route::Steps if *answer == Answer::Unsat => {
                write!(f, "{spec} finds every step of the evaluation right")
            }
            Route::Steps => write!(f, "{spec} finds a step of the evaluation wrong"),
        }
    }
}

/// A script with a model put in, and the questions that tell others whether the model holds.
pub struct ModelQuestion {
    script: Script,
    put: PutIn,
}

impl ModelQuestion {
    /// Puts in the model that was printed behind a `check-sat`; `None` where it cannot be done.
    pub fn new(script: &str, check: usize, model: &str) -> Option<ModelQuestion> {
        let script = read(script)?;
        let put = PutIn::new(&script, check, model)?;
        Some(ModelQuestion { script, put })
    }

    /// The script as it was read.
    pub fn script(&self) -> &Script {
        &self.script
    }

    /// The whole script with the model in it: `sat` if the model holds.
    pub fn whole(&self) -> String {
        self.put.whole()
    }

    /// Whether it has open values that solvers fill in as they like.
    pub fn is_open(&self) -> bool {
        self.put.open
    }

    /// Whether some step of an evaluation is wrong, given the values of all subterms: `unsat` if all
    /// steps are right. `None` where not all values are known.
    pub fn steps(&mut self, values: &[(NodeId, String)]) -> Option<String> {
        steps::question(&self.script, &mut self.put, values)
    }
}

/// A question as a family takes it: cvc5 has constant arrays, which nearly every model of an array is
/// made of, behind an option.
pub fn said_to<'q>(family: &str, question: &'q str) -> Cow<'q, str> {
    if family == "cvc5" && question.contains("(as const ") {
        return Cow::Owned(format!("(set-option :arrays-exp true)\n{question}"));
    }
    Cow::Borrowed(question)
}

/// A read script with a model put in, where no open value is left that solvers fill in as they like:
/// what two families refute, no completion of the model satisfies.
pub fn closed_question(script: &Script, check: usize, model: &str) -> Option<String> {
    let put = PutIn::new(script, check, model)?;
    (!put.open).then(|| put.whole())
}

/// A script with a model put in as definitions, and whether it has open values that solvers fill in
/// as they like. `None` where it cannot be done.
pub fn put_in(script: &str, check: usize, model: &str) -> Option<(String, bool)> {
    let question = ModelQuestion::new(script, check, model)?;
    Some((question.whole(), question.is_open()))
}

fn read(script: &str) -> Option<Script> {
    let catalog = Catalog::shared();
    let read = |mode| Script::parse(script, &catalog, mode).ok();
    read(Mode::Default).or_else(|| read(Mode::Lenient))
}
