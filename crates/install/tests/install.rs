//! Installing, with a Python of our own making: no network, every fault on demand.

#![cfg(unix)]

use gadfly_install::{InstallError, Installed, Installer, Pip, Step};
use gadfly_profile::Home;
use gadfly_solver::{Answer, Options, Resolver};
use gadfly_testkit::Market;
use std::path::Path;

const SOLVER: &str = gadfly_testkit::SHELF_SOLVER;

/// The data folder beside a market.
fn home(market: &Market) -> Home {
    Home::at(market.home())
}

fn installer(market: &Market) -> Installer {
    gadfly_testkit::catalog();
    Installer::new(home(market)).with_pip(Pip::of(market.python_path()))
}

fn install(market: &Market, spec: &str) -> Result<Vec<(String, Installed)>, InstallError> {
    installer(market).install(&[spec.to_owned()], 4, &|_: Step| {})
}

/// What is left of unfinished work.
fn leftovers(home: &Home) -> usize {
    let folder = home.solvers().join(".unpacking");
    std::fs::read_dir(folder).map_or(0, |entries| entries.count())
}

fn the_failure(market: &Market, spec: &str) -> InstallError {
    match install(market, spec) {
        Err(error) => error,
        Ok(results) => match results.into_iter().next() {
            Some((_, Installed::Failed(error))) => error,
            other => panic!("it should have failed: {other:?}"),
        },
    }
}

#[test]
fn a_range_is_installed_resolved_run_and_removed() {
    let market = Market::new(&[
        "4.4.2.1",
        "4.50.1.0",
        "4.50.1.0.post2",
        "4.80.7.0",
        "4.80.12.0",
        "50.4.0.0",
    ]);
    for version in ["4.50.1.0.post2", "4.80.7.0", "4.80.12.0", "50.4.0.0"] {
        market.good_wheel(version);
    }
    let available = installer(&market).available("z3", false).unwrap();
    let names: Vec<_> = available.iter().map(|a| a.version.to_string()).collect();
    assert_eq!(names, ["4.50.1", "4.80.7", "4.80.12", "50.4.0"]);
    assert_eq!(available[0].package_version, "4.50.1.0.post2");

    let results = install(&market, "z3@4.50.1..4.80.12").unwrap();
    let names: Vec<_> = results.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["z3@4.50.1", "z3@4.80.7", "z3@4.80.12"]);
    assert!(
        results.iter().all(|(_, r)| matches!(r, Installed::New(_))),
        "{results:?}"
    );
    let again = install(&market, "z3@4.80.7").unwrap();
    assert!(matches!(again[0].1, Installed::Before(_)));
    assert_eq!(leftovers(&home(&market)), 0);

    gadfly_testkit::catalog();
    let solvers = Resolver::new(home(&market))
        .one("z3@4.80.7.. +default")
        .unwrap();
    let specs: Vec<_> = solvers.iter().map(|s| s.spec.as_str()).collect();
    assert_eq!(specs, ["z3@4.80.7", "z3@4.80.12"]);
    let run = solvers[0].run_fresh("(check-sat)", &Options::default());
    assert_eq!(run.answer(0), Some(&Answer::Sat), "{run:?}");

    assert_eq!(
        installer(&market).remove("z3@4.80.7").unwrap(),
        ["z3@4.80.7"]
    );
    assert!(Resolver::new(home(&market)).one("z3@4.80.7").is_err());
    assert!(matches!(
        installer(&market).remove("z3@4.80.7"),
        Err(InstallError::NotInstalled(_))
    ));
    assert_eq!(leftovers(&home(&market)), 0);
}

#[test]
fn two_at_once_install_it_once() {
    let market = Market::new(&["4.80.7.0"]);
    market.good_wheel("4.80.7.0");
    let fresh = std::thread::scope(|scope| {
        let all: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| install(&market, "z3@4.80.7").unwrap()))
            .collect();
        let results = all.into_iter().flat_map(|thread| thread.join().unwrap());
        results
            .filter(|(_, r)| matches!(r, Installed::New(_)))
            .count()
    });
    assert_eq!(fresh, 1);
    assert_eq!(leftovers(&home(&market)), 0);
}

#[test]
fn what_is_damaged_or_useless_is_not_installed() {
    let market = Market::new(&["4.80.5.0", "4.80.6.0", "4.80.7.0", "4.80.8.0"]);
    market.wheel(
        "4.80.5.0",
        "z3_solver-4.80.5.0.data/data/bin/z3",
        SOLVER,
        "something else",
    );
    assert!(matches!(
        the_failure(&market, "z3@4.80.5"),
        InstallError::WrongHash(_)
    ));
    market.wheel("4.80.6.0", "z3/lib/libz3.so", "x", "x");
    assert!(matches!(
        the_failure(&market, "z3@4.80.6"),
        InstallError::NoBinary { .. }
    ));
    let broken = "#!/bin/sh\nexit 3\n";
    market.wheel(
        "4.80.7.0",
        "z3_solver-4.80.7.0.data/data/bin/z3",
        broken,
        broken,
    );
    assert!(matches!(
        the_failure(&market, "z3@4.80.7"),
        InstallError::DoesNotRun { .. }
    ));
    market.wheel("4.80.8.0", "../../evil", "x", "x");
    assert!(matches!(
        the_failure(&market, "z3@4.80.8"),
        InstallError::BadArchive { .. }
    ));
    assert!(home(&market).installed("z3").is_empty());
    assert_eq!(leftovers(&home(&market)), 0);
}

#[test]
fn refusals_say_what_to_do() {
    let market = Market::new(&["4.80.7.0"]);
    let missing = the_failure(&market, "z3@4.80.6").to_string();
    assert!(
        missing.contains("z3@4.80.6") && missing.contains("4.80.7"),
        "{missing}"
    );
    assert!(matches!(
        the_failure(&market, "opensmt"),
        InstallError::NoPackage { .. }
    ));
    assert!(matches!(
        the_failure(&market, "z3@4.80.7"),
        InstallError::NoWheel { .. }
    ));

    let says = |text: &str| format!("#!/bin/sh\necho \"{text}\" >&2\nexit 1\n");
    market.python(&says(
        "WARNING: Retrying after connection broken by 'NewConnectionError'",
    ));
    assert!(matches!(
        the_failure(&market, "z3"),
        InstallError::Offline(_)
    ));
    market.python(&says("python3: No module named pip"));
    assert!(matches!(the_failure(&market, "z3"), InstallError::NoPip));
    std::fs::remove_file(market.python_path()).unwrap();
    assert!(matches!(the_failure(&market, "z3"), InstallError::NoPython));
    assert!(!Path::new(&home(&market).solvers().join("z3")).exists());
}

#[test]
fn a_program_that_was_changed_is_not_run() {
    let market = Market::new(&["4.80.7.0"]);
    market.good_wheel("4.80.7.0");
    install(&market, "z3@4.80.7").unwrap();
    let resolver = Resolver::new(home(&market));
    let program = resolver.one("z3@4.80.7").unwrap()[0].launch.program.clone();
    std::fs::write(&program, "#!/bin/sh\necho unsat\n").unwrap();
    let refused = resolver.one("z3@4.80.7").unwrap_err().to_string();
    assert!(
        refused.contains("was changed since it was installed"),
        "{refused}"
    );
}

#[test]
fn a_pinned_release_has_no_other_files() {
    // The number is a real release's; the wheel is not.
    let market = Market::new(&["4.8.7.0"]);
    market.good_wheel("4.8.7.0");
    let refused = the_failure(&market, "z3@4.8.7");
    assert!(matches!(refused, InstallError::WrongHash(_)), "{refused}");
}
