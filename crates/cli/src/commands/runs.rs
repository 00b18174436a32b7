//! What the commands that measure many runs have in common: progress, and the end.

use crate::exit::{Context, Exit, Failure};
use crate::interrupt;
use crate::ui::Ui;
use gadfly_compare::{Stage, StudyError};
use gadfly_exec::Cancel;
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// What `--seed` means where a configuration runs more than once.
pub(super) const SEED: &str =
    "Fixes every random choice of the first runs; the next runs have the next numbers";

/// A study of many runs, on the command line.
pub(super) struct Study<'a, R> {
    pub(super) schema: &'static str,
    /// The folder, as it was named.
    pub(super) out: &'a Path,
    /// How many configurations, and how often each.
    pub(super) size: (usize, u32),
    pub(super) write: fn(&R, &Path) -> Result<(), StudyError>,
    pub(super) text: fn(&R) -> String,
}

/// Is told of a run that begins or is over.
pub(super) type Tell<'a> = &'a (dyn Fn(Stage<'_>) + Sync);

impl<R: Serialize> Study<'_, R> {
    /// Carries it out below a folder, tells what goes on, and prints what came of the runs: as JSON, or
    /// as text with the address of the page.
    pub(super) fn run<E: Display>(
        self,
        ui: &Ui,
        conduct: impl FnOnce(&Path, Cancel, Tell<'_>) -> Result<Option<R>, E>,
    ) -> Result<Exit, Failure> {
        let out = std::path::absolute(self.out).context(self.out.display())?;
        let stop = interrupt::flag()?;
        let (configurations, repeat) = self.size;
        let progress = ui.progress(configurations as u64 * u64::from(repeat), "runs");
        let tell = |stage: Stage<'_>| match stage {
            Stage::Begins { name, repetition } if !ui.quiet => {
                progress.say(&format!("{name}, run {repetition}"));
            }
            Stage::Begins { .. } => {}
            Stage::Over => progress.inc(1),
        };
        let results = conduct(&out, Cancel::sharing(&stop), &tell).map_err(Failure::new);
        progress.finish();
        let Some(results) = results? else {
            ui.say("what is over is kept: the same command goes on");
            return Ok(Exit::Interrupted);
        };
        (self.write)(&results, &out).map_err(Failure::new)?;
        let mut stdout = ui.out();
        if ui.json {
            ui.json_line(&mut stdout, self.schema, &results)?;
        } else {
            stdout.write_all((self.text)(&results).as_bytes())?;
            writeln!(stdout, "page: {}", self.out.join("index.html").display())?;
        }
        stdout.flush()?;
        Ok(Exit::Done)
    }
}
