//! What a solver needs before it has done anything: the time and the memory of its start, and whether
//! it can live under a limit on its address space.
//!
//! Limits are chosen above these. A debug build may take seconds to start, and a sanitizer reserves
//! terabytes of address space, so that limits which suit a release would stop every run.

use crate::flavour::memory_kind;
use crate::run::{Outcome, Run};
use crate::session::Session;
use crate::solver::{Options, Solver};
use gadfly_exec::{Cancel, Limits, MemoryKind};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What every solver answers at once, whatever theories it has.
const TRIVIAL: [&str; 2] = [
    "(set-logic QF_UF)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n",
    "(assert true)\n(check-sat)\n",
];
/// The least time that a trivial formula gets.
const PATIENCE: Duration = Duration::from_secs(10);
/// A start that is over so soon is measured again: the first one reads the program from the disk.
const QUICK: Duration = Duration::from_millis(500);

/// What was measured of a program, each when it was first asked for.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    memory_kind: OnceLock<MemoryKind>,
    /// The run that showed how memory is limited: a start that need not be measured again.
    trial: Mutex<Option<Run>>,
    calibration: OnceLock<Calibration>,
}

impl Measured {
    fn trial(&self) -> MutexGuard<'_, Option<Run>> {
        self.trial.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, run: Run) {
        *self.trial() = Some(run);
    }
}

/// What one start took, with a trivial formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartUp {
    /// CPU time.
    pub cpu: Duration,
    /// Wall time.
    pub wall: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

/// What was measured of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calibration {
    /// A fresh process.
    pub fresh: StartUp,
    /// A process that lives on, until its first answer; `None` where the solver has none.
    pub session: Option<StartUp>,
    /// How its memory is limited.
    pub memory_kind: MemoryKind,
}

/// Why a solver cannot be tested at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It does not answer what every solver answers.
    #[error(
        "{spec} does not answer a trivial formula ({said}), so nothing can be tested; \
         `gadfly solvers doctor '{spec}'` shows what it says{hint}"
    )]
    Mute {
        /// The solver.
        spec: String,
        /// What it said instead.
        said: String,
        /// What may help.
        hint: &'static str,
    },
    /// A trivial formula takes it longer than any formula may.
    #[error(
        "{spec} takes {takes:.1?} for a trivial formula, and the time limit of a run is {limit:.1?}; \
         give a longer one, such as --timeout {wanted}s"
    )]
    Slow {
        /// The solver.
        spec: String,
        /// CPU time of a trivial formula.
        takes: Duration,
        /// The limit.
        limit: Duration,
        /// A limit that would do, in seconds.
        wanted: u64,
    },
}

impl Solver {
    /// The limits as this solver can bear them: a program that reserves more address space than the
    /// memory limit, as sanitizers do, is limited by its resident memory.
    pub fn fit(&self, limits: &Limits) -> Limits {
        self.fit_until(limits, None)
    }

    /// The same, with a trial that ends when the flag is set.
    pub(crate) fn fit_until(&self, limits: &Limits, cancel: Option<&Cancel>) -> Limits {
        if limits.memory_limit().is_none() || limits.memory_kind == MemoryKind::Resident {
            return *limits;
        }
        Limits {
            memory_kind: self.memory_kind(limits, cancel),
            ..*limits
        }
    }

    /// How memory is limited. Releases that we installed need no trial.
    fn memory_kind(&self, limits: &Limits, cancel: Option<&Cancel>) -> MemoryKind {
        if let Some(release) = &self.release {
            let flavour = release.flavour();
            return flavour.map_or(MemoryKind::AddressSpace, memory_kind);
        }
        if let Some(known) = self.measured.memory_kind.get() {
            return *known;
        }
        // Two threads may try at once, and find the same.
        let (kind, run) = self.try_kinds(limits, cancel);
        match run.outcome {
            // It showed nothing.
            Outcome::Cancelled => kind,
            Outcome::Timeout => *self.measured.memory_kind.get_or_init(|| kind),
            _ => {
                self.measured.keep(run);
                *self.measured.memory_kind.get_or_init(|| kind)
            }
        }
    }

    fn try_kinds(&self, limits: &Limits, cancel: Option<&Cancel>) -> (MemoryKind, Run) {
        // It dies of its limit at once or not at all, so its runs' own time is enough.
        let wall = limits.wall.unwrap_or(PATIENCE).min(PATIENCE);
        let trial = |memory_kind| {
            let wall = Some(wall);
            let mut options = generous(
                &Limits {
                    memory_kind,
                    ..*limits
                },
                cancel,
            );
            options.limits.wall = wall;
            // Once: what the limit itself does to it is the question.
            self.run_once(TRIVIAL[0], &options)
        };
        let limited = trial(MemoryKind::AddressSpace);
        if !stumbles(&limited) {
            return (MemoryKind::AddressSpace, limited);
        }
        let free = trial(MemoryKind::Resident);
        match stumbles(&free) {
            true => (MemoryKind::AddressSpace, limited),
            false => (MemoryKind::Resident, free),
        }
    }

    /// What was measured of it, if [`calibrate`] was asked to.
    pub fn calibration(&self) -> Option<&Calibration> {
        self.measured.calibration.get()
    }

    /// A trivial formula in a fresh process, in generous time.
    fn trivial(&self, number: usize, limits: &Limits, cancel: Option<&Cancel>) -> Run {
        self.run_as_it_is(TRIVIAL[number], &generous(limits, cancel))
    }
}

fn generous(limits: &Limits, cancel: Option<&Cancel>) -> Options {
    let limits = Limits {
        cpu: None,
        wall: Some(limits.wall.unwrap_or_default().max(PATIENCE)),
        output: Some(1 << 20),
        ..*limits
    };
    Options {
        limits,
        cancel: cancel.cloned(),
        ..Options::default()
    }
}

/// Whether a run ended in a way that a limit on the address space may be to blame for. A run that
/// takes too long was not stopped by it.
fn stumbles(run: &Run) -> bool {
    match run.outcome {
        Outcome::Crash(_) | Outcome::MemoryOut | Outcome::Garbled(_) | Outcome::Broken(_) => true,
        _ => run.answers.is_empty() && run.outcome == Outcome::Done,
    }
}

/// Measures a solver under the limits that its runs will have, once, until the flag is set.
pub fn calibrate(
    solver: &Solver,
    limits: &Limits,
    cancel: Option<&Cancel>,
) -> Result<Calibration, Unfit> {
    if let Some(known) = solver.calibration() {
        return Ok(*known);
    }
    let limits = solver.fit_until(limits, cancel);
    let trial = solver.measured.trial().take();
    let mut run = trial.unwrap_or_else(|| solver.trivial(0, &limits, cancel));
    if mute(&run).is_some() {
        run = solver.trivial(1, &limits, cancel);
    }
    if let Some(said) = mute(&run) {
        let (spec, hint) = (solver.spec.clone(), hint(&run.outcome));
        return Err(Unfit::Mute { spec, said, hint });
    }
    let mut fresh = StartUp::of(&run);
    if run.raw.wall < QUICK {
        fresh = fresh.quicker(StartUp::of(&solver.trivial(0, &limits, cancel)));
    }
    let session = session(solver, &limits, cancel);
    if session.is_none() {
        in_time(solver, fresh, &limits)?;
    }
    let memory_kind = limits.memory_kind;
    let calibration = Calibration {
        fresh,
        session,
        memory_kind,
    };
    Ok(*solver.measured.calibration.get_or_init(|| calibration))
}

/// What a run says that is no answer and no complaint about the formula. A crash is a finding, and a
/// solver that lacks a logic may have others.
fn mute(run: &Run) -> Option<String> {
    match run.outcome {
        Outcome::Garbled(_) | Outcome::Broken(_) | Outcome::Timeout | Outcome::MemoryOut => {
            Some(run.outcome.to_string())
        }
        Outcome::Cancelled => Some("not before the time was up".to_owned()),
        _ => None,
    }
}

fn hint(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Timeout => "; if it only starts slowly, give a longer --timeout",
        Outcome::MemoryOut => "; give more --memory, or --memory 0 for no limit",
        Outcome::Garbled(_) => "; --profile names what solver it is, where its name does not",
        _ => "",
    }
}

fn in_time(solver: &Solver, fresh: StartUp, limits: &Limits) -> Result<(), Unfit> {
    let Some(limit) = limits.cpu.filter(|limit| fresh.cpu >= *limit) else {
        return Ok(());
    };
    Err(Unfit::Slow {
        spec: solver.spec.clone(),
        takes: fresh.cpu,
        limit,
        wanted: (fresh.cpu * 4).as_secs() + 1,
    })
}

/// The first answer of a process that lives on.
fn session(solver: &Solver, limits: &Limits, cancel: Option<&Cancel>) -> Option<StartUp> {
    let mut session = Session::new(solver, &generous(limits, cancel));
    session
        .is_persistent()
        .then(|| StartUp::of(&session.run(TRIVIAL[0])))
}

impl StartUp {
    fn of(run: &Run) -> StartUp {
        StartUp {
            cpu: run.raw.cpu,
            wall: run.raw.wall,
            memory: run.raw.peak_memory,
        }
    }

    fn quicker(self, other: StartUp) -> StartUp {
        if other.wall < self.wall { other } else { self }
    }
}
