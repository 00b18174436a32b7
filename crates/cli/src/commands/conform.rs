//! `gadfly conform`: the SMT-LIB conformance table of solvers and releases.

use crate::exit::{Context, Exit, Failure};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::class_of;
use gadfly_catalog::Catalog;
use gadfly_eval::conformance::{Case, Claim, cases};
use gadfly_exec::Limits;
use gadfly_solver::{Answer, Options, Run, Session, Solver, resolve};
use gadfly_store::Ends;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// Put several hundred tiny formulas with one right answer to solvers
#[derive(Args)]
#[command(
    after_help = "Example: gadfly conform --solver z3@4.8.5 --solver z3 --solver cvc5\n\nA case that the standard leaves open counts for nobody. Exits 10 if a solver gives a wrong answer."
)]
pub(crate) struct Conform {
    /// Solvers to ask; without any, z3 and cvc5
    #[arg(long = "solver", value_name = "SPEC")]
    solvers: Vec<String>,
    /// Only cases whose theory or name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Time for one case
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::duration)]
    timeout: Duration,
    /// List the cases, ask nobody
    #[arg(long)]
    list: bool,
}

/// How one solver did on one case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Right,
    Wrong,
    /// `unknown`, or no answer in time.
    NoAnswer,
    /// An error: the release does not know an operator or a notation.
    Refused,
    /// Nothing to be right about.
    Open,
}

impl Mark {
    fn word(self) -> &'static str {
        match self {
            Mark::Right => "right",
            Mark::Wrong => "wrong",
            Mark::NoAnswer => "no answer",
            Mark::Refused => "refused",
            Mark::Open => "open",
        }
    }
}

impl Conform {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let wanted = |case: &Case| {
            self.only
                .as_ref()
                .is_none_or(|text| case.theory.contains(text) || case.name.contains(text))
        };
        let mut cases = cases(&Catalog::shared()).context("the conformance suite")?;
        cases.retain(wanted);
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
        let limits = Limits {
            wall: Some(self.timeout),
            ..Limits::default()
        };
        let options = Options {
            limits,
            ..Options::default()
        };
        let mut sessions: Vec<Session> = solvers
            .iter()
            .map(|solver| Session::new(solver, &options))
            .collect();
        let mut marks: Vec<Vec<(Mark, String)>> = Vec::new();
        let mut ends = vec![Ends::default(); solvers.len()];
        for case in &cases {
            let asked = sessions.iter_mut().zip(&mut ends).map(|(session, ends)| {
                let run = ask(session, case, &options);
                ends.add(class_of(&run), 1);
                mark(case, &run)
            });
            marks.push(asked.collect());
        }
        if ui.json {
            print_json(ui, &cases, &solvers, &marks)?
        } else {
            print_table(ui, &cases, &solvers, &marks)?
        }
        let wrong = marks.iter().flatten().any(|(mark, _)| *mark == Mark::Wrong);
        let of = |(solver, ends): (&Solver, &Ends)| ends.shortfall(&solver.spec);
        let shortfalls: Vec<_> = solvers.iter().zip(&ends).filter_map(of).collect();
        Ok(Exit::after_tests(wrong, &shortfalls))
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

/// What is not right in a session is asked again in a fresh process, and that counts.
fn ask(session: &mut Session, case: &Case, options: &Options) -> Run {
    let script = case.script();
    let first = session.run(&script);
    match mark(case, &first).0 {
        Mark::Right | Mark::Open => first,
        _ => session.solver().run_fresh(&script, options),
    }
}

/// A mark, and what the solver said.
fn mark(case: &Case, run: &Run) -> (Mark, String) {
    let mark = match (case.satisfiable(), run.answer(0)) {
        (None, _) => Mark::Open,
        (Some(true), Some(Answer::Sat)) | (Some(false), Some(Answer::Unsat)) => Mark::Right,
        (Some(_), Some(Answer::Sat | Answer::Unsat)) => Mark::Wrong,
        (_, _) if !run.errors.is_empty() => Mark::Refused,
        _ => Mark::NoAnswer,
    };
    (mark, saying(run))
}

fn saying(run: &Run) -> String {
    match (run.errors.first(), run.answers.first()) {
        (Some((_, message)), _) => message.lines().next().unwrap_or("").to_string(),
        (None, Some(Answer::Sat)) => "sat".into(),
        (None, Some(Answer::Unsat)) => "unsat".into(),
        (None, Some(_)) => "unknown".into(),
        (None, None) => run.outcome.to_string(),
    }
}

fn print_table(
    ui: &Ui,
    cases: &[Case],
    solvers: &[Solver],
    marks: &[Vec<(Mark, String)>],
) -> Result<(), Failure> {
    let mut out = ui.out();
    let mut theories: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, case) in cases.iter().enumerate() {
        theories.entry(&case.theory).or_default().push(i);
    }
    write!(out, "| theory | cases |")?;
    solvers
        .iter()
        .try_for_each(|s| write!(out, " {} |", s.spec))?;
    writeln!(out, "\n|---|---|{}", "---|".repeat(solvers.len()))?;
    for (theory, members) in &theories {
        let counted = members
            .iter()
            .filter(|i| cases[**i].satisfiable().is_some())
            .count();
        write!(out, "| {theory} | {counted} |")?;
        for (number, _) in solvers.iter().enumerate() {
            write!(
                out,
                " {} |",
                cell(members.iter().map(|i| marks[*i][number].0))
            )?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    for (case, row) in cases.iter().zip(marks) {
        for (solver, (mark, said)) in solvers.iter().zip(row) {
            if !matches!(mark, Mark::Right | Mark::Open) {
                writeln!(
                    out,
                    "{}: {} on {}/{} ({said}): {}",
                    solver.spec,
                    mark.word(),
                    case.theory,
                    case.name,
                    case.why
                )?;
            }
        }
    }
    Ok(out.flush()?)
}

/// `12 right`, and what is not.
fn cell(marks: impl Iterator<Item = Mark>) -> String {
    let mut counts = [0usize; 4];
    for mark in marks {
        match mark {
            Mark::Right => counts[0] += 1,
            Mark::Wrong => counts[1] += 1,
            Mark::NoAnswer => counts[2] += 1,
            Mark::Refused => counts[3] += 1,
            Mark::Open => {}
        }
    }
    let [right, wrong, unanswered, refused] = counts;
    let mut text = right.to_string();
    for (count, word) in [
        (wrong, "wrong"),
        (unanswered, "no answer"),
        (refused, "refused"),
    ] {
        if count > 0 {
            text.push_str(&format!(", {count} {word}"));
        }
    }
    text
}

fn print_json(
    ui: &Ui,
    cases: &[Case],
    solvers: &[Solver],
    marks: &[Vec<(Mark, String)>],
) -> Result<(), Failure> {
    let mut out = ui.out();
    for (case, row) in cases.iter().zip(marks) {
        for (solver, (mark, said)) in solvers.iter().zip(row) {
            let line = json!({"theory": case.theory, "case": case.name, "solver": solver.spec, "mark": mark.word(), "said": said});
            ui.json_line(&mut out, "conform-answer/1", &line)?;
        }
    }
    Ok(out.flush()?)
}
