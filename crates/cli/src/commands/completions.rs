//! `gadfly completions`: the script that makes a shell complete our commands and options.

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Print the completion script of a shell
#[derive(Args)]
#[command(
    after_help = "Example:\n  gadfly completions bash > ~/.local/share/bash-completion/completions/gadfly"
)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut crate::Cli::command(),
            "gadfly",
            &mut script,
        );
        let mut out = ui.out();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Exit::Done)
    }
}
