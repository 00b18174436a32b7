//! A solver must not die. A limit of ours, a missing library or a full disk is not its death.

use crate::{Evidence, Judged, Kind, Signature, Verdict, normalise_message};
use gadfly_profile::CrashKind;
use gadfly_solver::Outcome;

/// One verdict a run that crashed.
pub(super) fn crash(judged: &Judged) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for run in judged.runs {
        let Outcome::Crash(crash) = &run.outcome else {
            continue;
        };
        if run.raw.limit.is_some() {
            continue;
        }
        let message = normalise_message(&crash.message);
        let (signature, how) = match (&crash.place, crash.kind) {
            (Some(place), _) => {
                let place = normalise_message(place);
                let how = format!("at {place}: {message}");
                (Signature::Place(place), how)
            }
            (None, _) if !message.is_empty() => {
                (Signature::Message(message.clone()), message.clone())
            }
            (None, CrashKind::Signal(signal)) => (
                Signature::Signal(told_apart(signal)),
                format!("by signal {signal}"),
            ),
            (None, CrashKind::ExitCode(code)) => {
                (Signature::Exit(code), format!("with exit code {code}"))
            }
            (None, CrashKind::Assertion) => (Signature::Assertion, "by an assertion".into()),
            (None, CrashKind::Sanitizer) => {
                (Signature::Sanitizer, "by a sanitizer's report".into())
            }
        };
        verdicts.push(Verdict {
            evidence: Evidence::Observed,
            sentence: format!("{} died {how}.", run.spec).replace("..", "."),
            signature,
            ..Verdict::about(run, "crash", Kind::Crash, run.answers.len())
        });
    }
    verdicts
}

/// The signal that stands for its like: where a wild pointer happens to point decides between a bus
/// error and a segmentation fault, and says nothing about the bug.
fn told_apart(signal: i32) -> i32 {
    const BUS: i32 = 7;
    const SEGMENTATION: i32 = 11;
    if signal == BUS { SEGMENTATION } else { signal }
}
