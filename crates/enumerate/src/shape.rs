//! What counting needs to know of a grammar: shared products, least sizes, an order of rules.

use crate::grammar::{Grammar, RuleId};
use rustc_hash::FxHashMap;

/// A product's position in [`Shape::products`].
pub(crate) type ProductId = usize;

/// A left-nested product of rules: `left` times `right`, or `right` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Product {
    pub(crate) left: Option<ProductId>,
    pub(crate) right: RuleId,
}

/// The shape of a grammar.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Every prefix of every alternative's slots, each once.
    pub(crate) products: Vec<Product>,
    /// The product of each rule's each alternative; `None` without slots.
    pub(crate) product_of: Vec<Vec<Option<ProductId>>>,
    pub(crate) least_rule: Vec<usize>,
    pub(crate) least_product: Vec<usize>,
    /// Rules in an order in which the counts of one size can be made one after another.
    pub(crate) order: Vec<RuleId>,
    /// The largest size of `start`, where there is one.
    pub(crate) largest: Option<usize>,
}

impl Shape {
    pub(crate) fn of(grammar: &Grammar) -> Self {
        let (products, product_of) = products(grammar);
        let least_rule = least_rules(grammar);
        let mut least_product: Vec<usize> = Vec::with_capacity(products.len());
        for product in &products {
            let left = product.left.map_or(0, |left| least_product[left]);
            least_product.push(left + least_rule[product.right]);
        }
        let order = order(grammar, &least_rule);
        Shape {
            products,
            product_of,
            least_rule,
            least_product,
            order,
            largest: largest(grammar),
        }
    }
}

type ProductOf = Vec<Vec<Option<ProductId>>>;

fn products(grammar: &Grammar) -> (Vec<Product>, ProductOf) {
    let mut products = Vec::new();
    let mut known: FxHashMap<Product, ProductId> = FxHashMap::default();
    let mut intern = |left: Option<ProductId>, right: RuleId| {
        let product = Product { left, right };
        *known.entry(product).or_insert_with(|| {
            products.push(product);
            products.len() - 1
        })
    };
    let product_of = grammar
        .rules
        .iter()
        .map(|rule| {
            rule.alternatives
                .iter()
                .map(|a| {
                    a.slots
                        .iter()
                        .fold(None, |left, &slot| Some(intern(left, slot)))
                })
                .collect()
        })
        .collect();
    (products, product_of)
}

fn least_rules(grammar: &Grammar) -> Vec<usize> {
    // Every rule is productive, so that no rule stays at the marker.
    const UNKNOWN: usize = usize::MAX / 4;
    let mut least = vec![UNKNOWN; grammar.rules.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, rule) in grammar.rules.iter().enumerate() {
            for alternative in &rule.alternatives {
                let slots = alternative.slots.iter().map(|&slot| least[slot]);
                let size = slots.fold(alternative.cost, usize::saturating_add);
                if size < least[id] {
                    least[id] = size;
                    changed = true;
                }
            }
        }
    }
    least
}

/// A rule comes after those whose count of the same size its own count needs.
fn order(grammar: &Grammar, least: &[usize]) -> Vec<RuleId> {
    let needs = |id: RuleId| -> Vec<RuleId> {
        let mut needs = Vec::new();
        for alternative in &grammar.rules[id].alternatives {
            let slots = alternative.slots.iter().map(|&slot| least[slot]);
            let total = slots.fold(alternative.cost, usize::saturating_add);
            needs.extend(
                alternative
                    .slots
                    .iter()
                    .filter(|&&slot| least[slot] == total),
            );
        }
        needs
    };
    let mut order = Vec::with_capacity(grammar.rules.len());
    let mut seen = vec![false; grammar.rules.len()];
    for root in 0..grammar.rules.len() {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let mut path = vec![(root, needs(root))];
        while let Some((id, open)) = path.last_mut() {
            match open.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    path.push((next, needs(next)));
                }
                Some(_) => {}
                None => {
                    order.push(*id);
                    path.pop();
                }
            }
        }
    }
    order
}

/// The size of the largest formula; `None` where a rule reaches itself.
fn largest(grammar: &Grammar) -> Option<usize> {
    // Without recursion the longest chain of rules is no longer than the number of rules, so
    // that this many rounds settle every rule; what still grows then is recursive.
    let mut largest = vec![0; grammar.rules.len()];
    for _ in 0..=grammar.rules.len() {
        let mut changed = false;
        for (id, rule) in grammar.rules.iter().enumerate() {
            for alternative in &rule.alternatives {
                let slots = alternative.slots.iter().map(|&slot| largest[slot]);
                let size = slots.fold(alternative.cost, usize::saturating_add);
                if size > largest[id] {
                    largest[id] = size;
                    changed = true;
                }
            }
        }
        if !changed {
            return Some(largest[grammar.start]);
        }
    }
    None
}
