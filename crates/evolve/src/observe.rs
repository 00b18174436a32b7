//! One solver over a stretch of formulas: in a session where that changes nothing, in fresh
//! processes for whatever counts.

use crate::error::EvolveError;
use crate::evidence;
use crate::outcome::{Observed, Verdict};
use crate::study::{Settings, Timing};
use gadfly_exec::Cancel;
use gadfly_solver::{After, Answer, Options, Restarts, Session, Solver};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

/// One formula in this many is also run in a fresh process, to see that sessions change nothing and
/// what it takes with the start of a process.
pub(crate) const SAMPLE: usize = 251;
/// Of a short stretch, at least so many.
const LEAST: usize = 8;
/// A solver whose first runs all fail to start is not asked further.
const PATIENCE: usize = 20;

/// Runs one solver.
pub struct Watcher<'a> {
    solver: &'a Solver,
    settings: &'a Settings,
    options: Options,
    fresh_options: Options,
    cancel: &'a Cancel,
}

impl<'a> Watcher<'a> {
    /// A watcher of a solver; `cancel` stops it between runs and inside one.
    pub fn new(solver: &'a Solver, settings: &'a Settings, cancel: &'a Cancel) -> Self {
        let stoppable = |options: Options| Options {
            cancel: Some(cancel.clone()),
            ..options
        };
        Watcher {
            solver,
            settings,
            options: stoppable(settings.options()),
            fresh_options: stoppable(settings.fresh_options()),
            cancel,
        }
    }

    /// Runs all texts, as often as the settings say; `tick` is called after each.
    pub fn all(&self, texts: &[String], tick: &dyn Fn()) -> Result<Vec<Observed>, EvolveError> {
        let mut seen = self.once(texts, tick)?;
        for _ in 1..self.settings.repeat {
            for (sum, again) in seen.iter_mut().zip(self.once(texts, tick)?) {
                sum.cpu += again.cpu;
                sum.fresh_cpu = sum.fresh_cpu.zip(again.fresh_cpu).map(|(a, b)| a + b);
                sum.wall += again.wall;
                sum.memory = sum.memory.max(again.memory);
            }
        }
        for one in &mut seen {
            one.cpu /= self.settings.repeat.max(1);
            one.fresh_cpu = one.fresh_cpu.map(|cpu| cpu / self.settings.repeat.max(1));
            one.wall /= self.settings.repeat.max(1);
        }
        Ok(seen)
    }

    fn once(&self, texts: &[String], tick: &dyn Fn()) -> Result<Vec<Observed>, EvolveError> {
        if self.settings.timing == Timing::Fresh {
            return self.all_fresh(texts, tick);
        }
        let mut seen = self.in_session(texts, tick)?;
        for at in 0..seen.len() {
            // A session cannot tell for sure whose words on standard error are.
            let after_noise = seen
                .get(at + 1)
                .is_some_and(|next| next.noisy && !next.fresh);
            if !seen[at].fresh && (seen[at].is_odd() || after_noise) {
                seen[at] = self.fresh(&texts[at])?;
            }
        }
        for at in sample(texts.len()) {
            let again = self.fresh(&texts[at])?;
            if !agree(&seen[at], &again) {
                // Sessions change this solver's answers here: fresh processes it is.
                return self.all_fresh(texts, &|| ());
            }
            seen[at].fresh_cpu = Some(again.cpu);
            seen[at].resources = again.resources;
        }
        Ok(seen)
    }

    pub(crate) fn in_session(
        &self,
        texts: &[String],
        tick: &dyn Fn(),
    ) -> Result<Vec<Observed>, EvolveError> {
        let restarts = Restarts {
            calls: u64::MAX,
            ..Restarts::default()
        };
        let solver = one_check_each(self.solver, texts);
        let mut session = Session::with(&solver, &self.options, restarts, After::Settled);
        let mut seen: Vec<Observed> = Vec::with_capacity(texts.len());
        // The first formula of a process pays for what all the others use.
        if let Some(first) = texts.first() {
            session.run(first);
        }
        for text in texts {
            session.warm_up();
            let one = Observed::of(&session.run(text));
            self.go_on(&seen, &one)?;
            seen.push(one);
            tick();
        }
        // What the last formula left on standard error comes with one more call.
        let after = Observed::of(&session.run("(echo \"\")"));
        if let Some(last) = seen.last_mut() {
            last.noisy |= after.noisy;
        }
        Ok(seen)
    }

    pub(crate) fn all_fresh(
        &self,
        texts: &[String],
        tick: &dyn Fn(),
    ) -> Result<Vec<Observed>, EvolveError> {
        let mut seen = Vec::with_capacity(texts.len());
        for text in texts {
            let one = self.fresh(text)?;
            self.go_on(&seen, &one)?;
            seen.push(one);
            tick();
        }
        for at in sample(texts.len()) {
            seen[at].fresh_cpu = Some(seen[at].cpu);
        }
        Ok(seen)
    }

    /// One text in a fresh process.
    pub fn fresh(&self, text: &str) -> Result<Observed, EvolveError> {
        let asks = self.settings.resources && self.solver.family == "z3";
        let text = if asks {
            Cow::Owned(format!("{text}\n(get-info :rlimit)"))
        } else {
            Cow::Borrowed(text)
        };
        let one = Observed::of(&self.solver.run_fresh(&text, &self.fresh_options));
        self.stopped()?;
        Ok(one)
    }

    /// Whether these answers of the solver rest on a model that our evaluator finds true.
    pub(crate) fn has_true_model(&self, text: &str, answers: &[Answer]) -> bool {
        matches!(answers, [Answer::Sat])
            && evidence::has_true_model(self.solver, &self.options, text)
    }

    fn stopped(&self) -> Result<(), EvolveError> {
        if self.cancel.is_set() {
            return Err(EvolveError::Interrupted);
        }
        Ok(())
    }

    fn go_on(&self, before: &[Observed], one: &Observed) -> Result<(), EvolveError> {
        self.stopped()?;
        let broken = |one: &Observed| one.verdict == Verdict::Broken && one.cpu == Duration::ZERO;
        if broken(one) && before.len() + 1 == PATIENCE && before.iter().all(broken) {
            return Err(EvolveError::Broken {
                solver: self.solver.spec.clone(),
                why: one.fault.clone().unwrap_or_default(),
            });
        }
        Ok(())
    }
}

/// The positions of the sample, spread over a stretch.
pub(crate) fn sample(count: usize) -> impl Iterator<Item = usize> {
    (0..count).step_by((count / LEAST).clamp(1, SAMPLE))
}

/// The solver as a session starts it. What makes some solvers take several checks changes how
/// they go about one, so scripts with one check each are sent without it, as a fresh process is.
fn one_check_each<'a>(solver: &'a Solver, texts: &[String]) -> Cow<'a, Solver> {
    let several = |text: &String| {
        text.contains("push") || text.contains("-assuming") || gadfly_solver::count_checks(text) > 1
    };
    let call = &solver.profile.call;
    if call.incremental.is_empty() || texts.iter().any(several) {
        return Cow::Borrowed(solver);
    }
    let mut profile = solver.profile.as_ref().clone();
    profile
        .call
        .session
        .retain(|argument| !call.incremental.contains(argument));
    let mut plain = solver.clone();
    plain.profile = Arc::new(profile);
    Cow::Owned(plain)
}

/// Whether a session's run and a fresh one say the same. Time is no answer.
fn agree(session: &Observed, fresh: &Observed) -> bool {
    let bounded = |seen: &Observed| matches!(seen.verdict, Verdict::Timeout | Verdict::MemoryOut);
    bounded(session)
        || bounded(fresh)
        || (session.said == fresh.said && session.verdict == fresh.verdict)
}
