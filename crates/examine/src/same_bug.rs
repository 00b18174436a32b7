//! The bug predicate of a confirmed verdict: quick in persistent processes, sure in fresh ones, and
//! for the result in fresh ones with all the time that they may have.

use crate::{Confirmed, Equipment, Registry, Runner, Settings, Showing, SolverRunner, Ways, brisk};
use gadfly_oracle::Kind;
use gadfly_reduce::{Pair, Predicate, PredicateError};
use gadfly_solver::Run;
use std::time::Duration;

/// What a reduction asks with, beside the equipment: shorter limits, processes that live on.
pub struct Means<R> {
    settings: Settings,
    sessions: SolverRunner<R>,
}

impl<R: Registry + Clone> Equipment<R> {
    /// The means to reduce a bug of this kind, which showed in these runs. No run of a candidate is
    /// given less CPU time than `least`.
    pub fn means(&self, kind: Kind, runs: &[Run], least: Duration) -> Means<R> {
        Means {
            // How long something takes is told by runs with time enough.
            settings: match kind {
                Kind::Slow => self.settings.clone(),
                _ => brisk(&self.settings, runs, least),
            },
            sessions: self.runner.sessions(),
        }
    }

    /// The predicate of a confirmed bug of the input. With a pair: in scripts that hold both sides.
    pub fn same_bug<'a>(
        &'a self,
        means: &'a Means<R>,
        confirmed: &Confirmed,
        input: &str,
        pair: Option<&'a Pair>,
    ) -> SameBug<'a> {
        let Confirmed {
            verdict, status, ..
        } = confirmed;
        let asking = |runner: &'a dyn Runner, settings: &'a Settings| {
            let examiner = self.examiner_with(runner, settings);
            let showing = Showing::new(examiner, verdict, status, input, None);
            Asking { showing, pair }
        };
        let quick = is_told_in_sessions(verdict.kind)
            .then(|| asking(&means.sessions, &means.settings))
            .filter(|quick| quick.showing.shows(input));
        SameBug {
            quick,
            sure: asking(&self.runner, &means.settings),
            result: asking(&self.runner, &self.settings),
        }
    }
}

/// Whether persistent processes may be asked first: not where the bug ends them, hangs on their state
/// or on time, or where their errors are not those of a fresh one.
fn is_told_in_sessions(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Soundness
            | Kind::InvalidModel
            | Kind::InvalidCore
            | Kind::Disagreement
            | Kind::SelfCheck
    )
}

/// Whether a script shows the bug, asked in one way.
struct Asking<'a> {
    showing: Showing<'a>,
    pair: Option<&'a Pair>,
}

impl Predicate for Asking<'_> {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        // Nothing can be wrong with what is not asked.
        if script.is_empty() {
            return Ok(false);
        }
        let Some(pair) = self.pair else {
            return Ok(self.showing.shows(script));
        };
        let sides = pair.split(script);
        Ok(sides.is_some_and(|(ours, theirs)| self.showing.shows_with_parent(&ours, &theirs)))
    }
}

/// Whether a script shows the bug.
pub struct SameBug<'a> {
    quick: Option<Asking<'a>>,
    sure: Asking<'a>,
    result: Asking<'a>,
}

impl SameBug<'_> {
    /// The ways to ask for it.
    pub fn ways(&self) -> Ways<'_> {
        Ways {
            candidates: self,
            result: Some(&self.result),
        }
    }
}

impl Predicate for SameBug<'_> {
    fn fails(&self, script: &str) -> Result<bool, PredicateError> {
        self.quick.as_ref().unwrap_or(&self.sure).fails(script)
    }

    fn surely_fails(&self, script: &str) -> Result<bool, PredicateError> {
        self.sure.fails(script)
    }

    fn is_quick(&self) -> bool {
        self.quick.is_some()
    }
}
