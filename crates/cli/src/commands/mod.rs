//! One file a command. A new one is a module, a variant and a line in `run`.

mod bisect;
mod check;
mod cluster;
mod compare;
mod completions;
mod conform;
mod coverage;
mod enumerate;
mod eval;
mod evolve;
mod findings;
mod fmt;
mod generate;
mod history;
mod hunt;
mod man;
mod monitor;
mod mutate;
mod proof;
mod recheck;
mod reduce;
mod report;
mod rules;
mod runs;
mod seeds;
mod serve;
mod solvers;

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::Subcommand;

/// The commands, as help lists them: the main job and what follows from it first.
#[allow(clippy::large_enum_variant)] // one is made, once
#[derive(Subcommand)]
pub(crate) enum Command {
    Hunt(Box<hunt::Hunt>),
    Findings(findings::Findings),
    Cluster(cluster::Cluster),
    Report(report::Report),
    Serve(serve::Serve),
    History(history::History),
    Recheck(recheck::Recheck),
    Check(check::Check),
    Reduce(reduce::Reduce),
    Bisect(bisect::Bisect),
    Monitor(Box<monitor::Monitor>),
    Evolve(Box<evolve::Evolve>),
    Conform(conform::Conform),
    Compare(compare::Compare),
    Coverage(Box<coverage::Coverage>),
    Mutate(mutate::Mutate),
    Generate(generate::Generate),
    Enumerate(enumerate::Enumerate),
    Eval(eval::Eval),
    Proof(proof::Proof),
    Fmt(fmt::Fmt),
    Rules(rules::Rules),
    Seeds(seeds::Seeds),
    Solvers(solvers::Solvers),
    Completions(completions::Completions),
    Man(man::Manual),
}

impl Command {
    /// The folder of a catalogue that the command itself names.
    pub(crate) fn catalog(&self) -> Option<std::path::PathBuf> {
        match self {
            Command::Cluster(command) => command.catalog(),
            _ => None,
        }
    }

    /// Does what was asked.
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        match self {
            Command::Bisect(command) => command.run(ui),
            Command::Check(command) => command.run(ui),
            Command::Cluster(command) => command.run(ui),
            Command::Compare(command) => command.run(ui),
            Command::Completions(command) => command.run(ui),
            Command::Conform(command) => command.run(ui),
            Command::Coverage(command) => command.run(ui),
            Command::Enumerate(command) => command.run(ui),
            Command::Eval(command) => command.run(ui),
            Command::Evolve(command) => command.run(ui),
            Command::Generate(command) => command.run(ui),
            Command::Mutate(command) => command.run(ui),
            Command::Proof(command) => command.run(ui),
            Command::Rules(command) => command.run(ui),
            Command::Seeds(command) => command.run(ui),
            Command::Fmt(command) => command.run(ui),
            Command::Findings(command) => command.run(ui),
            Command::History(command) => command.run(ui),
            Command::Hunt(command) => command.run(ui),
            Command::Man(command) => command.run(ui),
            Command::Monitor(command) => command.run(ui),
            Command::Recheck(command) => command.run(ui),
            Command::Report(command) => command.run(ui),
            Command::Serve(command) => command.run(ui),
            Command::Solvers(command) => command.run(ui),
            Command::Reduce(command) => command.run(ui),
        }
    }
}
