//! Where the parts of a job stand, by their journals and the files that hunts write for whoever watches:
//! no store is opened.

use crate::journal::{How, Journal};
use crate::plan::{Job, Plan};
use gadfly_store::HuntStatus;
use gadfly_vocabulary::words;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Where a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartState {
    /// It was never started.
    Waiting,
    /// It is at work.
    Running,
    /// It was stopped, and goes on when it is started again.
    Stopped,
    /// It was killed; it goes on when it is started again.
    Killed,
    /// It cannot go on before somebody has done something.
    Failed,
    /// It is done.
    Done,
}

words!(PartState, "a part's state": Waiting = "waiting", Running = "running", Stopped = "stopped",
    Killed = "killed", Failed = "failed", Done = "done");

/// A part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PartStatus {
    /// Its number, from 1.
    pub part: u64,
    /// Where it stands.
    pub state: PartState,
    /// How often it was started.
    pub attempts: u64,
    /// The node of the last attempt.
    pub host: String,
    /// How the last attempt ended, where it did.
    pub why: Option<String>,
    /// Formulas that were run; of a study, parts of it that are done.
    pub tests: u64,
    /// Formulas a second of late, while it is at work.
    pub rate: f64,
    /// Findings, before those of other parts are counted with them.
    pub findings: u64,
    /// Verdicts that wait to be confirmed.
    pub waiting: u64,
    /// CPU seconds of solvers and of gadfly itself.
    pub cpu: f64,
}

/// All parts together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    /// How many parts are in each state.
    pub states: BTreeMap<PartState, u64>,
    /// Sums over the parts.
    pub attempts: u64,
    /// Formulas that were run; of a study, parts of it that are done.
    pub tests: u64,
    /// Formulas a second.
    pub rate: f64,
    /// Findings, before those that several parts have are counted once.
    pub findings: u64,
    /// Verdicts that wait to be confirmed.
    pub waiting: u64,
    /// CPU seconds.
    pub cpu: f64,
}

impl Totals {
    /// Sums.
    pub fn of(parts: &[PartStatus]) -> Totals {
        let mut sum = Totals::default();
        for part in parts {
            *sum.states.entry(part.state).or_default() += 1;
            sum.attempts += part.attempts;
            sum.tests += part.tests;
            sum.rate += part.rate;
            sum.findings += part.findings;
            sum.waiting += part.waiting;
            sum.cpu += part.cpu;
        }
        sum
    }

    /// Parts in a state.
    pub fn of_state(&self, state: PartState) -> u64 {
        self.states.get(&state).copied().unwrap_or(0)
    }
}

/// Where all parts stand.
pub fn status(plan: &Plan, job: &Path) -> Vec<PartStatus> {
    (1..=plan.parts).map(|n| of_part(plan, job, n)).collect()
}

fn of_part(plan: &Plan, job: &Path, part: u64) -> PartStatus {
    let folder = plan.part(job, part);
    let journal = Journal::of(&folder);
    let attempts = journal.attempts();
    let last = attempts.last();
    let end = last.and_then(|last| last.end.as_ref());
    let state = match (last, end) {
        (None, _) => PartState::Waiting,
        (_, Some(end)) => match end.how {
            How::Done => PartState::Done,
            How::Stopped => PartState::Stopped,
            How::Failed => PartState::Failed,
        },
        (_, None) if journal.is_alive() => PartState::Running,
        _ => PartState::Killed,
    };
    let begun = last.is_some();
    let hunt = (begun && plan.job == Job::Hunt).then(|| HuntStatus::read(&folder));
    let hunt = hunt.flatten().unwrap_or_default();
    let running = state == PartState::Running;
    PartStatus {
        part,
        state,
        attempts: attempts.len() as u64,
        host: last.map_or(String::new(), |last| last.host.clone()),
        why: end.map(|end| end.why.clone()),
        tests: match plan.job {
            Job::Hunt => hunt.tests,
            Job::Evolve if begun => pieces(&folder),
            Job::Evolve => 0,
        },
        rate: if running { hunt.rate } else { 0.0 },
        findings: hunt.findings,
        waiting: hunt.waiting,
        cpu: hunt.cpu.0 + hunt.cpu.1,
    }
}

/// The files with results in a study's folder.
fn pieces(folder: &Path) -> u64 {
    let sources = std::fs::read_dir(folder.join("runs")).into_iter().flatten();
    let files = sources.flatten().map(|source| {
        let files = std::fs::read_dir(source.path()).into_iter().flatten();
        let whole = files.flatten().filter(|file| {
            let name = file.file_name();
            Path::new(&name).extension().is_some_and(|e| e == "parquet")
        });
        whole.count() as u64
    });
    files.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_stands_where_its_journal_says() {
        let job = tempfile::tempdir().unwrap();
        let plan = Plan {
            parts: 4,
            ..Plan::default()
        };
        plan.create(job.path()).unwrap();
        let journal = |n| Journal::of(&plan.part(job.path(), n));
        for n in 2..=4 {
            journal(n).begin(None).unwrap();
        }
        journal(3).end(How::Failed, "the disk is full").unwrap();
        journal(4).end(How::Stopped, "its time is over").unwrap();
        journal(4).begin(None).unwrap();
        journal(4).end(How::Done, "done").unwrap();
        let mut hunt = HuntStatus {
            tests: 7,
            rate: 3.0,
            ..HuntStatus::default()
        };
        for n in [2, 4] {
            std::fs::create_dir_all(plan.part(job.path(), n)).unwrap();
            hunt.write(&plan.part(job.path(), n)).unwrap();
        }
        let parts = status(&plan, job.path());
        let states: Vec<&str> = parts.iter().map(|part| part.state.name()).collect();
        assert_eq!(states, ["waiting", "running", "failed", "done"]);
        assert_eq!(parts[2].why.as_deref(), Some("the disk is full"));
        let all = Totals::of(&parts);
        assert_eq!((all.attempts, all.tests, all.rate), (4, 14, 3.0));
        assert_eq!(all.of_state(PartState::Done), 1);
        let ancient = std::time::SystemTime::UNIX_EPOCH;
        let path = plan.part(job.path(), 2).with_extension("jsonl");
        let file = std::fs::File::options().append(true).open(path).unwrap();
        file.set_modified(ancient).unwrap();
        assert_eq!(status(&plan, job.path())[1].state, PartState::Killed);
    }
}
