//! The counters that a program leaves while it runs, in a folder of their own: gcc's, or clang's.
//!
//! gcc's are written when a process ends, and those of one that is killed are lost; so each formula has a
//! process of its own. clang's lie in a file that the process maps, and are right at any moment: persistent
//! processes, time-outs and crashes are counted like everything else.

use crate::error::CoverageError;
use crate::reading::Reading;
use crate::{gcov, lcov};
use gadfly_compare::StudyError;
use gadfly_exec::{Command, Exit, Limits, RawRun};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Object files that gcov is given at once.
const AT_ONCE: usize = 64;
/// The most that a reader prints: a large solver has some hundred megabytes of lines.
const MOST: u64 = 4 << 30;
/// Numbers that distributions append to the names of clang's tools, newest first.
const NUMBERS: std::ops::Range<u32> = 11..40;

/// Who counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// gcc.
    Gcc,
    /// clang.
    Clang,
}

/// A folder of counters.
#[derive(Clone, Debug)]
pub(crate) struct Counters {
    folder: PathBuf,
}

impl Counters {
    /// In this folder, which must be absolute.
    pub(crate) fn at(folder: &Path) -> Counters {
        Counters {
            folder: folder.to_path_buf(),
        }
    }

    /// What a process must find in its environment to count here.
    pub(crate) fn env(&self) -> [(OsString, OsString); 2] {
        let profile = self.folder.join("%c%m.profraw");
        [
            ("GCOV_PREFIX".into(), self.folder.clone().into()),
            ("LLVM_PROFILE_FILE".into(), profile.into()),
        ]
    }

    /// Who has counted here; nobody where there is nothing.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match (
            self.files("profraw").is_empty(),
            self.files("gcda").is_empty(),
        ) {
            (false, _) => Some(Kind::Clang),
            (_, false) => Some(Kind::Gcc),
            _ => None,
        }
    }

    /// Reads what was counted so far. The program is the one that counted.
    pub(crate) fn read(&self, program: &Path) -> Result<Reading, CoverageError> {
        match self.kind() {
            Some(Kind::Gcc) => self.read_gcc(),
            Some(Kind::Clang) => self.read_clang(program),
            None => Err(CoverageError::NoCounters(program.display().to_string())),
        }
    }

    fn read_gcc(&self) -> Result<Reading, CoverageError> {
        let files = self.files("gcda");
        for file in &files {
            self.lay_notes_beside(file)?;
        }
        let gcov = gcov_for(&files)?;
        let mut reading = Reading::default();
        for some in files.chunks(AT_ONCE) {
            let command = Command::new(&gcov)
                .args(["--json-format", "--stdout", "--branch-probabilities"])
                .args(some);
            let run = self.run(command)?;
            gcov::read(&run.stdout, &mut reading).map_err(CoverageError::Odd)?;
        }
        Ok(reading)
    }

    /// gcov looks for an object's notes beside its counters; the compiler left them beside the object.
    fn lay_notes_beside(&self, counters: &Path) -> Result<(), CoverageError> {
        let notes = counters.with_extension("gcno");
        let below = notes.strip_prefix(&self.folder).unwrap_or(&notes);
        let original = Path::new("/").join(below);
        if !original.is_file() {
            return Err(CoverageError::NoNotes(original));
        }
        match std::os::unix::fs::symlink(&original, &notes) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                Err(StudyError::file("make", &notes)(error).into())
            }
            _ => Ok(()),
        }
    }

    fn read_clang(&self, program: &Path) -> Result<Reading, CoverageError> {
        let merged = self.folder.join("merged.profdata");
        let numbered = NUMBERS.rev().map(|n| format!("-{n}"));
        let mut tried = Vec::new();
        // Counters are read by tools of the clang that made the program, or by newer ones.
        for ending in std::iter::once(String::new()).chain(numbered) {
            let merge = Command::new(format!("llvm-profdata{ending}"))
                .args(["merge", "-sparse", "-o"])
                .arg(&merged)
                .args(self.files("profraw"));
            let profile = format!("--instr-profile={}", merged.display());
            let export = Command::new(format!("llvm-cov{ending}"))
                .args(["export", "--format=lcov", &profile])
                .arg(program);
            match self.run(merge).and_then(|_| self.run(export)) {
                Ok(run) => {
                    let mut reading = Reading::default();
                    let text = String::from_utf8_lossy(&run.stdout);
                    lcov::read(&text, &mut reading).map_err(CoverageError::Odd)?;
                    self.demangle(&mut reading);
                    return Ok(reading);
                }
                // A name that is not there needs no word.
                Err(CoverageError::Exec(_)) => {}
                Err(error) => tried.push(error.to_string()),
            }
        }
        if tried.is_empty() {
            tried.push("llvm-profdata and llvm-cov are not on PATH".into());
        }
        Err(CoverageError::NoReader {
            compiler: "clang",
            tried: tried.join("; "),
            package: "llvm, of the release of clang that built the solver",
        })
    }

    /// Writes names as they stand in the sources, where the tool for it is there.
    fn demangle(&self, reading: &mut Reading) {
        let names = || reading.names.values().flat_map(BTreeMap::values);
        let text: Vec<&str> = names().map(String::as_str).collect();
        let text = text.join("\n");
        let limits = limits();
        let command = Command::new("c++filt").unconfined();
        let Ok(run) = gadfly_exec::run(&command, text.as_bytes(), &limits) else {
            return;
        };
        let plain = String::from_utf8_lossy(&run.stdout);
        if plain.lines().count() == names().count() {
            let names = reading.names.values_mut().flat_map(BTreeMap::values_mut);
            for (name, plain) in names.zip(plain.lines()) {
                plain.clone_into(name);
            }
        }
    }

    fn run(&self, command: Command) -> Result<RawRun, CoverageError> {
        let mut command = command.unconfined();
        command.folder = Some(self.folder.clone());
        let name = command.program.display().to_string();
        let run = gadfly_exec::run(&command, b"", &limits())?;
        if run.exit == Exit::Code(0) && !run.truncated {
            return Ok(run);
        }
        let said = String::from_utf8_lossy(&run.stderr);
        let said = said.lines().next().unwrap_or("it said nothing").to_string();
        Err(CoverageError::Odd(format!("{name}: {said}")))
    }

    /// The files with an ending, in order.
    fn files(&self, ending: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut open = vec![self.folder.clone()];
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|own| own == ending) {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }
}

fn limits() -> Limits {
    Limits {
        output: Some(MOST),
        ..Limits::default()
    }
}

/// The gcov of the gcc that wrote these counters: the files of each release are its own.
fn gcov_for(counters: &[PathBuf]) -> Result<PathBuf, CoverageError> {
    let none = |tried: String| CoverageError::NoReader {
        compiler: "gcc",
        tried,
        package: "the gcc that built the solver",
    };
    let stamp = counters.first().and_then(|file| {
        let bytes = std::fs::read(file).ok()?;
        bytes.get(4..8)?.try_into().ok()
    });
    let wanted = stamp.and_then(release_of);
    let wanted =
        wanted.ok_or_else(|| none("their release is not known (gcc 9 or newer is)".into()))?;
    let mut tried = Vec::new();
    for name in [format!("gcov-{wanted}"), "gcov".to_string()] {
        let asked = Command::new(&name).arg("--version").unconfined();
        let Ok(run) = gadfly_exec::run(&asked, b"", &Limits::default()) else {
            tried.push(format!("{name} is not on PATH"));
            continue;
        };
        let said = String::from_utf8_lossy(&run.stdout).into_owned();
        let first = said.lines().next().unwrap_or_default();
        let version = first.rsplit(' ').next().unwrap_or_default();
        if version.split('.').next() == Some(&wanted.to_string()) {
            return Ok(name.into());
        }
        tried.push(format!(
            "{name} is of release {version}, they are of {wanted}"
        ));
    }
    Err(none(tried.join(", ")))
}

/// The release in the stamp of a file of counters, `B22*` for 12.2.
fn release_of(stamp: [u8; 4]) -> Option<u32> {
    let text: [u8; 4] = match stamp {
        [b'*', ..] => [stamp[3], stamp[2], stamp[1], stamp[0]],
        other => other,
    };
    let [tens, ones, ..] = text;
    (tens.is_ascii_uppercase() && ones.is_ascii_digit())
        .then(|| u32::from(tens - b'A') * 10 + u32::from(ones - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stamp_of_counters_tells_the_release() {
        assert_eq!(release_of(*b"*22B"), Some(12));
        assert_eq!(release_of(*b"B22*"), Some(12));
        assert_eq!(release_of(*b"*49A"), Some(9));
        // What clang writes in gcc's place.
        assert_eq!(release_of(*b"*804"), None);
    }

    #[test]
    fn an_empty_folder_is_said_to_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let counters = Counters::at(folder.path());
        assert_eq!(counters.kind(), None);
        let error = counters.read(Path::new("./z3")).unwrap_err().to_string();
        assert!(error.contains("--flavour coverage"), "{error}");
    }
}
