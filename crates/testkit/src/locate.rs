//! Where the fake solver's executable is.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The path of the fake solver, which is built first if need be.
///
/// Works from the tests, benchmarks and examples of any crate of the workspace: cargo is asked to
/// build `fake-solver` (and the guardian beside it) into the folder that the running test comes
/// from. Cargo holds no lock while it runs tests, and an up-to-date build takes a moment.
///
/// # Panics
/// If the executable can neither be built nor found: no test can go on without it.
pub fn fake_solver_path() -> &'static Path {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    PATH.get_or_init(|| {
        let folder = profile_folder().expect("a test runs from a folder below target/");
        let built = build(&folder);
        let path = folder.join("fake-solver");
        assert!(path.is_file(), "no {}: {built:?}", path.display());
        path
    })
}

/// The fake solver as a command line that a spec may hold: it reads standard input and follows these
/// rules.
pub fn fake_solver_command(rules: &str) -> String {
    let quoted = |word: &str| format!("'{}'", word.replace('\'', "'\\''"));
    let path = fake_solver_path().display().to_string();
    format!("{} -in -e {}", quoted(&path), quoted(rules))
}

/// `target/debug` or `target/release` for a running test, example or benchmark.
fn profile_folder() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    let folder = exe.parent()?;
    let inner = ["deps", "examples"]
        .iter()
        .any(|name| folder.ends_with(name));
    Some(if inner {
        folder.parent()?.to_owned()
    } else {
        folder.to_owned()
    })
}

fn build(folder: &Path) -> Result<(), String> {
    let target = folder.parent().ok_or("no target folder")?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--offline", "--bin", "fake-solver"]);
    command.args([
        "--bin",
        "gadfly-guardian",
        "-p",
        "gadfly-testkit",
        "-p",
        "gadfly-exec",
    ]);
    command
        .arg("--manifest-path")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    command.arg("--target-dir").arg(target);
    if folder.ends_with("release") {
        command.arg("--release");
    }
    let output = command.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
