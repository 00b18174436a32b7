//! `gadfly cluster status`: where the parts of a job stand.

use super::{job, parts};
use crate::exit::{Exit, Failure};
use crate::quantity::spoken;
use crate::ui::Ui;
use clap::Args;
use gadfly_cluster::{Job, PartState, PartStatus, Slurm, Totals, status};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// Show where the parts of a job stand
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly cluster status job
  gadfly cluster status job --all           a line for each part
  gadfly cluster status job --json

It reads what parts write about once in twenty seconds, and opens no store. A
part that gave no sign of life for a minute and a half counts as killed.")]
pub(crate) struct ShowStatus {
    /// The job's folder
    dir: PathBuf,
    /// A line for each part
    #[arg(long)]
    all: bool,
}

/// What `--json` prints at the end.
#[derive(Serialize)]
struct Together<'a> {
    folder: &'a std::path::Path,
    parts: u64,
    slurm: &'a BTreeMap<String, u64>,
    #[serde(flatten)]
    totals: &'a Totals,
}

impl ShowStatus {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let (folder, plan) = job(&self.dir)?;
        let stands = status(&plan, &folder);
        let totals = Totals::of(&stands);
        let slurm = Slurm {
            plan: &plan,
            job: &folder,
        };
        let queue = states_of(slurm.queued());
        let mut out = ui.out();
        if ui.json {
            for part in &stands {
                ui.json_line(&mut out, "cluster-part/1", part)?;
            }
            let together = Together {
                folder: &folder,
                parts: plan.parts,
                slurm: &queue,
                totals: &totals,
            };
            ui.json_line(&mut out, "cluster-status/1", &together)?;
        } else {
            writeln!(out, "{}", states(&plan.words, plan.parts, &totals))?;
            if !queue.is_empty() {
                let counts = queue.iter().map(|(state, n)| format!("{n} {state}"));
                writeln!(out, "in Slurm's queue: {}", listed(counts))?;
            }
            writeln!(out, "{}", figures(&totals, plan.job))?;
            for part in stands.iter().filter(|part| self.all || wants_help(part)) {
                line(&mut out, part)?;
            }
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}

/// How many tasks are in each state.
fn states_of(tasks: BTreeMap<u64, String>) -> BTreeMap<String, u64> {
    let mut states = BTreeMap::new();
    for state in tasks.into_values() {
        *states.entry(state).or_default() += 1;
    }
    states
}

fn listed(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn states(words: &[String], all: u64, totals: &Totals) -> String {
    let counts = totals
        .states
        .iter()
        .map(|(state, n)| format!("{n} {state}"));
    let command = words.first().map_or("job", String::as_str);
    format!("{command} in {}: {}", parts(all), listed(counts))
}

fn figures(totals: &Totals, job: Job) -> String {
    let Totals {
        attempts,
        tests,
        rate,
        findings,
        waiting,
        cpu,
        ..
    } = totals;
    match job {
        Job::Hunt => format!(
            "{tests} formulas ({rate:.0}/s), findings in parts: {findings}, verdicts to confirm: \
             {waiting}; starts: {attempts}, CPU time: {}",
            spoken(*cpu)
        ),
        Job::Evolve => format!("pieces of the study done: {tests}; starts: {attempts}"),
    }
}

/// Whether somebody has to do something before the part goes on.
fn wants_help(part: &PartStatus) -> bool {
    matches!(part.state, PartState::Failed | PartState::Killed)
}

fn line(out: &mut impl Write, part: &PartStatus) -> io::Result<()> {
    let PartStatus {
        part: number,
        state,
        attempts,
        tests,
        findings,
        host,
        ..
    } = part;
    let why = part.why.as_deref().unwrap_or_default();
    writeln!(
        out,
        "{number:>6} {state:<8} starts {attempts:<4} tests {tests:<9} findings {findings:<4} {host}  {why}"
    )
}
