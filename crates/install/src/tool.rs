//! Programs of the system that fetch things for us: apt-get, dpkg-deb, cargo.

use crate::error::InstallError;
use gadfly_exec::{Command, Exit, Limits};
use std::path::Path;
use std::time::Duration;

/// A build of a large crate takes this long at most.
const PATIENCE: Duration = Duration::from_secs(3600);

/// What a program printed, and that it ended well.
pub(crate) struct Printed {
    pub(crate) stdout: String,
}

/// Runs a program of the system in a folder; it may use the network, and has our environment.
pub(crate) fn tool(
    program: &'static str,
    args: &[&str],
    folder: &Path,
) -> Result<Printed, InstallError> {
    let mut command = Command::new(program)
        .args(args.iter().copied())
        .unconfined();
    command.folder = Some(folder.to_owned());
    command.env.extend(std::env::vars_os());
    let limits = Limits {
        wall: Some(PATIENCE),
        ..Limits::default()
    };
    let missing = |_| InstallError::NoTool(program);
    let raw = gadfly_exec::run(&command, b"", &limits).map_err(missing)?;
    if raw.exit != Exit::Code(0) {
        let stderr = String::from_utf8_lossy(&raw.stderr);
        return Err(InstallError::Tool {
            line: format!("{program} {}", args.join(" ")),
            said: telling(&stderr).to_owned(),
        });
    }
    Ok(Printed {
        stdout: String::from_utf8_lossy(&raw.stdout).into_owned(),
    })
}

/// The line of a complaint that says what is wrong: apt and cargo mark it.
fn telling(stderr: &str) -> &str {
    let marked = |line: &&str| line.starts_with("E: ") || line.starts_with("error");
    let last = stderr.trim().lines().last().unwrap_or("it said nothing");
    stderr.lines().find(marked).unwrap_or(last).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said() {
        let here = std::env::temp_dir();
        let told = |args: &[&str]| tool("sh", args, &here).err().map(|error| error.to_string());
        assert!(told(&["-c", "exit 0"]).is_none());
        let said = told(&[
            "-c",
            "echo W: odd >&2; echo E: no such package >&2; exit 100",
        ])
        .unwrap();
        assert!(said.contains("E: no such package"), "{said}");
        let missing = tool("no-such-program-anywhere", &[], &here)
            .err()
            .unwrap()
            .to_string();
        assert!(
            missing.contains("no-such-program-anywhere is not on PATH"),
            "{missing}"
        );
    }
}
