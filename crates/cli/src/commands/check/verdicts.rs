//! What the answers of a checked file mean.

use super::{Checked, capped};
use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_catalog::Catalog;
use gadfly_examine::{Case, Confirmed, Equipment, Examination, Settings, SolverRunner, Status};
use gadfly_formula::{Formula, LabelSource};
use gadfly_oracle::{CatalogEvaluator, Facts, Identity, Judged, Known, ProofFact, Truth, Verdict};
use gadfly_solver::{Answer, Run, Solver, usable};
use gadfly_vocabulary::Kind;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// Judges files.
pub(crate) struct Judge(Equipment<Vec<Arc<Solver>>>);

impl Judge {
    /// With the catalogue's known issues, and the user's own files of them.
    pub(crate) fn new(
        runner: SolverRunner,
        settings: Settings,
        files: &[PathBuf],
    ) -> Result<Self, Failure> {
        let catalog = Catalog::shared();
        let mut known = Known::of(&catalog).map_err(Failure::new)?;
        for path in files {
            let text = std::fs::read_to_string(path).map_err(|error| {
                Failure::new(format!("cannot read {}: {error}", path.display()))
            })?;
            known
                .add(&path.display().to_string(), &text)
                .map_err(Failure::new)?;
        }
        Ok(Judge(Equipment {
            runner,
            evaluator: Arc::new(CatalogEvaluator::new(catalog)),
            known: Arc::new(known),
            settings,
        }))
    }

    /// What the runs of a file amount to. Where they show nothing, what its finding is about is looked for: a
    /// case need not ask for the model that is wrong.
    pub(crate) fn judge(
        &self,
        formula: &Formula,
        runs: &[Run],
        proofs: &[ProofFact],
        suspected: Option<Kind>,
    ) -> Examination {
        let case = Case {
            proofs,
            ..Case::new(formula, runs)
        };
        let examiner = self.0.examiner();
        let plain = examiner.examine(&case);
        match suspected {
            Some(_) if plain.confirmed.is_empty() => examiner.examine_for(&case, suspected),
            _ => plain,
        }
    }

    /// A solver's proof of one check, checked.
    pub(super) fn prove(&self, spec: &str, script: &str, check: usize) -> Option<ProofFact> {
        let mut runs = Vec::new();
        self.0.examiner().prove(spec, script, check, &mut runs)
    }

    /// How the right answer is known from the answers alone, for an explanation.
    fn truth(&self, formula: &Formula, runs: &[Run], proofs: Vec<ProofFact>) -> Truth {
        let facts = Facts {
            proofs,
            ..Facts::default()
        };
        let policy = &self.0.settings.policy;
        Truth::of(&Judged {
            formula,
            runs,
            facts: &facts,
            policy,
        })
    }
}

/// Whether a person should act on it: a bug that is not known already.
pub(crate) fn counts(confirmed: &Confirmed) -> bool {
    let doubtful = matches!(confirmed.status, Status::Doubt(_));
    confirmed.verdict.is_finding() && confirmed.known.is_none() && !doubtful
}

/// Prints what was found about a file: a line a verdict, or an object a verdict.
pub(crate) fn print(
    ui: &Ui,
    out: &mut impl Write,
    checked: &Checked,
    formula: &Formula,
    result: &Examination,
    explain: Option<(&Judge, Vec<ProofFact>)>,
) -> Result<(), Failure> {
    for confirmed in &result.confirmed {
        if !ui.json
            && let Status::Doubt(doubt) = &confirmed.status
        {
            let Verdict { kind, sentence, .. } = &confirmed.verdict;
            writeln!(
                out,
                "doubt, no finding ({kind}): {sentence} But {}.",
                doubt.why
            )?;
            continue;
        }
        if ui.json {
            ui.json_line(
                out,
                "check-verdict/1",
                &as_json(&checked.file, formula, confirmed),
            )?;
        } else {
            writeln!(
                out,
                "{}: {}",
                headline(confirmed),
                confirmed.verdict.sentence
            )?;
            for witness in &confirmed.witnesses {
                writeln!(out, "  witness: {witness}")?;
            }
        }
    }
    for doubt in &result.doubts {
        if ui.json {
            ui.json_line(
                out,
                "check-label/1",
                &json!({"file": checked.file, "wrong_label": doubt.sentence}),
            )?;
        } else {
            writeln!(out, "wrong label: {}", doubt.sentence)?;
        }
    }
    if let (Some((judge, proofs)), false) = (explain, ui.json) {
        let truth = judge.truth(formula, &checked.runs, proofs);
        explanation(out, &truth, checked, formula, result)?;
    }
    Ok(())
}

/// The kind of a verdict with what qualifies it.
fn headline(confirmed: &Confirmed) -> String {
    let mut text = confirmed.verdict.kind.to_string();
    if let Some(wrong) = confirmed.verdict.wrong {
        text.push_str(&format!(" ({})", wrong.name()));
    }
    if let Status::Flaky { .. } = confirmed.status {
        text.push_str(", flaky");
    }
    if let Some((id, reference)) = &confirmed.known {
        text.push_str(&format!(", known as {id} ({reference})"));
    }
    text
}

fn as_json(file: &str, formula: &Formula, confirmed: &Confirmed) -> serde_json::Value {
    let verdict = &confirmed.verdict;
    let status = match &confirmed.status {
        Status::Confirmed => "confirmed",
        Status::Flaky { .. } => "flaky",
        Status::State { .. } => "state",
        Status::Doubt(_) => "doubt",
    };
    json!({
        "file": file,
        "verdict": verdict.kind.name(),
        "solver": verdict.solver,
        "check": verdict.check,
        "wrong": verdict.wrong.map(|wrong| wrong.name()),
        "evidence": verdict.evidence.name(),
        "oracle": verdict.oracle,
        "others": verdict.others,
        "status": status,
        "identity": confirmed.identity.as_str(),
        "case_identity": Identity::after(verdict, &formula.text).as_str(),
        "known": confirmed.known.as_ref().map(|(id, _)| id),
        "sentence": verdict.sentence,
        "witnesses": confirmed.witnesses.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "doubt": match &confirmed.status {
            Status::Doubt(doubt) => Some(&doubt.why),
            _ => None,
        },
    })
}

/// How it came to what it says: the label, each answer's weight, what was dismissed.
fn explanation(
    out: &mut impl Write,
    truth: &Truth,
    checked: &Checked,
    formula: &Formula,
    result: &Examination,
) -> Result<(), Failure> {
    let label: Vec<String> = formula.expect.iter().map(ToString::to_string).collect();
    let source = match formula.label {
        LabelSource::None => "there is none",
        LabelSource::Claimed => "the file claims it and nobody has checked it",
        LabelSource::Confirmed => "two solver families agree on it",
        LabelSource::Construction => "it was given, or follows from how the formula was made",
        LabelSource::Witness => "a model is known",
    };
    writeln!(out, "  label: {} ({source})", label.join(" "))?;
    for run in &checked.runs {
        writeln!(out, "  {}: {}", run.spec, weight(run))?;
    }
    if !truth.how.is_empty() {
        let right: Vec<String> = truth.answers.iter().map(right).collect();
        writeln!(
            out,
            "  held to be right: {} ({})",
            right.join(" "),
            truth.how
        )?;
    }
    for (verdict, why) in &result.dismissed {
        writeln!(out, "  dismissed: {} ({why})", verdict.sentence)?;
    }
    if !result.extra.is_empty() {
        writeln!(
            out,
            "  {} more runs were made to find out",
            result.extra.len()
        )?;
    }
    if result.confirmed.is_empty() {
        writeln!(out, "  nothing speaks against any solver")?;
    }
    Ok(())
}

fn right(answer: &Option<Answer>) -> String {
    answer.as_ref().map_or("?".to_string(), ToString::to_string)
}

/// What an answer is worth.
fn weight(run: &Run) -> String {
    if run.answers.is_empty() {
        return format!("no answer: {}", capped(&run.outcome.to_string()));
    }
    let one = |n: usize| match usable(run, n) {
        Some(Answer::Unknown(Some(reason))) => format!("unknown, which decides nothing ({reason})"),
        Some(Answer::Unknown(None)) => "unknown, which decides nothing".to_string(),
        Some(answer) => answer.to_string(),
        None => format!(
            "{}, which cannot be relied on ({})",
            run.answers[n],
            capped(&run.outcome.to_string())
        ),
    };
    (0..run.answers.len())
        .map(one)
        .collect::<Vec<_>>()
        .join("; ")
}
