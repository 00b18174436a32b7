//! The study at work: parts are done by workers, one after the other, and kept as they are done.

use crate::error::EvolveError;
use crate::judge::{Judge, label, settle};
use crate::observe::Watcher;
use crate::part::{Names, Row, write_part};
use crate::study::{Part, Study};
use gadfly_exec::Cancel;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;

/// What the work is done with.
pub struct Work<'a> {
    /// The study.
    pub study: &'a Study,
    /// The results folder, claimed already.
    pub folder: &'a Path,
    /// Where judges' answers are kept.
    pub cache: &'a Path,
    /// How many workers.
    pub jobs: usize,
    /// The parts of one machine of several: number and count.
    pub shard: Option<(u64, u64)>,
    /// Stops everything; parts that are done stay.
    pub cancel: &'a Cancel,
    /// Told of every run.
    pub tick: &'a (dyn Fn() + Sync),
}

/// What there is to do and what is done already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Parts of this shard.
    pub parts: usize,
    /// Parts of this shard that are still to do.
    pub open: usize,
    /// Runs of the open parts, those of judges whose answers are not kept yet included.
    pub runs: u64,
}

/// How many formulas a judge gave an answer to that can be held against a solver's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The judge, as it was asked for.
    pub judge: String,
    /// Formulas that it answered.
    pub answered: u64,
    /// Formulas that it was asked.
    pub asked: u64,
}

impl Work<'_> {
    /// What there is to do.
    pub fn plan(&self) -> Plan {
        let (mine, open) = (self.mine(), self.open());
        let solvers = self.study.solvers.len() as u64 * u64::from(self.study.settings.repeat);
        let judges = self.judges();
        let asked = |judge: &usize, part: &Part| {
            let source = &self.study.sources[part.source];
            judges[*judge].kept(source, &part.range).is_none()
        };
        let runs = |part: &Part| {
            let judges = self.study.judges_in_use();
            let asked = judges.iter().filter(|judge| asked(judge, part)).count() as u64;
            (part.range.end - part.range.start) * (solvers + asked)
        };
        Plan {
            parts: mine.len(),
            open: open.len(),
            runs: open.iter().map(runs).sum(),
        }
    }

    /// What the judges in use answered, of the parts of this shard that are done.
    pub fn judged(&self) -> Vec<Judged> {
        let judges = self.judges();
        let of = |at: usize| {
            let judge = &judges[at];
            let mut judged = Judged {
                judge: judge.solver.spec.clone(),
                answered: 0,
                asked: 0,
            };
            for part in self.mine() {
                let source = &self.study.sources[part.source];
                let kept = judge.kept(source, &part.range).unwrap_or_default();
                judged.asked += kept.len() as u64;
                judged.answered += kept.iter().filter(|answer| !answer.is_empty()).count() as u64;
            }
            judged
        };
        self.study.judges_in_use().into_iter().map(of).collect()
    }

    fn mine(&self) -> Vec<Part> {
        let (at, of) = self.shard.unwrap_or((0, 1));
        let parts = self.study.parts().into_iter();
        parts.filter(|part| part.number % of == at).collect()
    }

    pub(crate) fn open(&self) -> Vec<Part> {
        let mut parts = self.mine();
        parts.retain(|part| !self.study.path(self.folder, part).exists());
        parts
    }

    /// Does all open parts. The first error stops the others; what they have finished is kept.
    pub fn run(&self) -> Result<(), EvolveError> {
        let queue = Mutex::new(self.open().into_iter());
        let failed: Mutex<Option<EvolveError>> = Mutex::new(None);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    while let Some(part) = next() {
                        if self.cancel.is_set() {
                            return;
                        }
                        if let Err(error) = self.part(&part) {
                            let mut slot = failed.lock().unwrap_or_else(PoisonError::into_inner);
                            slot.get_or_insert(error);
                            self.cancel.set();
                        }
                    }
                });
            }
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None if self.cancel.is_set() => Err(EvolveError::Interrupted),
            None => Ok(()),
        }
    }

    fn part(&self, part: &Part) -> Result<(), EvolveError> {
        let rows = self.rows(part)?;
        let (names, study) = (self.study.names(), self.study.fingerprint());
        let names = Names {
            grammar: &self.study.sources[part.source].name,
            solvers: &names,
            study: &study,
        };
        write_part(&self.study.path(self.folder, part), &names, &rows)
    }

    /// The rows of a part: solver by solver, so that one process is at work at a time.
    fn rows(&self, part: &Part) -> Result<Vec<Row>, EvolveError> {
        let study = self.study;
        let source = &study.sources[part.source];
        let texts = source.texts(part.range.clone())?;
        let judges = self.judges();
        let mut right: Vec<Option<Vec<String>>> = vec![None; judges.len()];
        let mut rows = Vec::with_capacity(texts.len() * study.solvers.len());
        for (number, entry) in study.solvers.iter().enumerate() {
            let watcher = Watcher::new(&entry.solver, &study.settings, self.cancel);
            let mut seen = watcher.all(&texts, self.tick)?;
            if let Some(at) = entry.judge
                && right[at].is_none()
            {
                right[at] = Some(judges[at].answers(source, &part.range, &texts, self.tick)?);
            }
            for (at, one) in seen.iter_mut().enumerate() {
                let labelled = if source.is_grammar() {
                    None
                } else {
                    label(&texts[at])
                };
                let said = entry.judge.and_then(|judge| right[judge].as_ref());
                let truth = labelled
                    .as_deref()
                    .or_else(|| said.map(|said| said[at].as_str()));
                let judge = entry.judge.map(|judge| &judges[judge]);
                let is_labelled = labelled.is_some();
                let truth = truth.unwrap_or("");
                let verdict = settle(&watcher, judge, &texts[at], truth, is_labelled, one)?;
                rows.push(Row::of(part.range.start + at as u64, number, one, verdict));
            }
        }
        Ok(rows)
    }

    fn judges(&self) -> Vec<Judge<'_>> {
        let judge = |solver| Judge {
            solver,
            settings: &self.study.settings,
            cache: self.cache,
            cancel: self.cancel,
        };
        self.study.judges.iter().map(judge).collect()
    }
}
