//! `findings/<id>/`: the files of one finding, written so that a half-written one never stands.

use crate::issue::issue_text;
use crate::proof;
use crate::repro::{Repro, repro_script};
use gadfly_profile::make_executable;
use gadfly_store::Finding;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// One solver run, as `runs.json` has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunFile {
    /// Which solver, as a user would ask for it.
    pub spec: String,
    /// The release.
    pub version: String,
    /// The command line.
    pub command: Vec<String>,
    /// The exit code, where it ended with one.
    pub exit: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// How it ended, as the profile reads it.
    pub outcome: String,
    /// The answers in order.
    pub answers: Vec<String>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Whether stdout or stderr was cut.
    pub truncated: bool,
    /// Wall seconds.
    pub wall_seconds: f64,
    /// CPU seconds.
    pub cpu_seconds: f64,
    /// Peak memory in bytes.
    pub peak_memory: u64,
    /// Limits: seconds of wall time and bytes of memory.
    pub limits: RunLimits,
    /// Which of the two files was run: `case` or `original`.
    pub file: String,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall seconds.
    pub wall_seconds: Option<f64>,
    /// Bytes of memory.
    pub memory: Option<u64>,
}

/// What goes into a finding's folder.
#[derive(Clone, Debug)]
pub struct CaseFiles<'a> {
    /// What is known about it.
    pub finding: &'a Finding,
    /// The case, with the header lines of the original where there are any.
    pub case: &'a str,
    /// The formula as it was made, with its header.
    pub original: &'a str,
    /// The runs.
    pub runs: &'a [RunFile],
    /// The solver's command line, without the file.
    pub command: &'a [String],
    /// The case in the blamed release's own spelling, where that differs.
    pub sent: Option<&'a str>,
    /// The proof that it rests on or is about.
    pub proof: Option<&'a str>,
}

/// The case as an old release spells it.
const SENT: &str = "case-as-sent.smt2";
/// What any solver can be asked to see a broken obligation.
pub(crate) const OBLIGATION: &str = "obligation.smt2";

/// Writes or rewrites a finding's folder: each file whole, under another name first.
pub fn write_case_folder(hunt: &Path, files: &CaseFiles) -> io::Result<()> {
    let folder = hunt.join("findings").join(&files.finding.id);
    std::fs::create_dir_all(&folder)?;
    let runs = serde_json::to_string_pretty(files.runs)?;
    let file = if files.sent.is_some() {
        SENT
    } else {
        "case.smt2"
    };
    let (family, version) = (&files.finding.family, &files.finding.version);
    let typed = gadfly_profile::typed(family, version, files.command, file);
    let mut report = issue_text(files.finding, &typed, files.sent.unwrap_or(files.case));
    report.push_str(&proof::section(files.proof));
    let script = repro_script(&Repro {
        finding: files.finding,
        case: files.case,
        sent: files.sent,
        command: files.command,
    });
    if let Some(sent) = files.sent {
        write_whole(&folder.join(SENT), sent)?;
    }
    if let Some(question) = &files.finding.obligation {
        write_whole(&folder.join(OBLIGATION), question)?;
    }
    match proof::kept(files.proof) {
        Some(text) => write_whole(&folder.join(proof::PROOF), text)?,
        None => proof::forget(&folder)?,
    }
    for (name, text) in [
        ("case.smt2", files.case),
        ("original.smt2", files.original),
        ("report.md", &report),
        ("repro.sh", &script),
        ("runs.json", &runs),
    ] {
        write_whole(&folder.join(name), text)?;
    }
    make_executable(&folder.join("repro.sh"))
}

fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let part = path.with_extension("part");
    std::fs::write(&part, text)?;
    std::fs::rename(&part, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_has_its_five_files_and_the_script_runs() {
        gadfly_testkit::catalog();
        let hunt = tempfile::tempdir().unwrap();
        let finding = Finding {
            id: "fake-crash".into(),
            kind: gadfly_vocabulary::Kind::Crash,
            title: "it's `dead`\nrm -rf /".into(),
            sentence: "It says $(reboot).".into(),
            ..Finding::default()
        };
        let command = ["cat".to_string()];
        let files = CaseFiles {
            finding: &finding,
            case: "(check-sat)\n",
            original: "; gadfly\n(check-sat)\n",
            runs: &[RunFile::default()],
            command: &command,
            sent: None,
            proof: None,
        };
        write_case_folder(hunt.path(), &files).unwrap();
        let obliged = Finding {
            id: "fake-obligation".into(),
            obligation: Some("; must be unsat\n(check-sat)\n".into()),
            ..Finding::default()
        };
        let beside = CaseFiles {
            finding: &obliged,
            ..files
        };
        write_case_folder(hunt.path(), &beside).unwrap();
        let question = hunt
            .path()
            .join("findings/fake-obligation")
            .join(OBLIGATION);
        assert_eq!(std::fs::read_to_string(question).ok(), obliged.obligation);
        let folder = hunt.path().join("findings/fake-crash");
        let mut names: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "case.smt2",
                "original.smt2",
                "report.md",
                "repro.sh",
                "runs.json"
            ]
        );
        let out = std::process::Command::new("sh")
            .arg(folder.join("repro.sh"))
            .output()
            .unwrap();
        let text = String::from_utf8(out.stdout).unwrap();
        // `cat` does not die, and does not answer.
        assert!(text.starts_with("(check-sat)\n"), "{text}");
        assert_eq!(out.status.code(), Some(125), "{text}");
    }
}
