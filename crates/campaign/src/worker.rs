//! A worker: takes blocks, makes formulas, has them tested, hands on what came of it.

use crate::dispatch::{Block, Dispatch};
use crate::guide::Corpus;
use crate::seen::Seen;
use crate::slow_seeds::SlowSeeds;
use crate::work::{Tested, Tester, Worker};
use gadfly_formula::Formula;
use gadfly_store::{Choice, ChoiceRow, Class, TestState};
use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, Instant};

/// A walk whose first tests all timed out is given up (by the adaptive schedule only).
const SLOW_TESTS: usize = 2;
/// How long results wait for more of them.
const POST_EVERY: Duration = Duration::from_millis(50);
/// How often a solver that cannot be started is tried again.
const RETRIES: usize = 3;

/// What came of one position.
#[derive(Debug)]
pub(crate) struct TestResult {
    pub(crate) index: u64,
    pub(crate) state: TestState,
    pub(crate) strategy: String,
    pub(crate) logic: String,
    pub(crate) seed: String,
    pub(crate) hash: u64,
    pub(crate) size: u64,
    pub(crate) tested: Tested,
    /// The formula with its header, where there are suspicions.
    pub(crate) text: Option<String>,
    /// The formula, where it is to become a seed.
    pub(crate) promoted: Option<String>,
    pub(crate) choice: std::sync::Arc<Choice>,
    /// The choice to record, with the first test of its block.
    pub(crate) record: Option<ChoiceRow>,
}

/// What workers tell the collector.
#[derive(Debug)]
pub(crate) enum Message {
    /// Positions are done.
    Tests(Vec<TestResult>),
    /// A solver cannot be run any more.
    Broken(String, String),
    /// A worker ended.
    Over,
    /// A worker or the examiner panicked, which is our bug.
    Panicked,
    /// The examiner ended a job.
    Examined(crate::examine::Done),
}

/// What all workers share.
pub(crate) struct Shared<'a> {
    pub(crate) seed: u64,
    pub(crate) dispatch: &'a Dispatch,
    pub(crate) seen: &'a Seen,
    /// Seeds that only time out, where such are skipped (by the adaptive schedule only).
    pub(crate) slow_seeds: Option<SlowSeeds>,
}

/// Works until there are no more blocks.
pub(crate) fn work(shared: &Shared<'_>, worker: &mut Worker, out: &SyncSender<Message>) {
    while let Some(block) = shared.dispatch.take() {
        if !work_block(shared, &block, worker, out) {
            return;
        }
    }
}

/// False where the worker has to end.
fn work_block(
    shared: &Shared<'_>,
    block: &Block,
    worker: &mut Worker,
    out: &SyncSender<Message>,
) -> bool {
    let choice = std::sync::Arc::new(block.choice.clone());
    let mut record = block.record.then(|| ChoiceRow {
        first: block.positions.start,
        count: block.positions.end - block.positions.start,
        choice: block.choice.clone(),
    });
    let mut walk = Walk::default();
    let mut outbox = Outbox::new(out);
    for index in block.positions.clone() {
        if shared.dispatch.is_stopped() {
            outbox.empty();
            return false;
        }
        let mut result = TestResult::empty(index, &choice);
        result.record = record.take();
        if let Some(formula) = worker.maker.make(shared.seed, index, &choice) {
            result.describe(&formula);
            if walk.gives_up(shared, &result.seed) {
                result.state = TestState::Skipped;
            } else {
                match test(shared, &mut result, &formula, worker.tester.as_mut()) {
                    Ok(()) => walk.learn(shared, &result),
                    Err(Halt::Cancelled) => {
                        outbox.empty();
                        return false;
                    }
                    Err(Halt::Broken(solver, reason)) => {
                        outbox.empty();
                        let _ = send(out, Message::Broken(solver, reason));
                        return false;
                    }
                }
            }
        }
        // What was made or judged by half is made and judged again later.
        if gadfly_eval::was_cut_short() {
            outbox.empty();
            return false;
        }
        if !outbox.put(result) {
            return false;
        }
    }
    outbox.empty()
}

/// Results on their way to the collector: several at a time, since waking it costs as much as a short
/// test. What is suspicious goes at once.
struct Outbox<'a> {
    out: &'a SyncSender<Message>,
    results: Vec<TestResult>,
    since: Instant,
}

impl<'a> Outbox<'a> {
    fn new(out: &'a SyncSender<Message>) -> Outbox<'a> {
        Outbox {
            out,
            results: Vec::new(),
            since: Instant::now(),
        }
    }

    /// False where nobody takes results any more.
    fn put(&mut self, result: TestResult) -> bool {
        let urgent = !result.tested.suspicions.is_empty() || result.promoted.is_some();
        self.results.push(result);
        if urgent || self.since.elapsed() >= POST_EVERY {
            return self.empty();
        }
        true
    }

    fn empty(&mut self) -> bool {
        self.since = Instant::now();
        if self.results.is_empty() {
            return true;
        }
        send(self.out, Message::Tests(std::mem::take(&mut self.results)))
    }
}

/// How the mutants of one seed fared in a block.
#[derive(Debug, Default)]
struct Walk {
    seed: String,
    skipped: bool,
    slow: usize,
    fast: usize,
}

impl Walk {
    /// Whether the next mutant of a seed is not worth its time.
    fn gives_up(&mut self, shared: &Shared<'_>, seed: &str) -> bool {
        let Some(slow_seeds) = &shared.slow_seeds else {
            return false;
        };
        if seed.is_empty() {
            return false;
        }
        if self.seed != seed {
            *self = Walk {
                seed: seed.to_string(),
                skipped: slow_seeds.skips(seed),
                ..Walk::default()
            };
        }
        self.skipped || self.fast == 0 && self.slow >= SLOW_TESTS
    }

    fn learn(&mut self, shared: &Shared<'_>, result: &TestResult) {
        let (Some(slow_seeds), TestState::Run) = (&shared.slow_seeds, result.state) else {
            return;
        };
        let timed_out = result.timed_out();
        let count = if timed_out {
            &mut self.slow
        } else {
            &mut self.fast
        };
        *count += 1;
        if !self.seed.is_empty() {
            slow_seeds.learn(&self.seed, timed_out);
        }
    }
}

/// Why a worker has to end.
enum Halt {
    /// A solver cannot be run: which, and why.
    Broken(String, String),
    /// The hunt was stopped.
    Cancelled,
}

/// A full channel is back-pressure: the worker waits.
fn send(out: &SyncSender<Message>, message: Message) -> bool {
    match out.try_send(message) {
        Ok(()) => true,
        Err(TrySendError::Full(message)) => out.send(message).is_ok(),
        Err(TrySendError::Disconnected(_)) => false,
    }
}

fn test(
    shared: &Shared<'_>,
    result: &mut TestResult,
    formula: &Formula,
    tester: &mut dyn Tester,
) -> Result<(), Halt> {
    if !shared.seen.claim(result.hash, result.index) {
        result.state = TestState::Duplicate;
        return Ok(());
    }
    result.state = TestState::Run;
    for attempt in 0.. {
        result.tested = tester.test(formula, &result.choice);
        if result.tested.cancelled {
            return Err(Halt::Cancelled);
        }
        match result.tested.broken.take() {
            None => break,
            Some((solver, reason)) if attempt == RETRIES => {
                return Err(Halt::Broken(solver, reason));
            }
            Some(_) => std::thread::sleep(Duration::from_millis(50 << attempt)),
        }
    }
    if !result.tested.suspicions.is_empty() {
        result.text = Some(kept_text(formula, &result.tested));
    }
    if result.is_worth_a_seed() && Corpus::takes(&formula.text) {
        result.promoted = Some(formula.text.clone());
    }
    Ok(())
}

/// A formula as it is kept with its verdicts. Where one hangs on a reason for `unknown`, the formula
/// must ask for it.
fn kept_text(formula: &Formula, tested: &Tested) -> String {
    let internal = |s: &crate::Suspicion| s.verdict.signature.is_internal();
    if !tested.suspicions.iter().any(internal) {
        return formula.with_header();
    }
    let mut asking = formula.clone();
    asking.text = crate::bench::with_reason(&formula.text).into_owned();
    asking.with_header()
}

impl TestResult {
    fn empty(index: u64, choice: &std::sync::Arc<Choice>) -> TestResult {
        TestResult {
            index,
            state: TestState::Empty,
            strategy: choice.strategy.clone(),
            logic: String::new(),
            seed: String::new(),
            hash: 0,
            size: 0,
            tested: Tested::default(),
            text: None,
            promoted: None,
            choice: choice.clone(),
            record: None,
        }
    }

    fn describe(&mut self, formula: &Formula) {
        self.hash = short_hash(formula);
        self.size = formula.text.len() as u64;
        self.logic = logic_of(&formula.text).to_string();
        let parent = formula.provenance.parents.first();
        self.seed = parent.map_or(String::new(), |parent| parent.path.clone());
    }

    /// Whether it reached new edges and was answered: what is refused, or takes too long, would only
    /// be refused or take too long again.
    fn is_worth_a_seed(&self) -> bool {
        let answered = |class| matches!(class, Class::Sat | Class::Unsat | Class::Unknown);
        self.tested.edges > 0 && self.tested.runs.iter().all(|run| answered(run.class))
    }

    fn timed_out(&self) -> bool {
        let runs = &self.tested.runs;
        !runs.is_empty() && runs.iter().all(|run| run.class == Class::Timeout)
    }
}

/// The beginning of a formula's hash, by which duplicates are known.
pub(crate) fn short_hash(formula: &Formula) -> u64 {
    let hash = formula.hash().0;
    let bytes = hash[..8].iter();
    bytes.fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// The logic that a script names.
pub(crate) fn logic_of(text: &str) -> &str {
    gadfly_syntax::loose::logic(text).unwrap_or("ALL")
}
