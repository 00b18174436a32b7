//! A checker of somebody else's as a second opinion: a command line that is given the script and the
//! proof.

use crate::exit::{Context, Failure};
use gadfly_exec::{Command, Exit, Limits};
use gadfly_profile::split_words;
use gadfly_proof::{Status, bare, opinion};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most time for one proof.
const TIME: Duration = Duration::from_secs(600);

/// What another checker says.
pub(super) struct Second {
    /// Its command line, as it was given.
    checker: String,
    /// What became of the proof there, where it says so.
    pub(super) status: Option<Status>,
    /// Its last words.
    said: String,
}

/// Asks each of these command lines about a proof.
pub(super) fn ask(lines: &[String], script: &str, proof: &str) -> Result<Vec<Second>, Failure> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let (problem, beside) = (
        folder.path().join("script.smt2"),
        folder.path().join("proof"),
    );
    std::fs::write(&problem, script).context(problem.display())?;
    std::fs::write(&beside, bare(proof)).context(beside.display())?;
    lines
        .iter()
        .map(|line| one(line, &problem, &beside))
        .collect()
}

fn one(line: &str, script: &Path, proof: &Path) -> Result<Second, Failure> {
    let run = gadfly_exec::run(
        &command(line, script, proof)?,
        b"",
        &Limits::default().timed(TIME),
    )
    .context(format!("--checker {line}"))?;
    let printed = [run.stdout.as_slice(), run.stderr.as_slice()].map(String::from_utf8_lossy);
    let succeeded = run.exit == Exit::Code(0) && run.limit.is_none();
    let mut lines = printed.iter().rev().flat_map(|text| text.lines().rev());
    let last = lines
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    Ok(Second {
        checker: line.to_string(),
        status: opinion(succeeded, &printed[0]),
        said: gadfly_syntax::visible(last.trim().to_string()),
    })
}

/// The command: `{script}` and `{proof}` stand for the files; without either, the proof and then the
/// script come last, as carcara takes them.
fn command(line: &str, script: &Path, proof: &Path) -> Result<Command, Failure> {
    let words = split_words(line)
        .ok_or_else(|| Failure::new(format!("--checker {line}: a quotation mark is not closed")))?;
    let named = words
        .iter()
        .any(|word| word.contains("{proof}") || word.contains("{script}"));
    let (script, proof) = (script.to_string_lossy(), proof.to_string_lossy());
    let put = |word: String| word.replace("{script}", &script).replace("{proof}", &proof);
    let mut words = words.into_iter().map(put);
    let program = words
        .next()
        .ok_or_else(|| Failure::new("--checker: the command is empty"))?;
    let mut command = Command::new(PathBuf::from(program)).args(words);
    if !named {
        command = command.arg(&*proof).arg(&*script);
    }
    // It finds what it includes where it always does.
    command.folder = Some(std::env::current_dir().context("cannot tell the current folder")?);
    command.env = std::env::vars_os().collect();
    Ok(command)
}

impl Second {
    /// In a line.
    pub(super) fn line(&self) -> String {
        let said = match (self.status, self.said.as_str()) {
            (Some(status), _) => status.to_string(),
            (None, "") => "it says nothing that gadfly reads".to_string(),
            (None, said) => format!("no verdict: {said}"),
        };
        format!("{}: {said}", self.checker)
    }

    pub(super) fn as_json(&self) -> Value {
        json!({
            "checker": self.checker,
            "status": self.status.map_or("none", Status::name),
            "said": self.said,
        })
    }
}
