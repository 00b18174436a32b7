//! What was tested, and what was not: solvers, logics, options, and what nobody could have seen.

use super::top::top;
use crate::html::{self, Section};
use crate::summary::Summary;
use crate::words::short_number;
use gadfly_store::{Class, TestState, grouped};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The ways in which runs end, as the tables count them.
const ENDS: [(&str, &[Class]); 6] = [
    (
        "decided",
        &[Class::Sat, Class::Unsat, Class::Mixed, Class::Crash],
    ),
    ("unknown", &[Class::Unknown]),
    ("timed out", &[Class::Timeout]),
    ("memory-out", &[Class::MemoryOut]),
    ("refused", &[Class::Rejected, Class::Unsupported]),
    ("other", &[Class::Silent, Class::Broken]),
];

/// The section.
pub(super) fn section(summary: &Summary) -> Section {
    let solvers = summary.tallies.iter().map(|tally| (&*tally.solver, tally));
    let logics = tested(summary).map(|tally| (&*tally.logic, tally));
    let cards = [
        ends(
            "Solvers",
            "How the runs of each solver ended, those included that only confirm.",
            "solver",
            solvers,
        ),
        html::card("What this does not show", &html! {}, &blind_spots(summary)),
        ends(
            "Logics",
            "How the runs of the solvers under test ended.",
            "logic",
            logics,
        ),
        options(summary),
    ];
    html::section("What was tested", &html::grid(&cards))
}

/// The tallies of the solvers under test; of all, where a hunt does not say which those are.
fn tested(summary: &Summary) -> impl Iterator<Item = &gadfly_store::Tally> {
    let all = summary.tested.is_empty();
    let tallies = summary.tallies.iter();
    tallies.filter(move |tally| all || summary.tested.contains(&tally.solver))
}

/// A table of how runs ended: in per cent, by solver or by logic.
pub fn ends<'a>(
    title: &str,
    note: &str,
    name: &str,
    tallies: impl Iterator<Item = (&'a str, &'a gadfly_store::Tally)>,
) -> Markup {
    let mut rows: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for (key, tally) in tallies {
        let counts = rows.entry(key).or_insert_with(|| vec![0; ENDS.len()]);
        if let Some(at) = ENDS.iter().position(|(_, of)| of.contains(&tally.class)) {
            counts[at] += tally.runs;
        }
    }
    let all = |counts: &[u64]| counts.iter().sum::<u64>();
    let rows = rows.into_iter().map(|(key, row)| (key.to_string(), row));
    let rows = top(rows, all).into_iter().map(|(key, counts)| {
        let all = all(&counts);
        let shares = counts.iter().map(|count| share(*count, all));
        [key, grouped(all)].into_iter().chain(shares).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let names = ENDS.iter().map(|(name, _)| *name);
    let head: Vec<&str> = [name, "runs"].into_iter().chain(names).collect();
    let body = match rows.is_empty() {
        true => html::none("Nothing was run yet."),
        false => html::table(title, &head, &rows),
    };
    html::card(title, &html! { (note) }, &body)
}

fn share(part: u64, whole: u64) -> String {
    match part {
        0 => "–".to_string(),
        _ => format!("{:.1} %", part as f64 / whole.max(1) as f64 * 100.0),
    }
}

/// The options that were added to the solvers' own settings.
fn options(summary: &Summary) -> Markup {
    let tried = summary.options.iter();
    let tried = tried.map(|(option, formulas)| (option.clone(), vec![*formulas]));
    let rows = top(tried, |counts| counts[0]).into_iter();
    let row = |(option, counts): (String, Vec<u64>)| vec![option, grouped(counts[0])];
    let rows: Vec<Vec<String>> = rows.map(row).collect();
    let body = match rows.is_empty() {
        true => html::none("Only the solvers' own settings were tested."),
        false => html::table("Options", &["solver and option", "formulas"], &rows),
    };
    let note =
        html! { "Options that were added to a solver's settings, and on how many formulas." };
    html::card("Options", &note, &body)
}

/// What could be wrong all the same.
fn blind_spots(summary: &Summary) -> Markup {
    let sentences = [
        unfinished(summary),
        limits(summary),
        undecided_logics(summary),
        models(summary),
        refutations(summary),
        idle_strategies(summary),
        unconfirmed(summary),
    ];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    html! {
        @match sentences.is_empty() {
            true => (html::none("Nothing was run yet.")),
            false => ul.plain { @for sentence in sentences { li { (sentence) } } },
        }
    }
}

/// The part of a sentence where there is anything to count.
fn some(count: u64, words: &str) -> Option<String> {
    (count > 0).then(|| format!("{} {words}", grouped(count)))
}

fn unfinished(summary: &Summary) -> Option<String> {
    let waiting = summary.verdicts.values().map(|counts| counts[2]).sum();
    let open = |shown: &&crate::Shown| shown.finding.reduction.is_none();
    let unreduced = summary.findings.iter().filter(open).count() as u64;
    let parts = [
        some(waiting, "verdicts wait for confirmation"),
        some(unreduced, "findings are not reduced"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("{}: gadfly hunt --resume goes on.", parts.join(" and ")))
}

fn limits(summary: &Summary) -> Option<String> {
    let of = |class| {
        let tallies = tested(summary).filter(|tally| tally.class == class);
        tallies.map(|tally| tally.runs).sum()
    };
    let parts = [
        some(of(Class::Timeout), "by the time limit"),
        some(of(Class::MemoryOut), "by the memory limit"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| {
        let parts = parts.join(", ");
        format!("Runs that were stopped: {parts}. What needs more than that does not show.")
    })
}

fn undecided_logics(summary: &Summary) -> Option<String> {
    let mut decided: BTreeMap<&str, bool> = BTreeMap::new();
    for tally in tested(summary).filter(|tally| tally.runs > 0) {
        *decided.entry(&tally.logic).or_default() |= ENDS[0].1.contains(&tally.class);
    }
    let none = decided.iter().filter(|(_, decided)| !**decided);
    let none: Vec<&str> = none.map(|(logic, _)| *logic).collect();
    (!none.is_empty()).then(|| format!("No formula was decided in {}.", none.join(", ")))
}

fn models(summary: &Summary) -> Option<String> {
    let count = |wanted: fn(&str) -> bool| -> u64 {
        let models = summary.models.iter();
        let of = models.filter(|(said, _)| wanted(said));
        of.map(|(_, counts)| counts[0]).sum()
    };
    let (all, open) = (
        count(|_| true),
        count(|said| !matches!(said, "true" | "false")),
    );
    (open > 0).then(|| {
        format!(
            "{} of {} models are undetermined for our evaluator ({}); the table of models says why.",
            grouped(open),
            grouped(all),
            share(open, all)
        )
    })
}

fn refutations(summary: &Summary) -> Option<String> {
    let unsat = tested(summary).filter(|tally| tally.class == Class::Unsat);
    let unsat: u64 = unsat.map(|tally| tally.runs).sum();
    let proofs = summary.proofs.iter();
    let proofs = proofs.map(|(status, count)| format!("{status} {}", grouped(*count)));
    let proofs: Vec<String> = proofs.collect();
    let asked = match proofs.is_empty() {
        true => "No proof was asked for.".to_string(),
        false => format!("Proofs that were asked for: {}.", proofs.join(", ")),
    };
    (unsat > 0).then(|| {
        format!(
            "Of {} unsat answers a wrong one shows only where a label, another solver or a proof \
             contradicts it. {asked}",
            grouped(unsat)
        )
    })
}

fn idle_strategies(summary: &Summary) -> Option<String> {
    let ran = |name: &&String| {
        let key = ((*name).clone(), TestState::Run.name());
        summary.made.get(&key).is_some_and(|tests| *tests > 0)
    };
    let idle = summary.strategies.iter().filter(|name| !ran(name));
    let idle: Vec<&str> = idle.map(String::as_str).collect();
    (!idle.is_empty() && summary.tests() > 0)
        .then(|| format!("Strategies that made no formula: {}.", idle.join(", ")))
}

fn unconfirmed(summary: &Summary) -> Option<String> {
    let count: u64 = summary.verdicts.values().map(|counts| counts[1]).sum();
    (count > 0).then(|| {
        format!(
            "{} verdicts were not seen again in fresh processes, or proved wrong: they are no findings.",
            short_number(count as f64)
        )
    })
}
