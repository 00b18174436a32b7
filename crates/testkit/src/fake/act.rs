//! The faults themselves.

use rustix::process::{Signal, getpid, kill_process};
use std::io::Write;
use std::process::{Command, Stdio, exit};
use std::time::Duration;

/// The hidden argument of a left-behind child.
pub(crate) const CHILD: &str = "--child";

pub(crate) fn crash(signal: i32) -> ! {
    // Twice: Rust's own handler takes the first SIGSEGV or SIGBUS and steps aside.
    for signal in [Signal::from_named_raw(signal); 2].into_iter().flatten() {
        let _ = kill_process(getpid(), signal);
        std::thread::sleep(Duration::from_millis(1));
    }
    std::process::abort()
}

pub(crate) fn assertion() -> ! {
    eprint!("ASSERTION VIOLATION\nFile: ../src/smt/fake_solver.cpp\nLine: 42\nm_truth\n");
    exit(114)
}

pub(crate) fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

pub(crate) fn spin() -> ! {
    loop {
        std::hint::spin_loop();
    }
}

/// Computes until this much CPU time of our own is used.
pub(crate) fn burn(millis: u64) {
    let cpu = || rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let nanos = |time: rustix::time::Timespec| time.tv_sec * 1_000_000_000 + time.tv_nsec;
    let until = nanos(cpu()) + millis as i64 * 1_000_000;
    while nanos(cpu()) < until {
        std::hint::spin_loop();
    }
}

/// A blocked signal waits for ever, which is as good as ignoring it.
pub(crate) fn ignore_term() {
    let mut signals = nix::sys::signal::SigSet::empty();
    signals.add(nix::sys::signal::Signal::SIGTERM);
    let _ = signals.thread_block();
}

/// Leaves a child behind and waits until it is in place.
pub(crate) fn fork(kind: &str) {
    let Ok(program) = std::env::current_exe() else {
        return;
    };
    let mut command = Command::new(program);
    command.args([CHILD, kind]).stdin(Stdio::piped());
    if kind == "quiet" {
        command
            .env_clear()
            .stdout(Stdio::null())
            .stderr(Stdio::null());
    }
    let Ok(mut child) = command.spawn() else {
        return;
    };
    // The child closes its end once it has left the session.
    let ready = child.stdin.take();
    if let Some(pipe) = ready {
        let mut fds = [rustix::event::PollFd::new(
            &pipe,
            rustix::event::PollFlags::empty(),
        )];
        let patience = rustix::event::Timespec {
            tv_sec: 5,
            tv_nsec: 0,
        };
        let _ = rustix::event::poll(&mut fds, Some(&patience));
    }
}

/// The life of a left-behind child.
pub(crate) fn child_main(kind: &str) -> ! {
    if kind != "group" {
        let _ = rustix::process::setsid();
    }
    // The last reader of the pipe goes: the parent sees an error on its end and goes on.
    close(0);
    hang()
}

/// Closes one of the standard streams by replacing it with nothing that the other side can see.
pub(crate) fn close(stream: i32) {
    let Ok(null) = std::fs::File::options()
        .read(true)
        .write(true)
        .open("/dev/null")
    else {
        return;
    };
    let _ = match stream {
        0 => rustix::stdio::dup2_stdin(&null),
        _ => rustix::stdio::dup2_stdout(&null),
    };
}

pub(crate) fn flood(out: &mut dyn Write, bytes: Option<u64>) {
    let line = [b'x'; 4095].into_iter().chain([b'\n']).collect::<Vec<u8>>();
    let mut left = bytes.unwrap_or(u64::MAX);
    while left > 0 {
        let count = left.min(line.len() as u64) as usize;
        if out.write_all(&line[line.len() - count..]).is_err() {
            exit(1);
        }
        left -= count as u64;
    }
    let _ = out.flush();
}

/// Takes memory, touches it, and gives up like a program whose allocation failed.
pub(crate) fn eat(megabytes: u64, eaten: &mut Vec<Vec<u8>>) {
    for _ in 0..megabytes {
        let mut block = Vec::new();
        if block.try_reserve_exact(1 << 20).is_err() {
            eprintln!("out of memory");
            std::process::abort();
        }
        block.resize(1 << 20, 1);
        eaten.push(block);
    }
}
