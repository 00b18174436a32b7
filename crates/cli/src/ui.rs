//! What all commands share in how they speak: JSON or text, colour, progress, quiet.

use crate::progress::Progress;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Options that every command takes.
#[derive(Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Options {
    /// Print results as JSON on standard output, and nothing else there
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Whether to colour the output; NO_COLOR is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Diagnostics on standard error, for finding out what gadfly does
    #[arg(long, global = true, value_name = "LEVEL", default_value = "warn")]
    pub(crate) log: log::LevelFilter,
    /// Take settings from this file, which may name programs to run, instead of a `gadfly.toml` in
    /// the current folder, which may not
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<std::path::PathBuf>,
    /// A folder with files of your own beside the built-in ones: theories, rules, fusions,
    /// grammars, solver profiles, seeds (docs/guide/catalog.md); GADFLY_HOME/catalog is read always
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) catalog: Option<std::path::PathBuf>,
}

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A JSON object with the name and version of its schema, `docs/schema/NAME.json`. A new field keeps
/// the version; a field that goes or gets another meaning makes a new one.
#[derive(Serialize)]
pub(crate) struct Versioned<'a, T> {
    /// `NAME/VERSION`.
    pub(crate) schema: &'a str,
    /// The object.
    #[serde(flatten)]
    pub(crate) value: &'a T,
}

/// How this run of the command speaks.
pub(crate) struct Ui {
    /// Results as JSON.
    pub(crate) json: bool,
    /// No progress.
    pub(crate) quiet: bool,
    color: ColorChoice,
    /// The folder of the user's own catalogue, where one was named.
    pub(crate) catalog: Option<std::path::PathBuf>,
}

impl Ui {
    /// From the options.
    pub(crate) fn new(options: &Options) -> Self {
        Ui {
            json: options.json,
            quiet: options.quiet,
            color: options.color,
            catalog: options.catalog.clone(),
        }
    }

    /// The same without a word.
    pub(crate) fn silent(&self) -> Ui {
        Ui {
            json: false,
            quiet: true,
            color: self.color,
            catalog: self.catalog.clone(),
        }
    }

    /// The same in words: for work whose results another command prints.
    pub(crate) fn in_words(&self) -> Ui {
        Ui {
            quiet: self.quiet,
            ..self.silent()
        }
    }

    /// Buffered standard output. Write errors must be returned, not unwrapped: a closed pipe is
    /// a normal end.
    pub(crate) fn out(&self) -> BufWriter<io::StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// One JSON object on a line of its own, which says by what schema it is read.
    pub(crate) fn json_line(
        &self,
        out: &mut impl Write,
        schema: &str,
        value: &impl Serialize,
    ) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Versioned { schema, value })?;
        out.write_all(b"\n")
    }

    /// Whether to colour what goes to standard error.
    pub(crate) fn color_err(&self) -> bool {
        self.colored(io::stderr().is_terminal())
    }

    fn colored(&self, terminal: bool) -> bool {
        match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }

    /// A message for the person at the terminal, on standard error.
    pub(crate) fn say(&self, message: impl std::fmt::Display) {
        if !self.quiet {
            eprintln!("{}", gadfly_syntax::visible(message.to_string()));
        }
    }

    /// Progress over `total` steps: a bar on a terminal, a line every few seconds elsewhere.
    pub(crate) fn progress(&self, total: u64, label: &str) -> Progress {
        Progress::new(total, label, self.quiet)
    }
}
