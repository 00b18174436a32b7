//! One pass over a list of moves: how many are tried together.
//!
//! The list is scanned from its start with a chunk of moves that are tried together. Success takes
//! the chunk and doubles the next one; failure halves it; a single move that fails is passed by. A
//! list where everything can go costs one check, a list where nothing can go one check a move, and
//! one culprit among n moves about 2 log n checks.

use crate::edit::{Move, Taken};
use std::ops::Range;
use std::sync::Arc;

/// The moves of a pass at work on one text. A copy goes on by itself: that is how workers look
/// ahead.
#[derive(Clone)]
pub(crate) struct Scan {
    /// The text that the moves were made for.
    text: Arc<str>,
    moves: Arc<Vec<Move>>,
    taken: Taken,
    /// What the taken moves have made of the text.
    best: Arc<str>,
    rest: Range<usize>,
    chunk: usize,
}

/// Moves that are tried together.
#[derive(Clone)]
pub(crate) struct Trial {
    range: Range<usize>,
    taken: Taken,
}

impl Scan {
    pub(crate) fn new(text: Arc<str>, moves: Arc<Vec<Move>>) -> Self {
        Scan {
            best: text.clone(),
            text,
            taken: Taken::default(),
            rest: 0..moves.len(),
            chunk: moves.len().max(1),
            moves,
        }
    }

    /// One move after the other.
    pub(crate) fn singly(text: Arc<str>, moves: Arc<Vec<Move>>) -> Self {
        Scan {
            chunk: 1,
            ..Scan::new(text, moves)
        }
    }

    /// Nothing more is tried.
    pub(crate) fn end(&mut self) {
        self.rest.start = self.rest.end;
    }

    /// The text with all that was taken.
    pub(crate) fn best(&self) -> &Arc<str> {
        &self.best
    }

    /// The next moves to try, and the candidate that they make. `None` at the end.
    pub(crate) fn next(&mut self) -> Option<(Trial, String)> {
        while !self.rest.is_empty() {
            let end = self.rest.end.min(self.rest.start + self.chunk);
            let range = self.rest.start..end;
            let taken = self.taken.with_free(&self.moves[range.clone()]);
            if taken.len() > self.taken.len() {
                let candidate = taken.apply(&self.text);
                return Some((Trial { range, taken }, candidate));
            }
            // All of them touch what is taken already.
            self.rest.start = end;
        }
        None
    }

    /// The trial made a smaller text that still fails.
    pub(crate) fn succeeded(&mut self, trial: Trial, text: Arc<str>) {
        self.chunk = trial.range.len() * 2;
        self.rest.start = trial.range.end;
        self.taken = trial.taken;
        self.best = text;
    }

    /// The trial made nothing that helps.
    pub(crate) fn failed(&mut self, trial: &Trial) {
        if trial.range.len() > 1 {
            self.chunk = trial.range.len() / 2;
        } else {
            self.rest.start = trial.range.end;
        }
    }

    /// The trial made something that is not well-formed. Moves that are ill-formed by themselves
    /// leave the list, so that they do not hide what the others would have won; unless that would
    /// take too long. Whether any left.
    pub(crate) fn ill_formed(&mut self, trial: &Trial, accepts: impl Fn(&str) -> bool) -> bool {
        let range = trial.range.clone();
        if range.len() < 2 || range.len() * self.text.len() > MOST_BYTES {
            return false;
        }
        let good = |addition: &Move| {
            !self.taken.is_free(addition)
                || accepts(
                    &self
                        .taken
                        .with_free(std::slice::from_ref(addition))
                        .apply(&self.text),
                )
        };
        let kept: Vec<Move> = self.moves[range.clone()]
            .iter()
            .filter(|m| good(m))
            .cloned()
            .collect();
        let gone = range.len() - kept.len();
        if gone > 0 {
            Arc::make_mut(&mut self.moves).splice(range, kept);
            self.rest.end -= gone;
        }
        gone > 0
    }
}

/// How much text is parsed at most to find out which moves of a trial are ill-formed.
const MOST_BYTES: usize = 4 << 20;
