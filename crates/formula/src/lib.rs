//! A formula that we made: its text, where it came from, and what its answer must be.

mod hash;
mod header;

pub use gadfly_vocabulary::LabelSource;
pub use hash::ContentHash;
pub use header::{HeaderError, Parent, Provenance};

use std::fmt;
use std::str::FromStr;

/// What the answer of one `check-sat` must be, by construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expect {
    /// Satisfiable.
    Sat,
    /// Unsatisfiable.
    Unsat,
    /// Nothing is known.
    Unknown,
}

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expect::Sat => "sat",
            Expect::Unsat => "unsat",
            Expect::Unknown => "unknown",
        })
    }
}

gadfly_vocabulary::written_as_text!(Expect);

impl FromStr for Expect {
    type Err = HeaderError;

    fn from_str(word: &str) -> Result<Self, HeaderError> {
        match word {
            "sat" => Ok(Expect::Sat),
            "unsat" => Ok(Expect::Unsat),
            "unknown" => Ok(Expect::Unknown),
            _ => Err(HeaderError::Expect(word.to_string())),
        }
    }
}

/// A script that we made, with all that is needed to make it again and to judge its answers.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The script without a header.
    pub text: String,
    /// One entry a `check-sat`, in order.
    pub expect: Vec<Expect>,
    /// How `expect` is known.
    pub label: LabelSource,
    /// How the formula was made.
    pub provenance: Provenance,
}

impl Formula {
    /// The whole text: header lines, then the script.
    pub fn with_header(&self) -> String {
        let mut text = self.provenance.header(&self.expect);
        text.push_str(&self.text);
        text
    }

    /// The hash of the script without its header.
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(self.text.as_bytes())
    }
}
