//! The tables of the page: all counts of each solver, and what holds up to which size.

use crate::bounds::guarantee;
use crate::figures::columns;
use crate::outcome::{Said, Verdict};
use crate::study::{Entry, Study};
use crate::tables::order;
use crate::tally::{Cell, Tally};
use gadfly_report::html::{self, Section};
use gadfly_store::{Ends, grouped};
use maud::{Markup, html};

const HEADS: [&str; 9] = [
    "solver",
    "unsound",
    "invalid model",
    "crash",
    "solved",
    "unknown",
    "time-out",
    "memory-out",
    "rejected",
];

/// The counts of each solver over all sources.
pub(super) fn section(study: &Study, tally: &Tally) -> Section {
    let rows: Vec<Vec<Markup>> = order(study)
        .into_iter()
        .map(|at| {
            let counts = counts(tally, at);
            let name = &study.solvers[at].name;
            let clean = counts[..3].iter().all(|count| *count == 0);
            let name = html! { @if clean { b { (name) } } @else { (name) } };
            let counts = counts.map(|count| html! { (grouped(count)) });
            std::iter::once(name).chain(counts).collect()
        })
        .collect();
    let note = html! {
        "Bold: no bug triggers. Over all sources; by source in "
        a href="correctness.csv" { "correctness.csv" } " and "
        a href="outcomes_by_timeout.csv" { "outcomes_by_timeout.csv" } "."
    };
    let card = html! { div.card { p { (note) } (html::table("Totals", &HEADS, &rows)) } };
    html::section("What was tested", &card)
}

/// What a reader must know first: what was not tested, and what is not done.
pub(super) fn warnings(study: &Study, tally: &Tally) -> Vec<String> {
    let of = |(at, entry): (usize, &Entry)| {
        let mut ends = Ends::default();
        tally.cells.iter().for_each(|row| row[at].add_to(&mut ends));
        ends.shortfall(&entry.name)
            .map(|shortfall| shortfall.sentence)
    };
    let missing = format!(
        "{} parts are still to do: the figures are of the others.",
        grouped(tally.missing as u64)
    );
    let shortfalls = study.solvers.iter().enumerate().filter_map(of);
    let missing = (tally.missing > 0).then_some(missing);
    shortfalls.chain(missing).collect()
}

/// The counts of a solver, in the order of the heads.
fn counts(tally: &Tally, at: usize) -> [u64; 8] {
    let sum = |of: &dyn Fn(&Cell) -> u64| tally.cells.iter().map(|row| of(&row[at])).sum::<u64>();
    [
        sum(&|cell| cell.of(Verdict::Unsound)),
        sum(&|cell| cell.of(Verdict::InvalidModel)),
        sum(&|cell| cell.of(Verdict::Crash)),
        sum(&|cell| cell.solved(usize::MAX)),
        sum(&|cell| cell.said(Said::Unknown, usize::MAX)),
        sum(&|cell| cell.of(Verdict::Timeout)),
        sum(&|cell| cell.of(Verdict::MemoryOut)),
        sum(&|cell| cell.of(Verdict::Rejected)),
    ]
}

/// For each solver and each grammar: the size up to which everything passed.
pub(super) fn bounds(study: &Study, tally: &Tally) -> Option<Section> {
    let grammars = || {
        let all = study.sources.iter().zip(&tally.cells);
        all.filter(|(source, _)| source.is_grammar())
    };
    grammars().next()?;
    let bound = |at: usize| {
        grammars().map(
            move |(source, row)| match guarantee(source, &row[at], row[at].runs) {
                _ if tally.missing > 0 => "not done yet".to_string(),
                Some((size, count)) => format!("size {size} ({count})"),
                None => "-".to_string(),
            },
        )
    };
    let solvers = columns(study).into_iter().flat_map(|(_, solvers)| solvers);
    let solvers: Vec<usize> = solvers.collect();
    let rows: Vec<Vec<String>> = solvers
        .into_iter()
        .rev()
        .map(|at| {
            let name = std::iter::once(study.solvers[at].name.clone());
            name.chain(bound(at)).collect()
        })
        .collect();
    let names = grammars().map(|(source, _)| source.name.as_str());
    let heads: Vec<&str> = std::iter::once("solver").chain(names).collect();
    let card = html! {
        div.card {
            p {
                "The size up to which " i { "all" } " formulas of the grammar passed: no wrong \
                answer, no invalid model, no crash; in brackets how many formulas those are."
            }
            (html::table("The bounded guarantee", &heads, &rows))
        }
    };
    Some(html::section("The bounded guarantee", &card))
}
