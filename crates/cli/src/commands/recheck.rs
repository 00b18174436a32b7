//! `gadfly recheck`: what became of a hunt's findings in a new release or build.

use crate::commands::hunt::hunt_library;
use crate::exit::{Exit, Failure};
use crate::isolation::Allow;
use crate::options::RunLimits;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::{Ablated, Fate, Plan, Rechecked, SolverExaminer, lone_examiner};
use gadfly_exec::Limits;
use gadfly_profile::Home;
use gadfly_solver::Resolver;
use gadfly_store::Store;
use std::io::Write;
use std::path::PathBuf;

/// Run the kept triggers of all findings again, on a new release or build
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly recheck hunt --solver z3@5.4.0            what became of the findings
  gadfly recheck hunt --solver z3@4.8.7 --concat   what fusion owes to fusing

Each finding is fixed, still there, changed (it fails in another way), or
survives: its case is right now, but another formula that once led to it still
fails, and becomes a finding of its own. It is unclear where the solver gave no
answer that would tell: it ran out of time or memory, refused the case, could
not be run, or nobody at hand can judge what it says. A finding that shows only
in a process that lives on is run with the scripts that came before it.
Exits with 10 where anything is left, and with 1 where all that is left is
unclear.

With --concat the seeds of each finding of fusion are joined without fusing
their variables: the share that shows the finding even so tells how much is due
to the fusing.")]
#[command(mut_arg("memory", |arg| arg.default_value("1g")))]
pub(crate) struct Recheck {
    /// The hunt's folder
    dir: PathBuf,
    /// The solver to ask (repeatable)
    #[arg(long = "solver", value_name = "SPEC", required = true)]
    solvers: Vec<String>,
    /// The profile of solvers that are given as a whole command
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    #[command(flatten)]
    limits: RunLimits,
    /// Of the findings that fusion made: do their seeds, merely joined, show them too?
    #[arg(long)]
    concat: bool,
    #[command(flatten)]
    allow: Allow,
}

impl Recheck {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        self.allow.apply()?;
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
            output: Some(1 << 20),
            ..self.limits.limits()
        };
        let specs: Vec<String> = tested.iter().map(|solver| solver.spec.clone()).collect();
        let examiner = lone_examiner(tested.clone(), references.collect(), resolver, limits);
        let examiner = examiner.map_err(Failure::new)?;
        let mut out = ui.out();
        if self.concat {
            return ablate(&examiner, &store, &plan, &specs, ui);
        }
        let mut all = Vec::new();
        for spec in specs {
            let mut trouble = Ok(());
            let mut tell = |one: &Rechecked| {
                if trouble.is_ok() {
                    trouble = print(ui, &mut out, one);
                }
            };
            let looked = examiner
                .recheck(&mut store, &self.dir, &spec, &mut tell)
                .map_err(Failure::new)?;
            trouble?;
            all.extend(looked);
        }
        out.flush()?;
        conclude(&all, ui)
    }
}

/// How it ends. What is unclear was not tested, so that alone is no success.
fn conclude(all: &[Rechecked], ui: &Ui) -> Result<Exit, Failure> {
    let unclear = all.iter().filter(|one| one.fate == Fate::Unclear).count();
    let words = format!(
        "{unclear} of {} could not be told: give the solver more time (--timeout), more memory \
         (--memory), or a build that takes the case",
        all.len()
    );
    if all.is_empty() {
        ui.say("the hunt has no findings: nothing was run");
    }
    if all.iter().any(|one| one.fate.is_left()) {
        if unclear > 0 {
            ui.say(format!("warning: {words}"));
        }
        return Ok(Exit::Found);
    }
    match unclear {
        0 => Ok(Exit::Done),
        _ => Err(Failure::new(words)),
    }
}

/// Fusion's findings under concatenation, one solver after the other.
fn ablate(
    examiner: &SolverExaminer,
    store: &Store,
    plan: &Plan,
    specs: &[String],
    ui: &Ui,
) -> Result<Exit, Failure> {
    let library = hunt_library(plan)?;
    let mut out = ui.out();
    for spec in specs {
        let mut trouble = Ok(());
        let mut tell = |one: &Ablated| {
            if trouble.is_ok() {
                trouble = print_ablated(ui, &mut out, one);
            }
        };
        let all = examiner.ablate(store, &library, spec, &mut tell);
        let all = all.map_err(Failure::new)?;
        trouble?;
        let tried = all.iter().filter(|one| one.tried > 0).count();
        let shown = all.iter().filter(|one| one.shows).count();
        ui.say(format!(
            "{spec}: {shown} of {tried} findings of fusion show when their seeds are merely joined"
        ));
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn print_ablated(ui: &Ui, out: &mut impl Write, one: &Ablated) -> std::io::Result<()> {
    if ui.json {
        return ui.json_line(out, "recheck-concat/1", one);
    }
    let word = match (one.tried, one.shows) {
        (0, _) => "unclear",
        (_, true) => "joined too",
        (_, false) => "fused only",
    };
    writeln!(
        out,
        "{word:<12} {} on {}: {}",
        one.id, one.solver, one.sentence
    )?;
    out.flush()
}

fn print(ui: &Ui, out: &mut impl Write, one: &Rechecked) -> std::io::Result<()> {
    if ui.json {
        return ui.json_line(out, "recheck-finding/1", one);
    }
    let becomes = one
        .becomes
        .as_ref()
        .map(|id| format!(" (now {id})"))
        .unwrap_or_default();
    writeln!(
        out,
        "{:<12} {} on {}: {}{becomes}",
        one.fate.name(),
        one.id,
        one.solver,
        one.sentence
    )?;
    out.flush()
}
