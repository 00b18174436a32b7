//! The bounded guarantee: the size up to which all formulas of a grammar passed.

use crate::source::Source;
use crate::tally::Cell;
use gadfly_enumerate::UBig;

/// Up to which size a solver passed on all formulas of a grammar, and how many those are.
///
/// `None` where not even the smallest size is complete. Passing means no wrong answer, no invalid
/// model and no crash; `done` is how many formulas from the first on were run.
pub(crate) fn guarantee(source: &Source, cell: &Cell, done: u64) -> Option<(usize, UBig)> {
    if source.range().start != 0 {
        return None;
    }
    let clean = cell.first_failure.unwrap_or(done).min(done);
    let whole = source.sizes(clean + 1).into_iter();
    whole
        .filter(|(_, _, all)| *all <= UBig::from(clean))
        .map(|(size, _, all)| (size, all))
        .last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Formulas;
    use gadfly_enumerate::Grammar;

    #[test]
    fn a_failure_bounds_the_size() {
        let text = "grammar T; t : 'a' | 'b' | '(not' t ')' ; start : '(assert' t ')' ;";
        let grammar = Box::new(Grammar::parse(text, "t.g4").unwrap());
        let formulas = Formulas::Grammar {
            text: text.into(),
            grammar,
            range: 0..7,
        };
        let source = Source {
            name: "T".into(),
            formulas,
        };
        let sizes: Vec<u64> = source
            .sizes(7)
            .iter()
            .map(|(_, _, all)| u64::try_from(all).unwrap())
            .collect();
        assert_eq!(sizes, [2, 4, 6, 8]);
        let with = |first_failure| Cell {
            first_failure,
            ..Cell::default()
        };
        let bound = |failure, done| guarantee(&source, &with(failure), done).map(|(_, all)| all);
        assert_eq!(bound(None, 7), Some(UBig::from(6u8)));
        assert_eq!(bound(Some(5), 7), Some(UBig::from(4u8)));
        assert_eq!(bound(Some(1), 7), None);
        assert_eq!(bound(None, 1), None);
    }
}
