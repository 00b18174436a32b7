//! One formula in a fresh process.

use crate::believe::believed;
use crate::run::{Outcome, Run};
use crate::solver::{Mode, Options, Solver};
use gadfly_exec::{Exit, Limits, RawRun, run_cancellable};
use std::io::Write;

impl Solver {
    /// Runs a script in a fresh process. A fault of ours comes back as [`Outcome::Broken`], and a
    /// crash is one that shows without a limit on the address space too.
    pub fn run_fresh(&self, script: &str, options: &Options) -> Run {
        let limits = self.fit_until(&options.limits, options.cancel.as_ref());
        if limits == options.limits {
            return self.run_as_it_is(script, options);
        }
        let options = Options {
            limits,
            ..options.clone()
        };
        self.run_as_it_is(script, &options)
    }

    /// Under the given limits, whether the solver can bear them or not.
    pub(crate) fn run_as_it_is(&self, script: &str, options: &Options) -> Run {
        let without = |limits: &Limits| {
            let options = Options {
                limits: *limits,
                ..options.clone()
            };
            self.run_once(script, &options)
        };
        let run = believed(self.run_once(script, options), &options.limits, without);
        if matches!(run.outcome, Outcome::Crash(_))
            && let Some(python) = self.through_python()
        {
            return confirmed(run, python.run_once(script, options));
        }
        run
    }

    /// One process, whatever it comes to.
    pub(crate) fn run_once(&self, script: &str, options: &Options) -> Run {
        let script = &*self.passed_on(script);
        let result = if self.reads_stdin() {
            let command = self.command(Mode::Stdin, script, options);
            run_cancellable(
                &command,
                script.as_bytes(),
                &options.limits,
                options.cancel.as_ref(),
            )
            .map_err(|e| (command.line(), e.to_string()))
        } else {
            self.run_file(script, options)
        };
        match result {
            Ok(raw) => self.read(script, raw, true),
            Err((line, fault)) => self.broken(script, options, line, fault),
        }
    }

    fn run_file(&self, script: &str, options: &Options) -> Result<RawRun, (Vec<String>, String)> {
        let fault =
            |e: &dyn std::fmt::Display| (Vec::new(), format!("cannot write the script: {e}"));
        let mut file = tempfile::Builder::new()
            .prefix("gadfly-")
            .suffix(".smt2")
            .tempfile()
            .map_err(|e| fault(&e))?;
        file.write_all(script.as_bytes()).map_err(|e| fault(&e))?;
        let command = self.command(Mode::File(file.path()), script, options);
        run_cancellable(&command, b"", &options.limits, options.cancel.as_ref())
            .map_err(|e| (command.line(), e.to_string()))
    }

    pub(crate) fn broken(
        &self,
        script: &str,
        options: &Options,
        command: Vec<String>,
        fault: String,
    ) -> Run {
        let raw = RawRun {
            command,
            limits: options.limits,
            ..RawRun::ended(Exit::Code(-1))
        };
        let mut run = self.read(script, raw, true);
        run.outcome = Outcome::Broken(fault);
        run
    }
}

/// A crash in our host counts where the solver's own Python module crashes too; else what the module came to
/// does. That may be a time-out, where a recursion takes it long: then nobody knows.
fn confirmed(mut run: Run, python: Run) -> Run {
    match &python.outcome {
        Outcome::Crash(_) => run,
        Outcome::Broken(why) => {
            let fault = format!(
                "our host ended with {}, and the Python module cannot be asked: {why}",
                run.outcome
            );
            run.outcome = Outcome::Broken(fault);
            run
        }
        _ => python,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Resolver};
    use gadfly_profile::{Crash, CrashKind, Home};

    fn run(outcome: Outcome, answers: &[Answer]) -> Run {
        gadfly_testkit::catalog();
        let resolver = Resolver::new(Home::from_env()).with_profile(Some("generic".into()));
        let fake = gadfly_testkit::fake_solver_path().display().to_string();
        let solver = resolver.one(&fake).unwrap().remove(0);
        let mut run = solver.not_run("(check-sat)", &Limits::default(), outcome);
        run.answers = answers.to_vec();
        run
    }

    #[test]
    fn a_crash_of_our_host_alone_is_neither_a_crash_nor_the_end() {
        let crash = || {
            Outcome::Crash(Crash {
                kind: CrashKind::Signal(6),
                place: None,
                message: "stack overflow".into(),
                frames: Vec::new(),
            })
        };
        let host = || run(crash(), &[]);
        let same = confirmed(host(), run(crash(), &[]));
        assert_eq!(same.outcome, crash());
        let late = confirmed(host(), run(Outcome::Timeout, &[]));
        assert_eq!(late.outcome, Outcome::Timeout);
        let fine = confirmed(host(), run(Outcome::Done, &[Answer::Sat]));
        assert_eq!(
            (fine.outcome, fine.answers),
            (Outcome::Done, vec![Answer::Sat])
        );
        let gone = confirmed(host(), run(Outcome::Broken("no Python".into()), &[]));
        assert!(matches!(gone.outcome, Outcome::Broken(why) if why.contains("no Python")));
    }
}
