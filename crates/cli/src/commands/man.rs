//! `gadfly man`: the manual pages of all commands, from the same words as their help.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use gadfly_vocabulary::did_you_mean;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Print the manual page of a command, or write all of them
#[derive(Args)]
#[command(after_help = "\
Examples:
  gadfly man hunt | man -l -
  gadfly man solvers install | man -l -
  gadfly man --out ~/.local/share/man/man1")]
pub(crate) struct Manual {
    /// The command, with its subcommand where it has some [default: gadfly itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Manual {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let mut all = crate::Cli::command().disable_help_subcommand(true);
        all.build();
        match &self.out {
            Some(folder) => {
                std::fs::create_dir_all(folder)
                    .context(format!("cannot make {}", folder.display()))?;
                let written = write_all(&all, folder)?;
                ui.say(format!("{written} pages in {}", folder.display()));
            }
            None => {
                let mut out = ui.out();
                out.write_all(&page(find(&all, &self.command)?)?)?;
                out.flush()?;
            }
        }
        Ok(Exit::Done)
    }
}

/// The command that the words name.
fn find<'a>(all: &'a Command, words: &[String]) -> Result<&'a Command, Failure> {
    words.iter().try_fold(all, |command, word| {
        let known = || visible(command).map(Command::get_name);
        let found = visible(command).find(|below| below.get_name() == word);
        found.ok_or_else(|| {
            let meant = did_you_mean(word, known());
            let of = command.get_name();
            Failure::usage(format!("{of} has no command `{word}`{meant}"))
        })
    })
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    let below = command.get_subcommands();
    below.filter(|below| !below.is_hide_set())
}

/// The page: options as clap lays them out, the usage in one line, examples as they stand.
fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    section(&mut page, "SYNOPSIS", usage)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = command.get_after_help() {
        section(&mut page, "NOTES", &notes.to_string())?;
    }
    Ok(page)
}

/// A section whose lines stay as they are.
fn section(page: &mut Vec<u8>, title: &str, text: &str) -> io::Result<()> {
    writeln!(page, ".SH {title}\n.nf")?;
    for line in text.lines() {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // A line that begins with a dot or a quotation mark would be a command.
        writeln!(page, "\\&{line}")?;
    }
    writeln!(page, ".fi")
}

/// Writes the page of a command and of all that are below it, and says how many those are.
fn write_all(command: &Command, folder: &Path) -> Result<usize, Failure> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = folder.join(format!("{name}.1"));
    std::fs::write(&path, page(command)?).context(path.display())?;
    visible(command).try_fold(1, |written, below| Ok(written + write_all(below, folder)?))
}
