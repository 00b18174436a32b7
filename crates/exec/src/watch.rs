//! The limits of one run, watched from outside.

use crate::family::{Family, Members};
use crate::gauge::Gauge;
use crate::{Cancel, LimitHit, Limits, MemoryKind};
use std::time::{Duration, Instant};

/// How often memory and the other processes of a run are looked at, where the process itself has no
/// limit on its address space and where it has one. Most calls are over before the first look.
const MEMORY_TICK: Duration = Duration::from_millis(5);
const RECORD_TICK: Duration = Duration::from_millis(20);
/// A look takes this part of our time at most, however many processes there are.
const LOOKING: u32 = 50;
/// What takes long is looked at less often: after this part of its time so far.
const PATIENCE: u32 = 8;
const LONGEST_REST: Duration = Duration::from_millis(100);
/// How often the cancel flag is looked at: a run that takes long can wait longer.
const CANCEL_TICK: Duration = Duration::from_millis(20);
const LONGEST_CANCEL_TICK: Duration = Duration::from_millis(100);

pub(crate) struct Watch<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) cancel: Option<&'a Cancel>,
    pub(crate) started: Instant,
    /// CPU time of the process when this run began.
    pub(crate) cpu_before: Duration,
    /// The largest address space that was seen.
    pub(crate) address_space: u64,
    /// The most memory that the whole family was seen with.
    pub(crate) peak: u64,
    /// CPU time of the other processes before this run, which is found out at the first look in a
    /// process that served others before.
    others_before: Option<Duration>,
    /// CPU time of the other processes in this run, at the last look.
    others: Duration,
    /// CPU time of all together, when it was last compared with the limit.
    pub(crate) used: Duration,
    next_look: Instant,
}

/// What is watched of a run: its first process, and all others.
pub(crate) struct Watched<'a> {
    pub(crate) gauge: &'a mut Gauge,
    pub(crate) family: &'a mut Family,
}

/// Several threads use CPU time faster than the wall clock runs; not faster than this.
const FASTEST: u32 = 2;

/// Whether so much CPU time cannot have been used yet: a reading costs more than a look at the
/// clock.
fn too_early(cpu: Duration, spent: Duration) -> bool {
    spent < cpu / FASTEST
}

impl<'a> Watch<'a> {
    /// The limits of a process from its start on.
    pub(crate) fn new(limits: &'a Limits, cancel: Option<&'a Cancel>) -> Self {
        let started = Instant::now();
        Watch {
            limits,
            cancel,
            started,
            cpu_before: Duration::ZERO,
            address_space: 0,
            peak: 0,
            others_before: Some(Duration::ZERO),
            others: Duration::ZERO,
            used: Duration::ZERO,
            next_look: started + tick(limits),
        }
    }

    /// The limits of one call of a process that has used this much CPU time before.
    pub(crate) fn of_call(limits: &'a Limits, cancel: Option<&'a Cancel>, used: Duration) -> Self {
        Watch {
            cpu_before: used,
            others_before: None,
            ..Watch::new(limits, cancel)
        }
    }

    /// CPU time that processes other than the first were seen to use.
    pub(crate) fn cpu_of_others(&self) -> Duration {
        self.others
    }

    /// How long to sleep at most before the limits must be looked at.
    pub(crate) fn timeout(&self, gauge: &Gauge, now: Instant) -> Option<Duration> {
        let spent = now.duration_since(self.started);
        let wall = self.limits.wall.map(|wall| wall.saturating_sub(spent));
        let cancel = self
            .cancel
            .map(|_| spent.clamp(CANCEL_TICK, LONGEST_CANCEL_TICK));
        let look = self
            .looks()
            .then(|| self.next_look.saturating_duration_since(now));
        let cpu = self.limits.cpu.map(|cpu| {
            let used = match too_early(cpu, spent) {
                true => return cpu / FASTEST - spent,
                false => self.cpu_used(gauge).unwrap_or_default(),
            };
            (cpu.saturating_sub(used) / FASTEST).max(Duration::from_millis(1))
        });
        [wall, cancel, look, cpu].into_iter().flatten().min()
    }

    /// The limit that has been reached, if any.
    pub(crate) fn check(&mut self, watched: &mut Watched<'_>, now: Instant) -> Option<LimitHit> {
        if self.cancel.is_some_and(Cancel::is_set) {
            return Some(LimitHit::Cancelled);
        }
        let spent = now.duration_since(self.started);
        if self.limits.wall.is_some_and(|wall| spent >= wall) {
            return Some(LimitHit::Wall);
        }
        let memory = match self.looks() && now >= self.next_look {
            true => self.look(watched, now),
            false => None,
        };
        if let Some(cpu) = self.limits.cpu.filter(|cpu| !too_early(*cpu, spent)) {
            self.used = self.cpu_used(watched.gauge).unwrap_or(self.used);
            if self.used >= cpu {
                return Some(LimitHit::Cpu);
            }
        }
        memory
    }

    /// Whether there is a limit that needs a look at the whole family.
    fn looks(&self) -> bool {
        self.limits.memory_limit().is_some() || self.limits.cpu.is_some()
    }

    /// Looks at memory and at the other processes.
    fn look(&mut self, watched: &mut Watched<'_>, now: Instant) -> Option<LimitHit> {
        let members = watched.family.members();
        if self.limits.cpu.is_some() {
            let others = watched.family.cpu_of_others(&members);
            let before = *self.others_before.get_or_insert(others);
            // What a process has used is forgotten where nobody waits for it.
            self.others = self.others.max(others.saturating_sub(before));
        }
        let over = self.over_memory(watched.gauge, &members);
        let done = Instant::now();
        let rest = match self.limits.memory_kind {
            MemoryKind::AddressSpace => (done - self.started) / PATIENCE,
            MemoryKind::Resident => Duration::ZERO,
        };
        let rest = rest.min(LONGEST_REST).max((done - now) * LOOKING);
        self.next_look = done + rest.max(tick(self.limits));
        over.then_some(LimitHit::Memory)
    }

    fn over_memory(&mut self, gauge: &mut Gauge, members: &Members) -> bool {
        let (Some(limit), Some(own)) = (self.limits.memory_limit(), gauge.memory()) else {
            return false;
        };
        self.address_space = self.address_space.max(own.peak_address_space);
        let own = own.resident.max(own.peak_resident);
        let others = members.resident_of_others();
        let shared = others > 0 && own <= limit && own + others > limit;
        let all = match shared {
            // Memory that a process had when it forked is there once, not once for each.
            true => members.proportional(),
            false => own + others,
        };
        self.peak = self.peak.max(all);
        all > limit
    }

    fn cpu_used(&self, gauge: &Gauge) -> Option<Duration> {
        let own = gauge.cpu()?.saturating_sub(self.cpu_before);
        Some(own + self.others)
    }
}

fn tick(limits: &Limits) -> Duration {
    match limits.memory_limit().map(|_| limits.memory_kind) {
        Some(MemoryKind::Resident) => MEMORY_TICK,
        Some(MemoryKind::AddressSpace) | None => RECORD_TICK,
    }
}
