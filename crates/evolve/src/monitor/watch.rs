//! The watch at work: formulas that once failed first, then the smallest of every source in turn.

use super::baseline::{Baseline, Known};
use super::code::Code;
use super::event::Event;
use crate::error::EvolveError;
use crate::judge::{Judge, label, settle};
use crate::observe::Watcher;
use crate::outcome::{Observed, Verdict, class_of};
use crate::source::Source;
use crate::study::Settings;
use gadfly_exec::Cancel;
use gadfly_solver::Solver;
use gadfly_store::{Class, Ends};
use gadfly_vocabulary::Kind;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Formulas that are done at a time.
const CHUNK: u64 = 500;
/// Fresh runs that must all show a change, beside the first.
const AGAIN: usize = 2;
/// Below this many milliseconds of CPU time nothing counts as slow.
const QUICK: u64 = 50;

/// What is watched, and how.
pub struct Watch<'a> {
    /// The build.
    pub candidate: &'a Solver,
    /// The solver whose answers count as right.
    pub reference: Option<&'a Solver>,
    /// The formulas.
    pub sources: &'a [Source],
    /// How runs are made.
    pub settings: &'a Settings,
    /// What an earlier build said.
    pub baseline: Option<&'a Baseline>,
    /// A run that takes this many times what it took is a slow-down.
    pub slow_factor: f64,
    /// No stretch of formulas begins after this moment.
    pub deadline: Option<Instant>,
    /// Where the reference's answers are kept.
    pub cache: &'a Path,
    /// Workers.
    pub jobs: usize,
    /// Stops everything.
    pub cancel: &'a Cancel,
    /// Told of every run.
    pub tick: &'a (dyn Fn() + Sync),
}

/// What was seen of the candidate.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Confirmed changes.
    pub events: Vec<Event>,
    /// What a new baseline remembers.
    pub known: BTreeMap<usize, Known>,
    /// Formulas that were run.
    pub runs: u64,
    /// Formulas that the candidate decided, rightly or wrongly.
    pub decided: u64,
    /// How its runs ended.
    pub ends: Ends,
    /// Formulas that the reference was asked, and those that it decided.
    pub judged: (u64, u64),
    /// Changes that did not show again in fresh processes.
    pub fleeting: u64,
}

/// The stretches of formulas in the order in which they are run: those that once failed, then
/// the first of every source, the next of every source, and so on.
pub fn order(sources: &[Source], baseline: Option<&Baseline>) -> Vec<(usize, Vec<u64>)> {
    let failed = |source: &Source| -> Vec<u64> {
        let known = baseline.and_then(|baseline| baseline.sources.get(&source.name));
        let range = source.range();
        known.map_or(Vec::new(), |known| {
            known.failed.range(range).copied().collect()
        })
    };
    let mut order: Vec<(usize, Vec<u64>)> = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        order.extend(
            failed(source)
                .chunks(CHUNK as usize)
                .map(|some| (at, some.to_vec())),
        );
    }
    let mut rest: Vec<(u64, usize, Vec<u64>)> = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let (done, range) = (failed(source), source.range());
        let mut start = range.start;
        while start < range.end {
            let end = (start + CHUNK).min(range.end);
            let open = (start..end).filter(|index| done.binary_search(index).is_err());
            rest.push((start - range.start, at, open.collect()));
            start = end;
        }
    }
    rest.sort_by_key(|(start, at, _)| (*start, *at));
    order.extend(rest.into_iter().map(|(_, at, open)| (at, open)));
    order.retain(|(_, open)| !open.is_empty());
    order
}

impl Watch<'_> {
    /// Runs the candidate on everything that the budget allows. What was seen before it was
    /// stopped counts.
    pub fn run(&self) -> Result<Seen, EvolveError> {
        let queue = Mutex::new(order(self.sources, self.baseline).into_iter());
        let all: Mutex<(Seen, Option<EvolveError>)> = Mutex::default();
        let next = || {
            let late = self.deadline.is_some_and(|end| Instant::now() >= end);
            if late || self.cancel.is_set() {
                return None;
            }
            queue.lock().unwrap_or_else(PoisonError::into_inner).next()
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    while let Some((source, indices)) = next() {
                        let done = self.stretch(source, &indices);
                        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                        match done {
                            Ok(part) => self.take(&mut all.0, source, part),
                            Err(EvolveError::Interrupted) => (),
                            Err(error) => {
                                all.1.get_or_insert(error);
                                self.cancel.set();
                            }
                        }
                    }
                });
            }
        });
        let (mut seen, error) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        seen.events.sort_by_key(|event| (event.source, event.index));
        match error {
            Some(error) => Err(error),
            None => Ok(seen),
        }
    }

    fn known(&self, source: usize) -> Option<&Known> {
        self.baseline?.sources.get(&self.sources[source].name)
    }

    fn take(&self, all: &mut Seen, source: usize, part: Stretch) {
        all.events.extend(part.events);
        all.fleeting += part.fleeting;
        all.runs += part.codes.len() as u64;
        part.ends.iter().for_each(|end| all.ends.add(*end, 1));
        all.judged.0 += part.judged.0;
        all.judged.1 += part.judged.1;
        let range = self.sources[source].range();
        let known = all.known.entry(source).or_insert_with(|| Known {
            identity: self.sources[source].identity(),
            from: range.start,
            codes: vec![Code::NONE; (range.end - range.start) as usize],
            slow: BTreeMap::new(),
            failed: self
                .known(source)
                .map(|known| known.failed.clone())
                .unwrap_or_default(),
        });
        for (index, code, ms) in part.codes {
            known.codes[(index - range.start) as usize] = code;
            all.decided += u64::from(code.is_decided());
            if code.is_trigger() {
                known.failed.insert(index);
            }
            if ms > QUICK {
                known.slow.insert(index, ms);
            }
        }
        let mine = all
            .events
            .iter()
            .filter(|event| event.source == source && !event.better);
        known.failed.extend(mine.map(|event| event.index));
    }

    fn stretch(&self, source: usize, indices: &[u64]) -> Result<Stretch, EvolveError> {
        let of = &self.sources[source];
        let texts = texts(of, indices)?;
        let watcher = Watcher::new(self.candidate, self.settings, self.cancel);
        let mut seen = watcher.all(&texts, self.tick)?;
        let mut stretch = Stretch::default();
        let right = self.right(source, indices, &texts, &seen, &mut stretch)?;
        for (at, index) in indices.iter().enumerate() {
            let text = &texts[at];
            let judge = self.reference.map(|solver| self.judge(solver));
            let labelled = label(text).is_some() && !of.is_grammar();
            let one = &mut seen[at];
            let verdict = settle(&watcher, judge.as_ref(), text, &right[at], labelled, one)?;
            let code = Code::of(one, verdict);
            stretch.codes.push((*index, code, millis(one)));
            stretch.ends.push(class_of(verdict, one.said));
            let before = self.known(source).and_then(|known| known.code(*index));
            let event = self.event(source, *index, before, code, one);
            let Some(event) = event else { continue };
            match self.confirmed(&watcher, text, event, verdict)? {
                Some(event) => stretch.events.push(event),
                None => stretch.fleeting += 1,
            }
        }
        Ok(stretch)
    }

    /// What is right, for the formulas whose answer is not the baseline's.
    fn right(
        &self,
        source: usize,
        indices: &[u64],
        texts: &[String],
        seen: &[Observed],
        stretch: &mut Stretch,
    ) -> Result<Vec<String>, EvolveError> {
        let mut right = vec![String::new(); texts.len()];
        let mut open = Vec::new();
        for (at, index) in indices.iter().enumerate() {
            if let (Some(label), false) = (label(&texts[at]), self.sources[source].is_grammar()) {
                right[at] = label;
                continue;
            }
            let before = self.known(source).and_then(|known| known.code(*index));
            let same = before == Some(Code::of(&seen[at], seen[at].verdict));
            if !same && seen[at].is_solved() {
                open.push(at);
            }
        }
        let Some(reference) = self.reference else {
            return Ok(right);
        };
        let judge = self.judge(reference);
        let whole = indices.len() as u64 == indices[indices.len() - 1] - indices[0] + 1;
        if open.len() * 2 > texts.len() && whole {
            // Most are open: answers of a whole stretch are kept for the next time.
            let range = indices[0]..indices[0] + indices.len() as u64;
            let answers = judge.answers(&self.sources[source], &range, texts, &|| ())?;
            open.iter()
                .for_each(|&at| right[at].clone_from(&answers[at]));
        } else {
            for &at in &open {
                right[at] = judge.again(&texts[at])?;
            }
        }
        let decided = open.iter().filter(|&&at| !right[at].is_empty()).count();
        stretch.judged = (open.len() as u64, decided as u64);
        Ok(right)
    }

    fn judge<'a>(&'a self, solver: &'a Solver) -> Judge<'a> {
        Judge {
            solver,
            settings: self.settings,
            cache: self.cache,
            cancel: self.cancel,
        }
    }

    fn event(
        &self,
        source: usize,
        index: u64,
        before: Option<Code>,
        after: Code,
        seen: &Observed,
    ) -> Option<Event> {
        let event = |better, slow| {
            Some(Event {
                source,
                index,
                before,
                after,
                slow,
                better,
            })
        };
        if after == Code::NONE {
            return None;
        }
        let Some(was) = before else {
            return if after.is_trigger() {
                event(false, None)
            } else {
                None
            };
        };
        let took = self
            .known(source)
            .and_then(|known| known.slow.get(&index))
            .copied();
        let took = took.unwrap_or(QUICK);
        if was == after {
            let now = millis(seen);
            let slower = now as f64 > took.max(QUICK) as f64 * self.slow_factor;
            return if slower && after.is_solved() {
                event(false, Some((took, now)))
            } else {
                None
            };
        }
        // Near the limit a time-out says nothing.
        let limit = self.settings.timeout.as_millis() as u64;
        let near = |ms: u64| ms * 4 > limit;
        match (was.kind() == Kind::Slow, after.kind() == Kind::Slow) {
            (false, true) if near(took) => None,
            (true, false) if near(millis(seen)) => None,
            _ => event(rank(after) < rank(was), None),
        }
    }

    /// A change must show in every one of several fresh processes; a slow-down in the fastest.
    fn confirmed(
        &self,
        watcher: &Watcher<'_>,
        text: &str,
        mut event: Event,
        verdict: Verdict,
    ) -> Result<Option<Event>, EvolveError> {
        let mut least = u64::MAX;
        for _ in 0..AGAIN {
            let again = watcher.fresh(text)?;
            let same = if verdict == Verdict::Unsound {
                again.verdict == Verdict::Fine
            } else {
                again.verdict == verdict
            };
            let said = Code::of(&again, verdict) == event.after;
            if !same || !said {
                return Ok(None);
            }
            least = least.min(millis(&again));
        }
        if let Some((took, _)) = event.slow {
            event.slow = Some((took, least));
            if least as f64 <= took.max(QUICK) as f64 * self.slow_factor {
                return Ok(None);
            }
        }
        Ok(Some(event))
    }

    /// Whether a script still shows what an event shows: for its reduction.
    pub fn shows(&self, event: &Event, script: &str) -> bool {
        let watcher = Watcher::new(self.candidate, self.settings, self.cancel);
        let Ok(mut seen) = watcher.fresh(script) else {
            return false;
        };
        if let Some((took, _)) = event.slow {
            return millis(&seen) as f64 > took.max(QUICK) as f64 * self.slow_factor;
        }
        let judge = self.reference.map(|solver| self.judge(solver));
        let answer = || {
            judge
                .as_ref()
                .and_then(|judge| judge.again(script).ok())
                .unwrap_or_default()
        };
        if event.after.is_trigger() && event.after.kind() != Kind::Soundness {
            return Code::of(&seen, seen.verdict) == event.after;
        }
        let right = answer();
        let Ok(verdict) = settle(&watcher, judge.as_ref(), script, &right, false, &mut seen) else {
            return false;
        };
        let decided = ["sat", "unsat"].contains(&right.as_str());
        let open = !event.after.is_solved() && event.after.kind() != Kind::Rejected;
        Code::of(&seen, verdict) == event.after && (decided || !open)
    }
}

/// From right to wrong.
fn rank(code: Code) -> u8 {
    match code.kind() {
        Kind::Disagreement => 0,
        Kind::Incomplete => 1,
        Kind::Slow => 2,
        Kind::Rejected => 3,
        _ => 4,
    }
}

fn millis(seen: &Observed) -> u64 {
    seen.cpu.max(Duration::ZERO).as_millis() as u64
}

fn texts(source: &Source, indices: &[u64]) -> Result<Vec<String>, EvolveError> {
    let (Some(first), Some(last)) = (indices.first(), indices.last()) else {
        return Ok(Vec::new());
    };
    if last - first < 4 * CHUNK {
        let all = source.texts(*first..last + 1)?;
        return Ok(indices
            .iter()
            .map(|index| all[(index - first) as usize].clone())
            .collect());
    }
    indices.iter().map(|index| source.text(*index)).collect()
}

#[derive(Default)]
struct Stretch {
    codes: Vec<(u64, Code, u64)>,
    ends: Vec<Class>,
    events: Vec<Event>,
    fleeting: u64,
    judged: (u64, u64),
}
