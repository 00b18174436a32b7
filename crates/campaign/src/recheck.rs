//! The kept triggers of all findings again, on a new release or build.

mod answered;
mod state;

use crate::error::HuntError;
use crate::examiner::{Looked, SolverExaminer, labelled_formula};
use gadfly_examine::{Confirmed, Status as Confidence};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_oracle::Kind;
use gadfly_report::{CaseFiles, write_case_folder};
use gadfly_solver::Run;
use gadfly_store::{Finding, Status, Store, VerdictRow};
use serde::Serialize;
use std::path::Path;

/// How a finding fares on a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The solver answered its case and all kept triggers, and none shows it.
    Fixed,
    /// Its case still shows it.
    StillThere,
    /// Its case shows something else now.
    Changed,
    /// Its case is right, but another kept trigger still fails.
    Survives,
    /// The solver gave no answer that would tell: it could not be run, ran out of time or memory,
    /// refused the case, or nobody can say whether it is right. The sentence has the reason.
    Unclear,
}

impl Fate {
    /// The word that people read.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Fixed => "fixed",
            Fate::StillThere => "still there",
            Fate::Changed => "changed",
            Fate::Survives => "survives",
            Fate::Unclear => "unclear",
        }
    }

    /// Whether the finding is still with us.
    pub fn is_left(self) -> bool {
        matches!(self, Fate::StillThere | Fate::Changed | Fate::Survives)
    }
}

/// One finding on one solver.
#[derive(Clone, Debug, Serialize)]
pub struct Rechecked {
    /// The finding.
    pub id: String,
    /// The solver that was asked.
    pub solver: String,
    /// How it fares.
    pub fate: Fate,
    /// One sentence.
    pub sentence: String,
    /// The finding that a survivor became.
    pub becomes: Option<String>,
}

/// Triggers of one finding that are tried when its case is fixed.
const MOST_TRIGGERS: usize = 50;
/// What is said of a finding that is gone.
const FIXED: &str = "neither the case nor a kept trigger shows it";

/// What was seen, unless it is in doubt: then nothing is clear.
fn firm(looked: Looked) -> Result<Looked, String> {
    match &looked {
        Some((found, _)) => match &found.status {
            Confidence::Doubt(doubt) => Err(format!("in doubt: {}", doubt.why)),
            _ => Ok(looked),
        },
        None => Ok(looked),
    }
}

/// How a kept trigger fares.
enum Trigger {
    /// It is answered, and right.
    Right,
    /// It fails.
    Shows(Box<Formula>, Box<Confirmed>, Vec<Run>),
    /// It is not answered.
    Unclear(String),
}

impl SolverExaminer {
    /// Asks a solver about every finding of a hunt. A trigger that survives the fix of its
    /// finding's case becomes a finding of its own.
    pub fn recheck(
        &self,
        store: &mut Store,
        folder: &Path,
        solver: &str,
        tell: &mut dyn FnMut(&Rechecked),
    ) -> Result<Vec<Rechecked>, HuntError> {
        let mut all = Vec::new();
        for finding in store.findings()? {
            if finding.status == Status::Duplicate {
                continue;
            }
            let one = self.recheck_one(store, folder, solver, &finding)?;
            tell(&one);
            all.push(one);
        }
        Ok(all)
    }

    fn recheck_one(
        &self,
        store: &mut Store,
        folder: &Path,
        solver: &str,
        finding: &Finding,
    ) -> Result<Rechecked, HuntError> {
        let spec = crate::bench::join(solver, &finding.options);
        let (original, case) = store.finding_texts(&finding.id)?.unwrap_or_default();
        let formula = match case {
            Some(case) => unlabelled(&case),
            None => {
                labelled_formula(&original, finding.label).unwrap_or_else(|| unlabelled(&original))
            }
        };
        let triggers = store.triggers(&finding.id)?;
        let said = |fate, sentence: String, becomes| Rechecked {
            id: finding.id.clone(),
            solver: spec.clone(),
            fate,
            sentence,
            becomes,
        };
        let (fate, sentence) = match finding.kind == Kind::State {
            true => self.state_case(&spec, finding, &formula, &triggers),
            false => self.case(&spec, finding, &formula),
        };
        if fate != Fate::Fixed {
            return Ok(said(fate, sentence, None));
        }
        let mut unclear = None;
        for trigger in triggers.into_iter().take(MOST_TRIGGERS) {
            match self.trigger(&spec, finding, &trigger) {
                Trigger::Right => {}
                Trigger::Unclear(why) => unclear = unclear.or(Some((trigger.index, why))),
                Trigger::Shows(formula, found, runs) => {
                    let sentence = found.verdict.sentence.clone();
                    let text = trigger.formula.as_deref().unwrap_or("");
                    let becomes = self.survivor(store, folder, &found, &formula, &runs, text)?;
                    return Ok(said(Fate::Survives, sentence, becomes));
                }
            }
        }
        Ok(match unclear {
            None => said(Fate::Fixed, sentence, None),
            Some((index, why)) => {
                let words = format!("its case is right, but of kept trigger {index}: {why}");
                said(Fate::Unclear, words, None)
            }
        })
    }

    /// A finding's case in fresh processes.
    fn case(&self, spec: &str, finding: &Finding, formula: &Formula) -> (Fate, String) {
        match self.look(formula, spec, finding.kind).and_then(firm) {
            Err(why) => (Fate::Unclear, why),
            Ok(Some((found, _))) if found.verdict.solver == spec => {
                let same = found.verdict.kind == finding.kind;
                let fate = if same {
                    Fate::StillThere
                } else {
                    Fate::Changed
                };
                (fate, found.verdict.sentence)
            }
            Ok(_) => match self.answered(spec, finding.kind, &finding.signature, &formula.text) {
                Ok(()) => (Fate::Fixed, FIXED.into()),
                Err(why) => (Fate::Unclear, why),
            },
        }
    }

    /// A trigger that was kept beside the case.
    fn trigger(&self, spec: &str, finding: &Finding, trigger: &VerdictRow) -> Trigger {
        let text = trigger.formula.as_deref().unwrap_or("");
        let Some(formula) = labelled_formula(text, trigger.label) else {
            return Trigger::Unclear("its formula does not read back".into());
        };
        let state = finding.kind == Kind::State;
        let looked = self.look_after(&formula, spec, trigger.kind, &trigger.history);
        match looked.and_then(firm) {
            Err(why) => Trigger::Unclear(why),
            Ok(Some((found, runs))) if found.verdict.solver == spec => {
                Trigger::Shows(Box::new(formula), Box::new(found), runs)
            }
            Ok(_) if state => match self.in_session(spec, finding, &formula, &trigger.history) {
                (Fate::Fixed, _) => Trigger::Right,
                (_, why) => Trigger::Unclear(why),
            },
            Ok(_) => match self.answered(spec, trigger.kind, &trigger.signature, &formula.text) {
                Ok(()) => Trigger::Right,
                Err(why) => Trigger::Unclear(why),
            },
        }
    }

    /// Makes a trigger that outlived a fix a finding of its own.
    fn survivor(
        &self,
        store: &mut Store,
        folder: &Path,
        found: &Confirmed,
        formula: &Formula,
        runs: &[Run],
        text: &str,
    ) -> Result<Option<String>, HuntError> {
        let real = self.real(found, formula, runs);
        if let Some(known) = store.finding_of(&real.finding.identity)? {
            return Ok(Some(known.id));
        }
        let mut finding = real.finding;
        finding.id = crate::desk::name(&finding);
        finding.index = formula.provenance.index;
        finding.label = formula.label;
        let files = CaseFiles {
            finding: &finding,
            case: text,
            original: text,
            runs: &real.runs,
            command: &real.command,
            sent: real.sent.as_deref(),
            proof: real.proof.as_deref(),
        };
        write_case_folder(folder, &files).map_err(|source| HuntError::Write {
            path: folder.join("findings").join(&finding.id),
            source,
        })?;
        store.add_finding(0, &finding, text, 0)?;
        Ok(Some(finding.id))
    }
}

fn unlabelled(text: &str) -> Formula {
    let parsed = Formula::parse(text).map(|formula| formula.text);
    Formula {
        text: parsed.unwrap_or_else(|_| text.to_string()),
        expect: vec![Expect::Unknown],
        label: LabelSource::None,
        provenance: Provenance::default(),
    }
}
