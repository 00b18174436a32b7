//! Every fault of the fake solver in a fresh process: read as it is, and nothing left of it.

use gadfly_exec::{Cancel, Command, Exit, LimitHit, Limits, MemoryKind, RawRun};
use gadfly_testkit::{alone, fake_solver_path, open_files, own_processes};
use std::time::{Duration, Instant};

const FORMULA: &[u8] = b"(set-info :status unsat)\n(assert true)\n(check-sat)\n(get-model)\n";

fn limits() -> Limits {
    let wall = Some(Duration::from_secs(20));
    Limits {
        wall,
        output: Some(1 << 20),
        ..Limits::default()
    }
}

fn run_with(rules: &str, limits: &Limits) -> RawRun {
    let _alone = alone();
    let command = Command::new(fake_solver_path())
        .arg("-in")
        .arg("-e")
        .arg(rules);
    // The first run may start the guardian, which keeps files of its own.
    gadfly_exec::run(&command, b"", limits).unwrap();
    let files = open_files();
    let raw = gadfly_exec::run(&command, FORMULA, limits).unwrap();
    assert_eq!(
        own_processes(),
        [0_i32; 0],
        "a process is left after {rules}"
    );
    assert_eq!(open_files(), files, "a file is left open after {rules}");
    raw
}

fn run(rules: &str) -> RawRun {
    run_with(rules, &limits())
}

fn check(rules: &str, exit: Exit, stdout: &[u8]) {
    let raw = run(rules);
    assert_eq!((raw.exit, raw.limit), (exit, None), "{rules}: {raw:?}");
    assert_eq!(
        raw.stdout,
        stdout,
        "{rules}: {:?}",
        String::from_utf8_lossy(&raw.stdout)
    );
    assert!(!raw.truncated);
}

/// It ends well, and says this.
fn says(rules: &str, stdout: &[u8]) {
    check(rules, Exit::Code(0), stdout);
}

#[test]
fn answers_are_read_as_they_are() {
    says("", b"unsat\n(\n)\n");
    says("always: lie", b"sat\n(\n)\n");
    says("always: twice", b"unsat\nunsat\n(\n)\n");
    says(
        "always: error \"line 1\"",
        b"(error \"line 1\")\nunsat\n(\n)\n",
    );
    says("always: say \"un\"; exit 0", b"un");
    says("always: say \"\\0\\xff\\n\"; silent", b"\0\xff\n(\n)\n");
    says("always: model \"(model)\"", b"unsat\n(model)\n");
}

#[test]
fn ends_are_read_as_they_are() {
    for signal in [4, 5, 6, 7, 8, 9, 11, 15] {
        check(
            &format!("always: crash {signal}"),
            Exit::Signal(signal),
            b"",
        );
    }
    check("always: exit 101", Exit::Code(101), b"");
    let raw = run("always: assertion");
    assert_eq!(raw.exit, Exit::Code(114));
    assert!(
        raw.stderr.starts_with(b"ASSERTION VIOLATION\nFile: "),
        "{raw:?}"
    );
}

#[test]
fn children_that_live_on_are_taken_down() {
    for kind in ["fork", "fork-setsid", "fork-quiet"] {
        says(&format!("always: {kind}"), b"unsat\n(\n)\n");
        check(
            &format!("always: {kind}; crash SEGV"),
            Exit::Signal(11),
            b"",
        );
    }
    says(
        "always: fork; fork-setsid; fork-setsid; fork",
        b"unsat\n(\n)\n",
    );
}

#[test]
fn a_time_limit_is_kept() {
    let wall = Duration::from_millis(100);
    let limits = Limits {
        wall: Some(wall),
        ..limits()
    };
    for rules in [
        "always: hang",
        "always: spin",
        "always: ignore-term; hang",
        "always: ignore-term; fork; fork-setsid; hang",
        "always: close-stdout",
        "always: slow 60000",
        "always: flood",
        "always: flood-stderr",
    ] {
        let started = Instant::now();
        let raw = run_with(rules, &limits);
        assert_eq!(raw.limit, Some(LimitHit::Wall), "{rules}: {raw:?}");
        assert!(matches!(raw.exit, Exit::Signal(9 | 15)), "{rules}: {raw:?}");
        assert!(raw.wall >= wall && raw.wall < started.elapsed());
    }
}

#[test]
fn output_is_capped_and_a_flood_can_end_a_run() {
    let raw = run("always: flood 9000000; flood-stderr 9000000");
    assert_eq!(
        (raw.exit, raw.limit, raw.truncated),
        (Exit::Code(0), None, true)
    );
    assert_eq!((raw.stdout.len(), raw.stderr.len()), (1 << 20, 1 << 20));
    let raw = run_with(
        "always: flood",
        &Limits {
            stop_at_cap: true,
            ..limits()
        },
    );
    assert_eq!(raw.limit, Some(LimitHit::Output));
}

#[test]
fn a_cpu_limit_is_kept() {
    let cpu = Duration::from_millis(150);
    let raw = run_with(
        "always: spin",
        &Limits {
            cpu: Some(cpu),
            ..limits()
        },
    );
    assert_eq!(raw.limit, Some(LimitHit::Cpu), "{raw:?}");
    assert!(raw.cpu >= cpu && raw.cpu < cpu * 3, "{raw:?}");
}

#[test]
fn a_memory_limit_is_never_a_crash() {
    for memory_kind in [MemoryKind::AddressSpace, MemoryKind::Resident] {
        let limits = Limits {
            memory: Some(200 << 20),
            memory_kind,
            ..limits()
        };
        let raw = run_with("always: eat 2000; hang", &limits);
        assert_eq!(raw.limit, Some(LimitHit::Memory), "{raw:?}");
        let raw = run_with("always: eat 20; crash SEGV", &limits);
        assert_eq!((raw.exit, raw.limit), (Exit::Signal(11), None), "{raw:?}");
    }
}

/// Set before the program's first instruction, hard as soft, away from any terminal.
#[test]
fn a_program_never_runs_without_its_limits() {
    let _alone = alone();
    let (cpu, memory) = (Some(Duration::from_secs(7)), Some(1 << 30));
    let limits = Limits {
        cpu,
        memory,
        ..limits()
    };
    let ask = "echo $(ulimit -Sv) $(ulimit -Hv) $(ulimit -Ht) $(ulimit -Hc); \
        set -- $(cat /proc/$$/stat); [ $$ = $6 ] && echo alone; \
        grep NoNewPrivs /proc/self/status; (: </dev/tty) 2>/dev/null || echo no terminal";
    let command = Command::new("/bin/sh").args(["-c", ask]);
    let raw = gadfly_exec::run(&command, b"", &limits).unwrap();
    let said = String::from_utf8_lossy(&raw.stdout).into_owned();
    let wanted = "1048576 1048576 9 0\nalone\nNoNewPrivs:\t1\nno terminal\n";
    assert_eq!(said, wanted, "{raw:?}");
}

/// The solver behind a wrapper is what takes the memory.
#[test]
fn resident_memory_is_that_of_all_processes() {
    let _alone = alone();
    let limits = Limits {
        memory: Some(200 << 20),
        memory_kind: MemoryKind::Resident,
        ..limits()
    };
    let fake = gadfly_testkit::fake_solver_path().display();
    let script = format!("{fake} -e 'always: eat 2000; hang'; exit 0");
    let command = Command::new("/bin/sh").args(["-c", &script]);
    let raw = gadfly_exec::run(&command, b"(check-sat)\n", &limits).unwrap();
    assert_eq!(raw.limit, Some(LimitHit::Memory), "{raw:?}");
}

#[test]
fn no_memory_is_no_limit() {
    for memory_kind in [MemoryKind::AddressSpace, MemoryKind::Resident] {
        let limits = Limits {
            memory: Some(0),
            memory_kind,
            ..limits()
        };
        let raw = run_with("always: eat 300; crash SEGV", &limits);
        assert_eq!((raw.exit, raw.limit), (Exit::Signal(11), None), "{raw:?}");
    }
}

#[test]
fn peak_memory_and_cpu_time_are_measured() {
    let raw = run("always: eat 100; burn 50");
    assert!((100 << 20..150 << 20).contains(&raw.peak_memory), "{raw:?}");
    assert!(raw.cpu >= Duration::from_millis(50), "{raw:?}");
}

#[test]
fn a_run_can_be_cancelled() {
    let _alone = alone();
    let cancel = Cancel::new();
    let flag = cancel.clone();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.set();
    });
    let command = Command::new(fake_solver_path()).args(["-e", "always: hang"]);
    let raw = gadfly_exec::run_cancellable(&command, FORMULA, &limits(), Some(&cancel)).unwrap();
    assert_eq!(raw.limit, Some(LimitHit::Cancelled));
    timer.join().unwrap();
}

#[test]
fn a_program_that_is_not_there_is_an_error_of_ours() {
    let _alone = alone();
    let error = gadfly_exec::run(&Command::new("/no/such/solver"), b"", &limits()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("cannot start /no/such/solver: No such file"),
        "{text}"
    );
}

#[test]
fn the_environment_is_scrubbed_and_the_folder_private() {
    let _alone = alone();
    let command = Command::new("/bin/sh").args(["-c", "env; pwd; ls -A; touch left; ulimit -c"]);
    let raw = gadfly_exec::run(&command, b"", &limits()).unwrap();
    let text = String::from_utf8(raw.stdout).unwrap();
    let value = |name: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap()
    };
    let home = value("HOME=");
    assert_eq!((value("LANG="), value("TMPDIR=")), ("C", home));
    assert!(
        text.lines().any(|line| line == home) && text.ends_with("\n0\n"),
        "{text}"
    );
    assert!(
        !text.contains("CARGO") && !std::path::Path::new(home).exists(),
        "{text}"
    );
}
