//! Ctrl-C: the first asks for a clean stop, the second stops at once.

use crate::exit::{Context, Failure};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What is said at the first Ctrl-C.
pub(crate) const STOPPING: &str = "stopping: saving what there is (once more to stop at once)";

/// A flag that turns true at the first Ctrl-C (or SIGTERM), which is said. At the second the process
/// ends with 130.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, Failure> {
    watch(|| {
        // Over a line of progress, and over what the terminal shows of the key.
        let start = match std::io::stderr().is_terminal() {
            true => "\r\x1b[K",
            false => "",
        };
        eprintln!("{start}{STOPPING}");
    })
}

/// The same without a word, for whoever draws on the terminal and says it himself.
pub(crate) fn silent_flag() -> Result<Arc<AtomicBool>, Failure> {
    watch(|| {})
}

/// The process has one flag; whoever asks first says what is said.
fn watch(say: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, Failure> {
    static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        return Ok(Arc::clone(stop));
    }
    let stop = Arc::clone(STOP.get_or_init(Arc::default));
    let seen = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        say();
    })
    .context("cannot catch Ctrl-C")?;
    Ok(stop)
}
