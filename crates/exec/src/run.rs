//! One fresh process for one formula.

use crate::end::{ended_by, exit_of};
use crate::process::{Input, Process, Stop};
use crate::watch::Watch;
use crate::{Cancel, Command, Error, Limits, RawRun};
use rustix::fs::{MemfdFlags, SeekFrom, memfd_create, seek};
use std::os::fd::OwnedFd;

/// Runs a command to its end, or to a limit, with this text on its standard input.
///
/// When it returns, neither the process nor anything that it started is left.
pub fn run(command: &Command, stdin: &[u8], limits: &Limits) -> Result<RawRun, Error> {
    run_cancellable(command, stdin, limits, None)
}

/// Like [`run`], and stops when the flag is set.
pub fn run_cancellable(
    command: &Command,
    stdin: &[u8],
    limits: &Limits,
    cancel: Option<&Cancel>,
) -> Result<RawRun, Error> {
    let file = memory_file(stdin)?;
    // The start is part of what a user of the solver feels.
    let mut watch = Watch::new(limits, cancel);
    let mut process = Process::start(command, limits, Input::File(file))?;
    process.out.restart(limits.output);
    process.err.restart(limits.output);
    let stop = process.attend(&[], None, &mut watch)?;
    let mut limit = None;
    if let Stop::Limit(hit) = stop {
        limit = Some(hit);
        process.take_down(Process::grace())?;
    }
    let wall = watch.started.elapsed();
    let ended = process.ended.unwrap_or_else(crate::end::never_ended);
    Ok(RawRun {
        command: command.line(),
        exit: exit_of(&ended),
        limit: limit.or_else(|| ended_by(&ended, limits, watch.address_space)),
        stdout: process.out.take(),
        stderr: process.err.take(),
        truncated: process.out.truncated() || process.err.truncated(),
        wall,
        cpu: ended.cpu.max(watch.used),
        peak_memory: ended.peak_memory.max(watch.peak),
        limits: *limits,
    })
}

/// Standard input as a file in memory: nothing to write while the process runs, no pipe that can
/// fill up.
fn memory_file(text: &[u8]) -> Result<OwnedFd, Error> {
    let file = memfd_create(c"stdin", MemfdFlags::CLOEXEC)?;
    let mut rest = text;
    while !rest.is_empty() {
        rest = &rest[rustix::io::write(&file, rest)?..];
    }
    seek(&file, SeekFrom::Start(0))?;
    Ok(file)
}
