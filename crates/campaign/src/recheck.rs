//! The kept triggers of all findings again, on a new release or build.

use crate::error::HuntError;
use crate::examiner::{SolverExaminer, labelled_formula};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_report::{CaseFiles, write_case_folder};
use gadfly_store::{Finding, Status, Store};
use serde::Serialize;
use std::path::Path;

/// How a finding fares on a solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// Neither its case nor any kept trigger shows it.
    Fixed,
    /// Its case still shows it.
    StillThere,
    /// Its case shows something else now.
    Changed,
    /// Its case is right, but another kept trigger still fails.
    Survives,
    /// The solver could not be asked.
    Unclear,
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
                labelled_formula(&original, &finding.label).unwrap_or_else(|| unlabelled(&original))
            }
        };
        let said = |fate, sentence: String, becomes| Rechecked {
            id: finding.id.clone(),
            solver: spec.clone(),
            fate,
            sentence,
            becomes,
        };
        match self.look(&formula, &spec, &finding.kind) {
            Err(why) => return Ok(said(Fate::Unclear, why, None)),
            Ok(Some((found, _))) if found.verdict.solver == spec => {
                let same = found.verdict.kind.name() == finding.kind;
                let fate = if same {
                    Fate::StillThere
                } else {
                    Fate::Changed
                };
                return Ok(said(fate, found.verdict.sentence, None));
            }
            Ok(_) => {}
        }
        for trigger in store.triggers(&finding.id)?.into_iter().take(MOST_TRIGGERS) {
            let text = trigger.formula.as_deref().unwrap_or("");
            let Some(formula) = labelled_formula(text, &trigger.label) else {
                continue;
            };
            let Ok(Some((found, runs))) = self.look(&formula, &spec, &finding.kind) else {
                continue;
            };
            if found.verdict.solver == spec {
                let sentence = found.verdict.sentence.clone();
                let becomes = self.survivor(store, folder, &found, &formula, &runs, text)?;
                return Ok(said(Fate::Survives, sentence, becomes));
            }
        }
        Ok(said(
            Fate::Fixed,
            "neither the case nor a kept trigger shows it".into(),
            None,
        ))
    }

    /// Makes a trigger that outlived a fix a finding of its own.
    fn survivor(
        &self,
        store: &mut Store,
        folder: &Path,
        found: &gadfly_oracle::Confirmed,
        formula: &Formula,
        runs: &[gadfly_solver::Run],
        text: &str,
    ) -> Result<Option<String>, HuntError> {
        let real = self.real(found, formula, runs);
        if let Some(known) = store.finding_of(&real.finding.identity)? {
            return Ok(Some(known.id));
        }
        let mut finding = real.finding;
        finding.id = crate::desk::name(&finding);
        finding.index = formula.provenance.index;
        finding.label = format!("{:?}", formula.label);
        let files = CaseFiles {
            finding: &finding,
            case: text,
            original: text,
            runs: &real.runs,
            command: &real.command,
            sent: real.sent.as_deref(),
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
