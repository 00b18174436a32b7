//! Cases that are small already explain further triggers: what has all their operators is most likely
//! the same bug once more, and after a few looks it is only counted.

use gadfly_oracle::operators;
use gadfly_store::VerdictRow;

/// Triggers that are looked at although a case explains them.
const LOOKS: u32 = 2;
/// Operators that say nothing about a bug.
const CORE: [&str; 10] = [
    "and", "or", "not", "xor", "=>", "=", "distinct", "ite", "true", "false",
];

#[derive(Debug)]
struct Case {
    finding: String,
    kind: String,
    family: String,
    operators: Vec<String>,
    looks: u32,
}

/// The small cases of a hunt.
#[derive(Debug, Default)]
pub(crate) struct Explained {
    cases: Vec<Case>,
}

impl Explained {
    /// A finding's case is small now.
    pub(crate) fn add(&mut self, finding: &str, kind: &str, family: &str, case: &str) {
        let mut operators = operators(case);
        operators.retain(|operator| !CORE.contains(&operator.as_str()));
        // A case without operators of its own explains everything, so nothing.
        if !operators.is_empty() {
            self.cases.push(Case {
                finding: finding.to_string(),
                kind: kind.to_string(),
                family: family.to_string(),
                operators,
                looks: 0,
            });
        }
    }

    /// The finding that a verdict should be counted for without another look.
    pub(crate) fn by(&mut self, verdict: &VerdictRow) -> Option<String> {
        let has = operators(verdict.formula.as_deref()?);
        let explains = |case: &&mut Case| {
            case.kind == verdict.kind
                && case.family == verdict.family
                && case.operators.iter().all(|operator| has.contains(operator))
        };
        let case = self.cases.iter_mut().find(explains)?;
        case.looks += 1;
        (case.looks > LOOKS).then(|| case.finding.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::VerdictState;

    fn verdict(kind: &str, family: &str, formula: Option<&str>) -> VerdictRow {
        VerdictRow {
            id: 1,
            index: 0,
            n: 0,
            kind: kind.into(),
            solver: format!("{family}@1"),
            family: family.into(),
            check: 0,
            evidence: String::new(),
            sentence: String::new(),
            signature: String::new(),
            group: String::new(),
            label: String::new(),
            formula: formula.map(str::to_string),
            state: VerdictState::Pending,
            finding: None,
            outputs: Vec::new(),
            history: Vec::new(),
        }
    }

    #[test]
    fn after_two_looks_the_same_operators_are_counted() {
        let mut explained = Explained::default();
        explained.add(
            "a",
            "soundness",
            "z3",
            "(assert (and (= 0 (mod 1 0)) (< 0 1)))",
        );
        let more = Some("(assert (or (< 1 (mod 2 (div 3 0)))))");
        let row = verdict("soundness", "z3", more);
        assert_eq!(explained.by(&row), None);
        assert_eq!(explained.by(&row), None);
        assert_eq!(explained.by(&row).as_deref(), Some("a"));
        assert_eq!(explained.by(&row).as_deref(), Some("a"));
        for other in [
            verdict("crash", "z3", more),
            verdict("soundness", "cvc5", more),
            verdict("soundness", "z3", Some("(assert (= 0 (mod 1 0)))")),
            verdict("soundness", "z3", None),
        ] {
            assert_eq!(explained.by(&other), None, "{other:?}");
        }
    }

    #[test]
    fn a_case_without_operators_of_its_own_explains_nothing() {
        let mut explained = Explained::default();
        explained.add(
            "a",
            "crash",
            "z3",
            "(assert (and true (not (= false true))))",
        );
        let row = verdict("crash", "z3", Some("(assert (and true (= 0 1)))"));
        for _ in 0..5 {
            assert_eq!(explained.by(&row), None);
        }
    }
}
