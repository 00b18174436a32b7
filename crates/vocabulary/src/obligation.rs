//! What a solver says beside sat and unsat, and the laws that it must keep: the words of obligations.

use crate::words;

/// Which answer of a solver's an obligation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    /// Values of terms: `get-value`, `get-assignment`, `eval`.
    Value,
    /// `get-unsat-core`.
    Core,
    /// `get-unsat-assumptions`.
    Assumptions,
    /// `get-objectives`.
    Optimum,
    /// `simplify`.
    Simplify,
    /// The goals of a tactic.
    Tactic,
    /// A formula without its quantifiers.
    Qe,
    /// `get-interpolant`, `get-interpolants`.
    Interpolant,
    /// `get-abduct`.
    Abduct,
    /// `check-synth`.
    Synthesis,
    /// The derivation by which Horn clauses are refuted.
    Derivation,
}

words!(Topic, "what an obligation is about": Value = "value", Core = "core",
    Assumptions = "assumptions", Optimum = "optimum", Simplify = "simplify", Tactic = "tactic",
    Qe = "qe", Interpolant = "interpolant", Abduct = "abduct", Synthesis = "synthesis",
    Derivation = "derivation");

/// The law that an answer must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Law {
    /// A value is the one that the model gives.
    Evaluates,
    /// Values can be had together, beside the assertions.
    Consistent,
    /// Nothing is named that was not asked about.
    Subset,
    /// It is unsatisfiable alone.
    Unsatisfiable,
    /// Nothing can be left out, where an option promises that.
    Minimal,
    /// Both have the same value under every model.
    Equivalent,
    /// Both are satisfiable, or none is.
    Equisatisfiable,
    /// What should be gone is gone: no quantifier is left.
    Eliminated,
    /// The assertions entail it.
    Follows,
    /// It entails what it is for, beside the assertions where that is meant.
    Entails,
    /// It has no symbols but those of both sides.
    Shared,
    /// With what the next part adds, it entails the next one.
    Inductive,
    /// The optimum is attained.
    Attained,
    /// Nothing is better.
    Best,
    /// It has the parameters and the sort that were asked for.
    Signature,
    /// The grammar derives it.
    Grammar,
    /// In the place of what was asked for, it makes every constraint valid.
    Solves,
    /// Where it says that nothing solves, nothing does.
    Unsolvable,
    /// Each step follows from the clause and the facts that it names.
    Resolves,
    /// Each fact is the head of some clause of the script.
    Derivable,
    /// It ends in `false`.
    Refutes,
}

words!(Law, "a law of answers": Evaluates = "evaluates", Consistent = "consistent",
    Subset = "subset", Unsatisfiable = "unsatisfiable", Minimal = "minimal",
    Equivalent = "equivalent", Equisatisfiable = "equisatisfiable", Eliminated = "eliminated",
    Follows = "follows", Entails = "entails", Shared = "shared",
    Inductive = "inductive", Attained = "attained", Best = "best",
    Signature = "signature", Grammar = "grammar", Solves = "solves", Unsolvable = "unsolvable",
    Resolves = "resolves", Derivable = "derivable", Refutes = "refutes");

impl Topic {
    /// What the solver gave, with its article.
    pub fn describe(self) -> &'static str {
        match self {
            Topic::Value => "a value",
            Topic::Core => "an unsatisfiable core",
            Topic::Assumptions => "a list of unsatisfiable assumptions",
            Topic::Optimum => "an optimum",
            Topic::Simplify => "a simplified term",
            Topic::Tactic => "a list of goals",
            Topic::Qe => "a formula without quantifiers",
            Topic::Interpolant => "an interpolant",
            Topic::Abduct => "an abduct",
            Topic::Synthesis => "an answer to a synthesis problem",
            Topic::Derivation => "a derivation",
        }
    }
}

impl Law {
    /// How an answer breaks it.
    pub fn broken(self) -> &'static str {
        match self {
            Law::Evaluates => "that its own model contradicts",
            Law::Consistent => "that contradicts the assertions",
            Law::Subset => "with something that was not asked about",
            Law::Unsatisfiable => "that does not suffice",
            Law::Minimal => "that is not minimal",
            Law::Equivalent => "that is not equivalent",
            Law::Equisatisfiable => "that is not equisatisfiable",
            Law::Eliminated => "that still has quantifiers",
            Law::Follows => "that does not follow from the assertions",
            Law::Entails => "that does not entail the conclusion",
            Law::Shared => "with symbols that are not shared",
            Law::Inductive => "that does not lead to the next one",
            Law::Attained => "that nothing attains",
            Law::Best => "that is not the best",
            Law::Signature => "with other functions than were asked for",
            Law::Grammar => "that the grammar does not derive",
            Law::Solves => "that breaks a constraint",
            Law::Unsolvable => "that denies a solution",
            Law::Resolves => "with a step that does not follow",
            Law::Derivable => "of a fact that no clause derives",
            Law::Refutes => "that does not end in false",
        }
    }
}
