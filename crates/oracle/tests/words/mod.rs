//! Runs and labels written as words, so that tests read as tables.

#![allow(dead_code)] // each test file uses its part

use gadfly_exec::{Exit, LimitHit, RawRun};
use gadfly_formula::{Expect, Formula, LabelSource, Provenance};
use gadfly_profile::{Complaint, Crash, CrashKind};
use gadfly_solver::{Answer, Outcome, Run};
use std::time::Duration;

/// An answer from its word.
pub(crate) fn answer(word: &str) -> Option<Answer> {
    match word {
        "sat" => Some(Answer::Sat),
        "unsat" => Some(Answer::Unsat),
        "unknown" => Some(Answer::Unknown(None)),
        _ => word
            .strip_prefix("unknown:")
            .map(|why| Answer::Unknown(Some(why.into()))),
    }
}

fn raw() -> RawRun {
    RawRun {
        wall: Duration::from_millis(10),
        cpu: Duration::from_millis(10),
        ..RawRun::ended(Exit::Code(0))
    }
}

/// A run from its words.
pub(crate) fn run(text: &str) -> Run {
    let (spec, words) = text.split_once('=').expect("SPEC=WORDS");
    let (family, version) = spec.split_once('@').expect("NAME@VERSION");
    let mut run = Run {
        spec: spec.into(),
        family: family.into(),
        version: version.into(),
        fresh: true,
        answers: Vec::new(),
        outcome: Outcome::Done,
        complaints: Vec::new(),
        errors: Vec::new(),
        models: Vec::new(),
        cores: Vec::new(),
        values: Vec::new(),
        info: Vec::new(),
        told: Vec::new(),
        checks: 1,
        raw: raw(),
    };
    words
        .split(',')
        .filter(|word| !word.is_empty())
        .for_each(|word| read_word(&mut run, word));
    run.checks = run.answers.len().max(1) - usize::from(words.contains("!more"));
    run
}

fn read_word(run: &mut Run, word: &str) {
    if let Some(answer) = answer(word) {
        return run.answers.push(answer);
    }
    let (head, rest) = word.split_once(':').unwrap_or((word, ""));
    let rest = rest.replace('_', " ");
    match head {
        "crash" => run.outcome = crash(run, &rest),
        "timeout" => run.outcome = Outcome::Timeout,
        "memory" => run.outcome = Outcome::MemoryOut,
        "cancelled" => run.outcome = Outcome::Cancelled,
        "rejected" => run.outcome = Outcome::Rejected(rest),
        "unsupported" => run.outcome = Outcome::Unsupported(rest),
        "broken" => run.outcome = Outcome::Broken(rest),
        "!model" => run.complaints.push(Complaint::InvalidModel),
        "!core" => run.complaints.push(Complaint::InvalidCore),
        "!more" => {}
        "garbled" => run.outcome = Outcome::Garbled(rest),
        "!proof" => run.complaints.push(Complaint::InvalidProof),
        "!internal" => run.complaints.push(Complaint::InternalError),
        _ => match (head.strip_prefix("err@"), head.strip_prefix('~')) {
            (Some(n), _) => run.errors.push((n.parse().expect("a number"), rest)),
            (_, Some(seconds)) => {
                run.raw.cpu = Duration::from_secs_f64(seconds.parse().expect("seconds"))
            }
            _ => panic!("what is {word}?"),
        },
    }
}

fn crash(run: &mut Run, text: &str) -> Outcome {
    let (how, rest) = text.split_once(':').expect("crash:HOW:WHAT");
    let (what, limit) = rest
        .split_once(":limit")
        .map_or((rest, false), |(what, _)| (what, true));
    run.raw.limit = limit.then_some(LimitHit::Memory);
    let number = what.parse().unwrap_or(0);
    let (kind, place, message) = match how {
        "signal" => (CrashKind::Signal(number), None, ""),
        "exit" => (CrashKind::ExitCode(number), None, ""),
        "place" => (
            CrashKind::Assertion,
            Some(what.to_string()),
            "ASSERTION VIOLATION",
        ),
        _ => (CrashKind::Assertion, None, what),
    };
    Outcome::Crash(Crash {
        kind,
        place,
        message: message.into(),
        frames: Vec::new(),
    })
}

/// A formula from its label.
pub(crate) fn formula(label: &str) -> Formula {
    let (source, words) = label.split_once('-').unwrap_or((label, ""));
    let expect = words.split(',').filter(|word| !word.is_empty());
    Formula {
        text: "(check-sat)".into(),
        expect: expect
            .map(|word| word.parse::<Expect>().expect("a label"))
            .collect(),
        label: match source {
            "claimed" => LabelSource::Claimed,
            "confirmed" => LabelSource::Confirmed,
            "made" | "given" => LabelSource::Construction,
            "witness" => LabelSource::Witness,
            _ => LabelSource::None,
        },
        provenance: Provenance {
            strategy: if source == "made" {
                "fusion".into()
            } else {
                String::new()
            },
            ..Provenance::default()
        },
    }
}
