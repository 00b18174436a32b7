//! Runs installed solvers for confirmation, each in the language of its release.

use crate::{Candidate, Runner, RunnerError, made};
use gadfly_catalog::Catalog;
use gadfly_exec::{Exit, Limits, RawRun};
use gadfly_solver::{
    After, Mode, Options, Outcome, RawSession, Restarts, Run, SessionPlan, Solver,
};
use gadfly_term::Script;
use std::time::Duration;

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

    fn speaks_dialects(&self) -> bool {
        true
    }

    fn fresh(&self, spec: &str, script: &str, limits: &Limits) -> Result<Run, RunnerError> {
        made(run_in_dialect(
            self.find(spec)?,
            script,
            &self.options(limits),
        ))
    }

    fn session(
        &self,
        spec: &str,
        scripts: &[&str],
        limits: &Limits,
    ) -> Result<Option<Run>, RunnerError> {
        let solver = self.find(spec)?;
        run_in_session(solver, scripts, &self.options(limits))
    }
}

/// One persistent process that is given these scripts in order, as they are: the run of the last.
/// `None` where the solver has no persistent mode, or there is no script.
pub fn run_in_session(
    solver: &Solver,
    scripts: &[&str],
    options: &Options,
) -> Result<Option<Run>, RunnerError> {
    let traits = &solver.profile.session;
    let (true, true, Some((last, before))) = (traits.reset, traits.echo, scripts.split_last())
    else {
        return Ok(None);
    };
    let mut session = RawSession::new(SessionPlan {
        command: solver.command(Mode::Session, "", options),
        survives_errors: traits.survives_errors,
        strip_info: traits.strip_info,
        restarts: Restarts::default(),
        after: After::Reset,
    });
    let cancel = options.cancel.as_ref();
    for script in before {
        // One that needs a fresh process never reached the session in the first place.
        let _ = session.run(script, &options.limits, cancel);
    }
    let run = session.run(last, &options.limits, cancel);
    let run = run.map_err(|error| RunnerError {
        spec: solver.spec.clone(),
        why: error.to_string(),
    })?;
    Ok(Some(solver.read(last, run.raw, false)))
}

/// Whether we can read a script, and so say it in the spelling of any release.
pub(crate) fn readable(script: &str) -> bool {
    Script::parse(script, &Catalog::shared(), gadfly_term::Mode::Lenient).is_ok()
}

/// Runs a script in a fresh process, in the release's own spelling. What cannot be said in it is
/// not sent, and counts as not supported. A script that we cannot read is sent as it is.
pub fn run_in_dialect(solver: &Solver, script: &str, options: &Options) -> Run {
    let Ok(parsed) = Script::parse(script, &Catalog::shared(), gadfly_term::Mode::Lenient) else {
        return solver.run_fresh(script, options);
    };
    match solver.dialect().print(&parsed) {
        Ok(text) => solver.run_fresh(&text, options),
        Err(why) => {
            let mut run = solver.read(script, nothing(options.limits), true);
            run.outcome = Outcome::Unsupported(why.to_string());
            run
        }
    }
}

/// What a process that was never started did.
fn nothing(limits: Limits) -> RawRun {
    RawRun {
        command: Vec::new(),
        exit: Exit::Code(0),
        limit: None,
        stdout: Vec::new(),
        stderr: Vec::new(),
        truncated: false,
        wall: Duration::ZERO,
        cpu: Duration::ZERO,
        peak_memory: 0,
        limits,
    }
}
