//! The failure to be kept as a command tells it: by its exit code, or by what it prints.

use crate::exit::{Context, Failure};
use gadfly_exec::{Cancel, Command, Exit, LimitHit, Limits, RawRun};
use gadfly_profile::split_words;
use gadfly_reduce::{Predicate, PredicateError};
use regex_lite::Regex;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a run must show to count as failing.
#[derive(Debug)]
pub(crate) enum Wanted {
    /// Exit code 0: the command judges by itself.
    ExitZero,
    /// All of these that are given.
    Matches {
        exit: Option<i32>,
        stdout: Option<Regex>,
        stderr: Option<Regex>,
    },
    /// The same end, output and error output as another run.
    Golden {
        exit: Exit,
        stdout: Vec<u8>,
        stderr: Vec<u8>,
    },
}

/// Whether what a command printed matches; bytes that are no text match nothing but `.`.
fn found(regex: &Regex, printed: &[u8]) -> bool {
    regex.is_match(&String::from_utf8_lossy(printed))
}

impl Wanted {
    /// What this run shows.
    pub(crate) fn same_as(run: RawRun) -> Self {
        Wanted::Golden {
            exit: run.exit,
            stdout: run.stdout,
            stderr: run.stderr,
        }
    }

    /// Whether a run shows it. A run that our own limit ended shows nothing but a golden
    /// time-out.
    fn holds(&self, run: &RawRun) -> bool {
        match self {
            Wanted::ExitZero => run.limit.is_none() && run.exit == Exit::Code(0),
            Wanted::Matches {
                exit,
                stdout,
                stderr,
            } => {
                exit.is_none_or(|wanted| exit_number(run.exit) == wanted)
                    && stdout
                        .as_ref()
                        .is_none_or(|regex| found(regex, &run.stdout))
                    && stderr
                        .as_ref()
                        .is_none_or(|regex| found(regex, &run.stderr))
            }
            Wanted::Golden {
                exit,
                stdout,
                stderr,
            } => run.exit == *exit && run.stdout == *stdout && run.stderr == *stderr,
        }
    }
}

/// A shell's number for an end: 128 + n for signal n.
fn exit_number(exit: Exit) -> i32 {
    match exit {
        Exit::Code(code) => code,
        Exit::Signal(signal) => 128 + signal,
        Exit::Alive => 0,
    }
}

/// A check may take this many times as long as the last one that failed, but not less than
/// `LEAST_TIME`: of wall time, which is a matter of the machine's other work, and, closer, of CPU
/// time.
const SLACK: u32 = 4;
const LEAST_TIME: Duration = Duration::from_secs(1);
const CPU_SLACK: u32 = 2;
const LEAST_CPU: Duration = Duration::from_millis(250);

/// The time for a check.
#[derive(Clone, Copy, Debug)]
struct Tight {
    wall: Duration,
    cpu: Duration,
}

impl Tight {
    /// After a check that failed.
    fn after(run: &RawRun) -> Self {
        Tight {
            wall: (run.wall * SLACK).max(LEAST_TIME),
            cpu: (run.cpu * CPU_SLACK).max(LEAST_CPU),
        }
    }
}

/// A command that is asked about candidates.
#[derive(Debug)]
pub(crate) struct CheckCommand {
    command: Command,
    wanted: Wanted,
    limits: Limits,
    /// Whether the time tightens as the case shrinks.
    tightens: bool,
    /// What a check may take: a few times what the last success took.
    tight: Mutex<Option<Tight>>,
    /// The last script that failed: how long it takes now tells how busy the machine is.
    last: Mutex<Option<String>>,
    folder: tempfile::TempDir,
    cancel: Cancel,
}

impl CheckCommand {
    /// Reads a command line; the candidate's path comes last, or where `{}` stands.
    pub(crate) fn new(line: &str, limits: Limits, cancel: Cancel) -> Result<Self, Failure> {
        let words = split_words(line)
            .ok_or_else(|| Failure::new("--check: a quotation mark is not closed"))?;
        let mut words = words.into_iter();
        let program = words
            .next()
            .ok_or_else(|| Failure::new("--check: the command is empty"))?;
        let mut command = Command::new(PathBuf::from(program)).args(words);
        command.folder = Some(std::env::current_dir().context("cannot tell the current folder")?);
        command.env = std::env::vars_os().collect();
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        Ok(CheckCommand {
            command,
            wanted: Wanted::ExitZero,
            limits,
            tightens: false,
            tight: Mutex::default(),
            last: Mutex::default(),
            folder,
            cancel,
        })
    }

    /// With something else to look for than exit code 0.
    pub(crate) fn wanting(mut self, wanted: Wanted) -> Self {
        self.wanted = wanted;
        self
    }

    /// With a time that tightens as the case shrinks: a check may take a few times as long as the
    /// last one that failed took.
    pub(crate) fn tightening(mut self) -> Self {
        self.tightens = true;
        self
    }

    /// Runs the command on a script.
    pub(crate) fn run(&self, script: &str) -> Result<RawRun, PredicateError> {
        let path = self.write(script)?;
        let path = path.as_os_str();
        // It is the user's own, and may keep notes.
        let mut command = self.command.clone().unconfined();
        if command.args.iter().any(|word| word == "{}") {
            command
                .args
                .iter_mut()
                .filter(|word| *word == "{}")
                .for_each(|word| *word = path.into());
        } else {
            command.args.push(path.into());
        }
        gadfly_exec::run_cancellable(&command, b"", &self.limits(), Some(&self.cancel))
            .map_err(|error| PredicateError(format!("the check cannot be run: {error}")))
    }

    /// One file a thread: candidates are checked at the same time.
    fn write(&self, script: &str) -> Result<PathBuf, PredicateError> {
        thread_local!(static NUMBER: RefCell<Option<String>> = const { RefCell::new(None) });
        let name = NUMBER.with_borrow_mut(|name| {
            name.get_or_insert_with(|| format!("{:?}.smt2", std::thread::current().id()))
                .clone()
        });
        let path = self.folder.path().join(name.replace(['(', ')'], "-"));
        // A new file: what replaces the contents of an old one is written to the disk at once.
        let _ = std::fs::remove_file(&path);
        std::fs::write(&path, script)
            .map_err(|error| PredicateError(format!("cannot write {}: {error}", path.display())))?;
        Ok(path)
    }

    fn limits(&self) -> Limits {
        let Some(tight) = *lock(&self.tight) else {
            return self.limits;
        };
        Limits {
            wall: Some(tight.wall),
            cpu: Some(tight.cpu),
            ..self.limits
        }
    }

    /// A run that our tight limit has ended may only have met a busy machine: where what failed
    /// before takes longer now too, the limit is raised. Whether it was.
    fn loosen(&self) -> Result<bool, PredicateError> {
        let (before, last) = (*lock(&self.tight), lock(&self.last).clone());
        let (Some(before), Some(last)) = (before, last) else {
            return Ok(false);
        };
        let now = Tight::after(&self.run(&last)?);
        let wall = before.wall.max(now.wall);
        *lock(&self.tight) = Some(Tight { wall, ..before });
        Ok(wall > before.wall)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Predicate for CheckCommand {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        let mut run = self.run(script)?;
        while run.limit == Some(LimitHit::Wall) && self.loosen()? {
            run = self.run(script)?;
        }
        let fails = self.wanted.holds(&run);
        if fails && self.tightens {
            *lock(&self.tight) = Some(Tight::after(&run));
            *lock(&self.last) = Some(script.to_string());
        }
        Ok(fails)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_code_or_a_pattern_tells() {
        let check = |line: &str| CheckCommand::new(line, Limits::default(), Cancel::new()).unwrap();
        assert!(check("grep -q mod").fails("(mod 1 0)").unwrap());
        assert!(!check("grep -q mod").fails("(div 1 0)").unwrap());
        let stdout = Some(Regex::new("d.v").unwrap());
        let wanted = Wanted::Matches {
            exit: Some(0),
            stdout,
            stderr: None,
        };
        let cat = check("cat {}").wanting(wanted);
        assert!(cat.fails("(div 1 0)").unwrap());
        assert!(!cat.fails("(mod 1 0)").unwrap());
        let missing = check("./no-such-check").fails("").unwrap_err();
        assert!(missing.0.contains("no-such-check"), "{missing}");
    }
}
