//! The diff between two commits of a checkout, from git.

use gadfly_exec::{Command, Exit, Limits};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Lines around a change: so many that the head of its function is among them.
const CONTEXT: &str = "--unified=2000";

/// The longest diff that is read.
const MOST: u64 = 1 << 28;

/// Why there is no diff. Each message says what to do.
#[derive(Debug, Error)]
pub enum GitError {
    /// What was given names no two commits.
    #[error("`{0}` names no two commits: write BASE..HEAD")]
    NotTwo(String),
    /// There is no such folder.
    #[error("{}: {source}; name the git checkout of the solver", checkout.display())]
    NoCheckout {
        /// The folder.
        checkout: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// git says no.
    #[error("{}: git shows no difference of `{range}`: {said}", checkout.display())]
    Failed {
        /// The checkout.
        checkout: PathBuf,
        /// The commits.
        range: String,
        /// What it said.
        said: String,
    },
    /// The diff is not all there.
    #[error("the difference of `{0}` is larger than 256 MiB: give a smaller one")]
    TooLarge(String),
    /// The process.
    #[error("git: {0}; install it, or give a diff as a file")]
    Exec(#[from] gadfly_exec::Error),
}

/// What changed between two commits, `BASE..HEAD`.
pub fn between(checkout: &Path, range: &str) -> Result<String, GitError> {
    // A word with a dash would be an option.
    if !range.contains("..") || range.starts_with('-') {
        return Err(GitError::NotTwo(range.to_string()));
    }
    let words = [
        "--no-pager",
        "diff",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
        CONTEXT,
    ];
    let mut command = Command::new("git").args(words).arg(range).arg("--");
    // Where its settings lie, and whose checkouts may be read.
    command.env.extend(std::env::vars_os());
    let folder = std::fs::canonicalize(checkout);
    command.folder = Some(folder.map_err(|source| GitError::NoCheckout {
        checkout: checkout.to_path_buf(),
        source,
    })?);
    let limits = Limits {
        output: Some(MOST),
        ..Limits::default()
    };
    let run = gadfly_exec::run(&command, b"", &limits)?;
    if run.exit != Exit::Code(0) {
        return Err(GitError::Failed {
            checkout: checkout.to_path_buf(),
            range: range.to_string(),
            said: first_line(&run.stderr),
        });
    }
    match run.truncated {
        true => Err(GitError::TooLarge(range.to_string())),
        false => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
    }
}

/// The line in which git says why.
fn first_line(said: &[u8]) -> String {
    let text = String::from_utf8_lossy(said);
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or("it did not say why").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn git(folder: &Path, words: &[&str]) {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let command = Command::new("git").unconfined();
        let mut command = command.args(identity.iter().chain(words).copied());
        command.env.extend(std::env::vars_os());
        command.folder = Some(folder.to_path_buf());
        let run = gadfly_exec::run(&command, b"", &Limits::default()).unwrap();
        assert_eq!(run.exit, Exit::Code(0), "{words:?}");
    }

    #[test]
    fn two_commits_are_compared_with_the_head_of_each_function() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.cpp");
        let body = "    one();\n".repeat(40);
        git(folder.path(), &["init", "-q"]);
        for last in ["two", "three"] {
            let text =
                format!("namespace n {{\n\n  int f(int a) {{\n{body}    {last}();\n  }}\n}}\n");
            std::fs::write(&file, text).unwrap();
            git(folder.path(), &["add", "."]);
            git(
                folder.path(),
                &["-c", "commit.gpgsign=false", "commit", "-q", "-m", last],
            );
        }
        let text = between(folder.path(), "HEAD~1..HEAD").unwrap();
        let files = crate::changed::changed_files(&text).unwrap();
        assert_eq!((files.len(), &*files[0].path), (1, "a.cpp"));
        assert_eq!(files[0].functions, ["f"]);
        let refused = |range: &str| between(folder.path(), range).unwrap_err().to_string();
        assert!(refused("nowhere..HEAD").contains("nowhere"));
        assert!(refused("HEAD").contains("BASE..HEAD"));
        assert!(refused("--output=x..y").contains("BASE..HEAD"));
    }
}
