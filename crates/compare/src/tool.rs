//! Another tool: it runs for its time, and what it found is run again by `gadfly check`, so that the
//! same rules say what a finding is.

use crate::conduct::{Conduct, said, scripts};
use crate::measure::{Finished, Seen};
use gadfly_exec::{Command, Exit, LimitHit};
use gadfly_vocabulary::Kind;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A script is reduced for so long, so that what identifies it is the bug and not the script.
const REDUCING: Duration = Duration::from_secs(60);
/// A script is checked for so long.
const CHECKING: Duration = Duration::from_secs(120);
/// The most scripts that are looked at: tools without deduplication leave thousands.
const MOST: usize = 500;

/// A line of `gadfly check --json`.
#[derive(Deserialize)]
struct Line {
    schema: String,
    #[serde(default)]
    verdict: Option<Kind>,
    #[serde(default)]
    solver: String,
    #[serde(default)]
    sentence: String,
    #[serde(default, rename = "case_identity")]
    identity: String,
    #[serde(default)]
    known: Option<String>,
    #[serde(default)]
    doubt: Option<String>,
}

/// Runs a tool and looks at what it left. Nothing where it was interrupted.
pub(crate) fn run(
    conduct: &Conduct<'_>,
    words: &[String],
    findings: &str,
    check: &[String],
    folder: &Path,
) -> Result<Option<Finished>, String> {
    // What an interrupted run left would count twice.
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let (program, arguments) = words.split_first().ok_or("there is no command")?;
    let command = Command::new(program).args(arguments);
    let began = SystemTime::now();
    let wall = conduct.comparison.budget.time();
    let run = conduct
        .start(command, wall)
        .map_err(|error| error.to_string())?;
    if run.limit == Some(LimitHit::Cancelled) {
        return Ok(None);
    }
    let left = scripts(&folder.join(findings));
    // The end of its time is the usual end; another one is suspicious where nothing was found.
    let whole = run.limit == Some(LimitHit::Wall) || run.exit == Exit::Code(0);
    if !whole && left.is_empty() {
        return Err(said(&run));
    }
    let mut seen = Vec::new();
    for script in left.iter().take(MOST) {
        if conduct.cancel.is_set() {
            return Ok(None);
        }
        let written = std::fs::metadata(script).and_then(|about| about.modified());
        let found = written.ok().and_then(|at| at.duration_since(began).ok());
        for line in confirmed(conduct, script, check, folder)? {
            seen.push(Seen {
                kind: line.verdict.unwrap_or_default(),
                solver: line.solver,
                sentence: line.sentence,
                identity: line.identity,
                found: found.unwrap_or_default().as_secs_f64(),
                script: script
                    .strip_prefix(folder)
                    .unwrap_or(script)
                    .display()
                    .to_string(),
            });
        }
    }
    Ok(Some(Finished {
        seconds: run.wall.as_secs_f64(),
        cpu: run.cpu.as_secs_f64(),
        seen,
    }))
}

/// What `gadfly check` finds wrong on a script, told by its reduced form.
fn confirmed(
    conduct: &Conduct<'_>,
    script: &Path,
    check: &[String],
    folder: &Path,
) -> Result<Vec<Line>, String> {
    let shown = checked(conduct, script, check)?;
    if shown.is_empty() {
        return Ok(shown);
    }
    let reduced = folder.join("reduced");
    std::fs::create_dir_all(&reduced).map_err(|error| error.to_string())?;
    let target: PathBuf = reduced.join(script.file_name().unwrap_or_default());
    let mut words = vec!["reduce".to_string(), script.display().to_string()];
    words.extend(check.iter().cloned());
    words.extend(["--quiet".into(), "-o".into(), target.display().to_string()]);
    // A script that cannot be reduced in time is told by itself.
    let _ = conduct.gadfly(&words, Some(REDUCING));
    if !target.is_file() {
        return Ok(shown);
    }
    let smaller = checked(conduct, &target, check)?;
    Ok(if smaller.is_empty() { shown } else { smaller })
}

fn checked(conduct: &Conduct<'_>, script: &Path, check: &[String]) -> Result<Vec<Line>, String> {
    let mut words = vec!["check".to_string(), "--json".into(), "--quiet".into()];
    words.extend(check.iter().cloned());
    words.push(script.display().to_string());
    let run = conduct
        .gadfly(&words, Some(CHECKING))
        .map_err(|error| error.to_string())?;
    match run.exit {
        Exit::Code(10) => Ok(findings(&String::from_utf8_lossy(&run.stdout))),
        // Usage: the arguments are wrong, for every script.
        Exit::Code(2) => Err(said(&run)),
        // Nothing wrong, or nothing that can be run.
        _ => Ok(Vec::new()),
    }
}

/// The lines that are findings: neither doubts nor known issues.
fn findings(output: &str) -> Vec<Line> {
    let lines = output
        .lines()
        .filter_map(|line| serde_json::from_str::<Line>(line).ok());
    lines
        .filter(|line| line.schema.starts_with("check-verdict/") && line.verdict.is_some())
        .filter(|line| line.doubt.is_none() && line.known.is_none())
        .filter(|line| line.verdict != Some(Kind::Rejected))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_findings_count() {
        let lines = [
            r#"{"schema":"check-run/1","solver":"z3"}"#,
            r#"{"schema":"check-verdict/1","verdict":"crash","solver":"z3","case_identity":"a","sentence":"s"}"#,
            r#"{"schema":"check-verdict/1","verdict":"crash","solver":"z3","case_identity":"b","known":"k"}"#,
            r#"{"schema":"check-verdict/1","verdict":"soundness","solver":"z3","case_identity":"c","doubt":"d"}"#,
            r#"{"schema":"check-verdict/1","verdict":"rejected","solver":"z3","case_identity":"e"}"#,
            "nonsense",
        ];
        let found = findings(&lines.join("\n"));
        let ids: Vec<&str> = found.iter().map(|line| line.identity.as_str()).collect();
        assert_eq!(ids, ["a"]);
    }
}
