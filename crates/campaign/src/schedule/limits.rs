//! Time limits that adapt: most runs are short, and a time-out costs as much as many of them.

use std::collections::BTreeMap;

/// Recent answered times of one group.
#[derive(Debug)]
struct Times {
    millis: Vec<f64>,
    next: usize,
    /// The limit while little is known, and the least one later.
    floor_ms: f64,
    /// Time-outs and answers since the floor was last raised.
    timeouts: u32,
    answers: u32,
}

/// How many times are remembered.
const MEMORY: usize = 256;
/// A group below this many answers gets its floor.
const ENOUGH: usize = 24;
/// The first limit: nearly all answers that ever come are there by then.
const FIRST_MS: f64 = 60.0;
/// The least limit.
const LEAST_MS: f64 = 15.0;
/// After so many time-outs, at least four to an answer, the limit was too short.
const TOO_MANY: u32 = 48;

impl Default for Times {
    fn default() -> Self {
        Times {
            millis: Vec::new(),
            next: 0,
            floor_ms: FIRST_MS,
            timeouts: 0,
            answers: 0,
        }
    }
}

/// Limits by group.
#[derive(Debug)]
pub(super) struct Limits {
    most_ms: u64,
    groups: BTreeMap<String, Times>,
}

impl Limits {
    pub(super) fn new(most_ms: u64) -> Limits {
        Limits {
            most_ms,
            groups: BTreeMap::new(),
        }
    }

    /// Remembers the slowest run of a test in which nothing timed out.
    pub(super) fn learn(&mut self, group: &str, seconds: f64) {
        let times = self.groups.entry(group.to_string()).or_default();
        times.answers += 1;
        if times.millis.len() < MEMORY {
            times.millis.push(seconds * 1000.0);
        } else {
            times.millis[times.next] = seconds * 1000.0;
            times.next = (times.next + 1) % MEMORY;
        }
    }

    /// A test timed out: where nearly all do, the limit was too short for the group.
    pub(super) fn timed_out(&mut self, group: &str) {
        let most = self.most_ms as f64;
        let times = self.groups.entry(group.to_string()).or_default();
        times.timeouts += 1;
        if times.timeouts >= TOO_MANY && times.timeouts > 4 * times.answers {
            times.floor_ms = (times.floor_ms * 2.0).min(most);
            (times.timeouts, times.answers) = (0, 0);
        }
    }

    /// Twice what eight in ten answered tests needed; `None` is the full limit.
    pub(super) fn limit(&self, group: &str) -> Option<u64> {
        let limit = match self.groups.get(group) {
            None => FIRST_MS,
            Some(times) if times.millis.len() < ENOUGH => times.floor_ms,
            Some(times) => {
                let mut sorted = times.millis.clone();
                sorted.sort_by(f64::total_cmp);
                let least = if times.floor_ms > FIRST_MS {
                    times.floor_ms
                } else {
                    LEAST_MS
                };
                (sorted[sorted.len() * 8 / 10] * 2.0).max(least)
            }
        };
        (limit < self.most_ms as f64).then_some(limit as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_answers_make_short_limits() {
        let mut limits = Limits::new(2000);
        assert_eq!(limits.limit("QF_S"), Some(60), "short first");
        (0..100).for_each(|_| limits.learn("QF_S", 0.010));
        assert_eq!(limits.limit("QF_S"), Some(20));
        (0..100).for_each(|_| limits.learn("QF_NRA", 1.5));
        assert_eq!(limits.limit("QF_NRA"), None, "never above the hunt's limit");
        assert_eq!(Limits::new(50).limit("QF_S"), None);
    }

    #[test]
    fn a_group_that_only_times_out_gets_longer() {
        let mut limits = Limits::new(2000);
        (0..TOO_MANY).for_each(|_| limits.timed_out("QF_NRA"));
        assert_eq!(limits.limit("QF_NRA"), Some(120));
        (0..10 * TOO_MANY).for_each(|_| limits.timed_out("QF_NRA"));
        assert_eq!(limits.limit("QF_NRA"), None);
        for _ in 0..TOO_MANY {
            limits.timed_out("QF_S");
            limits.learn("QF_S", 0.01);
        }
        assert_eq!(limits.limit("QF_S"), Some(20), "enough is answered");
    }
}
