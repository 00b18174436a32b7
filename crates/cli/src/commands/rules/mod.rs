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
use gadfly_mutate::rules::{Fusion, Obligation, Rule, of_fusion, of_rule};
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
            What::Prove(prove) => prove.run(&catalog, book, ui),
            What::Stats(stats) => stats.run(&catalog, book, ui),
            What::Discover(discover) => discover.run(&catalog, book, ui),
        }
    }
}

/// A rule or a fusion function.
enum Entry<'a> {
    Rule(&'a Rule),
    Fusion(&'a Fusion),
}

impl Entry<'_> {
    fn id(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.id,
            Entry::Fusion(fusion) => &fusion.id,
        }
    }

    fn theory(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.theory,
            Entry::Fusion(_) => "fusions",
        }
    }

    fn claim(&self) -> &'static str {
        match self {
            Entry::Rule(rule) => rule.relation.name(),
            Entry::Fusion(fusion) if fusion.bare => "bare",
            Entry::Fusion(_) => "inverts",
        }
    }

    fn text(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.text,
            Entry::Fusion(fusion) => &fusion.text,
        }
    }

    fn note(&self) -> &str {
        match self {
            Entry::Rule(rule) => &rule.note,
            Entry::Fusion(_) => "",
        }
    }

    /// A term that the rule applies to.
    fn example(&self) -> Option<&str> {
        match self {
            Entry::Rule(rule) => Some(&rule.applies),
            Entry::Fusion(_) => None,
        }
    }

    fn obligations(&self) -> Vec<Obligation> {
        match self {
            Entry::Rule(rule) => of_rule(rule),
            Entry::Fusion(fusion) => of_fusion(fusion),
        }
    }

    /// A bare fusion function claims nothing for all values.
    fn claims_nothing(&self) -> bool {
        matches!(self, Entry::Fusion(fusion) if fusion.bare)
    }
}

/// The entries of a theory, or the one of a name. Asking for what is not there is a failure.
fn entries<'a>(
    book: &'a RuleBook,
    theory: Option<&str>,
    id: Option<&str>,
) -> Result<Vec<Entry<'a>>, Failure> {
    let rules = book.rules.iter().map(Entry::Rule);
    let fusions = book.fusions.iter().map(|f| Entry::Fusion(f));
    let all: Vec<Entry<'a>> = rules.chain(fusions).collect();
    if let Some(theory) = theory
        && !all.iter().any(|entry| entry.theory() == theory)
    {
        let mut known: Vec<&str> = all.iter().map(Entry::theory).collect();
        known.sort_unstable();
        known.dedup();
        return Err(Failure::new(format!(
            "there are no rules for `{theory}`; use one of {}",
            known.join(", ")
        )));
    }
    let wanted = |entry: &Entry<'_>| {
        theory.is_none_or(|t| t == entry.theory()) && id.is_none_or(|i| i == entry.id())
    };
    let found: Vec<Entry<'a>> = all.into_iter().filter(wanted).collect();
    match id {
        Some(id) if found.is_empty() => Err(Failure::new(format!(
            "no rule or fusion is called `{id}`: see gadfly rules list"
        ))),
        _ => Ok(found),
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
