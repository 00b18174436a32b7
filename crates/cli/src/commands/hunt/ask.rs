//! What a hunt can be asked.

use crate::isolation::Allow;
use crate::quantity;
use crate::strategies::StrategyName;
use clap::Args;
use gadfly_campaign::Shard;
use std::path::PathBuf;
use std::time::Duration;

/// What a hunt that goes on keeps: to give it anew is a mistake, not a wish that may be passed over.
const FIXED: [&str; 16] = [
    "out",
    "seeds",
    "more_seeds",
    "solver",
    "reference",
    "profile",
    "strategy",
    "seed",
    "timeout",
    "memory",
    "schedule",
    "shard",
    "focus",
    "no_options",
    "experimental",
    "no_reduce",
];

/// The options of `gadfly hunt`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Ask {
    /// Seeds: files, or folders that are searched for *.smt2; built-in ones where none are given
    pub(crate) seeds: Vec<PathBuf>,
    /// More seeds: a folder that `gadfly seeds import` made, or any other
    #[arg(long = "seeds", value_name = "DIR")]
    pub(crate) more_seeds: Vec<PathBuf>,
    /// A solver under test: z3, z3@4.8.7, z3@4.8.5..4.8.12, or a whole command in quotes
    #[arg(long, value_name = "SPEC")]
    pub(crate) solver: Vec<String>,
    /// A solver that confirms and arbitrates; the newest installed z3 and cvc5 by default
    #[arg(long, value_name = "SPEC")]
    pub(crate) reference: Vec<String>,
    /// The profile of solvers that are given as a whole command
    #[arg(long, value_name = "NAME")]
    pub(crate) profile: Option<String>,
    /// Strategies [default: all that are not ablations]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StrategyName::any())]
    pub(crate) strategy: Vec<String>,
    /// Hunt for this long [default: 1m, unless --tests or --findings is given]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    pub(crate) time: Option<Duration>,
    /// End after this many tests; a duplicate counts as one
    #[arg(long, value_name = "N")]
    pub(crate) tests: Option<u64>,
    /// End after this many findings
    #[arg(long, value_name = "N")]
    pub(crate) findings: Option<u64>,
    /// Workers [default: one a core]
    #[arg(long, short, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Fixes every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The most CPU time of a solver run; adaptive limits stay below it
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = quantity::duration)]
    pub(crate) timeout: Duration,
    /// Memory limit of a solver run; 0 is none
    #[arg(long, value_name = "SIZE", default_value = "1g", value_parser = quantity::bytes)]
    pub(crate) memory: u64,
    /// The folder to make [default: hunt, hunt-2, …]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the hunt in this folder; --time, --tests, --findings and --jobs may be given
    /// anew, the rest is as it was
    #[arg(long, value_name = "DIR", conflicts_with_all = FIXED)]
    pub(crate) resume: Option<PathBuf>,
    /// Make the formula of a finding, or of a test index, again and run it
    #[arg(long, value_name = "DIR/ID", conflicts_with_all = ["out", "resume"])]
    pub(crate) replay: Option<PathBuf>,
    /// How the next formula is chosen
    #[arg(long, value_name = "HOW", default_value = "adaptive")]
    pub(crate) schedule: How,
    /// Which part of a hunt that runs on several machines
    #[arg(long, value_name = "i/n")]
    pub(crate) shard: Option<Shard>,
    /// Operators, options or a theory that everything is biased towards
    #[arg(long, value_name = "WORDS", value_delimiter = ',')]
    pub(crate) focus: Vec<String>,
    /// Leave the solvers' options as they are
    #[arg(long)]
    pub(crate) no_options: bool,
    /// Vary experimental options too
    #[arg(long)]
    pub(crate) experimental: bool,
    /// Do not reduce findings while the hunt goes on
    #[arg(long)]
    pub(crate) no_reduce: bool,
    #[command(flatten)]
    pub(crate) allow: Allow,
}

/// How the next formula is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum How {
    /// By what paid off so far; the decisions are recorded.
    Adaptive,
    /// By seed and test index alone, with fixed time limits.
    Uniform,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};

    #[derive(Parser)]
    struct Only {
        #[command(flatten)]
        _ask: Ask,
    }

    #[test]
    fn an_option_is_kept_or_may_be_given_anew() {
        let anew = ["time", "tests", "findings", "jobs", "resume", "replay"];
        let anew = [&anew[..], &["allow_write", "allow_network"]].concat();
        let command = Only::command();
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            assert!(FIXED.contains(&id) != anew.contains(&id), "{id}");
        }
    }
}
