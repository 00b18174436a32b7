//! The collector: puts results back into the order of their positions and commits them.

use crate::dispatch::Dispatch;
use crate::event::Snapshot;
use crate::groups::{Groups, Sort};
use crate::guide::Guide;
use crate::order::Order;
use crate::schedule::Pay;
use crate::seen::Seen;
use crate::work::Suspicion;
use crate::worker::TestResult;
use gadfly_store::{
    Batch, Choice, Class, Ends, RunRow, Store, StoreError, TestRow, TestState, VerdictRow,
    VerdictState,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Tests a transaction, at most.
const BATCH: usize = 512;
/// How long a finished test may wait for its transaction.
const PATIENCE: Duration = Duration::from_millis(250);

/// Collects results and commits them in order.
pub(crate) struct Collector<'a> {
    pub(crate) store: Store,
    pub(crate) groups: Groups,
    pub(crate) snapshot: Snapshot,
    dispatch: &'a Dispatch,
    seen: &'a Seen,
    order: Order,
    expected: Option<u64>,
    waiting: BTreeMap<u64, TestResult>,
    in_holes: Vec<Range<u64>>,
    batch: Batch,
    since: Instant,
    behaviours: FxHashSet<u64>,
    /// The choices behind verdicts that wait, by position.
    suspected: FxHashMap<u64, Arc<Choice>>,
    started: Instant,
    before: f64,
    adaptive: bool,
    /// Keeps which edges were reached, and formulas that reached new ones.
    guide: Option<Guide>,
}

impl<'a> Collector<'a> {
    /// Goes on where the store ends.
    pub(crate) fn new(
        store: Store,
        order: Order,
        from: u64,
        holes: Vec<Range<u64>>,
        dispatch: &'a Dispatch,
        seen: &'a Seen,
    ) -> Result<Self, StoreError> {
        let before = crate::meta::seconds(&store)?;
        let snapshot = crate::meta::snapshot(&store)?;
        Ok(Collector {
            groups: Groups::load(&store)?,
            snapshot,
            dispatch,
            seen,
            order,
            expected: order.at_least(from),
            waiting: BTreeMap::new(),
            in_holes: holes,
            batch: Batch::default(),
            since: Instant::now(),
            behaviours: FxHashSet::default(),
            suspected: FxHashMap::default(),
            started: Instant::now(),
            before,
            adaptive: dispatch.is_adaptive(),
            guide: None,
            store,
        })
    }

    /// The same, of a hunt that is steered by coverage.
    pub(crate) fn guided(mut self, guide: Option<Guide>) -> Self {
        self.guide = guide;
        self.count_edges();
        self
    }

    /// Notes how much is reached.
    fn count_edges(&mut self) {
        self.snapshot.reached = self.guide.as_ref().map(Guide::standing);
    }

    /// Makes a formula that reached new edges a seed.
    fn promote(&self, result: &mut TestResult) -> Result<(), StoreError> {
        let (Some(guide), Some(text)) = (&self.guide, result.promoted.take()) else {
            return Ok(());
        };
        if result.state == TestState::Run {
            guide.keep(result.index, &text)?;
            let group = result.choice.group.as_ref().unwrap_or(&result.logic);
            self.dispatch.promote(result.index, group);
        }
        Ok(())
    }

    /// Seconds of the hunt, all resumptions together.
    pub(crate) fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    /// Takes a result; commits what is in order when there is enough of it.
    pub(crate) fn take(&mut self, result: TestResult) -> Result<(), StoreError> {
        if self
            .in_holes
            .iter()
            .any(|hole| hole.contains(&result.index))
        {
            self.accept(result)?;
        } else {
            self.waiting.insert(result.index, result);
            while let Some(result) = self.expected.and_then(|next| self.waiting.remove(&next)) {
                self.expected = self.order.after(result.index);
                self.accept(result)?;
            }
        }
        if self.batch.tests.len() >= BATCH {
            self.flush()?;
        }
        Ok(())
    }

    /// Commits if something has waited long enough.
    pub(crate) fn tick(&mut self) -> Result<(), StoreError> {
        if self.since.elapsed() >= PATIENCE {
            self.flush()?;
        }
        Ok(())
    }

    /// Commits what is in order.
    pub(crate) fn flush(&mut self) -> Result<(), StoreError> {
        self.since = Instant::now();
        if self.batch.is_empty() {
            return Ok(());
        }
        self.batch.second = self.seconds() as u64;
        self.store.commit(&self.batch)?;
        self.batch = Batch::default();
        self.update_clocks();
        crate::meta::save(&self.store, &self.snapshot)?;
        if let Some(guide) = &self.guide {
            guide.save()?;
        }
        self.count_edges();
        self.dispatch.committed(self.expected.unwrap_or(u64::MAX));
        Ok(())
    }

    /// After the workers have ended: commits what is beyond a gap too, and notes the gaps. With the
    /// uniform schedule it is left to the resumption instead: whether a formula was made before must be
    /// decided in the order of positions, or the hunt would hang on where it was stopped.
    pub(crate) fn close(&mut self) -> Result<(), StoreError> {
        let mut holes = Vec::new();
        if !self.adaptive {
            self.waiting.clear();
        }
        for (index, result) in std::mem::take(&mut self.waiting) {
            while let Some(next) = self.expected.filter(|next| *next < index) {
                crate::meta::push_hole(&mut holes, next);
                self.expected = self.order.after(next);
            }
            self.expected = self.order.after(index);
            self.accept(result)?;
        }
        self.flush()?;
        holes.extend(crate::meta::holes(&self.store)?);
        crate::meta::save_holes(&self.store, &holes)?;
        self.update_clocks();
        crate::meta::save(&self.store, &self.snapshot)
    }

    /// A result in its turn: now it is known whether a smaller position made the same formula.
    fn accept(&mut self, mut result: TestResult) -> Result<(), StoreError> {
        let owner = self.seen.owner(result.hash);
        if result.state == TestState::Run && owner.is_some_and(|owner| owner != result.index) {
            result.state = TestState::Duplicate;
            result.tested.suspicions.clear();
            result.tested.runs.clear();
            result.tested.models.clear();
            result.tested.proofs.clear();
        }
        self.promote(&mut result)?;
        let pay = self.pay(&result);
        self.dispatch.learn(&result.choice, pay);
        self.count(&result);
        self.count_models(&result);
        self.batch.choices.extend(result.record.take());
        let row = self.row(&result)?;
        self.batch.tests.push(row);
        self.suspect(result);
        Ok(())
    }

    fn pay(&mut self, result: &TestResult) -> Pay {
        let tested = &result.tested;
        let fresh = |hash: &&u64| self.behaviours.insert(**hash);
        let real = || tested.suspicions.iter().filter(|s| !s.note_only);
        let new = |s: &&Suspicion| !self.groups.is_known(&s.verdict.group);
        let worth = |s: &Suspicion| self.groups.worth(&s.verdict.group);
        let seconds = || tested.runs.iter().map(|run| run.cpu.as_secs_f64());
        Pay {
            behaviours: tested.behaviours.iter().filter(fresh).count() as u32,
            verdicts: real().filter(new).count() as u32,
            suspicions: real().map(worth).sum(),
            seconds: seconds().sum(),
            slowest: seconds().fold(0.0, f64::max),
            edges: tested.edges,
            findings: 0,
            timeouts: tested
                .runs
                .iter()
                .filter(|run| run.class == Class::Timeout)
                .count() as u32,
        }
    }

    fn count(&mut self, result: &TestResult) {
        let snapshot = &mut self.snapshot;
        snapshot.positions += 1;
        match result.state {
            TestState::Run => {
                snapshot.tests += 1;
                snapshot.session_tests += 1;
                *snapshot
                    .strategies
                    .entry(result.strategy.clone())
                    .or_default() += 1;
            }
            TestState::Duplicate => snapshot.duplicates += 1,
            TestState::Empty | TestState::Skipped => {}
        }
        for run in &result.tested.runs {
            *snapshot.answers.entry(run.class.name()).or_default() += 1;
            if !snapshot.ends.contains_key(&*run.solver) {
                snapshot
                    .ends
                    .insert(run.solver.to_string(), Ends::default());
            }
            if let Some(ends) = snapshot.ends.get_mut(&*run.solver) {
                ends.add(run.class, 1);
            }
            snapshot.solver_cpu += run.cpu.as_secs_f64();
        }
    }

    fn row(&mut self, result: &TestResult) -> Result<TestRow, StoreError> {
        let mut runs = Vec::with_capacity(result.tested.runs.len());
        for run in &result.tested.runs {
            runs.push(RunRow {
                solver: self.store.intern("solver", &run.solver)?,
                class: run.class,
                fresh: run.fresh,
                wall_us: run.wall.as_micros() as u64,
                cpu_us: run.cpu.as_micros() as u64,
            });
        }
        Ok(TestRow {
            index: result.index,
            state: result.state,
            strategy: self.store.intern("strategy", &result.strategy)?,
            logic: self.store.intern("logic", &result.logic)?,
            seed: self.store.intern("seed", &result.seed)?,
            hash: result.hash,
            size: result.size,
            runs,
        })
    }

    fn count_models(&mut self, result: &TestResult) {
        for model in &result.tested.models {
            let counts = self
                .snapshot
                .models
                .entry(model.said.to_string())
                .or_default();
            counts[0] += 1;
            counts[1] += u64::from(model.asked);
            counts[2] += u64::from(model.refuted);
        }
        for status in &result.tested.proofs {
            *self.snapshot.proofs.entry(status.to_string()).or_default() += 1;
        }
    }

    /// Keeps a result's verdicts: to be confirmed, or counted for a finding that is known well.
    fn suspect(&mut self, result: TestResult) {
        let outputs = result.tested.outputs;
        for (n, suspicion) in result.tested.suspicions.into_iter().enumerate() {
            let mut verdict: VerdictRow = suspicion.verdict;
            *self.snapshot.verdicts.entry(verdict.kind).or_default() += 1;
            verdict.index = result.index;
            verdict.n = n as u32;
            match self.groups.sort(&verdict.group, suspicion.note_only) {
                Sort::Note { keep } => {
                    verdict.state = VerdictState::Noted;
                    verdict.formula = result.text.clone().filter(|_| keep);
                }
                Sort::Count(finding) => {
                    verdict.state = VerdictState::Counted;
                    verdict.finding = Some(finding);
                }
                Sort::Dismiss => verdict.state = VerdictState::Unconfirmed,
                Sort::Doubt => {
                    verdict.state = VerdictState::Doubt;
                    self.snapshot.doubts += 1;
                }
                // Not with the uniform schedule: how many wait is a matter of timing.
                Sort::Confirm if self.adaptive && !self.groups.has_room(&verdict.group) => {
                    verdict.state = VerdictState::Counted;
                    verdict.finding = self.groups.finding(&verdict.group);
                }
                Sort::Confirm => {
                    self.groups.waits(&verdict.group);
                    // Where nothing is learnt from it, nothing is remembered: no bound holds there.
                    if self.adaptive {
                        self.suspected.insert(result.index, result.choice.clone());
                    }
                    verdict.state = VerdictState::Pending;
                    verdict.formula.clone_from(&result.text);
                    verdict.outputs.clone_from(&outputs);
                    self.snapshot.waiting += 1;
                }
            }
            self.batch.verdicts.push(verdict);
        }
    }

    /// A verdict does not wait any more: what led to a new finding is paid for it. Gives the choice behind
    /// it, where this process made it.
    pub(crate) fn settled(
        &mut self,
        verdict: &VerdictRow,
        new_finding: bool,
    ) -> Option<Arc<Choice>> {
        self.groups.leaves(&verdict.group);
        self.snapshot.waiting = self.snapshot.waiting.saturating_sub(1);
        let choice = self.suspected.remove(&verdict.index)?;
        if new_finding {
            self.paid(&choice);
        }
        Some(choice)
    }

    /// A choice led to a new finding, here or in another part of the hunt.
    pub(crate) fn paid(&self, choice: &Choice) {
        let pay = Pay {
            findings: 1,
            ..Pay::default()
        };
        self.dispatch.learn(choice, pay);
    }

    /// A small case shows a bug in these operators.
    pub(crate) fn known(&self, operators: &[String]) {
        self.dispatch.known(operators);
    }

    /// Brings the clocks of the snapshot up to date.
    pub(crate) fn update_clocks(&mut self) {
        self.snapshot.seconds = self.seconds();
        self.snapshot.session_seconds = self.started.elapsed().as_secs_f64();
        self.snapshot.own_cpu = self.snapshot.own_cpu_before + crate::meta::own_cpu();
    }
}
