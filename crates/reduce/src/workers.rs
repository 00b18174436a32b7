//! Workers that follow one course together: the first asks what comes next, the others what comes
//! then if the answers are as expected.
//!
//! Answers are taken in the order of the course alone, so that any number of workers comes to the
//! same result as one. What was asked ahead in vain is kept: it may come up again.

use crate::budget::Stop;
use crate::check::Question;
use crate::course::{Course, Ground};
use crate::observer::Event;
use crate::tried::CandidateHash;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Workers on one reduction.
pub(crate) struct Workers<'a> {
    ground: &'a Ground<'a>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// All answers up to here are taken.
    course: Course,
    /// Questions after it, in order: each assumes that those before it go as expected, or as they
    /// were answered.
    ahead: VecDeque<Ahead>,
    /// Being asked at the moment.
    asked: FxHashSet<Key>,
    /// Answered, but not on the course so far.
    spare: FxHashMap<Key, bool>,
    pass: Option<&'static str>,
    stop: Option<Stop>,
}

/// The sure way may answer otherwise than the quick one.
type Key = (CandidateHash, bool);

struct Ahead {
    key: Key,
    /// The course that waits for the answer.
    course: Course,
    answer: Option<bool>,
}

impl Ahead {
    fn assumed(&self) -> bool {
        self.answer.unwrap_or_else(|| self.course.expected())
    }
}

impl<'a> Workers<'a> {
    pub(crate) fn new(ground: &'a Ground<'a>, course: Course) -> Self {
        let state = State {
            course,
            ahead: VecDeque::new(),
            asked: FxHashSet::default(),
            spare: FxHashMap::default(),
            pass: None,
            stop: None,
        };
        Workers {
            ground,
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    /// Follows the course to its end with `jobs` workers.
    pub(crate) fn run(self, jobs: usize) -> (Course, Option<Stop>) {
        if jobs <= 1 {
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
        (state.course, state.stop)
    }

    fn work(&self) {
        while let Some(question) = self.next_question() {
            let answer = self.ground.checker.ask(&question);
            let mut state = self.lock();
            let key = (question.hash, question.surely);
            state.asked.remove(&key);
            match answer {
                Ok(fails) => state.answered(key, fails, self.ground),
                Err(stop) => {
                    state.stop.get_or_insert(stop);
                }
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    /// The first question on the expected course that nobody asks yet, waiting while answers may
    /// still change the course.
    fn next_question(&self) -> Option<Question> {
        let mut state = self.lock();
        loop {
            if state.stop.is_some() {
                return None;
            }
            match state.look_ahead(self.ground) {
                Some(question) => {
                    let key = (question.hash, question.surely);
                    if state.asked.insert(key) {
                        return Some(question);
                    }
                }
                None if state.ahead.is_empty() => return None,
                None => {
                    state = self
                        .changed
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Goes one question further on the expected course. `None` at its end.
    fn look_ahead(&mut self, ground: &Ground<'_>) -> Option<Question> {
        loop {
            let mut course = match self.ahead.back() {
                None => self.course.clone(),
                Some(last) => {
                    let mut course = last.course.clone();
                    course.answer(last.assumed());
                    course
                }
            };
            let known = |hash: &CandidateHash| {
                let mut ahead = self.ahead.iter();
                ahead.find(|one| one.key.0 == *hash).map(Ahead::assumed)
            };
            let Some(question) = course.next_question(ground, &known) else {
                if self.ahead.is_empty() {
                    self.course = course;
                }
                return None;
            };
            let key = (question.hash, question.surely);
            let answer = self.spare.remove(&key);
            self.ahead.push_back(Ahead {
                key,
                course,
                answer: None,
            });
            match answer {
                Some(fails) => self.answered(key, fails, ground),
                None => return Some(question),
            }
        }
    }

    /// An answer came in. What was asked on the ground of another one leaves the course.
    fn answered(&mut self, key: Key, fails: bool, ground: &Ground<'_>) {
        let Some(place) = self.ahead.iter().position(|one| one.key == key) else {
            self.spare.insert(key, fails);
            return;
        };
        if fails != self.ahead[place].course.expected() {
            for gone in self.ahead.drain(place + 1..) {
                self.spare
                    .extend(gone.answer.map(|answer| (gone.key, answer)));
            }
        }
        self.ahead[place].answer = Some(fails);
        self.take_answers(ground);
    }

    /// Takes the answers at the front into the course.
    fn take_answers(&mut self, ground: &Ground<'_>) {
        while let Some(fails) = self.ahead.front().and_then(|first| first.answer) {
            let Some(first) = self.ahead.pop_front() else {
                return;
            };
            let trusted = !first.course.distrusts();
            let before = self.course.best().clone();
            self.course = first.course;
            if self.course.pass() != self.pass {
                self.pass = self.course.pass();
                self.pass
                    .into_iter()
                    .for_each(|name| ground.tell_pass(name));
            }
            self.course.answer(fails);
            let tried = ground.checker.tried;
            if trusted && self.course.distrusts() {
                tried.forget_successes();
                self.spare.clear();
            }
            tried.put(first.key.0, fails);
            let best = self.course.best();
            if *best != before {
                let text = best;
                ground.checker.observer.event(&Event::Best { text });
            }
        }
    }
}
