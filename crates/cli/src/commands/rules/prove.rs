//! Asking solvers and the evaluator to refute rules and fusion functions.

use super::Line;
use crate::exit::{Context, Exit, Failure};
use crate::options::Timeout;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_known::{Prover, record};
use gadfly_mutate::{Proofs, RuleBook, Standing};
use gadfly_solver::resolve;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
#[command(mut_arg("timeout", |arg| arg.default_value("60s")))]
pub(super) struct Prove {
    /// Only those of this theory; `fusions` for fusion functions
    #[arg(long, value_name = "T")]
    theory: Option<String>,
    /// Only this one
    #[arg(long, value_name = "NAME")]
    id: Option<String>,
    /// The solvers
    #[arg(long = "solver", value_name = "S", default_values_t = ["z3".to_string(), "cvc5".to_string()])]
    solvers: Vec<String>,
    #[command(flatten)]
    timeout: Timeout,
    /// More rule and fusion files, beside the catalogue's
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Write what was found into this file, as the catalogue keeps it; its lines on other rules
    /// stay
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Prove {
    pub(super) fn run(&self, mut book: RuleBook, ui: &Ui) -> Result<Exit, Failure> {
        let catalog = &Catalog::shared();
        for path in &self.rules {
            let text = crate::paths::read_text(path)?;
            book.add(&path.display().to_string(), &text)
                .context("the rule file")?;
        }
        let all = book.entries(self.theory.as_deref(), self.id.as_deref());
        let all = all.map_err(Failure::new)?;
        let solvers = resolve(&self.solvers).map_err(Failure::new)?;
        let prover = Prover {
            solvers: &solvers,
            timeout: self.timeout.cpu(),
            catalog,
        };
        let progress = ui.progress(all.len() as u64, "rules");
        let mut out = ui.out();
        let mut lines = String::new();
        let (mut refuted, mut proved, mut tested) = (0, 0, 0);
        for entry in &all {
            if entry.claims_nothing() {
                progress.inc(1);
                continue;
            }
            let proof = prover.prove(entry);
            match &proof.standing {
                Standing::Proved(_) => proved += 1,
                Standing::Refuted(_) => refuted += 1,
                _ => tested += 1,
            }
            lines.push_str(&Proofs::line(entry.id(), entry.text(), &proof.standing));
            let standing = proof.standing.to_string();
            if ui.json {
                let counterexample = proof.counterexample.as_deref();
                let line = Line {
                    id: entry.id(),
                    theory: entry.theory(),
                    claim: entry.claim(),
                    standing,
                    counterexample,
                };
                ui.json_line(&mut out, "rules-entry/1", &line)?;
            } else {
                writeln!(out, "{:36} {standing}", entry.id())?;
                if let Some(counterexample) = &proof.counterexample {
                    writeln!(out, "{counterexample}")?;
                }
            }
            out.flush()?;
            progress.inc(1);
        }
        progress.finish();
        if let Some(path) = &self.record {
            record(path, &lines).context(format!("cannot write {}", path.display()))?;
        }
        ui.say(format!(
            "{proved} proved, {tested} tested only, {refuted} refuted"
        ));
        Ok(if refuted > 0 { Exit::Found } else { Exit::Done })
    }
}
