//! The oracles, one property a file. Each is a pure function from what is judged to verdicts.

mod answers_agree;
mod crash;
mod incomplete_regression;
mod incomplete_step;
mod inconsistent;
mod label_holds;
mod majority;
mod model_satisfies;
mod obligations_hold;
mod proof_holds;
mod rejected;
mod slow;

use crate::{Judged, Verdict};
pub(crate) use obligations_hold::obligations_hold;

/// An oracle: its name and its function.
pub(crate) type Oracle = (&'static str, fn(&Judged) -> Vec<Verdict>);

/// All oracles, by name.
pub(crate) const ALL: &[Oracle] = &[
    ("crash", crash::crash),
    ("label_holds", label_holds::label_holds),
    ("answers_agree", answers_agree::answers_agree),
    ("majority", majority::majority),
    ("model_satisfies", model_satisfies::model_satisfies),
    ("obligations_hold", obligations_hold::obligations_hold),
    ("proof_holds", proof_holds::proof_holds),
    ("slow", slow::slow),
    (
        "incomplete_regression",
        incomplete_regression::incomplete_regression,
    ),
    ("incomplete_step", incomplete_step::incomplete_step),
    ("inconsistent", inconsistent::inconsistent),
    ("rejected", rejected::rejected),
];
