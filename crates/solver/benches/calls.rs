//! Calls per second, fresh and persistent, beside a bare pipe ping-pong.
//!
//! `cargo bench -p gadfly-solver --bench calls`

use gadfly_exec::{Command, Limits};
use gadfly_solver::{RawSession, Restarts, SessionPlan};
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

const FORMULA: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (> (+ x y) 3))\n(assert (< x 2))\n(check-sat)\n";

fn main() {
    gadfly_exec::guardian_entry();
    let time = Duration::from_secs(2);
    ping_pong(time);
    for (name, command) in [
        ("yices", "/work/solvers/yices-smt2"),
        ("z3", "/work/solvers/z3@5.4.0"),
    ] {
        let mut c = Command::new(command);
        if name == "z3" {
            c = c.arg("-in");
        } else {
            c = c.arg("--incremental");
        }
        let limits = Limits {
            wall: Some(Duration::from_secs(5)),
            ..Limits::default()
        };
        let mut session = RawSession::new(SessionPlan {
            command: c.clone(),
            survives_errors: true,
            strip_info: false,
            restarts: Restarts::default(),
        });
        measure(&format!("{name} persistent"), time, || {
            let run = session.run(FORMULA, &limits, None).unwrap();
            assert_eq!(run.raw.stdout, b"sat\n");
        });
        measure(&format!("{name} fresh"), time, || {
            let run = gadfly_exec::run(&c, FORMULA.as_bytes(), &limits).unwrap();
            assert_eq!(run.stdout, b"sat\n", "{run:?}");
        });
    }
}

fn own_cpu() -> Duration {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(t.tv_sec as u64, t.tv_nsec as u32)
}

fn measure(name: &str, time: Duration, mut call: impl FnMut()) {
    for _ in 0..5 {
        call();
    }
    let (started, cpu) = (Instant::now(), own_cpu());
    let mut calls = 0_u32;
    while started.elapsed() < time {
        call();
        calls += 1;
    }
    let (wall, cpu) = (started.elapsed(), own_cpu() - cpu);
    println!(
        "{name:24} {:>10.0} calls/s {:>8.1} us a call {:>6.1} us own CPU",
        f64::from(calls) / wall.as_secs_f64(),
        wall.as_secs_f64() * 1e6 / f64::from(calls),
        cpu.as_secs_f64() * 1e6 / f64::from(calls)
    );
}

fn ping_pong(time: Duration) {
    let mut cat = std::process::Command::new("cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut to, mut from) = (cat.stdin.take().unwrap(), cat.stdout.take().unwrap());
    let mut buffer = [0; 4096];
    measure("pipe ping-pong", time, || {
        to.write_all(FORMULA.as_bytes()).unwrap();
        let _ = from.read(&mut buffer).unwrap();
    });
    drop(to);
    cat.wait().unwrap();
}
