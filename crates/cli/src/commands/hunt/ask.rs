//! What a hunt can be asked.

use crate::isolation::Allow;
use crate::options::{Jobs, RunLimits, Seed};
use crate::quantity;
use crate::strategies::StrategyName;
use clap::Args;
use gadfly_campaign::Shard;
use gadfly_coverage::changed::Aim;
use std::path::PathBuf;
use std::time::Duration;

/// What a hunt that goes on keeps: to give it anew is a mistake, not a wish that may be passed over.
const FIXED: [&str; 19] = [
    "out",
    "seeds",
    "more_seeds",
    "solver",
    "reference",
    "profile",
    "strategy",
    "logic",
    "seed",
    "timeout",
    "memory",
    "schedule",
    "shard",
    "focus",
    "no_options",
    "experimental",
    "proofs",
    "no_reduce",
    "unguided",
];

const SOLVERS: &str = "Solvers";
const FORMULAS: &str = "Formulas";
const END: &str = "When it ends";
const RUNS: &str = "Work and limits";
const FOLDER: &str = "Its folder";

const TIMEOUT: &str = "The most CPU time of a solver run, on the wall's clock it may take several \
                       times as long; adaptive limits stay below it";

/// The options of `gadfly hunt`.
#[derive(Args, Clone, Debug)]
#[command(
    mut_arg("seed", |arg| arg.default_value("1").help_heading(FORMULAS)),
    mut_arg("timeout", |arg| arg.default_value("2s").help(TIMEOUT).help_heading(RUNS)),
    mut_arg("memory", |arg| arg.default_value("1g").help_heading(RUNS)),
    mut_arg("jobs", |arg| arg.help_heading(RUNS)),
)]
pub(crate) struct Ask {
    /// Seeds: files, folders that are searched for *.smt2, or findings as DIR/ID; built-in ones
    /// where none are given
    pub(crate) seeds: Vec<PathBuf>,
    /// A solver under test: z3, z3@4.8.7, z3@4.8.5..4.8.12, or a whole command in quotes
    /// (repeatable)
    #[arg(long, value_name = "SPEC", help_heading = SOLVERS)]
    pub(crate) solver: Vec<String>,
    /// A solver that confirms and arbitrates (repeatable); the newest installed z3 and cvc5 by
    /// default
    #[arg(long, value_name = "SPEC", help_heading = SOLVERS)]
    pub(crate) reference: Vec<String>,
    /// The profile of solvers that are given as a whole command
    #[arg(long, value_name = "NAME", help_heading = SOLVERS)]
    pub(crate) profile: Option<String>,
    /// Leave the solvers' options as they are
    #[arg(long, help_heading = SOLVERS)]
    pub(crate) no_options: bool,
    /// Vary experimental options too
    #[arg(long, help_heading = SOLVERS)]
    pub(crate) experimental: bool,
    /// Ask for a proof at every `unsat` of the solvers under test, and check it; now and then by default
    #[arg(long, help_heading = SOLVERS)]
    pub(crate) proofs: bool,
    /// More seeds: a folder that `gadfly seeds import` made, or any other
    #[arg(long = "seeds", value_name = "DIR", help_heading = FORMULAS)]
    pub(crate) more_seeds: Vec<PathBuf>,
    /// Strategies [default: all that are not ablations]
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = StrategyName::any(), help_heading = FORMULAS)]
    pub(crate) strategy: Vec<String>,
    /// Only formulas of these logics: QF_LIA,QF_SLIA …; a seed's is the smallest that it fits
    #[arg(long, value_name = "L", value_delimiter = ',', help_heading = FORMULAS)]
    pub(crate) logic: Vec<String>,
    /// Operators, options or a theory that everything is biased towards
    #[arg(long, value_name = "WORDS", value_delimiter = ',', help_heading = FORMULAS)]
    pub(crate) focus: Vec<String>,
    /// Do not steer by the edges that solvers reach, where a build tells them
    #[arg(long, help_heading = FORMULAS)]
    pub(crate) unguided: bool,
    #[command(flatten)]
    pub(crate) seed: Seed,
    /// How the next formula is chosen
    #[arg(long, value_name = "HOW", default_value = "adaptive", help_heading = FORMULAS)]
    pub(crate) schedule: How,
    /// Which part of a hunt that runs on several machines
    #[arg(long, value_name = "i/n", help_heading = FORMULAS)]
    pub(crate) shard: Option<Shard>,
    /// Hunt for this long [default: 1m, unless --tests or --findings is given]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, help_heading = END)]
    pub(crate) time: Option<Duration>,
    /// End after this many tests; a duplicate counts as one
    #[arg(long, value_name = "N", help_heading = END)]
    pub(crate) tests: Option<u64>,
    /// End after this many findings
    #[arg(long, value_name = "N", help_heading = END)]
    pub(crate) findings: Option<u64>,
    #[command(flatten)]
    pub(crate) jobs: Jobs,
    #[command(flatten)]
    pub(crate) limits: RunLimits,
    /// Do not reduce findings while the hunt goes on
    #[arg(long, help_heading = RUNS)]
    pub(crate) no_reduce: bool,
    /// A command for the shell, started beside the hunt for each new finding, with GADFLY_FINDING,
    /// GADFLY_KIND, GADFLY_SOLVER, GADFLY_SENTENCE, GADFLY_CASE and GADFLY_HUNT set
    #[arg(long, value_name = "COMMAND", help_heading = RUNS)]
    pub(crate) on_finding: Option<String>,
    /// The folder to make [default: hunt, hunt-2, …]
    #[arg(long, value_name = "DIR", help_heading = FOLDER)]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the hunt in this folder; --time, --tests, --findings, --jobs and --on-finding may be
    /// given anew, the rest is as it was
    #[arg(long, value_name = "DIR", conflicts_with_all = FIXED, help_heading = FOLDER)]
    pub(crate) resume: Option<PathBuf>,
    /// Make the formula of a finding, or of a test index, again, run it and judge the answers
    #[arg(long, value_name = "DIR/ID", conflicts_with_all = ["out", "resume"], help_heading = FOLDER)]
    pub(crate) replay: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) allow: Allow,
    /// What a change of a solver's sources aims at, in place of --focus and --strategy.
    #[arg(skip)]
    pub(crate) aim: Option<Aim>,
}

impl Ask {
    /// What says which part of a hunt this is, or that it is none, where it is given.
    pub(crate) fn of_a_part(&self) -> Option<&'static str> {
        let given = [
            ("--shard", self.shard.is_some()),
            ("--out", self.out.is_some()),
            ("--resume", self.resume.is_some()),
            ("--replay", self.replay.is_some()),
        ];
        given
            .iter()
            .find(|(_, given)| *given)
            .map(|(name, _)| *name)
    }
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
        let anew = [
            "time",
            "tests",
            "findings",
            "jobs",
            "on_finding",
            "resume",
            "replay",
        ];
        let anew = [&anew[..], &["allow_write", "allow_network"]].concat();
        let command = Only::command();
        for argument in command.get_arguments() {
            let id = argument.get_id().as_str();
            assert!(FIXED.contains(&id) != anew.contains(&id), "{id}");
        }
    }
}
