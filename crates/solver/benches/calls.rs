//! Calls per second, fresh and persistent, beside a bare pipe ping-pong.
//!
//! `cargo bench -p gadfly-solver --bench calls [-- SPEC…]`, by default z3@5.4.0, cvc5@1.4.2 and
//! yices, as installed. `GADFLY_BENCH_SECONDS` is the time for each line (2).

use gadfly_exec::Limits;
use gadfly_solver::{Answer, Mode, Options, Run, Session, Solver, resolve};
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

const FORMULA: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (> (+ x y) 3))\n(assert (< x 2))\n(check-sat)\n";

fn main() {
    gadfly_exec::guardian_entry();
    println!(
        "{:<28} {:>10} {:>12} {:>14}",
        "", "calls/s", "us a call", "own CPU, us"
    );
    ping_pong();
    for spec in specs() {
        gadfly_testkit::catalog();
        match resolve(&[spec]) {
            Ok(solvers) => solvers.iter().for_each(bench),
            Err(error) => println!("{error}"),
        }
    }
}

fn specs() -> Vec<String> {
    // cargo passes `--bench` too.
    let given: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let usual = || {
        ["z3@5.4.0", "cvc5@1.4.2", "yices"]
            .map(String::from)
            .to_vec()
    };
    if given.is_empty() { usual() } else { given }
}

fn bench(solver: &Solver) {
    let limits = Limits {
        wall: Some(Duration::from_secs(10)),
        ..Limits::default()
    };
    let tuned = Options {
        limits,
        ..Options::default()
    };
    let plain = Options {
        plain_malloc: true,
        ..tuned.clone()
    };
    let fresh = measure(&format!("{} fresh, plain", solver.spec), || {
        check(&solver.run_fresh(FORMULA, &plain));
    });
    if solver.profile.call.malloc_tunables {
        measure(&format!("{} fresh, tuned", solver.spec), || {
            check(&solver.run_fresh(FORMULA, &tuned));
        });
    }
    let mut session = Session::new(solver, &tuned);
    let persistent = measure(&format!("{} persistent", solver.spec), || {
        check(&session.run(FORMULA));
    });
    bare(solver, &tuned);
    println!(
        "{:<28} {:>9.1}x a plain fresh start",
        "",
        persistent / fresh
    );
}

/// The same process without us: one blocking write, blocking reads until the echo, no limits, no
/// measuring, nothing read into answers. What is left is the price of waking up.
fn bare(solver: &Solver, options: &Options) {
    let command = solver.command(Mode::Session, "", options);
    let mut child = std::process::Command::new(&command.program)
        .args(&command.args)
        .envs(command.env.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it ran before");
    let (mut to, mut from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let input = format!("{FORMULA}(echo \"the-end\")\n(reset)\n");
    let mut buffer = [0; 4096];
    measure(&format!("{} bare pipe", solver.spec), || {
        to.write_all(input.as_bytes()).unwrap();
        let mut end = 0;
        while !buffer[..end].windows(7).any(|window| window == b"the-end") {
            end += from.read(&mut buffer[end..]).unwrap();
        }
    });
    drop(to);
    child.wait().unwrap();
}

fn check(run: &Run) {
    assert_eq!(run.answer(0), Some(&Answer::Sat), "{run:?}");
}

/// Calls for a while, prints a line, gives the calls per second.
fn measure(name: &str, mut call: impl FnMut()) -> f64 {
    (0..10).for_each(|_| call());
    let time = std::env::var("GADFLY_BENCH_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let time = Duration::from_secs_f64(time.unwrap_or(2.0));
    let (started, cpu) = (Instant::now(), own_cpu());
    let mut calls = 0.0;
    while started.elapsed() < time {
        call();
        calls += 1.0;
    }
    let (wall, cpu) = (
        started.elapsed().as_secs_f64(),
        (own_cpu() - cpu).as_secs_f64(),
    );
    let (each, own) = (wall * 1e6 / calls, cpu * 1e6 / calls);
    println!("{name:<28} {:>10.0} {each:>12.1} {own:>14.1}", calls / wall);
    calls / wall
}

fn own_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What no call through a pipe can beat on this machine: the formula to `cat`, and back.
fn ping_pong() {
    let cat = std::process::Command::new("cat")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut cat = cat.expect("every machine has cat");
    let (mut to, mut from) = (cat.stdin.take().unwrap(), cat.stdout.take().unwrap());
    let mut buffer = [0; 4096];
    measure("pipe ping-pong", || {
        to.write_all(FORMULA.as_bytes()).unwrap();
        assert_eq!(from.read(&mut buffer).unwrap(), FORMULA.len());
    });
    drop(to);
    cat.wait().unwrap();
}
