//! The clock of benchmarks.

use rustix::time::{ClockId, clock_gettime};

/// Seconds of processor time that this thread has used: what others run beside it does not count.
pub fn thread_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
