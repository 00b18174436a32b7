//! What a colour means, on all pages and plots: one meaning a colour.

use gadfly_vocabulary::{Class, Kind};

/// What a colour says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A wrong result.
    Wrong,
    /// A solver that died; a change for the worse.
    Died,
    /// Right, or better.
    Right,
    /// Open: nobody knows, or nobody was asked.
    Open,
    /// One of several that no other colour speaks of; the number tells them apart.
    Plain(usize),
}

/// How many plain ones can be told apart.
pub(crate) const PLAIN: usize = 8;

impl Tone {
    /// Its class in the style sheet.
    pub fn class(self) -> &'static str {
        const CLASSES: [&str; PLAIN] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"];
        match self {
            Tone::Wrong => "wrong",
            Tone::Died => "died",
            Tone::Right => "right",
            Tone::Open => "open",
            Tone::Plain(number) => CLASSES[number % PLAIN],
        }
    }

    /// Its colour in a figure that stands alone, on white.
    pub(crate) fn ink(self) -> &'static str {
        const INKS: [&str; PLAIN] = [
            "#2f6fde", "#7b5cc9", "#158a9c", "#b5438f", "#8f7012", "#8a5a3c", "#3f5aa6", "#5f7a1f",
        ];
        match self {
            Tone::Wrong => "#c2362b",
            Tone::Died => "#c05a10",
            Tone::Right => "#237a49",
            Tone::Open => "#7a7f87",
            Tone::Plain(number) => INKS[number % PLAIN],
        }
    }
}

/// How a series of a plot looks: its colour, and the pattern that tells it from others without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The colour.
    pub(crate) tone: Tone,
    /// Dashes, marker and hatch.
    pub(crate) pattern: usize,
}

impl Look {
    /// A look of some meaning; the pattern tells it from others of the same.
    pub fn new(tone: Tone, pattern: usize) -> Look {
        Look { tone, pattern }
    }

    /// One of several that have no meaning of their own.
    pub fn plain(number: usize) -> Look {
        Look::new(Tone::Plain(number), number)
    }

    /// The look of a kind of verdict.
    pub(crate) fn of_kind(kind: Kind) -> Look {
        let tone = tone_of(kind);
        let alike = Kind::ALL.iter().filter(|other| tone_of(**other) == tone);
        Look::new(tone, alike.take_while(|other| **other != kind).count())
    }

    /// The look of an end of a run.
    pub(crate) fn of_class(class: Class) -> Look {
        let (tone, pattern) = match class {
            Class::Sat => (Tone::Plain(0), 0),
            Class::Unsat => (Tone::Plain(0), 1),
            Class::Mixed => (Tone::Plain(0), 2),
            Class::Unknown => (Tone::Open, 0),
            Class::Timeout => (Tone::Open, 1),
            Class::MemoryOut => (Tone::Open, 2),
            Class::Cancelled => (Tone::Open, 3),
            Class::Crash => (Tone::Died, 0),
            Class::Rejected => (Tone::Plain(1), 0),
            Class::Unsupported => (Tone::Plain(1), 1),
            Class::Silent => (Tone::Plain(1), 2),
            Class::Broken => (Tone::Plain(1), 3),
        };
        Look::new(tone, pattern)
    }
}

/// What a kind of verdict says of the solver.
pub(crate) fn tone_of(kind: Kind) -> Tone {
    match kind {
        Kind::Soundness
        | Kind::Inconsistent
        | Kind::InvalidModel
        | Kind::InvalidCore
        | Kind::InvalidProof
        | Kind::Obligation => Tone::Wrong,
        Kind::Crash | Kind::State => Tone::Died,
        Kind::SelfCheck | Kind::Incomplete | Kind::Slow | Kind::Disagreement | Kind::Rejected => {
            Tone::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two kinds, or two ends, never look alike.
    #[test]
    fn looks_differ() {
        let kinds = Kind::ALL.iter().map(|kind| Look::of_kind(*kind));
        let classes = Class::ALL.iter().map(|class| Look::of_class(*class));
        for looks in [kinds.collect::<Vec<_>>(), classes.collect()] {
            for (n, look) in looks.iter().enumerate() {
                assert!(!looks[..n].contains(look), "{look:?}");
                assert!(look.pattern < PLAIN);
            }
        }
    }
}
