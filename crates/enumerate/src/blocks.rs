//! All texts of a rule at a size, where they are few: written once, copied from then on.

use crate::cursor::Cursor;
use crate::grammar::RuleId;
use crate::tables::Tables;
use dashu_int::UBig;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// All texts of one rule at one size, in order.
#[derive(Debug)]
pub(crate) struct Block {
    text: String,
    ends: Vec<u32>,
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn text(&self, position: usize) -> &str {
        let start = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[position] as usize]
    }
}

/// Blocks made so far; `None` for what is too large.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    made: FxHashMap<(RuleId, usize), Option<Arc<Block>>>,
    /// Making a block makes those of its parts: how many are under way.
    depth: usize,
}

/// More texts than this are not worth their memory: the step between blocks is rare already.
const MOST_TEXTS: usize = 4096;
const MOST_BYTES: usize = 1 << 20;
/// Where a rule has one text of each size, every size would be few: only the smallest are copied.
const MOST_ABOVE_LEAST: usize = 8;
const MOST_DEPTH: usize = 100;

impl Blocks {
    /// The block of a rule at a size, if it is small enough.
    pub(crate) fn get(&mut self, tables: &Tables, rule: RuleId, size: usize) -> Option<Arc<Block>> {
        if let Some(known) = self.made.get(&(rule, size)) {
            return known.clone();
        }
        if self.depth == MOST_DEPTH {
            return None;
        }
        let few = size - tables.shape.least_rule[rule] <= MOST_ABOVE_LEAST
            && tables.rule(rule, size) <= &UBig::from(MOST_TEXTS);
        self.depth += 1;
        let block = if few {
            self.make(tables, rule, size)
        } else {
            None
        };
        self.depth -= 1;
        self.made.insert((rule, size), block.clone());
        block
    }

    fn make(&mut self, tables: &Tables, rule: RuleId, size: usize) -> Option<Arc<Block>> {
        let mut cursor = Cursor::new(true);
        let mut text = String::new();
        let mut ends = Vec::new();
        cursor.seek(tables, self, (rule, size), &UBig::ZERO);
        loop {
            text.push_str(cursor.text());
            ends.push(u32::try_from(text.len()).ok()?);
            if text.len() > MOST_BYTES {
                return None;
            }
            if !cursor.step(tables, self) {
                return Some(Arc::new(Block { text, ends }));
            }
        }
    }
}
