//! What the commands that measure many runs have in common: progress, and the end.

use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::ui::Ui;
use gadfly_compare::Stage;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Tells of a run that begins or is over.
pub(super) fn tell(ui: &Ui, progress: &Progress, stage: Stage<'_>) {
    match stage {
        Stage::Begins { name, repetition } if !ui.quiet => {
            progress.say(&format!("{name}, run {repetition}"));
        }
        Stage::Begins { .. } => {}
        Stage::Over => progress.inc(1),
    }
}

/// Ends a command that was interrupted.
pub(super) fn interrupted(ui: &Ui) -> Exit {
    ui.say("what is over is kept: the same command goes on");
    Exit::Interrupted
}

/// Prints what came of the runs: as JSON, or as text with the address of the page.
pub(super) fn print(
    ui: &Ui,
    (schema, results): (&str, &impl Serialize),
    text: &str,
    folder: &Path,
) -> Result<Exit, Failure> {
    let mut stdout = ui.out();
    if ui.json {
        ui.json_line(&mut stdout, schema, results)?;
    } else {
        stdout.write_all(text.as_bytes())?;
        writeln!(stdout, "page: {}", folder.join("index.html").display())?;
    }
    stdout.flush()?;
    Ok(Exit::Done)
}
