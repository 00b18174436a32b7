//! `gadfly bisect --commits`: which commit of a checkout first shows a bug, through `git bisect run`.
//!
//! The search has a work tree of its own beside the user's, which is never touched.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_exec::{Command, Exit as End, Limits, RawRun};
use gadfly_solver::join_words;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Options of a search over commits.
#[derive(Args)]
pub(super) struct Commits {
    /// A git checkout of the solver: search its commits instead of releases. `--solver` is then the
    /// command of what is built, from the checkout's folder
    #[arg(long, value_name = "DIR", requires = "build", requires = "good")]
    pub(super) commits: Option<PathBuf>,
    /// How the solver is built, in a shell at the top of the checkout; a commit that does not build
    /// is skipped
    #[arg(long, value_name = "CMD", requires = "commits")]
    build: Option<String>,
    /// A commit without the bug
    #[arg(long, value_name = "REV", requires = "commits")]
    good: Option<String>,
    /// A commit with the bug
    #[arg(long, value_name = "REV", default_value = "HEAD", requires = "commits")]
    bad: String,
    /// Answer for one commit, in git's exit codes
    #[arg(long, hide = true)]
    pub(super) commit_step: bool,
}

/// git's exit code for "skip this one".
pub(super) const SKIP: i32 = 125;

impl Commits {
    /// Searches; `question` are the arguments that put the same question to one build.
    pub(super) fn search(
        &self,
        checkout: &Path,
        file: &Path,
        question: &[String],
        ui: &Ui,
    ) -> Result<Exit, Failure> {
        let (Some(build), Some(good)) = (&self.build, &self.good) else {
            return Err(Failure::new("--commits needs --build and --good"));
        };
        let checkout = std::fs::canonicalize(checkout).context(format!(
            "--commits {}: give the checkout of the solver's source",
            checkout.display()
        ))?;
        let file = std::fs::canonicalize(file).context(file.display())?;
        for revision in [good, &self.bad] {
            let name = format!("{revision}^{{commit}}");
            said(git(
                &checkout,
                &["rev-parse", "--verify", "--quiet", &name],
            )?)
            .map_err(|_| {
                Failure::new(format!(
                    "{}: no commit `{revision}`; `git log` shows what there is",
                    checkout.display()
                ))
            })?;
        }
        let bad = said(git(&checkout, &["rev-parse", &self.bad])?)?;
        let good = said(git(&checkout, &["rev-parse", good])?)?;
        let desk = tempfile::tempdir().context("a folder for the search")?;
        let tree = desk.path().join("tree");
        let place = tree.display().to_string();
        said(git(
            &checkout,
            &["worktree", "add", "--detach", "--quiet", &place, bad.trim()],
        )?)?;
        let found = self.run(
            &tree,
            desk.path(),
            &file,
            build,
            question,
            (good.trim(), bad.trim()),
        );
        // The checkout is left as it was, whatever came of it.
        let _ = git(&tree, &["bisect", "reset"]);
        let _ = git(&checkout, &["worktree", "remove", "--force", &place]);
        let found = found?;
        self.print(&checkout, &found, ui)
    }

    fn run(
        &self,
        tree: &Path,
        desk: &Path,
        file: &Path,
        build: &str,
        question: &[String],
        (good, bad): (&str, &str),
    ) -> Result<Found, Failure> {
        let gadfly = std::env::current_exe().context("our own program")?;
        let words = [
            vec![
                gadfly.display().to_string(),
                "bisect".into(),
                file.display().to_string(),
            ],
            question.to_vec(),
        ];
        let step = join_words(&words.concat());
        let script =
            format!("#!/bin/sh\n( {build}\n) >&2 || exit {SKIP}\nexec {step} --commit-step\n");
        let path = desk.join("step.sh");
        std::fs::write(&path, script).context(path.display())?;
        // Both ends must be what they are said to be, or the search finds nonsense.
        for (revision, expect, name) in [(bad, 1, "bad"), (good, 0, "good")] {
            said(git(tree, &["checkout", "--quiet", "--detach", revision])?)?;
            let raw = run(Command::new("sh").arg(path.as_os_str()), tree)?;
            if raw.exit != End::Code(expect) {
                let why = match raw.exit {
                    End::Code(0) => "it does not show the bug",
                    End::Code(1) => "it shows the bug",
                    _ => "it cannot be built or says nothing of use",
                };
                let tail = [&raw.stdout[..], &raw.stderr[..]].concat();
                let tail = String::from_utf8_lossy(&tail);
                let lines = tail.lines().filter(|line| !line.trim().is_empty());
                let tail: Vec<&str> = lines.rev().take(3).collect();
                return Err(Failure::new(format!(
                    "{revision} is no {name} commit: {why} ({})",
                    tail.into_iter().rev().collect::<Vec<_>>().join(" / ")
                )));
            }
        }
        said(git(tree, &["bisect", "start", bad, good])?)?;
        let script = path.display().to_string();
        let output = git(tree, &["bisect", "run", "sh", &script])?;
        Found::read(&output, tree)
    }

    fn print(&self, checkout: &Path, found: &Found, ui: &Ui) -> Result<Exit, Failure> {
        let mut out = ui.out();
        if ui.json {
            let value = json!({"checkout": checkout.display().to_string(), "first_bad": found.commits,
                "certain": found.commits.len() == 1, "log": found.log});
            ui.json_line(&mut out, "bisect-commits/1", &value)?;
        } else {
            match &found.commits[..] {
                [one] => writeln!(out, "First bad commit: {one}")?,
                some => {
                    writeln!(
                        out,
                        "The first bad commit is one of these, which could not all be built:"
                    )?;
                    some.iter()
                        .try_for_each(|commit| writeln!(out, "  {commit}"))?;
                }
            }
            found
                .log
                .iter()
                .try_for_each(|line| writeln!(out, "  {line}"))?;
        }
        out.flush()?;
        Ok(Exit::Found)
    }
}

/// What git found.
struct Found {
    /// The first bad commit, or the candidates where some had to be skipped.
    commits: Vec<String>,
    /// What was asked of each commit.
    log: Vec<String>,
}

impl Found {
    fn read(raw: &RawRun, tree: &Path) -> Result<Found, Failure> {
        let text = String::from_utf8_lossy(&raw.stdout).into_owned();
        let first = text
            .lines()
            .find_map(|line| line.strip_suffix(" is the first bad commit"));
        let mut commits: Vec<String> = first.map(str::to_string).into_iter().collect();
        if commits.is_empty() {
            let is_hash =
                |line: &&str| line.len() >= 40 && line.bytes().all(|b| b.is_ascii_hexdigit());
            commits = text.lines().filter(is_hash).map(str::to_string).collect();
        }
        if commits.is_empty() {
            let tail = String::from_utf8_lossy(&raw.stderr).into_owned();
            return Err(Failure::new(format!(
                "git bisect ended without a result: {}",
                tail.trim()
            )));
        }
        for commit in &mut commits {
            let named = said(git(tree, &["log", "-1", "--format=%h %s", commit])?)?;
            *commit = named.trim().to_string();
        }
        let log = said(git(tree, &["bisect", "log"])?)?;
        let asked = |line: &str| {
            line.strip_prefix("# ")
                .filter(|l| !l.starts_with("first"))
                .map(str::to_string)
        };
        Ok(Found {
            commits,
            log: log.lines().filter_map(asked).collect(),
        })
    }
}

/// A command of git in a folder, with the user's environment: builds need it.
fn git(folder: &Path, words: &[&str]) -> Result<RawRun, Failure> {
    run(Command::new("git").args(words.iter().copied()), folder)
}

fn run(mut command: Command, folder: &Path) -> Result<RawRun, Failure> {
    command.env.extend(std::env::vars_os());
    command.folder = Some(folder.to_path_buf());
    gadfly_exec::run(&command, b"", &Limits::default()).context(command.line().join(" "))
}

/// The output of a command that must succeed.
fn said(raw: RawRun) -> Result<String, Failure> {
    if raw.exit == End::Code(0) {
        return Ok(String::from_utf8_lossy(&raw.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&raw.stderr);
    Err(Failure::new(format!(
        "{}: {}",
        raw.command.join(" "),
        error.trim()
    )))
}
