//! We are killed with SIGKILL in the middle of a run: nothing of the run may be left.

use gadfly_exec::{Call, Child, Command, Error, Limits};
use gadfly_testkit::{eventually, fake_solver_path, processes_of};
use std::process::Stdio;

/// What the killed process does: a run that hangs, with children in its group and out of it, and
/// a persistent process beside it.
#[test]
#[ignore = "this is the victim of the other test, which starts it in a process of its own"]
fn victim() {
    if std::env::var_os("VICTIM").is_none() {
        return;
    }
    let fake = || Command::new(fake_solver_path());
    let _idle = Child::start(&fake(), &Limits::default()).unwrap();
    let rules = "always: ignore-term; fork; fork-setsid; fork-quiet; hang";
    let run = fake().args(["-in", "-e", rules]);
    gadfly_exec::run(&run, b"(check-sat)", &Limits::default()).unwrap();
}

fn scratch_folders(owner: u32) -> usize {
    let prefix = format!("gadfly-{owner}-");
    let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
        .count()
}

/// Sleeping fake children that carry no mark, found by their command line.
fn quiet_children() -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let line = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).ok();
    let expect = format!("{}\0--child\0quiet\0", fake_solver_path().display());
    entries
        .filter_map(line)
        .filter(|line| line == expect.as_bytes())
        .count()
}

#[test]
fn nothing_is_left_when_we_are_killed() {
    fake_solver_path();
    let before = quiet_children();
    let mut victim = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "victim", "--ignored", "--nocapture"])
        .env("VICTIM", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let owner = victim.id();
    // The idle one, the hanging one, and its two children that kept their environment.
    eventually("the victim starts all", || {
        processes_of(owner).len() == 4 && quiet_children() == before + 1
    });
    assert_eq!(scratch_folders(owner), 1);
    victim.kill().unwrap();
    victim.wait().unwrap();
    eventually("all are gone", || {
        processes_of(owner).is_empty() && quiet_children() == before && scratch_folders(owner) == 0
    });
}

/// The parent of a process.
fn parent(pid: i32) -> i32 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields = stat.rsplit_once(')').unwrap().1;
    fields.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_killed_guardian_is_replaced_and_leaves_nothing() {
    let fake = Command::new(fake_solver_path()).arg("-in");
    let limits = Limits::default();
    // The process goes with its guardian, and may be gone before it is called or after.
    for gone_before_the_call in [false, true] {
        let mut child = Child::start(&fake, &limits).unwrap();
        let pid = child.pid();
        let guardian = parent(pid);
        assert_ne!(
            guardian,
            std::process::id() as i32,
            "the guardian is a process of its own"
        );
        let guardian = rustix::process::Pid::from_raw(guardian).unwrap();
        rustix::process::kill_process(guardian, rustix::process::Signal::KILL).unwrap();
        if gone_before_the_call {
            eventually("the process goes with its guardian", || {
                std::fs::read_link(format!("/proc/{pid}/exe")).is_err()
            });
        }
        let call = Call {
            input: b"(check-sat)",
            end: b"never printed",
            limits: &limits,
            cancel: None,
        };
        let called = child.call(call);
        assert!(matches!(called, Err(Error::Guardian(_))), "{called:?}");
        drop(child);
        eventually("the process is gone", || {
            processes_of(std::process::id()).is_empty()
        });
        let raw = gadfly_exec::run(&fake, b"(check-sat)", &limits).unwrap();
        assert_eq!(raw.stdout, b"sat\n");
    }
}
