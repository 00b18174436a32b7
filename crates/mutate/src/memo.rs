//! What was found out and is asked for again, in bounded memory: where there is too much of it, all is
//! forgotten and found out anew.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Answers by question.
#[derive(Debug)]
pub(crate) struct Memo<K, V> {
    known: FxHashMap<K, V>,
    /// How large the answers are together, and how large they may be.
    size: usize,
    most: usize,
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    /// For answers that are so large together.
    pub(crate) fn new(most: usize) -> Self {
        Memo {
            known: FxHashMap::default(),
            size: 0,
            most,
        }
    }

    /// The answer to a question; `find` gives it with its size where it is not known.
    pub(crate) fn get(&mut self, key: K, find: impl FnOnce(&K) -> (V, usize)) -> V {
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let (found, size) = find(&key);
        if self.size + size > self.most {
            self.clear();
        }
        self.size += size;
        self.known.insert(key, found.clone());
        found
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        // With its room: one that was full once would keep it for ever.
        self.known = FxHashMap::default();
        self.size = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn what_is_remembered_has_a_bound() {
        let mut memo = Memo::new(10);
        let mut found = 0;
        for n in 0..100_u32 {
            for _ in 0..3 {
                let doubled = memo.get(n, |n| {
                    found += 1;
                    (n * 2, 3)
                });
                assert_eq!(doubled, n * 2);
            }
            assert!(memo.known.len() <= 3 && memo.size <= 10);
        }
        assert_eq!(found, 100, "what was just found out is not found out again");
        memo.get(7, |_| (1, 1000));
        assert_eq!(memo.get(7, |_| (2, 1)), 1);
    }
}
