//! CPU time and memory of a living process, read from outside.

use nix::sys::time::TimeValLike;
use rustix::fs::{Mode, OFlags, open};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// The meters of one process. Files stay open, so that one reading is one system call.
pub(crate) struct Gauge {
    pid: i32,
    clock: Option<nix::time::ClockId>,
    status: File,
    clear_refs: File,
    buffer: Vec<u8>,
}

/// A file that is opened when it is first wanted.
enum File {
    Unopened,
    Open(OwnedFd),
    Missing,
}

impl Gauge {
    pub(crate) fn new(pid: i32) -> Self {
        let clock = nix::time::clock_getcpuclockid(nix::unistd::Pid::from_raw(pid)).ok();
        let (status, clear_refs) = (File::Unopened, File::Unopened);
        Gauge {
            pid,
            clock,
            status,
            clear_refs,
            buffer: Vec::with_capacity(4096),
        }
    }

    /// CPU time of all threads so far, in nanoseconds, not in ticks; `None` when it is gone.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let time = nix::time::clock_gettime(self.clock?).ok()?;
        Some(Duration::from_nanos(
            u64::try_from(time.num_nanoseconds()).ok()?,
        ))
    }

    /// Forgets the peak memory so far: from now on it is counted anew.
    pub(crate) fn reset_peak(&mut self) {
        let fd = self.clear_refs.get(self.pid, "clear_refs", OFlags::WRONLY);
        let _ = fd.map(|fd| rustix::io::pwrite(fd, b"5", 0));
    }

    /// Memory now and at its peak.
    pub(crate) fn memory(&mut self) -> Option<Memory> {
        let fd = self.status.get(self.pid, "status", OFlags::RDONLY)?;
        self.buffer.clear();
        rustix::io::pread(fd, rustix::buffer::spare_capacity(&mut self.buffer), 0).ok()?;
        let field = |name| kilobytes(&self.buffer, name).map(|kb| kb * 1024);
        Some(Memory {
            peak_address_space: field(b"VmPeak:")?,
            address_space: field(b"VmSize:")?,
            peak_resident: field(b"VmHWM:")?,
            resident: field(b"VmRSS:")?,
        })
    }
}

/// Memory of a process in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) peak_address_space: u64,
    pub(crate) address_space: u64,
    pub(crate) peak_resident: u64,
    pub(crate) resident: u64,
}

impl File {
    fn get(&mut self, pid: i32, name: &str, flags: OFlags) -> Option<&OwnedFd> {
        if let File::Unopened = self {
            let path = format!("/proc/{pid}/{name}");
            *self = match open(path, flags | OFlags::CLOEXEC, Mode::empty()) {
                Ok(fd) => File::Open(fd),
                Err(_) => File::Missing,
            };
        }
        match self {
            File::Open(fd) => Some(fd),
            _ => None,
        }
    }
}

/// The number of kilobytes behind a name in a text of `/proc`.
pub(crate) fn kilobytes(status: &[u8], name: &[u8]) -> Option<u64> {
    let start = memchr::memmem::find(status, name)? + name.len();
    let digits = status[start..]
        .iter()
        .skip_while(|byte| !byte.is_ascii_digit());
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_meters_move() {
        let mut gauge = Gauge::new(std::process::id() as i32);
        let before = gauge.cpu().unwrap();
        let block = vec![1_u8; 64 << 20];
        let peak = gauge.memory().unwrap();
        assert!(block.iter().map(|byte| u64::from(*byte)).sum::<u64>() == 64 << 20);
        drop(block);
        assert!(peak.peak_resident >= 64 << 20 && peak.peak_address_space >= peak.peak_resident);
        assert!(gauge.cpu().unwrap() > before);
        gauge.reset_peak();
        let after = gauge.memory().unwrap();
        assert!(
            after.peak_resident < peak.peak_resident,
            "{after:?} {peak:?}"
        );
    }

    #[test]
    fn a_field_of_status_is_found() {
        assert_eq!(
            kilobytes(b"VmPeak:\t  12 kB\nVmHWM:\t 7 kB\n", b"VmHWM:"),
            Some(7)
        );
        assert_eq!(kilobytes(b"Name: x", b"VmHWM:"), None);
    }
}
