//! How few arguments an operator may be left with.

use gadfly_catalog::{Catalog, OpId};
use gadfly_term::{Head, NodeId, Script};

/// Some solvers read `(+ x)` and `(distinct x)`, which SMT-LIB does not have. A reduction may end in such
/// a term only where its input has one: others could not read the case.
pub(crate) struct Fewest(Vec<usize>);

impl Fewest {
    /// As few as the standard takes, or as the script has.
    pub(crate) fn of(script: &Script, catalog: &Catalog) -> Fewest {
        let standard = |op: &gadfly_catalog::Op| {
            let signatures = op.signatures.iter().filter(|it| it.since.is_some());
            signatures.map(|it| it.args.len()).min().unwrap_or(0)
        };
        let mut fewest: Vec<usize> = catalog.ops().iter().map(standard).collect();
        for (op, arguments) in applications(script) {
            let least = &mut fewest[op.0 as usize];
            *least = arguments.min(*least);
        }
        Fewest(fewest)
    }

    /// Whether no operator of a script has fewer.
    pub(crate) fn fits(&self, script: &Script) -> bool {
        applications(script).all(|(op, arguments)| arguments >= self.0[op.0 as usize])
    }
}

/// The operators of a script, each time with the number of its arguments.
fn applications(script: &Script) -> impl Iterator<Item = (OpId, usize)> {
    let operator = |id: NodeId| match script.head(id) {
        Head::Op(op) => Some((op, script.args(id).len())),
        _ => None,
    };
    script.nodes().filter_map(operator)
}

#[cfg(test)]
mod tests {
    use crate::sorts::Reader;

    #[test]
    fn a_candidate_has_no_fewer_arguments_than_the_standard_or_the_input() {
        let of = |text: &str| format!("(declare-const x Int)(minimize x){text}(check-sat)");
        let reader = Reader::for_input(&of("(assert (distinct (+ x x 1) (- x)))")).unwrap();
        assert!(reader.accepts(&of("(assert (distinct (+ x 1) (- x)))")));
        assert!(!reader.accepts(&of("(assert (distinct (+ x) (- x)))")));
        assert!(!reader.accepts(&of("(assert (distinct (+ x 1)))")));
        let reader = Reader::for_input(&of("(assert (distinct (+ x) (- x)))")).unwrap();
        assert!(reader.accepts(&of("(assert (distinct (+ x) x))")));
        assert!(!reader.accepts(&of("(assert (distinct x))")));
    }
}
