//! What a solver starts counts to its memory and its time, wherever it hides.

mod started;

use gadfly_exec::{Call, Child, Command, LimitHit, Limits, MemoryKind};
use gadfly_testkit::{alone, fake_solver_path, own_processes};
use started::{limits, shell};
use std::time::Duration;

const KINDS: [MemoryKind; 2] = [MemoryKind::AddressSpace, MemoryKind::Resident];

/// One of many processes that stay below the limit each; it answers a `check-sat` by taking memory.
fn eater(megabytes: u32) -> String {
    let fake = fake_solver_path().display();
    format!("{fake} -e 'always: eat {megabytes}; hang'")
}

fn check_memory(script: &str) {
    for memory_kind in KINDS {
        let limits = Limits {
            memory: Some(400 << 20),
            memory_kind,
            ..limits()
        };
        let raw = gadfly_exec::run(&shell(script), b"", &limits).unwrap();
        assert_eq!(raw.limit, Some(LimitHit::Memory), "{script}: {raw:?}");
        assert!(raw.peak_memory > 400 << 20, "{raw:?}");
        assert_eq!(own_processes(), [0_i32; 0], "{script}");
    }
}

const EIGHT: &str = "for n in 1 2 3 4 5 6 7 8; do";

#[test]
fn memory_is_summed_over_all_children() {
    let _alone = alone();
    let eater = eater(100);
    check_memory(&format!(
        "{EIGHT} echo '(check-sat)' | {eater} & done; wait"
    ));
}

/// Their parent is gone, and so are group, session and the mark in their environment.
#[test]
fn orphans_are_counted() {
    let _alone = alone();
    let eater = eater(100);
    let inner = format!("{EIGHT} echo '(check-sat)' | {eater} & done; wait");
    for hide in ["setsid", "setsid env -i"] {
        check_memory(&format!(
            "(for x in 1; do {hide} /bin/sh -c \"{inner}\" & done); sleep 1000"
        ));
    }
}

/// Brothers of the process that makes them: children of the guardian's, as it is one itself.
#[test]
fn brothers_are_counted_and_taken_down() {
    let _alone = alone();
    let script = "import ctypes, os, sys, time\n\
        clone = lambda: ctypes.CDLL(None).syscall(56, 0x8000 | 17, 0, 0, 0, 0)\n\
        for n in range(8):\n    if clone() == 0:\n        os.setsid()\n        \
        os.execve('/bin/sh', ['sh', '-c', sys.argv[1]], {'BROTHER': sys.argv[2]})\n\
        if len(sys.argv) < 4: time.sleep(1000)\n";
    let mark = std::process::id().to_string();
    let inner = format!("echo '(check-sat)' | {}", eater(100));
    let command = Command::new("python3").args(["-c", script, &inner, &mark]);
    let limits = Limits {
        memory: Some(400 << 20),
        memory_kind: MemoryKind::Resident,
        ..limits()
    };
    let raw = gadfly_exec::run(&command, b"", &limits).unwrap();
    assert_eq!(raw.limit, Some(LimitHit::Memory), "{raw:?}");
    // One that only leaves them behind.
    let raw = gadfly_exec::run(&command.arg("leave"), b"", &limits).unwrap();
    let wiped = format!("BROTHER={mark}\0");
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let environs = entries.filter_map(|entry| std::fs::read(entry.path().join("environ")).ok());
    let left = environs.filter(|environ| environ.starts_with(wiped.as_bytes()));
    assert_eq!(left.count(), 0, "{raw:?}");
}

/// Eight processes that share what the first one had.
#[test]
fn shared_memory_counts_once() {
    let _alone = alone();
    let script = "import os\nblock = b'x' * (150 << 20)\n\
        for n in range(8):\n    if os.fork() == 0:\n        os.read(0, 1)\n        os._exit(0)\n\
        import time; time.sleep(0.3)\nfor n in range(8): os.wait()\nprint('done')\n";
    for memory_kind in KINDS {
        let limits = Limits {
            memory: Some(400 << 20),
            memory_kind,
            ..limits()
        };
        // They read from a pipe that closes after a while.
        let command = shell("sleep 0.6 | python3 -c \"$1\"").args(["sh", script]);
        let raw = gadfly_exec::run(&command, b"", &limits).unwrap();
        assert_eq!(raw.limit, None, "{raw:?}");
        assert_eq!(raw.stdout, b"done\n", "{raw:?}");
    }
}

#[test]
fn cpu_time_is_summed_over_all_children() {
    let _alone = alone();
    let cpu = Duration::from_millis(400);
    let limits = Limits {
        cpu: Some(cpu),
        ..limits()
    };
    let busy = "while :; do :; done";
    for script in [
        format!("({busy}) & ({busy}) & wait"),
        format!("(setsid env -i /bin/sh -c '{busy}' &); sleep 1000"),
    ] {
        let raw = gadfly_exec::run(&shell(&script), b"", &limits).unwrap();
        assert_eq!(raw.limit, Some(LimitHit::Cpu), "{script}: {raw:?}");
        assert!(raw.cpu >= cpu, "{script}: {raw:?}");
    }
}

/// A wrapper that hands formulas on to a solver that lives.
#[test]
fn the_solver_behind_a_persistent_wrapper_is_limited() {
    let _alone = alone();
    let fake = fake_solver_path().display();
    for (rules, limit) in [
        ("always: spin", LimitHit::Cpu),
        ("always: eat 300; eat 300; hang", LimitHit::Memory),
    ] {
        let limits = Limits {
            cpu: Some(Duration::from_millis(400)),
            memory: Some(200 << 20),
            memory_kind: MemoryKind::Resident,
            ..limits()
        };
        let command = shell(&format!("cat | {fake} -e '{rules}' | cat"));
        let mut child = Child::start(&command, &limits).unwrap();
        let raw = child.call(Call {
            input: b"(check-sat)\n",
            end: b"never printed",
            limits: &limits,
            cancel: None,
        });
        let raw = raw.unwrap();
        assert_eq!(raw.limit, Some(limit), "{rules}: {raw:?}");
    }
}
