//! What a hunt tells while it goes on.

use crate::guide::Reached;
use gadfly_store::{Ends, Shortfall};
use gadfly_vocabulary::Kind;
use serde::Serialize;
use std::collections::BTreeMap;

/// Something happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// The hunt began or was resumed.
    Started {
        /// The first position of this process.
        position: u64,
        /// The folder.
        folder: String,
    },
    /// Where it stands; several times a second.
    Progress(Box<Snapshot>),
    /// A verdict was confirmed and is new.
    Finding {
        /// The folder's name under `findings/`.
        id: String,
        /// What is wrong.
        kind: Kind,
        /// The blamed solver.
        solver: String,
        /// One sentence.
        sentence: String,
    },
    /// A finding's case was made small.
    Reduced {
        /// Which.
        id: String,
        /// Bytes before.
        before: u64,
        /// Bytes after.
        after: u64,
    },
    /// Two findings turned out to be one.
    Merged {
        /// The one that is gone.
        id: String,
        /// The one that stays.
        into: String,
    },
    /// A verdict shows, and nobody beside us bears it out, or others contradict.
    Doubt {
        /// The folder's name under `doubts/`.
        id: String,
        /// Why.
        why: String,
    },
    /// A finding probably has the same cause as another one, and is folded under it.
    Folded {
        /// The one that is folded.
        id: String,
        /// The one that is shown.
        under: String,
    },
    /// Something that a person should know.
    Note {
        /// What.
        text: String,
    },
}

impl Snapshot {
    /// Says again which of these solvers were barely tested so far, or not at all.
    pub(crate) fn judge(&mut self, solvers: &[String]) {
        let of = |solver: &String| self.ends.get(solver)?.shortfall(solver);
        self.shortfalls = solvers.iter().filter_map(of).collect();
    }
}

/// Where a hunt stands.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Snapshot {
    /// Seconds, all resumptions together.
    pub seconds: f64,
    /// Seconds of this process.
    pub session_seconds: f64,
    /// Positions done.
    pub positions: u64,
    /// Formulas run.
    pub tests: u64,
    /// Formulas run by this process.
    pub session_tests: u64,
    /// Duplicates.
    pub duplicates: u64,
    /// Runs by how they ended.
    pub answers: BTreeMap<&'static str, u64>,
    /// The same by solver.
    #[serde(skip)]
    pub ends: BTreeMap<String, Ends>,
    /// Solvers under test that were barely tested so far, or not at all.
    pub shortfalls: Vec<Shortfall>,
    /// Verdicts by kind, not yet confirmed ones included.
    pub verdicts: BTreeMap<Kind, u64>,
    /// Verdicts that wait for confirmation.
    pub waiting: u64,
    /// Verdicts that show and that nobody beside us bears out.
    pub doubts: u64,
    /// Models by what our evaluator said of them (`true`, `false`, or why it cannot say): all, those
    /// that other solvers were asked about, those that two families refuted.
    pub models: BTreeMap<String, [u64; 3]>,
    /// What became of proofs that were asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub proofs: BTreeMap<String, u64>,
    /// How much of the solvers is reached, where a build tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<Reached>,
    /// Distinct findings by kind.
    pub findings: BTreeMap<Kind, u64>,
    /// Findings whose case is not reduced.
    pub unreduced: u64,
    /// When the last finding was made, in seconds of the hunt.
    pub last_found: Option<f64>,
    /// Formulas run by strategy.
    pub strategies: BTreeMap<String, u64>,
    /// CPU seconds of the solvers.
    pub solver_cpu: f64,
    /// CPU seconds of gadfly itself.
    pub own_cpu: f64,
    /// CPU seconds of gadfly itself in earlier sessions.
    #[serde(skip)]
    pub own_cpu_before: f64,
    /// What is left of the budget, from 1 to 0; `None` without one.
    pub left: Option<f64>,
    /// Seconds left, where that is known.
    pub seconds_left: Option<f64>,
}
