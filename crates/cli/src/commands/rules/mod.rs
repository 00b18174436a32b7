//! `gadfly rules`: the catalogue of rules and fusions, their proofs and statistics.

mod discover;
mod list;
mod prove;
mod stats;

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::{Args, Subcommand};
use discover::Discover;
use gadfly_catalog::Catalog;
use gadfly_mutate::RuleBook;
use prove::Prove;
use serde::Serialize;
use stats::Stats;

const EXAMPLES: &str = "\
Examples:
  gadfly rules list --theory strings             what there is
  gadfly rules show int-lt-weaken-le             one rule, and what to prove
  gadfly rules prove --theory bitvectors         ask z3 and cvc5 to refute each
  gadfly --catalog mine rules prove --id my-rule
                                      one of your own, mine/rules/THEORY/*.rule
  gadfly rules stats seeds/                      how often each rule applies
  gadfly rules discover --sort \"(_ BitVec 8)\"    new fusion functions

`rules prove` exits with 10 where a rule is refuted, and prints the
counterexample.";

/// Show, prove and extend the catalogue of rules and fusion functions
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rules {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List all rules and fusion functions, and how each is known to hold
    List {
        /// Only those of this theory; `fusions` for fusion functions
        #[arg(long, value_name = "T")]
        theory: Option<String>,
    },
    /// Show one rule or fusion function
    Show {
        /// Its name
        id: String,
    },
    /// Ask solvers to refute each rule and fusion function
    Prove(Prove),
    /// Statistics of the weakening strategy over seeds
    Stats(Stats),
    /// Search for new fusion functions over a sort
    Discover(Discover),
}

impl Rules {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let catalog = Catalog::shared();
        let book = RuleBook::read(&catalog).context("the catalogue's rules")?;
        match self.what {
            What::List { theory } => list::list(&catalog, &book, theory.as_deref(), ui),
            What::Show { id } => list::show(&catalog, &book, &id, ui),
            What::Prove(prove) => prove.run(book, ui),
            What::Stats(stats) => stats.run(book, ui),
            What::Discover(discover) => discover.run(book, ui),
        }
    }
}

/// A line of `rules list` and `rules prove` as JSON.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    theory: &'a str,
    claim: &'a str,
    standing: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<&'a str>,
}
