//! From an index to choices: which alternative, which division of the size, which text of each slot.

use crate::grammar::RuleId;
use crate::shape::ProductId;
use crate::tables::Tables;
use dashu_base::DivRem;
use dashu_int::UBig;

/// The alternative of a rule that has the text number `index` of a size. Appends the sizes of its
/// slots and the index of each slot's text.
pub(crate) fn choose(
    tables: &Tables,
    (rule, size): (RuleId, usize),
    mut index: UBig,
    sizes: &mut Vec<usize>,
    indices: &mut Vec<UBig>,
) -> usize {
    let from = sizes.len();
    let alternatives = &tables.grammar.rules[rule].alternatives;
    for (position, alternative) in alternatives.iter().enumerate() {
        let Some(rest) = size.checked_sub(alternative.cost) else {
            continue;
        };
        match tables.shape.product_of[rule][position] {
            None if rest > 0 => {}
            None if index.is_zero() => return position,
            None => index -= UBig::ONE,
            Some(product) => {
                let count = tables.product(product, rest);
                if index < *count {
                    sizes.resize(from + alternative.slots.len(), 0);
                    indices.resize(from + alternative.slots.len(), UBig::ZERO);
                    divide(
                        tables,
                        product,
                        rest,
                        index,
                        &mut sizes[from..],
                        &mut indices[from..],
                    );
                    return position;
                }
                index -= count;
            }
        }
    }
    unreachable!("the index of a text is below the count of its rule and size")
}

/// Divides a product's size and index among its slots.
fn divide(
    tables: &Tables,
    mut product: ProductId,
    mut size: usize,
    mut index: UBig,
    sizes: &mut [usize],
    indices: &mut [UBig],
) {
    let mut slot = sizes.len() - 1;
    while let Some(left) = tables.shape.products[product].left {
        let right = tables.shape.products[product].right;
        let (split, rest) = split_at(tables, product, left, size, index);
        let (left_index, right_index) = rest.div_rem(tables.rule(right, size - split));
        sizes[slot] = size - split;
        indices[slot] = right_index;
        (product, size, index, slot) = (left, split, left_index, slot - 1);
    }
    sizes[slot] = size;
    indices[slot] = index;
}

/// The size of the left part at an index, and the index within that split. Looks from both ends
/// in turn, as most splits are uneven.
fn split_at(
    tables: &Tables,
    product: ProductId,
    left: ProductId,
    size: usize,
    index: UBig,
) -> (usize, UBig) {
    let right = tables.shape.products[product].right;
    let count = |split: usize| tables.product(left, split) * tables.rule(right, size - split);
    let mut low = tables.shape.least_product[left];
    let mut high = size - tables.shape.least_rule[right];
    let mut from_low = index;
    // What lies between the index and the end, the index's own text with it.
    let mut from_high = tables.product(product, size) - &from_low;
    loop {
        let low_count = count(low);
        if from_low < low_count {
            return (low, from_low);
        }
        from_low -= low_count;
        low += 1;
        let high_count = count(high);
        if from_high <= high_count {
            return (high, high_count - from_high);
        }
        from_high -= high_count;
        high -= 1;
    }
}
