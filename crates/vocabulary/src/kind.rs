//! The kinds of verdict, by their contract names, and what follows from a kind.

use crate::words;

/// The kinds of verdict, worst first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A wrong sat or unsat.
    Soundness,
    /// Unsat, and then sat with more assertions: one of the two is wrong.
    Inconsistent,
    /// Our evaluator finds the model false.
    InvalidModel,
    /// The core alone is satisfiable.
    InvalidCore,
    /// A step of the proof does not follow.
    InvalidProof,
    /// Something else that the solver said breaks its law: a value, assumptions, a simplified term.
    Obligation,
    /// The solver died.
    Crash,
    /// Shows only in a persistent process.
    State,
    /// The solver's own checker objects and our evaluator does not confirm it.
    SelfCheck,
    /// It should have been decided.
    Incomplete,
    /// A performance bug.
    Slow,
    /// Solvers differ and nothing says who is wrong.
    Disagreement,
    /// An error on a formula that is well-sorted and in the logic. Never counted as a bug.
    #[default]
    Rejected,
}

words!(Kind, "a kind of verdict": Soundness = "soundness", Inconsistent = "inconsistent", InvalidModel = "invalid-model",
    InvalidCore = "invalid-core", InvalidProof = "invalid-proof", Obligation = "obligation", Crash = "crash", State = "state", SelfCheck = "self-check",
    Incomplete = "incomplete", Slow = "slow", Disagreement = "disagreement",
    Rejected = "rejected");

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Priority {
    /// A wrong answer.
    High,
    /// A wrong model or core, a crash.
    Medium,
    /// The rest.
    #[default]
    Low,
}

words!(Priority, "a priority": High = "high", Medium = "medium", Low = "low");

impl Kind {
    /// When it is confirmed and reduced: wrong answers and crashes (0) first, what costs long runs
    /// (2) last. The store's index sorts by the same numbers.
    pub fn urgency(self) -> u8 {
        match self {
            Kind::Slow | Kind::Incomplete => 2,
            Kind::SelfCheck | Kind::Disagreement => 1,
            _ => 0,
        }
    }

    /// How much a finding of this kind matters.
    pub fn priority(self) -> Priority {
        match self {
            Kind::Soundness | Kind::Inconsistent => Priority::High,
            Kind::InvalidModel
            | Kind::InvalidCore
            | Kind::InvalidProof
            | Kind::Obligation
            | Kind::Crash => Priority::Medium,
            _ => Priority::Low,
        }
    }

    /// Kinds that say more of the same solver: beside one of them this one is not reported.
    pub fn yields_to(self) -> &'static [Kind] {
        match self {
            Kind::Inconsistent | Kind::InvalidProof => &[Kind::Soundness],
            Kind::SelfCheck => &[Kind::Soundness, Kind::InvalidModel, Kind::Crash],
            _ => &[],
        }
    }

    /// What it is, in general.
    pub fn describe(self) -> &'static str {
        match self {
            Kind::Soundness => "A wrong sat or unsat",
            Kind::Inconsistent => "Unsat, and then sat with more assertions",
            Kind::InvalidModel => "A model that does not satisfy the formula",
            Kind::InvalidCore => "A core that is satisfiable",
            Kind::InvalidProof => "A proof with a step that does not follow",
            Kind::Obligation => "A value, core, simplified term … that breaks its law",
            Kind::Crash => "The solver died",
            Kind::State => "Shows only in a persistent process",
            Kind::SelfCheck => "The solver's own checker objects",
            Kind::Incomplete => "It should have been decided",
            Kind::Slow => "A performance bug",
            Kind::Disagreement => "Solvers differ and nothing says who is wrong",
            Kind::Rejected => "An error on a well-sorted formula",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.name().parse(), Ok(*kind));
            let json = serde_json::to_string(kind).unwrap_or_default();
            assert_eq!(json, format!("\"{kind}\""));
            assert_eq!(serde_json::from_str::<Kind>(&json).ok(), Some(*kind));
        }
        let unknown = "sound".parse::<Kind>().unwrap_err().to_string();
        let said =
            "`sound` is not a kind of verdict (did you mean `soundness`?): use one of soundness, ";
        assert!(unknown.starts_with(said), "{unknown}");
    }

    #[test]
    fn kinds_are_listed_in_their_order() {
        assert!(Kind::ALL.is_sorted());
    }
}
