//! `gadfly cluster`: a hunt or a study in many parts, on the nodes of a cluster or as processes.

mod cancel;
mod collect;
mod part;
mod status;
mod submit;

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::{Args, Subcommand};
use gadfly_cluster::Plan;
use std::path::{Path, PathBuf};

/// Run a hunt or a study in many parts: on a cluster by Slurm, or as processes
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cluster {
    #[command(subcommand)]
    command: Of,
}

const EXAMPLES: &str = "\
Examples:
  gadfly cluster submit --parts 200 --limit 4h --out job -- \\
      hunt seeds/ --solver \"./build/z3 -in\" --time 24h
  gadfly cluster submit --parts 8 --local 4 --out job -- \\
      hunt --schedule uniform --tests 100000
  gadfly cluster status job
  gadfly cluster collect job        as often as you like, while it runs too
  gadfly cluster cancel job         parts save what they have, and
  gadfly cluster submit --resume job              they go on from there

All nodes must see the job's folder; nothing else is shared.";

#[derive(Subcommand)]
enum Of {
    Submit(Box<submit::Submit>),
    Status(status::ShowStatus),
    Collect(collect::Collect),
    Cancel(cancel::Cancel),
    Part(part::Part),
}

impl Cluster {
    /// The catalogue's folder that the job's plan names, where there is a plan.
    pub(crate) fn catalog(&self) -> Option<PathBuf> {
        let job = match &self.command {
            Of::Part(part) => &part.dir,
            Of::Collect(collect) => &collect.dir,
            Of::Submit(_) | Of::Status(_) | Of::Cancel(_) => return None,
        };
        Plan::load(job).ok()?.catalog
    }

    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        match self.command {
            Of::Submit(command) => command.run(ui),
            Of::Status(command) => command.run(ui),
            Of::Collect(command) => command.run(ui),
            Of::Cancel(command) => command.run(ui),
            Of::Part(command) => command.run(ui),
        }
    }
}

/// A job's folder as all nodes name it, and its plan.
fn job(dir: &Path) -> Result<(PathBuf, Plan), Failure> {
    let plan = Plan::load(dir).map_err(Failure::new)?;
    Ok((absolute(dir), plan))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// A part, or parts.
fn parts(count: u64) -> String {
    match count {
        1 => "1 part".into(),
        _ => format!("{count} parts"),
    }
}
