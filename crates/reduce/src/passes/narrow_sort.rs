//! Narrows bit-vectors and floats, everywhere in the script at once.

use crate::edit::{Edit, Move};
use crate::pass::Pass;
use crate::subject::Subject;
use crate::tree::NodeId;
use std::collections::BTreeSet;

pub(crate) struct NarrowSort;

impl Pass for NarrowSort {
    fn name(&self) -> &'static str {
        "narrow_sort"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let widths: BTreeSet<usize> = indexed(subject, "BitVec")
            .filter_map(|(_, w)| w.first().copied())
            .collect();
        let mut moves = Vec::new();
        for &width in widths.iter().rev() {
            let targets = BTreeSet::from([1, 2, 4, width / 2, width.saturating_sub(1)]);
            let smaller = targets.into_iter().filter(|&to| 0 < to && to < width);
            moves.extend(smaller.filter_map(|to| narrowed_bits(subject, width, to)));
        }
        moves.extend(narrowed_floats(subject));
        moves
    }
}

/// `(_ NAME n …)` with its indices.
fn indexed<'a>(
    subject: &'a Subject<'_>,
    name: &'a str,
) -> impl Iterator<Item = (NodeId, Vec<usize>)> + 'a {
    subject.uses(name).iter().filter_map(move |&word| {
        let list = subject.tree.nodes[word].parent?;
        let children = subject.tree.children(list);
        (children.first().map(|&head| subject.text_of(head)) == Some("_")).then_some(())?;
        let indices = children[2..]
            .iter()
            .map(|&index| subject.text_of(index).parse().ok());
        Some((list, indices.collect::<Option<Vec<usize>>>()?))
    })
}

/// Sorts and literals of one width get another one; what no longer fits is refused later.
fn narrowed_bits(subject: &Subject<'_>, width: usize, to: usize) -> Option<Move> {
    let mut edits: Vec<Edit> = indexed(subject, "BitVec")
        .filter(|(_, indices)| indices == &[width])
        .map(|(list, _)| Edit {
            span: subject.tree.span(list),
            text: format!("(_ BitVec {to})"),
        })
        .collect();
    for (id, node) in subject.tree.nodes.iter().enumerate() {
        let text = subject.text_of(id);
        if node.is_list {
            continue;
        }
        if let Some(bits) = literal_bits(text)
            && bits.len() == width
        {
            let text = format!("#b{}", &bits[width - to..]);
            edits.push(Edit {
                span: node.span.clone(),
                text,
            });
        } else if text.starts_with("bv")
            && text[2..].bytes().all(|b| b.is_ascii_digit())
            && let Some(list) = node.parent
            && let &[_, value, size] = subject.tree.children(list)
            && value == id
            && subject.text_of(size).parse() == Ok(width)
        {
            let value = text[2..]
                .parse::<u128>()
                .ok()
                .filter(|_| to < 128)
                .map(|v| v & ((1 << to) - 1));
            let text = format!("(_ bv{} {to})", value.unwrap_or(0));
            edits.push(Edit {
                span: subject.tree.span(list),
                text,
            });
        }
    }
    Move::all(edits)
}

/// The bits of `#b…` or `#x…`.
fn literal_bits(text: &str) -> Option<String> {
    if let Some(bits) = text.strip_prefix("#b") {
        return Some(bits.to_string());
    }
    let digits = text.strip_prefix("#x")?;
    digits
        .chars()
        .map(|c| c.to_digit(16).map(|d| format!("{d:04b}")))
        .collect()
}

/// Float sorts as their smallest and as half formats.
fn narrowed_floats(subject: &Subject<'_>) -> Vec<Move> {
    let mut moves = Vec::new();
    let formats: BTreeSet<Vec<usize>> = indexed(subject, "FloatingPoint")
        .map(|(_, indices)| indices)
        .collect();
    for format in formats {
        for to in [(2, 3), (3, 5), (5, 11)] {
            let places =
                indexed(subject, "FloatingPoint").filter(|(_, indices)| *indices == format);
            let edits = places.map(|(list, _)| Edit {
                span: subject.tree.span(list),
                text: format!("(_ FloatingPoint {} {})", to.0, to.1),
            });
            moves.extend(Move::all(edits.collect()));
        }
    }
    for name in ["Float128", "Float64", "Float32"] {
        let places = subject.uses(name).iter();
        let edits = places.map(|&place| Edit {
            span: subject.tree.span(place),
            text: "Float16".into(),
        });
        moves.extend(Move::all(edits.collect()));
    }
    moves
}
