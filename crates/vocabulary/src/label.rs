//! How strongly a formula's expected answer is known.

use crate::words;

/// How strongly a label is known, strongest last. A seed's own label says where it was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LabelSource {
    /// No label.
    #[default]
    None,
    /// A seed's header, `:status` or folder said so, and nobody has checked it.
    Claimed,
    /// Two solver families agree on it today.
    Confirmed,
    /// It follows from confirmed seeds by proved rules or fusions, or by mutating outside a core.
    Construction,
    /// Our evaluator found the formula true under a model.
    Witness,
}

words!(LabelSource, "a source of labels": None = "none", Claimed = "claimed",
    Confirmed = "confirmed", Construction = "construction", Witness = "witness");
