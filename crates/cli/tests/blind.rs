//! Solvers that cannot be tested as they are: a hunt that tests nothing must not look like one that
//! found nothing, and slow or sanitized builds must be tested all the same.

mod desk;

use desk::{Desk, check, said};
use std::path::Path;
use std::process::{Command, Output};

/// Speaks as much SMT-LIB as it takes to be hunted in, a command a line, formula after formula.
const SOLVER: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *line = malloc(1 << 20), *text;
    while (fgets(line, 1 << 20, stdin)) {
        if (strstr(line, "(check-sat)")) puts("sat");
        if (strstr(line, "(get-model)")) puts("(error \"model is not available\")");
        if ((text = strstr(line, "(echo \"")) && strrchr(text, '"')) {
            *strrchr(text, '"') = 0;
            puts(text + 7);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
"#;

/// The fake solver with these rules.
fn fake(desk: &Desk, rules: &str) -> String {
    let path = desk.path("rules");
    std::fs::write(&path, rules).unwrap();
    let fake = gadfly_testkit::fake_solver_path().display();
    format!("{fake} --script {}", path.display())
}

#[test]
fn a_program_that_is_no_solver_is_refused_at_once() {
    let desk = Desk::new();
    let garbled = desk.script("garbled", "#!/bin/sh\ncat >/dev/null\necho 'saaat ((('\n");
    for solver in ["/bin/cat", "/bin/true", &garbled] {
        let done = desk.hunt(solver, &["--time", "1h"]);
        let why = format!("error: {solver} does not answer a trivial formula (garbled: ");
        check(&done, 1, &[&why, "nothing can be tested", "doctor"]);
        assert!(!desk.path("out").exists(), "nothing was begun");
    }
}

#[test]
fn a_solver_that_answers_only_trivial_formulas_is_not_tested() {
    for (rules, why) in [
        ("when \"Int\": silent", "outputs are unreadable"),
        ("when \"Int\": error \"no logic\"", "were refused"),
    ] {
        let desk = Desk::new();
        let solver = fake(&desk, rules);
        let done = desk.hunt(&solver, &["--tests", "32"]);
        let first = format!("error: {solver} decided none of ");
        check(&done, 1, &[&first, "so it was not tested: all", why]);
        check(&done, 1, &["not tested: ", "report: "]);
        assert!(!said(&done).contains("nothing found"), "{}", said(&done));
        let page = std::fs::read_to_string(desk.path("out/report.html")).unwrap();
        assert!(
            page.contains("so it was not tested") && page.contains("<h1>gadfly<span>Not tested")
        );
    }
}

/// An honest `unknown` is an answer, and a few time-outs are hard formulas.
#[test]
fn a_solver_that_finds_its_formulas_hard_is_tested() {
    let desk = Desk::new();
    let solver = fake(&desk, "when \"Int\": answer unknown");
    let done = desk.hunt(&solver, &["--tests", "32"]);
    check(
        &done,
        0,
        &[
            "nothing found",
            "warning: ",
            "barely tested",
            "it answered unknown",
        ],
    );
    let desk = Desk::new();
    let solver = fake(&desk, "when \"Int\": hang");
    let more = [
        "--tests",
        "4",
        "--timeout",
        "100ms",
        "--schedule",
        "uniform",
    ];
    check(&desk.hunt(&solver, &more), 0, &["nothing found"]);
}

#[test]
fn findings_count_beside_a_solver_that_was_not_tested() {
    let desk = Desk::new();
    let crashing = fake(&desk, "when \"Int\": crash SEGV");
    let mute = desk.script(
        "mute",
        "#!/bin/sh\nscript=$(cat)\ncase $script in *Int*) ;; *) echo sat;; esac\n",
    );
    let done = desk.hunt(
        &crashing,
        &["--solver", &mute, "--tests", "32", "--no-reduce"],
    );
    let warning = format!("warning: {mute} decided none of ");
    check(&done, 10, &[&warning, "crash"]);
}

/// A start that takes longer than most formulas do: the time limits are above it.
#[test]
fn a_solver_that_starts_in_two_seconds_is_tested() {
    let desk = Desk::new();
    let fake = fake(&desk, "version fake 1.0");
    let script =
        format!("#!/bin/sh\n[ \"$1\" = --version ] && exit\nsleep 2\nexec {fake} \"$@\"\n");
    let slow = desk.script("slow", &script);
    let done = desk.hunt(&slow, &["--tests", "2", "--timeout", "5s"]);
    check(
        &done,
        0,
        &["s to start, and time limits allow for it", "nothing found"],
    );
    let sessions = Desk::new();
    let slow = sessions.script("z3", &script.replace("exec", "exec env"));
    let done = sessions.hunt(&slow, &["--tests", "64", "--timeout", "5s", "--no-options"]);
    check(&done, 0, &["nothing found"]);
    assert!(!said(&done).contains("barely tested"), "{}", said(&done));
}

#[test]
fn a_start_that_takes_longer_than_a_run_may_is_said_at_once() {
    let desk = Desk::new();
    let busy = "#!/bin/sh\n[ \"$1\" = --version ] && exit\n\
        n=0; while [ $n -lt 100000 ]; do n=$((n+1)); done\ncat >/dev/null; echo sat\n";
    let busy = desk.script("busy", busy);
    let done = desk.hunt(&busy, &["--timeout", "10ms"]);
    check(
        &done,
        1,
        &[
            "for a trivial formula, and the time limit of a run is 10",
            "--timeout",
        ],
    );
}

/// A program with AddressSanitizer, where the compiler has it.
fn sanitized(desk: &Desk) -> Option<String> {
    std::fs::write(desk.path("solver.c"), SOLVER).unwrap();
    let program = desk.path("solver-asan");
    let built = Command::new("cc")
        .args(["-fsanitize=address", "-o"])
        .args([&program, &desk.path("solver.c")])
        .output();
    let works = |built: Output| built.status.success() && runs(&program);
    if built.is_ok_and(works) {
        return Some(program.display().to_string());
    }
    eprintln!("passed over: no compiler with AddressSanitizer here");
    None
}

fn runs(program: &Path) -> bool {
    let done = Command::new(program)
        .stdin(std::process::Stdio::null())
        .output();
    done.is_ok_and(|done| done.status.success())
}

/// Warnings but the one that nobody else can bear out what is found.
fn warnings(done: &Output) -> usize {
    let told = said(done);
    let lines = told.lines().filter(|line| line.contains("warning"));
    lines.filter(|line| !line.contains("to bear out")).count()
}

/// Sanitizers reserve terabytes of address space: resident memory is limited instead.
#[test]
fn a_sanitizer_build_is_tested_under_a_memory_limit() {
    let desk = Desk::new();
    let Some(solver) = sanitized(&desk) else {
        return;
    };
    let done = desk.hunt(&solver, &["--tests", "32", "--memory", "1g"]);
    check(&done, 0, &["resident memory is limited", "nothing found"]);
    assert_eq!(warnings(&done), 0, "{}", said(&done));
    let done = desk.gadfly(&["check", "seed.smt2", "--solver", &solver]);
    check(&done, 0, &["sat"]);
    let sessions = ["--profile", "z3", "--no-options", "--tests", "64"];
    let done = desk.hunt(&solver, &[&sessions[..], &["--out", "sessions"]].concat());
    check(&done, 0, &["resident memory is limited", "nothing found"]);
    assert_eq!(warnings(&done), 0, "{}", said(&done));
}

#[test]
fn other_commands_fail_where_every_solver_is_broken() {
    let desk = Desk::new();
    let garbled = desk.script("garbled", "#!/bin/sh\ncat >/dev/null\necho 'saaat ((('\n");
    let fake = fake(&desk, "version fake 1.0");
    let case = ["--solver", &garbled];
    let check_file = desk.gadfly(&[&["check", "seed.smt2"], &case[..]].concat());
    check(
        &check_file,
        1,
        &["error: ", "decided none of 1 formulas", "are unreadable"],
    );
    let both = desk.gadfly(&[&["check", "seed.smt2", "--solver", &fake], &case[..]].concat());
    check(&both, 1, &["error: ", "decided none of 1 formulas"]);
    let conform = desk.gadfly(&[&["conform", "--only", "ints"], &case[..]].concat());
    check(&conform, 1, &["error: ", "so it was not tested"]);
    let bisect = desk.gadfly(&[&["bisect", "seed.smt2"], &case[..]].concat());
    check(&bisect, 1, &["error: ", "are unreadable"]);
    let study = [
        "evolve",
        "seed.smt2",
        "--reference",
        "none",
        "--out",
        "study",
    ];
    let evolve = desk.gadfly(&[&study, &case[..]].concat());
    check(&evolve, 1, &["does not answer a trivial formula"]);
    let monitor = [
        "monitor",
        "seed.smt2",
        "--reference",
        "none",
        "--candidate",
        &garbled,
    ];
    check(
        &desk.gadfly(&monitor),
        1,
        &["error: ", "decided none of 1 formulas"],
    );
}

/// A file that every solver refuses was not tested; one that one solver lacks the logic of was.
#[test]
fn a_check_that_nobody_took_is_no_success() {
    let desk = Desk::new();
    let refusing = fake(&desk, "always: error \"no such logic\"");
    let done = desk.gadfly(&["check", "seed.smt2", "--solver", &refusing]);
    check(&done, 1, &["error: no solver took any of the files"]);
    let taking = desk.script("taking", "#!/bin/sh\ncat >/dev/null\necho sat\n");
    let both = [
        "check",
        "seed.smt2",
        "--solver",
        &refusing,
        "--solver",
        &taking,
    ];
    check(&desk.gadfly(&both), 0, &["sat"]);
}
