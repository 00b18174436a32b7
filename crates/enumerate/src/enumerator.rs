//! All formulas of a grammar, numbered from 0 in order of size.

use crate::blocks::Blocks;
use crate::cursor::Cursor;
use crate::grammar::Grammar;
use crate::rank::Vocabulary;
use crate::tables::Tables;
use dashu_int::UBig;
use std::ops::RangeInclusive;
use std::sync::Arc;
use thiserror::Error;

/// Why a formula cannot be given.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum EnumerateError {
    /// The grammar is finite and the index too large.
    #[error(
        "there is no formula {index}: the grammar is finite and has {total} formulas, \
         numbered from 0"
    )]
    BeyondLast {
        /// The index asked for.
        index: UBig,
        /// How many formulas there are.
        total: UBig,
    },
    /// The grammar has so few formulas of each size that the index is out of reach.
    #[error("formula {index} is larger than size {largest}, the largest that is counted")]
    OutOfReach {
        /// The index asked for.
        index: UBig,
        /// The largest size that we count.
        largest: usize,
    },
    /// No formula has such a size.
    #[error("the grammar has no formula of a size from {from} to {to}")]
    NoSuchSize {
        /// The least size asked for.
        from: usize,
        /// The largest size asked for.
        to: usize,
    },
    /// All formulas are shorter.
    #[error("no formula of the grammar has {bytes} bytes: the longest has {longest}")]
    NoneSoLong {
        /// The bytes asked for.
        bytes: usize,
        /// The longest formula's bytes.
        longest: usize,
    },
}

/// Larger sizes are not counted: a table of them would outgrow memory long before.
pub(crate) const LARGEST_SIZE: usize = 20_000;

/// All formulas of a grammar, with the counts that random access needs.
#[derive(Clone, Debug)]
pub struct Enumerator {
    pub(crate) tables: Tables,
    pub(crate) blocks: Blocks,
    /// What ranking needs, made when it is first needed.
    pub(crate) vocabulary: Option<Arc<Vocabulary>>,
}

impl Enumerator {
    /// The formulas of a grammar. Counts are made when they are first needed.
    pub fn new(grammar: &Grammar) -> Self {
        Enumerator {
            tables: Tables::new(grammar),
            blocks: Blocks::default(),
            vocabulary: None,
        }
    }

    /// How many formulas have a size.
    pub fn count_of_size(&mut self, size: usize) -> UBig {
        self.tables.extend(size);
        self.tables.rule(self.tables.grammar.start, size).clone()
    }

    /// How many formulas have this size or a smaller one.
    pub fn count_up_to(&mut self, size: usize) -> UBig {
        self.tables.extend(size);
        self.tables.counts.cumulative(size).clone()
    }

    /// How many formulas there are; `None` where there is no end of them.
    pub fn total(&mut self) -> Option<UBig> {
        let largest = self.tables.shape.largest?;
        Some(self.count_up_to(largest))
    }

    /// The size of the largest formula; `None` where there is no end of them.
    pub fn largest_size(&self) -> Option<usize> {
        self.tables.shape.largest
    }

    /// The size of the smallest formula.
    pub fn least_size(&self) -> usize {
        self.tables.shape.least_rule[self.tables.grammar.start]
    }

    /// The size of the formula at an index.
    pub fn size_at(&mut self, index: &UBig) -> Result<usize, EnumerateError> {
        let mut size = match self.tables.counts.sizes().checked_sub(1) {
            Some(last) if index < self.tables.counts.cumulative(last) => {
                // Already counted: the first size whose cumulative count passes the index.
                let sizes: Vec<usize> = (0..=last).collect();
                let before = |&n: &usize| self.tables.counts.cumulative(n) <= index;
                return Ok(sizes.partition_point(before));
            }
            Some(last) => last + 1,
            None => 0,
        };
        loop {
            if let Some(largest) = self.tables.shape.largest
                && size > largest
            {
                let (index, total) = (index.clone(), self.count_up_to(largest));
                return Err(EnumerateError::BeyondLast { index, total });
            }
            if size > LARGEST_SIZE {
                let (index, largest) = (index.clone(), LARGEST_SIZE);
                return Err(EnumerateError::OutOfReach { index, largest });
            }
            if self.count_up_to(size) > *index {
                return Ok(size);
            }
            size += 1;
        }
    }

    /// How many formulas are smaller than a size.
    pub(crate) fn count_below(&mut self, size: usize) -> UBig {
        size.checked_sub(1)
            .map_or(UBig::ZERO, |below| self.count_up_to(below))
    }

    /// Writes the formula at an index over `out`.
    pub fn formula(&mut self, index: &UBig, out: &mut String) -> Result<(), EnumerateError> {
        let formulas = self.iter_from(index.clone())?;
        out.clear();
        out.push_str(formulas.text());
        Ok(())
    }

    /// Formulas one after another, from an index on.
    pub fn iter_from(&mut self, index: UBig) -> Result<Formulas<'_>, EnumerateError> {
        self.iter_with(index, Cursor::new(true))
    }

    pub(crate) fn iter_with(
        &mut self,
        index: UBig,
        mut cursor: Cursor,
    ) -> Result<Formulas<'_>, EnumerateError> {
        let size = self.size_at(&index)?;
        let within = &index - self.count_below(size);
        let root = (self.tables.grammar.start, size);
        cursor.seek(&self.tables, &mut self.blocks, root, &within);
        Ok(Formulas {
            enumerator: self,
            cursor,
            size,
            start: index,
            steps: 0,
            is_fresh: true,
        })
    }

    /// A formula whose index is even among all of these sizes.
    pub fn sample(
        &mut self,
        sizes: RangeInclusive<usize>,
        rng: &mut gadfly_rng::Rng,
    ) -> Result<UBig, EnumerateError> {
        let (from, to) = (*sizes.start(), *sizes.end());
        let below = self.count_below(from);
        let count = self.count_up_to(to.max(from)) - &below;
        if count.is_zero() || to < from {
            return Err(EnumerateError::NoSuchSize { from, to });
        }
        Ok(below + uniform(&count, rng))
    }
}

/// A number below `bound`, each as likely.
fn uniform(bound: &UBig, rng: &mut gadfly_rng::Rng) -> UBig {
    let top = bound - UBig::ONE;
    let bits = dashu_base::BitTest::bit_len(&top);
    loop {
        let mut bytes = vec![0u8; bits.div_ceil(8)];
        for byte in &mut bytes {
            *byte = rng.next_u32() as u8;
        }
        if let (Some(last), spare @ 1..) = (bytes.last_mut(), bits.next_multiple_of(8) - bits) {
            *last &= 0xff >> spare;
        }
        let number = UBig::from_le_bytes(&bytes);
        if number < *bound {
            return number;
        }
    }
}

/// Formulas in order. Each is lent until the next is asked for.
#[derive(Debug)]
pub struct Formulas<'e> {
    enumerator: &'e mut Enumerator,
    cursor: Cursor,
    size: usize,
    start: UBig,
    steps: u64,
    is_fresh: bool,
}

impl Formulas<'_> {
    /// The next formula; `None` after the last of a finite grammar.
    #[expect(
        clippy::should_implement_trait,
        reason = "a lent text outlives no step"
    )]
    pub fn next(&mut self) -> Option<&str> {
        if !self.forward() {
            return None;
        }
        Some(self.text())
    }

    pub(crate) fn forward(&mut self) -> bool {
        if std::mem::take(&mut self.is_fresh) {
            return true;
        }
        let Enumerator { tables, blocks, .. } = &mut *self.enumerator;
        self.steps += 1;
        self.cursor.step(tables, blocks) || self.enter_next_size()
    }

    fn enter_next_size(&mut self) -> bool {
        let Enumerator { tables, blocks, .. } = &mut *self.enumerator;
        let start = tables.grammar.start;
        loop {
            self.size += 1;
            if self.size > tables.shape.largest.unwrap_or(LARGEST_SIZE) {
                return false;
            }
            tables.extend(self.size);
            if !tables.rule(start, self.size).is_zero() {
                let root = (start, self.size);
                self.cursor.seek(tables, blocks, root, &UBig::ZERO);
                return true;
            }
        }
    }

    /// The current formula: a token, a space, a token …
    pub fn text(&self) -> &str {
        let text = self.cursor.text();
        text.strip_suffix(' ').unwrap_or(text)
    }

    /// The current formula's index.
    pub fn index(&self) -> UBig {
        &self.start + self.steps
    }

    /// The current formula's size.
    pub fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn parts(&self) -> (&Enumerator, &Cursor) {
        (self.enumerator, &self.cursor)
    }
}
