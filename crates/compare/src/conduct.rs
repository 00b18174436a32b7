//! The runs, one after another, each kept in a folder of its own; what is over is not run again.

use crate::error::CompareError;
use crate::measure::{Finished, Measured};
use crate::plan::{Budget, Comparison, Configuration, Work};
use crate::result::Results;
use crate::study::{StudyError, keep};
use crate::tool;
use crate::turns::turns;
use gadfly_exec::{Cancel, Command, Exit, LimitHit, Limits, RawRun};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is compared, as it is kept in the folder.
const KEPT: &str = "comparison.json";
/// A hunt that takes so many times as long as it should, and this much more, is ended.
const PATIENCE: (u32, Duration) = (3, Duration::from_secs(600));

/// Carries a comparison out.
pub struct Conduct<'a> {
    /// What is compared.
    pub comparison: &'a Comparison,
    /// The folder.
    pub out: &'a Path,
    /// gadfly's own program.
    pub program: &'a Path,
    /// Where solvers are installed.
    pub home: &'a Path,
    /// Ends it; what is over is kept.
    pub cancel: Cancel,
    /// Is told what goes on.
    pub tell: &'a dyn Fn(Stage<'_>),
}

/// What goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage<'a> {
    /// A run begins, or goes on.
    Begins {
        /// The configuration.
        name: &'a str,
        /// Which of its runs, from 1.
        repetition: u32,
    },
    /// A run is over: now, or before.
    Over,
}

impl Conduct<'_> {
    /// Runs what is not over yet, and says what all runs came to. Nothing where it was interrupted.
    pub fn run(&self) -> Result<Option<Results>, CompareError> {
        self.must_be_the_same()?;
        let configurations = &self.comparison.configurations;
        let mut measured = Vec::new();
        for (number, repetition) in turns(configurations.len(), self.comparison.repeat) {
            let configuration = &configurations[number];
            let folder = Comparison::folder(self.out, &configuration.name, repetition);
            let finished = match Finished::load(&folder) {
                Some(finished) => finished,
                None => {
                    let name = &configuration.name;
                    (self.tell)(Stage::Begins { name, repetition });
                    match self.one(configuration, repetition, &folder)? {
                        Some(finished) => finished,
                        None => return Ok(None),
                    }
                }
            };
            let run = match configuration.work {
                Work::Hunt(_) => Measured::hunt(&folder)?,
                Work::Tool { .. } => Measured::tool(&finished),
            };
            measured.push(Measured {
                configuration: number,
                ..run
            });
            (self.tell)(Stage::Over);
        }
        Ok(Some(Results::of(self.comparison, &measured)))
    }

    /// A folder goes on with the comparison that it was made for; more repetitions are welcome.
    fn must_be_the_same(&self) -> Result<(), StudyError> {
        let comparison = Comparison {
            repeat: 0,
            ..self.comparison.clone()
        };
        keep(self.out, ("a comparison", KEPT), &comparison)
    }

    /// One run; nothing where it was interrupted.
    fn one(
        &self,
        configuration: &Configuration,
        repetition: u32,
        folder: &Path,
    ) -> Result<Option<Finished>, CompareError> {
        let seed = self.comparison.seed + u64::from(repetition) - 1;
        let failed = |reason: String| {
            let name = configuration.name.clone();
            CompareError::from(StudyError::Run {
                name,
                repetition,
                reason,
            })
        };
        let finished = match &configuration.work {
            Work::Hunt(arguments) => {
                let run = self.gadfly(&self.hunt(arguments, seed, folder), self.hunt_limit())?;
                if run.limit == Some(LimitHit::Cancelled) || run.exit == Exit::Code(130) {
                    return Ok(None);
                }
                if !matches!(run.exit, Exit::Code(0 | 10)) {
                    return Err(failed(said(&run)));
                }
                Finished {
                    seconds: run.wall.as_secs_f64(),
                    cpu: run.cpu.as_secs_f64(),
                    seen: Vec::new(),
                }
            }
            Work::Tool {
                command,
                findings,
                check,
                install,
            } => {
                let words = self.filled_in(command, seed, folder);
                let advised = |reason: String| match install {
                    Some(how) => failed(format!("{reason}; is it installed? ({how})")),
                    None => failed(reason),
                };
                match tool::run(self, &words, findings, check, folder).map_err(advised)? {
                    Some(finished) => finished,
                    None => return Ok(None),
                }
            }
        };
        finished.save(folder)?;
        Ok(Some(finished))
    }

    /// The arguments of a hunt: a new one, or one that goes on.
    fn hunt(&self, arguments: &[String], seed: u64, folder: &Path) -> Vec<String> {
        let folder_word = folder.display().to_string();
        if folder.join("store.sqlite").exists() {
            return ["hunt", "--quiet", "--resume", &folder_word]
                .map(String::from)
                .to_vec();
        }
        let mut words = vec!["hunt".to_string()];
        words.extend(arguments.iter().cloned());
        let (key, value) = match self.comparison.budget {
            Budget::Seconds(seconds) => ("--time", format!("{seconds}s")),
            Budget::Formulas(formulas) => ("--tests", formulas.to_string()),
        };
        let (seed, jobs) = (seed.to_string(), self.comparison.jobs.to_string());
        let ours = [
            key,
            &value,
            "--seed",
            &seed,
            "--jobs",
            &jobs,
            "--out",
            &folder_word,
            "--quiet",
        ];
        words.extend(ours.map(String::from));
        words
    }

    fn hunt_limit(&self) -> Option<Duration> {
        let time = self.comparison.budget.time()?;
        Some(time * PATIENCE.0 + PATIENCE.1)
    }

    /// What a tool is given in the place of words in braces.
    fn filled_in(&self, command: &[String], seed: u64, folder: &Path) -> Vec<String> {
        let (seconds, formulas) = match self.comparison.budget {
            Budget::Seconds(seconds) => (seconds.to_string(), String::new()),
            Budget::Formulas(formulas) => (String::new(), formulas.to_string()),
        };
        let values = [
            ("{seconds}", seconds),
            ("{formulas}", formulas),
            ("{seed}", seed.to_string()),
            ("{jobs}", self.comparison.jobs.to_string()),
            ("{out}", folder.display().to_string()),
        ];
        let fill = |word: &String| {
            let fill = |word: String, (key, value): &(&str, String)| word.replace(key, value);
            values.iter().fold(word.clone(), fill)
        };
        command.iter().map(fill).collect()
    }

    /// Runs gadfly itself.
    pub(crate) fn gadfly(
        &self,
        words: &[String],
        wall: Option<Duration>,
    ) -> Result<RawRun, CompareError> {
        let command = Command::new(self.program).args(words);
        self.start(command, wall)
    }

    /// Runs a program of the user's: free to write, in the folder that gadfly was called in.
    pub(crate) fn start(
        &self,
        command: Command,
        wall: Option<Duration>,
    ) -> Result<RawRun, CompareError> {
        let mut command = command.unconfined().env("GADFLY_HOME", self.home);
        command.folder = std::env::current_dir().ok();
        let limits = Limits {
            wall,
            output: Some(4 << 20),
            ..Limits::default()
        };
        let run = gadfly_exec::run_cancellable(&command, b"", &limits, Some(&self.cancel))?;
        Ok(run)
    }
}

/// The last line that a program said about why it failed.
pub(crate) fn said(run: &RawRun) -> String {
    let text = String::from_utf8_lossy(&run.stderr);
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let error = lines.clone().rfind(|line| line.starts_with("error"));
    match (error.or(lines.next_back()), run.exit) {
        (Some(line), _) => line.trim_start_matches("error: ").to_string(),
        (None, exit) => format!("it ended with {exit:?} and no word"),
    }
}

/// All scripts below a folder, in order of their names.
pub(crate) fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        // A tool that found nothing may have made no folder.
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(_) if path.extension().is_some_and(|ending| ending == "smt2") => {
                    found.push(path)
                }
                _ => {}
            }
        }
    }
    found.sort();
    found
}
