//! Exact counts: how many texts of each size every rule and every product has.

use crate::grammar::{Grammar, RuleId};
use crate::shape::{ProductId, Shape};
use dashu_int::UBig;

/// Tables of counts, made size by size as far as they are asked for.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    rules: Vec<Vec<UBig>>,
    products: Vec<Vec<UBig>>,
    /// `cumulative[n]`: how many formulas have a size below or equal n.
    cumulative: Vec<UBig>,
}

impl Counts {
    pub(crate) fn new(shape: &Shape) -> Self {
        Counts {
            rules: vec![Vec::new(); shape.least_rule.len()],
            products: vec![Vec::new(); shape.products.len()],
            cumulative: Vec::new(),
        }
    }

    /// How many sizes are counted: 0 up to below this.
    pub(crate) fn sizes(&self) -> usize {
        self.cumulative.len()
    }

    /// Texts of a rule of one size. The size must have been counted.
    pub(crate) fn rule(&self, rule: RuleId, size: usize) -> &UBig {
        &self.rules[rule][size]
    }

    /// Texts of a product of one size. The size must have been counted for the rules.
    pub(crate) fn product(&self, shape: &Shape, product: ProductId, size: usize) -> &UBig {
        const NONE: &UBig = &UBig::ZERO;
        match shape.products[product].left {
            None => self.rules[shape.products[product].right].get(size),
            Some(_) => self.products[product].get(size),
        }
        .unwrap_or(NONE)
    }

    /// Formulas up to and with a size.
    pub(crate) fn cumulative(&self, size: usize) -> &UBig {
        &self.cumulative[size]
    }

    /// Counts all sizes up to and with `size`.
    pub(crate) fn extend(&mut self, grammar: &Grammar, shape: &Shape, size: usize) {
        while self.sizes() <= size {
            self.count_one_more(grammar, shape);
        }
    }

    fn count_one_more(&mut self, grammar: &Grammar, shape: &Shape) {
        let size = self.sizes();
        for &rule in &shape.order {
            let mut sum = UBig::ZERO;
            for (position, alternative) in grammar.rules[rule].alternatives.iter().enumerate() {
                let Some(rest) = size.checked_sub(alternative.cost) else {
                    continue;
                };
                match shape.product_of[rule][position] {
                    None if rest == 0 => sum += UBig::ONE,
                    None => {}
                    Some(product) => {
                        self.extend_product(shape, product, rest);
                        sum += self.product(shape, product, rest);
                    }
                }
            }
            self.rules[rule].push(sum);
        }
        let before = self.cumulative.last().cloned().unwrap_or_default();
        self.cumulative
            .push(before + &self.rules[grammar.start][size]);
    }

    pub(crate) fn extend_product(&mut self, shape: &Shape, product: ProductId, size: usize) {
        let Some(left) = shape.products[product].left else {
            return;
        };
        if self.products[product].len() > size {
            return;
        }
        if let Some(most) = size.checked_sub(shape.least_rule[shape.products[product].right]) {
            self.extend_product(shape, left, most);
        }
        for size in self.products[product].len()..=size {
            let count = self.convolve(shape, product, left, size);
            self.products[product].push(count);
        }
    }

    /// The sum over all splits of a size into the left part's and the right part's.
    fn convolve(&self, shape: &Shape, product: ProductId, left: ProductId, size: usize) -> UBig {
        let right = shape.products[product].right;
        let (least_left, least_right) = (shape.least_product[left], shape.least_rule[right]);
        let Some(most_left) = size.checked_sub(least_right) else {
            return UBig::ZERO;
        };
        let is_square = shape.products[left].left.is_none() && shape.products[left].right == right;
        let mut sum = UBig::ZERO;
        let add = |sum: &mut UBig, i: usize| {
            let a = self.product(shape, left, i);
            let b = &self.rules[right][size - i];
            if !a.is_zero() && !b.is_zero() {
                *sum += a * b;
            }
        };
        if is_square {
            // Half of the products are the other half's, mirrored.
            for i in least_left..size.div_ceil(2) {
                add(&mut sum, i);
            }
            sum <<= 1;
            if size.is_multiple_of(2) && size / 2 >= least_left {
                add(&mut sum, size / 2);
            }
        } else {
            for i in least_left..=most_left {
                add(&mut sum, i);
            }
        }
        sum
    }
}
