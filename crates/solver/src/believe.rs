//! A death is believed late: only what a run shows without our limit on its address space is the
//! solver's crash.
//!
//! Under that limit an allocation that fails may end in a null pointer's use, a thread that cannot be
//! started in an exception that nobody catches; the kernel does not tell us that it refused. So a
//! crash is run again with its resident memory limited instead, and that run counts. All that ends
//! for want of something that we or the machine did not give has an outcome of its own.

use crate::run::{Outcome, Run};
use gadfly_exec::{Exit, Limits, MemoryKind};

/// What a full disk leaves free at most.
const FULL: u64 = 1 << 20;

/// A run that may have died of our limits, or what it comes to without them.
pub(crate) fn believed(mut run: Run, limits: &Limits, again: impl FnOnce(&Limits) -> Run) -> Run {
    if !is_death(&run) {
        return run;
    }
    let resident = Limits {
        memory_kind: MemoryKind::Resident,
        ..*limits
    };
    let spaced = limits.memory_limit().is_some() && *limits != resident;
    if spaced {
        run = again(&resident);
    }
    if matches!(run.outcome, Outcome::Crash(_)) && disk_is_full() {
        let why = "the disk for temporary files is full".to_owned();
        run.outcome = Outcome::Broken(why);
    }
    run
}

/// Whether a process was started and ended as a refused allocation or thread may end it.
fn is_death(run: &Run) -> bool {
    match run.outcome {
        Outcome::Crash(_) => true,
        Outcome::Broken(_) => run.raw.exit != Exit::Code(-1),
        _ => false,
    }
}

fn disk_is_full() -> bool {
    let free = rustix::fs::statvfs(std::env::temp_dir()).map(|fs| fs.f_bavail * fs.f_frsize);
    free.is_ok_and(|free| free < FULL)
}
