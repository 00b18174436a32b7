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
