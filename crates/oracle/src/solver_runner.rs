//! Runs installed solvers for confirmation.

use crate::{Candidate, Runner, RunnerError};
use gadfly_exec::Limits;
use gadfly_solver::{Mode, Options, RawSession, Restarts, Run, SessionPlan, Solver};

/// Solvers that were resolved from specs, each run as its profile says.
#[derive(Clone, Debug)]
pub struct SolverRunner {
    solvers: Vec<Solver>,
    options: Options,
}

impl SolverRunner {
    /// A runner over these solvers. Limits come with each call; the rest of the options is kept.
    pub fn new(solvers: Vec<Solver>, options: Options) -> Self {
        SolverRunner { solvers, options }
    }

    fn find(&self, spec: &str) -> Result<&Solver, RunnerError> {
        let mut solvers = self.solvers.iter();
        solvers
            .find(|solver| solver.spec == spec)
            .ok_or_else(|| RunnerError {
                spec: spec.to_string(),
                why: "it is not among the solvers at hand".to_string(),
            })
    }

    fn options(&self, limits: &Limits) -> Options {
        Options {
            limits: *limits,
            ..self.options.clone()
        }
    }
}

impl Runner for SolverRunner {
    fn solvers(&self) -> Vec<Candidate> {
        let name = |solver: &Solver| Candidate {
            spec: solver.spec.clone(),
            family: solver.family.clone(),
            version: solver.version.clone(),
        };
        self.solvers.iter().map(name).collect()
    }

    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError> {
        Ok(self.find(spec)?.run_fresh(script, &self.options(limits)))
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        let solver = self.find(spec)?;
        let traits = &solver.profile.session;
        let Some((last, before)) = scripts.split_last() else {
            return Ok(None);
        };
        if !traits.reset || !traits.echo {
            return Ok(None);
        }
        let mut session = RawSession::new(SessionPlan {
            command: solver.command(Mode::Session, "", &self.options(limits)),
            survives_errors: traits.survives_errors,
            strip_info: traits.strip_info,
            restarts: Restarts::default(),
        });
        let fault = |error: gadfly_solver::SessionError| RunnerError {
            spec: spec.to_string(),
            why: error.to_string(),
        };
        for script in before {
            // One that needs a fresh process never reached the session in the first place.
            let _ = session.run(script, limits, None);
        }
        let run = session.run(last, limits, None).map_err(fault)?;
        Ok(Some(solver.read(last, run.raw, false)))
    }
}
