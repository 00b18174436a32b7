//! How a size is divided among the slots of an alternative, in order.
//!
//! A product is left-nested: first by the size of the whole left part, ascending, then within the
//! left part in the same way. So the sizes of three slots of sum n go by (s1 + s2), then by s1.

use crate::grammar::{Alternative, RuleId};
use crate::shape::ProductId;
use crate::tables::Tables;

/// Appends the first division of a size among an alternative's slots; false where there is none.
pub(crate) fn first_of(
    tables: &Tables,
    rule: RuleId,
    alternative: usize,
    size: usize,
    sizes: &mut Vec<usize>,
) -> bool {
    let Alternative { cost, slots, .. } = &tables.grammar.rules[rule].alternatives[alternative];
    let Some(rest) = size.checked_sub(*cost) else {
        return false;
    };
    match tables.shape.product_of[rule][alternative] {
        None => rest == 0,
        Some(product) if tables.product(product, rest).is_zero() => false,
        Some(product) => {
            let from = sizes.len();
            sizes.resize(from + slots.len(), 0);
            first(tables, product, rest, &mut sizes[from..]);
            true
        }
    }
}

/// The first division of a size that the product has texts of.
fn first(tables: &Tables, product: ProductId, size: usize, sizes: &mut [usize]) {
    let (mut product, mut size, mut slot) = (product, size, sizes.len() - 1);
    while let Some(left) = tables.shape.products[product].left {
        let right = tables.shape.products[product].right;
        let from = tables.shape.least_product[left];
        let split = (from..=size)
            .find(|&i| fits(tables, left, right, i, size))
            .unwrap_or(from);
        sizes[slot] = size - split;
        (product, size, slot) = (left, split, slot - 1);
    }
    sizes[slot] = size;
}

fn fits(tables: &Tables, left: ProductId, right: RuleId, left_size: usize, size: usize) -> bool {
    !tables.product(left, left_size).is_zero() && !tables.rule(right, size - left_size).is_zero()
}

/// The next division of the same sum; false after the last.
pub(crate) fn next(tables: &Tables, product: ProductId, sizes: &mut [usize]) -> bool {
    let Some(left) = tables.shape.products[product].left else {
        return false;
    };
    let right = tables.shape.products[product].right;
    let (left_sizes, last) = sizes.split_at_mut(sizes.len() - 1);
    if next(tables, left, left_sizes) {
        return true;
    }
    let left_size: usize = left_sizes.iter().sum();
    let size = left_size + last[0];
    for split in left_size + 1..=size {
        if fits(tables, left, right, split, size) {
            last[0] = size - split;
            first(tables, left, split, left_sizes);
            return true;
        }
    }
    false
}
