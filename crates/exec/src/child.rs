//! A persistent process that is asked again and again.

use crate::end::{ended_by, exit_of, never_ended};
use crate::peak::Peak;
use crate::process::{Input, Process, Stop};
use crate::watch::Watch;
use crate::{Cancel, Command, Error, Exit, Limits, RawRun};
use std::time::Duration;

/// A process that lives over many calls. Dropping it leaves nothing behind.
pub struct Child {
    process: Process,
    line: Vec<String>,
    /// CPU time at the end of the last call; what it used since then belongs to the next call.
    cpu: Duration,
    /// The address-space limit that is set.
    address_space: Option<u64>,
    peak: Peak,
    calls: u64,
}

/// One call of a persistent process.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// What is written to it.
    pub input: &'a [u8],
    /// What it prints when it has done all that was asked.
    pub end: &'a [u8],
    /// The limits of this call.
    pub limits: &'a Limits,
    /// Stops the call, and with it the process.
    pub cancel: Option<&'a Cancel>,
}

impl Child {
    /// Starts the process. Of the limits only the memory counts here.
    pub fn start(command: &Command, limits: &Limits) -> Result<Self, Error> {
        // Its whole life may take longer than one call, so no backstop for CPU time.
        let limits = Limits {
            cpu: None,
            ..*limits
        };
        let process = Process::start(command, &limits, Input::Pipe)?;
        let address_space = limits.address_space();
        Ok(Child {
            process,
            line: command.line(),
            cpu: Duration::ZERO,
            address_space,
            peak: Peak::default(),
            calls: 0,
        })
    }

    /// The number of the process.
    pub fn pid(&self) -> i32 {
        self.process.pid
    }

    /// Whether it was started with this memory limit, which nothing can raise.
    pub fn is_limited_to(&self, limits: &Limits) -> bool {
        self.address_space == limits.address_space()
    }

    /// Whether half of its address space is taken between calls. The next one would have less than
    /// a fresh process has, and might fail for want of it: some solvers leak at every reset.
    pub fn is_crowded(&self) -> bool {
        let limit = self.address_space.unwrap_or(u64::MAX);
        self.peak.address_space > limit / 2
    }

    /// Writes the input and reads until the end text, the end of the process, or a limit.
    ///
    /// The run's exit is [`Exit::Alive`] if the end text came: the process can be called again.
    /// Otherwise it is gone. Output after the end text opens the output of the next call. If a
    /// process that was called before ends, or a limit strikes, before it has read anything of the
    /// input, that is [`Error::Ended`].
    pub fn call(&mut self, call: Call<'_>) -> Result<RawRun, Error> {
        if self.process.ended.is_some() {
            return Err(Error::Ended);
        }
        let Call {
            input,
            end,
            limits,
            cancel,
        } = call;
        self.process.out.restart(limits.output);
        self.process.err.restart(limits.output);
        let mut watch = Watch::of_call(limits, cancel, self.cpu);
        let stop = self.process.attend(input, Some(end), &mut watch)?;
        if stop != Stop::Marker && self.calls > 0 && self.process.unheard(input.len()) {
            self.process.take_down(Process::grace())?;
            return Err(Error::Ended);
        }
        self.calls += 1;
        match stop {
            Stop::Marker => Ok(self.living(&watch)),
            Stop::Ended => Ok(self.dead(&watch, None)),
            Stop::Limit(limit) => {
                self.process.take_down(Process::grace())?;
                Ok(self.dead(&watch, Some(limit)))
            }
        }
    }

    fn living(&mut self, watch: &Watch<'_>) -> RawRun {
        let before = self.cpu;
        let wall = watch.started.elapsed();
        self.cpu = self.process.gauge.cpu().unwrap_or(before);
        let cpu = self.cpu.saturating_sub(before);
        let peak = self.peak.after(&mut self.process.gauge, cpu);
        let mut raw = self.raw(watch, Exit::Alive, wall);
        (raw.cpu, raw.peak_memory) = (cpu + watch.cpu_of_others(), peak.max(watch.peak));
        raw
    }

    fn dead(&mut self, watch: &Watch<'_>, limit: Option<crate::LimitHit>) -> RawRun {
        let wall = watch.started.elapsed();
        let mut ended = self.process.ended.unwrap_or_else(never_ended);
        ended.cpu = ended.cpu.saturating_sub(self.cpu);
        let mut raw = self.raw(watch, exit_of(&ended), wall);
        (raw.cpu, raw.peak_memory) = (ended.cpu, ended.peak_memory.max(watch.peak));
        let address_space = watch.address_space.max(self.peak.address_space);
        raw.limit = limit.or_else(|| ended_by(&ended, watch.limits, address_space));
        raw
    }

    fn raw(&mut self, watch: &Watch<'_>, exit: Exit, wall: Duration) -> RawRun {
        let (out, err) = (&mut self.process.out, &mut self.process.err);
        RawRun {
            command: self.line.clone(),
            exit,
            limit: None,
            stdout: out.take(),
            stderr: err.take(),
            truncated: out.truncated() || err.truncated(),
            wall,
            cpu: Duration::ZERO,
            peak_memory: 0,
            limits: *watch.limits,
        }
    }
}
