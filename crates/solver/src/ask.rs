//! The door to a solver: a script goes in the spelling of the release, or not at all.

use crate::answers::usable;
use crate::believe::believed;
use crate::run::{Outcome, Run};
use crate::session::{After, RawSession, Restarts, Session, SessionPlan};
use crate::solver::{Mode, Options, Solver};
use gadfly_catalog::Catalog;
use gadfly_exec::{Exit, Limits, RawRun};
use gadfly_term::Script;
use std::borrow::Cow;

/// What one persistent process made of a list of scripts.
pub struct Served {
    /// The run of the last script.
    pub run: Run,
    /// Why the process had not taken all scripts before it, where it had not.
    pub disturbed: Option<String>,
}

/// Whether we can read a script, and so say it in the spelling of any release.
pub fn is_readable(script: &str) -> bool {
    Script::parse(script, &Catalog::shared(), gadfly_term::Mode::Lenient).is_ok()
}

impl Solver {
    /// Runs a script in a fresh process, in the release's own spelling. What cannot be said in it is
    /// not sent, and counts as not supported. A script that we cannot read is sent as it is. A fault of
    /// ours comes back as [`Outcome::Broken`].
    pub fn run(&self, script: &str, options: &Options) -> Run {
        match self.spelt(script) {
            Ok(text) => self.run_fresh(&text, options),
            Err(why) => self.not_run(script, &options.limits, Outcome::Unsupported(why)),
        }
    }

    /// The same in a process that lives on.
    pub fn run_in(&self, session: &mut Session, script: &str, limits: &Limits) -> Run {
        match self.spelt(script) {
            Ok(text) => session.run_limited(&text, limits),
            Err(why) => self.not_run(script, limits, Outcome::Unsupported(why)),
        }
    }

    /// One persistent process that is given these scripts in order. The earlier ones go as they are,
    /// because they were written as they were sent; the last one in the release's own spelling.
    /// `None` where the solver has no persistent mode, or there is no script.
    pub fn serve(&self, scripts: &[&str], options: &Options) -> Result<Option<Served>, String> {
        let traits = &self.profile.session;
        let (true, true, Some((last, before))) = (traits.reset, traits.echo, scripts.split_last())
        else {
            return Ok(None);
        };
        let last = match self.spelt(last) {
            Ok(text) => text,
            Err(why) => {
                let run = self.not_run(last, &options.limits, Outcome::Unsupported(why));
                let disturbed = None;
                return Ok(Some(Served { run, disturbed }));
            }
        };
        let limits = self.fit_until(&options.limits, options.cancel.as_ref());
        let mut served = self.serve_under(&limits, before, &last, options)?;
        let mut fault = None;
        let again = |limits: &Limits| match self.serve_under(limits, before, &last, options) {
            Ok(again) => {
                served.disturbed = again.disturbed;
                again.run
            }
            Err(why) => {
                let run = self.not_run(&last, limits, Outcome::Broken(why.clone()));
                fault = Some(why);
                run
            }
        };
        served.run = believed(served.run, &limits, again);
        fault.map_or(Ok(Some(served)), Err)
    }

    fn serve_under(
        &self,
        limits: &Limits,
        before: &[&str],
        last: &str,
        options: &Options,
    ) -> Result<Served, String> {
        let traits = &self.profile.session;
        let mut session = RawSession::new(SessionPlan {
            command: self.command(Mode::Session, "", options),
            survives_errors: traits.survives_errors,
            strip_info: traits.strip_info,
            restarts: Restarts::default(),
            after: After::Reset,
        });
        let cancel = options.cancel.as_ref();
        let mut disturbed = None;
        for (n, script) in before.iter().enumerate() {
            // One that needs a fresh process never reached the session in the first place.
            let Ok(run) = session.run(&self.passed_on(script), limits, cancel) else {
                continue;
            };
            let run = self.read(script, run.raw, false);
            if !was_taken(&run) {
                disturbed.get_or_insert(format!("earlier script {}: {}", n + 1, run.outcome));
            }
        }
        let run = session.run(&self.passed_on(last), limits, cancel);
        let run = run.map_err(|error| error.to_string())?;
        if run.calls_before < before.len() as u64 {
            disturbed.get_or_insert("its process did not live through the earlier scripts".into());
        }
        let run = self.read(last, run.raw, false);
        Ok(Served { run, disturbed })
    }

    /// A script in the release's own spelling, or as it is where we cannot read it; why it cannot be
    /// said.
    fn spelt<'s>(&self, script: &'s str) -> Result<Cow<'s, str>, String> {
        let parsed = Script::parse(script, &Catalog::shared(), gadfly_term::Mode::Lenient);
        let Ok(parsed) = parsed else {
            return Ok(Cow::Borrowed(script));
        };
        let text = self.express(&parsed);
        let text = text.map_err(|why| why.to_string())?;
        Ok(Cow::Owned(text.into_owned()))
    }

    /// A run that was not made, and why: never a fault of the solver.
    pub fn not_run(&self, script: &str, limits: &Limits, why: Outcome) -> Run {
        let raw = RawRun {
            limits: *limits,
            ..RawRun::ended(Exit::Code(0))
        };
        let mut run = self.read(script, raw, true);
        run.outcome = why;
        run
    }
}

/// Whether a process read all of an earlier script. That there is no model to print is no matter.
fn was_taken(run: &Run) -> bool {
    let ended = matches!(run.outcome, Outcome::Done | Outcome::Rejected(_));
    ended && (0..run.checks).all(|check| usable(run, check).is_some())
}
