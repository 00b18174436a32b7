//! Solvers that turn on the guardian: it is noticed, it is nobody's crash, and nothing is left.

mod started;

use gadfly_exec::{Child, Command, Error, Exit, Limits, isolation};
use gadfly_testkit::{alone, eventually, fake_solver_path, own_processes, processes_of};
use started::{limits, shell};
use std::process::Stdio;

fn answers() {
    let fake = Command::new(fake_solver_path()).arg("-in");
    let raw = gadfly_exec::run(&fake, b"(check-sat)", &limits()).unwrap();
    assert_eq!(raw.stdout, b"sat\n");
}

/// The guardian, which is the parent of all that it starts.
fn guardian() -> i32 {
    let child = Child::start(&Command::new(fake_solver_path()), &limits()).unwrap();
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.pid())).unwrap();
    let fields = stat.rsplit_once(')').unwrap().1;
    fields.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn signal(pid: i32, signal: rustix::process::Signal) {
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, signal).unwrap();
}

/// Processes with this argument, whatever became of their environment.
fn with_argument(argument: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let line = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).ok();
    let is_one = |line: &Vec<u8>| line.split(|byte| *byte == 0).nth(1) == Some(argument.as_bytes());
    entries.filter_map(line).filter(is_one).count()
}

/// As a batch system may do to a whole job.
#[test]
fn a_guardian_that_was_stopped_goes_on() {
    let _alone = alone();
    let before = guardian();
    signal(before, rustix::process::Signal::STOP);
    answers();
    assert_eq!(guardian(), before);
}

/// A solver that nothing fences in stops it again and again.
#[test]
fn a_guardian_that_stays_stopped_is_replaced() {
    let _alone = alone();
    let before = guardian();
    let script = "(setsid sleep 1000 &); while :; do kill -STOP $PPID; done";
    let error = gadfly_exec::run(&shell(script).unconfined(), b"", &limits()).unwrap_err();
    assert!(matches!(error, Error::Guardian(_)), "{error}");
    assert!(error.to_string().contains("it was stopped"), "{error}");
    answers();
    assert_ne!(guardian(), before);
    assert_eq!(own_processes(), [0_i32; 0]);
}

/// What it leaves has neither parent nor group, session or mark.
#[test]
fn a_killed_guardian_leaves_no_orphans() {
    let _alone = alone();
    let time = format!("7{}", std::process::id());
    let script = format!(
        "(setsid env -i sleep {time} &); (cd /; setsid env -i sleep {time} &); \
         (setsid sleep {time} &); sleep 0.2; kill -KILL $PPID; sleep {time}"
    );
    let error = gadfly_exec::run(&shell(&script).unconfined(), b"", &limits()).unwrap_err();
    assert!(matches!(error, Error::Guardian(_)), "{error}");
    answers();
    eventually("no orphan lives on", || with_argument(&time) == 0);
}

/// With the kernel's help it cannot even try.
#[test]
fn a_fenced_solver_cannot_reach_the_guardian() {
    let _alone = alone();
    if isolation().unwrap().landlock < 6 {
        eprintln!("passed over: signals are not fenced in here");
        return;
    }
    let before = guardian();
    let script = "for s in STOP KILL TERM; do kill -$s $PPID; done; exit 7";
    let raw = gadfly_exec::run(&shell(script), b"", &limits()).unwrap();
    assert_eq!((raw.exit, raw.limit), (Exit::Code(7), None), "{raw:?}");
    assert_eq!(guardian(), before);
}

/// What a process of its own does for the test below: run something for ever, or just anything.
#[test]
#[ignore = "started by the other test, in a process of its own"]
fn helper() {
    match std::env::var("HELPER").as_deref() {
        Ok("victim") => {
            let script = "(setsid sleep 1000 &); sleep 1000";
            let _ = gadfly_exec::run(&shell(script), b"", &Limits::default());
        }
        Ok("next") => answers(),
        _ => {}
    }
}

fn help(how: &str) -> std::process::Child {
    std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "helper", "--ignored", "--nocapture"])
        .env("HELPER", how)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Both at once: nobody is there to clean up, until the next run.
#[test]
fn what_a_killed_program_and_guardian_leave_is_collected_by_the_next_run() {
    let _alone = alone();
    fake_solver_path();
    let mut victim = help("victim");
    let owner = victim.id();
    eventually("the victim starts all", || processes_of(owner).len() == 3);
    let prefix = format!("gadfly-{owner}-");
    let folders = || {
        let entries = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten();
        let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        entries
            .map(name)
            .filter(|name| name.starts_with(&prefix))
            .count()
    };
    let guardian = std::fs::read_to_string(format!("/proc/{owner}/task/{owner}/children"));
    let threads = std::fs::read_dir(format!("/proc/{owner}/task"))
        .unwrap()
        .flatten();
    let children = threads.filter_map(|t| std::fs::read_to_string(t.path().join("children")).ok());
    let children: Vec<String> = children.chain(guardian).collect();
    let guardian = children
        .iter()
        .find_map(|list| list.split_whitespace().next());
    signal(owner as i32, rustix::process::Signal::STOP);
    signal(
        guardian.unwrap().parse().unwrap(),
        rustix::process::Signal::KILL,
    );
    victim.kill().unwrap();
    victim.wait().unwrap();
    assert!(folders() == 1 && !processes_of(owner).is_empty());
    assert!(help("next").wait().unwrap().success());
    assert_eq!((processes_of(owner), folders()), (vec![], 0));
}
