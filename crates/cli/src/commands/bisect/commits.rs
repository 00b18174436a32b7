//! `gadfly bisect --commits`: which commit of a checkout first shows a bug.

use crate::exit::{Context, Exit, Failure};
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::bisect::{CommitSearch, FirstBad};
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
        let gadfly = std::env::current_exe().context("our own program")?;
        let mut step = vec![gadfly.display().to_string(), "bisect".into()];
        step.push(file.display().to_string());
        step.extend_from_slice(question);
        step.push("--commit-step".into());
        let search = CommitSearch {
            checkout: &checkout,
            good,
            bad: &self.bad,
            build,
            step: &step,
        };
        let found = search.run().map_err(Failure::new)?;
        print(&checkout, &found, ui)
    }
}

fn print(checkout: &Path, found: &FirstBad, ui: &Ui) -> Result<Exit, Failure> {
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
