//! Peak memory of each call of a persistent process, for little.
//!
//! The kernel writes a whole page of text to tell one number, which takes as long as a call of a
//! fast solver. A call that is over in a moment cannot have taken much memory, so the number is
//! asked for after long calls, after the call that follows one, and now and then.

use crate::gauge::Gauge;
use std::time::Duration;

/// A call that takes longer is looked at, which costs it less than a hundredth. Memory comes at a few
/// megabytes a millisecond.
const MOMENT: Duration = Duration::from_millis(5);
/// The number of short calls after which one is looked at all the same: solvers that leak do so by
/// megabytes a call.
const NOW_AND_THEN: u32 = 8;

#[derive(Default)]
pub(crate) struct Peak {
    last: u64,
    /// The address space in use when it was last looked at.
    pub(crate) address_space: u64,
    /// Calls that may still go by without a look.
    unseen: u32,
}

impl Peak {
    /// The peak of a call that took this much CPU time: exact for a long one, else the last known.
    pub(crate) fn after(&mut self, gauge: &mut Gauge, cpu: Duration) -> u64 {
        let long = cpu >= MOMENT;
        if !long && self.unseen > 0 {
            self.unseen -= 1;
            return self.last;
        }
        // What a long call took may be given back in the next.
        self.unseen = if long { 0 } else { NOW_AND_THEN };
        if let Some(memory) = gauge.memory() {
            self.last = memory.peak_resident;
            self.address_space = memory.address_space;
            gauge.reset_peak();
        }
        self.last
    }
}
