//! No formula twice in a run: a hash that does not see how symbols are called.

use crate::kit::Kit;
use gadfly_formula::Formula;
use gadfly_syntax::{TokenKind, Tokenizer};
use rustc_hash::{FxHashMap, FxHashSet};

/// The formulas seen so far in a run.
#[derive(Debug, Default)]
pub struct Unique {
    seen: FxHashSet<u128>,
}

impl Unique {
    /// Whether this formula has not been seen yet, up to renaming; it has been afterwards.
    pub fn is_new(&mut self, formula: &Formula, kit: &Kit) -> bool {
        self.seen
            .insert(renaming_hash(&formula.text, kit.catalog()))
    }

    /// Notes a formula by its hash.
    pub fn insert(&mut self, hash: u128) -> bool {
        self.seen.insert(hash)
    }
}

/// A hash of a script's tokens in which each symbol that is not the catalogue's counts as the
/// number of its first occurrence. Scripts that differ in names, spaces and comments only agree.
pub fn renaming_hash(text: &str, catalog: &gadfly_catalog::Catalog) -> u128 {
    let mut numbers: FxHashMap<&str, u64> = FxHashMap::default();
    let (mut a, mut b) = (0xcbf2_9ce4_8422_2325_u64, 0x9e37_79b9_7f4a_7c15_u64);
    let mut add = |word: u64| {
        a = (a ^ word)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(23);
        b = (b.rotate_left(29) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
    };
    let mut tokens = Tokenizer::new(text.as_bytes());
    loop {
        let token = tokens.token();
        let word = &text[token.start as usize..token.end as usize];
        match token.kind {
            TokenKind::End | TokenKind::Bad(_) => break,
            TokenKind::Open => add(1),
            TokenKind::Close => add(2),
            TokenKind::Symbol if catalog.symbols().get(word).is_some() => {
                word.bytes().for_each(|c| add(u64::from(c) + 256))
            }
            TokenKind::Symbol | TokenKind::Quoted => {
                let name = word.trim_matches('|');
                let next = numbers.len() as u64;
                add(*numbers.entry(name).or_insert(next) + 1024);
            }
            _ => word.bytes().for_each(|c| add(u64::from(c) + 512)),
        }
    }
    u128::from(a) << 64 | u128::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_count_and_operators_do() {
        let catalog = gadfly_catalog::Catalog::builtin();
        let hash = |text: &str| renaming_hash(text, &catalog);
        let one = hash("(declare-const x Int) (assert (< x 1))");
        assert_eq!(one, hash("(declare-const |y| Int)\n(assert (< y 1)) ; why"));
        assert_ne!(one, hash("(declare-const x Int) (assert (> x 1))"));
        assert_ne!(one, hash("(declare-const x Int) (assert (< x 2))"));
        let two = hash("(declare-const x Int) (declare-const y Int) (assert (< x y))");
        assert_ne!(
            two,
            hash("(declare-const x Int) (declare-const y Int) (assert (< y x))")
        );
    }
}
