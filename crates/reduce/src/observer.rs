//! What a reduction tells while it works: for a live line, and for keeping what is won.

use crate::tried::CandidateHash;

/// Something happened.
#[derive(Debug)]
pub enum Event<'a> {
    /// A pass is at work.
    Pass {
        /// Its name.
        name: &'static str,
    },
    /// A candidate was put to the predicate.
    Checked {
        /// The candidate's name, to be remembered across restarts.
        hash: CandidateHash,
        /// The answer.
        fails: bool,
        /// Its size.
        bytes: usize,
    },
    /// There is a new smallest script that fails. To be put on disk at once.
    Best {
        /// The script.
        text: &'a str,
    },
}

/// Is told what happens, from several threads.
pub trait Observer: Sync {
    /// Something happened.
    fn event(&self, event: &Event<'_>);
}

/// Looks away.
pub struct Silent;

impl Observer for Silent {
    fn event(&self, _: &Event<'_>) {}
}
