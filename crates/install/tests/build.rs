//! Solvers built from sources, with assertions and sanitizers: what dies has a place.

use gadfly_exec::Cancel;
use gadfly_install::{BuildError, BuildRequest, Builder, Built};
use gadfly_profile::{Crash, CrashKind, Flavour, Home};
use gadfly_solver::{Options, Outcome, Resolver};
use std::path::Path;

/// A program that calls itself z3, with a fault for each flavour.
const SOURCE: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

static int beyond(const char* text) {
    int* cells = new int[4];
    int at = 4 + (int)std::strlen(text) % 2;
    int seen = cells[at];
    delete[] cells;
    return seen;
}

static int overflow(int n) {
    return 2147483647 + n;
}

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "--version") {
        std::puts("Z3 version 4.99.0 - 64 bit");
        return 0;
    }
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.find("beyond") != std::string::npos)
            std::printf("%d\n", beyond(line.c_str()));
        if (line.find("overflow") != std::string::npos)
            std::printf("%d\n", overflow((int)line.size()));
#ifdef Z3DEBUG
        if (line.find("assertion") != std::string::npos) {
            std::cerr << "ASSERTION VIOLATION\nFile: " << __FILE__ << "\nLine: " << __LINE__ << "\nx > 0\n";
            std::exit(110);
        }
#endif
        if (line.find("check-sat") != std::string::npos)
            std::puts("sat");
        std::fflush(stdout);
    }
    return 0;
}
"#;

const CMAKE: &str = "cmake_minimum_required(VERSION 3.16)\nproject(z3 CXX)\n\
    add_executable(shell main.cpp)\nset_target_properties(shell PROPERTIES OUTPUT_NAME z3)\n";

/// A checkout with these sources, and a data folder that shares the build tools of the tests.
fn workshop(source: &str) -> (tempfile::TempDir, Home) {
    gadfly_testkit::catalog();
    let folder = tempfile::tempdir().unwrap();
    let checkout = folder.path().join("checkout");
    std::fs::create_dir(&checkout).unwrap();
    std::fs::write(checkout.join("main.cpp"), source).unwrap();
    std::fs::write(checkout.join("CMakeLists.txt"), CMAKE).unwrap();
    let home = Home::at(folder.path().join("home"));
    std::fs::create_dir(home.root()).unwrap();
    let tools = Home::from_env().root().join("tools");
    if tools.is_dir() {
        std::os::unix::fs::symlink(tools, home.root().join("tools")).unwrap();
    }
    (folder, home)
}

fn build(home: &Home, checkout: &Path, flavour: Flavour) -> Result<Built, BuildError> {
    let request = BuildRequest {
        spec: "z3@4.99.0".to_owned(),
        flavour,
        source: Some(checkout.to_owned()),
        jobs: 1,
    };
    Builder::new(home.clone()).build(&request, &Cancel::default(), &|_| {})
}

fn crash(home: &Home, flavour: Flavour, fault: &str) -> Crash {
    let spec = format!("z3@4.99.0+{flavour}");
    let solvers = Resolver::new(home.clone()).one(&spec).unwrap();
    let solver = &solvers[0];
    assert_eq!(solver.version, format!("4.99.0+{flavour}"));
    let fine = solver.run_fresh("(check-sat)\n", &Options::default());
    assert_eq!(fine.outcome, Outcome::Done, "{fine:?}");
    let script = format!("(set-info :source |{fault}|)\n(check-sat)\n");
    let run = solver.run_fresh(&script, &Options::default());
    match run.outcome {
        Outcome::Crash(crash) => crash,
        other => panic!("{flavour}: {other:?}\n{:?}", run.raw),
    }
}

#[test]
fn each_flavour_gives_its_fault_a_place() {
    let (folder, home) = workshop(SOURCE);
    let checkout = folder.path().join("checkout");
    for (flavour, fault, kind, place) in [
        (
            Flavour::Assertions,
            "assertion",
            CrashKind::Assertion,
            "main.cpp",
        ),
        (Flavour::Asan, "beyond", CrashKind::Sanitizer, "beyond"),
        (Flavour::Ubsan, "overflow", CrashKind::Sanitizer, "main.cpp"),
    ] {
        let Built::New(release) = build(&home, &checkout, flavour).unwrap() else {
            panic!("a checkout is always built");
        };
        assert_eq!(release.flavour(), Some(flavour));
        let crash = crash(&home, flavour, fault);
        assert_eq!(crash.kind, kind, "{crash:?}");
        let told = crash.place.clone().unwrap_or_default();
        assert!(told.contains(place), "{flavour}: {crash:?}");
    }
    // It tells which edges it reaches, where it is asked to.
    let Built::New(release) = build(&home, &checkout, Flavour::Edges).unwrap() else {
        panic!("a checkout is always built");
    };
    let map = folder.path().join("map");
    let room: u64 = 1 << 20;
    let head = [0, 0, room].map(u64::to_le_bytes).concat();
    std::fs::write(&map, &head).unwrap();
    let file = std::fs::File::options().write(true).open(&map).unwrap();
    file.set_len(24 + room).unwrap();
    let mut program = std::process::Command::new(release.program());
    program.env("GADFLY_EDGES", &map).arg("--version");
    assert!(program.output().unwrap().status.success());
    let told = std::fs::read(&map).unwrap();
    let reached = told[24..].iter().filter(|edge| **edge == 1).count();
    let news = u64::from_le_bytes(told[..8].try_into().unwrap());
    assert!(reached > 0 && news == reached as u64, "{reached} {news}");
    // What was built is meant only where it is named.
    assert!(Resolver::new(home).one("z3@*").is_err());
}

#[test]
fn what_does_not_compile_leaves_a_log_and_no_release() {
    let (folder, home) = workshop("int main() { return nowhere; }\n");
    let checkout = folder.path().join("checkout");
    let error = build(&home, &checkout, Flavour::Assertions).unwrap_err();
    let words = error.to_string();
    assert!(
        words.contains("compiling failed") && words.contains("nowhere"),
        "{words}"
    );
    let log = home.root().join("builds/z3@4.99.0+assertions/log");
    let log = std::fs::read_to_string(log).unwrap();
    let told = log.lines().next_back().unwrap_or_default();
    assert!(
        told.starts_with("gadfly: compiling took") && told.ends_with(" s of CPU time"),
        "{log}"
    );
    assert!(home.installed("z3").is_empty());
    let nothing = build(&home, folder.path(), Flavour::Debug).unwrap_err();
    assert!(nothing.to_string().contains("CMakeLists.txt"), "{nothing}");
}
