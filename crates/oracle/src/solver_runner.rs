//! Runs installed solvers for confirmation, each in the language of its release.

use crate::{Candidate, Runner, RunnerError, made};
use gadfly_catalog::Catalog;
use gadfly_exec::{Exit, Limits, RawRun};
use gadfly_solver::{
    After, Mode, Options, Outcome, RawSession, Restarts, Run, SessionPlan, Solver,
};
use gadfly_term::Script;
use std::borrow::Cow;
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

/// What one persistent process made of a list of scripts.
pub struct Served {
    /// The run of the last script.
    pub run: Run,
    /// Why the process had not taken all scripts before it, where it had not.
    pub disturbed: Option<String>,
}

/// One persistent process that is given these scripts in order: the run of the last. The earlier
/// ones go as they are, because they were written as they were sent; the last one in the release's
/// own spelling. `None` where the solver has no persistent mode, or there is no script.
pub fn run_in_session(
    solver: &Solver,
    scripts: &[&str],
    options: &Options,
) -> Result<Option<Run>, RunnerError> {
    Ok(serve(solver, scripts, options)?.map(|served| served.run))
}

/// The same, with a word on whether the earlier scripts were taken.
pub fn serve(
    solver: &Solver,
    scripts: &[&str],
    options: &Options,
) -> Result<Option<Served>, RunnerError> {
    let traits = &solver.profile.session;
    let (true, true, Some((last, before))) = (traits.reset, traits.echo, scripts.split_last())
    else {
        return Ok(None);
    };
    let last = match in_dialect(solver, last) {
        Ok(text) => text,
        Err(why) => {
            let run = unsupported(solver, last, options, why);
            let disturbed = None;
            return Ok(Some(Served { run, disturbed }));
        }
    };
    let mut session = RawSession::new(SessionPlan {
        command: solver.command(Mode::Session, "", options),
        survives_errors: traits.survives_errors,
        strip_info: traits.strip_info,
        restarts: Restarts::default(),
        after: After::Reset,
    });
    let (limits, cancel) = (solver.fit(&options.limits), options.cancel.as_ref());
    let mut disturbed = None;
    for (n, script) in before.iter().enumerate() {
        // One that needs a fresh process never reached the session in the first place.
        let Ok(run) = session.run(script, &limits, cancel) else {
            continue;
        };
        let run = solver.read(script, run.raw, false);
        if !taken(&run) {
            disturbed.get_or_insert(format!("earlier script {}: {}", n + 1, run.outcome));
        }
    }
    let run = session.run(&last, &limits, cancel);
    let run = run.map_err(|error| RunnerError {
        spec: solver.spec.clone(),
        why: error.to_string(),
    })?;
    if run.calls_before < before.len() as u64 {
        disturbed.get_or_insert("its process did not live through the earlier scripts".into());
    }
    let run = made(solver.read(&last, run.raw, false))?;
    Ok(Some(Served { run, disturbed }))
}

/// Whether a process read all of an earlier script. That there is no model to print is no matter.
fn taken(run: &Run) -> bool {
    let ended = matches!(run.outcome, Outcome::Done | Outcome::Rejected(_));
    ended && (0..run.checks).all(|check| crate::usable(run, check).is_some())
}

/// Whether we can read a script, and so say it in the spelling of any release.
pub(crate) fn readable(script: &str) -> bool {
    Script::parse(script, &Catalog::shared(), gadfly_term::Mode::Lenient).is_ok()
}

/// Runs a script in a fresh process, in the release's own spelling. What cannot be said in it is
/// not sent, and counts as not supported. A script that we cannot read is sent as it is.
pub fn run_in_dialect(solver: &Solver, script: &str, options: &Options) -> Run {
    match in_dialect(solver, script) {
        Ok(text) => solver.run_fresh(&text, options),
        Err(why) => unsupported(solver, script, options, why),
    }
}

/// A script in a release's own spelling, or as it is where we cannot read it; why it cannot be said.
fn in_dialect<'s>(solver: &Solver, script: &'s str) -> Result<Cow<'s, str>, String> {
    let Ok(parsed) = Script::parse(script, &Catalog::shared(), gadfly_term::Mode::Lenient) else {
        return Ok(Cow::Borrowed(script));
    };
    let text = solver.dialect().print(&parsed);
    let text = text.map_err(|why| why.to_string())?;
    Ok(Cow::Owned(text.into_owned()))
}

fn unsupported(solver: &Solver, script: &str, options: &Options, why: String) -> Run {
    let mut run = solver.read(script, nothing(options.limits), true);
    run.outcome = Outcome::Unsupported(why);
    run
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
