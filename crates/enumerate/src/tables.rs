//! A grammar with its shape and its counts.

use crate::counts::Counts;
use crate::grammar::{Grammar, RuleId};
use crate::shape::{ProductId, Shape};
use dashu_int::UBig;

/// All that cursors read.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) grammar: Grammar,
    pub(crate) shape: Shape,
    pub(crate) counts: Counts,
}

impl Tables {
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let shape = Shape::of(grammar);
        let counts = Counts::new(&shape);
        Tables {
            grammar: grammar.clone(),
            shape,
            counts,
        }
    }

    pub(crate) fn rule(&self, rule: RuleId, size: usize) -> &UBig {
        self.counts.rule(rule, size)
    }

    pub(crate) fn product(&self, product: ProductId, size: usize) -> &UBig {
        self.counts.product(&self.shape, product, size)
    }

    /// Counts all sizes up to and with `size`.
    pub(crate) fn extend(&mut self, size: usize) {
        self.counts.extend(&self.grammar, &self.shape, size);
    }

    /// Counts a product up to and with `size`, whether an alternative of that size needs it or not.
    pub(crate) fn extend_product(&mut self, product: ProductId, size: usize) {
        self.counts.extend_product(&self.shape, product, size);
    }
}
