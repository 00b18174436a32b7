//! The `gadfly` command: a thin face over the crates.

mod case;
mod catalog;
mod commands;
mod config;
mod exit;
mod grammars;
mod interrupt;
mod isolation;
mod logging;
mod options;
mod panic;
mod paths;
mod progress;
mod quantity;
mod stats;
mod strategies;
mod ui;

use clap::{CommandFactory, FromArgMatches, Parser};
use exit::{Exit, Failure};
use std::process::ExitCode;

/// A workbench for testing SMT solvers: makes formulas, runs solvers on them, finds wrong
/// answers, invalid models, crashes and slow-downs, reduces each test case and writes the report.
#[derive(Parser)]
#[command(name = "gadfly", version, max_term_width = 80, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    ui: ui::Options,
    #[command(subcommand)]
    command: commands::Command,
}

const EXAMPLES: &str = "\
Settings that you give often can stand in a file `gadfly.toml` in the current
folder: a table a command, a key a long option (`[hunt]`, `timeout = \"5s\"`);
`catalog = \"DIR\"` above the tables counts for all. The command line goes first,
then environment variables, then `gadfly.toml`, then the defaults. A program to
run (`solver = \"./build/z3 -in\"`) is taken from a file that you name with
`--config FILE` only.

`gadfly COMMAND --help` shows a command's options with examples.";

fn main() -> ExitCode {
    panic::ends_the_process();
    // Not for this process: it may have been started to guard the solvers of another.
    gadfly_exec::guardian_entry();
    // Nor to be gadfly at all, but a solver that is only a library.
    let mut words = std::env::args_os().skip(1);
    if words
        .next()
        .is_some_and(|word| word == gadfly_profile::CVC5_HOST)
    {
        std::process::exit(gadfly_host::cvc5_main(words));
    }
    let arguments: Vec<_> = std::env::args_os().collect();
    match run(arguments) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            // A reader that went away is no failure.
            if !failure.is_broken_pipe() {
                let problems = failure.problems().iter();
                problems.for_each(|problem| {
                    eprintln!("error: {}", gadfly_syntax::visible(problem.to_string()));
                });
            }
            failure.exit().into()
        }
    }
}

fn run(mut arguments: Vec<std::ffi::OsString>) -> Result<Exit, Failure> {
    gadfly_catalog::Catalog::provide(gadfly_data::FILES);
    let matches = Cli::command().get_matches_from(&arguments);
    let from_file = config::arguments(&matches)?;
    arguments.extend(from_file.iter().cloned());
    let matches = Cli::command().get_matches_from(&arguments);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let ui = ui::Ui::new(&cli.ui);
    logging::start(cli.ui.log);
    let catalog = cli.command.catalog().or_else(|| cli.ui.catalog.clone());
    catalog::load(catalog.as_deref())?;
    if cli.ui.config.is_none() {
        config::must_name_no_program(&from_file)?;
    }
    let done = cli.command.run(&ui);
    warn_of_options_left_out();
    done
}

/// The command that these words name, as parts of a job have them, with what `gadfly.toml` adds.
fn parsed(words: &[String]) -> Result<(Cli, Vec<String>), clap::Error> {
    let line = |words: &[String]| {
        let name = std::iter::once("gadfly".to_string());
        Cli::command().try_get_matches_from(name.chain(words.iter().cloned()))
    };
    let matches = line(words)?;
    let added = config::arguments(&matches).map_err(|failure| {
        clap::Error::raw(clap::error::ErrorKind::Io, failure.problems().join("\n"))
    })?;
    let added = added.iter().map(|word| word.to_string_lossy().into_owned());
    let all: Vec<String> = words.iter().cloned().chain(added).collect();
    let cli = Cli::from_arg_matches(&line(&all)?)?;
    Ok((cli, all))
}

/// A script must not choose a file that is written over.
fn warn_of_options_left_out() {
    let options = gadfly_solver::options_left_out();
    if !options.is_empty() {
        let options = options.join(", ");
        eprintln!("warning: not passed on to solvers, because they write files: {options}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
