//! In which order runs take place: every configuration once, then every one again, each time beginning
//! with another, so that none always comes first.

/// The runs: the number of the configuration, and which of its runs it is, from 1.
pub fn turns(configurations: usize, repeat: u32) -> impl Iterator<Item = (usize, u32)> {
    (1..=repeat).flat_map(move |repetition| {
        let first = repetition as usize - 1;
        (0..configurations).map(move |n| ((first + n) % configurations, repetition))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_comes_first_in_turn() {
        let order: Vec<_> = turns(3, 2).collect();
        assert_eq!(order, [(0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (0, 2)]);
    }
}
