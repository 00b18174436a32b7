//! Many calls in one run with random faults: every call is read right, and nothing piles up.
//!
//! The long version: `cargo test --release -p gadfly-solver --test endurance -- --ignored
//! --nocapture`.

use gadfly_exec::{Command, Exit, LimitHit, Limits, RawRun};
use gadfly_rng::Rng;
use gadfly_solver::{After, RawSession, Restarts, SessionPlan};
use gadfly_testkit::{fake_solver_path, open_files, own_processes, resident_bytes};
use std::time::{Duration, Instant};

/// A fault, how its call must end, and what must be on stdout then (`None`: not looked at).
struct Fault {
    action: &'static str,
    exit: Exit,
    limit: Option<LimitHit>,
    stdout: Option<&'static [u8]>,
}

const fn alive(action: &'static str, stdout: &'static [u8]) -> Fault {
    Fault {
        action,
        exit: Exit::Alive,
        limit: None,
        stdout: Some(stdout),
    }
}

const fn ends(action: &'static str, exit: Exit) -> Fault {
    Fault {
        action,
        exit,
        limit: None,
        stdout: Some(b""),
    }
}

const fn limited(action: &'static str, signal: i32, limit: LimitHit) -> Fault {
    Fault {
        action,
        exit: Exit::Signal(signal),
        limit: Some(limit),
        stdout: None,
    }
}

const FAULTS: [Fault; 24] = [
    alive("lie", b"unsat\n"),
    alive("twice", b"sat\nsat\n"),
    alive("silent", b""),
    alive("say \"\\0\\xff\\n\"", b"\0\xff\nsat\n"),
    alive("error \"e\"", b"(error \"e\")\nsat\n"),
    alive("fork", b"sat\n"),
    alive("fork-setsid", b"sat\n"),
    alive("grumble \"warning\"", b"sat\n"),
    Fault {
        stdout: None,
        ..alive("flood 300000", b"")
    },
    Fault {
        stdout: None,
        ..alive("flood-stderr 300000", b"")
    },
    Fault {
        stdout: Some(b"un"),
        ..ends("say \"un\"; exit 0", Exit::Code(0))
    },
    Fault {
        stdout: Some(b"sat\n"),
        ..ends("answer sat; crash SEGV", Exit::Signal(11))
    },
    ends("assertion", Exit::Code(114)),
    ends("exit 101", Exit::Code(101)),
    ends("crash SEGV", Exit::Signal(11)),
    ends("crash ABRT", Exit::Signal(6)),
    ends("crash BUS", Exit::Signal(7)),
    ends("fork; fork-setsid; fork-quiet; crash FPE", Exit::Signal(8)),
    limited("hang", 15, LimitHit::Wall),
    limited("ignore-term; fork-setsid; hang", 9, LimitHit::Wall),
    limited("spin", 15, LimitHit::Wall),
    limited("flood", 15, LimitHit::Wall),
    limited("close-stdout", 15, LimitHit::Wall),
    limited("eat 400; hang", 6, LimitHit::Memory),
];

fn rules() -> String {
    let rule =
        |(number, fault): (usize, &Fault)| format!("when \"<{number}>\": {}\n", fault.action);
    FAULTS.iter().enumerate().map(rule).collect()
}

fn check(fault: Option<&Fault>, raw: &RawRun, fresh: bool) {
    let healthy = alive("no fault", b"sat\n");
    let expect = fault.unwrap_or(&healthy);
    let exit = if fresh && expect.exit == Exit::Alive {
        Exit::Code(0)
    } else {
        expect.exit
    };
    // The time limit may strike before the process has come to ignore SIGTERM, and SIGKILL may
    // strike before a busy machine has let it die of SIGTERM.
    let struck = expect.limit == Some(LimitHit::Wall) && matches!(raw.exit, Exit::Signal(9 | 15));
    let same = raw.exit == exit || struck;
    assert!(
        same && raw.limit == expect.limit,
        "{}: {:?} {:?}",
        expect.action,
        raw.exit,
        raw.limit
    );
    if let Some(stdout) = expect.stdout {
        assert_eq!(raw.stdout, stdout, "{}", expect.action);
    }
}

struct Worker {
    session: RawSession,
    fresh: Command,
    rng: Rng,
}

impl Worker {
    fn new(number: u32) -> Self {
        let command = Command::new(fake_solver_path()).args(["-in".into(), "-e".into(), rules()]);
        let fresh = command.clone();
        let restarts = Restarts {
            calls: 1000,
            ..Restarts::default()
        };
        let plan = SessionPlan {
            command,
            survives_errors: true,
            strip_info: false,
            restarts,
            after: After::Reset,
        };
        Worker {
            session: RawSession::new(plan),
            fresh,
            rng: Rng::new(1, number, 0),
        }
    }

    /// One call: a fault in one of ten, a fresh process in one of twenty.
    fn call(&mut self) {
        let fault = self.rng.chance(1, 10).then(|| self.rng.below(FAULTS.len()));
        let text = fault.map_or_else(String::new, |number| format!("<{number}>"));
        let script = format!("(set-info :status sat)\n(assert |{text}|)\n(check-sat)\n");
        let expect = fault.map(|number| &FAULTS[number]);
        // A healthy call has all the time it wants, however busy the machine is.
        let short = expect.is_some_and(|fault| fault.limit == Some(LimitHit::Wall));
        let wall = Duration::from_millis(if short { 10 } else { 60_000 });
        let (memory, output) = (Some(200 << 20), Some(100_000));
        let limits = Limits {
            wall: Some(wall),
            memory,
            output,
            ..Limits::default()
        };
        let fresh = self.rng.chance(1, 20);
        let raw = match fresh {
            true => gadfly_exec::run(&self.fresh, script.as_bytes(), &limits).unwrap(),
            false => self.session.run(&script, &limits, None).unwrap().raw,
        };
        check(expect, &raw, fresh);
    }
}

/// Runs the calls on two workers and says what memory and files were like at a tenth and at the
/// end.
fn endure(calls: u64) {
    fake_solver_path();
    let started = Instant::now();
    let mut workers = [Worker::new(0), Worker::new(1)];
    let mut stage = |calls: u64| {
        std::thread::scope(|scope| {
            for worker in &mut workers {
                scope.spawn(move || (0..calls / 2).for_each(|_| worker.call()));
            }
        });
        workers
            .iter_mut()
            .for_each(|worker| worker.session.restart());
        assert_eq!(own_processes(), [0_i32; 0]);
        (resident_bytes(), open_files())
    };
    let (memory, files) = stage(calls / 10);
    let (memory_end, files_end) = stage(calls - calls / 10);
    let starts: u64 = workers
        .iter()
        .map(|worker| worker.session.stats().starts)
        .sum();
    println!(
        "{calls} calls, {starts} session processes, {:.0?}: resident memory {:.1} MiB after a \
         tenth, {:.1} MiB at the end; open files {files}, {files_end}",
        started.elapsed(),
        memory as f64 / 1048576.0,
        memory_end as f64 / 1048576.0,
    );
    assert_eq!(files, files_end);
    assert!(
        memory_end < memory + (8 << 20),
        "memory grew from {memory} to {memory_end}"
    );
}

#[test]
fn two_thousand_calls() {
    endure(2_000);
}

#[test]
#[ignore = "takes minutes; its figure is in docs/lab/solver-processes.md"]
fn a_hundred_thousand_calls() {
    endure(100_000);
}
