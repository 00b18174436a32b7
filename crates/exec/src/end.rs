//! How a process ended, and whether a limit of ours stands behind it.

use crate::wire::Ended;
use crate::{Exit, LimitHit, Limits};
use rustix::process::Signal;
use std::time::Duration;

pub(crate) fn exit_of(ended: &Ended) -> Exit {
    match (ended.code, ended.signal) {
        (Some(code), _) => Exit::Code(code),
        (None, signal) => Exit::Signal(signal.unwrap_or(0)),
    }
}

/// For a process that survives SIGKILL for seconds (it hangs in the kernel): killed, as far as we
/// are concerned.
pub(crate) fn never_ended() -> Ended {
    let signal = Some(Signal::KILL.as_raw());
    Ended {
        code: None,
        signal,
        cpu: Duration::ZERO,
        peak_memory: 0,
    }
}

/// The limit behind an end that we did not cause by a signal of our own: the kernel's backstop
/// for CPU time, and a death by signal for want of address space. The kernel does not tell when
/// it refuses memory, so a solver that dies by a signal with much memory in use is given the
/// benefit of the doubt: our limit is never read as its crash.
pub(crate) fn ended_by(ended: &Ended, limits: &Limits, address_space: u64) -> Option<LimitHit> {
    let signal = ended.signal?;
    let spent = limits.cpu.is_some_and(|cpu| ended.cpu >= cpu);
    if spent && (signal == Signal::XCPU.as_raw() || signal == Signal::KILL.as_raw()) {
        return Some(LimitHit::Cpu);
    }
    let limit = limits.address_space()?;
    let near = ended.peak_memory >= limit / 4 || address_space >= limit / 4 * 3;
    near.then_some(LimitHit::Memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(signal: i32, cpu: u64, peak: u64, space: u64) -> Option<LimitHit> {
        let limits = Limits {
            cpu: Some(Duration::from_secs(2)),
            memory: Some(1 << 30),
            ..Limits::default()
        };
        let cpu = Duration::from_secs(cpu);
        let ended = Ended {
            code: None,
            signal: Some(signal),
            cpu,
            peak_memory: peak,
        };
        ended_by(&ended, &limits, space)
    }

    #[test]
    fn a_segfault_with_little_memory_is_a_crash() {
        assert_eq!(check(11, 0, 50 << 20, 100 << 20), None);
    }

    #[test]
    fn a_death_near_the_memory_limit_is_ours() {
        assert_eq!(check(6, 0, 900 << 20, 0), Some(LimitHit::Memory));
        assert_eq!(check(11, 0, 50 << 20, 1000 << 20), Some(LimitHit::Memory));
    }

    #[test]
    fn without_a_memory_limit_a_segfault_is_a_crash() {
        let limits = Limits {
            memory: Some(0),
            ..Limits::default()
        };
        let ended = Ended {
            signal: Some(11),
            peak_memory: 4 << 30,
            ..never_ended()
        };
        assert_eq!(ended_by(&ended, &limits, 20 << 40), None);
    }

    #[test]
    fn the_cpu_backstop_is_ours() {
        assert_eq!(check(Signal::XCPU.as_raw(), 4, 0, 0), Some(LimitHit::Cpu));
        assert_eq!(check(11, 4, 0, 0), None);
    }
}
