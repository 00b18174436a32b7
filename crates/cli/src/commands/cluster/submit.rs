//! `gadfly cluster submit`: a plan, and its parts given to Slurm or started here.

use super::{absolute, job, parts};
use crate::commands::Command;
use crate::commands::hunt::How;
use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use crate::{interrupt, quantity};
use clap::{Args, ValueEnum};
use gadfly_cluster::{Job, Local, PartState, Plan, Slurm, SlurmOptions, Told, script, status};
use gadfly_profile::Home;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A part stops a tenth of its limit before it, and these at least and at most.
const MARGIN: f64 = 0.1;
const LEAST_MARGIN: f64 = 10.0;
const MOST_MARGIN: f64 = 120.0;
/// A part that needs more starts than this gets nowhere.
const ATTEMPTS: u64 = 1000;

const SLURM: &str = "Slurm";

/// Submit the parts of a hunt or a study, or run them here
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Submit {
    /// The job's new folder, which all nodes must see
    #[arg(long, value_name = "DIR", default_value = "cluster")]
    out: PathBuf,
    /// How many parts
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    parts: u64,
    /// Cores of a part, and its --jobs where the command names none
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    cpus: u64,
    /// How long a part may run in one go: it saves, and goes on in its next turn
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    limit: Option<Duration>,
    /// How long before that limit a part stops [default: a tenth, 10s to 2m]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, requires = "limit")]
    margin: Option<Duration>,
    /// Who reduces a finding: each part its own, or `collect` once for all [default: parts; collect
    /// with --schedule uniform, where it makes parts the same as one hunt]
    #[arg(long, value_name = "WHO")]
    reduce: Option<Reducer>,
    /// The partition
    #[arg(long, value_name = "NAME", help_heading = SLURM)]
    partition: Option<String>,
    /// The account that pays
    #[arg(long, value_name = "NAME", help_heading = SLURM)]
    account: Option<String>,
    /// Memory of a part: 4G
    #[arg(long, value_name = "SIZE", help_heading = SLURM)]
    mem: Option<String>,
    /// A further option of sbatch: --sbatch=--qos=long (repeatable)
    #[arg(long, value_name = "OPTION", help_heading = SLURM, allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// Each node copies GADFLY_HOME, with the solvers, to a disk of its own first
    #[arg(long, help_heading = SLURM)]
    copy_solvers: bool,
    /// Print the script and the commands, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Without Slurm: run the parts here, so many at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "dry_run")]
    local: Option<u16>,
    /// Write the plan and start nothing: for another scheduler
    #[arg(long, conflicts_with_all = ["dry_run", "local"])]
    plan_only: bool,
    /// Submit the parts of this job again that are not done
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "parts", "cpus", "limit", "reduce", "partition", "account", "mem", "sbatch", "copy_solvers", "plan_only", "words"])]
    resume: Option<PathBuf>,
    /// What the parts do: hunt … or evolve …
    #[arg(
        last = true,
        value_name = "COMMAND",
        required_unless_present = "resume"
    )]
    words: Vec<String>,
}

/// Who reduces findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Reducer {
    /// Each part its own
    Parts,
    /// `collect`, once for all
    Collect,
}

const EXAMPLES: &str = "\
Examples:
  gadfly cluster submit --parts 200 --limit 4h --partition long --mem 4G \\
      --out job -- hunt seeds/ --solver \"./build/z3 -in\" --time 24h
  gadfly cluster submit --parts 100 --limit 1h --out study -- \\
      evolve --grammar Strings --count 1000000 --solver 'z3@*'
  gadfly cluster submit --dry-run -- hunt --time 8h
  gadfly cluster submit --parts 8 --local 4 -- hunt --time 1h
  gadfly cluster submit --resume job

--time and --findings of a hunt are each part's own; --tests is that of all
parts together. Before anything is submitted solvers are looked for, and the
answers of seeds are found out, so that all parts have the same.";

impl Submit {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        if let Some(dir) = &self.resume {
            let (folder, plan) = job(dir)?;
            let stands = status(&plan, &folder).into_iter();
            let open = stands
                .filter(|part| part.state != PartState::Done && part.state != PartState::Running);
            let slurm = Slurm {
                plan: &plan,
                job: &folder,
            };
            let queued = slurm.queued();
            let open = open.map(|part| part.part);
            let open: Vec<u64> = open.filter(|part| !queued.contains_key(part)).collect();
            return self.start(&plan, &folder, &open, ui);
        }
        let folder = absolute(&self.out);
        let plan = self.plan(ui)?;
        if !self.dry_run {
            plan.create(&folder).map_err(Failure::new)?;
        }
        let all: Vec<u64> = (1..=plan.parts).collect();
        self.start(&plan, &folder, &all, ui)
    }

    fn plan(&self, ui: &Ui) -> Result<Plan, Failure> {
        let (cli, mut words) = crate::parsed(&self.words).unwrap_or_else(|error| error.exit());
        let given = self.words.len();
        let added: Vec<_> = words[given..].iter().map(Into::into).collect();
        if cli.ui.config.is_none() {
            crate::config::must_name_no_program(&added)?;
        }
        if cli.ui.catalog.is_some() {
            return Err(Failure::usage("--catalog belongs before `--`"));
        }
        let (kind, own) = match &cli.command {
            Command::Hunt(hunt) => (Job::Hunt, hunt.ask().of_a_part()),
            Command::Evolve(evolve) => (Job::Evolve, evolve.of_a_part()),
            _ => return Err(Failure::usage(ONLY)),
        };
        if let Some(option) = own {
            return Err(Failure::usage(format!(
                "{option} belongs to a part, and each part is given its own: leave it out"
            )));
        }
        match &cli.command {
            Command::Hunt(hunt) => {
                if self.collect_reduces(hunt.ask().schedule) && !hunt.ask().no_reduce {
                    words.push("--no-reduce".into());
                }
                if !self.dry_run {
                    hunt.prepare(ui)?;
                }
            }
            Command::Evolve(evolve) if !self.dry_run => evolve.prepare(ui)?,
            _ => {}
        }
        let limit = self.limit.map(|limit| limit.as_secs_f64());
        let usual = limit.map_or(0.0, |limit| {
            (limit * MARGIN).clamp(LEAST_MARGIN, MOST_MARGIN)
        });
        Ok(Plan {
            gadfly: std::env::current_exe()?,
            folder: std::env::current_dir()?,
            home: absolute(Home::from_env().root()),
            catalog: ui.catalog.as_deref().map(absolute),
            job: kind,
            words,
            parts: self.parts,
            cpus: self.cpus,
            limit,
            margin: self.margin.map_or(usual, |margin| margin.as_secs_f64()),
            attempts: ATTEMPTS,
            slurm: SlurmOptions {
                partition: self.partition.clone(),
                account: self.account.clone(),
                memory: self.mem.clone(),
                more: self.sbatch.clone(),
                copy_solvers: self.copy_solvers,
            },
        })
    }

    fn collect_reduces(&self, schedule: How) -> bool {
        match self.reduce {
            Some(who) => who == Reducer::Collect,
            None => schedule == How::Uniform,
        }
    }

    fn start(&self, plan: &Plan, folder: &Path, open: &[u64], ui: &Ui) -> Result<Exit, Failure> {
        let slurm = Slurm { plan, job: folder };
        if self.dry_run {
            let mut out = ui.out();
            write!(out, "{}", script(plan, folder))?;
            for command in slurm.commands(open) {
                writeln!(out, "\n# {command}")?;
            }
            out.flush()?;
            return Ok(Exit::Done);
        }
        if open.is_empty() {
            ui.say("no part is left to start");
            return Ok(Exit::Done);
        }
        Plan::unstop(folder).map_err(Failure::new)?;
        if self.plan_only {
            return said(folder, open, json!([]), "planned", ui);
        }
        match self.local {
            Some(at_once) => self.here(plan, folder, open, at_once, ui),
            None => {
                let arrays = slurm.submit(open).map_err(Failure::new)?;
                let ids: Vec<&str> = arrays.iter().map(|array| array.id.as_str()).collect();
                let ids = format!("submitted as {}", ids.join(", "));
                said(folder, open, json!(arrays), &ids, ui)
            }
        }
    }

    /// Runs parts here until all are done.
    fn here(
        &self,
        plan: &Plan,
        folder: &Path,
        open: &[u64],
        at_once: u16,
        ui: &Ui,
    ) -> Result<Exit, Failure> {
        let stop = interrupt::flag()?;
        let local = Local {
            plan,
            job: folder,
            at_once: at_once.into(),
            stop: &stop,
        };
        let bar = ui.progress(open.len() as u64, "parts");
        let ended = local.run(open, &|told| match told {
            Told::Done(_) => bar.inc(1),
            Told::Again(_) => {}
            Told::Failed(part, why) => eprintln!("error: part {part}: {why}"),
        });
        bar.finish();
        ended.map_err(Failure::new)?;
        let stands = status(plan, folder);
        let of = |state| stands.iter().filter(|part| part.state == state).count() as u64;
        let (done, failed) = (of(PartState::Done), of(PartState::Failed));
        let mut out = ui.out();
        let dir = folder.display();
        if ui.json {
            let object = json!({"folder": folder, "parts": open.len(), "done": done, "failed": failed,
                "arrays": []});
            ui.json_line(&mut out, "cluster-submit/1", &object)?;
        } else {
            writeln!(out, "{dir}: {done} of {} done", parts(plan.parts))?;
        }
        out.flush()?;
        let is_stopped = Plan::is_stopped(folder);
        let next = match done == plan.parts {
            true => "collect",
            false => "submit --resume",
        };
        ui.say(format!("gadfly cluster {next} {dir}"));
        Ok(match done == plan.parts {
            true => Exit::Done,
            false if is_stopped => Exit::Interrupted,
            false => Exit::Failed,
        })
    }
}

/// Says what became of parts that do not run here.
fn said(
    folder: &Path,
    open: &[u64],
    arrays: serde_json::Value,
    what: &str,
    ui: &Ui,
) -> Result<Exit, Failure> {
    let mut out = ui.out();
    if ui.json {
        let object = json!({"folder": folder, "parts": open.len(), "arrays": arrays});
        ui.json_line(&mut out, "cluster-submit/1", &object)?;
    } else {
        writeln!(
            out,
            "{}: {} {what}",
            folder.display(),
            parts(open.len() as u64)
        )?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Why there is nothing else to submit: a comparison takes turns on one machine.
const ONLY: &str = "parts can be of a hunt or of a study: write `hunt …` or `evolve …` behind `--`";
