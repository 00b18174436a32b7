//! Solvers that are Rust crates, built by cargo with the versions of their own lock file.

use crate::error::InstallError;
use crate::tool::tool;
use std::path::Path;

/// The newest version of a crate, and what cargo chooses where that is another. It passes over a version
/// that needs a newer Rust, and over one that does not say which Rust it needs: the second may well build.
pub(crate) fn versions(name: &str) -> Result<Vec<String>, InstallError> {
    let (chosen, latest) = named(&info(name)?);
    let mut versions = Vec::from_iter(chosen);
    if let Some(latest) = latest
        && says_no_rust(&info(&format!("{name}@{latest}"))?)
    {
        versions.push(latest);
    }
    Ok(versions)
}

/// What cargo says of a crate, without a lock file of ours, whose version would count.
fn info(of: &str) -> Result<String, InstallError> {
    let shown = tool("cargo", &["info", "--quiet", of], &std::env::temp_dir())?;
    Ok(shown.stdout)
}

/// The version that cargo chooses, and the newest one where that is another, of a line like
/// `version: 0.1.0 (latest 0.3.4)`.
fn named(shown: &str) -> (Option<String>, Option<String>) {
    let line = shown.lines().find_map(|it| it.strip_prefix("version: "));
    let chosen = line.and_then(|line| line.split_whitespace().next());
    let latest = line
        .and_then(|line| line.split_once("(latest "))
        .and_then(|(_, rest)| rest.split([')', ' ']).next());
    (chosen.map(str::to_owned), latest.map(str::to_owned))
}

/// Whether a version does not say which Rust it needs.
fn says_no_rust(shown: &str) -> bool {
    shown.lines().any(|line| line == "rust-version: unknown")
}

/// Builds a crate's programs into a folder.
pub(crate) fn build(name: &str, version: &str, folder: &Path) -> Result<(), InstallError> {
    let root = folder.to_string_lossy();
    let args = [
        "install",
        "--locked",
        "--quiet",
        "--root",
        &root,
        "--version",
        version,
        name,
    ];
    tool("cargo", &args, &std::env::temp_dir())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{named, says_no_rust};

    #[test]
    fn the_newest_version_is_named_beside_the_one_that_cargo_chooses() {
        let of = |shown: &str| {
            let (chosen, latest) = named(shown);
            (chosen.unwrap_or_default(), latest.unwrap_or_default())
        };
        let two = "oxiz-cli #smt\nversion: 0.1.0 (latest 0.3.4)\nlicense: Apache-2.0\n";
        assert_eq!(of(two), ("0.1.0".into(), "0.3.4".into()));
        assert_eq!(of("version: 0.3.4\n"), ("0.3.4".into(), String::new()));
        let from = "version: 0.3.4 (from ./crates/cli)\n";
        assert_eq!(of(from), ("0.3.4".into(), String::new()));
        assert_eq!(of("license: MIT\n"), (String::new(), String::new()));
    }

    #[test]
    fn a_version_that_needs_a_newer_rust_says_so() {
        assert!(says_no_rust("version: 0.3.4\nrust-version: unknown\n"));
        assert!(!says_no_rust("version: 0.3.4\nrust-version: 1.99\n"));
    }
}
