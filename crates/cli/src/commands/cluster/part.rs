//! `gadfly cluster part`: what a node runs.

use super::job;
use crate::commands::Command;
use crate::exit::{Context, Exit, Failure};
use crate::interrupt;
use crate::ui::Ui;
use clap::Args;
use gadfly_campaign::{Exchange, Why};
use gadfly_cluster::{How, Journal, Plan};
use gadfly_store::copy_of;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a part looks at the clock.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// How often it looks whether all parts are to stop: thousands of them ask one file server.
const ASK_EVERY: Duration = Duration::from_secs(2);
/// How often it gives a sign of life.
const BEAT_EVERY: Duration = Duration::from_secs(20);

/// Do one part of a job, or go on with it: what a node runs
#[derive(Args)]
#[command(after_help = "Examples:
  gadfly cluster part job 3
  gadfly cluster part job $((JOB_COMPLETION_INDEX + 1))   in a Kubernetes job

Ends with 0 when the part is done, with 130 when it was stopped and should be
started again, here or elsewhere, and with 1 when somebody has to look. SIGTERM
stops it cleanly; after a kill it goes on from what it had saved.")]
pub(crate) struct Part {
    /// The job's folder
    pub(super) dir: PathBuf,
    /// Which part, from 1
    #[arg(value_name = "N")]
    number: u64,
}

impl Part {
    pub(crate) fn run(self, ui: &Ui) -> Result<Exit, Failure> {
        let (folder, plan) = job(&self.dir)?;
        plan.must_have(self.number).map_err(Failure::usage)?;
        let part = plan.part(&folder, self.number);
        let journal = Journal::of(&part);
        let last = journal.attempts().pop().and_then(|last| last.end);
        if last.is_some_and(|end| end.how == How::Done) {
            ui.say(format!("part {} is done already", self.number));
            return Ok(Exit::Done);
        }
        if Plan::is_stopped(&folder) {
            let dir = folder.display();
            ui.say(format!(
                "the job is stopped: gadfly cluster submit --resume {dir}"
            ));
            return Ok(Exit::Interrupted);
        }
        // From the start on: what a part does before its first formula counts, too.
        let stop = interrupt::silent_flag()?;
        journal.begin(slurm_task()).map_err(Failure::new)?;
        watch(&plan, &folder, &journal, &stop);
        let ended = self.attempt(&plan, &folder, &part, &ui.silent());
        let (how, why) = match &ended {
            Ok((how, why)) => (*how, why.clone()),
            Err(failure) => (How::Failed, failure.problems().join("; ")),
        };
        if how == How::Done {
            // Nobody writes to the part's own store any more.
            let _ = std::fs::remove_dir_all(copy_of(&part));
        }
        journal.end(how, &why).map_err(Failure::new)?;
        ended?;
        ui.say(format!("part {}: {why}", self.number));
        Ok(match how {
            How::Done => Exit::Done,
            How::Stopped | How::Failed => Exit::Interrupted,
        })
    }

    fn attempt(
        &self,
        plan: &Plan,
        folder: &Path,
        part: &Path,
        ui: &Ui,
    ) -> Result<(How, String), Failure> {
        let from = &plan.folder;
        std::env::set_current_dir(from).context(format!("cannot work in {}", from.display()))?;
        let words = plan.command(folder, self.number);
        let (cli, _) = crate::parsed(&words).context("the job's plan has no command")?;
        let stopped = || (How::Stopped, "stopped before its end".to_string());
        match cli.command {
            Command::Hunt(hunt) => {
                if words.iter().all(|word| word != "--resume") {
                    leave_no_store(part);
                }
                let all = (1..=plan.parts).map(|number| plan.part(folder, number));
                let exchange = Exchange::among(all, part);
                Ok(match hunt.part(exchange, ui)? {
                    Why::Interrupted => stopped(),
                    why => (How::Done, why.name().to_string()),
                })
            }
            Command::Evolve(evolve) => Ok(match evolve.run(ui)? {
                Exit::Interrupted => stopped(),
                _ => (How::Done, "done".to_string()),
            }),
            _ => Err(Failure::new("the job's plan has no command that has parts")),
        }
    }
}

/// A part that was killed between the making of its store and its beginning begins anew.
fn leave_no_store(part: &Path) {
    for name in ["store.sqlite", "store.sqlite-wal", "store.sqlite-shm"] {
        let _ = std::fs::remove_file(part.join(name));
    }
}

/// Slurm's name for what runs here.
fn slurm_task() -> Option<String> {
    let array = std::env::var("SLURM_ARRAY_JOB_ID").ok()?;
    let task = std::env::var("SLURM_ARRAY_TASK_ID").ok()?;
    Some(format!("{array}_{task}"))
}

/// Stops the part in time, and where all are to stop; shows that it lives.
fn watch(plan: &Plan, folder: &Path, journal: &Journal, stop: &Arc<AtomicBool>) {
    let (stretch, began) = (plan.stretch(), Instant::now());
    let (folder, journal, stop) = (folder.to_path_buf(), journal.clone(), Arc::clone(stop));
    std::thread::spawn(move || {
        let (mut asked, mut beat) = (began, began);
        loop {
            std::thread::sleep(LOOK_EVERY);
            let now = Instant::now();
            let over = stretch.is_some_and(|stretch| now - began >= stretch);
            let ask = now - asked >= ASK_EVERY;
            if ask {
                asked = now;
            }
            if over || (ask && Plan::is_stopped(&folder)) {
                stop.store(true, Ordering::SeqCst);
            }
            if now - beat >= BEAT_EVERY {
                beat = now;
                journal.beat();
            }
        }
    });
}
