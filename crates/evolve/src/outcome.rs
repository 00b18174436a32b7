//! What a run means in a study's tables: the reading of the published study, which is kept apart
//! from gadfly's own, stricter verdicts.

use gadfly_profile::Complaint;
use gadfly_solver::{Answer, Outcome, Run};
use gadfly_store::Class;
use gadfly_vocabulary::words;
use std::time::Duration;

/// What a solver said, over all checks of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Said {
    /// All checks `sat`.
    Sat,
    /// All checks `unsat`.
    Unsat,
    /// Some check `unknown`.
    Unknown,
    /// All checks decided, and not all the same.
    Mixed,
    /// Not an answer to each check.
    Nothing,
}

/// How a run counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing against it.
    Fine,
    /// Its answer is not the reference's.
    Unsound,
    /// Its own checker objects to its model.
    InvalidModel,
    /// Its own checker objects to its core or proof.
    InvalidCore,
    /// It died, hit an assertion, or said `failed to verify`.
    Crash,
    /// Time ran out.
    Timeout,
    /// Memory ran out.
    MemoryOut,
    /// It does not take the formula.
    Rejected,
    /// A fault that is not the solver's; counts nowhere.
    Broken,
}

words!(Said, "what a solver said": Sat = "sat", Unsat = "unsat", Unknown = "unknown",
    Mixed = "mixed", Nothing = "none");
words!(Verdict, "how a run counts": Fine = "fine", Unsound = "unsound",
    InvalidModel = "invalid-model", InvalidCore = "invalid-core", Crash = "crash",
    Timeout = "timeout", MemoryOut = "memory-out", Rejected = "rejected", Broken = "broken");

impl Verdict {
    /// Whether it is a bug trigger of the published tables.
    pub fn is_trigger(self) -> bool {
        matches!(
            self,
            Verdict::Unsound | Verdict::InvalidModel | Verdict::Crash
        )
    }
}

/// How a run counts where it is asked whether a solver was tested at all: what speaks against a
/// solver was seen in a test. A study does not tell a refusal from output that cannot be read.
pub(crate) fn class_of(verdict: Verdict, said: Said) -> Class {
    match (verdict, said) {
        (Verdict::Fine, Said::Sat) => Class::Sat,
        (Verdict::Fine, Said::Unsat) => Class::Unsat,
        (Verdict::Fine, Said::Mixed) => Class::Mixed,
        (Verdict::Fine, Said::Unknown) => Class::Unknown,
        (Verdict::Fine, Said::Nothing) => Class::Silent,
        (Verdict::Timeout, _) => Class::Timeout,
        (Verdict::MemoryOut, _) => Class::MemoryOut,
        (Verdict::Rejected, _) => Class::Rejected,
        (Verdict::Broken, _) => Class::Broken,
        _ => Class::Crash,
    }
}

/// What the study's pattern list counts as a crash, beside real ones: a remark of z3's model
/// checker, on either stream, with an answer and exit code 0.
const CRASH_WORDS: &[&str] = &["failed to verify"];

/// Lines on standard error that say nothing of a formula: cvc5 gives them to every script without
/// a logic.
const HARMLESS: &[&str] = &[
    "No set-logic command was given before this point.",
    "cvc5 will make all theories available.",
    "Consider setting a stricter logic for (likely) better performance.",
    "To suppress this warning in the future use (set-logic ALL).",
];

fn is_noisy(stderr: &[u8]) -> bool {
    let harmless = |line: &str| line.is_empty() || HARMLESS.iter().any(|end| line.ends_with(end));
    !stderr.is_empty() && !String::from_utf8_lossy(stderr).lines().all(harmless)
}

/// One run, read for the tables; the reference has not been asked yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The answers, one a check.
    pub answers: Vec<Answer>,
    /// All answers in one word.
    pub said: Said,
    /// What can be told without a reference.
    pub verdict: Verdict,
    /// CPU time.
    pub cpu: Duration,
    /// CPU time of the same in a fresh process, for the formulas of the sample.
    pub fresh_cpu: Option<Duration>,
    /// Wall time.
    pub wall: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
    /// z3's resource count, where it was asked for.
    pub resources: Option<u64>,
    /// Whether the process was fresh.
    pub fresh: bool,
    /// Whether something came on standard error, which a session cannot attribute for sure.
    pub noisy: bool,
    /// The fault, for a broken run.
    pub fault: Option<String>,
}

impl Observed {
    /// Reads a run.
    pub fn of(run: &Run) -> Observed {
        let verdict = verdict_of(run);
        let fault = match &run.outcome {
            Outcome::Broken(why) => Some(why.clone()),
            _ => None,
        };
        let answers = if run.errors.is_empty() || verdict == Verdict::InvalidModel {
            run.answers.clone()
        } else {
            Vec::new()
        };
        Observed {
            said: said(&answers, run.checks),
            answers,
            verdict,
            cpu: run.raw.cpu,
            fresh_cpu: None,
            wall: run.raw.wall,
            memory: run.raw.peak_memory,
            resources: run.info.iter().find_map(|text| resources_in(text)),
            fresh: run.fresh,
            noisy: is_noisy(&run.raw.stderr),
            fault,
        }
    }

    /// Whether all checks are decided, and nothing speaks against the run.
    pub fn is_solved(&self) -> bool {
        self.verdict == Verdict::Fine && matches!(self.said, Said::Sat | Said::Unsat | Said::Mixed)
    }

    /// Whether a fresh process must have the last word on a session's run. A time-out after the
    /// answer may be that of the reset.
    pub fn is_odd(&self) -> bool {
        let odd = match self.verdict {
            Verdict::Fine | Verdict::Rejected => false,
            Verdict::Timeout => !self.answers.is_empty(),
            _ => true,
        };
        odd || self.noisy
    }
}

fn verdict_of(run: &Run) -> Verdict {
    match &run.outcome {
        Outcome::Broken(_) | Outcome::Cancelled => return Verdict::Broken,
        Outcome::Crash(_) => return Verdict::Crash,
        _ if says_crash(run) => return Verdict::Crash,
        _ => {}
    }
    if run.complaints.contains(&Complaint::InvalidModel) {
        return Verdict::InvalidModel;
    }
    match &run.outcome {
        Outcome::Timeout => Verdict::Timeout,
        Outcome::MemoryOut => Verdict::MemoryOut,
        Outcome::Rejected(_) | Outcome::Unsupported(_) | Outcome::Garbled(_) => Verdict::Rejected,
        _ if !run.complaints.is_empty() => Verdict::InvalidCore,
        _ => Verdict::Fine,
    }
}

fn says_crash(run: &Run) -> bool {
    let says = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        CRASH_WORDS.iter().any(|word| text.contains(word))
    };
    let plain = run.raw.stderr.is_empty() && run.raw.stdout.len() < 8;
    !plain && (says(&run.raw.stderr) || says(&run.raw.stdout))
}

fn said(answers: &[Answer], checks: usize) -> Said {
    let Some(first) = answers.first().filter(|_| answers.len() == checks) else {
        return Said::Nothing;
    };
    if answers
        .iter()
        .any(|answer| matches!(answer, Answer::Unknown(_)))
    {
        return Said::Unknown;
    }
    match first {
        _ if answers.iter().any(|answer| answer != first) => Said::Mixed,
        Answer::Sat => Said::Sat,
        _ => Said::Unsat,
    }
}

/// z3's answer to `(get-info :rlimit)`.
fn resources_in(text: &str) -> Option<u64> {
    let rest = &text[text.find(":rlimit")? + ":rlimit".len()..];
    rest.trim_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()
}

/// The word of each answer, for a cache and for comparing.
pub(crate) fn words_of(answers: &[Answer]) -> String {
    let words: Vec<String> = answers.iter().map(Answer::to_string).collect();
    words.join(" ")
}

/// Whether two lists of answers contradict each other: a `sat` against an `unsat`.
pub(crate) fn contradict(ours: &[Answer], theirs: &str) -> bool {
    let opposed = |(ours, theirs): (&Answer, &str)| {
        matches!(
            (ours, theirs),
            (Answer::Sat, "unsat") | (Answer::Unsat, "sat")
        )
    };
    ours.iter().zip(theirs.split(' ')).any(opposed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for verdict in Verdict::ALL {
            assert_eq!(verdict.name().parse(), Ok(*verdict));
        }
        for said in Said::ALL {
            assert_eq!(said.name().parse(), Ok(*said));
        }
    }

    #[test]
    fn only_sat_against_unsat_is_a_contradiction() {
        let answers = [Answer::Sat, Answer::Unknown(None)];
        assert!(!contradict(&answers, "sat unsat"));
        assert!(contradict(&answers, "unsat"));
        assert!(!contradict(&answers, ""));
        assert_eq!(words_of(&answers), "sat unknown");
    }

    #[test]
    fn a_warning_to_every_script_is_no_noise() {
        let warning = "<stdin>:1.3: No set-logic command was given before this point.\n";
        assert!(!is_noisy(b"") && !is_noisy(warning.as_bytes()));
        assert!(is_noisy(
            format!("{warning}failed to verify: a\n").as_bytes()
        ));
    }

    #[test]
    fn a_resource_count_is_read() {
        assert_eq!(resources_in("(:rlimit 4711)"), Some(4711));
        assert_eq!(resources_in("(:name z3)"), None);
    }
}
