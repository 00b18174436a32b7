//! Puts terms with our values to a solver: many in one disjunction of disequalities, which must be
//! unsatisfiable; one that is not is halved until the term is found.

use std::time::Duration;

use gadfly_exec::Limits;
use gadfly_solver::{Answer, Options, Run, Session, Solver};

use super::PREAMBLE;

/// A term and the value that we give it.
pub(crate) type Pair = (String, String);

/// So many terms share one question at first.
pub(crate) const TOGETHER: usize = 256;

/// What a solver says to one term's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Agrees,
    /// It says that the term has another value, in a fresh process too.
    Differs,
    /// `unknown`, no answer in time, or an error.
    None(String),
}

/// A solver that is asked.
pub(crate) struct Respondent {
    session: Session,
}

impl Respondent {
    pub(crate) fn new(solver: &Solver) -> Respondent {
        Respondent {
            session: Session::new(solver, &Options::default()),
        }
    }

    /// One reply a pair, in their order.
    pub(crate) fn ask(&mut self, pairs: &[Pair]) -> Vec<Reply> {
        let mut replies = vec![Reply::Agrees; pairs.len()];
        let mut open: Vec<std::ops::Range<usize>> = (0..pairs.len())
            .step_by(TOGETHER)
            .map(|start| start..(start + TOGETHER).min(pairs.len()))
            .collect();
        while let Some(range) = open.pop() {
            let run = self.run(&pairs[range.clone()]);
            if run.errors.is_empty() && run.answer(0) == Some(&Answer::Unsat) {
                continue;
            }
            if range.len() == 1 {
                replies[range.start] = self.settle(&pairs[range.start], &run);
                continue;
            }
            let middle = range.start + range.len() / 2;
            open.push(range.start..middle);
            open.push(middle..range.end);
        }
        replies
    }

    /// Asks in the session; errors may come of what the process did before, so they count only if a
    /// fresh process has them too.
    fn run(&mut self, pairs: &[Pair]) -> Run {
        let (script, limits) = (self.question(pairs), limits(pairs.len()));
        let run = self.session.run_limited(&script, &limits);
        if run.errors.is_empty() {
            return run;
        }
        self.session.restart();
        self.session.run_fresh(&script, &limits)
    }

    /// A term that was not confirmed alone: once more in a fresh process, which counts.
    fn settle(&mut self, pair: &Pair, seen: &Run) -> Reply {
        if let Some((_, error)) = seen.errors.first() {
            return Reply::None(error.clone());
        }
        let script = self.question(std::slice::from_ref(pair));
        let run = self.session.run_fresh(&script, &limits(1));
        match run.answer(0).filter(|_| run.errors.is_empty()) {
            Some(Answer::Unsat) => Reply::Agrees,
            Some(Answer::Sat) => Reply::Differs,
            answer => Reply::None(format!("{answer:?}")),
        }
    }

    fn question(&self, pairs: &[Pair]) -> String {
        let mut script = String::new();
        if self.session.solver().family == "cvc5" {
            // What cvc5 calls experimental: small float formats, constant arrays.
            script.push_str("(set-option :fp-exp true)\n(set-option :arrays-exp true)\n");
        }
        script.push_str("(set-logic ALL)\n");
        script.push_str(PREAMBLE);
        script.push_str("(assert (or false");
        for (term, value) in pairs {
            script.push_str(&format!("\n (distinct {term} {value})"));
        }
        script.push_str("))\n(check-sat)\n");
        script
    }
}

fn limits(terms: usize) -> Limits {
    Limits {
        wall: Some(Duration::from_millis(3000 + 20 * terms as u64)),
        ..Limits::default()
    }
}
