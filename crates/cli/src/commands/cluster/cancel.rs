//! `gadfly cluster cancel`: all parts stop and save.

use super::job;
use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_cluster::{Plan, Slurm};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// Stop all parts of a job; each saves what it has
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly cluster cancel job
  gadfly cluster submit --resume job        to go on

Parts that run see it within seconds, wherever they are, and save; those that
wait in Slurm's queue are taken out of it.")]
pub(crate) struct Cancel {
    /// The job's folder
    dir: PathBuf,
}

impl Cancel {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let (folder, plan) = job(&self.dir)?;
        Plan::stop(&folder).map_err(Failure::new)?;
        let slurm = Slurm {
            plan: &plan,
            job: &folder,
        };
        slurm.cancel().map_err(Failure::new)?;
        let mut out = ui.out();
        match ui.json {
            true => ui.json_line(&mut out, "cluster-cancel/1", &json!({"folder": folder}))?,
            false => writeln!(out, "{}: all parts stop", folder.display())?,
        }
        out.flush()?;
        Ok(Exit::Done)
    }
}
