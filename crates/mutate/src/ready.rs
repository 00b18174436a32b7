//! Seeds with all that was worked out about them: those that were used last, in bounded memory.
//!
//! It is worked out anew when a seed is visited after a long time, from the seed alone, so that no formula
//! depends on what is held here.

use crate::seed::Seed;
use crate::types::Allowed;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Terms of all seeds that are held; each takes some two hundred bytes, at the most.
const TERMS: usize = 1 << 18;
/// What a seed counts beside its terms: what is held of a small one hangs on its sorts.
const EACH: usize = 1 << 8;

/// A pool, the number of a seed in it, and what may be brought in, which menus depend on.
type Key = (u64, usize, u64);

/// Seeds that are in use. Shared by pools, and by workers.
#[derive(Debug)]
pub struct Ready {
    held: Mutex<Held>,
    most: usize,
}

#[derive(Debug, Default)]
struct Held {
    seeds: FxHashMap<Key, (Arc<Seed>, u64)>,
    /// What they count together.
    size: usize,
    clock: u64,
}

impl Default for Ready {
    fn default() -> Self {
        Ready::new(TERMS)
    }
}

impl Ready {
    fn new(most: usize) -> Self {
        Ready {
            held: Mutex::default(),
            most,
        }
    }

    /// A seed of a pool; `make` gives it where it is not held.
    pub(crate) fn get(
        &self,
        (pool, number): (u64, usize),
        allowed: &Allowed,
        make: impl FnOnce() -> Seed,
    ) -> Arc<Seed> {
        let mut hasher = FxHasher::default();
        allowed.hash(&mut hasher);
        let key = (pool, number, hasher.finish());
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.clock += 1;
        let now = held.clock;
        if let Some((seed, used)) = held.seeds.get_mut(&key) {
            *used = now;
            return seed.clone();
        }
        let seed = Arc::new(make());
        held.size += size(&seed);
        held.seeds.insert(key, (seed.clone(), now));
        while held.size > self.most && held.seeds.len() > 1 {
            held.drop_oldest();
        }
        seed
    }
}

impl Held {
    fn drop_oldest(&mut self) {
        let oldest = self.seeds.iter().min_by_key(|(_, (_, used))| *used);
        let oldest = oldest.map(|(key, _)| *key);
        if let Some((seed, _)) = oldest.and_then(|key| self.seeds.remove(&key)) {
            self.size -= size(&seed);
        }
    }
}

fn size(seed: &Seed) -> usize {
    EACH + seed.script.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kit, Options, Position, RuleBook, SeedPool, make, strategies, strategy};

    fn files(count: usize) -> Vec<(String, String)> {
        let text = |n: usize| {
            format!(
                "(declare-const x Int)(declare-const y Int)(declare-fun f{n} (Int) Int)\
                 (assert (or (< x (f{n} {n})) (= (+ x y) (* 2 y))))(assert (> y {n}))(check-sat)"
            )
        };
        (0..count).map(|n| (format!("{n}.smt2"), text(n))).collect()
    }

    fn pool(count: usize, ready: Ready) -> SeedPool {
        let files = files(count);
        let files = files.iter().map(|(path, text)| (&**path, &**text));
        let (pool, refused) = SeedPool::read(files, &gadfly_testkit::catalog());
        assert!(refused.is_empty(), "{refused:?}");
        pool.sharing(&Arc::new(ready))
    }

    #[test]
    fn what_is_held_has_a_bound_and_the_last_ones_are_in_it() {
        let ready = Arc::new(Ready::new(4 * (EACH + 40)));
        let pool = pool(12, Ready::default()).sharing(&ready);
        let allowed = Allowed::default();
        let visit = |number| Arc::as_ptr(&pool.ready(number, &allowed));
        let first = visit(0);
        for number in 1..12 {
            visit(number);
            assert_eq!(visit(0), first, "what is used again stays");
            assert!(ready.held.lock().unwrap().seeds.len() <= 4);
        }
        assert_eq!(visit(11), visit(11));
        let held = ready.held.lock().unwrap();
        assert!(held.size <= ready.most && held.seeds.len() >= 3);
        let sum: usize = held.seeds.values().map(|(seed, _)| size(seed)).sum();
        assert_eq!(held.size, sum);
    }

    #[test]
    fn one_that_is_larger_than_all_others_may_be_is_held_alone() {
        let pool = pool(3, Ready::new(1));
        let allowed = Allowed::default();
        let one = pool.ready(1, &allowed);
        assert!(Arc::ptr_eq(&one, &pool.ready(1, &allowed)));
        pool.ready(2, &allowed);
        assert!(!Arc::ptr_eq(&one, &pool.ready(1, &allowed)));
    }

    /// All that seeds are held for, with room for all of them and with room for one.
    #[test]
    fn no_formula_depends_on_what_is_held() {
        let catalog = gadfly_testkit::catalog();
        let book = Arc::new(RuleBook::read(&catalog).unwrap());
        let all = |most: usize| -> Vec<Option<String>> {
            let pool = pool(9, Ready::new(most));
            let mut out = Vec::new();
            for mut one in strategies().filter(|one| one.about().takes.seeds()) {
                let mut kit = Kit::new(&catalog, book.clone(), Options::default());
                for index in 0..60 {
                    let made = make(&mut *one, &pool, Position { seed: 3, index }, &mut kit);
                    out.push(made.unwrap().map(|formula| formula.with_header()));
                }
            }
            out
        };
        let (roomy, tight) = (all(TERMS), all(1));
        assert!(roomy.iter().flatten().count() > 400);
        assert_eq!(roomy, tight);
    }

    /// What may be brought in differs from kit to kit, and menus with it.
    #[test]
    fn no_formula_depends_on_which_kit_came_first() {
        let catalog = gadfly_testkit::catalog();
        let kit = |only: &[&str]| {
            let mut options = Options::default();
            options.allowed.only = only.iter().map(ToString::to_string).collect();
            Kit::new(&catalog, Default::default(), options)
        };
        let made = |first: &[&str]| -> Vec<String> {
            let pool = pool(2, Ready::default());
            let mut op = strategy("op").unwrap();
            let mut with = |kit: &mut Kit| -> Vec<String> {
                let made = (0..40).filter_map(|index| {
                    make(&mut *op, &pool, Position { seed: 5, index }, kit).unwrap()
                });
                made.map(|formula| formula.text).collect()
            };
            with(&mut kit(first));
            with(&mut kit(&[]))
        };
        assert_eq!(made(&[]), made(&["<="]));
    }
}
