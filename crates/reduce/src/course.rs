//! The course of a reduction: which question comes next, given the answers so far.
//!
//! A course asks nothing itself and can be copied. A worker that has nothing to do follows a copy
//! under the assumption that what others are still asking goes as most questions go, and asks what
//! would come then; so the result does not depend on how many workers there are.

use crate::check::{Checker, Glance, Question};
use crate::descent::Descents;
use crate::edit::Move;
use crate::engine::PassRecord;
use crate::observer::Event;
use crate::pass::Pass;
use crate::passes;
use crate::scan::{Scan, Trial};
use crate::schedule::Schedule;
use crate::subject::Subject;
use crate::tried::{CandidateHash, Tried};
use crate::way::{WAYS, ways};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// What courses of one reduction share.
pub(crate) struct Ground<'a> {
    pub(crate) checker: &'a Checker<'a>,
    passes: Vec<Box<dyn Pass>>,
    /// The moves of passes over texts that were seen last.
    moves: Mutex<VecDeque<Listed>>,
}

/// The moves of a pass on a way, both by number, over a text.
type Listed = ((usize, usize), Arc<str>, Arc<Vec<Move>>);

/// How many lists of moves are kept.
const LISTS: usize = 64;

impl<'a> Ground<'a> {
    pub(crate) fn new(checker: &'a Checker<'a>) -> Self {
        Ground {
            checker,
            passes: passes::all(),
            moves: Mutex::default(),
        }
    }

    fn moves(&self, way: usize, n: usize, text: &Arc<str>) -> Arc<Vec<Move>> {
        let mut lists = self.moves.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., moves)) = lists
            .iter()
            .find(|(key, of, _)| *key == (way, n) && Arc::ptr_eq(of, text))
        {
            return moves.clone();
        }
        let pass = &*self.passes[n];
        let moves = pass.moves(&Subject::new(self.checker.reader, text));
        let moves = Arc::new(WAYS[way].ordered(pass, moves));
        if lists.len() == LISTS {
            lists.pop_front();
        }
        lists.push_back(((way, n), text.clone(), moves.clone()));
        moves
    }

    fn schedule(&self, way: usize, bytes: usize) -> Schedule {
        Schedule::new(&WAYS[way].ranks(&self.passes), bytes)
    }

    /// How many ways down a text is worth.
    fn ways(&self, text: &str) -> usize {
        ways(&Subject::new(self.checker.reader, text))
    }

    /// The number of a pass.
    fn pass_named(&self, name: &str) -> Option<usize> {
        self.passes.iter().position(|pass| pass.name() == name)
    }
}

/// Where a reduction stands.
#[derive(Clone)]
pub(crate) struct Course {
    descents: Descents,
    text: Arc<str>,
    schedule: Schedule,
    /// A pass that opens this descent, until it has.
    opening: Option<usize>,
    /// What each pass did; bytes are those of this descent.
    records: Vec<PassRecord>,
    /// The quick way was wrong once: from then on only the sure one is asked.
    distrust: bool,
    at: At,
}

#[derive(Clone)]
enum At {
    /// Between two passes.
    Between,
    /// In a pass; a trial that waits for its answer.
    Within(Box<Within>, Option<(Trial, Arc<str>)>),
    /// After a pass that has won by quick answers.
    Confirming(Box<Within>),
}

/// A pass at work.
#[derive(Clone)]
struct Within {
    pass: usize,
    scan: Scan,
    checks: u64,
    /// Its moves make well-formed scripts of this one, surely.
    keeps_form: bool,
    /// It ends with its first success.
    opens: bool,
}

impl Within {
    fn succeeded(&mut self, trial: Trial, text: Arc<str>) {
        self.scan.succeeded(trial, text);
        if self.opens {
            self.scan.end();
        }
    }
}

impl Course {
    pub(crate) fn new(ground: &Ground<'_>, text: Arc<str>) -> Self {
        let record = |name| PassRecord {
            name,
            checks: 0,
            successes: 0,
            bytes: 0,
        };
        let records = ground.passes.iter().map(|pass| record(pass.name()));
        let records: Vec<PassRecord> = records.collect();
        Course {
            descents: Descents::new(text.clone(), ground.ways(&text)),
            schedule: ground.schedule(0, text.len()),
            opening: None,
            records,
            text,
            distrust: false,
            at: At::Between,
        }
    }

    /// The smallest script so far.
    pub(crate) fn best(&self) -> &Arc<str> {
        self.descents.smaller(self.lowest())
    }

    /// The smallest script of this descent.
    fn lowest(&self) -> &Arc<str> {
        match &self.at {
            At::Between => &self.text,
            At::Within(within, _) | At::Confirming(within) => within.scan.best(),
        }
    }

    /// The smallest script that does not rest on quick answers alone. `quick`: there are such.
    pub(crate) fn surest(&self, quick: bool) -> &Arc<str> {
        match quick && !self.distrust {
            true => self.descents.smaller(&self.text),
            false => self.best(),
        }
    }

    /// What each pass did, with the bytes that it won on the way to the smallest script.
    pub(crate) fn records(self) -> Vec<PassRecord> {
        self.descents.records(&self.text, self.records)
    }

    /// The pass at work.
    pub(crate) fn pass(&self) -> Option<&'static str> {
        match &self.at {
            At::Between => None,
            At::Within(within, _) | At::Confirming(within) => Some(self.records[within.pass].name),
        }
    }

    /// What is most likely answered to the question that waits: candidates mostly do not fail.
    pub(crate) fn expected(&self) -> bool {
        matches!(self.at, At::Confirming(_))
    }

    /// Goes on to the next question; what can be answered without the predicate is passed by.
    /// `None` at the fixpoint.
    pub(crate) fn next_question(
        &mut self,
        ground: &Ground<'_>,
        known: &dyn Fn(&CandidateHash) -> Option<bool>,
    ) -> Option<Question> {
        loop {
            if self.descents.are_in_vain(self.lowest()) {
                return None;
            }
            match std::mem::replace(&mut self.at, At::Between) {
                At::Between => {
                    if !self.begin_pass(ground) && !self.begin_descent(ground) {
                        return None;
                    }
                }
                At::Within(mut within, _) => match self.next_trial(&mut within, ground, known) {
                    Some((trial, question)) => {
                        self.at = At::Within(within, Some((trial, question.text.clone())));
                        return Some(question);
                    }
                    None => {
                        if let Some(question) = self.end_pass(within, ground) {
                            return Some(question);
                        }
                    }
                },
                At::Confirming(within) => {
                    self.at = At::Confirming(within);
                    return None;
                }
            }
        }
    }

    /// Whether there was another pass to begin.
    fn begin_pass(&mut self, ground: &Ground<'_>) -> bool {
        let opening = self.opening.take();
        let Some(pass) = opening.or_else(|| self.schedule.next()) else {
            return false;
        };
        let moves = ground.moves(self.descents.way(), pass, &self.text);
        let text = self.text.clone();
        let within = Within {
            pass,
            scan: match opening {
                Some(_) => Scan::singly(text, moves),
                None => Scan::new(text, moves),
            },
            checks: 0,
            keeps_form: ground.passes[pass].keeps_form(&self.text),
            opens: opening.is_some(),
        };
        self.at = At::Within(Box::new(within), None);
        true
    }

    /// Whether there was another descent to begin.
    fn begin_descent(&mut self, ground: &Ground<'_>) -> bool {
        if self.descents.settle(&self.text) {
            self.schedule = ground.schedule(0, self.text.len());
            return true;
        }
        let Some(way) = self.descents.next(&self.text, &mut self.records) else {
            return false;
        };
        self.text = self.descents.input().clone();
        self.schedule = ground.schedule(way, self.text.len());
        self.opening = WAYS[way].opening.and_then(|name| ground.pass_named(name));
        true
    }

    fn next_trial(
        &self,
        within: &mut Within,
        ground: &Ground<'_>,
        known: &dyn Fn(&CandidateHash) -> Option<bool>,
    ) -> Option<(Trial, Question)> {
        let checker = ground.checker;
        while let Some((trial, candidate)) = within.scan.next() {
            match checker.glance(candidate, within.scan.best(), within.keeps_form, known) {
                Glance::Larger | Glance::Known(_, false) => within.scan.failed(&trial),
                Glance::Known(text, true) => within.succeeded(trial, text),
                Glance::IllFormed => {
                    if !within
                        .scan
                        .ill_formed(&trial, |script| checker.reader.accepts(script))
                    {
                        within.scan.failed(&trial);
                    }
                }
                Glance::New(mut question) => {
                    question.surely = self.distrust;
                    return Some((trial, question));
                }
            }
        }
        None
    }

    /// The pass is through: what it has won by quick answers is confirmed first.
    fn end_pass(&mut self, within: Box<Within>, ground: &Ground<'_>) -> Option<Question> {
        let text = within.scan.best().clone();
        let won = text != self.text;
        if won && ground.checker.predicate.is_quick() && !self.distrust {
            self.at = At::Confirming(within);
            return Some(Question {
                hash: Tried::hash_squeezed(&text),
                text,
                surely: true,
            });
        }
        self.leave(&within, text);
        None
    }

    fn leave(&mut self, within: &Within, text: Arc<str>) {
        let won = self.text.len() - text.len();
        let changed = text != self.text;
        self.records[within.pass].bytes += won;
        self.schedule.ran(within.pass, within.checks, won, changed);
        self.text = text;
        self.at = At::Between;
    }

    /// The answer to the last question.
    pub(crate) fn answer(&mut self, fails: bool) {
        self.descents.checked();
        match std::mem::replace(&mut self.at, At::Between) {
            At::Within(mut within, Some((trial, text))) => {
                within.checks += 1;
                let record = &mut self.records[within.pass];
                record.checks += 1;
                if fails {
                    record.successes += 1;
                    within.succeeded(trial, text);
                } else {
                    within.scan.failed(&trial);
                }
                self.at = At::Within(within, None);
            }
            At::Confirming(mut within) => {
                within.checks += 1;
                self.records[within.pass].checks += 1;
                self.distrust |= !fails;
                let text = if fails {
                    within.scan.best().clone()
                } else {
                    self.text.clone()
                };
                self.leave(&within, text);
            }
            other => self.at = other,
        }
    }

    /// Whether the quick way has been found wrong.
    pub(crate) fn distrusts(&self) -> bool {
        self.distrust
    }
}

impl Ground<'_> {
    /// Tells the observer which pass is at work.
    pub(crate) fn tell_pass(&self, name: &'static str) {
        self.checker.observer.event(&Event::Pass { name });
    }
}
