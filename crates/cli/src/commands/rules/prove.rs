//! Asking solvers and the evaluator to refute rules and fusion functions.

use super::{Entry, Line, entries};
use crate::exit::{Context, Exit, Failure};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_catalog::Catalog;
use gadfly_exec::Limits;
use gadfly_mutate::rules::Obligation;
use gadfly_mutate::{Proofs, RuleBook, Standing, Trial, try_out};
use gadfly_solver::{Answer, Home, Resolver, Solver};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

#[derive(Args)]
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
    /// Time for one rule and solver
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::duration)]
    timeout: Duration,
    /// More rule and fusion files, beside the catalogue's
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// Write what was found into this file, as the catalogue keeps it; its lines on other rules
    /// stay
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

/// What was found out about one entry.
pub(super) struct Verdict {
    pub(super) standing: Standing,
    counterexample: Option<String>,
}

impl Prove {
    pub(super) fn run(
        &self,
        catalog: &Arc<Catalog>,
        mut book: RuleBook,
        ui: &Ui,
    ) -> Result<Exit, Failure> {
        for path in &self.rules {
            let text = crate::paths::read_text(path)?;
            book.add(&path.display().to_string(), &text)
                .context("the rule file")?;
        }
        let all = entries(&book, self.theory.as_deref(), self.id.as_deref())?;
        let solvers = Resolver::new(Home::from_env())
            .all(&self.solvers)
            .map_err(Failure::new)?;
        let progress = ui.progress(all.len() as u64, "rules");
        let mut out = ui.out();
        let mut record = String::new();
        let (mut refuted, mut proved, mut tested) = (0, 0, 0);
        for entry in &all {
            if entry.claims_nothing() {
                progress.inc(1);
                continue;
            }
            let verdict = examine(entry, &solvers, self.timeout, catalog);
            match &verdict.standing {
                Standing::Proved(_) => proved += 1,
                Standing::Refuted(_) => refuted += 1,
                _ => tested += 1,
            }
            record.push_str(&Proofs::line(entry.id(), entry.text(), &verdict.standing));
            let standing = verdict.standing.to_string();
            if ui.json {
                let counterexample = verdict.counterexample.as_deref();
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
                if let Some(counterexample) = &verdict.counterexample {
                    writeln!(out, "{counterexample}")?;
                }
            }
            out.flush()?;
            progress.inc(1);
        }
        progress.finish();
        if let Some(path) = &self.record {
            let before = std::fs::read_to_string(path).unwrap_or_default();
            std::fs::write(path, merged(&before, &record))
                .context(format!("cannot write {}", path.display()))?;
        }
        ui.say(format!(
            "{proved} proved, {tested} tested only, {refuted} refuted"
        ));
        Ok(if refuted > 0 { Exit::Found } else { Exit::Done })
    }
}

/// A record with new lines: each takes the place of the line on the same rule, or comes last.
fn merged(before: &str, new: &str) -> String {
    let id = |line: &str| line.split('\t').next().unwrap_or_default().to_string();
    let mut lines: Vec<&str> = before.lines().collect();
    for line in new.lines() {
        match lines.iter_mut().find(|old| id(old) == id(line)) {
            Some(old) => *old = line,
            None => lines.push(line),
        }
    }
    lines.into_iter().map(|line| format!("{line}\n")).collect()
}

/// Asks the solvers about all instances of an entry, then the evaluator about what is left.
pub(super) fn examine(
    entry: &Entry<'_>,
    solvers: &[Solver],
    timeout: Duration,
    catalog: &Arc<Catalog>,
) -> Verdict {
    let obligations = entry.obligations();
    let mut open: Vec<&Obligation> = obligations.iter().collect();
    let sampled = obligations.iter().any(|o| o.sampled);
    let mut by: Vec<String> = Vec::new();
    for solver in solvers {
        let (left, refuted) = ask(solver, &obligations, timeout);
        if let Some(obligation) = refuted {
            let model = counterexample(solver, obligation, timeout);
            let shown = format!("{}{model}", instance(obligation));
            return Verdict {
                standing: Standing::Refuted(solver.family.clone()),
                counterexample: Some(shown),
            };
        }
        if left.len() < obligations.len() {
            by.push(solver.family.clone());
        }
        open.retain(|o| left.iter().any(|l| std::ptr::eq(*l, *o)));
    }
    let tries = if open.is_empty() { 200 } else { 4000 };
    let mut passed = 0;
    for obligation in &obligations {
        match try_out(obligation, catalog, tries) {
            Trial::Refuted(model) => {
                return Verdict {
                    standing: Standing::Refuted("evaluation".into()),
                    counterexample: Some(format!("{}{model}", instance(obligation))),
                };
            }
            Trial::Passed(n) => passed += n,
            Trial::Untestable => {}
        }
    }
    let standing = match (open.is_empty(), sampled) {
        (true, false) => Standing::Proved(by),
        (true, true) => Standing::Tested(format!(
            "{} instances by {}, {passed} values",
            obligations.len(),
            by.join(" and ")
        )),
        (false, _) if passed > 0 => Standing::Tested(format!("{passed} values")),
        _ => Standing::Open,
    };
    Verdict {
        standing,
        counterexample: None,
    }
}

/// What was to be proved, with the sorts and sizes that it is about.
fn instance(obligation: &Obligation) -> String {
    let script = obligation.script.trim_start();
    match obligation.instance.as_str() {
        "" => script.to_string(),
        about => format!("; {about}\n{script}"),
    }
}

/// The obligations that a solver does not prove, and the first that it refutes.
fn ask<'a>(
    solver: &Solver,
    open: &'a [Obligation],
    timeout: Duration,
) -> (Vec<&'a Obligation>, Option<&'a Obligation>) {
    if open.is_empty() {
        return (Vec::new(), None);
    }
    let scripts: Vec<&str> = open.iter().map(|o| o.script.as_str()).collect();
    let text = format!(
        "(set-logic ALL)\n{}",
        scripts.join("(reset)\n(set-logic ALL)\n")
    );
    let share = timeout / open.len() as u32;
    let options = gadfly_solver::Options {
        limits: Limits {
            wall: Some(timeout),
            ..Limits::default()
        },
        soft_time: Some(share.max(Duration::from_millis(500))),
        ..gadfly_solver::Options::default()
    };
    let run = solver.run(&text, &options);
    let mut left = Vec::new();
    for (n, obligation) in open.iter().enumerate() {
        match run.answers.get(n).filter(|_| run.errors.is_empty()) {
            Some(Answer::Unsat) => {}
            Some(Answer::Sat) => return (left, Some(obligation)),
            _ => left.push(obligation),
        }
    }
    (left, None)
}

fn counterexample(solver: &Solver, obligation: &Obligation, timeout: Duration) -> String {
    let text = format!(
        "(set-option :produce-models true)\n(set-logic ALL)\n{}(get-model)\n",
        obligation.script
    );
    let options = gadfly_solver::Options {
        limits: Limits {
            wall: Some(timeout),
            ..Limits::default()
        },
        ..gadfly_solver::Options::default()
    };
    solver
        .run(&text, &options)
        .models
        .first()
        .cloned()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_keeps_what_it_has_on_other_rules() {
        let before = "a\t1\tproved\tz3\nb\t2\ttested\t9 values\n";
        let new = "b\t3\tproved\tz3\nc\t4\tproved\tcvc5\n";
        let after = "a\t1\tproved\tz3\nb\t3\tproved\tz3\nc\t4\tproved\tcvc5\n";
        assert_eq!(merged(before, new), after);
        assert_eq!(merged("", new), new);
    }
}
