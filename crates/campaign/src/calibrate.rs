//! The solvers of a hunt measured before its limits are chosen.

use crate::plan::Plan;
use crate::setup::ceiling;
use gadfly_exec::{Cancel, Limits, MemoryKind};
use gadfly_solver::{Solver, Unfit, calibrate};
use std::sync::Arc;
use std::time::Duration;

/// What a start may take beyond what was measured, in quarters: machines are busy.
const SLACK: u32 = 5;
/// A start that takes longer is worth a word.
const LONG: Duration = Duration::from_millis(300);

/// Measures the solvers of a hunt: notes for people, or why one of those under test cannot be tested.
/// A reference that does not answer is only noted. What has not answered when the flag is set never does.
pub fn calibrated(
    tested: &[Solver],
    references: &[Solver],
    plan: &Plan,
    cancel: Option<&Cancel>,
) -> Result<Vec<String>, Vec<Unfit>> {
    let limits = ceiling(plan);
    let (mut notes, mut unfit) = (Vec::new(), Vec::new());
    for solver in tested {
        match calibrate(solver, &limits, cancel) {
            Ok(_) => notes.extend(note(solver)),
            Err(why) => unfit.push(why),
        }
    }
    for reference in references {
        if let Err(why) = calibrate(reference, &limits, cancel) {
            notes.push(format!("warning: the reference {why}"));
        }
    }
    if unfit.is_empty() {
        Ok(notes)
    } else {
        Err(unfit)
    }
}

/// What is out of the ordinary about a solver.
fn note(solver: &Solver) -> Option<String> {
    let known = solver.calibration()?;
    let mut words = Vec::new();
    if known.fresh.wall >= LONG {
        let seconds = known.fresh.wall.as_secs_f64();
        words.push(format!(
            "takes {seconds:.1} s to start, and time limits allow for it"
        ));
        if known.session.is_none() {
            words.push(
                "starts anew for every formula (--profile says what solver it is, where one process \
                 can serve many)"
                    .to_string(),
            );
        }
    }
    if known.memory_kind == MemoryKind::Resident {
        words.push(
            "reserves more address space than the memory limit, as sanitizers do, so its resident \
             memory is limited"
                .to_string(),
        );
    }
    (!words.is_empty()).then(|| format!("{} {}", solver.spec, words.join("; it ")))
}

/// What every run of a solver takes to start, as a CPU time limit must allow for it. Nothing where
/// processes live on: their first formula has its own allowance.
pub(crate) fn start_of(solver: &Solver) -> Duration {
    match solver.calibration() {
        Some(known) if known.session.is_none() => {
            // The limit on the wall's clock is several times that on CPU time.
            known.fresh.cpu.max(known.fresh.wall / Limits::WALL_TO_CPU) * SLACK / 4
        }
        _ => Duration::ZERO,
    }
}

/// The longest start of some solvers.
pub(crate) fn longest_start(solvers: &[Arc<Solver>]) -> Duration {
    let starts = solvers.iter().map(|solver| start_of(solver));
    starts.max().unwrap_or_default()
}
