//! The same job without a scheduler: its parts as processes of this machine, a few at a time.

use crate::error::ClusterError;
use crate::journal::{How, Journal};
use crate::plan::Plan;
use gadfly_exec::{Command, Exit, Limits, run};
use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often somebody looks whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// What is kept of what a part prints.
const OUTPUT: u64 = 1 << 16;
/// A part's end by a clean stop, as all commands have it.
const INTERRUPTED: i32 = 130;

/// What is told while parts run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A part is done.
    Done(u64),
    /// It was stopped or killed, and waits for its next turn.
    Again(u64),
    /// It failed: why.
    Failed(u64, String),
}

/// Runs parts, at most so many at once.
pub struct Local<'a> {
    /// The job's plan.
    pub plan: &'a Plan,
    /// Its folder.
    pub job: &'a Path,
    /// Processes at once.
    pub at_once: usize,
    /// Asks for an end.
    pub stop: &'a AtomicBool,
}

impl Local<'_> {
    /// Runs these parts until each is done or has failed, or all are to stop.
    pub fn run(&self, parts: &[u64], tell: &(dyn Fn(Told) + Sync)) -> Result<(), ClusterError> {
        let queue: Mutex<VecDeque<u64>> = Mutex::new(parts.iter().copied().collect());
        let failed: Mutex<Option<ClusterError>> = Mutex::new(None);
        let next = || {
            queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front()
        };
        let working = std::sync::atomic::AtomicUsize::new(self.at_once.max(1));
        std::thread::scope(|scope| {
            for _ in 0..self.at_once.max(1) {
                scope.spawn(|| {
                    while let Some(part) = next().filter(|_| !Plan::is_stopped(self.job)) {
                        match self.attempt(part) {
                            Ok(Some(told)) => {
                                if told == Told::Again(part) {
                                    let mut queue =
                                        queue.lock().unwrap_or_else(PoisonError::into_inner);
                                    queue.push_back(part);
                                }
                                tell(told);
                            }
                            Ok(None) => {}
                            Err(error) => {
                                let mut slot =
                                    failed.lock().unwrap_or_else(PoisonError::into_inner);
                                slot.get_or_insert(error);
                                break;
                            }
                        }
                    }
                    working.fetch_sub(1, Ordering::SeqCst);
                });
            }
            // A stop is asked for as `cancel` does, so that parts save what they have.
            while working.load(Ordering::SeqCst) > 0 {
                if self.stop.load(Ordering::SeqCst) && !Plan::is_stopped(self.job) {
                    let stopped = Plan::stop(self.job);
                    let mut slot = failed.lock().unwrap_or_else(PoisonError::into_inner);
                    *slot = slot.take().or(stopped.err());
                }
                std::thread::sleep(LOOK_EVERY);
            }
        });
        let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), Err)
    }

    /// One attempt at a part; `None` where it was stopped with all others.
    fn attempt(&self, part: u64) -> Result<Option<Told>, ClusterError> {
        let words = [
            "cluster".into(),
            "part".into(),
            self.job.as_os_str().to_owned(),
        ];
        let mut command = Command::new(&self.plan.gadfly)
            .args(words)
            .arg(part.to_string())
            .unconfined();
        command.folder = Some(self.plan.folder.clone());
        for (name, value) in std::env::vars_os() {
            command = command.env(name, value);
        }
        command = command.env("GADFLY_HOME", &self.plan.home);
        let limits = Limits {
            output: Some(OUTPUT),
            ..Limits::default()
        };
        let ended = match run(&command, b"", &limits) {
            Ok(ended) => ended,
            Err(error) => return Ok(Some(Told::Failed(part, error.to_string()))),
        };
        self.log(part, &[&ended.stdout[..], &ended.stderr].concat())?;
        let journal = Journal::of(&self.plan.part(self.job, part));
        let attempts = journal.attempts();
        let again = match attempts.len() as u64 {
            tried if tried < self.plan.attempts => Told::Again(part),
            tried => Told::Failed(part, format!("it is not done after {tried} attempts")),
        };
        Ok(match ended.exit {
            Exit::Code(0) => Some(Told::Done(part)),
            Exit::Code(INTERRUPTED) if Plan::is_stopped(self.job) => None,
            Exit::Code(INTERRUPTED) | Exit::Signal(_) => Some(again),
            Exit::Code(code) => {
                let end = attempts.into_iter().last().and_then(|last| last.end);
                let why = end.filter(|end| end.how == How::Failed).map(|end| end.why);
                let why = why.unwrap_or_else(|| format!("it ended with {code}"));
                Some(Told::Failed(part, why))
            }
            Exit::Alive => None,
        })
    }

    /// Keeps what a part said.
    fn log(&self, part: u64, said: &[u8]) -> Result<(), ClusterError> {
        let path = self.plan.part(self.job, part).with_extension("log");
        let file = File::options().create(true).append(true).open(&path);
        file.and_then(|mut file| file.write_all(said))
            .map_err(|source| ClusterError::Write { path, source })
    }
}
