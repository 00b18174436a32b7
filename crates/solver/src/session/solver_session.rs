//! A solver that is asked again and again, in a process that lives on where it can.

use super::raw_session::{After, RawSession, Restarts, SessionError, SessionPlan, SessionStats};
use crate::run::{Outcome, Run};
use crate::solver::{Mode, Options, Solver};
use gadfly_exec::Limits;

/// One solver configuration of one worker.
///
/// A script that a persistent process cannot take, and every script of a solver that has no
/// `(reset)`, is run in a fresh process instead: [`Run::fresh`] tells.
pub struct Session {
    solver: Solver,
    options: Options,
    raw: Option<RawSession>,
}

impl Session {
    /// A session with the usual restarts.
    pub fn new(solver: &Solver, options: &Options) -> Self {
        Session::with(solver, options, Restarts::default(), After::Reset)
    }

    /// A session with its own rules for when a healthy process is replaced, and for what follows
    /// each formula.
    pub fn with(solver: &Solver, options: &Options, restarts: Restarts, after: After) -> Self {
        let traits = &solver.profile.session;
        let able = traits.reset && traits.echo && traits.keeps_options && solver.reads_stdin();
        let plan = || SessionPlan {
            command: solver.command(Mode::Session, "", options),
            survives_errors: traits.survives_errors,
            strip_info: traits.strip_info,
            restarts,
            after,
        };
        let raw = able.then(|| RawSession::new(plan()));
        Session {
            solver: solver.clone(),
            options: options.clone(),
            raw,
        }
    }

    /// Whether formulas share a process.
    pub fn is_persistent(&self) -> bool {
        self.raw.is_some()
    }

    /// The solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// What became of its processes so far.
    pub fn stats(&self) -> SessionStats {
        self.raw
            .as_ref()
            .map_or_else(SessionStats::default, RawSession::stats)
    }

    /// Ends the process; the next run starts a new one.
    pub fn restart(&mut self) {
        if let Some(raw) = &mut self.raw {
            raw.restart();
        }
    }

    /// Starts the process where none is running, so that its start does not count to the next call.
    pub fn warm_up(&mut self) {
        if self.raw.as_ref().is_some_and(|raw| raw.pid().is_none()) {
            self.run("(echo \"\")");
        }
    }

    /// Runs a script with the limits of the session's options.
    pub fn run(&mut self, script: &str) -> Run {
        let limits = self.options.limits;
        self.run_limited(script, &limits)
    }

    /// Runs a script with other limits. A fault of ours comes back as [`Outcome::Broken`].
    pub fn run_limited(&mut self, script: &str, limits: &Limits) -> Run {
        let Some(raw) = &mut self.raw else {
            return self.run_fresh(script, limits);
        };
        let cancel = self.options.cancel.as_ref();
        let limits = &self.solver.fit_until(limits, cancel);
        let script = &*self.solver.passed_on(script);
        match raw.run(script, limits, cancel) {
            Ok(got) => {
                let mut run = self.solver.read(script, got.raw, false);
                shift_lines(&mut run, got.lines_before);
                run
            }
            Err(SessionError::Unsuitable(_)) => self.run_fresh(script, limits),
            Err(SessionError::Exec(error)) => {
                let line = self.solver.command(Mode::Session, "", &self.options).line();
                self.solver
                    .broken(script, &self.options, line, error.to_string())
            }
        }
    }

    /// The same solver and options in a fresh process.
    pub fn run_fresh(&self, script: &str, limits: &Limits) -> Run {
        let options = Options {
            limits: *limits,
            ..self.options.clone()
        };
        self.solver.run_fresh(script, &options)
    }
}

/// Some solvers count lines over all formulas: messages get the numbers of the script's own lines.
fn shift_lines(run: &mut Run, lines_before: u64) {
    if lines_before == 0 {
        return;
    }
    for (_, message) in &mut run.errors {
        *message = shifted(message, lines_before);
    }
    if let Outcome::Rejected(message) | Outcome::Unsupported(message) = &mut run.outcome {
        *message = shifted(message, lines_before);
    }
}

fn shifted(message: &str, lines_before: u64) -> String {
    let Some(at) = message.find("line ").map(|at| at + "line ".len()) else {
        return message.to_owned();
    };
    let digits = message[at..].bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = message[at..].split_at(digits);
    match number.parse::<u64>() {
        Ok(line) if line > lines_before => {
            format!("{}{}{rest}", &message[..at], line - lines_before)
        }
        _ => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shifted;

    #[test]
    fn a_line_number_is_that_of_the_script() {
        assert_eq!(shifted("line 12 column 3: f", 10), "line 2 column 3: f");
        assert_eq!(shifted("line 2 column 3: f", 10), "line 2 column 3: f");
        assert_eq!(shifted("no line at all", 10), "no line at all");
    }
}
