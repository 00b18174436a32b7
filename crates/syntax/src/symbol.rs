//! Symbols as small numbers: an interner that can forget what it learnt since a mark.

use crate::bytes::{IN_SYMBOL, START, Start};
use std::sync::Arc;

/// An interned symbol. Its text has no bars: `|x|` and `x` are one symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Symbol(pub u32);

impl Symbol {
    /// As an index into tables by symbol.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    hash: u32,
}

/// A slot of the table, with all that a short symbol needs to be recognised.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The first eight bytes.
    word: u64,
    /// The next eight.
    second: u64,
    /// Its length, with [`NOT_SIMPLE`] set if it cannot be written without bars.
    len: u32,
    id: u32,
}

/// Marks names that need bars: only simple ones may be found by [`Symbols::quick`].
const NOT_SIMPLE: u32 = 1 << 31;

/// The number of a free slot.
const FREE: u32 = u32::MAX;

const EMPTY: Slot = Slot {
    word: 0,
    second: 0,
    len: u32::MAX,
    id: FREE,
};

/// The table of symbols: an open-addressing hash table over one buffer of text.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// The first symbols, where they are shared; a table that shares learns no more.
    first: Option<Arc<Symbols>>,
    text: Vec<u8>,
    entries: Vec<Entry>,
    /// The length is a power of two.
    slots: Vec<Slot>,
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols {
            first: None,
            text: Vec::new(),
            entries: Vec::new(),
            slots: vec![EMPTY; 64],
        }
    }
}

impl Symbols {
    /// How many symbols there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.shared() + self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same symbols for a table that is kept and learns no more: those that it began with are not
    /// copied.
    pub fn sharing(&self, first: &Arc<Symbols>) -> Symbols {
        let own = first.len() as u32..self.len() as u32;
        let places = (own.len() * 2).next_power_of_two();
        let mut kept = Symbols {
            first: Some(first.clone()),
            text: Vec::new(),
            entries: Vec::with_capacity(own.len()),
            slots: vec![EMPTY; places],
        };
        for id in own {
            kept.intern(self.name(Symbol(id)).as_bytes());
        }
        kept.text.shrink_to_fit();
        kept
    }

    /// Whether the first symbols are shared, so that nothing can be added.
    pub fn is_sharing(&self) -> bool {
        self.first.is_some()
    }

    /// How many symbols are shared.
    #[inline]
    fn shared(&self) -> usize {
        self.first.as_ref().map_or(0, |first| first.entries.len())
    }

    /// The symbol spelt `name`, new or not.
    pub fn intern(&mut self, name: &[u8]) -> Symbol {
        self.intern_at(name, 0, name.len())
    }

    /// The symbol spelt by `text[start..end]`, new or not. Reading it where it stands lets a short
    /// name be taken in one piece, with what follows masked out.
    #[inline(always)]
    pub fn intern_at(&mut self, text: &[u8], start: usize, end: usize) -> Symbol {
        let word = first_word(text, start, end);
        let len = (end - start) as u32;
        let hash = hash(word, text, start, end);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.word == word
                && slot.len & !NOT_SIMPLE == len
                && self.is_spelt(slot, text, start, end)
            {
                return Symbol(slot.id);
            }
            if slot.id == FREE {
                return self.add(word, &text[start..end], hash, at);
            }
            at = (at + 1) & mask;
        }
    }

    /// The simple symbol that stands at `text[start..]`, and where it ends, if it is known already.
    ///
    /// The end is guessed by the first byte below `*` (a blank or a parenthesis, nearly always);
    /// that the name is known proves all bytes before it right.
    #[inline(always)]
    pub fn quick(&self, text: &[u8], start: usize) -> Option<(Symbol, usize)> {
        let word = word_at(text, start)?;
        let low = below_star(word);
        if low == 0 {
            return self.quick_long(text, start, word);
        }
        let bits = low.trailing_zeros() & !7;
        if bits == 0 || IN_SYMBOL[(word >> bits) as usize & 0xff] {
            return None;
        }
        let word = word & ((1 << bits) - 1);
        let len = bits / 8;
        let mask = self.slots.len() - 1;
        let mut at = short_hash(word, len as usize) as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot.word == word && slot.len == len {
                return Some((Symbol(slot.id), start + len as usize));
            }
            if slot.id == FREE {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// The same for a name of eight bytes and more.
    #[inline(never)]
    fn quick_long(&self, text: &[u8], start: usize, word: u64) -> Option<(Symbol, usize)> {
        let mut at = start + 8;
        let end = loop {
            let next = word_at(text, at)?;
            let low = below_star(next);
            if low != 0 {
                break at + (low.trailing_zeros() / 8) as usize;
            }
            // Beyond this a run without blanks may be many tokens, and would be scanned for each.
            if at - start > 64 {
                return None;
            }
            at += 8;
        };
        if IN_SYMBOL[text[end] as usize] {
            return None;
        }
        let len = (end - start) as u32;
        let mask = self.slots.len() - 1;
        let mut at = hash(word, text, start, end) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.word == word && slot.len == len && self.is_spelt(slot, text, start, end) {
                return Some((Symbol(slot.id), end));
            }
            if slot.id == FREE {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// The symbol spelt `text`, if it is known.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        let Some(first) = &self.first else {
            return self.own(text);
        };
        let own = || {
            self.own(text)
                .map(|own| Symbol(own.0 + first.entries.len() as u32))
        };
        first.own(text).or_else(own)
    }

    /// The symbol of this very table, by its place here.
    fn own(&self, text: &str) -> Option<Symbol> {
        let text = text.as_bytes();
        let word = first_word(text, 0, text.len());
        let mask = self.slots.len() - 1;
        let mut at = hash(word, text, 0, text.len()) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.id == FREE {
                return None;
            }
            if slot.word == word && self.bytes(slot) == text {
                return Some(Symbol(slot.id));
            }
            at = (at + 1) & mask;
        }
    }

    /// How a symbol is spelt, without bars.
    pub fn name(&self, symbol: Symbol) -> &str {
        match (&self.first, symbol.index().checked_sub(self.shared())) {
            (Some(first), None) => first.spelling(symbol.index()),
            (_, own) => self.spelling(own.unwrap_or_default()),
        }
    }

    /// How the symbol at a place of this very table is spelt.
    fn spelling(&self, at: usize) -> &str {
        let start = self.entries[at].start as usize;
        let next = self.entries.get(at + 1);
        let end = next.map_or(self.text.len(), |e| e.start as usize);
        std::str::from_utf8(&self.text[start..end]).unwrap_or("\u{fffd}")
    }

    /// Whether a slot whose first word and length are right has the rest right too.
    #[inline(always)]
    fn is_spelt(&self, slot: Slot, text: &[u8], start: usize, end: usize) -> bool {
        if end - start <= 16 {
            return end - start <= 8 || slot.second == first_word(text, start + 8, end);
        }
        self.bytes(slot) == &text[start..end]
    }

    fn bytes(&self, slot: Slot) -> &[u8] {
        let start = self.entries[slot.id as usize].start as usize;
        &self.text[start..start + (slot.len & !NOT_SIMPLE) as usize]
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, word: u64, text: &[u8], hash: u32, at: usize) -> Symbol {
        let id = self.entries.len() as u32;
        let start = self.text.len() as u32;
        self.text.extend_from_slice(text);
        self.entries.push(Entry { start, hash });
        let simple = text
            .first()
            .is_some_and(|b| START[*b as usize] == Start::Symbol)
            && text.iter().all(|b| IN_SYMBOL[*b as usize]);
        self.slots[at] = Slot {
            word,
            second: first_word(text, text.len().min(8), text.len()),
            len: text.len() as u32 | if simple { 0 } else { NOT_SIMPLE },
            id,
        };
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        Symbol(id)
    }

    /// Doubles the table. Symbols are placed again in the order of their coming.
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mut old: Vec<Slot> = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        old.retain(|slot| slot.id != FREE);
        old.sort_unstable_by_key(|slot| slot.id);
        for slot in old {
            let mut at = self.entries[slot.id as usize].hash as usize & (size - 1);
            while self.slots[at].id != FREE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    /// Forgets all symbols but the first `len`.
    ///
    /// Taking entries out in the reverse order of their coming leaves every older probe path
    /// whole, so nothing has to be moved. (After growth the order in the table is again that of
    /// coming.)
    pub fn truncate(&mut self, len: usize) {
        let mask = self.slots.len() - 1;
        for id in (len..self.entries.len()).rev() {
            let mut at = self.entries[id].hash as usize & mask;
            while self.slots[at].id != id as u32 {
                at = (at + 1) & mask;
            }
            self.slots[at] = EMPTY;
        }
        if let Some(entry) = self.entries.get(len) {
            self.text.truncate(entry.start as usize);
        }
        self.entries.truncate(len);
    }
}

const K: u64 = 0x517c_c1b7_2722_0a95;

/// The eight bytes at `start`.
#[inline(always)]
fn word_at(text: &[u8], start: usize) -> Option<u64> {
    let bytes: &[u8; 8] = text.get(start..)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// The lowest bit that is set stands for the first byte below `*`; higher ones mean nothing.
#[inline(always)]
fn below_star(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    word.wrapping_sub(ONES * b'*' as u64) & !word & (ONES << 7)
}

/// The first eight bytes of a name, zero where it is shorter.
#[inline(always)]
fn first_word(text: &[u8], start: usize, end: usize) -> u64 {
    let len = (end - start).min(8);
    match text.get(start..start + 8) {
        Some(&[a, b, c, d, e, f, g, h]) => {
            let word = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            // A shift by 64 is none; the empty name is a word of nothing.
            if len == 0 {
                0
            } else {
                word & (u64::MAX >> (64 - 8 * len as u32))
            }
        }
        _ => text[start..start + len]
            .iter()
            .rev()
            .fold(0, |word, b| word << 8 | *b as u64),
    }
}

/// A quick hash: the first word, and for a longer name the rest eight bytes at a time.
#[inline(always)]
fn hash(word: u64, text: &[u8], start: usize, end: usize) -> u32 {
    if end - start <= 8 {
        return short_hash(word, end - start);
    }
    let mut h = (word ^ (end - start) as u64).wrapping_mul(K);
    let mut at = start + 8;
    while at < end {
        h = (h.rotate_left(23) ^ first_word(text, at, end)).wrapping_mul(K);
        at += 8;
    }
    ((h >> 32) ^ (h >> 15)) as u32
}

/// The hash of a name of up to eight bytes.
#[inline(always)]
fn short_hash(word: u64, len: usize) -> u32 {
    ((word ^ len as u64).wrapping_mul(K) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interns_once_and_forgets_back_to_a_mark() {
        let mut symbols = Symbols::default();
        let a = symbols.intern(b"a");
        let names: Vec<String> = (0..500).map(|n| format!("name{n}")).collect();
        for name in &names[..20] {
            symbols.intern(name.as_bytes());
        }
        let mark = symbols.len();
        for name in &names {
            symbols.intern(name.as_bytes());
        }
        assert_eq!(symbols.len(), 501);
        symbols.truncate(mark);
        assert_eq!(symbols.len(), mark);
        assert_eq!(symbols.get("a"), Some(a));
        assert!(symbols.get("name19").is_some());
        assert_eq!(symbols.get("name20"), None);
        assert_eq!(symbols.intern(b"other").index(), mark);
    }

    #[test]
    fn a_table_that_shares_its_first_symbols_tells_the_same_and_holds_its_own_alone() {
        let names: Vec<String> = (0..900).map(|n| format!("operator{n}")).collect();
        let mut first = Symbols::default();
        for name in &names {
            first.intern(name.as_bytes());
        }
        let mut whole = first.clone();
        for name in ["x", "operator7", "a-name-of-seventeen", "|odd", ""] {
            whole.intern(name.as_bytes());
        }
        let first = Arc::new(first);
        let kept = whole.sharing(&first);
        assert_eq!(kept.len(), whole.len());
        for id in 0..whole.len() as u32 {
            let name = whole.name(Symbol(id));
            assert_eq!(kept.name(Symbol(id)), name);
            assert_eq!(kept.get(name), Some(Symbol(id)));
        }
        assert_eq!(kept.get("y"), None);
        assert_eq!((kept.entries.len(), kept.slots.len()), (4, 8));
        assert!(first.sharing(&first).get("x").is_none());
    }

    #[test]
    fn a_name_is_the_same_wherever_it_stands() {
        let mut symbols = Symbols::default();
        for name in [
            "",
            "a",
            "abcdefg",
            "abcdefgh",
            "abcdefghi",
            "abcdefghijklmnopq",
            "é",
        ] {
            let symbol = symbols.intern(name.as_bytes());
            let text = format!("({name} more text behind it)");
            assert_eq!(
                symbols.intern_at(text.as_bytes(), 1, 1 + name.len()),
                symbol
            );
            assert_eq!(symbols.get(name), Some(symbol));
            assert_eq!(symbols.name(symbol), name);
        }
    }

    #[test]
    fn quick_finds_only_what_a_tokenizer_would() {
        let mut symbols = Symbols::default();
        let ab = symbols.intern(b"ab");
        let long = "a-name-of-seventeen";
        for name in [
            "a;b",
            "1a",
            "a!b",
            "a",
            "abcdefg",
            "abcdefghi",
            "abcdefgh;",
            long,
        ] {
            symbols.intern(name.as_bytes());
        }
        let quick = |text: &str| {
            symbols
                .quick(text.as_bytes(), 0)
                .map(|(s, end)| (symbols.name(s), end))
        };
        assert_eq!(symbols.quick(b"ab (more)", 0), Some((ab, 2)));
        assert_eq!(quick("abcdefg)"), Some(("abcdefg", 7)));
        assert_eq!(quick("abcdefghi) (more)"), Some(("abcdefghi", 9)));
        assert_eq!(quick("a-name-of-seventeen ) (more)"), Some((long, 19)));
        // A comment, a number, a symbol with a byte below `*`, a longer one, an unknown one, the end.
        for text in [
            "a;b (more",
            "1a (more)",
            "a!b (more",
            "abcdefgh)",
            "xyz (more",
            "ab",
            "(ab more)",
            "abcdefgh; (more)",
            "abcdefghijk (more)",
            "a-name-of-seventeem (more)",
            "abcdefghi",
        ] {
            assert_eq!(quick(text), None, "{text}");
        }
    }
}
