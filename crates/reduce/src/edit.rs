//! Changes to a text, kept apart from the text so that they can be combined.

use std::ops::Range;

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

/// Moves that were taken together, none of which touches what another one touches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    edits: Vec<Edit>,
}

impl Taken {
    /// Whether the move touches nothing that is taken already.
    pub(crate) fn is_free(&self, addition: &Move) -> bool {
        addition.edits.iter().all(|edit| {
            let next = self
                .edits
                .partition_point(|taken| taken.span.end <= edit.span.start);
            let Some(taken) = self.edits.get(next) else {
                return true;
            };
            let insertion_inside = edit.span.is_empty() && taken.span.start < edit.span.start;
            edit.span.end <= taken.span.start && !insertion_inside
        })
    }

    /// Takes a move that is free.
    pub(crate) fn take(&mut self, addition: &Move) {
        for edit in &addition.edits {
            let place = self
                .edits
                .partition_point(|taken| taken.span.start < edit.span.start);
            self.edits.insert(place, edit.clone());
        }
    }

    /// These and those, as one.
    pub(crate) fn with(&self, additions: &[Move]) -> Taken {
        let mut edits = self.edits.clone();
        edits.extend(
            additions
                .iter()
                .flat_map(|addition| addition.edits.iter().cloned()),
        );
        edits.sort_by_key(|edit| edit.span.start);
        Taken { edits }
    }

    /// The text with all edits made.
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for edit in &self.edits {
            out.push_str(&text[at..edit.span.start]);
            out.push_str(&edit.text);
            at = edit.span.end;
        }
        out.push_str(&text[at..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_apart_combine_and_others_do_not() {
        let text = "(a (b c) d)";
        let mut taken = Taken::default();
        let inner = Move::replace(3..8, "x");
        assert!(taken.is_free(&inner));
        taken.take(&inner);
        assert!(!taken.is_free(&Move::delete(6..7)));
        assert!(!taken.is_free(&Move::delete(0..11)));
        assert!(taken.is_free(&Move::delete(8..10)));
        assert_eq!(taken.apply(text), "(a x d)");
        assert_eq!(taken.with(&[Move::delete(8..10)]).apply(text), "(a x)");
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
