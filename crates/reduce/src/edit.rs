//! Changes to a text, kept apart from the text so that they can be combined.

use crate::squeeze::Squeezed;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// One span of the text and what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    /// Bytes of the text that the edit was made for.
    pub(crate) span: Range<usize>,
    /// The replacement; empty to delete.
    pub(crate) text: String,
}

/// One simplification: edits that belong together (a declaration and all its uses, say).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// Sorted by position, apart from each other.
    pub(crate) edits: Vec<Edit>,
}

impl Move {
    /// A move of one edit.
    pub(crate) fn replace(span: Range<usize>, text: impl Into<String>) -> Self {
        Move {
            edits: vec![Edit {
                span,
                text: text.into(),
            }],
        }
    }

    /// A move that deletes a span.
    pub(crate) fn delete(span: Range<usize>) -> Self {
        Self::replace(span, "")
    }

    /// A move of several edits. `None` where two of them touch the same bytes.
    pub(crate) fn all(mut edits: Vec<Edit>) -> Option<Self> {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let apart = edits
            .windows(2)
            .all(|pair| pair[0].span.end <= pair[1].span.start);
        (apart && !edits.is_empty()).then_some(Move { edits })
    }
}

/// Moves that were taken together, none of which touches what another one touches. Copies are
/// cheap: each question that is asked ahead has one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    edits: Arc<Vec<Edit>>,
}

impl Taken {
    /// Whether the move touches nothing that is taken already.
    pub(crate) fn is_free(&self, addition: &Move) -> bool {
        addition.edits.iter().all(|edit| {
            let next = self
                .edits
                .partition_point(|taken| taken.span.end <= edit.span.start);
            self.edits
                .get(next)
                .is_none_or(|taken| is_before(edit, taken))
        })
    }

    /// These and, one after the other, the additions that touch neither these nor one another.
    pub(crate) fn with_free(&self, additions: &[Move]) -> Taken {
        let free = additions.iter().filter(|addition| self.is_free(addition));
        let mut edits = self.edits.to_vec();
        edits.extend(apart(free).cloned());
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        Taken {
            edits: Arc::new(edits),
        }
    }

    /// How many edits there are.
    pub(crate) fn len(&self) -> usize {
        self.edits.len()
    }

    /// The text, which is squeezed, with all edits made; squeezed as well.
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut out = Squeezed::with_capacity(text.len());
        let mut at = 0;
        for edit in self.edits.iter() {
            out.push_squeezed(&text[at..edit.span.start]);
            out.push(&edit.text);
            at = edit.span.end;
        }
        out.push_squeezed(&text[at..]);
        out.into_text()
    }
}

/// The edits of moves that touch nothing that an earlier one touches.
fn apart<'a>(moves: impl Iterator<Item = &'a Move>) -> impl Iterator<Item = &'a Edit> {
    let mut ordered: Vec<&Edit> = Vec::new();
    let mut others: BTreeMap<(usize, usize, usize), &Edit> = BTreeMap::new();
    for one in moves {
        // Most lists are in the order of the text.
        let behind = ordered
            .last()
            .is_none_or(|last| last.span.end <= one.edits[0].span.start);
        if behind && others.is_empty() {
            ordered.extend(&one.edits);
            continue;
        }
        for edit in ordered.drain(..) {
            others.insert((edit.span.start, edit.span.end, others.len()), edit);
        }
        let apart = |edit: &Edit| {
            let at = edit.span.start;
            let before = others.range(..(at + 1, 0, 0)).next_back();
            let after = others.range((at + 1, 0, 0)..).next();
            before.is_none_or(|(_, taken)| taken.span.end <= at)
                && after.is_none_or(|(_, taken)| is_before(edit, taken))
        };
        if one.edits.iter().all(apart) {
            for edit in &one.edits {
                others.insert((edit.span.start, edit.span.end, others.len()), edit);
            }
        }
    }
    ordered.into_iter().chain(others.into_values())
}

/// Whether an edit ends before another one that ends behind the edit's start.
fn is_before(edit: &Edit, taken: &Edit) -> bool {
    let insertion_inside = edit.span.is_empty() && taken.span.start < edit.span.start;
    edit.span.end <= taken.span.start && !insertion_inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_apart_combine_and_others_do_not() {
        let text = "(a(b c)d)\n";
        let inner = Move::replace(2..7, "x");
        assert!(Taken::default().is_free(&inner));
        let taken = Taken::default().with_free(&[inner]);
        assert!(!taken.is_free(&Move::delete(5..6)));
        assert!(!taken.is_free(&Move::delete(0..9)));
        assert!(taken.is_free(&Move::delete(7..8)));
        assert_eq!(taken.apply(text), "(a x d)\n");
        let more = taken.with_free(&[Move::delete(7..8), Move::delete(0..9)]);
        assert_eq!(more.apply(text), "(a x)\n");
    }

    #[test]
    fn words_do_not_join() {
        let replaced = |text: &str, span, by: &str| {
            Taken::default()
                .with_free(&[Move::replace(span, by)])
                .apply(text)
        };
        assert_eq!(replaced("(= 0(f x)1)\n", 4..9, "0"), "(= 0 0 1)\n");
        assert_eq!(
            replaced("(= \"B\"(f x))\n", 6..11, "\"\""),
            "(= \"B\" \"\")\n"
        );
        assert_eq!(replaced("(= a(f x)b)\n", 4..9, ""), "(= a b)\n");
    }

    #[test]
    fn a_move_does_not_touch_itself() {
        let edit = |span: Range<usize>| Edit {
            span,
            text: String::new(),
        };
        assert!(Move::all(vec![edit(4..6), edit(0..4)]).is_some());
        assert!(Move::all(vec![edit(4..6), edit(0..5)]).is_none());
        assert!(Move::all(Vec::new()).is_none());
    }
}
