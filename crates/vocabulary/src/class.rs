//! How a run ended, in the words of tallies and tables.

use crate::words;

/// How a run ended, as the tallies count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// It answered sat (to every check).
    Sat = 0,
    /// It answered unsat (to every check).
    Unsat = 1,
    /// It answered unknown at least once.
    Unknown = 2,
    /// Several checks with different answers.
    Mixed = 3,
    /// Time ran out.
    Timeout = 4,
    /// Memory ran out.
    MemoryOut = 5,
    /// It died.
    Crash = 6,
    /// It refused the script.
    Rejected = 7,
    /// It does not support a feature.
    Unsupported = 8,
    /// We stopped it.
    Cancelled = 9,
    /// A fault that is not the solver's.
    Broken = 10,
    /// It ended well and said nothing.
    Silent = 11,
}

words!(Class, "an end of a run": Sat = "sat", Unsat = "unsat", Unknown = "unknown", Mixed = "mixed",
    Timeout = "timeout", MemoryOut = "memory-out", Crash = "crash", Rejected = "rejected",
    Unsupported = "unsupported", Cancelled = "cancelled", Broken = "broken", Silent = "silent");
