//! `gadfly recheck`: what became of a hunt's findings in a new release or build.

use crate::exit::{Exit, Failure};
use crate::quantity;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::{Fate, Plan, Rechecked, lone_examiner};
use gadfly_exec::Limits;
use gadfly_solver::{Home, Resolver};
use gadfly_store::Store;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Run the kept triggers of all findings again, on a new release or build
#[derive(Args)]
#[command(after_help = "Example: gadfly recheck hunt --solver z3@5.4.0

Each finding is fixed, still there, changed (it fails in another way), or survives: its case is
right now, but another formula that once led to it still fails, and becomes a finding of its own.
Exits with 10 where anything is left.")]
pub(crate) struct Recheck {
    /// The hunt's folder
    dir: PathBuf,
    /// The solver to ask (repeatable)
    #[arg(long = "solver", value_name = "SPEC", required = true)]
    solvers: Vec<String>,
    /// The profile of solvers that are given as a whole command
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Time limit of a solver run
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = quantity::duration)]
    timeout: Duration,
    /// Memory limit of a solver run
    #[arg(long, value_name = "SIZE", default_value = "1g", value_parser = quantity::bytes)]
    memory: u64,
}

impl Recheck {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let plan = Plan::load(&self.dir).map_err(Failure::new)?;
        let mut store = Store::resume(&self.dir).map_err(Failure::new)?;
        let profile = self.profile.clone().or(plan.profile.clone());
        let resolver = Resolver::new(Home::from_env()).with_profile(profile);
        let tested = resolver.all(&self.solvers).map_err(Failure::new)?;
        let references = resolver.all(&plan.references).unwrap_or_default();
        let references = references
            .into_iter()
            .filter(|r| !tested.iter().any(|t| t.spec == r.spec));
        let limits = Limits {
            wall: Some(self.timeout),
            memory: Some(self.memory),
            output: Some(1 << 20),
            ..Limits::default()
        };
        let specs: Vec<String> = tested.iter().map(|solver| solver.spec.clone()).collect();
        let examiner = lone_examiner(tested.clone(), references.collect(), resolver, limits);
        let examiner = examiner.map_err(Failure::new)?;
        let mut out = ui.out();
        let mut left = false;
        for spec in specs {
            let mut trouble = Ok(());
            let mut tell = |one: &Rechecked| {
                if trouble.is_ok() {
                    trouble = print(ui, &mut out, one);
                }
            };
            let all = examiner
                .recheck(&mut store, &self.dir, &spec, &mut tell)
                .map_err(Failure::new)?;
            trouble?;
            left |= all.iter().any(|one| one.fate != Fate::Fixed);
        }
        out.flush()?;
        Ok(if left { Exit::Found } else { Exit::Done })
    }
}

fn print(ui: &Ui, out: &mut impl Write, one: &Rechecked) -> std::io::Result<()> {
    if ui.json {
        return ui.json_line(out, one);
    }
    let fate = match one.fate {
        Fate::Fixed => "fixed",
        Fate::StillThere => "still there",
        Fate::Changed => "changed",
        Fate::Survives => "survives",
        Fate::Unclear => "unclear",
    };
    let becomes = one
        .becomes
        .as_ref()
        .map(|id| format!(" (now {id})"))
        .unwrap_or_default();
    writeln!(
        out,
        "{:<12} {} on {}: {}{becomes}",
        fate, one.id, one.solver, one.sentence
    )?;
    out.flush()
}
