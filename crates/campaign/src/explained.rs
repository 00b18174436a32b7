//! Cases that are small already explain further triggers: what has all their operators is most likely
//! the same bug once more. It is looked at after what nothing explains, and at last only counted.

use gadfly_oracle::{Kind, operators};

/// Triggers that are looked at although a case explains them wholly.
const LOOKS: u32 = 2;
/// Further looks for each operator of the trigger that the case does not have, and how many count.
const LOOKS_AN_OPERATOR: u32 = 2;
const MOST_MORE: usize = 5;
/// Operators that say nothing about a bug.
const CORE: [&str; 10] = [
    "and", "or", "not", "xor", "=>", "=", "distinct", "ite", "true", "false",
];

#[derive(Debug)]
struct Case {
    finding: String,
    kind: Kind,
    family: String,
    operators: Vec<String>,
    looks: u32,
}

/// How well a verdict is explained by what is known.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Explanation {
    /// By a case (the first that does), which explained others before; the less, the more likely it
    /// is a bug of its own. Nothing explains it where there is no case.
    Open {
        /// Which case.
        case: Option<usize>,
        /// How many of its looks are used up, in thousandths.
        used: u32,
    },
    /// Enough were looked at: it is counted for this finding.
    Enough(String),
}

/// The small cases of a hunt.
#[derive(Debug, Default)]
pub(crate) struct Explained {
    cases: Vec<Case>,
}

impl Explained {
    /// A finding's case is small now.
    pub(crate) fn add(&mut self, finding: &str, kind: Kind, family: &str, case: &str) {
        let operators = telling(case);
        // A case without operators of its own explains everything, so nothing.
        if !operators.is_empty() {
            self.cases.push(Case {
                finding: finding.to_string(),
                kind,
                family: family.to_string(),
                operators,
                looks: 0,
            });
        }
    }

    /// How well a verdict is explained: by the case that leaves the fewest of its operators over.
    pub(crate) fn explain(&self, kind: Kind, family: &str, formula: &str) -> Explanation {
        let has = telling(formula);
        let explains = |case: &Case| {
            (case.kind, case.family.as_str()) == (kind, family)
                && case.operators.iter().all(|operator| has.contains(operator))
        };
        let cases = self.cases.iter().enumerate();
        let best = cases
            .filter(|(_, case)| explains(case))
            .max_by_key(|(_, case)| case.operators.len());
        let Some((at, case)) = best else {
            return Explanation::Open {
                case: None,
                used: 0,
            };
        };
        let more = has
            .len()
            .saturating_sub(case.operators.len())
            .min(MOST_MORE) as u32;
        let most = LOOKS + LOOKS_AN_OPERATOR * more;
        if case.looks >= most {
            return Explanation::Enough(case.finding.clone());
        }
        let used = (case.looks + 1) * 1000 / most;
        Explanation::Open {
            case: Some(at),
            used,
        }
    }

    /// A verdict that a case explains is looked at all the same.
    pub(crate) fn look(&mut self, case: Option<usize>) {
        if let Some(case) = case.and_then(|at| self.cases.get_mut(at)) {
            case.looks += 1;
        }
    }
}

/// The operators of a script that say something about a bug.
pub(crate) fn telling(script: &str) -> Vec<String> {
    let mut operators = operators(script);
    operators.retain(|operator| !CORE.contains(&operator.as_str()));
    operators
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_case_explains_comes_first_and_a_flood_is_counted() {
        let mut explained = Explained::default();
        explained.add("f", Kind::Soundness, "z3", "(assert (str.< a a))");
        let same = "(assert (not (str.< b a)))";
        let other = "(assert (> (str.len a) 1))";
        let open = Explanation::Open {
            case: None,
            used: 0,
        };
        assert_eq!(explained.explain(Kind::Soundness, "z3", other), open);
        for _ in 0..LOOKS {
            assert!(matches!(
                explained.explain(Kind::Soundness, "z3", same),
                Explanation::Open {
                    case: Some(0),
                    used: 500..
                }
            ));
            explained.look(Some(0));
        }
        assert_eq!(
            explained.explain(Kind::Soundness, "z3", same),
            Explanation::Enough("f".into())
        );
        let larger = "(assert (and (str.< b a) (> (str.len a) 1)))";
        assert!(matches!(
            explained.explain(Kind::Soundness, "z3", larger),
            Explanation::Open { case: Some(0), .. }
        ));
    }

    #[test]
    fn a_case_without_operators_of_its_own_explains_nothing() {
        let mut explained = Explained::default();
        explained.add(
            "a",
            Kind::Crash,
            "z3",
            "(assert (and true (not (= false true))))",
        );
        explained.add("b", Kind::Soundness, "z3", "(assert (< 0 1))");
        for kind in [Kind::Crash, Kind::Slow] {
            assert_eq!(
                explained.explain(kind, "z3", "(assert (and true (< 0 1)))"),
                Explanation::Open {
                    case: None,
                    used: 0
                }
            );
        }
    }
}
