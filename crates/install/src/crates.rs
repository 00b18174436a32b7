//! Solvers that are Rust crates, built by cargo with the versions of their own lock file.

use crate::error::InstallError;
use crate::tool::tool;
use std::path::Path;

/// The newest version of a crate.
pub(crate) fn versions(name: &str) -> Result<Vec<String>, InstallError> {
    // Without a lock file of ours, whose newest version would count.
    let shown = tool("cargo", &["info", "--quiet", name], &std::env::temp_dir())?;
    let version = |line: &str| {
        let rest = line.strip_prefix("version: ")?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    Ok(shown.stdout.lines().filter_map(version).collect())
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
