//! The reports of hunts, rendered when somebody asks and kept until the hunt has changed.

use crate::stamp::{STORE, Stamp};
use gadfly_report::Summary;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// A report may cost so small a share of the time: one that took a second is a minute old at most.
const SHARE: u32 = 60;
const LEAST: Duration = Duration::from_secs(1);

/// A report and what it was made of.
#[derive(Clone, Default)]
struct Kept {
    stamp: Stamp,
    page: Option<Arc<[u8]>>,
    next: Option<Instant>,
}

/// All reports that somebody asked for.
#[derive(Default)]
pub(crate) struct Reports {
    kept: Mutex<BTreeMap<String, Arc<Mutex<Kept>>>>,
}

impl Reports {
    /// A hunt's report; the reason where there is none.
    pub(crate) fn of(&self, slug: &str, folder: &Path) -> Result<Arc<[u8]>, String> {
        let slot = {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.entry(slug.to_string()).or_default().clone()
        };
        let mut kept = match slot.try_lock() {
            Ok(kept) => kept,
            Err(TryLockError::Poisoned(kept)) => kept.into_inner(),
            // Somebody else has it made.
            Err(TryLockError::WouldBlock) => slot.lock().unwrap_or_else(PoisonError::into_inner),
        };
        kept.refresh(folder)?;
        kept.page
            .clone()
            .ok_or_else(|| "nothing was rendered".into())
    }
}

impl Kept {
    fn refresh(&mut self, folder: &Path) -> Result<(), String> {
        let early = self.next.is_some_and(|next| Instant::now() < next);
        if early && self.page.is_some() {
            return Ok(());
        }
        let stamp = Stamp::of(folder, STORE);
        if stamp == self.stamp && self.page.is_some() {
            return Ok(());
        }
        let begun = Instant::now();
        let mut summary = Summary::load_only(&[folder]).map_err(|error| error.to_string())?;
        summary.files_at(|_| Some(String::new()));
        self.page = Some(gadfly_report::page(&summary).into_bytes().into());
        self.stamp = stamp;
        self.next = Some(Instant::now() + (begun.elapsed() * SHARE).max(LEAST));
        Ok(())
    }
}
