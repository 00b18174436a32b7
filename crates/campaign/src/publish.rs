//! Copies of the store for other machines, now and then.

use gadfly_store::Store;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least time between two copies.
const EVERY: Duration = Duration::from_secs(60);
/// A copy may take one part in so many of the time until the next.
const SHARE: u32 = 100;

/// Publishes a hunt's store.
pub(crate) struct Publisher {
    hunt: PathBuf,
    due: Instant,
}

impl Publisher {
    pub(crate) fn new(hunt: &Path) -> Publisher {
        Publisher {
            hunt: hunt.to_path_buf(),
            due: Instant::now() + EVERY,
        }
    }

    /// Publishes, where it is time to.
    pub(crate) fn beat(&mut self, store: &Store) {
        if Instant::now() >= self.due {
            self.publish(store);
        }
    }

    /// Publishes now. A hunt goes on without: a disk that cannot be written is the store's to say.
    pub(crate) fn publish(&mut self, store: &Store) {
        let begun = Instant::now();
        let _ = store.publish(&self.hunt);
        self.due = Instant::now() + EVERY.max(begun.elapsed() * SHARE);
    }
}
