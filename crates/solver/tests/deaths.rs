//! What our limits and the machine do to a solver is never its crash; what it does itself is.

use gadfly_exec::{Limits, MemoryKind};
use gadfly_profile::Home;
use gadfly_solver::{Answer, Mode, Options, Outcome, Resolver, Run, Solver};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Reads a script, answers `sat` and does, where the script holds its number, one of these: takes
/// three gigabytes and writes to them unchecked, starts four hundred threads and dies if it cannot,
/// says that it cannot and dies, finds the disk full, dies for no reason.
const SOLVER: &str = r#"#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *rest(void *arg) { sleep(1); return arg; }
static void threads(int speaks) {
    pthread_t thread;
    for (int n = 0; n < 400; n++)
        if (pthread_create(&thread, NULL, rest, NULL)) {
            if (speaks) fputs("terminate called after throwing an instance of 'std::system_error'\n"
                              "  what():  Resource temporarily unavailable\n", stderr);
            abort();
        }
}
int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "allocate")) {
            char *block = malloc(3ul << 30);
            memset(block, 1, 4096);
        }
        if (strstr(line, "threads")) threads(0);
        if (strstr(line, "speaks")) threads(1);
        if (strstr(line, "disk")) {
            fputs("write error: No space left on device\n", stderr);
            abort();
        }
        if (strstr(line, "segfault")) raise(SIGSEGV);
        if (strstr(line, "(check-sat)")) puts("sat");
        fflush(stdout);
    }
    return 0;
}
"#;

fn solver(folder: &Path) -> Solver {
    gadfly_testkit::catalog();
    let (source, program) = (folder.join("solver.c"), folder.join("solver"));
    std::fs::write(&source, SOLVER).unwrap();
    let built = Command::new("cc")
        .args(["-O0", "-pthread", "-o"])
        .args([&program, &source])
        .status()
        .unwrap();
    assert!(built.success());
    let spec = program.display().to_string();
    let home = Home::at(folder.join("home"));
    Resolver::new(home).one(&spec).unwrap().remove(0)
}

fn run(solver: &Solver, word: &str, limits: Limits) -> Run {
    let script = format!("; {word}\n(assert true)\n(check-sat)\n");
    let options = Options {
        limits,
        ..Options::default()
    };
    solver.run(&script, &options)
}

fn limited() -> Limits {
    Limits {
        wall: Some(Duration::from_secs(20)),
        memory: Some(2 << 30),
        ..Limits::default()
    }
}

#[test]
fn what_our_limit_did_is_no_crash() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path());
    for word in ["allocate", "threads", "speaks"] {
        let run = run(&solver, word, limited());
        // Where its address space was seen just before it died, that is enough.
        if run.outcome == Outcome::MemoryOut {
            continue;
        }
        assert_eq!(run.outcome, Outcome::Done, "{word}: {run:?}");
        assert_eq!(run.answers, [Answer::Sat]);
        // It stumbles under the limit on its address space, and nowhere else.
        assert_eq!(run.raw.limits.memory_kind, MemoryKind::Resident, "{word}");
    }
    let plain = run(&solver, "", limited());
    assert_eq!(plain.raw.limits.memory_kind, MemoryKind::AddressSpace);
}

#[test]
fn what_the_machine_does_not_give_is_no_crash() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path());
    for limits in [limited(), Limits::default()] {
        let run = run(&solver, "disk", limits);
        let Outcome::Broken(why) = &run.outcome else {
            panic!("{run:?}")
        };
        assert!(why.contains("No space left on device"), "{why}");
    }
    // Not even where only threads are short: as under a limit on processes.
    let command = solver.command(Mode::Stdin, "", &Options::default());
    let threads = Limits {
        memory: Some(1 << 30),
        ..limited()
    };
    let mut raw = gadfly_exec::run(&command, b"speaks\n", &threads).unwrap();
    // As where its address space was not seen just before it died.
    raw.limit = None;
    let read = solver.read("(check-sat)", raw, true);
    let Outcome::Broken(why) = &read.outcome else {
        panic!("{read:?}")
    };
    assert!(why.contains("Resource temporarily unavailable"), "{why}");
}

#[test]
fn a_crash_of_its_own_stays_one() {
    let folder = tempfile::tempdir().unwrap();
    let solver = solver(folder.path());
    for limits in [limited(), Limits::default()] {
        let run = run(&solver, "segfault", limits);
        assert!(matches!(run.outcome, Outcome::Crash(_)), "{run:?}");
    }
}
