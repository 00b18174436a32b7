//! Whether the guardian is at work: a solver that is not fenced in can stop it.

use crate::family::Reaper;
use crate::stat::Stat;
use rustix::process::{Pid, Signal, kill_process};
use std::time::{Duration, Instant};

/// How often the guardian is looked at while we wait.
pub(crate) const TICK: Duration = Duration::from_millis(200);
/// So often it may be found stopped, one look after the other, before it is given up.
const MOST: u32 = 3;

/// Looks at the guardian now and then.
pub(crate) struct Watchdog {
    guardian: Option<Pid>,
    next: Instant,
    stopped: u32,
}

impl Watchdog {
    pub(crate) fn new(reaper: Reaper) -> Self {
        let guardian = match reaper {
            Reaper::Guardian(pid) => Pid::from_raw(pid),
            Reaper::Ourselves => None,
        };
        Watchdog {
            guardian,
            next: Instant::now() + TICK,
            stopped: 0,
        }
    }

    /// A new stretch of waiting begins.
    pub(crate) fn rest(&mut self, now: Instant) {
        (self.next, self.stopped) = (now + TICK, 0);
    }

    /// When it wants to look again.
    pub(crate) fn timeout(&self, now: Instant) -> Duration {
        self.next.saturating_duration_since(now)
    }

    /// Looks, if it is time. A guardian that was stopped is told to go on, which is enough where a
    /// whole job was stopped and continued; one that is stopped again and again is killed. False
    /// when it is given up.
    pub(crate) fn look(&mut self, now: Instant) -> bool {
        let Some(guardian) = self.guardian.filter(|_| now >= self.next) else {
            return true;
        };
        self.next = now + TICK;
        if !is_stopped(guardian) {
            self.stopped = 0;
            return true;
        }
        self.stopped += 1;
        let given_up = self.stopped >= MOST;
        let signal = if given_up { Signal::KILL } else { Signal::CONT };
        let _ = kill_process(guardian, signal);
        !given_up
    }
}

fn is_stopped(pid: Pid) -> bool {
    Stat::of(pid.as_raw_pid()).is_some_and(|stat| stat.is_stopped())
}
