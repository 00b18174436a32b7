//! What the engine asks of the parts it drives: making, testing, examining.

use gadfly_formula::Formula;
use gadfly_report::RunFile;
use gadfly_store::{Choice, Class, Doubt, Finding, Output, VerdictRow};
use std::time::Duration;

/// Makes formulas: strategies with all that they need. One a worker, so that it may keep buffers.
pub trait Maker: Send {
    /// The formula of a position, a function of seed, position and choice alone.
    fn make(&mut self, seed: u64, position: u64, choice: &Choice) -> Option<Formula>;
}

/// What a worker works with.
pub struct Worker {
    /// Makes formulas.
    pub maker: Box<dyn Maker>,
    /// Runs and judges them.
    pub tester: Box<dyn Tester>,
}

/// One solver on one formula, in short.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// The solver's spec.
    pub solver: std::sync::Arc<str>,
    /// How it ended.
    pub class: Class,
    /// Whether the process was fresh.
    pub fresh: bool,
    /// Wall time.
    pub wall: Duration,
    /// CPU time.
    pub cpu: Duration,
}

/// A verdict that has not been confirmed yet.
#[derive(Clone, Debug)]
pub struct Suspicion {
    /// The verdict; position, number and state are filled in by the collector.
    pub verdict: VerdictRow,
    /// Whether it is only kept for the record.
    pub note_only: bool,
}

/// What became of one model.
#[derive(Clone, Copy, Debug)]
pub struct JudgedModel {
    /// `true`, `false`, or why it is undetermined.
    pub said: &'static str,
    /// Whether other solvers were asked, because it is undetermined.
    pub asked: bool,
    /// Whether two families refuted it.
    pub refuted: bool,
}

/// What came of running one formula.
#[derive(Clone, Debug, Default)]
pub struct Tested {
    /// The runs.
    pub runs: Vec<TestRun>,
    /// What the oracles said.
    pub suspicions: Vec<Suspicion>,
    /// Raw outputs, where there are suspicions.
    pub outputs: Vec<Output>,
    /// Signatures of the solvers' behaviour, for the scheduler.
    pub behaviours: Vec<u64>,
    /// What our evaluator said of each model.
    pub models: Vec<JudgedModel>,
    /// What became of each proof that was asked for.
    pub proofs: Vec<&'static str>,
    /// Edges of the solvers that no formula of the hunt reached before.
    pub edges: u32,
    /// A fault that is not the solver's (it cannot be started): solver and reason.
    pub broken: Option<(String, String)>,
    /// The hunt was stopped in the middle of it: the position is as if never begun.
    pub cancelled: bool,
}

/// Runs solvers on formulas and judges: one a worker, with its own sessions.
pub trait Tester: Send {
    /// Runs and judges one formula.
    fn test(&mut self, formula: &Formula, choice: &Choice) -> Tested;
}

/// What an examination came to.
#[derive(Debug)]
pub enum Examined {
    /// Not seen again, or settled otherwise; why.
    Unconfirmed(String),
    /// It is real.
    Confirmed(Box<Real>),
    /// It shows, and nobody beside us bears it out, or others contradict: no finding.
    Doubt(Box<Doubtful>),
    /// We were stopped; ask again.
    Cancelled,
    /// A solver could not be run (which is never its bug): solver and reason.
    Broken(String, String),
}

/// A verdict that is no finding, with all that is needed to look into it.
#[derive(Debug)]
pub struct Doubtful {
    /// What is kept of it; the collector gives it its id and position.
    pub doubt: Doubt,
    /// The model that it is about.
    pub model: Option<String>,
    /// The script with the model put in.
    pub question: Option<String>,
}

/// A confirmed verdict, ready to be a finding.
#[derive(Debug)]
pub struct Real {
    /// The finding; the collector gives it its id, time and triggers.
    pub finding: Finding,
    /// The runs behind it.
    pub runs: Vec<RunFile>,
    /// The solver's command line without the file.
    pub command: Vec<String>,
    /// The formula in the blamed release's own spelling, where that differs.
    pub sent: Option<String>,
    /// The proof that it rests on or is about.
    pub proof: Option<String>,
    /// Whether the identity is final before any reduction (the solver's own words name the bug).
    pub named: bool,
}

/// Confirms verdicts and makes cases small, beside the hunt.
pub trait Examiner: Send {
    /// Runs everything again in fresh processes.
    fn confirm(&mut self, verdict: &VerdictRow) -> Examined;

    /// Makes a finding's formula small; gives the case, the finding with its final identity, and
    /// the runs on the case. `None` where nothing could be made smaller in time.
    fn reduce(&mut self, finding: &Finding, original: &str) -> Option<Reduced>;
}

/// A reduced finding.
#[derive(Debug)]
pub struct Reduced {
    /// The finding with what is known now.
    pub finding: Finding,
    /// The case.
    pub case: String,
    /// The runs on the case.
    pub runs: Vec<RunFile>,
    /// The solver's command line without the file.
    pub command: Vec<String>,
    /// The case in the blamed release's own spelling, where that differs.
    pub sent: Option<String>,
    /// The proof that it rests on or is about.
    pub proof: Option<String>,
}
