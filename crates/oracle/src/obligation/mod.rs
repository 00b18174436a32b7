//! What follows from what a solver says beside sat and unsat: values, cores, assumptions, simplified
//! terms. Each answer gives rise to obligations, and whoever can discharges them: our evaluator where a
//! model decides, solvers of other families where not.

mod cores;
mod derivation;
mod entailments;
mod equivalents;
mod grammar;
mod optima;
mod parts;
mod question;
mod samples;
mod scene;
mod symbols;
mod synthesis;
mod values;

use crate::second::is_partial;
use crate::{Evaluator, Judged, Known, ModelTruth};
use gadfly_catalog::Catalog;
use gadfly_profile::one_of_each_code;
use gadfly_solver::{Answer, Asked, Run, Told, usable};
use gadfly_term::{Head, Mode, NodeId, Script};
use gadfly_vocabulary::{Evidence, Law, Topic};
use scene::{Scene, walk};

pub use derivation::Outline;
pub use values::with_models_beside_values;

/// Something that must hold because a solver said something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Which answer it is about.
    pub topic: Topic,
    /// The law.
    pub law: Law,
    /// After which `check-sat` the solver said it.
    pub check: usize,
    /// What the solver said, for people: where several things at once, in their order.
    pub said: Vec<String>,
    /// What must hold.
    pub must: Must,
}

/// What must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Must {
    /// Under each of these models every assertion of the script holds.
    Hold {
        /// Declarations, assertions, one check.
        script: String,
        /// Models as solvers print them.
        models: Vec<String>,
    },
    /// The only check of the script has this answer.
    Answer {
        /// The script.
        script: String,
        /// The answer that keeps the law.
        answer: Answer,
        /// What must be satisfiable for the law to say anything: a solver that answers sat to the
        /// unsatisfiable is wrong in another way.
        given: Option<String>,
    },
    /// Nothing could make it hold: the answer breaks the law as it stands.
    Never,
}

/// An obligation of a solver's, and how far it is discharged.
#[derive(Clone, Debug)]
pub struct ObligationFact {
    /// Who said it.
    pub spec: String,
    /// What must hold.
    pub obligation: Obligation,
    /// What our evaluator says, with the model that it says it of.
    pub truth: Option<(ModelTruth, String)>,
    /// Who answered the script: spec, family and answer.
    pub answers: Vec<(String, String, Answer)>,
    /// Whether our evaluator found a model of the script true.
    pub model_checked: bool,
    /// Whether a proof that the script is unsatisfiable was checked.
    pub proved: bool,
    /// Whether another family finds satisfiable what is given.
    pub given: bool,
    /// Families that must contradict it, where no model decides: two for a verdict, one for a suspicion
    /// that is looked into.
    pub quorum: usize,
}

/// How far an obligation is discharged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It holds as far as anyone looked.
    Met,
    /// Nobody can say.
    Open,
    /// It is broken, by this evidence; how, in words.
    Broken(Evidence, String),
}

impl Obligation {
    /// What a solver calls a core of the first question is unsatisfiable.
    pub fn of_core(script: String) -> Obligation {
        Obligation {
            topic: Topic::Core,
            law: Law::Unsatisfiable,
            check: 0,
            said: Vec::new(),
            must: Must::Answer {
                script,
                answer: Answer::Unsat,
                given: None,
            },
        }
    }

    /// Whether solvers may differ on it by right: what holds for some choice of values that the standard
    /// leaves open, and not for others. Then only our evaluator is asked.
    pub fn may_hang_on(&self, known: &Known) -> bool {
        let Must::Answer { script, given, .. } = &self.must else {
            return false;
        };
        use Law::{
            Derivable, Entails, Equisatisfiable, Equivalent, Follows, Inductive, Resolves, Solves,
        };
        let hangs = matches!(
            self.law,
            Equivalent
                | Equisatisfiable
                | Follows
                | Entails
                | Inductive
                | Solves
                | Resolves
                | Derivable
        );
        let open = |text: &str| read(text).is_none_or(|script| has_open_value(&script, known));
        hangs && (open(script) || given.as_deref().is_some_and(open))
    }
}

impl ObligationFact {
    /// An obligation that nobody has looked at.
    pub fn new(spec: &str, obligation: Obligation) -> Self {
        ObligationFact {
            spec: spec.to_string(),
            obligation,
            truth: None,
            answers: Vec::new(),
            model_checked: false,
            proved: false,
            given: false,
            quorum: 2,
        }
    }

    /// What is given, where only that is missing to call it broken.
    pub fn lacks_given(&self) -> Option<&str> {
        let Must::Answer { answer, given, .. } = &self.obligation.must else {
            return None;
        };
        let wrong = opposite(answer);
        let refuted = self.families(answer).is_empty() && !self.families(&wrong).is_empty();
        given.as_deref().filter(|_| refuted && !self.given)
    }

    /// What the solver said, as far as it is broken.
    pub fn said(&self) -> String {
        let said = &self.obligation.said;
        let one = match &self.truth {
            Some((ModelTruth::False(assertion), _)) => values::place(assertion),
            _ => None,
        };
        match one.and_then(|at| said.get(at)) {
            Some(one) => one.clone(),
            None => said.join(", "),
        }
    }

    /// Families that gave an answer, one of each code base.
    pub(crate) fn families(&self, word: &Answer) -> Vec<&str> {
        let saying = self.answers.iter().filter(|(_, _, answer)| answer == word);
        let mut names: Vec<&str> = saying.map(|(_, family, _)| family.as_str()).collect();
        names.sort_unstable();
        one_of_each_code(&mut names);
        names
    }

    /// How far it is discharged. Broken needs our evaluator, or two families that nobody contradicts.
    pub fn fate(&self) -> Fate {
        match &self.obligation.must {
            Must::Never => {
                let how = match self.obligation.law {
                    Law::Shared => "some symbol of it occurs on one side only",
                    _ => "the script did not ask for it",
                };
                Fate::Broken(Evidence::Observed, how.into())
            }
            Must::Hold { .. } => match &self.truth {
                Some((ModelTruth::True, _)) => Fate::Met,
                Some((ModelTruth::False(_), _)) => Fate::Broken(
                    Evidence::CheckedModel,
                    "our evaluator finds it false".into(),
                ),
                Some((ModelTruth::Refuted(witnesses), _)) => {
                    let mut names: Vec<&str> =
                        witnesses.iter().map(|w| w.family.as_str()).collect();
                    names.dedup();
                    let how = format!("{} refute it", names.join(" and "));
                    Fate::Broken(Evidence::ResolvedCore, how)
                }
                _ => Fate::Open,
            },
            Must::Answer { answer, .. } => self.by_answers(answer),
        }
    }

    fn by_answers(&self, right: &Answer) -> Fate {
        let wrong = opposite(right);
        let thing = match wrong {
            Answer::Sat => "satisfiable",
            _ => "unsatisfiable",
        };
        let (against, support) = (self.families(&wrong), self.families(right));
        if self.model_checked && wrong == Answer::Sat {
            let how = match self.obligation.topic {
                Topic::Core => "our evaluator finds the core true under a model",
                _ => "our evaluator finds a model that contradicts it",
            };
            let how = how.to_string();
            return Fate::Broken(Evidence::CheckedModel, how);
        }
        if self.proved {
            return match wrong {
                Answer::Sat => Fate::Met,
                _ => Fate::Broken(Evidence::CheckedProof, "a checked proof refutes it".into()),
            };
        }
        if !support.is_empty() {
            return match against.is_empty() {
                true => Fate::Met,
                false => Fate::Open,
            };
        }
        match against.len() >= self.quorum && self.lacks_given().is_none() {
            true => {
                let how = match self.obligation.topic {
                    Topic::Core => format!("{} find the core {thing}", against.join(" and ")),
                    _ => format!(
                        "{} answer {wrong} where it must be {right}",
                        against.join(" and ")
                    ),
                };
                Fate::Broken(Evidence::ResolvedCore, how)
            }
            false => Fate::Open,
        }
    }
}

impl Judged<'_> {
    /// What some solver's words oblige it to.
    pub(crate) fn obligations(
        &self,
        topic: Topic,
        law: Law,
    ) -> impl Iterator<Item = &ObligationFact> {
        let facts = self.facts.obligations.iter();
        facts.filter(move |fact| (fact.obligation.topic, fact.obligation.law) == (topic, law))
    }
}

/// What a solver's words oblige it to, in the order of the script.
pub fn obligations(script: &str, run: &Run) -> Vec<Obligation> {
    let mut found = Vec::new();
    let asked = run.told.iter().any(|told| told.asked != Asked::Model);
    if !asked || read(script).is_none() {
        return found;
    }
    walk(script, &mut |scene, question| {
        let told = |asked: Asked, nth: usize| -> Option<&Told> {
            let mut told = run.told.iter();
            told.find(|it| (it.asked, it.check, it.nth) == (asked, scene.checks, nth))
        };
        let Some(said) = told(question.asked, question.nth) else {
            return;
        };
        let answer = scene.checks.checked_sub(1).and_then(|n| usable(run, n));
        match (question.asked, answer) {
            (Asked::Value | Asked::Assignment | Asked::Eval, Some(Answer::Sat)) => {
                let model = told(Asked::Model, 0).map(|told| told.text.as_str());
                found.extend(values::of(scene, question, &said.text, model));
            }
            (Asked::Core, Some(Answer::Unsat)) => found.extend(cores::core(scene, &said.text, run)),
            (Asked::Assumptions, Some(Answer::Unsat)) => {
                found.extend(cores::assumptions(scene, &said.text));
            }
            (Asked::Objectives, Some(Answer::Sat)) => {
                let model = told(Asked::Model, 0).map(|told| told.text.as_str());
                found.extend(optima::of(scene, &said.text, model, run));
            }
            (Asked::Interpolant, _) if entailments::has_conclusion(question) => {
                found.extend(entailments::interpolant(scene, question, &said.text));
            }
            (Asked::Interpolant | Asked::Interpolants, Some(Answer::Unsat)) => {
                found.extend(parts::of(scene, question, &said.text));
            }
            (Asked::Abduct, _) => found.extend(entailments::abduct(scene, question, &said.text)),
            (Asked::Proof | Asked::Certificate, Some(Answer::Unsat)) => {
                found.extend(derivation::of(scene, &said.text));
            }
            (Asked::Synthesis, _) => found.extend(synthesis::of(scene, &said.text)),
            (Asked::Simplify, _) => {
                found.extend(equivalents::simplified(scene, question, &said.text));
            }
            (Asked::Apply, _) => found.extend(equivalents::goals(scene, question, &said.text)),
            (Asked::Qe, _) => found.extend(equivalents::eliminated(scene, question, &said.text)),
            _ => {}
        }
    });
    found
}

/// What is read of the derivations that a solver printed, for studies.
pub fn outlines(script: &str, run: &Run) -> Vec<Option<Outline>> {
    let mut found = Vec::new();
    walk(script, &mut |scene, question| {
        let derives = matches!(question.asked, Asked::Proof | Asked::Certificate);
        let mut told = run.told.iter().filter(|_| derives);
        let told = told.find(|it| (it.asked, it.check) == (question.asked, scene.checks));
        found.extend(told.map(|told| derivation::outline(scene, &told.text)));
    });
    found
}

/// The answer that contradicts this one.
pub fn opposite(answer: &Answer) -> Answer {
    match answer {
        Answer::Unsat => Answer::Sat,
        _ => Answer::Unsat,
    }
}

/// What our evaluator says of an obligation that models decide.
pub fn evaluate(
    evaluator: &dyn Evaluator,
    obligation: &Obligation,
) -> Option<(ModelTruth, String)> {
    let Must::Hold { script, models } = &obligation.must else {
        return None;
    };
    let script = read(script)?;
    let mut said = None;
    for model in models {
        let truth = evaluator.evaluate_read(&script, 0, model);
        let done = matches!(truth, ModelTruth::False(_));
        let open = matches!(said, Some((ModelTruth::Undetermined(_), _)));
        if done || !open {
            said = Some((truth, model.clone()));
        }
        if done {
            break;
        }
    }
    said
}

/// Whether some operator of a script may have an open value. Division by a number is none.
fn has_open_value(script: &Script, known: &Known) -> bool {
    let nonzero = |node: &NodeId| {
        let digit = |byte: u8| (b'1'..=b'9').contains(&byte);
        matches!(script.head(*node), Head::Literal(_)) && script.text(*node).bytes().any(digit)
    };
    script.nodes().any(|node| {
        let Head::Op(op) = script.head(node) else {
            return false;
        };
        let (name, args) = (script.op_name(op), script.args(node));
        let divides = matches!(name, "/" | "div" | "mod" | "rem");
        let open = is_partial(name) || known.leaves_open(name);
        open && !(divides && args.iter().skip(1).all(nonzero))
    })
}

/// A script by the standard's rules.
fn read(script: &str) -> Option<Script> {
    Script::parse(script, &Catalog::shared(), Mode::Default).ok()
}

/// The script of an obligation, where we can read it ourselves: what we cannot is not asked of anyone.
fn asked(scene: &Scene<'_>, logic: bool, body: &str) -> Option<String> {
    let script = scene.script(logic, body);
    read(&script).map(|_| script)
}

/// That declarations with this body have no model.
fn refuted(scene: &Scene<'_>, body: &str) -> Option<Must> {
    Some(Must::Answer {
        script: asked(scene, false, body)?,
        answer: Answer::Unsat,
        given: None,
    })
}

/// At most 120 characters of a term.
pub(crate) fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= 120 {
        return format!("`{text}`");
    }
    let head: String = text.chars().take(117).collect();
    format!("`{head}…`")
}
