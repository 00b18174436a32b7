//! `--on-finding`: a command of the user's for each new finding, beside the hunt and never in its way.

use gadfly_campaign::Event;
use gadfly_exec::{Command, Exit, Limits, run};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A command that takes longer is ended: at its end a hunt waits for it.
const LIMIT: Duration = Duration::from_secs(60);
/// What is kept of what it prints.
const OUTPUT: u64 = 1 << 12;

/// Runs the command, one finding after the other.
pub(super) struct Hook {
    command: String,
    hunt: PathBuf,
    jobs: Option<Sender<Command>>,
    failed: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Hook {
    /// For a hunt's folder.
    pub(super) fn new(command: &str, hunt: &Path) -> Hook {
        let (jobs, inbox) = channel::<Command>();
        let (tell, failed) = channel();
        let thread = std::thread::spawn(move || {
            for job in inbox {
                if let Some(why) = failure(&job) {
                    let _ = tell.send(why);
                }
            }
        });
        Hook {
            command: command.to_string(),
            hunt: std::path::absolute(hunt).unwrap_or_else(|_| hunt.to_path_buf()),
            jobs: Some(jobs),
            failed,
            thread: Some(thread),
        }
    }

    /// Starts the command, where the event is a new finding.
    pub(super) fn hear(&self, event: &Event) {
        let Event::Finding {
            id,
            kind,
            solver,
            sentence,
        } = event
        else {
            return;
        };
        let case = self.hunt.join("findings").join(id).join("case.smt2");
        let mut command = Command::new("sh").args(["-c", &self.command]).unconfined();
        command.folder = std::env::current_dir().ok();
        // It is the user's own program, and finds what it needs where the user has it.
        for (name, value) in std::env::vars_os() {
            command = command.env(name, value);
        }
        command = command
            .env("GADFLY_FINDING", id)
            .env("GADFLY_KIND", kind.name())
            .env("GADFLY_SOLVER", solver)
            .env("GADFLY_SENTENCE", sentence)
            .env("GADFLY_CASE", case)
            .env("GADFLY_HUNT", &self.hunt);
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(command);
        }
    }

    /// Why a run of the command failed, where one did since this was asked last.
    pub(super) fn failure(&self) -> Option<String> {
        self.failed.try_recv().ok()
    }

    /// Waits for the runs that have begun or wait; gives why one of them failed.
    pub(super) fn finish(&mut self) -> Option<String> {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        self.failure()
    }
}

fn failure(command: &Command) -> Option<String> {
    let limits = Limits {
        wall: Some(LIMIT),
        output: Some(OUTPUT),
        ..Limits::default()
    };
    let ended = match run(command, b"", &limits) {
        Ok(ended) => ended,
        Err(error) => return Some(error.to_string()),
    };
    let said = String::from_utf8_lossy(&ended.stderr);
    let said = said.lines().next().unwrap_or("it said nothing");
    match (ended.limit, ended.exit) {
        (Some(_), _) => Some(format!("it took longer than {} s", LIMIT.as_secs())),
        (None, Exit::Code(0)) => None,
        (None, Exit::Code(code)) => Some(format!("it ended with {code}: {said}")),
        (None, _) => Some("it was killed".into()),
    }
}
