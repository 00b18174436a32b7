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

    /// CPU time so far of the process and of all that it has started: what lives, and what was
    /// waited for (that in ticks). A check script does nothing itself, its solvers do.
    pub(crate) fn family_cpu(&self) -> Option<Duration> {
        let mut sum = self.cpu()?;
        for pid in self.family() {
            if pid != self.pid {
                sum += Gauge::new(pid).cpu().unwrap_or_default();
            }
            sum += cpu_of_waited_for(pid).unwrap_or_default();
        }
        Some(sum)
    }

    /// Resident memory of all that the process has started: the solver behind a wrapper.
    pub(crate) fn resident_of_others(&self) -> u64 {
        let others = self.family().into_iter().filter(|pid| *pid != self.pid);
        let resident = |pid| Some(Gauge::new(pid).memory()?.resident);
        others.filter_map(resident).sum()
    }

    /// The process and all that it has started and that lives.
    fn family(&self) -> Vec<i32> {
        let mut members = vec![self.pid];
        let mut seen = 0;
        while let Some(&pid) = members.get(seen) {
            seen += 1;
            if members.len() < LARGEST_FAMILY {
                members.extend(children(pid));
            }
        }
        members
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

/// How many processes are counted at most.
const LARGEST_FAMILY: usize = 64;

/// The kernel's unit for times in `/proc`, the same on all machines that we run on.
const TICK: Duration = Duration::from_millis(10);

fn children(pid: i32) -> Vec<i32> {
    let list = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    let list = list.unwrap_or_default();
    list.split_whitespace()
        .filter_map(|pid| pid.parse().ok())
        .collect()
}

/// CPU time of children that have ended.
fn cpu_of_waited_for(pid: i32) -> Option<Duration> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The name may hold anything, parentheses too.
    let fields = &stat[memchr::memrchr(b')', &stat)? + 2..];
    let mut ticks = std::str::from_utf8(fields).ok()?.split(' ').skip(13);
    let mut next = || ticks.next()?.trim_end().parse::<u32>().ok();
    Some(TICK * (next()? + next()?))
}

fn kilobytes(status: &[u8], name: &[u8]) -> Option<u64> {
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
    fn what_children_use_is_counted() {
        let pid = std::process::id() as i32;
        let before = Gauge::new(pid).family_cpu().unwrap();
        let busy = "n=0; while [ $n -lt 60000 ]; do n=$((n+1)); done";
        let own = Gauge::new(pid).cpu().unwrap();
        std::process::Command::new("/bin/sh")
            .args(["-c", busy])
            .status()
            .unwrap();
        let own = Gauge::new(pid).cpu().unwrap() - own;
        let all = Gauge::new(pid).family_cpu().unwrap() - before;
        assert!(all >= own + TICK, "{all:?} {own:?}");
        assert!(cpu_of_waited_for(pid).unwrap() >= TICK);
        assert_eq!(cpu_of_waited_for(-1), None);
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
