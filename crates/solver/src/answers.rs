//! Which answers of a run may be relied on.

use crate::run::{Answer, Outcome, Run};

/// The answer to the n-th `check-sat`, where it may be relied on: the solver understood all that
/// came before it and did not take it back.
pub fn usable(run: &Run, check: usize) -> Option<&Answer> {
    match run.outcome {
        Outcome::Broken(_) | Outcome::Cancelled | Outcome::Unsupported(_) | Outcome::Garbled(_) => {
            None
        }
        _ if run.answers.len() > run.checks => None,
        // An error spoils the whole run: solvers may refuse late what they misread early. Only a
        // complaint about a missing model or core, after the answer, is harmless.
        Outcome::Rejected(_) if !run.errors.iter().all(|(_, text)| about_result(text)) => None,
        _ => answer_before_errors(run, check),
    }
}

/// Like `Run::answer`, but complaints about missing models and cores do not count.
fn answer_before_errors(run: &Run, check: usize) -> Option<&Answer> {
    let mut errors = run.errors.iter();
    let spoiled = errors.any(|(before, text)| *before <= check && !about_result(text));
    if spoiled {
        None
    } else {
        run.answers.get(check)
    }
}

/// Whether an error only says that there is no model, core, proof or value to print.
fn about_result(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let result = [
        "model",
        "unsat core",
        "unsat-core",
        "unsat_core",
        "proof",
        "get-value",
    ];
    let missing = [
        "not available",
        "unless",
        "cannot get",
        "not enabled",
        "no model",
        "after a",
    ];
    result.iter().any(|word| text.contains(word)) && missing.iter().any(|word| text.contains(word))
}

/// Whether an `unknown` comes from a limit rather than from the solver's reasoning.
pub fn out_of_resources(reason: Option<&str>) -> bool {
    let words = [
        "timeout",
        "cancel",
        "resource",
        "memout",
        "memory",
        "interrupt",
        "rlimit",
    ];
    reason.is_some_and(|reason| {
        let reason = reason.to_ascii_lowercase();
        words.iter().any(|word| reason.contains(word))
    })
}
