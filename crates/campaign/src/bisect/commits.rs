//! Which commit of a checkout first shows a bug, through `git bisect run`.
//!
//! The search has a work tree of its own beside the user's, which is never touched.

use super::Step;
use gadfly_exec::{Command, Exit as End, Limits, RawRun};
use gadfly_profile::join_words;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why no commit was found.
#[derive(Debug, Error)]
pub enum CommitError {
    /// The checkout has no such commit.
    #[error("{}: no commit `{revision}`; `git log` shows what there is", checkout.display())]
    NoCommit {
        /// The checkout.
        checkout: PathBuf,
        /// What was asked for.
        revision: String,
    },
    /// An end of the search is not what it was said to be.
    #[error("{revision} is no {name} commit: {why} ({tail})")]
    WrongEnd {
        /// The commit.
        revision: String,
        /// What it was said to be.
        name: &'static str,
        /// What it is.
        why: &'static str,
        /// The last lines of what building and asking it printed.
        tail: String,
    },
    /// git ended the search without a commit.
    #[error("git bisect ended without a result: {0}")]
    NoResult(String),
    /// A command failed.
    #[error("{command}: {said}")]
    Failed {
        /// Its words.
        command: String,
        /// What it said.
        said: String,
    },
    /// The search has no place to work in.
    #[error("{place}: {source}")]
    Place {
        /// The file or folder.
        place: String,
        /// What the system said.
        source: std::io::Error,
    },
}

/// A search over the commits of a solver's checkout.
pub struct CommitSearch<'a> {
    /// The checkout, by its absolute path.
    pub checkout: &'a Path,
    /// A commit without the bug.
    pub good: &'a str,
    /// A commit with the bug.
    pub bad: &'a str,
    /// How the solver is built, in a shell at the top of the checkout.
    pub build: &'a str,
    /// The command that answers for what was built, by the exit codes of [`Step`].
    pub step: &'a [String],
}

/// What git found.
#[derive(Debug, PartialEq, Eq)]
pub struct FirstBad {
    /// The first bad commit, or the candidates where some had to be skipped.
    pub commits: Vec<String>,
    /// What was asked of each commit.
    pub log: Vec<String>,
}

impl CommitSearch<'_> {
    /// Searches. The checkout is left as it was, whatever comes of it.
    pub fn run(&self) -> Result<FirstBad, CommitError> {
        for revision in [self.good, self.bad] {
            let name = format!("{revision}^{{commit}}");
            let words = ["rev-parse", "--verify", "--quiet", &name];
            said(git(self.checkout, &words)?).map_err(|_| CommitError::NoCommit {
                checkout: self.checkout.to_path_buf(),
                revision: revision.to_string(),
            })?;
        }
        let bad = said(git(self.checkout, &["rev-parse", self.bad])?)?;
        let good = said(git(self.checkout, &["rev-parse", self.good])?)?;
        let (good, bad) = (good.trim(), bad.trim());
        let folder = tempfile::tempdir().map_err(|source| CommitError::Place {
            place: "a folder for the search".into(),
            source,
        })?;
        let tree = folder.path().join("tree");
        let place = tree.display().to_string();
        let words = ["worktree", "add", "--detach", "--quiet", &place, bad];
        said(git(self.checkout, &words)?)?;
        let found = self.search(&tree, &folder.path().join("step.sh"), good, bad);
        let _ = git(&tree, &["bisect", "reset"]);
        let _ = git(self.checkout, &["worktree", "remove", "--force", &place]);
        found
    }

    fn search(
        &self,
        tree: &Path,
        script: &Path,
        good: &str,
        bad: &str,
    ) -> Result<FirstBad, CommitError> {
        std::fs::write(script, self.script()).map_err(|source| CommitError::Place {
            place: script.display().to_string(),
            source,
        })?;
        // Both ends must be what they are said to be, or the search finds nonsense.
        must_be(tree, script, bad, Step::Bad)?;
        must_be(tree, script, good, Step::Good)?;
        said(git(tree, &["bisect", "start", bad, good])?)?;
        let script = script.display().to_string();
        let raw = git(tree, &["bisect", "run", "sh", &script])?;
        let found = candidates(&String::from_utf8_lossy(&raw.stdout));
        if found.is_empty() {
            let tail = String::from_utf8_lossy(&raw.stderr);
            return Err(CommitError::NoResult(tail.trim().to_string()));
        }
        let mut commits = Vec::new();
        for commit in &found {
            let named = said(git(tree, &["log", "-1", "--format=%h %s", commit])?)?;
            commits.push(named.trim().to_string());
        }
        let log = asked(&said(git(tree, &["bisect", "log"])?)?);
        Ok(FirstBad { commits, log })
    }

    /// Builds a commit and asks it; one that does not build is skipped.
    fn script(&self) -> String {
        format!(
            "#!/bin/sh\n( {}\n) >&2 || exit {}\nexec {}\n",
            self.build,
            Step::Skip.code(),
            join_words(self.step)
        )
    }
}

/// Checks that an end of the search is what it was said to be.
fn must_be(tree: &Path, script: &Path, revision: &str, step: Step) -> Result<(), CommitError> {
    let words = ["checkout", "--quiet", "--detach", revision];
    said(git(tree, &words)?)?;
    let raw = run(Command::new("sh").arg(script.as_os_str()), tree)?;
    if raw.exit == End::Code(step.code()) {
        return Ok(());
    }
    let why = match raw.exit {
        End::Code(0) => "it does not show the bug",
        End::Code(1) => "it shows the bug",
        _ => "it cannot be built or says nothing of use",
    };
    let printed = [&raw.stdout[..], &raw.stderr[..]].concat();
    Err(CommitError::WrongEnd {
        revision: revision.to_string(),
        name: if step == Step::Bad { "bad" } else { "good" },
        why,
        tail: tail(&String::from_utf8_lossy(&printed)),
    })
}

/// The last three lines that are not empty.
fn tail(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let last: Vec<&str> = lines.rev().take(3).collect();
    last.into_iter().rev().collect::<Vec<_>>().join(" / ")
}

/// The first bad commit that `git bisect run` names, or those that it cannot tell apart.
fn candidates(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    if let Some(first) = lines.find_map(|line| line.strip_suffix(" is the first bad commit")) {
        return vec![first.to_string()];
    }
    let is_hash = |line: &&str| line.len() >= 40 && line.bytes().all(|b| b.is_ascii_hexdigit());
    text.lines().filter(is_hash).map(str::to_string).collect()
}

/// What was asked of each commit, from git's log.
fn asked(log: &str) -> Vec<String> {
    let asked = log.lines().filter_map(|line| line.strip_prefix("# "));
    let asked = asked.filter(|line| !line.starts_with("first"));
    asked.map(str::to_string).collect()
}

/// A command of git in a folder, with the user's environment: builds need it.
fn git(folder: &Path, words: &[&str]) -> Result<RawRun, CommitError> {
    run(Command::new("git").args(words.iter().copied()), folder)
}

/// Builds write where they like, and fetch what they need.
fn run(command: Command, folder: &Path) -> Result<RawRun, CommitError> {
    let mut command = command.unconfined();
    command.env.extend(std::env::vars_os());
    command.folder = Some(folder.to_path_buf());
    gadfly_exec::run(&command, b"", &Limits::default()).map_err(|error| CommitError::Failed {
        command: command.line().join(" "),
        said: error.to_string(),
    })
}

/// The output of a command that must succeed.
fn said(raw: RawRun) -> Result<String, CommitError> {
    if raw.exit == End::Code(0) {
        return Ok(String::from_utf8_lossy(&raw.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&raw.stderr);
    Err(CommitError::Failed {
        command: raw.command.join(" "),
        said: error.trim().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn git_names_one_commit_or_several() {
        let hash = |digit: &str| digit.repeat(40);
        let one = format!("running 'sh'\n{} is the first bad commit\n", hash("a"));
        assert_eq!(candidates(&one), [hash("a")]);
        let some = format!(
            "There are only 'skip'ped commits left to test.\n{}\n{}\nWe cannot bisect more!\n",
            hash("1"),
            hash("2")
        );
        assert_eq!(candidates(&some), [hash("1"), hash("2")]);
        assert!(candidates("bisect run failed\n").is_empty());
    }

    #[test]
    fn the_log_says_what_was_asked_of_each_commit() {
        let log = "# bad: [a] x\n# good: [b] y\ngit bisect start 'a' 'b'\n# skip: [c] z\n\
                   git bisect skip c\n# first bad commit: [a] x\n";
        assert_eq!(asked(log), ["bad: [a] x", "good: [b] y", "skip: [c] z"]);
    }

    #[test]
    fn what_does_not_build_is_skipped() {
        let step = ["gadfly".to_string(), "a b".into(), "--commit-step".into()];
        let search = CommitSearch {
            checkout: Path::new("/solver"),
            good: "v1",
            bad: "HEAD",
            build: "make",
            step: &step,
        };
        let script = search.script();
        assert!(script.contains("( make\n) >&2 || exit 125\n"), "{script}");
        assert!(script.contains("'a b' --commit-step\n"), "{script}");
    }

    #[test]
    fn the_tail_is_three_lines_in_their_order() {
        assert_eq!(tail("a\nb\n\nc\nd\n"), "b / c / d");
    }
}
