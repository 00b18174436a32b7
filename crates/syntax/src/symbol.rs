//! Symbols as small numbers: an interner that can forget what it learnt since a mark.

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
    end: u32,
    hash: u32,
}

/// A free slot of the table.
const FREE: u32 = u32::MAX;

/// The table of symbols: an open-addressing hash table over one buffer of text.
#[derive(Clone, Debug)]
pub struct Symbols {
    text: Vec<u8>,
    entries: Vec<Entry>,
    /// (hash, entry) pairs; the length is a power of two.
    slots: Vec<(u32, u32)>,
}

impl Default for Symbols {
    fn default() -> Self {
        Symbols {
            text: Vec::new(),
            entries: Vec::new(),
            slots: vec![(0, FREE); 64],
        }
    }
}

impl Symbols {
    /// How many symbols there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The symbol spelt `text`, new or not.
    #[inline]
    pub fn intern(&mut self, text: &[u8]) -> Symbol {
        let hash = hash(text);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (slot_hash, id) = self.slots[at];
            if id == FREE {
                return self.add(text, hash, at);
            }
            if slot_hash == hash && self.bytes(id) == text {
                return Symbol(id);
            }
            at = (at + 1) & mask;
        }
    }

    /// The symbol spelt `text`, if it is known.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        let hash = hash(text.as_bytes());
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (slot_hash, id) = self.slots[at];
            if id == FREE {
                return None;
            }
            if slot_hash == hash && self.bytes(id) == text.as_bytes() {
                return Some(Symbol(id));
            }
            at = (at + 1) & mask;
        }
    }

    /// How a symbol is spelt, without bars.
    pub fn name(&self, symbol: Symbol) -> &str {
        std::str::from_utf8(self.bytes(symbol.0)).unwrap_or("\u{fffd}")
    }

    #[inline]
    fn bytes(&self, id: u32) -> &[u8] {
        let entry = self.entries[id as usize];
        &self.text[entry.start as usize..entry.end as usize]
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, text: &[u8], hash: u32, at: usize) -> Symbol {
        let id = self.entries.len() as u32;
        let start = self.text.len() as u32;
        self.text.extend_from_slice(text);
        self.entries.push(Entry {
            start,
            end: self.text.len() as u32,
            hash,
        });
        self.slots[at] = (hash, id);
        if self.entries.len() * 2 > self.slots.len() {
            self.grow();
        }
        Symbol(id)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, (0, FREE));
        for id in 0..self.entries.len() {
            self.place(id as u32);
        }
    }

    fn place(&mut self, id: u32) {
        let mask = self.slots.len() - 1;
        let hash = self.entries[id as usize].hash;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != FREE {
            at = (at + 1) & mask;
        }
        self.slots[at] = (hash, id);
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
            while self.slots[at].1 != id as u32 {
                at = (at + 1) & mask;
            }
            self.slots[at] = (0, FREE);
        }
        if let Some(entry) = self.entries.get(len) {
            self.text.truncate(entry.start as usize);
        }
        self.entries.truncate(len);
    }
}

const K: u64 = 0x517c_c1b7_2722_0a95;

/// A quick hash of a short text, eight bytes at a time.
#[inline]
fn hash(text: &[u8]) -> u32 {
    let mut h = (text.len() as u64).wrapping_mul(K);
    let mut chunks = text.chunks_exact(8);
    for chunk in &mut chunks {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        h = (h.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(K);
    }
    let rest = chunks.remainder();
    let word = match rest {
        [] => return (h >> 32) as u32,
        [a] => *a as u64,
        [a, b] => u16::from_le_bytes([*a, *b]) as u64,
        [a, b, c] => (u16::from_le_bytes([*a, *b]) as u64) << 8 | *c as u64,
        [a, b, c, d, tail @ ..] => {
            let low = u32::from_le_bytes([*a, *b, *c, *d]) as u64;
            tail.iter().fold(low, |w, b| w << 8 | *b as u64)
        }
    };
    h = (h.rotate_left(5) ^ word).wrapping_mul(K);
    (h >> 32) as u32
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
}
