//! What to try next: by position alone, or by what paid off.

mod bandit;
mod limits;
mod promoted;
mod uniform;
mod without;

use gadfly_store::Choice;

/// What a schedule chooses from.
#[derive(Clone, Debug, Default)]
pub struct Menu {
    /// Strategies, each with its groups of seeds and their sizes.
    pub strategies: Vec<(String, Vec<(String, u32)>)>,
    /// Option sets a solver can be varied with, by spec.
    pub options: Vec<(String, Vec<OptionSet>)>,
    /// The time limit of a run, in milliseconds: the most that an adaptive one may be.
    pub limit_ms: u64,
    /// What a run takes to start, in milliseconds: the least that an adaptive one may be.
    pub start_ms: u64,
    /// Whether scopes are worth trying: a solver under test is slow to reset.
    pub scopes: bool,
}

/// Options that a solver can be varied with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionSet {
    /// The arguments.
    pub args: Vec<String>,
    /// Parts of the names of logics for which they matter; empty is all.
    pub logics: Vec<String>,
}

impl OptionSet {
    /// Whether they matter for a group of seeds, which is named by its logic.
    fn matters(&self, group: Option<&str>) -> bool {
        let whole = |group: &str| group.contains("ALL");
        self.logics.is_empty()
            || group.is_none_or(|group| {
                whole(group) || self.logics.iter().any(|part| group.contains(&**part))
            })
    }
}

/// What a test paid.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pay {
    /// CPU seconds of all solvers.
    pub(crate) seconds: f64,
    /// CPU seconds of the slowest.
    pub(crate) slowest: f64,
    /// Behaviours that were never seen before.
    pub(crate) behaviours: u32,
    /// Verdicts whose group was never seen before.
    pub(crate) verdicts: u32,
    /// Further verdicts that are worth confirming; less where their group is known better.
    pub(crate) suspicions: f64,
    /// Findings that are new.
    pub(crate) findings: u32,
    /// Runs that timed out.
    pub(crate) timeouts: u32,
    /// Edges of a solver that no formula reached before.
    pub(crate) edges: u32,
}

/// Chooses for blocks of positions.
#[derive(Debug)]
pub enum Schedule {
    /// By seed and block alone.
    Uniform(Menu),
    /// By what paid off so far.
    Adaptive(Box<bandit::Bandit>),
}

impl Schedule {
    /// By seed and block alone.
    pub fn uniform(menu: Menu) -> Schedule {
        Schedule::Uniform(menu)
    }

    /// By what paid off so far.
    pub fn adaptive(menu: Menu) -> Schedule {
        Schedule::Adaptive(Box::new(bandit::Bandit::new(menu)))
    }

    /// The choice for a block. Whether it has to be recorded: see [`Schedule::is_recorded`].
    pub(crate) fn choose(&mut self, seed: u64, block: u64) -> Choice {
        match self {
            Schedule::Uniform(menu) => uniform::choose(menu, seed, block),
            Schedule::Adaptive(bandit) => bandit.choose(seed, block),
        }
    }

    /// Whether choices depend on more than seed and block.
    pub(crate) fn is_recorded(&self) -> bool {
        matches!(self, Schedule::Adaptive(_))
    }

    /// A bug in these operators is known: formulas may do without them.
    pub(crate) fn known(&mut self, operators: &[String]) {
        if let Schedule::Adaptive(bandit) = self {
            bandit.known(operators);
        }
    }

    /// The formula of a test is a seed of a group from now on.
    pub(crate) fn promote(&mut self, index: u64, group: &str) {
        if let Schedule::Adaptive(bandit) = self {
            bandit.promote(index, group);
        }
    }

    /// Learns from a test.
    pub(crate) fn learn(&mut self, choice: &Choice, pay: Pay) {
        if let Schedule::Adaptive(bandit) = self {
            bandit.learn(choice, pay);
        }
    }
}
