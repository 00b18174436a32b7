//! The hunt itself: workers, the examiner and the collector at work together.

use crate::collect::Collector;
use crate::desk::Desk;
use crate::dispatch::Dispatch;
use crate::error::HuntError;
use crate::event::{Event, Snapshot};
use crate::examine::examine;
use crate::exchange::Exchange;
use crate::guide::Guide;
use crate::order::Order;
use crate::plan::{Plan, ScheduleKind};
use crate::publish::Publisher;
use crate::pulse::Pulse;
use crate::schedule::{Menu, Schedule};
use crate::seen::Seen;
use crate::slow_seeds::SlowSeeds;
use crate::work::{Examiner, Worker};
use crate::worker::{Message, Shared, logic_of, work};
use gadfly_store::Store;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::time::{Duration, Instant};

/// How many results may wait for the collector before workers have to.
const QUEUE: usize = 1024;
const PROGRESS_EVERY: Duration = Duration::from_millis(250);
/// The least time that waiting verdicts get after the hunt's own time is up.
const LEAST_GRACE: f64 = 10.0;

/// Everything that a hunt drives.
pub struct Parts {
    /// The open store.
    pub store: Store,
    /// The hunt's folder.
    pub folder: PathBuf,
    /// What was asked.
    pub plan: Plan,
    /// What the schedule chooses from.
    pub menu: Menu,
    /// The workers.
    pub workers: Vec<Worker>,
    /// What steers it by coverage, where solvers under test tell which edges they reach.
    pub guide: Option<Guide>,
    /// Confirms and reduces.
    pub examiner: Box<dyn Examiner>,
    /// Set when the hunt is over, so that nothing in the background outlives it.
    pub cancel: gadfly_exec::Cancel,
    /// Whether other machines read what there is while the hunt goes on.
    pub publish: bool,
    /// What other parts of an adaptive hunt know.
    pub exchange: Option<Exchange>,
}

/// Why a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// All positions are done.
    Tests,
    /// Time is up.
    Time,
    /// There are findings enough.
    Findings,
    /// It was stopped.
    Interrupted,
}

impl Why {
    /// As people read it.
    pub fn name(self) -> &'static str {
        match self {
            Why::Tests => "done",
            Why::Time => "time is up",
            Why::Findings => "findings enough",
            Why::Interrupted => "interrupted",
        }
    }
}

/// How a hunt ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Why.
    pub why: Why,
    /// Where it stands.
    pub snapshot: Snapshot,
}

/// Hunts until the budget is used up or `stop` turns true.
pub fn hunt(
    parts: Parts,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Event),
) -> Result<Ended, HuntError> {
    let Parts {
        store,
        folder,
        plan,
        menu,
        workers,
        guide,
        mut examiner,
        cancel,
        publish,
        exchange,
    } = parts;
    let order = Order::new(plan.shard, plan.budget.tests);
    let from = store.next_index()?;
    let holes = crate::meta::holes(&store)?;
    let (seen, late) = match plan.schedule {
        ScheduleKind::Uniform => (Seen::all(), u64::MAX),
        ScheduleKind::Adaptive => (Seen::late(), Seen::LATE as u64),
    };
    // What is committed stays, even against a smaller position that fills a gap.
    store.each_hash(late, |hash| {
        seen.claim(hash, 0);
    })?;
    let schedule = match plan.schedule {
        ScheduleKind::Uniform => Schedule::uniform(menu),
        ScheduleKind::Adaptive => Schedule::adaptive(menu),
    };
    let oldest = holes.iter().map(|hole| hole.start).min().unwrap_or(from);
    let recorded = store.choices(oldest)?;
    let dispatch = Dispatch::new(plan.seed, order, schedule, from, holes.clone(), recorded);
    for (index, text) in guide.iter().flat_map(|guide| guide.corpus().all()) {
        dispatch.promote(index, logic_of(&text));
    }
    let mut collector = Collector::new(store, order, from, holes, &dispatch, &seen)?.guided(guide);
    tell(Event::Started {
        position: from,
        folder: folder.display().to_string(),
    });
    let shared = Shared {
        seed: plan.seed,
        dispatch: &dispatch,
        seen: &seen,
        slow_seeds: (plan.schedule == ScheduleKind::Adaptive).then(SlowSeeds::default),
    };
    let (results, inbox) = sync_channel(QUEUE);
    let (jobs, job_box) = channel();
    let mut pulse = Pulse::new(&folder, &plan);
    let publisher = publish.then(|| Publisher::new(&folder));
    let desk = Desk::new(
        jobs,
        folder,
        plan.reduce,
        plan.schedule == ScheduleKind::Adaptive,
        exchange.filter(|_| plan.schedule == ScheduleKind::Adaptive),
    );
    let count = workers.len();
    // Set when no more tests are wanted: nobody waits for an evaluation then, which may be long.
    let over = gadfly_exec::Cancel::new();
    let heeding = |flags: Vec<gadfly_exec::Cancel>| -> gadfly_eval::Flag {
        Arc::new(move || flags.iter().any(gadfly_exec::Cancel::is_set))
    };
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (out, shared) = (results.clone(), &shared);
            let flag = heeding(vec![cancel.clone(), over.clone()]);
            scope.spawn(move || {
                let works = || gadfly_eval::cancellable(flag, || work(shared, &mut worker, &out));
                let ended = unless_panic(works);
                let _ = out.send(ended.map_or(Message::Panicked, |()| Message::Over));
            });
        }
        let out = results;
        let flag = heeding(vec![cancel.clone()]);
        scope.spawn(move || {
            let work = || examine(examiner.as_mut(), &job_box, &out);
            if unless_panic(|| gadfly_eval::cancellable(flag, work)).is_none() {
                let _ = out.send(Message::Panicked);
            }
        });
        // Whatever happens here, a panic too, the threads must end: they are joined after it, and
        // nobody may wait for a full queue or an empty one then.
        let (inbox, mut desk) = (inbox, desk);
        let _halt = Halt {
            dispatch: &dispatch,
            cancel: &cancel,
        };
        let mut watch = Watch {
            plan: &plan,
            stop,
            cancel: &cancel,
            over: &over,
            dispatch: &dispatch,
            workers: count,
            why: None,
            last: None,
            pulse: &mut pulse,
            publisher,
        };
        let ended = watch.run(&inbox, &mut collector, &mut desk, tell);
        let why = ended.as_ref().map(|ended| ended.why.name().to_string());
        let why = why.unwrap_or_else(HuntError::to_string);
        watch.pulse.stop(&collector.snapshot, why);
        dispatch.stop();
        desk.close();
        cancel.set();
        // Nobody may wait for a full queue while the threads are joined.
        while inbox.recv().is_ok() {}
        ended
    })
}

/// What a thread's work gives; `None` where it panicked, which is said on standard error.
fn unless_panic<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Ends the threads of a hunt when it goes out of scope.
struct Halt<'a> {
    dispatch: &'a Dispatch,
    cancel: &'a gadfly_exec::Cancel,
}

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.dispatch.stop();
        self.cancel.set();
    }
}

/// The collector's loop.
struct Watch<'a> {
    plan: &'a Plan,
    stop: &'a AtomicBool,
    cancel: &'a gadfly_exec::Cancel,
    over: &'a gadfly_exec::Cancel,
    dispatch: &'a Dispatch,
    workers: usize,
    why: Option<Why>,
    last: Option<Instant>,
    pulse: &'a mut Pulse,
    publisher: Option<Publisher>,
}

impl Watch<'_> {
    fn run(
        &mut self,
        inbox: &Receiver<Message>,
        collector: &mut Collector<'_>,
        desk: &mut Desk,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Ended, HuntError> {
        while self.workers > 0 {
            self.receive(inbox, collector, desk, tell)?;
            self.check_budget(collector);
            self.progress(collector, tell);
        }
        collector.close()?;
        let grace = self.grace(collector);
        let over = Instant::now();
        // What waits is examined before the end, as far as time allows.
        while grace.is_none_or(|grace| over.elapsed() < grace) && desk.feed(collector)? {
            if self.stop.load(Ordering::SeqCst) {
                self.why = Some(Why::Interrupted);
                break;
            }
            self.receive(inbox, collector, desk, tell)?;
            self.progress(collector, tell);
        }
        collector.close()?;
        collector.store.checkpoint()?;
        if let Some(publisher) = &mut self.publisher {
            publisher.publish(&collector.store);
        }
        collector.snapshot.judge(&self.plan.solvers);
        Ok(Ended {
            why: self.why.unwrap_or(Why::Tests),
            snapshot: collector.snapshot.clone(),
        })
    }

    fn receive(
        &mut self,
        inbox: &Receiver<Message>,
        collector: &mut Collector<'_>,
        desk: &mut Desk,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), HuntError> {
        let first = match inbox.recv_timeout(Duration::from_millis(50)) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Err(HuntError::Worker),
        };
        // All that is there at once: one look at the clock for many tests.
        for message in first.into_iter().chain(inbox.try_iter().take(QUEUE)) {
            match message {
                Message::Tests(results) => {
                    for result in results {
                        collector.take(result)?;
                    }
                }
                Message::Over => self.workers -= 1,
                Message::Panicked => {
                    collector.flush()?;
                    return Err(HuntError::Worker);
                }
                Message::Examined(done) => {
                    // A verdict that is counted for a finding must be there before it is merged.
                    collector.flush()?;
                    desk.keep(done, collector, tell)?;
                }
                Message::Broken(solver, reason) => {
                    collector.flush()?;
                    return Err(HuntError::Solver { solver, reason });
                }
            }
        }
        collector.tick()?;
        desk.listen(collector);
        desk.feed(collector)?;
        Ok(())
    }

    fn check_budget(&mut self, collector: &Collector<'_>) {
        if self.why.is_some() {
            return;
        }
        let budget = &self.plan.budget;
        let findings: u64 = collector.snapshot.findings.values().sum();
        self.why = if self.stop.load(Ordering::SeqCst) {
            // Nobody waits for a solver's call, which may be long.
            self.cancel.set();
            Some(Why::Interrupted)
        } else if budget
            .seconds
            .is_some_and(|most| collector.seconds() >= most)
        {
            Some(Why::Time)
        } else if budget.findings.is_some_and(|most| findings >= most) {
            Some(Why::Findings)
        } else {
            None
        };
        if self.why.is_some() {
            self.over.set();
            self.dispatch.stop();
        }
    }

    /// How long waiting verdicts are examined after the end: without bound where positions are
    /// the budget, so that the result is the same every time, and where a hunt whose budget was used
    /// up goes on, since that is all that there is to go on with.
    fn grace(&self, collector: &Collector<'_>) -> Option<Duration> {
        match self.why {
            None | Some(Why::Tests) => None,
            Some(Why::Time | Why::Findings) if collector.snapshot.session_tests == 0 => None,
            _ => Some(Duration::from_secs_f64(
                (collector.seconds() * 0.1).max(LEAST_GRACE),
            )),
        }
    }

    fn progress(&mut self, collector: &mut Collector<'_>, tell: &mut dyn FnMut(Event)) {
        if self
            .last
            .is_some_and(|last| last.elapsed() < PROGRESS_EVERY)
        {
            return;
        }
        self.last = Some(Instant::now());
        if let Some(publisher) = &mut self.publisher {
            publisher.beat(&collector.store);
        }
        collector.update_clocks();
        let budget = &self.plan.budget;
        let snapshot = &mut collector.snapshot;
        snapshot.judge(&self.plan.solvers);
        snapshot.seconds_left = budget
            .seconds
            .map(|most| (most - snapshot.seconds).max(0.0));
        let by_time = budget.seconds.map(|most| snapshot.seconds / most);
        let of = self.plan.shard.of as f64;
        let by_tests = budget
            .tests
            .map(|most| snapshot.positions as f64 * of / most as f64);
        let done = by_time
            .into_iter()
            .chain(by_tests)
            .fold(None, |most: Option<f64>, share| {
                Some(most.map_or(share, |known| known.max(share)))
            });
        snapshot.left = done.map(|done| (1.0 - done).clamp(0.0, 1.0));
        self.pulse.beat(snapshot);
        tell(Event::Progress(Box::new(snapshot.clone())));
    }
}
