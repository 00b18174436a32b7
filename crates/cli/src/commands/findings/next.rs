//! `gadfly findings next DIR…`: what to file next, and why. It files nothing.

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_report::{Next, Summary, next};
use std::io::Write;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The hunts.
#[derive(Args)]
pub(crate) struct NextUp {
    /// Folders of hunts
    dirs: Vec<PathBuf>,
}

impl NextUp {
    /// Prints an advice for each finding that is new; `dir` is the hunt where none is named.
    pub(crate) fn run(&self, dir: &PathBuf, ui: &Ui) -> Result<Exit, Failure> {
        let dirs = match self.dirs.is_empty() {
            true => std::slice::from_ref(dir),
            false => &self.dirs,
        };
        let summary = Summary::load(dirs).map_err(Failure::new)?;
        let mut out = ui.out();
        let advised = next(&summary.findings, now());
        for one in &advised {
            match ui.json {
                true => ui.json_line(&mut out, "findings-next/1", one)?,
                false => print(one, &mut out)?,
            }
        }
        out.flush()?;
        if advised.is_empty() {
            ui.say("no finding is new");
        }
        Ok(Exit::Done)
    }
}

fn print(next: &Next, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:<5}  {}  {}",
        next.advice.name(),
        next.case,
        next.title
    )?;
    writeln!(out, "       {}", next.why)?;
    match &next.tracker {
        Some(tracker) => writeln!(out, "       {tracker}"),
        None => Ok(()),
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_secs())
}
