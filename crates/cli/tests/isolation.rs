//! Hostile and clumsy solvers: what our limits do to them is no finding, and what they and the
//! scripts try to do to the user does not happen.

mod desk;

use desk::{Desk, SEED, check};
use std::process::{Command, Stdio};

/// Speaks as much SMT-LIB as it takes to be hunted in, and stumbles over some formulas.
const SOLVER: &str = r#"#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *rest(void *arg) { sleep(1); return arg; }
int main(void) {
    char *line = malloc(1 << 20), *text;
    while (fgets(line, 1 << 20, stdin)) {
        if (strstr(line, "(<")) {
            pthread_t thread;
            STUMBLE
        }
        if (strstr(line, "(check-sat)")) puts("sat");
        if (strstr(line, "(get-model)")) puts("(error \"model is not available\")");
        if ((text = strstr(line, "(echo \"")) && strrchr(text, '"')) {
            *strrchr(text, '"') = 0;
            puts(text + 7);
        }
        fflush(stdout);
    }
    return 0;
}
"#;

const ALLOCATE: &str = "char *block = malloc(3ul << 30); memset(block, 1, 4096); free(block);";
const THREADS: &str = "for (int n = 0; n < 400; n++) \
    if (pthread_create(&thread, NULL, rest, NULL)) abort();";

/// A C program.
fn compiled(desk: &Desk, name: &str, text: &str) -> String {
    let (source, program) = (desk.path("solver.c"), desk.path(name));
    std::fs::write(&source, text).unwrap();
    let built = Command::new("cc")
        .args(["-O0", "-pthread", "-o"])
        .args([&program, &source])
        .status();
    assert!(built.unwrap().success());
    program.display().to_string()
}

#[test]
fn what_our_memory_limit_does_is_no_finding() {
    for (name, stumble) in [("allocate", ALLOCATE), ("threads", THREADS)] {
        let desk = Desk::new();
        let solver = compiled(&desk, name, &SOLVER.replace("STUMBLE", stumble));
        for profile in ["generic", "z3"] {
            let more = ["--tests", "20", "--profile", profile, "--out", profile];
            check(&desk.hunt(&solver, &more), 0, &["nothing found"]);
        }
    }
    let desk = Desk::new();
    let solver = compiled(&desk, "crash", &SOLVER.replace("STUMBLE", "abort();"));
    check(&desk.hunt(&solver, &["--tests", "20"]), 10, &["crash"]);
}

/// Does what a script says about where its answers go, as z3 and cvc5 do.
const OBEDIENT: &str = r#"#!/bin/sh
while read -r line; do
  case "$line" in
    *output-channel*) path=${line#*\"}; echo gone > "${path%%\"*}" ;;
    *deadly*) kill -SEGV $$ ;;
    *"(check-sat)"*) echo sat ;;
  esac
done
"#;

#[test]
fn no_script_chooses_a_file_that_is_written_over() {
    let desk = Desk::new();
    let (solver, thesis) = (desk.script("obedient", OBEDIENT), desk.path("thesis"));
    std::fs::write(&thesis, "all of it").unwrap();
    let script = |name: &str, text: &str| {
        let (channel, thesis) = (":regular-output-channel", thesis.display());
        let text = format!("(set-option {channel} \"{thesis}\")\n{text}");
        std::fs::write(desk.path(name), text).unwrap();
    };
    script("seed.smt2", SEED);
    script(
        "bug.smt2",
        &SEED.replace("(check-sat)", "(declare-fun deadly () Int)\n(check-sat)"),
    );
    let by = ["--solver", &solver, "--allow-write", "."];
    let warning =
        ["warning: not passed on to solvers, because they write files: :regular-output-channel"];
    let check_thesis = |words: &[&str]| {
        let kept = std::fs::read_to_string(&thesis).unwrap();
        assert_eq!(kept, "all of it", "{words:?}");
    };
    let study = ["--out", "study", "--reference", "none"];
    for words in [
        &["check", "seed.smt2"][..],
        &["reduce", "bug.smt2", "--jobs", "1"],
        &[&["evolve", "seed.smt2"][..], &study].concat(),
    ] {
        let done = desk.gadfly(&[words, &by].concat());
        let said = check(&done, 0, &warning);
        assert_eq!(said.matches("not passed on").count(), 1, "{said}");
        check_thesis(words);
    }
    // A hunt's formulas have options of their own.
    check(
        &desk.hunt(&solver, &["--tests", "8", "--allow-write", "."]),
        0,
        &[],
    );
    check_thesis(&["hunt"]);
}

#[test]
fn a_solver_that_never_answers_holds_nobody() {
    let desk = Desk::new();
    let solver = desk.script("mute", "#!/bin/sh\nexec sleep 1000\n");
    let why = "does not answer a trivial formula (not before the time was up)";
    check(&desk.hunt(&solver, &["--time", "2s"]), 1, &[why]);
    assert!(!desk.path("out").exists(), "nothing was begun");
    // Whoever starts the tests in the background may have the signal ignored, and so would we.
    let mut hunt = Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_gadfly")])
        .args(["hunt", "seed.smt2", "--tests", "10", "--timeout", "60s"])
        .args(["--solver", &solver])
        .current_dir(desk.path(""))
        .env("GADFLY_HOME", desk.path("home"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while gadfly_testkit::processes_of(hunt.id()).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = hunt.id().to_string();
    let pressed = Command::new("kill").args(["-INT", &pid]).status();
    assert!(pressed.unwrap().success());
    let pressed = std::time::Instant::now();
    hunt.wait().unwrap();
    // If nobody heard, the solver would have minutes: several times its limit on the wall's clock.
    assert!(pressed.elapsed() < std::time::Duration::from_secs(60));
}

/// A solver that answers, and does harm on the way.
const HARMFUL: &str = "#!/bin/sh\ncat > /dev/null\necho gone > THESIS\necho sat\n";

#[test]
fn a_solver_writes_where_it_may() {
    let landlock = gadfly_exec::isolation().unwrap().landlock;
    let desk = Desk::new();
    let thesis = desk.path("thesis");
    let harmful = HARMFUL.replace("THESIS", &thesis.display().to_string());
    let solver = desk.script("harmful", &harmful);
    std::fs::write(&thesis, "all of it").unwrap();
    let words = ["check", "seed.smt2", "--solver", &solver];
    check(&desk.gadfly(&words), 0, &["sat"]);
    let left = if landlock >= 3 { "all of it" } else { "gone\n" };
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), left);
    check(
        &desk.gadfly(&[&words[..], &["--allow-write", "."]].concat()),
        0,
        &["sat"],
    );
    assert_eq!(std::fs::read_to_string(&thesis).unwrap(), "gone\n");
    let refused = desk.gadfly(&[&words[..], &["--allow-write", "nowhere"]].concat());
    check(
        &refused,
        2,
        &["error: --allow-write nowhere: no such folder"],
    );
    // A file that merely lies here allows nothing.
    std::fs::write(desk.path("gadfly.toml"), "[check]\nallow-network = true\n").unwrap();
    let why = "gadfly.toml in the current folder allows solvers more than to compute";
    check(&desk.gadfly(&words), 1, &[why]);
    let trusted = desk.gadfly(&[&words[..], &["--config", "gadfly.toml"]].concat());
    check(&trusted, 0, &["sat"]);
}

#[test]
fn the_doctor_says_what_is_in_force() {
    let desk = Desk::new();
    let fake = gadfly_testkit::fake_solver_path().display().to_string();
    let there = gadfly_exec::isolation().unwrap().landlock;
    let writes = match there {
        0 => "- writes       wherever the user may",
        _ => "+ writes       to its private folder only",
    };
    let done = desk.gadfly(&["solvers", "doctor", &fake, "--profile", "z3"]);
    let code = done.status.code().unwrap();
    check(
        &done,
        code,
        &["isolation of solvers (", "+ limits", "+ session", writes],
    );
    let freed = [
        "solvers",
        "doctor",
        &fake,
        "--profile",
        "z3",
        "--allow-network",
    ];
    check(
        &desk.gadfly(&freed),
        code,
        &["- network      as the user has it"],
    );
}

/// What a terminal would obey is shown as signs, whether a solver or a file's name brings it.
#[test]
fn no_control_characters_reach_the_terminal() {
    let desk = Desk::new();
    let script =
        "#!/bin/sh\ncat > /dev/null\nprintf '(error \"\\033[31mred\\007 \\302\\233 end\")\\n'\n";
    let solver = desk.script("colourful", script);
    std::fs::rename(desk.path("seed.smt2"), desk.path("se\u{1b}[2Jed.smt2")).unwrap();
    let words = ["check", "se\u{1b}[2Jed.smt2", "--solver", &solver];
    let said = check(&desk.gadfly(&words), 1, &["␛[31mred", "se␛[2Jed.smt2"]);
    assert!(!said.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{said:?}");
    let missing = desk.gadfly(&["check", "no\u{1b}[2J.smt2", "--solver", &solver]);
    let said = check(&missing, 1, &["no␛[2J.smt2"]);
    assert!(!said.contains('\u{1b}'), "{said:?}");
}
