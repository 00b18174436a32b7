//! What a process did, before anyone interprets it.

use std::time::Duration;

/// What a run may use. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub wall: Option<Duration>,
    /// CPU time of the process, all its threads and all that it has started.
    pub cpu: Option<Duration>,
    /// Memory in bytes of the process and all that it has started; zero is no limit either.
    pub memory: Option<u64>,
    /// How memory is counted.
    pub memory_kind: MemoryKind,
    /// The most bytes that are kept of stdout and of stderr each; the rest is read and dropped.
    /// `None` keeps 64 MiB.
    pub output: Option<u64>,
    /// Whether a run that prints more than that is ended ([`LimitHit::Output`]).
    pub stop_at_cap: bool,
}

impl Limits {
    /// How much longer than its CPU time a run may take on the wall's clock: for other work on the
    /// machine, and for a solver that sleeps.
    pub const WALL_TO_CPU: u32 = 6;
    /// And how much more for its start.
    const WALL_MORE: Duration = Duration::from_secs(1);

    /// The same limits with this much CPU time, and several times as much on the wall's clock: a busy
    /// machine is not the solver's fault.
    #[must_use]
    pub fn timed(self, cpu: Duration) -> Limits {
        Limits {
            cpu: Some(cpu),
            wall: Some(cpu * Self::WALL_TO_CPU + Self::WALL_MORE),
            ..self
        }
    }

    /// The memory limit, where there is one.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory.filter(|bytes| *bytes > 0)
    }

    /// The limit on the address space, where memory is counted so.
    pub(crate) fn address_space(&self) -> Option<u64> {
        self.memory_limit()
            .filter(|_| self.memory_kind == MemoryKind::AddressSpace)
    }
}

/// How a memory limit is enforced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryKind {
    /// By the address space (`RLIMIT_AS`) of each process, exact and free, and by the resident size
    /// of all together, watched from outside. Breaks sanitizer builds.
    #[default]
    AddressSpace,
    /// By the resident size of all together, watched from outside: for programs that reserve far more address space than
    /// they ever use.
    Resident,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It returned this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It is a persistent process that lives on.
    Alive,
}

/// A limit of ours that ended a run. Never a fault of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitHit {
    /// Wall time.
    Wall,
    /// CPU time.
    Cpu,
    /// Memory.
    Memory,
    /// Too much output, where the caller asked to stop at the cap.
    Output,
    /// The user or the hunt stopped it.
    Cancelled,
}

/// What a process did: kept before it is interpreted.
#[derive(Clone, Debug)]
pub struct RawRun {
    /// The command line.
    pub command: Vec<String>,
    /// How it ended.
    pub exit: Exit,
    /// The limit of ours that ended it, if any.
    pub limit: Option<LimitHit>,
    /// Standard output, up to the cap.
    pub stdout: Vec<u8>,
    /// Standard error, up to the cap.
    pub stderr: Vec<u8>,
    /// Whether stdout or stderr was longer than the cap.
    pub truncated: bool,
    /// Wall time of this run (of this formula, in a persistent process).
    pub wall: Duration,
    /// CPU time of this run, children included.
    pub cpu: Duration,
    /// Peak resident memory in bytes. In a persistent process, a call that is over within two
    /// milliseconds has the last known peak.
    pub peak_memory: u64,
    /// The limits that were set.
    pub limits: Limits,
}

impl RawRun {
    /// A run that ended so and of which nothing else is known.
    pub fn ended(exit: Exit) -> RawRun {
        RawRun {
            command: Vec::new(),
            exit,
            limit: None,
            stdout: Vec::new(),
            stderr: Vec::new(),
            truncated: false,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
            limits: Limits::default(),
        }
    }
}
