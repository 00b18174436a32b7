//! For tests that look at the whole process or the whole machine.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long [`eventually`] waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// No other test of this process that asks for it runs until the guard is dropped.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until the condition holds.
///
/// # Panics
///
/// If it does not within a minute.
#[track_caller]
pub fn eventually(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < PATIENCE, "still waiting: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
