//! A worker's persistent sessions: one a solver and option set, the least used one ends first.

use super::registry::SolverRegistry;
use gadfly_exec::{Cancel, Limits};
use gadfly_solver::{
    After, Mode, Options, Outcome, RawSession, Restarts, Run, SessionError, SessionPlan, Solver,
};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Processes that a worker keeps alive.
const MOST: usize = 8;
/// Scripts that are remembered, so that what only shows in a process that lives on can be shown again.
const REMEMBERED: usize = 128;
/// The bytes that they may take, a process.
const REMEMBERED_BYTES: usize = 1 << 20;
/// What a process may take to start at least.
const START: Duration = Duration::from_millis(40);

struct Slot {
    spec: String,
    /// Whether it serves formulas in scopes.
    scoped: bool,
    session: RawSession,
    used: u64,
    given: Given,
}

/// What a process was given, oldest first; the last ones only.
#[derive(Default)]
struct Given {
    texts: VecDeque<String>,
}

impl Given {
    fn remember(&mut self, script: &str) {
        let held: usize = self.texts.iter().map(String::capacity).sum();
        let mut over = (held + script.len()).saturating_sub(REMEMBERED_BYTES);
        let mut room = None;
        while over > 0 || self.texts.len() >= REMEMBERED {
            let Some(oldest) = self.texts.pop_front() else {
                break;
            };
            over = over.saturating_sub(oldest.capacity());
            room = Some(oldest);
        }
        // The text of the oldest makes room for the newest, mostly without a new allocation.
        let mut text = room.unwrap_or_default();
        text.clear();
        text.push_str(script);
        self.texts.push_back(text);
    }
}

/// The sessions of one worker.
pub(super) struct Sessions {
    slots: Vec<Slot>,
    clock: u64,
    cancel: Cancel,
    /// What processes of some programs find in their environment.
    told: Vec<(PathBuf, (OsString, OsString))>,
}

impl Sessions {
    pub(super) fn new(cancel: Cancel) -> Sessions {
        Sessions {
            slots: Vec::new(),
            clock: 0,
            cancel,
            told: Vec::new(),
        }
    }

    /// The same, where processes of some programs find something in their environment.
    pub(super) fn telling(self, told: Vec<(PathBuf, (OsString, OsString))>) -> Sessions {
        Sessions { told, ..self }
    }

    /// A solver with what its processes are told.
    fn told<'a>(&self, solver: &'a Solver) -> Cow<'a, Solver> {
        let program = &solver.launch.program;
        let Some((_, variable)) = self.told.iter().find(|(of, _)| of == program) else {
            return Cow::Borrowed(solver);
        };
        let mut solver = solver.clone();
        solver.launch.env.push(variable.clone());
        Cow::Owned(solver)
    }

    /// Runs a script in the solver's session; in a fresh process where it has none. With `scope`, in a
    /// process that pops each formula's scope instead of a reset, where the script has one.
    pub(super) fn run(
        &mut self,
        solver: &Arc<Solver>,
        script: &str,
        limits: &Limits,
        book: &SolverRegistry,
        scope: bool,
    ) -> Run {
        let scoped = scope && gadfly_solver::is_scoped(script);
        let options = Options {
            limits: *limits,
            cancel: Some(self.cancel.clone()),
            ..Options::default()
        };
        let traits = &solver.profile.session;
        if !traits.reset || !traits.echo || gadfly_solver::count_checks(script) > 1 {
            return self.told(solver).run_fresh(script, &options);
        }
        let starts = self.slot(solver, &options, scoped).session.pid().is_none();
        if starts && let Some(reason) = book.changed(solver) {
            return solver.not_run(script, limits, Outcome::Broken(reason));
        }
        let cancel = self.cancel.clone();
        let slot = self.slot(solver, &options, scoped);
        let limits = solver.fit(limits);
        let limits = &if starts {
            with_start(solver, &limits)
        } else {
            limits
        };
        let script = &*solver.passed_on(script);
        match slot.session.run(script, limits, Some(&cancel)) {
            Ok(done) => {
                if !scoped {
                    if done.calls_before == 0 {
                        slot.given.texts.clear();
                    }
                    slot.given.remember(script);
                }
                solver.read(script, done.raw, false)
            }
            Err(SessionError::Unsuitable(_)) => self.told(solver).run_fresh(script, &options),
            Err(SessionError::Exec(fault)) => {
                solver.not_run(script, limits, Outcome::Broken(fault.to_string()))
            }
        }
    }

    /// What the process that ran a solver's last script was given before it, oldest first.
    pub(super) fn history(&self, spec: &str) -> Vec<String> {
        let mut slots = self.slots.iter();
        let slot = slots.find(|slot| slot.spec == spec && !slot.scoped);
        let given = slot.map(|slot| slot.given.texts.iter().cloned());
        let mut given: Vec<String> = given.into_iter().flatten().collect();
        given.pop();
        given
    }

    fn slot(&mut self, solver: &Arc<Solver>, options: &Options, scoped: bool) -> &mut Slot {
        self.clock += 1;
        let same = |slot: &Slot| slot.spec == solver.spec && slot.scoped == scoped;
        let at = match self.slots.iter().position(same) {
            Some(at) => at,
            None => {
                if self.slots.len() >= MOST {
                    let oldest = (0..self.slots.len()).min_by_key(|at| self.slots[*at].used);
                    oldest.map(|at| self.slots.swap_remove(at));
                }
                let session = RawSession::new(plan(&self.told(solver), options, scoped));
                self.slots.push(Slot {
                    spec: solver.spec.clone(),
                    scoped,
                    session,
                    used: 0,
                    given: Given::default(),
                });
                self.slots.len() - 1
            }
        };
        let slot = &mut self.slots[at];
        slot.used = self.clock;
        slot
    }
}

/// Limits of a process's first formula: its start is not the formula's fault, and with short limits
/// one time-out would lead to the next. A busy machine may double what was measured.
fn with_start(solver: &Solver, limits: &Limits) -> Limits {
    let measured = solver.calibration().and_then(|known| known.session);
    let measured = measured.unwrap_or_default();
    let start = |measured: Duration| (measured * 2).max(START);
    Limits {
        cpu: limits.cpu.map(|cpu| cpu + start(measured.cpu)),
        wall: limits.wall.map(|wall| wall + start(measured.wall)),
        ..*limits
    }
}

fn plan(solver: &Solver, options: &Options, scoped: bool) -> SessionPlan {
    SessionPlan {
        command: solver.command(Mode::Session, "", options),
        survives_errors: solver.profile.session.survives_errors,
        strip_info: solver.profile.session.strip_info,
        restarts: Restarts::default(),
        after: if scoped { After::Pop } else { After::Reset },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut given = Given::default();
        for n in 0..4 * REMEMBERED {
            given.remember(&format!("(assert {n})"));
        }
        assert_eq!(given.texts.len(), REMEMBERED);
        assert_eq!(given.texts.back().unwrap(), "(assert 511)");
        for _ in 0..REMEMBERED {
            given.remember(&"x".repeat(REMEMBERED_BYTES / 4));
        }
        let held: usize = given.texts.iter().map(String::capacity).sum();
        assert!(held <= REMEMBERED_BYTES && given.texts.len() >= 3, "{held}");
        given.remember(&"x".repeat(2 * REMEMBERED_BYTES));
        assert_eq!(given.texts.len(), 1);
    }
}
