//! Which pass is next: the one that promises most for a check, learnt from what it has won.

/// What is known of one pass.
#[derive(Clone, Debug)]
struct Record {
    /// Recent checks and bytes won, fading.
    checks: f64,
    bytes: f64,
    /// Whether the text has changed since the pass last went through it.
    stale: bool,
}

/// The passes' order.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    records: Vec<Record>,
}

/// How much of a pass's record survives its next run.
const MEMORY: f64 = 0.5;

impl Schedule {
    /// A pass for each rank, the lower ones promising more: each is believed to win less than the one
    /// of the rank before, as a share of the text's size, until it has shown better.
    pub(crate) fn new(ranks: &[usize], bytes: usize) -> Self {
        let promise = |rank: usize| bytes as f64 * 0.8f64.powi(rank as i32);
        let records = ranks
            .iter()
            .map(|&rank| Record {
                checks: 1.0,
                bytes: promise(rank),
                stale: true,
            })
            .collect();
        Schedule { records }
    }

    /// The stale pass that promises most.
    pub(crate) fn next(&self) -> Option<usize> {
        let promise = |n: usize| self.records[n].bytes / self.records[n].checks;
        (0..self.records.len())
            .filter(|&n| self.records[n].stale)
            .max_by(|&a, &b| promise(a).total_cmp(&promise(b)).then(b.cmp(&a)))
    }

    /// Pass `n` went through the text with so many checks and won so many bytes. `changed`: it
    /// left another text than it found.
    pub(crate) fn ran(&mut self, n: usize, checks: u64, bytes: usize, changed: bool) {
        let record = &mut self.records[n];
        record.checks = record.checks * MEMORY + checks as f64;
        record.bytes = record.bytes * MEMORY + bytes as f64;
        if changed {
            self.records
                .iter_mut()
                .for_each(|record| record.stale = true);
        }
        self.records[n].stale = changed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_wins_comes_again_and_what_is_done_rests() {
        let mut schedule = Schedule::new(&[0, 1, 2], 100);
        assert_eq!(schedule.next(), Some(0));
        schedule.ran(0, 10, 0, false);
        assert_eq!(schedule.next(), Some(1));
        schedule.ran(1, 10, 500, true);
        assert_eq!(schedule.next(), Some(2));
        schedule.ran(2, 100, 0, false);
        assert_eq!(schedule.next(), Some(1));
        schedule.ran(1, 10, 0, false);
        assert_eq!(schedule.next(), Some(0));
        schedule.ran(0, 10, 0, false);
        assert_eq!(schedule.next(), None);
    }
}
