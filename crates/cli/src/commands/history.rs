//! `gadfly history`: what became of findings across nights.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_report::{Fate, Night, Past, history};
use std::io::Write;
use std::path::PathBuf;

/// What became of findings across nights: new, still there, fixed since
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly history monday tuesday wednesday     three nights, in their order
  gadfly history nights/*                     the same, by name
  gadfly history nights/* --json              an object a finding

A night is a hunt's folder, or a folder with the hunts of several machines. A
finding is new (the last night found it first), back (it found it, and the one
before did not), still-there, not-seen, or fixed: a release that the last night
tested does not show it, or `gadfly findings DIR set ID fixed` was said. That a
night missed it proves nothing; `gadfly recheck` asks a release.")]
pub(crate) struct History {
    /// The nights' folders, oldest first
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
}

impl History {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let read = |dir: &PathBuf| Night::read(dir).context(dir.display());
        let nights: Vec<Night> = self.dirs.iter().map(read).collect::<Result<_, _>>()?;
        let all = history(&nights);
        let mut out = ui.out();
        for past in &all {
            match ui.json {
                true => ui.json_line(&mut out, "history-finding/1", past)?,
                false => print(past, &mut out)?,
            }
        }
        out.flush()?;
        let counted = |fate: &Fate| {
            let count = all.iter().filter(|past| past.fate == *fate).count();
            (count > 0).then(|| format!("{count} {fate}"))
        };
        let counts: Vec<String> = Fate::ALL.iter().filter_map(counted).collect();
        let counts = match counts.is_empty() {
            true => "nothing found".to_string(),
            false => counts.join(", "),
        };
        let nights = match nights.len() {
            1 => "1 night".to_string(),
            some => format!("{some} nights"),
        };
        ui.say(format!("{nights}: {counts}"));
        Ok(Exit::Done)
    }
}

fn print(past: &Past, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(
        out,
        "{:<12} {:<14} {}  {}",
        past.fate, past.kind, past.id, past.title
    )?;
    writeln!(
        out,
        "{:<12} in {} of {} nights, last in {}; {}",
        "", past.nights, past.of, past.last, past.why
    )
}
