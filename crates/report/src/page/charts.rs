//! The plots.

use crate::html;
use crate::plot::{Axis, Bars, Line, Lines, Sheet};
use crate::summary::Summary;
use gadfly_store::{Class, cost_seconds};
use gadfly_vocabulary::Kind;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The section of plots.
pub(super) fn section(summary: &Summary) -> Markup {
    let cards = [
        card(
            "Tests over time",
            "Formulas run a second, averaged.",
            tests(summary).draw(),
        ),
        card(
            "Findings over time",
            "Distinct findings, cumulative.",
            findings(summary).draw(),
        ),
        card(
            "Verdicts by solver",
            "Confirmed verdicts of each kind.",
            verdicts(summary).draw(),
        ),
        card(
            "Answers by solver",
            "How runs ended.",
            answers(summary).draw(),
        ),
        card(
            "Solver times",
            "Runs that were answered within a time (log scale): further right and lower is faster.",
            cactus(summary).draw(),
        ),
        card(
            "Time-outs and unknowns by logic",
            "Share of runs in per cent.",
            undecided(summary).draw(),
        ),
        card(
            "Findings by release",
            "How many findings each release shows.",
            releases(summary).draw(),
        ),
        card(
            "How long they were latent",
            "Releases that show a finding, of those that were asked.",
            latency(summary).draw(),
        ),
    ];
    html::section("Measured", &html::grid(&cards))
}

fn card(title: &str, note: &str, plot: Option<Sheet>) -> Markup {
    let plot = html::plot(plot.as_ref(), title);
    html::card(title, &html! { (note) }, &plot)
}

/// Averages over about sixty spans, so that the line shows trends and not noise.
fn tests(summary: &Summary) -> Lines {
    let last = summary.moments.last().map_or(0, |moment| moment.second);
    let span = (last / 60).max(1);
    let mut sums: BTreeMap<u64, u64> = (0..=last / span).map(|n| (n, 0)).collect();
    for moment in &summary.moments {
        *sums.entry(moment.second / span).or_default() += moment.tests;
    }
    let width = |n: u64| (last + 1 - n * span).min(span) as f64;
    let points = sums
        .iter()
        .map(|(n, tests)| ((n * span) as f64, *tests as f64 / width(*n)))
        .collect();
    Lines {
        x: "seconds".into(),
        y: "tests a second".into(),
        y_axis: Axis::Linear,
        steps: false,
        lines: vec![Line {
            name: "tests".into(),
            points,
            band: Vec::new(),
        }],
    }
}

fn findings(summary: &Summary) -> Lines {
    let mut by_kind: BTreeMap<Kind, Vec<f64>> = BTreeMap::new();
    for shown in &summary.findings {
        by_kind
            .entry(shown.finding.kind)
            .or_default()
            .push(shown.finding.found);
    }
    let end = summary
        .moments
        .last()
        .map_or(summary.seconds, |moment| moment.second as f64);
    let lines = by_kind
        .into_iter()
        .map(|(kind, mut times)| {
            times.sort_by(f64::total_cmp);
            let mut points = vec![(0.0, 0.0)];
            points.extend(
                times
                    .iter()
                    .enumerate()
                    .map(|(n, time)| (*time, (n + 1) as f64)),
            );
            points.push((
                end.max(times.last().copied().unwrap_or(0.0)),
                times.len() as f64,
            ));
            Line {
                name: kind.to_string(),
                points,
                band: Vec::new(),
            }
        })
        .collect();
    Lines {
        x: "seconds".into(),
        y: "findings".into(),
        y_axis: Axis::Linear,
        steps: true,
        lines,
    }
}

fn verdicts(summary: &Summary) -> Bars {
    let mut kinds: Vec<Kind> = summary.verdicts.keys().map(|(kind, _)| *kind).collect();
    kinds.dedup();
    let mut bars: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for ((kind, solver), counts) in &summary.verdicts {
        let row = bars.entry(solver).or_insert_with(|| vec![0.0; kinds.len()]);
        if let Some(at) = kinds.iter().position(|known| known == kind) {
            row[at] += counts[0] as f64;
        }
    }
    Bars {
        parts: kinds.iter().map(ToString::to_string).collect(),
        bars: bars
            .into_iter()
            .map(|(solver, row)| (solver.to_string(), row))
            .collect(),
        unit: "verdicts".into(),
    }
}

fn answers(summary: &Summary) -> Bars {
    let used: Vec<Class> = Class::ALL
        .iter()
        .copied()
        .filter(|class| summary.runs_of(*class) > 0)
        .collect();
    let mut bars: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for tally in &summary.tallies {
        let row = bars
            .entry(&tally.solver)
            .or_insert_with(|| vec![0.0; used.len()]);
        if let Some(at) = used.iter().position(|class| *class == tally.class) {
            row[at] += tally.runs as f64;
        }
    }
    Bars {
        parts: used.iter().map(|class| class.name().to_string()).collect(),
        bars: bars
            .into_iter()
            .map(|(solver, row)| (solver.to_string(), row))
            .collect(),
        unit: "runs".into(),
    }
}

fn cactus(summary: &Summary) -> Lines {
    let lines = summary
        .costs
        .iter()
        .map(|cost| {
            let mut solved = 0;
            let mut points = Vec::new();
            for (bucket, runs) in cost
                .buckets
                .iter()
                .enumerate()
                .filter(|(_, runs)| **runs > 0)
            {
                solved += runs;
                points.push((solved as f64, cost_seconds(bucket)));
            }
            Line {
                name: cost.solver.clone(),
                points,
                band: Vec::new(),
            }
        })
        .collect();
    Lines {
        x: "answered runs".into(),
        y: "seconds".into(),
        y_axis: Axis::Log,
        steps: false,
        lines,
    }
}

fn undecided(summary: &Summary) -> Bars {
    let mut by_logic: BTreeMap<&str, [f64; 4]> = BTreeMap::new();
    for tally in &summary.tallies {
        let row = by_logic.entry(&tally.logic).or_default();
        row[0] += tally.runs as f64;
        match tally.class {
            Class::Timeout => row[1] += tally.runs as f64,
            Class::Unknown => row[2] += tally.runs as f64,
            Class::MemoryOut => row[3] += tally.runs as f64,
            _ => {}
        }
    }
    let share = |row: [f64; 4]| {
        row[1..]
            .iter()
            .map(|n| n / row[0].max(1.0) * 100.0)
            .collect()
    };
    Bars {
        parts: ["timeout", "unknown", "memory-out"]
            .map(String::from)
            .to_vec(),
        bars: by_logic
            .into_iter()
            .map(|(logic, row)| (logic.to_string(), share(row)))
            .collect(),
        unit: "per cent".into(),
    }
}

fn releases(summary: &Summary) -> Bars {
    let mut shows: Vec<(String, f64)> = Vec::new();
    for release in summary
        .findings
        .iter()
        .flat_map(|shown| &shown.finding.releases)
    {
        let bad = f64::from(u8::from(release.bad == Some(true)));
        match shows.iter_mut().find(|(spec, _)| *spec == release.spec) {
            Some((_, count)) => *count += bad,
            None => shows.push((release.spec.clone(), bad)),
        }
    }
    Bars {
        parts: vec!["findings".into()],
        bars: shows
            .into_iter()
            .map(|(spec, count)| (spec, vec![count]))
            .collect(),
        unit: "findings".into(),
    }
}

fn latency(summary: &Summary) -> Bars {
    let bars = summary
        .findings
        .iter()
        .filter(|shown| !shown.finding.releases.is_empty())
        .map(|shown| {
            let releases = &shown.finding.releases;
            let bad = releases
                .iter()
                .filter(|release| release.bad == Some(true))
                .count();
            let good = releases
                .iter()
                .filter(|release| release.bad == Some(false))
                .count();
            (shown.finding.id.clone(), vec![bad as f64, good as f64])
        })
        .collect();
    Bars {
        parts: vec!["show it".into(), "do not".into()],
        bars,
        unit: "releases".into(),
    }
}
