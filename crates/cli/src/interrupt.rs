//! Ctrl-C: the first asks for a clean stop, the second stops at once.

use crate::exit::{Context, Failure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that turns true at the first Ctrl-C (or SIGTERM). At the second the process ends with 130.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        eprintln!("stopping: saving what there is (once more to stop at once)");
    })
    .context("cannot catch Ctrl-C")?;
    Ok(stop)
}
