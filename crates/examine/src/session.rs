//! A `state` bug reduced: the list of earlier scripts, the case, and the commands of the earlier
//! scripts, as long as a persistent process shows the bug and a fresh one does not.

use crate::{Compared, Equipment, Order, Registry, Settings, StatePredicate, Ways, drive};
use gadfly_reduce::{Predicate, PredicateError};
use gadfly_vocabulary::Signature;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// What one process is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionScripts {
    /// The scripts before the case, oldest first.
    pub before: Vec<String>,
    /// The case.
    pub case: String,
}

impl SessionScripts {
    /// All of them as one text, with resets between them.
    pub fn joined(&self) -> String {
        let mut text = String::new();
        for script in &self.before {
            text.push_str(script.trim_end());
            text.push_str("\n(reset)\n");
        }
        text.push_str(&self.case);
        text
    }

    fn with(&self, part: Part, text: &str) -> SessionScripts {
        let mut changed = self.clone();
        match part {
            Part::Case => changed.case = text.to_string(),
            Part::Earlier(n) => changed.before[n] = text.to_string(),
        }
        changed
    }

    fn part(&self, part: Part) -> &str {
        match part {
            Part::Case => &self.case,
            Part::Earlier(n) => &self.before[n],
        }
    }

    fn compare(&self, predicate: &StatePredicate<'_>) -> Compared {
        let before: Vec<&str> = self.before.iter().map(String::as_str).collect();
        predicate.compare(&before, &self.case)
    }

    fn show(&self, predicate: &StatePredicate<'_>) -> bool {
        matches!(self.compare(predicate), Compared::Shows(_))
    }
}

/// Which of the scripts is changed.
#[derive(Clone, Copy)]
enum Part {
    Case,
    Earlier(usize),
}

/// What the reduction of a `state` bug came to.
#[derive(Clone, Debug)]
pub struct ReducedSession {
    /// The smallest scripts found.
    pub scripts: SessionScripts,
    /// What a persistent and a fresh process do with them.
    pub sentence: String,
    /// How many were tried.
    pub tried: u64,
}

impl<R: Registry> Equipment<R> {
    /// Reduces a solver's `state` bug. First with runs of `least` CPU time, which most bugs keep;
    /// `None` where the bug does not show even with long ones.
    pub fn reduce_session(
        &self,
        solver: &str,
        signature: &Signature,
        whole: &SessionScripts,
        least: Duration,
        order: &Order<'_>,
    ) -> Option<ReducedSession> {
        let limits = self.settings.limits;
        let brisk = Settings {
            limits: limits.timed(limits.cpu.unwrap_or(least).min(least)),
            ..self.settings.clone()
        };
        let deadline = order.time.map(|time| Instant::now() + time);
        for settings in [&brisk, &self.settings] {
            let examiner = self.examiner_with(&self.runner, settings);
            let work = Work {
                predicate: StatePredicate::of(examiner, solver, signature)?,
                order,
                deadline,
                checks: Cell::new(0),
            };
            let mut scripts = whole.clone();
            if !work.shows(&scripts) {
                continue;
            }
            work.run(&mut scripts);
            if let Some(sentence) = self.session_shows(solver, signature, &scripts) {
                return Some(ReducedSession {
                    scripts,
                    sentence,
                    tried: work.checks.get(),
                });
            }
        }
        None
    }

    /// What a persistent and a fresh process do with the scripts, each run of them a new one, with
    /// time enough; `None` where the bug does not show every time.
    fn session_shows(
        &self,
        solver: &str,
        signature: &Signature,
        scripts: &SessionScripts,
    ) -> Option<String> {
        let mut sentence = None;
        for _ in 0..self.settings.tries.max(1) {
            let predicate = StatePredicate::of(self.examiner(), solver, signature)?;
            match scripts.compare(&predicate) {
                Compared::Shows(said) => sentence = Some(said),
                _ => return None,
            }
        }
        sentence
    }
}

/// A reduction at work.
struct Work<'a> {
    predicate: StatePredicate<'a>,
    order: &'a Order<'a>,
    deadline: Option<Instant>,
    checks: Cell<u64>,
}

impl Work<'_> {
    fn shows(&self, scripts: &SessionScripts) -> bool {
        self.checks.set(self.checks.get() + 1);
        scripts.show(&self.predicate)
    }

    /// The checks that are left.
    fn left(&self) -> Option<u64> {
        let most = self.order.checks;
        most.map(|most| most.saturating_sub(self.checks.get()))
    }

    fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|end| Instant::now() >= end);
        late || self.left() == Some(0) || (self.order.halt)()
    }

    /// Leaves out earlier scripts, many at once before few.
    fn fewer(&self, scripts: &mut SessionScripts) {
        let mut size = scripts.before.len();
        while size > 0 {
            let mut at = 0;
            while at < scripts.before.len() && !self.is_over() {
                let end = (at + size).min(scripts.before.len());
                let mut without = scripts.clone();
                without.before.drain(at..end);
                if self.shows(&without) {
                    *scripts = without;
                } else {
                    at = end;
                }
            }
            size /= 2;
        }
    }

    /// Makes one of the scripts smaller.
    fn smaller(&self, scripts: &mut SessionScripts, part: Part) {
        let now = Instant::now();
        let order = Order {
            time: self.deadline.map(|end| end.saturating_duration_since(now)),
            checks: self.left(),
            halt: self.order.halt,
            ..Order::default()
        };
        let one = OnePart {
            scripts,
            part,
            predicate: &self.predicate,
        };
        let ways = Ways {
            candidates: &one,
            result: None,
        };
        let text = scripts.part(part);
        if let Ok(driven) = drive(text, text, &ways, order) {
            let reduction = driven.reduction;
            self.checks.set(self.checks.get() + reduction.checks);
            *scripts = scripts.with(part, &reduction.text);
        }
    }

    fn run(&self, scripts: &mut SessionScripts) {
        self.fewer(scripts);
        self.smaller(scripts, Part::Case);
        for n in (0..scripts.before.len()).rev() {
            if self.is_over() {
                return;
            }
            self.smaller(scripts, Part::Earlier(n));
        }
        // What an earlier script needed may have been in one that is smaller now.
        self.fewer(scripts);
    }
}

/// The predicate of one script while the others stay.
struct OnePart<'a> {
    scripts: &'a SessionScripts,
    part: Part,
    predicate: &'a StatePredicate<'a>,
}

impl Predicate for OnePart<'_> {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        Ok(self.scripts.with(self.part, script).show(self.predicate))
    }
}
