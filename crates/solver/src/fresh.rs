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
            return confirmed(run, &python.run_once(script, options));
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

/// A crash in our host counts where the solver's own Python module crashes too.
fn confirmed(mut run: Run, python: &Run) -> Run {
    if !matches!(python.outcome, Outcome::Crash(_)) {
        let crash = &run.outcome;
        let fault = format!(
            "our host ended with {crash}, the Python module with {}",
            python.outcome
        );
        run.outcome = Outcome::Broken(fault);
    }
    run
}
