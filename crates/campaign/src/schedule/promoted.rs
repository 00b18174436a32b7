//! Formulas of the hunt that became seeds, because they reached new edges.

use super::Pay;
use gadfly_rng::Rng;

/// So many are drawn from; the one that paid least makes room.
const MOST: usize = 2048;

#[derive(Clone, Debug)]
struct Entry {
    index: u64,
    group: String,
    pay: f64,
    tests: f64,
}

impl Entry {
    fn score(&self) -> f64 {
        self.pay / self.tests
    }
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Promoted {
    all: Vec<Entry>,
}

impl Promoted {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The formula of a test became a seed of a group.
    pub(super) fn add(&mut self, index: u64, group: &str) {
        if self.all.len() >= MOST {
            let worst = (0..self.all.len())
                .min_by(|a, b| self.all[*a].score().total_cmp(&self.all[*b].score()));
            worst.map(|at| self.all.swap_remove(at));
        }
        // What it is credited with at first: a new one comes before all that were tried and paid nothing.
        self.all.push(Entry {
            index,
            group: group.to_string(),
            pay: 4.0,
            tests: 8.0,
        });
    }

    /// One of them, and its group: the more it paid a test, the likelier.
    pub(super) fn draw(&self, rng: &mut Rng) -> Option<(u64, &str)> {
        let total: f64 = self.all.iter().map(Entry::score).sum();
        let mut rest = rng.unit() * total;
        for entry in &self.all {
            rest -= entry.score();
            if rest < 0.0 {
                return Some((entry.index, &entry.group));
            }
        }
        let last = self.all.last()?;
        Some((last.index, &last.group))
    }

    /// Learns what a test made from one of them paid.
    pub(super) fn learn(&mut self, index: u64, pay: &Pay) {
        if let Some(entry) = self.all.iter_mut().find(|entry| entry.index == index) {
            entry.tests += 1.0;
            entry.pay += f64::from(u8::from(pay.edges > 0)) + f64::from(pay.verdicts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_new_or_pays_comes_before_what_was_tried_in_vain() {
        let mut promoted = Promoted::default();
        for index in 0..3 {
            promoted.add(index, "QF_LIA");
        }
        let (nothing, edges) = (
            Pay::default(),
            Pay {
                edges: 1,
                ..Pay::default()
            },
        );
        for n in 0..400 {
            promoted.learn(0, &nothing);
            promoted.learn(1, if n % 4 == 0 { &edges } else { &nothing });
        }
        let mut drawn = [0; 3];
        for n in 0..300 {
            let (index, group) = promoted.draw(&mut Rng::new(1, 1, n)).unwrap();
            assert_eq!(group, "QF_LIA");
            drawn[index as usize] += 1;
        }
        assert!(drawn[2] > drawn[1] && drawn[1] > 5 * drawn[0], "{drawn:?}");
    }

    #[test]
    fn there_is_room_for_new_ones() {
        let mut promoted = Promoted::default();
        (0..MOST as u64).for_each(|index| promoted.add(index, "QF_BV"));
        promoted.learn(5, &Pay::default());
        promoted.add(9_999, "QF_BV");
        assert_eq!(promoted.all.len(), MOST);
        assert!(!promoted.all.iter().any(|entry| entry.index == 5));
    }
}
