//! A place in the enumeration of one rule at one size, and the step to the next.
//!
//! The derivation is a stack of frames in the order in which the text is written. The order of
//! the enumeration makes the rightmost part change fastest, so that a step drops frames from the
//! end until one has a next choice, and writes the text anew from there. Parts with few texts are
//! written once and copied ([`Blocks`]).

use crate::blocks::{Block, Blocks};
use crate::grammar::{Alternative, RuleId};
use crate::seek;
use crate::splits;
use crate::tables::Tables;
use dashu_int::UBig;
use std::sync::Arc;

/// One rule's part of the derivation.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) rule: RuleId,
    pub(crate) size: usize,
    /// The frame above and which of its slots this is; the root's is not used.
    parent: usize,
    slot: usize,
    pub(crate) choice: Choice,
    /// Where the text starts.
    text: usize,
}

/// What a frame stands at.
#[derive(Clone, Debug)]
pub(crate) enum Choice {
    /// An alternative, and where the sizes of its slots are.
    Alternative { position: usize, sizes: usize },
    /// The n-th text of a block.
    Block { block: Arc<Block>, position: usize },
}

/// A place in the enumeration of one rule at one size.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    frames: Vec<Frame>,
    sizes: Vec<usize>,
    /// While a place is sought: the index of each slot, beside its size.
    indices: Vec<UBig>,
    text: String,
    /// The text after the last frame's.
    tail: String,
    /// Blocks may stand below the root only, as a block is made by a cursor of its own root.
    with_blocks: bool,
}

impl Cursor {
    /// A cursor that stands nowhere. Without blocks every rule has a frame of its own.
    pub(crate) fn new(with_blocks: bool) -> Self {
        Cursor {
            frames: Vec::new(),
            sizes: Vec::new(),
            indices: Vec::new(),
            text: String::new(),
            tail: String::new(),
            with_blocks,
        }
    }

    /// The text here, with a space after each token.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The frames in the order of the text.
    pub(crate) fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The sizes of the slots of a frame's alternative.
    pub(crate) fn sizes(&self, from: usize, slots: usize) -> &[usize] {
        &self.sizes[from..from + slots]
    }

    /// Goes to the text number `index` of a rule at a size; there must be so many.
    pub(crate) fn seek(
        &mut self,
        tables: &Tables,
        blocks: &mut Blocks,
        (rule, size): (RuleId, usize),
        index: &UBig,
    ) {
        self.frames.clear();
        self.sizes.clear();
        self.indices.clear();
        self.text.clear();
        self.enter(tables, blocks, (rule, size), (0, 0), Some(index.clone()));
        self.complete(tables, blocks, true);
        self.indices.clear();
    }

    /// Goes to the next text of the same size; false at the end.
    pub(crate) fn step(&mut self, tables: &Tables, blocks: &mut Blocks) -> bool {
        if let Some(frame) = self.frames.last_mut()
            && let Choice::Block { block, position } = &mut frame.choice
            && *position + 1 < block.len()
        {
            *position += 1;
            self.text.truncate(frame.text);
            self.text.push_str(block.text(*position));
            self.text.push_str(&self.tail);
            return true;
        }
        self.step_far(tables, blocks)
    }

    fn step_far(&mut self, tables: &Tables, blocks: &mut Blocks) -> bool {
        while let Some(last) = self.frames.len().checked_sub(1) {
            if self.advance(tables, last) {
                self.text.truncate(self.frames[last].text);
                self.write_first_segment(tables, last);
                self.complete(tables, blocks, false);
                return true;
            }
            if let Choice::Alternative { sizes, .. } = self.frames[last].choice {
                self.sizes.truncate(sizes);
            }
            self.frames.pop();
        }
        false
    }

    /// Moves the last frame to its next choice; its slots are not entered yet.
    fn advance(&mut self, tables: &Tables, last: usize) -> bool {
        let frame = &mut self.frames[last];
        match &mut frame.choice {
            Choice::Block { block, position } => {
                *position += 1;
                *position < block.len()
            }
            Choice::Alternative { position, sizes } => {
                let rule = &tables.grammar.rules[frame.rule];
                let products = &tables.shape.product_of[frame.rule];
                let slots = rule.alternatives[*position].slots.len();
                self.sizes.truncate(*sizes + slots);
                if let Some(product) = products[*position]
                    && splits::next(tables, product, &mut self.sizes[*sizes..])
                {
                    return true;
                }
                self.sizes.truncate(*sizes);
                for next in *position + 1..rule.alternatives.len() {
                    if splits::first_of(tables, frame.rule, next, frame.size, &mut self.sizes) {
                        *position = next;
                        return true;
                    }
                }
                false
            }
        }
    }

    /// Pushes a frame for a rule at a size, at its first text or at the one with an index.
    fn enter(
        &mut self,
        tables: &Tables,
        blocks: &mut Blocks,
        (rule, size): (RuleId, usize),
        (parent, slot): (usize, usize),
        index: Option<UBig>,
    ) {
        let is_root = self.frames.is_empty();
        let block = if self.with_blocks && !is_root {
            blocks.get(tables, rule, size)
        } else {
            None
        };
        let choice = match (block, index) {
            (Some(block), index) => {
                let position = index.and_then(|index| usize::try_from(&index).ok());
                Choice::Block {
                    block,
                    position: position.unwrap_or(0),
                }
            }
            (None, Some(index)) => {
                let sizes = self.sizes.len();
                self.indices.resize(sizes, UBig::ZERO);
                let position = seek::choose(
                    tables,
                    (rule, size),
                    index,
                    &mut self.sizes,
                    &mut self.indices,
                );
                Choice::Alternative { position, sizes }
            }
            (None, None) => {
                let sizes = self.sizes.len();
                let alternatives = tables.grammar.rules[rule].alternatives.len();
                let first = (0..alternatives)
                    .find(|&a| splits::first_of(tables, rule, a, size, &mut self.sizes));
                Choice::Alternative {
                    position: first.unwrap_or(0),
                    sizes,
                }
            }
        };
        self.frames.push(Frame {
            rule,
            size,
            parent,
            slot,
            choice,
            text: self.text.len(),
        });
        self.write_first_segment(tables, self.frames.len() - 1);
    }

    fn write_first_segment(&mut self, tables: &Tables, frame: usize) {
        let Frame { rule, choice, .. } = &self.frames[frame];
        match choice {
            Choice::Block { block, position } => self.text.push_str(block.text(*position)),
            Choice::Alternative { position, .. } => {
                let alternative = &tables.grammar.rules[*rule].alternatives[*position];
                self.text.push_str(&alternative.segments[0]);
            }
        }
    }

    fn alternative<'t>(
        &self,
        tables: &'t Tables,
        frame: usize,
    ) -> Option<(&'t Alternative, usize)> {
        match self.frames[frame].choice {
            Choice::Block { .. } => None,
            Choice::Alternative { position, sizes } => {
                let rule = &tables.grammar.rules[self.frames[frame].rule];
                Some((&rule.alternatives[position], sizes))
            }
        }
    }

    /// Writes all that comes after the last frame's first segment: its slots, then what its
    /// parents still have.
    fn complete(&mut self, tables: &Tables, blocks: &mut Blocks, sought: bool) {
        let mut current = self.frames.len() - 1;
        let mut next_slot = 0;
        let mut end_of_last = self.text.len();
        loop {
            match self.alternative(tables, current) {
                Some((alternative, sizes)) if next_slot < alternative.slots.len() => {
                    let at = sizes + next_slot;
                    let child = (alternative.slots[next_slot], self.sizes[at]);
                    let index = sought.then(|| std::mem::take(&mut self.indices[at]));
                    self.enter(tables, blocks, child, (current, next_slot), index);
                    current = self.frames.len() - 1;
                    next_slot = 0;
                    end_of_last = self.text.len();
                    continue;
                }
                _ => {}
            }
            if current == 0 {
                break;
            }
            let Frame { parent, slot, .. } = self.frames[current];
            if let Some((alternative, _)) = self.alternative(tables, parent) {
                self.text.push_str(&alternative.segments[slot + 1]);
            }
            current = parent;
            next_slot = slot + 1;
        }
        self.tail.clear();
        self.tail.push_str(&self.text[end_of_last..]);
    }
}
