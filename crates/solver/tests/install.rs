//! Installing, with a Python of our own making: no network, every fault on demand.

#![cfg(unix)]

use gadfly_solver::{
    Answer, Home, InstallError, Installed, Installer, Options, Pip, Resolver, Step,
};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A folder with a `python3` that knows two commands of pip, and the wheels that it hands out.
struct Market {
    folder: tempfile::TempDir,
}

const SOLVER: &str = "#!/bin/sh\ncase \"$1\" in --version) echo 'Z3 version 4.8.7 - 64 bit';; *) cat >/dev/null; echo sat;; esac\n";

impl Market {
    fn new(versions: &[&str]) -> Market {
        let folder = tempfile::tempdir().unwrap();
        let market = Market { folder };
        let wheels = market.wheels();
        std::fs::create_dir(&wheels).unwrap();
        let script = format!(
            "#!/bin/sh\n\
             if [ \"$1\" = -c ]; then echo \"$0\"; exit 0; fi\n\
             case \"$4\" in\n\
             *==99999) echo \"ERROR: Could not find a version (from versions: {})\" >&2; exit 1;;\n\
             esac\n\
             cp {}/*-\"${{4#*==}}\"-*.whl \"$6\"/ 2>/dev/null || {{ echo 'ERROR: No matching distribution found' >&2; exit 1; }}\n",
            versions.join(", "),
            wheels.display()
        );
        market.python(&script);
        market
    }

    fn wheels(&self) -> PathBuf {
        self.folder.path().join("wheels")
    }

    fn python(&self, script: &str) {
        let path = self.folder.path().join("python3");
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn home(&self) -> Home {
        Home::at(self.folder.path().join("home"))
    }

    fn installer(&self) -> Installer {
        Installer::new(self.home()).with_pip(Pip::of(self.folder.path().join("python3")))
    }

    /// Puts a wheel of z3 on the shelf.
    fn wheel(&self, version: &str, member: &str, content: &str, recorded: &str) {
        let path = self
            .wheels()
            .join(format!("z3_solver-{version}-py3-none-any.whl"));
        let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(member, options).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
        zip.start_file(format!("z3_solver-{version}.dist-info/RECORD"), options)
            .unwrap();
        let hash = base64(&Sha256::digest(recorded.as_bytes()));
        writeln!(zip, "{member},sha256={hash},{}", recorded.len()).unwrap();
        zip.finish().unwrap();
    }

    fn good_wheel(&self, version: &str) {
        self.wheel(
            version,
            &format!("z3_solver-{version}.data/data/bin/z3"),
            SOLVER,
            SOLVER,
        );
    }
}

fn base64(bytes: &[u8]) -> String {
    let digits: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['-', '_'])
        .collect();
    let bits: String = bytes.iter().map(|b| format!("{b:08b}")).collect();
    let padded = format!("{bits:0<width$}", width = bits.len().div_ceil(6) * 6);
    let value = |chunk: &str| usize::from_str_radix(chunk, 2).unwrap();
    (0..padded.len())
        .step_by(6)
        .map(|i| digits[value(&padded[i..i + 6])])
        .collect()
}

fn install(market: &Market, spec: &str) -> Result<Vec<(String, Installed)>, InstallError> {
    market
        .installer()
        .install(&[spec.to_owned()], 4, &|_: Step| {})
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
        "4.5.1.0",
        "4.5.1.0.post2",
        "4.8.7.0",
        "4.8.12.0",
        "5.4.0.0",
    ]);
    for version in ["4.5.1.0.post2", "4.8.7.0", "4.8.12.0", "5.4.0.0"] {
        market.good_wheel(version);
    }
    let available = market.installer().available("z3").unwrap();
    let names: Vec<_> = available.iter().map(|a| a.version.to_string()).collect();
    assert_eq!(names, ["4.5.1", "4.8.7", "4.8.12", "5.4.0"]);
    assert_eq!(available[0].package_version, "4.5.1.0.post2");

    let results = install(&market, "z3@4.5.1..4.8.12").unwrap();
    let names: Vec<_> = results.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["z3@4.5.1", "z3@4.8.7", "z3@4.8.12"]);
    assert!(
        results.iter().all(|(_, r)| matches!(r, Installed::New(_))),
        "{results:?}"
    );
    let again = install(&market, "z3@4.8.7").unwrap();
    assert!(matches!(again[0].1, Installed::Before(_)));
    assert_eq!(leftovers(&market.home()), 0);

    let solvers = Resolver::new(market.home())
        .one("z3@4.8.7.. +default")
        .unwrap();
    let specs: Vec<_> = solvers.iter().map(|s| s.spec.as_str()).collect();
    assert_eq!(specs, ["z3@4.8.7", "z3@4.8.12"]);
    let run = solvers[0].run_fresh("(check-sat)", &Options::default());
    assert_eq!(run.answer(0), Some(&Answer::Sat), "{run:?}");

    assert_eq!(market.installer().remove("z3@4.8.7").unwrap(), ["z3@4.8.7"]);
    assert!(Resolver::new(market.home()).one("z3@4.8.7").is_err());
    assert!(matches!(
        market.installer().remove("z3@4.8.7"),
        Err(InstallError::NotInstalled(_))
    ));
    assert_eq!(leftovers(&market.home()), 0);
}

#[test]
fn two_at_once_install_it_once() {
    let market = Market::new(&["4.8.7.0"]);
    market.good_wheel("4.8.7.0");
    let fresh = std::thread::scope(|scope| {
        let all: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| install(&market, "z3@4.8.7").unwrap()))
            .collect();
        let results = all.into_iter().flat_map(|thread| thread.join().unwrap());
        results
            .filter(|(_, r)| matches!(r, Installed::New(_)))
            .count()
    });
    assert_eq!(fresh, 1);
    assert_eq!(leftovers(&market.home()), 0);
}

#[test]
fn what_is_damaged_or_useless_is_not_installed() {
    let market = Market::new(&["4.8.5.0", "4.8.6.0", "4.8.7.0", "4.8.8.0"]);
    market.wheel(
        "4.8.5.0",
        "z3_solver-4.8.5.0.data/data/bin/z3",
        SOLVER,
        "something else",
    );
    assert!(matches!(
        the_failure(&market, "z3@4.8.5"),
        InstallError::WrongHash(_)
    ));
    market.wheel("4.8.6.0", "z3/lib/libz3.so", "x", "x");
    assert!(matches!(
        the_failure(&market, "z3@4.8.6"),
        InstallError::NoBinary { .. }
    ));
    let broken = "#!/bin/sh\nexit 3\n";
    market.wheel(
        "4.8.7.0",
        "z3_solver-4.8.7.0.data/data/bin/z3",
        broken,
        broken,
    );
    assert!(matches!(
        the_failure(&market, "z3@4.8.7"),
        InstallError::DoesNotRun { .. }
    ));
    market.wheel("4.8.8.0", "../../evil", "x", "x");
    assert!(matches!(
        the_failure(&market, "z3@4.8.8"),
        InstallError::BadArchive { .. }
    ));
    assert!(market.home().installed("z3").is_empty());
    assert_eq!(leftovers(&market.home()), 0);
}

#[test]
fn refusals_say_what_to_do() {
    let market = Market::new(&["4.8.7.0"]);
    let missing = the_failure(&market, "z3@4.8.6").to_string();
    assert!(
        missing.contains("z3@4.8.6") && missing.contains("4.8.7"),
        "{missing}"
    );
    assert!(matches!(
        the_failure(&market, "opensmt"),
        InstallError::NoPackage { .. }
    ));
    assert!(matches!(
        the_failure(&market, "z3@4.8.7"),
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
    std::fs::remove_file(market.folder.path().join("python3")).unwrap();
    assert!(matches!(the_failure(&market, "z3"), InstallError::NoPython));
    assert!(!Path::new(&market.home().solvers().join("z3")).exists());
}
