//! The reduction: passes over the script until none of them finds anything more to simplify.

use crate::budget::{Budget, Stop};
use crate::check::{Checker, Counts};
use crate::observer::{Event, Observer};
use crate::pass::{self, Pass};
use crate::predicate::{Predicate, PredicateError};
use crate::scan::Scan;
use crate::schedule::Schedule;
use crate::squeeze::squeeze;
use crate::subject::{Reader, Subject};
use crate::tried::Tried;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// What a reduction works with, besides the script and the predicate.
pub struct Setting<'a> {
    /// How many candidates are checked at once.
    pub jobs: usize,
    /// What it may spend.
    pub budget: Budget<'a>,
    /// What is known of candidates from before.
    pub tried: &'a Tried,
    /// Is told what happens.
    pub observer: &'a dyn Observer,
}

/// What came of a reduction.
#[derive(Debug)]
pub struct Reduction {
    /// The smallest script that fails.
    pub text: String,
    /// Questions put to the predicate.
    pub checks: u64,
    /// Candidates that were known already and cost nothing.
    pub repeated: u64,
    /// Candidates that our own checker refused, which cost nothing either.
    pub ill_formed: u64,
    /// What each pass did, in the order of the passes.
    pub passes: Vec<PassRecord>,
    /// Why it ended before the fixpoint, if it did.
    pub stop: Option<Stop>,
}

/// What one pass did in all.
#[derive(Clone, Debug)]
pub struct PassRecord {
    /// Its name.
    pub name: &'static str,
    /// Checks that it used.
    pub checks: u64,
    /// Those that the predicate answered with yes.
    pub successes: u64,
    /// Bytes that it won.
    pub bytes: usize,
}

/// Why a reduction could not begin.
#[derive(Debug, Error)]
pub enum ReduceError {
    /// The script does not parse, not even leniently.
    #[error("the input is not well-formed: {0}")]
    IllFormed(String),
    /// The input does not fail.
    #[error("the input does not fail: the check must hold for the file as it is")]
    InputPasses,
    /// The input fails only with its comments and white space.
    #[error(
        "the input fails, but not without its comments and white space: the failure hangs on the layout of the file"
    )]
    LayoutMatters,
    /// The empty script fails.
    #[error(
        "the empty script fails too: the check accepts everything, and the result would be empty"
    )]
    EmptyFails,
    /// The predicate could not be asked.
    #[error("{0}")]
    Predicate(#[from] PredicateError),
}

/// Makes a script that fails small.
pub fn reduce(
    input: &str,
    predicate: &dyn Predicate,
    setting: Setting<'_>,
) -> Result<Reduction, ReduceError> {
    let reader = Reader::for_input(input).map_err(ReduceError::IllFormed)?;
    let squeezed = squeeze(input);
    check_input(input, &squeezed, predicate)?;
    let well_formed = |script: &str| reader.accepts(script);
    let checker = Checker {
        predicate,
        well_formed: &well_formed,
        tried: setting.tried,
        budget: &setting.budget,
        observer: setting.observer,
        counts: Counts::default(),
        distrust: AtomicBool::new(false),
    };
    setting.observer.event(&Event::Best { text: &squeezed });
    let run = Run::new(&reader, &checker, setting.jobs, squeezed);
    Ok(run.until_fixpoint())
}

fn check_input(input: &str, squeezed: &str, predicate: &dyn Predicate) -> Result<(), ReduceError> {
    if !predicate.surely_fails(input)? {
        return Err(ReduceError::InputPasses);
    }
    if !predicate.surely_fails(squeezed)? {
        return Err(ReduceError::LayoutMatters);
    }
    if predicate.fails("")? {
        return Err(ReduceError::EmptyFails);
    }
    Ok(())
}

/// A reduction at work.
struct Run<'a> {
    reader: &'a Reader,
    checker: &'a Checker<'a>,
    jobs: usize,
    text: String,
    passes: Vec<Box<dyn Pass>>,
    records: Vec<PassRecord>,
}

impl<'a> Run<'a> {
    fn new(reader: &'a Reader, checker: &'a Checker<'a>, jobs: usize, text: String) -> Self {
        let passes = pass::all();
        let record = |name| PassRecord {
            name,
            checks: 0,
            successes: 0,
            bytes: 0,
        };
        let records = passes.iter().map(|pass| record(pass.name())).collect();
        Run {
            reader,
            checker,
            jobs,
            text,
            passes,
            records,
        }
    }

    fn until_fixpoint(mut self) -> Reduction {
        let mut schedule = Schedule::new(self.passes.len(), self.text.len());
        let mut stop = None;
        while let Some(n) = schedule.next()
            && stop.is_none()
        {
            let (checks, bytes) = (self.checks(), self.text.len());
            let before = self.text.clone();
            stop = self.pass(n);
            let won = bytes - self.text.len();
            schedule.ran(n, self.checks() - checks, won, self.text != before);
        }
        let counts = &self.checker.counts;
        Reduction {
            text: self.text,
            checks: counts.checks.load(Ordering::Relaxed),
            repeated: counts.repeated.load(Ordering::Relaxed),
            ill_formed: counts.ill_formed.load(Ordering::Relaxed),
            passes: self.records,
            stop,
        }
    }

    fn checks(&self) -> u64 {
        self.checker.counts.checks.load(Ordering::Relaxed)
    }

    /// One pass over the text.
    fn pass(&mut self, n: usize) -> Option<Stop> {
        let moves = self.passes[n].moves(&Subject::new(self.reader, &self.text));
        let name = self.records[n].name;
        self.checker.observer.event(&Event::Pass {
            name,
            moves: moves.len(),
        });
        if moves.is_empty() {
            return None;
        }
        let counts = &self.checker.counts;
        let checks = counts.checks.load(Ordering::Relaxed);
        let successes = counts.successes.load(Ordering::Relaxed);
        let scanned = Scan::new(&self.text, &moves, self.checker).run(self.jobs);
        let record = &mut self.records[n];
        record.checks += counts.checks.load(Ordering::Relaxed) - checks;
        record.successes += counts.successes.load(Ordering::Relaxed) - successes;
        if let Some(text) = scanned.text {
            match self.checker.confirm(&text) {
                Ok(true) => {
                    record.bytes += self.text.len() - text.len();
                    self.text = text;
                }
                Ok(false) => {
                    let text = &self.text;
                    self.checker.observer.event(&Event::Best { text });
                }
                Err(error) => return Some(Stop::Predicate(error)),
            }
        }
        scanned.stop
    }
}
