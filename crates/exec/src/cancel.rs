//! What stops runs from outside: Ctrl-C, the end of a hunt.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A shared flag; once it is set, or its time is up, every run that was given it ends within a
/// tenth of a second.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

/// Two flags are equal if setting one sets the other.
impl PartialEq for Cancel {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.flag, &other.flag) && self.deadline == other.deadline
    }
}

impl Eq for Cancel {}

impl Cancel {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that others set too.
    pub fn sharing(flag: &Arc<AtomicBool>) -> Self {
        let (flag, deadline) = (Arc::clone(flag), None);
        Cancel { flag, deadline }
    }

    /// A flag that counts as set from this time on.
    pub fn at(deadline: Instant) -> Self {
        Cancel {
            deadline: Some(deadline),
            ..Cancel::new()
        }
    }

    /// The same flag, which counts as set from this time on.
    #[must_use]
    pub fn until(self, deadline: Instant) -> Self {
        Cancel {
            deadline: Some(deadline),
            ..self
        }
    }

    /// Sets the flag.
    pub fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the flag is set, or the time is up.
    pub fn is_set(&self) -> bool {
        let late = |deadline| Instant::now() >= deadline;
        self.flag.load(Ordering::Relaxed) || self.deadline.is_some_and(late)
    }
}
