//! `gadfly seeds`: files of any kind made into seeds, and what a folder of seeds holds.

mod import;
mod show;
mod stats;

use crate::exit::{Exit, Failure};
use crate::ui::Ui;
use clap::{Args, Subcommand};
use import::Import;
use show::Show;
use stats::Stats;

const EXAMPLES: &str = "\
Examples:
  gadfly seeds import benchmarks/ issues/ --out seeds
  gadfly seeds import regress.zip --split --most 16k
  gadfly seeds stats seeds                       rare operators first
  gadfly seeds show seeds/issue-2520-1f3a9c07    one seed, and where it is from
  gadfly hunt --seeds seeds                      a hunt with them

An import goes on where it was stopped: the same command again reads only what
is new or has changed.";

/// Make seeds from any heap of files, and see what seeds there are
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Seeds {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Make seeds from files: benchmarks, regression suites, issues, findings
    Import(Import),
    /// Logics, sorts, operators, sizes, answers and sources of a folder of seeds
    Stats(Stats),
    /// Show one imported seed, and where it came from
    Show(Show),
}

impl Seeds {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        match self.what {
            What::Import(import) => import.run(ui),
            What::Stats(stats) => stats.run(ui),
            What::Show(show) => show.run(ui),
        }
    }
}
