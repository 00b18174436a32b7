//! Narrows bit-vectors and floats, everywhere in the script at once.

use crate::bits::{bits_of, bits_of_number, shortest};
use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct NarrowSort;

type Format = (usize, usize);

/// Other widths for bit-vectors, and other formats for floats.
#[derive(Clone, Debug, Default)]
struct Narrowing {
    widths: BTreeMap<usize, usize>,
    formats: BTreeMap<Format, Format>,
}

/// Formats that floats are brought to, the smallest first.
const FORMATS: [Format; 4] = [(2, 3), (3, 5), (5, 11), (8, 24)];

impl Pass for NarrowSort {
    fn name(&self) -> &'static str {
        "narrow_sort"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let narrowings = float_narrowings(subject)
            .into_iter()
            .chain(scalings(subject))
            .chain(width_narrowings(subject));
        narrowings
            .filter_map(|narrowing| narrowing.of(subject))
            .collect()
    }
}

/// All bit-vectors divided by the same number, so that concatenations go on fitting.
fn scalings(subject: &Subject<'_>) -> Vec<Narrowing> {
    let widths = widths(subject);
    let common = widths.iter().fold(0, |a, &b| gcd(a, b));
    if widths.len() < 2 {
        return Vec::new();
    }
    let divisors = (2..=common).rev().filter(|&by| common.is_multiple_of(by));
    let scaled = |by: usize| Narrowing {
        widths: widths.iter().map(|&width| (width, width / by)).collect(),
        ..Narrowing::default()
    };
    divisors.map(scaled).take(3).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// One width each, the widest first.
fn width_narrowings(subject: &Subject<'_>) -> Vec<Narrowing> {
    let mut all = Vec::new();
    for &width in widths(subject).iter().rev() {
        let targets = BTreeSet::from([1, 2, 4, 8, width / 2, width.saturating_sub(1)]);
        let smaller = targets.into_iter().filter(|&to| 0 < to && to < width);
        all.extend(smaller.map(|to| Narrowing {
            widths: BTreeMap::from([(width, to)]),
            ..Narrowing::default()
        }));
    }
    all
}

/// One format each, with the bit-vectors that its floats are made of.
fn float_narrowings(subject: &Subject<'_>) -> Vec<Narrowing> {
    let mut all = Vec::new();
    for &(e, s) in formats(subject).iter().rev() {
        for to in FORMATS.into_iter().filter(|to| to.0 + to.1 < e + s) {
            let parts = [(e + s, to.0 + to.1), (e, to.0), (s - 1, to.1 - 1)];
            all.push(Narrowing {
                // A sign is one bit before and after.
                widths: parts.into_iter().filter(|part| part.0 > 1).collect(),
                formats: BTreeMap::from([((e, s), to)]),
            });
        }
    }
    all
}

/// Widths of bit-vectors in the script.
fn widths(subject: &Subject<'_>) -> BTreeSet<usize> {
    let width = |node| width_of(subject, node);
    (0..subject.tree.nodes.len()).filter_map(width).collect()
}

/// Formats of floats in the script.
fn formats(subject: &Subject<'_>) -> BTreeSet<Format> {
    let format = |node| match indices(subject.sort_text(subject.sort_of(node)?), "FloatingPoint")[..]
    {
        [e, s] => Some((e, s)),
        _ => None,
    };
    (0..subject.tree.nodes.len())
        .filter_map(format)
        .filter(|f| f.1 > 1)
        .collect()
}

/// The indices of a sort with that name.
fn indices(sort: &str, name: &str) -> Vec<usize> {
    let inner = sort
        .strip_prefix("(_ ")
        .and_then(|rest| rest.strip_suffix(')'));
    let mut words = inner.unwrap_or("").split(' ');
    if words.next() != Some(name) {
        return Vec::new();
    }
    words.filter_map(|word| word.parse().ok()).collect()
}

/// The width of a term that is a bit-vector.
fn width_of(subject: &Subject<'_>, node: NodeId) -> Option<usize> {
    let sort = subject.sort_text(subject.sort_of(node)?);
    indices(sort, "BitVec").first().copied()
}

impl Narrowing {
    fn width(&self, width: usize) -> usize {
        self.widths.get(&width).copied().unwrap_or(width)
    }

    /// The move that narrows the whole script.
    fn of(&self, subject: &Subject<'_>) -> Option<Move> {
        let nodes = 0..subject.tree.nodes.len();
        let edits = nodes.filter_map(|node| {
            let old = subject.text_of(node);
            let new = if subject.tree.nodes[node].is_list {
                self.indexed(subject, node)
            } else {
                self.word(old)
            };
            let text = new.filter(|new| new != old)?;
            let span = subject.tree.span(node);
            Some(Edit { span, text })
        });
        Move::all(edits.collect())
    }

    /// A literal, or the name of a format.
    fn word(&self, word: &str) -> Option<String> {
        if let Some(bits) = bits_of(word) {
            let to = self.width(bits.len());
            return (to < bits.len()).then(|| shortest(&bits[bits.len() - to..]));
        }
        let named = [
            ("Float16", (5, 11)),
            ("Float32", (8, 24)),
            ("Float64", (11, 53)),
            ("Float128", (15, 113)),
        ];
        let (_, format) = named.iter().find(|(name, _)| *name == word)?;
        let to = self.formats.get(format)?;
        let name = named.iter().find(|(_, format)| format == to);
        Some(name.map_or_else(
            || format!("(_ FloatingPoint {} {})", to.0, to.1),
            |(name, _)| name.to_string(),
        ))
    }

    /// `(_ NAME n …)`: sorts, literals, and operators whose indices hang on widths.
    fn indexed(&self, subject: &Subject<'_>, list: NodeId) -> Option<String> {
        let words = subject.tree.children(list);
        let (&head, &name) = (words.first()?, words.get(1)?);
        if subject.text_of(head) != "_" {
            return None;
        }
        let name = subject.text_of(name);
        let numbers: Option<Vec<usize>> = words[2..]
            .iter()
            .map(|&word| subject.text_of(word).parse().ok())
            .collect();
        let spelled = |numbers: &[usize]| {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            format!("(_ {name} {})", numbers.join(" "))
        };
        match (name, &numbers?[..]) {
            (
                "BitVec" | "fp.to_ubv" | "fp.to_sbv" | "int2bv" | "nat2bv" | "int_to_bv",
                &[width],
            ) => Some(spelled(&[self.width(width)])),
            ("extract", &[high, low]) => {
                let whole = self.width(width_of(subject, argument(subject, list)?)?);
                let part = self.width(high + 1 - low);
                let low = low.min(whole.checked_sub(part)?);
                Some(spelled(&[low + part - 1, low]))
            }
            ("zero_extend" | "sign_extend", &[by]) => {
                let width = width_of(subject, argument(subject, list)?)?;
                let to = self.width(width + by).checked_sub(self.width(width))?;
                Some(spelled(&[to]))
            }
            (_, &[width]) if name.starts_with("bv") => {
                let bits = bits_of_number(name, width)?;
                Some(shortest(&bits[width - self.width(width)..]))
            }
            (_, &[e, s]) => {
                let &(e, s) = self.formats.get(&(e, s))?;
                Some(spelled(&[e, s]))
            }
            _ => None,
        }
    }
}

/// What an indexed operator is applied to.
fn argument(subject: &Subject<'_>, operator: NodeId) -> Option<NodeId> {
    let call = subject.tree.nodes[operator].parent?;
    subject.tree.children(call).get(1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::testing::{leaves, makes};

    #[test]
    fn sorts_are_narrowed_everywhere() {
        let pass = &NarrowSort;
        makes(
            pass,
            "(declare-const a(_ BitVec 32))(assert(= a #x000000ff((_ zero_extend 24)#x01)))",
            "(declare-const a(_ BitVec 8))(assert(= a #xff((_ zero_extend 0)#x01)))",
        );
        makes(
            pass,
            "(declare-const a(_ BitVec 64))(assert(=((_ to_fp 11 53)a)((_ to_fp 11 53)a)))",
            "(declare-const a(_ BitVec 5))(assert(=((_ to_fp 2 3)a)((_ to_fp 2 3)a)))",
        );
        makes(
            pass,
            "(declare-const a(_ BitVec 8))(assert(=(concat a a)#xffff))",
            "(declare-const a(_ BitVec 1))(assert(=(concat a a)#b11))",
        );
        leaves(pass, "(declare-const a(_ BitVec 1))(assert(= a #b0))");
    }
}
