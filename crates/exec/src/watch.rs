//! The limits of one run, watched from outside.

use crate::gauge::Gauge;
use crate::{Cancel, LimitHit, Limits, MemoryKind};
use std::time::{Duration, Instant};

/// How often a resident size is looked at, and the address space for the record.
const MEMORY_TICK: Duration = Duration::from_millis(5);
const RECORD_TICK: Duration = Duration::from_millis(20);
/// How often the cancel flag is looked at: a run that takes long can wait longer.
const CANCEL_TICK: Duration = Duration::from_millis(20);
const LONGEST_CANCEL_TICK: Duration = Duration::from_millis(100);

pub(crate) struct Watch<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) cancel: Option<&'a Cancel>,
    pub(crate) started: Instant,
    /// CPU time of the process when this run began.
    pub(crate) cpu_before: Duration,
    /// Whether CPU time is that of the process with all that it has started.
    pub(crate) with_family: bool,
    /// The largest address space that was seen.
    pub(crate) address_space: u64,
    memory_seen: Option<Instant>,
}

/// Several threads use CPU time faster than the wall clock runs; not faster than this.
const FASTEST: u32 = 2;

/// Whether so much CPU time cannot have been used yet: a reading costs more than a look at the
/// clock.
fn too_early(cpu: Duration, spent: Duration) -> bool {
    spent < cpu / FASTEST
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &'a Limits, cancel: Option<&'a Cancel>) -> Self {
        let (started, cpu_before) = (Instant::now(), Duration::ZERO);
        Watch {
            limits,
            cancel,
            started,
            cpu_before,
            with_family: false,
            address_space: 0,
            memory_seen: None,
        }
    }

    /// How long to sleep at most before the limits must be looked at.
    pub(crate) fn timeout(&self, gauge: &Gauge, now: Instant) -> Option<Duration> {
        let spent = now.duration_since(self.started);
        let wall = self.limits.wall.map(|wall| wall.saturating_sub(spent));
        let cancel = self
            .cancel
            .map(|_| spent.clamp(CANCEL_TICK, LONGEST_CANCEL_TICK));
        let memory = self
            .limits
            .memory_limit()
            .map(|_| match self.limits.memory_kind {
                MemoryKind::Resident => MEMORY_TICK,
                MemoryKind::AddressSpace => RECORD_TICK,
            });
        let cpu = self.limits.cpu.map(|cpu| {
            let used = match too_early(cpu, spent) {
                true => return cpu / FASTEST - spent,
                false => self.cpu_used(gauge).unwrap_or_default(),
            };
            (cpu.saturating_sub(used) / FASTEST).max(Duration::from_millis(1))
        });
        [wall, cancel, memory, cpu].into_iter().flatten().min()
    }

    /// The limit that has been reached, if any.
    pub(crate) fn check(&mut self, gauge: &mut Gauge, now: Instant) -> Option<LimitHit> {
        if self.cancel.is_some_and(Cancel::is_set) {
            return Some(LimitHit::Cancelled);
        }
        let spent = now.duration_since(self.started);
        if self.limits.wall.is_some_and(|wall| spent >= wall) {
            return Some(LimitHit::Wall);
        }
        let over =
            |cpu| !too_early(cpu, spent) && self.cpu_used(gauge).is_some_and(|used| used >= cpu);
        if self.limits.cpu.is_some_and(over) {
            return Some(LimitHit::Cpu);
        }
        self.check_memory(gauge, now)
    }

    fn check_memory(&mut self, gauge: &mut Gauge, now: Instant) -> Option<LimitHit> {
        let limit = self.limits.memory_limit()?;
        let last = *self.memory_seen.get_or_insert(self.started);
        if now.duration_since(last) < MEMORY_TICK {
            return None;
        }
        self.memory_seen = Some(now);
        let memory = gauge.memory()?;
        self.address_space = self.address_space.max(memory.peak_address_space);
        if self.limits.memory_kind == MemoryKind::AddressSpace {
            return None;
        }
        let own = memory.resident.max(memory.peak_resident);
        (own + gauge.resident_of_others() > limit).then_some(LimitHit::Memory)
    }

    fn cpu_used(&self, gauge: &Gauge) -> Option<Duration> {
        let cpu = if self.with_family {
            gauge.family_cpu()
        } else {
            gauge.cpu()
        };
        cpu.map(|cpu| cpu.saturating_sub(self.cpu_before))
    }
}
