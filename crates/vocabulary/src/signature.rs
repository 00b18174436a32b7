//! What tells a bug from others before its case is reduced.

use crate::{Kind, Law, Topic, UnknownWord, Wrong, words, written_as_text};
use std::fmt;
use std::str::FromStr;

/// What tells a bug from others before its case is reduced. The text is part of a finding's identity,
/// so it stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Signature {
    /// Where the solver died: a place in its source.
    Place(String),
    /// What it said, without what changes from run to run.
    Message(String),
    /// It died by a signal, without a word.
    Signal(i32),
    /// It died with an exit code, without a word.
    Exit(i32),
    /// An assertion, without a word.
    Assertion,
    /// A sanitizer's report, without a word.
    Sanitizer,
    /// A wrong answer.
    Wrong(Wrong),
    /// It gives one answer and others give the other.
    Differs {
        /// What it wrongly says, if it is the one that is wrong.
        says: Wrong,
    },
    /// Its own checker objects to something.
    SelfCheck(Checked),
    /// An exception that it caught, given as its reason for `unknown`.
    Internal(String),
    /// It should have been decided.
    Incomplete(Gap),
    /// It takes too long.
    Slow(Pace),
    /// An answer beside sat and unsat breaks a law.
    Obligation(Topic, Law),
    /// A step of a proof does not follow, by this rule.
    Proof(String),
    /// In a persistent process alone: the kind that it would be in a fresh one, and its signature.
    State(Kind, Box<Signature>),
    /// Nothing but the kind.
    Kind(Kind),
}

/// What a solver's own checker looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Checked {
    /// Its model.
    Model,
    /// Its core.
    Core,
    /// Its proof.
    Proof,
}

words!(Checked, "what a checker looks at": Model = "model", Core = "core", Proof = "proof");

/// Beside what a solver should have decided a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Gap {
    /// The formula that it was made from, which the solver decides.
    Step,
    /// An older release, which decides it.
    Regression,
}

words!(Gap, "a kind of incompleteness": Step = "step", Regression = "regression");

/// How a slow run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pace {
    /// Time ran out.
    Timeout,
    /// It ended, after many times what others took.
    Ratio,
}

words!(Pace, "a kind of slowness": Timeout = "timeout", Ratio = "ratio");

impl Signature {
    /// Whether these are the solver's own words about its fault, so that the formula does not matter.
    pub fn has_own_words(&self) -> bool {
        match self {
            Signature::Place(_) | Signature::Message(_) | Signature::Internal(_) => true,
            Signature::State(_, inner) => inner.has_own_words(),
            _ => false,
        }
    }

    /// Whether it is an internal error that was given as a reason for `unknown`, here or in a
    /// persistent process.
    pub fn is_internal(&self) -> bool {
        match self {
            Signature::Internal(_) => true,
            Signature::State(_, inner) => inner.is_internal(),
            _ => false,
        }
    }

    /// What a persistent process's fault would be in a fresh one.
    pub fn state_of(&self) -> Option<Kind> {
        match self {
            Signature::State(kind, _) => Some(*kind),
            _ => None,
        }
    }

    /// The wrong answer that it is about.
    pub fn wrong(&self) -> Option<Wrong> {
        match self {
            Signature::Wrong(wrong) | Signature::Differs { says: wrong } => Some(*wrong),
            _ => None,
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signature::Place(place) => write!(f, "place:{place}"),
            Signature::Message(message) => write!(f, "message:{message}"),
            Signature::Signal(signal) => write!(f, "signal:{signal}"),
            Signature::Exit(code) => write!(f, "exit:{code}"),
            Signature::Assertion => f.write_str("assertion"),
            Signature::Sanitizer => f.write_str("sanitizer"),
            Signature::Wrong(wrong) => write!(f, "{wrong}"),
            Signature::Differs {
                says: Wrong::Refutation,
            } => f.write_str("unsat-not-sat"),
            Signature::Differs {
                says: Wrong::Solution,
            } => f.write_str("sat-not-unsat"),
            Signature::SelfCheck(checked) => write!(f, "self-check:{checked}"),
            Signature::Internal(reason) => write!(f, "self-check:internal:{reason}"),
            Signature::Incomplete(gap) => write!(f, "incomplete:{gap}"),
            Signature::Slow(pace) => write!(f, "slow:{pace}"),
            Signature::Obligation(topic, law) => write!(f, "obligation:{topic}:{law}"),
            Signature::Proof(rule) => write!(f, "proof:{rule}"),
            Signature::State(kind, inner) => write!(f, "state:{kind}:{inner}"),
            Signature::Kind(kind) => write!(f, "{kind}"),
        }
    }
}

impl FromStr for Signature {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let unknown = || UnknownWord {
            word: text.to_string(),
            what: "a signature",
            known: "place:…, message:…, signal:N, exit:N, refutation, solution, …".to_string(),
        };
        let number = |text: &str| text.parse().map_err(|_| unknown());
        Ok(match text.split_once(':') {
            Some(("place", place)) => Signature::Place(place.to_string()),
            Some(("message", message)) => Signature::Message(message.to_string()),
            Some(("signal", signal)) => Signature::Signal(number(signal)?),
            Some(("exit", code)) => Signature::Exit(number(code)?),
            Some(("self-check", rest)) => match rest.strip_prefix("internal:") {
                Some(reason) => Signature::Internal(reason.to_string()),
                None => Signature::SelfCheck(rest.parse()?),
            },
            Some(("incomplete", gap)) => Signature::Incomplete(gap.parse()?),
            Some(("slow", pace)) => Signature::Slow(pace.parse()?),
            Some(("obligation", rest)) => {
                let (topic, law) = rest.split_once(':').ok_or_else(unknown)?;
                Signature::Obligation(topic.parse()?, law.parse()?)
            }
            Some(("proof", rule)) => Signature::Proof(rule.to_string()),
            Some(("state", rest)) => {
                let (kind, inner) = rest.split_once(':').ok_or_else(unknown)?;
                Signature::State(kind.parse()?, Box::new(inner.parse()?))
            }
            Some(_) => return Err(unknown()),
            None => match text {
                "assertion" => Signature::Assertion,
                "sanitizer" => Signature::Sanitizer,
                "unsat-not-sat" => Signature::Differs {
                    says: Wrong::Refutation,
                },
                "sat-not-unsat" => Signature::Differs {
                    says: Wrong::Solution,
                },
                word => match word.parse() {
                    Ok(wrong) => Signature::Wrong(wrong),
                    Err(_) => Signature::Kind(word.parse().map_err(|_| unknown())?),
                },
            },
        })
    }
}

written_as_text!(Signature);

impl Default for Signature {
    fn default() -> Self {
        Signature::Kind(Kind::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        let texts = [
            "place:ast.cpp:12: f(a::b)",
            "message:unexpected: x",
            "signal:11",
            "exit:-1",
            "assertion",
            "sanitizer",
            "refutation",
            "solution",
            "unsat-not-sat",
            "sat-not-unsat",
            "self-check:model",
            "self-check:internal:a:b",
            "incomplete:step",
            "slow:ratio",
            "obligation:value:evaluates",
            "obligation:simplify:equivalent",
            "state:obligation:obligation:core:minimal",
            "state:crash:place:x:1",
            "state:soundness:unsat-not-sat",
            "state:self-check:self-check:internal:why",
            "proof:arith_poly_norm",
            "invalid-model",
        ];
        for text in texts {
            let read = text.parse::<Signature>().map(|s| s.to_string());
            assert_eq!(read.as_deref(), Ok(text));
        }
        for bad in [
            "",
            "place",
            "signal:x",
            "state:crash",
            "state:x:place:a",
            "who:knows",
        ] {
            assert!(bad.parse::<Signature>().is_err(), "{bad}");
        }
    }

    #[test]
    fn own_words_are_seen_through_state() {
        let read = |text: &str| text.parse::<Signature>().expect("a signature");
        assert!(read("state:crash:message:x").has_own_words());
        assert!(!read("state:crash:signal:11").has_own_words());
        assert!(read("state:self-check:self-check:internal:x").is_internal());
        // A message that only looks like one.
        assert!(!read("message:a:internal:b").is_internal());
        assert_eq!(
            read("state:soundness:refutation").wrong(),
            None,
            "of the persistent process, not of the formula"
        );
    }
}
