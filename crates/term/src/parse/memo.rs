//! Remembers the sorts of recent applications: tables of fixed size that newer entries overwrite.

use crate::head::Packed;
use crate::ids::SortId;
use gadfly_catalog::OpId;

/// What is remembered from one application to the next.
#[derive(Debug)]
pub(super) struct Memo {
    entries: Box<[MemoEntry; MEMO_SIZE]>,
    /// The latest instance of an operator with indices, by a hash of both.
    pub(super) instances: Vec<u32>,
    /// Entries of another stamp are of an earlier script.
    stamp: u32,
}

/// Head and arity, the first two sorts, the third and the stamp.
pub(super) type MemoKey = [u64; 3];

#[derive(Clone, Copy, Debug, Default)]
struct MemoEntry {
    key: MemoKey,
    result: u64,
}

const MEMO_SIZE: usize = 512;

impl Default for Memo {
    fn default() -> Self {
        Memo {
            entries: Box::new([MemoEntry::default(); MEMO_SIZE]),
            instances: vec![0; MEMO_SIZE],
            stamp: 0,
        }
    }
}

impl Memo {
    pub(super) fn instance_slot(op: OpId, indices: &[u32], qualifier: SortId) -> usize {
        const K: u32 = 0x9e37_79b1;
        let start = (op.0 ^ qualifier.0.rotate_left(16)).wrapping_mul(K);
        let h = indices
            .iter()
            .fold(start, |h, i| (h.rotate_left(5) ^ i).wrapping_mul(K));
        (h >> 16) as usize % MEMO_SIZE
    }

    /// Forgets everything, without touching the table.
    pub(super) fn forget(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.entries.fill(MemoEntry::default());
            self.stamp = 1;
        }
    }

    #[inline(always)]
    pub(super) fn key(&self, head: Packed, arity: u64, a: u64, b: u64, c: u64) -> MemoKey {
        [
            (head.0 as u64) << 32 | arity,
            a << 32 | b,
            c << 32 | self.stamp as u64,
        ]
    }

    #[inline(always)]
    pub(super) fn get(&self, key: &MemoKey) -> Option<SortId> {
        let entry = &self.entries[slot(key)];
        (entry.key == *key).then_some(SortId(entry.result as u32))
    }

    pub(super) fn put(&mut self, key: MemoKey, sort: SortId) {
        self.entries[slot(&key)] = MemoEntry {
            key,
            result: sort.0 as u64,
        };
    }
}

#[inline(always)]
fn slot(key: &MemoKey) -> usize {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = key[0] ^ key[1].rotate_left(17) ^ key[2].rotate_left(43);
    (mixed.wrapping_mul(K) >> 40) as usize % MEMO_SIZE
}
