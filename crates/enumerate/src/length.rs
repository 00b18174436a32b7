//! The first formula of a length: the longest text of every rule and size tells where it can be.

use crate::enumerator::{EnumerateError, Enumerator, LARGEST_SIZE};
use crate::grammar::RuleId;
use crate::shape::ProductId;
use crate::tables::Tables;
use dashu_int::UBig;

/// The longest text by rule or product and size; `None` where there is no text.
struct Longest {
    rules: Vec<Vec<Option<usize>>>,
    products: Vec<Vec<Option<usize>>>,
}

impl Enumerator {
    /// The first index whose formula has at least so many bytes.
    pub fn first_of_length(&mut self, bytes: usize) -> Result<UBig, EnumerateError> {
        let mut longest = Longest {
            rules: vec![Vec::new(); self.tables.shape.least_rule.len()],
            products: vec![Vec::new(); self.tables.shape.products.len()],
        };
        // The space after the last token is not part of the formula.
        let needed = if bytes == 0 { 0 } else { bytes + 1 };
        let start = self.tables.grammar.start;
        let mut most = 0;
        for size in 0..=self.tables.shape.largest.unwrap_or(LARGEST_SIZE) {
            longest.extend(&self.tables, size);
            if let Some(length) = longest.rules[start][size] {
                most = most.max(length);
                if length >= needed {
                    self.tables.extend(size);
                    let text = longest.first(&self.tables, size, needed);
                    return self.rank(&text).ok_or(EnumerateError::NoneSoLong {
                        bytes,
                        longest: most.saturating_sub(1),
                    });
                }
            }
        }
        Err(EnumerateError::NoneSoLong {
            bytes,
            longest: most.saturating_sub(1),
        })
    }
}

impl Longest {
    fn extend(&mut self, tables: &Tables, size: usize) {
        for &rule in &tables.shape.order {
            let alternatives = 0..tables.grammar.rules[rule].alternatives.len();
            let longest = alternatives
                .filter_map(|a| {
                    if let Some(product) = tables.shape.product_of[rule][a]
                        && let Some(rest) =
                            size.checked_sub(tables.grammar.rules[rule].alternatives[a].cost)
                    {
                        self.extend_product(tables, product, rest);
                    }
                    self.alternative(tables, (rule, a), size)
                })
                .max();
            self.rules[rule].push(longest);
        }
    }

    fn extend_product(&mut self, tables: &Tables, product: ProductId, size: usize) {
        let shape = &tables.shape;
        let (Some(left), right) = (shape.products[product].left, shape.products[product].right)
        else {
            return;
        };
        for size in self.products[product].len()..=size {
            let mut best = None;
            if let Some(most) = size.checked_sub(shape.least_rule[right]) {
                self.extend_product(tables, left, most);
                let pairs = (shape.least_product[left]..=most).filter_map(|i| {
                    Some(self.product(tables, left, i)? + self.rules[right][size - i]?)
                });
                best = pairs.max();
            }
            self.products[product].push(best);
        }
    }

    fn product(&self, tables: &Tables, product: ProductId, size: usize) -> Option<usize> {
        match tables.shape.products[product].left {
            None => self.rules[tables.shape.products[product].right]
                .get(size)
                .copied()?,
            Some(_) => self.products[product].get(size).copied()?,
        }
    }

    /// The longest text of an alternative of a size.
    fn alternative(
        &self,
        tables: &Tables,
        (rule, alternative): (RuleId, usize),
        size: usize,
    ) -> Option<usize> {
        let choice = &tables.grammar.rules[rule].alternatives[alternative];
        let rest = size.checked_sub(choice.cost)?;
        let segments: usize = choice.segments.iter().map(String::len).sum();
        match tables.shape.product_of[rule][alternative] {
            None => (rest == 0).then_some(segments),
            Some(product) => Some(segments + self.product(tables, product, rest)?),
        }
    }

    /// The first formula of a size with so many bytes, the space at its end with them.
    fn first(&self, tables: &Tables, size: usize, needed: usize) -> String {
        enum Open {
            Text(RuleId, usize, usize),
            Slot(RuleId, usize),
        }
        let start = tables.grammar.start;
        let mut text = String::new();
        let mut open = vec![Open::Slot(start, size)];
        // The longest that all open parts can become.
        let mut rest = self.rules[start][size].unwrap_or(0);
        while let Some(part) = open.pop() {
            match part {
                Open::Text(rule, alternative, segment) => {
                    let segments = &tables.grammar.rules[rule].alternatives[alternative].segments;
                    text.push_str(&segments[segment]);
                    rest -= segments[segment].len();
                }
                Open::Slot(rule, size) => {
                    rest -= self.rules[rule][size].unwrap_or(0);
                    let here = needed.saturating_sub(text.len() + rest);
                    let (alternative, sizes) = self.choose(tables, rule, size, here);
                    rest += self
                        .alternative(tables, (rule, alternative), size)
                        .unwrap_or(0);
                    // The longest of this alternative may have another division of the size.
                    let choice = &tables.grammar.rules[rule].alternatives[alternative];
                    let product = tables.shape.product_of[rule][alternative];
                    if let Some(product) = product {
                        rest -= self
                            .product(tables, product, size - choice.cost)
                            .unwrap_or(0);
                        let slots = choice.slots.iter().zip(&sizes);
                        rest += slots.filter_map(|(&s, &n)| self.rules[s][n]).sum::<usize>();
                    }
                    for slot in (0..choice.slots.len()).rev() {
                        open.push(Open::Text(rule, alternative, slot + 1));
                        open.push(Open::Slot(choice.slots[slot], sizes[slot]));
                    }
                    open.push(Open::Text(rule, alternative, 0));
                }
            }
        }
        text
    }

    /// The first alternative of a rule, and division of its size, that can be so long.
    fn choose(
        &self,
        tables: &Tables,
        rule: RuleId,
        size: usize,
        needed: usize,
    ) -> (usize, Vec<usize>) {
        let long_enough = |&a: &usize| {
            self.alternative(tables, (rule, a), size)
                .is_some_and(|length| length >= needed)
        };
        let alternatives = &tables.grammar.rules[rule].alternatives;
        let alternative = (0..alternatives.len()).find(long_enough).unwrap_or(0);
        let choice = &alternatives[alternative];
        let segments: usize = choice.segments.iter().map(String::len).sum();
        let mut needed = needed.saturating_sub(segments);
        let mut sizes = vec![0; choice.slots.len()];
        let mut size = size - choice.cost;
        let mut next = tables.shape.product_of[rule][alternative];
        for slot in (0..sizes.len()).rev() {
            let Some(product) = next else { break };
            let right = tables.shape.products[product].right;
            next = tables.shape.products[product].left;
            let Some(left) = next else {
                sizes[slot] = size;
                break;
            };
            let together = |i: usize| {
                Some(self.product(tables, left, i)? + (*self.rules[right].get(size - i)?)?)
            };
            let split = (0..=size).find(|&i| together(i).is_some_and(|length| length >= needed));
            let split = split.unwrap_or(0);
            sizes[slot] = size - split;
            needed = needed.saturating_sub(self.rules[right][size - split].unwrap_or(0));
            size = split;
        }
        (alternative, sizes)
    }
}
