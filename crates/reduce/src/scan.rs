//! One pass over a list of moves: how many are tried together, and by whom.
//!
//! A region of the list is scanned from its start with a chunk of moves that are tried together.
//! Success takes the chunk and doubles the next one; failure halves it; a single move that fails
//! is passed by. A list where everything can go costs one check, a list where nothing can go one
//! check a move, and one culprit among n moves about 2 log n checks. Every worker scans a region
//! of its own; an idle worker takes half of the largest rest.

use crate::budget::Stop;
use crate::check::{Checked, Checker};
use crate::edit::{Move, Taken};
use crate::observer::Event;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The moves of a pass at work on one text.
pub(crate) struct Scan<'a> {
    text: &'a str,
    moves: &'a [Move],
    checker: &'a Checker<'a>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    taken: Taken,
    /// Grows with every success: a candidate that was built before it must be combined.
    version: usize,
    best: Option<String>,
    regions: Vec<Region>,
    busy: usize,
    stop: Option<Stop>,
}

struct Region {
    rest: Range<usize>,
    chunk: usize,
    /// Whether a worker has it.
    held: bool,
}

/// What a scan came to.
pub(crate) struct Scanned {
    /// The new text, if any move was taken.
    pub(crate) text: Option<String>,
    /// Why everything must end, if it must.
    pub(crate) stop: Option<Stop>,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str, moves: &'a [Move], checker: &'a Checker<'a>) -> Self {
        let region = Region {
            rest: 0..moves.len(),
            chunk: moves.len(),
            held: false,
        };
        let state = State {
            taken: Taken::default(),
            version: 0,
            best: None,
            regions: vec![region],
            busy: 0,
            stop: None,
        };
        Scan {
            text,
            moves,
            checker,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Tries all moves with `jobs` workers.
    pub(crate) fn run(self, jobs: usize) -> Scanned {
        if jobs <= 1 || self.moves.len() == 1 {
            self.work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..jobs {
                    scope.spawn(|| self.work());
                }
            });
        }
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        Scanned {
            text: state.best,
            stop: state.stop,
        }
    }

    fn work(&self) {
        while let Some((region, range)) = self.next_chunk() {
            let taken = self.try_moves(range.clone());
            let mut state = self.lock();
            state.busy -= 1;
            let count = range.len();
            let place = &mut state.regions[region];
            place.held = false;
            match taken {
                Some(true) => {
                    place.rest.start = range.end;
                    place.chunk = count * 2;
                }
                Some(false) if count > 1 => place.chunk = count / 2,
                Some(false) => place.rest.start = range.end,
                None => {}
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// The next moves to try together, waiting while others may still leave some.
    fn next_chunk(&self) -> Option<(usize, Range<usize>)> {
        let mut state = self.lock();
        loop {
            if state.stop.is_some() {
                return None;
            }
            let free = (0..state.regions.len())
                .find(|&n| !state.regions[n].held && !state.regions[n].rest.is_empty());
            if let Some(n) = free.or_else(|| split_largest(&mut state.regions)) {
                let region = &mut state.regions[n];
                let end = region.rest.end.min(region.rest.start + region.chunk.max(1));
                let range = region.rest.start..end;
                region.held = true;
                state.busy += 1;
                return Some((n, range));
            }
            if state.busy == 0 {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the moves could be taken. A success that others have overtaken is combined with
    /// theirs and checked again. `None` if everything must stop.
    fn try_moves(&self, range: Range<usize>) -> Option<bool> {
        loop {
            let (additions, taken, bound, version) = {
                let state = self.lock();
                let additions = self.free_moves(&state.taken, range.clone());
                let taken = state.taken.with(&additions);
                let bound = state.best.clone().unwrap_or_else(|| self.text.to_string());
                (additions, taken, bound, state.version)
            };
            if additions.is_empty() {
                return Some(true);
            }
            let candidate = taken.apply(self.text);
            match self.checker.check(&candidate, &bound) {
                Ok(Checked::Fails(smaller)) => {
                    let mut state = self.lock();
                    if state.version == version {
                        state.taken = taken;
                        state.version += 1;
                        self.checker.observer.event(&Event::Best { text: &smaller });
                        state.best = Some(smaller);
                        return Some(true);
                    }
                }
                Ok(Checked::Passes) => return Some(false),
                Err(stop) => {
                    self.lock().stop.get_or_insert(stop);
                    return None;
                }
            }
        }
    }

    /// The moves of a range that touch neither what is taken nor one another.
    fn free_moves(&self, taken: &Taken, range: Range<usize>) -> Vec<Move> {
        let mut all = taken.clone();
        let mut free = Vec::new();
        for addition in &self.moves[range] {
            if all.is_free(addition) {
                all.take(addition);
                free.push(addition.clone());
            }
        }
        free
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Halves the region with the most moves that its holder has not begun, and gives the new half.
fn split_largest(regions: &mut Vec<Region>) -> Option<usize> {
    let n = (0..regions.len())
        .filter(|&n| regions[n].rest.len() >= 2)
        .max_by_key(|&n| {
            let region = &regions[n];
            region
                .rest
                .len()
                .saturating_sub(region.chunk.min(region.rest.len()))
        })?;
    let region = &mut regions[n];
    let begun = region.rest.start + region.chunk.clamp(1, region.rest.len());
    if begun >= region.rest.end {
        return None;
    }
    let middle = begun + (region.rest.end - begun) / 2;
    let rest = middle..region.rest.end;
    region.rest.end = middle;
    let chunk = region.chunk.min(rest.len());
    regions.push(Region {
        rest,
        chunk,
        held: false,
    });
    Some(regions.len() - 1)
}
