//! A confirmed verdict in the words that its report uses.

use super::files::result;
use crate::bench::SolverRegistry;
use crate::explained::telling;
use gadfly_examine::Confirmed;
use gadfly_formula::{ContentHash, Formula};
use gadfly_oracle::{Kind, Verdict};
use gadfly_report::title;
use gadfly_solver::Run;
use gadfly_store::{Finding, FindingRun};

/// The finding, and whether its identity is final before any reduction. `base` is the spec that the
/// user gave: what the blamed solver has beyond it are the options that were varied.
pub(crate) fn describe(
    confirmed: &Confirmed,
    formula: &Formula,
    runs: &[Run],
    book: &SolverRegistry,
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
    let mut finding = Finding {
        kind: verdict.kind,
        solver: verdict.solver.clone(),
        family: verdict.family.clone(),
        version: verdict.version.clone(),
        sentence: verdict.sentence.clone(),
        evidence: verdict.evidence,
        signature: verdict.signature.clone(),
        check: verdict.check as u64,
        identity,
        priority: verdict.kind.priority(),
        about_parent: verdict.about_parent,
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
        obligation: confirmed.obligation.clone(),
        ..Finding::default()
    };
    finding.title = title(&finding, &formula.text);
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
    verdict.kind != Kind::Rejected && verdict.signature.has_own_words()
}
