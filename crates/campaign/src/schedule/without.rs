//! Operators that part of the formulas do without. A shallow bug is met again and again and hides the
//! deeper ones, so what is known to be buggy is left out in half of the blocks.

use gadfly_rng::Rng;
use std::collections::BTreeMap;

/// Sets that are in use at a time: generators are made once for each.
const SETS: usize = 4;
/// The stream of a set's own random numbers.
const STREAM: u32 = 0x5749_5448;

/// How many small cases have an operator.
#[derive(Debug, Default)]
pub(super) struct Without {
    cases: u64,
    operators: BTreeMap<String, usize>,
}

impl Without {
    /// A small case has these operators.
    pub(super) fn add(&mut self, operators: &[String]) {
        self.cases += 1;
        for operator in operators {
            *self.operators.entry(operator.clone()).or_default() += 1;
        }
    }

    /// What a block does without: in half of the blocks nothing, else each operator that is known to
    /// be buggy, the more likely the more cases have it.
    pub(super) fn draw(&self, rng: &mut Rng) -> Vec<String> {
        if self.operators.is_empty() || rng.chance(1, 2) {
            return Vec::new();
        }
        let mut set = Rng::new(self.cases, STREAM, rng.below(SETS) as u64);
        let mut left_out = |cases: usize| !set.chance(1, cases + 1);
        let chosen = self.operators.iter().filter(|(_, cases)| left_out(**cases));
        chosen.map(|(operator, _)| operator.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_many_cases_have_is_left_out_more_and_nothing_for_good() {
        let mut without = Without::default();
        assert!(without.draw(&mut Rng::new(1, 1, 0)).is_empty());
        (0..6).for_each(|_| without.add(&["often".into()]));
        without.add(&["once".into()]);
        let drawn: Vec<Vec<String>> = (0..400)
            .map(|n| without.draw(&mut Rng::new(1, 1, n)))
            .collect();
        let with = |name: &str| {
            drawn
                .iter()
                .filter(|set| set.iter().any(|o| o == name))
                .count()
        };
        assert!((100..300).contains(&with("often")), "{}", with("often"));
        assert!(with("once") < with("often"));
    }
}
