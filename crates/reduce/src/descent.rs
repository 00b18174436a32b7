//! Descents: a reduction that was cheap begins again with its input, another way down, and keeps the
//! smaller result. A script with many objectives has many differences between two solvers; which of
//! them is the last one left hangs on what goes first.

use crate::check::is_smaller;
use crate::engine::PassRecord;
use std::sync::Arc;

/// The descents of one reduction.
#[derive(Clone)]
pub(crate) struct Descents {
    /// Where each begins.
    input: Arc<str>,
    /// The way that is gone at the moment, and how many there are.
    way: usize,
    ways: usize,
    /// The descent has ended lower than the others, and is gone through once more in the first way: so
    /// that a result is one that a reduction of it leaves as it is.
    settles: bool,
    /// The best of those that are done.
    leader: Option<Leader>,
    /// Checks of all, and those of the first.
    checks: u64,
    first: u64,
}

#[derive(Clone)]
struct Leader {
    text: Arc<str>,
    /// What each pass has won.
    bytes: Vec<usize>,
}

/// After more checks than this one descent has to do.
const MOST: u64 = 1000;

/// All further descents together may take as many checks as the first one, and these: one that has come
/// lower than the others may end.
const MORE: u64 = 30;

impl Descents {
    pub(crate) fn new(input: Arc<str>, ways: usize) -> Self {
        Descents {
            input,
            way: 0,
            ways,
            settles: false,
            leader: None,
            checks: 0,
            first: 0,
        }
    }

    pub(crate) fn input(&self) -> &Arc<str> {
        &self.input
    }

    pub(crate) fn way(&self) -> usize {
        if self.settles { 0 } else { self.way }
    }

    /// Whether a descent that has ended with a text should be gone through in the first way.
    pub(crate) fn settle(&mut self, text: &Arc<str>) -> bool {
        self.settles = !self.settles && self.leader.is_some() && self.smaller(text) == text;
        self.settles
    }

    /// A check was answered.
    pub(crate) fn checked(&mut self) {
        self.checks += 1;
    }

    /// The leader's text, or the other one where it is smaller.
    pub(crate) fn smaller<'a>(&'a self, text: &'a Arc<str>) -> &'a Arc<str> {
        let leader = self.leader.as_ref().map(|leader| &leader.text);
        leader
            .filter(|leader| !is_smaller(text, leader))
            .unwrap_or(text)
    }

    /// Whether a further descent that stands at `lowest` has taken too many checks.
    pub(crate) fn are_in_vain(&self, lowest: &str) -> bool {
        let spent = self.checks - self.first;
        let is_lower = |leader: &Leader| is_smaller(lowest, &leader.text);
        self.way > 0 && spent > self.first + MORE && !self.leader.as_ref().is_some_and(is_lower)
    }

    /// This descent has come to its end. The way of the next one, if there is any.
    pub(crate) fn next(&mut self, text: &Arc<str>, records: &mut [PassRecord]) -> Option<usize> {
        if self.way == 0 {
            self.first = self.checks;
        }
        // Where no pass finds anything, none does in another order.
        let is_fixpoint = *text == self.input;
        if is_fixpoint || self.first > MOST || self.way + 1 == self.ways {
            return None;
        }
        let won = records.iter_mut();
        let bytes = won
            .map(|record| std::mem::take(&mut record.bytes))
            .collect();
        if self.smaller(text) == text {
            self.leader = Some(Leader {
                text: text.clone(),
                bytes,
            });
        }
        self.way += 1;
        Some(self.way)
    }

    /// What passes did, with the bytes won on the way to the smallest script.
    pub(crate) fn records(self, text: &Arc<str>, mut records: Vec<PassRecord>) -> Vec<PassRecord> {
        if let Some(leader) = self.leader.filter(|leader| !is_smaller(text, &leader.text)) {
            for (record, bytes) in records.iter_mut().zip(leader.bytes) {
                record.bytes = bytes;
            }
        }
        records
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(descents: &mut Descents, checks: u64) {
        (0..checks).for_each(|_| descents.checked());
    }

    fn record(bytes: usize) -> Vec<PassRecord> {
        vec![PassRecord {
            name: "drop_command",
            checks: 0,
            successes: 0,
            bytes,
        }]
    }

    #[test]
    fn the_lower_descent_leads_and_one_that_costs_too_much_ends() {
        let mut descents = Descents::new("(assert (> 1 0))\n".into(), 2);
        checked(&mut descents, 50);
        assert!(!descents.settle(&"(assert true)\n".into()));
        let next = descents.next(&"(assert true)\n".into(), &mut record(3));
        assert_eq!(next, Some(1));
        checked(&mut descents, 50 + MORE);
        assert!(!descents.are_in_vain("(assert (> 1 0))\n"));
        checked(&mut descents, 1);
        assert!(descents.are_in_vain("(assert (> 1 0))\n"));
        // Nearer to the goal it may go on, and ends in the first way.
        let lower: Arc<str> = "(assert p)\n".into();
        assert!(!descents.are_in_vain(&lower));
        assert!(descents.settle(&lower));
        assert_eq!(descents.way(), 0);
        assert!(!descents.settle(&lower));
        assert_eq!(descents.next(&lower, &mut record(6)), None);
        assert_eq!(*descents.smaller(&lower), lower);
        let leader: Arc<str> = "(assert true)\n".into();
        assert_eq!(*descents.smaller(&"(assert (> 1 0))\n".into()), leader);
        assert_eq!(descents.clone().records(&lower, record(6))[0].bytes, 6);
        assert_eq!(descents.records(&leader, record(6))[0].bytes, 3);
    }

    #[test]
    fn there_is_one_descent_where_nothing_was_won_or_much_was_asked() {
        let script: Arc<str> = "(assert true)\n".into();
        let mut nothing = Descents::new(script.clone(), 2);
        assert_eq!(nothing.next(&script, &mut record(0)), None);
        let mut dear = Descents::new("(assert (> 1 0))\n".into(), 2);
        checked(&mut dear, MOST + 1);
        assert_eq!(dear.next(&script, &mut record(0)), None);
    }
}
