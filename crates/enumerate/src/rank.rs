//! The index of a formula: its text is parsed by the grammar, and the derivation is counted.
//!
//! The chart is filled from the last position to the first, so that nothing recurses however deep
//! the formula is. Where a text has several derivations the first index counts.

use crate::enumerator::Enumerator;
use crate::grammar::RuleId;
use crate::lexeme::lexemes;
use crate::shape::ProductId;
use crate::tables::Tables;
use dashu_int::UBig;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A way to read a rule from some position on.
#[derive(Clone, Debug)]
struct Reading {
    end: usize,
    size: usize,
    rank: UBig,
}

impl Enumerator {
    /// The first index at which a formula stands, whatever its white space; `None` where the
    /// grammar does not derive it.
    pub fn rank(&mut self, formula: &str) -> Option<UBig> {
        let tables = &self.tables;
        let vocabulary = self
            .vocabulary
            .get_or_insert_with(|| Arc::new(Vocabulary::of(tables)));
        let vocabulary = Arc::clone(vocabulary);
        let words = vocabulary.words(formula)?;
        let mut chart: Vec<Vec<Vec<Reading>>> =
            vec![vec![Vec::new(); tables.grammar.rules.len()]; words.len() + 1];
        for position in (0..=words.len()).rev() {
            fill(&mut self.tables, &vocabulary, &words, &mut chart, position);
        }
        let whole = chart[0][self.tables.grammar.start].iter();
        let first = whole
            .filter(|reading| reading.end == words.len())
            .min_by(|a, b| (a.size, &a.rank).cmp(&(b.size, &b.rank)))?;
        let (size, rank) = (first.size, first.rank.clone());
        Some(self.count_below(size) + rank)
    }
}

/// An alternative as a parser sees it.
#[derive(Debug)]
struct Shown {
    rule: RuleId,
    alternative: usize,
    segments: Vec<Vec<u32>>,
    /// The product of the first slot, of the first two, …
    products: Vec<ProductId>,
}

/// The lexemes of a grammar, numbered, and its alternatives by the lexeme they start with.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    numbers: FxHashMap<String, u32>,
    by_first: Vec<Vec<Shown>>,
    /// Alternatives that start with a slot, or have no text at all.
    others: Vec<Shown>,
}

impl Vocabulary {
    fn of(tables: &Tables) -> Self {
        let mut vocabulary = Vocabulary {
            numbers: FxHashMap::default(),
            by_first: Vec::new(),
            others: Vec::new(),
        };
        for (rule, alternatives) in tables.grammar.rules.iter().enumerate() {
            for (alternative, choice) in alternatives.alternatives.iter().enumerate() {
                let segments = choice.segments.iter();
                let shown = Shown {
                    rule,
                    alternative,
                    segments: segments.map(|text| vocabulary.learn(text)).collect(),
                    products: prefixes(tables, rule, alternative),
                };
                match shown.segments[0].first() {
                    Some(&word) => vocabulary.by_first[word as usize].push(shown),
                    None => vocabulary.others.push(shown),
                }
            }
        }
        vocabulary
    }

    fn learn(&mut self, text: &str) -> Vec<u32> {
        let number = |word: &str| {
            let next = self.by_first.len() as u32;
            *self.numbers.entry(word.to_string()).or_insert_with(|| {
                self.by_first.push(Vec::new());
                next
            })
        };
        lexemes(text).into_iter().map(number).collect()
    }

    /// A formula's lexemes; `None` where one is not the grammar's.
    fn words(&self, formula: &str) -> Option<Vec<u32>> {
        let words = lexemes(formula);
        words
            .into_iter()
            .map(|word| self.numbers.get(word).copied())
            .collect()
    }
}

/// Finds all readings that start at a position. Those that start with a slot come last, until
/// there are no more: a rule may start with another one at the same position.
fn fill(
    tables: &mut Tables,
    vocabulary: &Vocabulary,
    words: &[u32],
    chart: &mut [Vec<Vec<Reading>>],
    position: usize,
) {
    if let Some(&word) = words.get(position) {
        for shown in &vocabulary.by_first[word as usize] {
            for reading in read(tables, shown, words, chart, position) {
                insert(&mut chart[position][shown.rule], reading);
            }
        }
    }
    let mut changed = true;
    while changed {
        changed = false;
        for shown in &vocabulary.others {
            for reading in read(tables, shown, words, chart, position) {
                changed |= insert(&mut chart[position][shown.rule], reading);
            }
        }
    }
}

fn insert(readings: &mut Vec<Reading>, new: Reading) -> bool {
    let same = |old: &&mut Reading| old.end == new.end && old.size == new.size;
    match readings.iter_mut().find(same) {
        Some(old) if old.rank <= new.rank => false,
        Some(old) => {
            *old = new;
            true
        }
        None => {
            readings.push(new);
            true
        }
    }
}

/// The readings of one alternative at a position.
fn read(
    tables: &mut Tables,
    shown: &Shown,
    words: &[u32],
    chart: &[Vec<Vec<Reading>>],
    position: usize,
) -> Vec<Reading> {
    let segments = &shown.segments;
    if !words[position..].starts_with(&segments[0]) {
        return Vec::new();
    }
    let mut partial = vec![Reading {
        end: position + segments[0].len(),
        size: 0,
        rank: UBig::ZERO,
    }];
    for (slot, &product) in shown.products.iter().enumerate() {
        let slot_rule = tables.shape.products[product].right;
        let mut longer = Vec::new();
        for left in &partial {
            for right in &chart[left.end][slot_rule] {
                if words[right.end..].starts_with(&segments[slot + 1]) {
                    longer.push(Reading {
                        end: right.end + segments[slot + 1].len(),
                        ..join(tables, product, left, right)
                    });
                }
            }
        }
        partial = longer;
    }
    let (rule, alternative) = (shown.rule, shown.alternative);
    let cost = tables.grammar.rules[rule].alternatives[alternative].cost;
    for reading in &mut partial {
        reading.size += cost;
        tables.extend(reading.size);
        reading.rank += count_before(tables, rule, alternative, reading.size);
    }
    partial
}

/// The product of the first slot, of the first two, … of an alternative.
fn prefixes(tables: &Tables, rule: RuleId, alternative: usize) -> Vec<ProductId> {
    let mut out = Vec::new();
    let mut next = tables.shape.product_of[rule][alternative];
    while let Some(product) = next {
        out.push(product);
        next = tables.shape.products[product].left;
    }
    out.reverse();
    out
}

/// The rank of a pair in a product, whose left part's rank is known.
fn join(tables: &mut Tables, product: ProductId, left: &Reading, right: &Reading) -> Reading {
    let size = left.size + right.size;
    let rank = match tables.shape.products[product].left {
        None => right.rank.clone(),
        Some(left_product) => {
            tables.extend(size);
            tables.extend_product(product, size);
            let right_rule = tables.shape.products[product].right;
            let count =
                |i: usize| tables.product(left_product, i) * tables.rule(right_rule, size - i);
            let before = if left.size <= size / 2 {
                (0..left.size).map(count).sum::<UBig>()
            } else {
                tables.product(product, size) - (left.size..=size).map(count).sum::<UBig>()
            };
            before + &left.rank * tables.rule(right_rule, right.size) + &right.rank
        }
    };
    Reading { end: 0, size, rank }
}

/// How many texts of a size the alternatives before this one have.
fn count_before(tables: &Tables, rule: RuleId, alternative: usize, size: usize) -> UBig {
    let mut sum = UBig::ZERO;
    for before in 0..alternative {
        let cost = tables.grammar.rules[rule].alternatives[before].cost;
        let Some(rest) = size.checked_sub(cost) else {
            continue;
        };
        match tables.shape.product_of[rule][before] {
            None => sum += UBig::from(rest == 0),
            Some(product) => sum += tables.product(product, rest),
        }
    }
    sum
}
