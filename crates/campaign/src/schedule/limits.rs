//! Time limits that adapt: most runs are short, and a time-out costs as much as many of them.

use std::collections::BTreeMap;

/// Recent answered times of one group.
#[derive(Debug, Default)]
struct Times {
    millis: Vec<f64>,
    next: usize,
}

/// How many times are remembered.
const MEMORY: usize = 256;
/// A group below this many answers gets the full limit.
const ENOUGH: usize = 24;
/// The least limit.
const LEAST_MS: f64 = 200.0;

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

    /// Remembers the time of a test in which nothing timed out.
    pub(super) fn learn(&mut self, group: &str, seconds: f64) {
        let times = self.groups.entry(group.to_string()).or_default();
        if times.millis.len() < MEMORY {
            times.millis.push(seconds * 1000.0);
        } else {
            times.millis[times.next] = seconds * 1000.0;
            times.next = (times.next + 1) % MEMORY;
        }
    }

    /// Four times what nineteen in twenty answered tests needed; `None` is the full limit.
    pub(super) fn limit(&self, group: &str) -> Option<u64> {
        let times = self
            .groups
            .get(group)
            .filter(|times| times.millis.len() >= ENOUGH)?;
        let mut sorted = times.millis.clone();
        sorted.sort_by(f64::total_cmp);
        let high = sorted[sorted.len() * 19 / 20];
        let limit = (high * 4.0).max(LEAST_MS) as u64;
        (limit < self.most_ms).then_some(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_answers_make_short_limits() {
        let mut limits = Limits::new(2000);
        assert_eq!(limits.limit("QF_S"), None, "nothing is known yet");
        (0..100).for_each(|_| limits.learn("QF_S", 0.010));
        assert_eq!(limits.limit("QF_S"), Some(200));
        (0..100).for_each(|_| limits.learn("QF_NRA", 1.5));
        assert_eq!(limits.limit("QF_NRA"), None, "never above the hunt's limit");
    }
}
