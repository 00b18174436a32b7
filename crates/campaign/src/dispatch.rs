//! Deals blocks of positions out to workers, and holds them back when they run too far ahead.

use crate::order::Order;
use crate::schedule::{Pay, Schedule};
use gadfly_store::{Choice, ChoiceRow};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard};

/// How far ahead of what is committed a worker may be, in positions. One slow block must not
/// stop the others, and what waits in memory must stay bounded.
const WINDOW: u64 = 32_768;

/// A block of positions with its choice.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) positions: Range<u64>,
    pub(crate) choice: Choice,
    /// Whether the choice must be kept with the tests.
    pub(crate) record: bool,
}

#[derive(Debug)]
struct State {
    schedule: Schedule,
    next: Option<u64>,
    holes: VecDeque<Range<u64>>,
    recorded: Vec<ChoiceRow>,
    committed: u64,
    stopped: bool,
}

/// Shared by the workers and the collector.
#[derive(Debug)]
pub(crate) struct Dispatch {
    seed: u64,
    order: Order,
    state: Mutex<State>,
    room: Condvar,
}

impl Dispatch {
    /// Starts at a position; `holes` (left by an earlier stop) come first, with the choices that
    /// were recorded for them.
    pub(crate) fn new(
        seed: u64,
        order: Order,
        schedule: Schedule,
        from: u64,
        holes: Vec<Range<u64>>,
        recorded: Vec<ChoiceRow>,
    ) -> Dispatch {
        Dispatch {
            seed,
            order,
            state: Mutex::new(State {
                schedule,
                next: order.at_least(from),
                holes: holes.into(),
                recorded,
                committed: from,
                stopped: false,
            }),
            room: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether choices hang on what came of earlier ones.
    pub(crate) fn is_adaptive(&self) -> bool {
        matches!(self.state().schedule, Schedule::Adaptive(_))
    }

    /// The next block; `None` when the hunt is over. Waits where the worker is too far ahead.
    pub(crate) fn take(&self) -> Option<Block> {
        let mut state = self.state();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(hole) = state.holes.pop_front() {
                return Some(self.block(&mut state, hole));
            }
            let first = state.next?;
            if first < state.committed.saturating_add(WINDOW) {
                let end = self.order.block_end(first);
                state.next = self.order.after(end - 1);
                return Some(self.block(&mut state, first..end));
            }
            state = self
                .room
                .wait(state)
                .unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    fn block(&self, state: &mut State, positions: Range<u64>) -> Block {
        let first = positions.start;
        let known = state
            .recorded
            .iter()
            .find(|row| (row.first..row.first + row.count).contains(&first))
            .map(|row| row.choice.clone());
        let record = known.is_none() && state.schedule.is_recorded();
        let number = first / crate::order::BLOCK;
        let choice = known.unwrap_or_else(|| state.schedule.choose(self.seed, number));
        Block {
            positions,
            choice,
            record,
        }
    }

    /// What was committed, so that workers may go on.
    pub(crate) fn committed(&self, upto: u64) {
        self.state().committed = upto;
        self.room.notify_all();
    }

    /// A bug in these operators is known.
    pub(crate) fn known(&self, operators: &[String]) {
        self.state().schedule.known(operators);
    }

    /// The formula of a test is a seed of a group from now on.
    pub(crate) fn promote(&self, index: u64, group: &str) {
        self.state().schedule.promote(index, group);
    }

    /// No more blocks.
    pub(crate) fn stop(&self) {
        self.state().stopped = true;
        self.room.notify_all();
    }

    /// Whether workers should end after their current test.
    pub(crate) fn is_stopped(&self) -> bool {
        self.state().stopped
    }

    /// Lets the schedule learn from a test.
    pub(crate) fn learn(&self, choice: &Choice, pay: Pay) {
        self.state().schedule.learn(choice, pay);
    }
}
