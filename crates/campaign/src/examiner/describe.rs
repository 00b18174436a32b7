//! A confirmed verdict in the words that its report uses.

use super::files::result;
use crate::bench::Book;
use crate::explained::telling;
use gadfly_formula::{ContentHash, Formula};
use gadfly_oracle::{Confirmed, Evidence, Kind, Verdict, Wrong};
use gadfly_solver::Run;
use gadfly_store::{Finding, FindingRun};

/// The finding, and whether its identity is final before any reduction. `base` is the spec that the
/// user gave: what the blamed solver has beyond it are the options that were varied.
pub(crate) fn describe(
    confirmed: &Confirmed,
    formula: &Formula,
    runs: &[Run],
    book: &Book,
    base: &str,
) -> (Finding, bool) {
    let verdict = &confirmed.verdict;
    let named = is_named(verdict);
    let mut identity = format!("{} {}", verdict.version, confirmed.identity);
    if !named {
        // Until it is reduced, every trigger may be a bug of its own.
        let hash = ContentHash::of(formula.text.as_bytes()).short();
        identity.push_str(&format!(" #{hash}"));
    }
    let mut notes = Vec::new();
    if let Some((name, reference)) = &confirmed.known {
        notes.push(format!(
            "It looks like the known issue {name} ({reference})."
        ));
    }
    let options = book
        .get(&verdict.solver)
        .map(|solver| solver.extra.clone())
        .unwrap_or_default();
    let own: Vec<String> = book
        .get(base)
        .map(|solver| solver.extra.clone())
        .unwrap_or_default();
    let provenance = &formula.provenance;
    let finding = Finding {
        kind: verdict.kind.name().into(),
        solver: verdict.solver.clone(),
        family: verdict.family.clone(),
        version: verdict.version.clone(),
        title: title(verdict),
        sentence: verdict.sentence.clone(),
        evidence: evidence(verdict).into(),
        signature: verdict.signature.clone(),
        identity,
        priority: priority(verdict).into(),
        logic: crate::worker::logic_of(&formula.text).into(),
        strategy: provenance.strategy.clone(),
        options: options
            .into_iter()
            .filter(|option| !own.contains(option))
            .collect(),
        parents: provenance
            .parents
            .iter()
            .map(|p| format!("{}#{}", p.path, p.hash))
            .collect(),
        trace: provenance.trace.clone(),
        runs: runs.iter().map(finding_run).collect(),
        notes,
        witnesses: confirmed
            .witnesses
            .iter()
            .map(ToString::to_string)
            .collect(),
        operators: telling(&formula.text),
        ..Finding::default()
    };
    (finding, named)
}

/// A run as the finding's tables show it.
pub(crate) fn finding_run(run: &Run) -> FindingRun {
    FindingRun {
        spec: run.spec.clone(),
        version: run.version.clone(),
        result: result(run),
        wall: run.raw.wall.as_secs_f64(),
    }
}

/// Whether the solver's own words name the bug: then the formula does not matter.
pub(crate) fn is_named(verdict: &Verdict) -> bool {
    let worded =
        verdict.signature.starts_with("place:") || verdict.signature.starts_with("message:");
    let internal = verdict.kind == Kind::SelfCheck && verdict.signature.contains(":internal:");
    let state = verdict.kind == Kind::State
        && [":place:", ":message:"]
            .iter()
            .any(|words| verdict.signature.contains(words));
    worded && verdict.kind == Kind::Crash || internal || state
}

fn title(verdict: &Verdict) -> String {
    let known = verdict.version != "unknown";
    let version = if known {
        format!(" {}", verdict.version)
    } else {
        String::new()
    };
    let who = format!("{}{version}", verdict.family);
    match (verdict.kind, verdict.wrong) {
        (Kind::Soundness, Some(Wrong::Refutation)) => {
            format!("{who}: unsat on a satisfiable formula")
        }
        (Kind::Soundness, _) => format!("{who}: sat on an unsatisfiable formula"),
        (Kind::InvalidModel, _) => format!("{who}: a model that does not satisfy the formula"),
        (Kind::SelfCheck, _) => format!("{who}: its own checker objects to its result"),
        (Kind::InvalidCore, _) => format!("{who}: an unsatisfiable core that is satisfiable"),
        (Kind::Crash, _) => format!("{who}: crash ({})", short(&verdict.signature)),
        (Kind::Slow, _) => format!("{who}: very slow on a formula that others decide at once"),
        (Kind::Incomplete, _) => format!("{who}: unknown on a formula that it should decide"),
        (Kind::Disagreement, _) => format!("{who}: disagrees with other solvers"),
        (Kind::State, _) => format!("{who}: wrong in a persistent process only"),
        (Kind::Rejected, _) => format!("{who}: refuses a well-sorted formula"),
    }
}

fn short(signature: &str) -> &str {
    let text = signature
        .split_once(':')
        .map_or(signature, |(_, rest)| rest);
    let end = text.char_indices().nth(90).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

pub(super) fn evidence(verdict: &Verdict) -> &'static str {
    match verdict.evidence {
        Evidence::CheckedModel if verdict.kind == Kind::InvalidModel => {
            "its own model, which our evaluator found false"
        }
        Evidence::CheckedModel => "a model that our evaluator found true",
        Evidence::Construction => "the formula's construction, by proved rules",
        Evidence::CheckedProof => "a proof that a checker accepted",
        Evidence::ResolvedCore => "a core that two solver families refute",
        Evidence::Observed => "what the solver itself showed",
        Evidence::Majority => "a majority of solver families",
        Evidence::None => "nothing but the difference",
    }
}

/// Refutation soundness first, then solution soundness, models, crashes.
fn priority(verdict: &Verdict) -> &'static str {
    match verdict.kind {
        Kind::Soundness => "high",
        Kind::InvalidModel | Kind::InvalidCore | Kind::Crash => "medium",
        _ => "low",
    }
}
