//! `gadfly conform`: the SMT-LIB conformance table of solvers and releases.

use crate::exit::{Context, Exit, Failure};
use crate::isolation::Allow;
use crate::options::Timeout;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::conform::{Conformed, Mark, Marked, Tally, chosen, conform};
use gadfly_catalog::Catalog;
use gadfly_eval::conformance::{Case, Claim};
use gadfly_solver::{Solver, resolve};
use serde_json::json;
use std::io::Write;

/// Put several hundred tiny formulas with one right answer to solvers
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly conform --solver z3@4.8.5 --solver z3 --solver cvc5
  gadfly conform --only strings --list              the cases, nobody is asked

A case that the standard leaves open counts for nobody. Exits 10 if a solver
gives a wrong answer.")]
pub(crate) struct Conform {
    /// Solvers to ask; without any, z3 and cvc5
    #[arg(long = "solver", value_name = "SPEC")]
    solvers: Vec<String>,
    /// Only cases whose theory or name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    #[command(flatten)]
    timeout: Timeout,
    /// List the cases, ask nobody
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    allow: Allow,
}

impl Conform {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
        let catalog = Catalog::shared();
        let cases = chosen(&catalog, self.only.as_deref()).context("the conformance suite")?;
        if cases.is_empty() {
            let text = self.only.unwrap_or_default();
            return Err(Failure::new(format!(
                "no case's theory or name contains `{text}`; `gadfly conform --list` shows them"
            )));
        }
        if self.list {
            return list(ui, &cases);
        }
        let specs = if self.solvers.is_empty() {
            vec!["z3".into(), "cvc5".into()]
        } else {
            self.solvers
        };
        let solvers = resolve(&specs).map_err(Failure::new)?;
        let conformed = conform(&cases, &solvers, self.timeout.limits());
        if ui.json {
            print_json(ui, &conformed)?
        } else {
            print_table(ui, &solvers, &conformed)?
        }
        Ok(Exit::after_tests(
            conformed.is_wrong(),
            &conformed.shortfalls(),
        ))
    }
}

fn list(ui: &Ui, cases: &[Case]) -> Result<Exit, Failure> {
    let mut out = ui.out();
    for case in cases {
        let claim = match &case.claim {
            Claim::Value { term, value } => format!("{term} = {value}"),
            Claim::Satisfiable(true, formula) => format!("sat: {formula}"),
            Claim::Satisfiable(false, formula) => format!("unsat: {formula}"),
            Claim::Open(formula) => format!("open: {formula}"),
        };
        if ui.json {
            let line = json!({"theory": case.theory, "name": case.name, "claim": claim, "why": case.why, "reference": case.reference});
            ui.json_line(&mut out, "conform-case/1", &line)?;
        } else {
            writeln!(
                out,
                "{}/{}: {claim}\n  {} ({})",
                case.theory, case.name, case.why, case.reference
            )?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn print_table(ui: &Ui, solvers: &[Solver], conformed: &Conformed) -> Result<(), Failure> {
    let mut out = ui.out();
    write!(out, "| theory | cases |")?;
    solvers
        .iter()
        .try_for_each(|s| write!(out, " {} |", s.spec))?;
    writeln!(out, "\n|---|---|{}", "---|".repeat(solvers.len()))?;
    for theory in conformed.by_theory() {
        write!(out, "| {} | {} |", theory.name, theory.cases)?;
        let mut tallies = theory.tallies.iter();
        tallies.try_for_each(|tally| write!(out, " {} |", cell(tally)))?;
        writeln!(out)?;
    }
    writeln!(out)?;
    let remarkable = |marked: &Marked| marked.mark.is_remarkable();
    for (case, solver, marked) in conformed.answers().filter(|(_, _, of)| remarkable(of)) {
        writeln!(
            out,
            "{}: {} on {}/{} ({}): {}",
            solver.spec,
            marked.mark.word(),
            case.theory,
            case.name,
            marked.said,
            case.why
        )?;
    }
    Ok(out.flush()?)
}

/// `12`, and what is not right.
fn cell(tally: &Tally) -> String {
    let mut text = tally.right.to_string();
    for (count, mark) in [
        (tally.wrong, Mark::Wrong),
        (tally.unanswered, Mark::NoAnswer),
        (tally.refused, Mark::Refused),
    ] {
        if count > 0 {
            text.push_str(&format!(", {count} {}", mark.word()));
        }
    }
    text
}

fn print_json(ui: &Ui, conformed: &Conformed) -> Result<(), Failure> {
    let mut out = ui.out();
    for (case, solver, marked) in conformed.answers() {
        let line = json!({"theory": case.theory, "case": case.name, "solver": solver.spec, "mark": marked.mark.word(), "said": marked.said});
        ui.json_line(&mut out, "conform-answer/1", &line)?;
    }
    Ok(out.flush()?)
}
