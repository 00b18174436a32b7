//! Time limits that adapt: most runs are short, and a time-out costs as much as many of them.
//!
//! They begin above what a solver takes to start, and rise towards the hunt's own limit, the ceiling,
//! while most runs time out: in one group, or in all.

use std::collections::BTreeMap;

/// Recent answered times of one group.
#[derive(Debug)]
struct Times {
    millis: Vec<f64>,
    next: usize,
    /// The limit while little is known, and the least one later, without the start.
    floor: Floor,
}

/// A limit that doubles while nearly all runs time out.
#[derive(Debug)]
struct Floor {
    millis: f64,
    /// Time-outs and answers since it was last raised.
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
/// After so many time-outs, at least four to an answer, the limit was too short for a group.
const TOO_MANY: u32 = 48;
/// After so many, over all groups, it was too short for the solver.
const TOO_MANY_IN_ALL: u32 = 16;

impl Floor {
    fn new() -> Floor {
        Floor {
            millis: FIRST_MS,
            timeouts: 0,
            answers: 0,
        }
    }

    fn timed_out(&mut self, too_many: u32, most: f64) {
        self.timeouts += 1;
        if self.timeouts >= too_many && self.timeouts > 4 * self.answers {
            self.millis = (self.millis * 2.0).min(most);
            (self.timeouts, self.answers) = (0, 0);
        }
    }

    fn is_raised(&self) -> bool {
        self.millis > FIRST_MS
    }
}

impl Default for Times {
    fn default() -> Self {
        Times {
            millis: Vec::new(),
            next: 0,
            floor: Floor::new(),
        }
    }
}

/// Limits by group.
#[derive(Debug)]
pub(super) struct Limits {
    start_ms: f64,
    most_ms: f64,
    groups: BTreeMap<String, Times>,
    /// The floor of all groups.
    all: Floor,
}

impl Limits {
    /// With what a run takes to start, and the ceiling.
    pub(super) fn new(start_ms: u64, most_ms: u64) -> Limits {
        Limits {
            start_ms: start_ms as f64,
            most_ms: most_ms as f64,
            groups: BTreeMap::new(),
            all: Floor::new(),
        }
    }

    /// Remembers the slowest run of a test in which nothing timed out.
    pub(super) fn learn(&mut self, group: &str, seconds: f64) {
        self.all.answers += 1;
        let millis = (seconds * 1000.0 - self.start_ms).max(0.0);
        let times = self.groups.entry(group.to_string()).or_default();
        times.floor.answers += 1;
        if times.millis.len() < MEMORY {
            times.millis.push(millis);
        } else {
            times.millis[times.next] = millis;
            times.next = (times.next + 1) % MEMORY;
        }
    }

    /// A test timed out: where nearly all do, the limit was too short for the group, or for all.
    pub(super) fn timed_out(&mut self, group: &str) {
        let times = self.groups.entry(group.to_string()).or_default();
        times.floor.timed_out(TOO_MANY, self.most_ms);
        self.all.timed_out(TOO_MANY_IN_ALL, self.most_ms);
    }

    /// The start and twice what eight in ten answered tests needed beyond it; `None` is the ceiling.
    pub(super) fn limit(&self, group: &str) -> Option<u64> {
        let limit = self.start_ms + self.beyond_start(group);
        (limit < self.most_ms).then_some(limit.round() as u64)
    }

    fn beyond_start(&self, group: &str) -> f64 {
        let first = self.all.millis;
        match self.groups.get(group) {
            None => first,
            Some(times) if times.millis.len() < ENOUGH => times.floor.millis.max(first),
            Some(times) => {
                let mut sorted = times.millis.clone();
                sorted.sort_by(f64::total_cmp);
                let least = if times.floor.is_raised() {
                    times.floor.millis
                } else {
                    LEAST_MS
                };
                (sorted[sorted.len() * 8 / 10] * 2.0).max(least)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_answers_make_short_limits() {
        let mut limits = Limits::new(0, 2000);
        assert_eq!(limits.limit("QF_S"), Some(60), "short first");
        (0..100).for_each(|_| limits.learn("QF_S", 0.010));
        assert_eq!(limits.limit("QF_S"), Some(20));
        (0..100).for_each(|_| limits.learn("QF_NRA", 1.5));
        assert_eq!(limits.limit("QF_NRA"), None, "never above the hunt's limit");
        assert_eq!(Limits::new(0, 50).limit("QF_S"), None);
    }

    #[test]
    fn a_group_that_only_times_out_gets_longer() {
        let mut limits = Limits::new(0, 2000);
        (0..1000).for_each(|_| limits.learn("QF_S", 0.01));
        (0..TOO_MANY).for_each(|_| limits.timed_out("QF_NRA"));
        assert_eq!(limits.limit("QF_NRA"), Some(120));
        assert_eq!(limits.limit("QF_LIA"), Some(60), "others answer");
        (0..10 * TOO_MANY).for_each(|_| limits.timed_out("QF_NRA"));
        assert_eq!(limits.limit("QF_NRA"), None);
        for _ in 0..TOO_MANY {
            limits.timed_out("QF_S");
            limits.learn("QF_S", 0.01);
        }
        assert_eq!(limits.limit("QF_S"), Some(20), "enough is answered");
    }

    #[test]
    fn a_limit_is_above_what_a_start_takes() {
        let mut limits = Limits::new(2000, 5000);
        assert_eq!(limits.limit("QF_S"), Some(2060));
        (0..100).for_each(|_| limits.learn("QF_S", 2.010));
        assert_eq!(limits.limit("QF_S"), Some(2020), "a start is not doubled");
        assert_eq!(Limits::new(1990, 2000).limit("QF_S"), None);
    }

    #[test]
    fn where_every_group_times_out_the_ceiling_is_soon_reached() {
        let mut limits = Limits::new(0, 5000);
        let groups: Vec<String> = (0..30).map(|n| format!("logic {n}")).collect();
        let mut tests = 0;
        while limits.limit("QF_LIA").is_some() {
            limits.timed_out(&groups[tests % groups.len()]);
            tests += 1;
        }
        assert_eq!(tests, 7 * TOO_MANY_IN_ALL as usize);
        assert_eq!(limits.limit("logic 0"), None, "for all that answer nothing");
    }
}
