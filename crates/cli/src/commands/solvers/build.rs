//! `gadfly solvers build`: a solver from its sources, with assertions, sanitizers or counters.

use crate::exit::{Exit, Failure};
use crate::interrupt;
use crate::options::Jobs;
use crate::progress::Progress as Bar;
use crate::ui::Ui;
use clap::Args;
use gadfly_exec::Cancel;
use gadfly_install::{BuildError, BuildRequest, Builder, Built, Progress};
use gadfly_profile::{Flavour, Home};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Build a release from its sources, with assertions, a sanitizer or counters
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Build {
    /// `z3`, `z3@5.4.0`; with --source the number that the build is to have, `z3@5.5.0-dev`
    #[arg(value_name = "SPEC")]
    spec: String,
    /// assertions, asan, ubsan, debug, coverage or edges
    #[arg(long, value_name = "NAME")]
    flavour: Flavour,
    /// Build this checkout instead of a released source package
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,
    #[command(flatten)]
    jobs: Jobs,
}

const EXAMPLES: &str = "\
Examples:
  gadfly solvers build z3@5.4.0 --flavour assertions
  gadfly hunt --solver z3@5.4.0+assertions --reference cvc5
  gadfly solvers build z3@5.5.0-dev --source ~/z3 --flavour asan";

impl Build {
    pub(super) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let cancel = Cancel::sharing(&interrupt::flag()?);
        let request = BuildRequest {
            spec: self.spec,
            flavour: self.flavour,
            source: self.source,
            jobs: self.jobs.count(),
        };
        let (bar, seen) = (OnceLock::<Bar>::new(), AtomicU64::new(0));
        let progress = |step: Progress| match step {
            Progress::Named { name, log } => {
                ui.say(format!("building {name}; its log is {}", log.display()));
            }
            Progress::Compiled { done, total } => {
                let bar = bar.get_or_init(|| ui.progress(total, "compiling"));
                bar.inc(done.saturating_sub(seen.swap(done, Ordering::Relaxed)));
            }
        };
        let built = Builder::new(Home::from_env()).build(&request, &cancel, &progress);
        if let Some(bar) = bar.get() {
            bar.finish();
        }
        match built {
            Ok(built) => report(ui, &built),
            Err(BuildError::Interrupted) => {
                ui.say(BuildError::Interrupted.to_string());
                Ok(Exit::Interrupted)
            }
            Err(error) => Err(Failure::new(error)),
        }
    }
}

fn report(ui: &Ui, built: &Built) -> Result<Exit, Failure> {
    let (state, release) = match built {
        Built::New(release) => ("built", release),
        Built::Before(release) => ("present", release),
    };
    let name = format!("{}@{}", release.family, release.version);
    let path = release.program().display().to_string();
    let mut out = ui.out();
    if ui.json {
        let line = json!({"solver": name, "state": state, "detail": path});
        ui.json_line(&mut out, "solvers-change/1", &line)?;
    } else {
        writeln!(out, "{name:16} {state:10} {path}")?;
    }
    out.flush()?;
    Ok(Exit::Done)
}
