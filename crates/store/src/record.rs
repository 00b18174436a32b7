//! What the store's rows say, in plain types.

use serde::{Deserialize, Serialize};

use crate::older;

pub use gadfly_vocabulary::{Class, Status};
use gadfly_vocabulary::{Evidence, Kind, LabelSource, Priority, Signature};

/// The class of a stored number.
pub(crate) fn class_of_number(number: i64) -> Option<Class> {
    Class::ALL.get(usize::try_from(number).ok()?).copied()
}

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TestState {
    /// A formula was made and run.
    Run = 0,
    /// The formula was made before, at a smaller position.
    Duplicate = 1,
    /// The strategy could make nothing here.
    Empty = 2,
    /// The scheduler gave the position up (a block that only timed out).
    Skipped = 3,
}

impl TestState {
    /// The word that people read.
    pub fn name(self) -> &'static str {
        match self {
            TestState::Run => "run",
            TestState::Duplicate => "duplicate",
            TestState::Empty => "empty",
            TestState::Skipped => "skipped",
        }
    }

    pub(crate) fn from_number(number: i64) -> TestState {
        match number {
            0 => TestState::Run,
            1 => TestState::Duplicate,
            2 => TestState::Empty,
            _ => TestState::Skipped,
        }
    }
}

/// One solver on one formula, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// The solver's interned name.
    pub solver: u32,
    /// How it ended.
    pub class: Class,
    /// Whether the process was fresh.
    pub fresh: bool,
    /// Wall microseconds.
    pub wall_us: u64,
    /// CPU microseconds.
    pub cpu_us: u64,
}

/// One position of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRow {
    /// The position.
    pub index: u64,
    /// What became of it.
    pub state: TestState,
    /// The strategy's interned name.
    pub strategy: u32,
    /// The logic's interned name.
    pub logic: u32,
    /// The first parent's interned name.
    pub seed: u32,
    /// The first eight bytes of the formula's hash.
    pub hash: u64,
    /// Bytes of the formula.
    pub size: u64,
    /// The runs.
    pub runs: Vec<RunRow>,
}

/// What the scheduler decided for a block of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The strategy.
    pub strategy: String,
    /// The group of seeds (a logic), where the strategy takes seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Options that are added, by solver spec.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, Vec<String>)>,
    /// The time limit in milliseconds, where it is not the hunt's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<u64>,
    /// Whether formulas are put into a scope that is popped, in a process that is not reset.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scope: bool,
    /// Operators that formulas do without, because bugs in them are known already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The test whose formula is the seed, where one of the hunt's own is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
}

/// A recorded choice and the positions that it holds for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceRow {
    /// The first position.
    pub first: u64,
    /// How many.
    pub count: u64,
    /// The decision.
    pub choice: Choice,
}

/// What became of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VerdictState {
    /// Waits for its confirmation.
    Pending = 0,
    /// Seen again in a fresh process; belongs to a finding.
    Confirmed = 1,
    /// Not seen again, or settled otherwise. Never shown as a bug.
    Unconfirmed = 2,
    /// Counted for a finding that has triggers enough, without another confirmation.
    Counted = 3,
    /// Kept for the record, never counted as a bug (`rejected`).
    Noted = 4,
    /// Seen again, but nobody beside us bears it out: never a finding, kept to be looked into.
    Doubt = 5,
}

/// A verdict that is no finding because nobody beside us bears it out, or others contradict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Doubt {
    /// The folder's name under `doubts/`.
    pub id: String,
    /// The formula's position.
    pub index: u64,
    /// What would have been said.
    pub kind: Kind,
    /// Of which solver.
    pub solver: String,
    /// In which words.
    pub sentence: String,
    /// Why it is a doubt.
    pub why: String,
    /// What everyone said, the blamed solver included.
    pub said: Vec<String>,
}

/// What an oracle concluded about one solver on one formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerdictRow {
    /// The row's number; 0 before it is stored.
    pub id: i64,
    /// The formula's position.
    pub index: u64,
    /// The number among the position's verdicts.
    pub n: u32,
    /// What is wrong.
    pub kind: Kind,
    /// The blamed solver's spec.
    pub solver: String,
    /// Its family.
    pub family: String,
    /// Which `check-sat`.
    pub check: usize,
    /// What it rests on.
    pub evidence: Evidence,
    /// One sentence.
    pub sentence: String,
    /// What tells it from others.
    pub signature: Signature,
    /// What may be the same bug: verdicts of one group are confirmed and counted together.
    pub group: String,
    /// How the formula's expected answers are known; the header does not say it.
    pub label: LabelSource,
    /// The formula's text with header, if kept.
    pub formula: Option<String>,
    /// What became of it.
    pub state: VerdictState,
    /// The finding that it belongs to.
    pub finding: Option<String>,
    /// Raw outputs of the runs behind it.
    pub outputs: Vec<Output>,
    /// What a persistent process was given before the formula, oldest first, where a fresh process
    /// did not show the same.
    pub history: Vec<String>,
}

/// What a solver printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The solver's spec.
    pub solver: String,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
}

/// How a case was made small.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// Bytes before.
    pub before: u64,
    /// Bytes after.
    pub after: u64,
    /// Seconds.
    pub seconds: f64,
    /// Candidates that were tried.
    pub tried: u64,
}

/// One solver on the case, as the reports show it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FindingRun {
    /// The solver's spec.
    pub spec: String,
    /// The release.
    pub version: String,
    /// Answers and outcome in one word or two.
    pub result: String,
    /// Wall seconds.
    pub wall: f64,
}

/// One release and whether it shows the bug.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The solver's spec.
    pub spec: String,
    /// What it said.
    pub result: String,
    /// Whether it shows the bug; `None` where it cannot be told.
    pub bad: Option<bool>,
}

/// A deduplicated, confirmed verdict worth a person's time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Finding {
    /// The folder's name under `findings/`.
    pub id: String,
    /// What is wrong.
    pub kind: Kind,
    /// The blamed solver's spec.
    pub solver: String,
    /// Its family.
    pub family: String,
    /// Its release.
    pub version: String,
    /// One line.
    pub title: String,
    /// What is wrong and how we know, in one sentence.
    pub sentence: String,
    /// What it rests on.
    #[serde(deserialize_with = "older::evidence")]
    pub evidence: Evidence,
    /// What told it from others before reduction.
    #[serde(deserialize_with = "older::signature")]
    pub signature: Signature,
    /// What tells it from all other findings.
    pub identity: String,
    /// Whether the solver's own words name the bug, so that the identity needs no reduction.
    pub named: bool,
    /// How much it matters.
    pub priority: Priority,
    /// The formula's logic.
    pub logic: String,
    /// The strategy that made it.
    pub strategy: String,
    /// The position of the first trigger.
    pub index: u64,
    /// Seconds of the hunt when it was found.
    pub found: f64,
    /// How many formulas showed it.
    pub triggers: u64,
    /// What became of it.
    pub status: Status,
    /// Where it was reported.
    pub url: Option<String>,
    /// How its first formula's expected answers were known.
    #[serde(deserialize_with = "older::label")]
    pub label: LabelSource,
    /// The right answers, where they are known.
    pub expected: Vec<String>,
    /// Options that it needs.
    pub options: Vec<String>,
    /// Whether what is wrong hangs on the formula that it was made from.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub about_parent: bool,
    /// The seeds that it was made from.
    pub parents: Vec<String>,
    /// What was done to them.
    pub trace: Vec<String>,
    /// What a persistent process is given before the case, oldest first, for `state`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// The script by which any solver shows a broken obligation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub obligation: Option<String>,
    /// Which `check-sat` of the case it is about, counted from 0.
    pub check: u64,
    /// The model that shows it: the false one of the blamed solver, or one that satisfies what was refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Terms of the case with their values under that model, the false assertion last.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<(String, String)>,
    /// When it was reported, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reported: Option<u64>,
    /// How it was made small; `None` until that is done.
    pub reduction: Option<Reduction>,
    /// The solvers' answers on the case.
    pub runs: Vec<FindingRun>,
    /// The releases that show it.
    pub releases: Vec<Release>,
    /// Notes: a known issue, an experimental option, a gate.
    pub notes: Vec<String>,
    /// Who bears it out beside our evaluator and our labels.
    pub witnesses: Vec<String>,
    /// Operators of the case (before it is reduced, of the formula) that say something about the
    /// bug.
    pub operators: Vec<String>,
    /// The solver's own functions on the stack when it died, innermost first, where a debugger
    /// could tell. For grouping, never for identity.
    pub frames: Vec<String>,
    /// The finding that is shown in this one's place because they probably have one cause. Worked
    /// out from all findings when they are read; what is stored does not count.
    pub cause: Option<String>,
}
