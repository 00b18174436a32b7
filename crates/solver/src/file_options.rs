//! Options that make a solver write files. A script from outside must not choose what is written
//! over, so they are not passed on; what was left out is remembered, to be told once.

use crate::solver::Solver;
use gadfly_profile::matches;
use gadfly_syntax::loose;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

static LEFT_OUT: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Options that were set in scripts of this process and not passed on to a solver.
pub fn options_left_out() -> Vec<String> {
    let left_out = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
    left_out.iter().cloned().collect()
}

impl Solver {
    /// A script as it may be sent: options that make the solver write files are blanked out. Line
    /// ends stay, so that line numbers in messages do.
    pub fn passed_on<'s>(&self, script: &'s str) -> Cow<'s, str> {
        let writers = &self.profile.file_options;
        if !may_set(script, writers) {
            return Cow::Borrowed(script);
        }
        let mut text = String::with_capacity(script.len());
        let mut copied = 0;
        for command in loose::commands(script) {
            let Some(name) = file_option(command.text, writers) else {
                continue;
            };
            let mut left_out = LEFT_OUT.lock().unwrap_or_else(PoisonError::into_inner);
            left_out.insert(name.to_owned());
            text.push_str(&script[copied..command.span.start]);
            text.extend(command.text.chars().filter(|c| *c == '\n'));
            copied = command.span.end;
        }
        text.push_str(&script[copied..]);
        Cow::Owned(text)
    }
}

/// Whether such an option stands anywhere, be it in a comment: nearly always there is none, and then
/// this is much cheaper than to read the script.
fn may_set(script: &str, writers: &[String]) -> bool {
    let word = "set-option";
    memchr::memmem::find_iter(script.as_bytes(), word).any(|at| {
        let rest = script[at + word.len()..].trim_start_matches('|');
        let next = loose::words(rest).next();
        next.is_some_and(|(_, name)| is_file_option(name, writers))
    })
}

/// The name of the option that a command sets, where it makes a solver write files.
fn file_option<'c>(command: &'c str, writers: &[String]) -> Option<&'c str> {
    let mut words = loose::words(command).map(|(_, word)| word).skip(1);
    let is_set = words.next()?.trim_matches('|') == "set-option";
    let (name, value) = (words.next()?, words.next()?);
    (is_set && is_file_option(name, writers) && !is_harmless(value)).then_some(name)
}

/// Whether a keyword fits one of the names. z3 takes `_` for `-` and capitals for small letters.
fn is_file_option(keyword: &str, writers: &[String]) -> bool {
    let Some(name) = keyword.strip_prefix(':') else {
        return false;
    };
    let name = name.to_ascii_lowercase().replace('_', "-");
    writers.iter().any(|writer| matches(writer, &name))
}

/// Values by which nothing is written to a file.
fn is_harmless(value: &str) -> bool {
    let value = value.trim_matches(['"', '|']);
    ["stdout", "stderr", "false"].contains(&value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, expect: &str) {
        gadfly_testkit::catalog();
        let profiles = gadfly_profile::Profiles::builtin();
        for profile in profiles.iter() {
            let solver = Solver {
                spec: String::new(),
                family: String::new(),
                version: String::new(),
                profile: profile.clone(),
                launch: crate::Launch {
                    program: "solver".into(),
                    args: Vec::new(),
                    env: Vec::new(),
                },
                extra: Vec::new(),
                release: None,
                language: Default::default(),
                measured: Default::default(),
            };
            assert_eq!(solver.passed_on(script), expect, "{}", profile.name);
        }
    }

    #[test]
    fn options_that_write_files_are_left_out() {
        for option in [
            ":regular-output-channel \"/home/me/thesis\"",
            ":diagnostic-output-channel \"x\"",
            ":out \"x\"",
            ":trace true",
            ":trace_file_name \"x\"",
            ":dot-proof-file x",
            ":sat.drat.file x",
            ":SAT.DRAT.file x",
            ":sat.inprocess.out x",
            ":solver.smtlib2_log x",
            ":solver.proof.log x",
            ":solver.cancel_backup_file |x|",
            ":solver.axioms2files true",
            ":opt.dump_benchmarks true",
            ":smt.arith.dump_lemmas true",
            ":fp.print_aig x",
            ":fp.spacer.trace_file x",
            ":write-partitions-to \"x\"",
            ":minisat-dump-dimacs true",
            ":write-cnf \"x\"",
        ] {
            check(
                &format!("(set-logic ALL)\n(set-option {option})(check-sat)"),
                "(set-logic ALL)\n(check-sat)",
            );
        }
        let odd = "( |set-option| ; where to\n :regular-output-channel\n \"x\" )(check-sat)";
        check(odd, "\n\n(check-sat)");
        let named = options_left_out();
        assert!(named.contains(&":solver.proof.log".to_owned()), "{named:?}");
    }

    #[test]
    fn all_else_is_passed_on() {
        for script in [
            "(set-option :produce-models true)(set-option :random-seed 7)(check-sat)",
            "(set-option :regular-output-channel \"stdout\")(check-sat)",
            "(set-option :diagnostic-output-channel \"stderr\")(check-sat)",
            "(set-option :trace false)(set-option :proof.check true)(check-sat)",
            "; (set-option :regular-output-channel \"x\")\n(check-sat)",
            "(set-info :a \"(set-option :regular-output-channel x)\")(check-sat)",
            "(set-option :regular-output-channel",
            "(set-option :print-success true)(set-option :smt.arith.solver 2)(check-sat)",
        ] {
            check(script, script);
        }
    }
}
