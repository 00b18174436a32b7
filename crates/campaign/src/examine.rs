//! Findings at work: one thread confirms verdicts and makes cases small while the hunt goes on.

use crate::work::{Examined, Examiner, Reduced};
use crate::worker::Message;
use gadfly_store::{Finding, VerdictRow};
use std::sync::mpsc::{Receiver, SyncSender};

/// What the examiner is asked.
#[derive(Debug)]
pub(crate) enum Job {
    /// Confirm a verdict.
    Confirm(Box<VerdictRow>),
    /// Make a finding's original small.
    Reduce(Box<Finding>, String),
}

/// What it answers.
#[derive(Debug)]
pub(crate) enum Done {
    /// A verdict was looked at again.
    Confirmed(Box<VerdictRow>, Examined),
    /// A finding was made small, or not.
    Reduced(String, Option<Box<Reduced>>),
}

/// Works until no more jobs come.
pub(crate) fn examine(
    examiner: &mut dyn Examiner,
    jobs: &Receiver<Job>,
    out: &SyncSender<Message>,
) {
    while let Ok(job) = jobs.recv() {
        let done = match job {
            Job::Confirm(verdict) => {
                let examined = examiner.confirm(&verdict);
                Done::Confirmed(verdict, examined)
            }
            Job::Reduce(finding, original) => {
                let reduced = examiner.reduce(&finding, &original).map(Box::new);
                Done::Reduced(finding.id, reduced)
            }
        };
        if out.send(Message::Examined(done)).is_err() {
            return;
        }
    }
}
