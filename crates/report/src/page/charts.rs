//! The plots.

use super::top::top;
use crate::html::{self, Section};
use crate::plot::{Axis, Bars, Line, Lines, Look, Sheet, Tone};
use crate::summary::Summary;
use gadfly_store::{Class, cost_seconds};
use gadfly_vocabulary::Kind;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// As many lines as can be told apart.
const LINES: usize = 8;

/// The section of plots.
pub(super) fn section(summary: &Summary) -> Section {
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
            "Confirmed verdicts of each kind, with whatever options.",
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
            "Runs that were not decided, of the logics with most of them.",
            undecided(summary).draw(),
        ),
        card(
            "Findings by release",
            "How many findings each release shows, of those that were asked.",
            releases(summary).draw(),
        ),
        card(
            "How long they were latent",
            "How many releases show a finding, and how many were asked and do not.",
            latency(summary).draw(),
        ),
    ];
    html::section("Measured", &html::grid(&cards))
}

fn card(title: &str, note: &str, plot: Option<Sheet>) -> Markup {
    let plot = html::plot(plot.as_ref(), title);
    html::card(title, &html! { (note) }, &plot)
}

/// The unit in which so many seconds are read, and how many it has.
fn unit_of(seconds: f64) -> (&'static str, f64) {
    match seconds {
        s if s < 180.0 => ("seconds", 1.0),
        s if s < 3.0 * 3600.0 => ("minutes", 60.0),
        _ => ("hours", 3600.0),
    }
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
    let (unit, long) = unit_of(last as f64);
    let points = sums
        .iter()
        .map(|(n, tests)| ((n * span) as f64 / long, *tests as f64 / width(*n)))
        .collect();
    Lines {
        x: unit.into(),
        y: "tests a second".into(),
        y_axis: Axis::Linear,
        steps: false,
        lines: vec![Line {
            name: "tests".into(),
            look: Look::plain(0),
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
    let (unit, long) = unit_of(end);
    let lines = by_kind
        .into_iter()
        .map(|(kind, mut times)| {
            times.sort_by(f64::total_cmp);
            let mut points = vec![(0.0, 0.0)];
            points.extend(
                times
                    .iter()
                    .enumerate()
                    .map(|(n, time)| (*time / long, (n + 1) as f64)),
            );
            points.push((
                end.max(times.last().copied().unwrap_or(0.0)) / long,
                times.len() as f64,
            ));
            Line {
                name: kind.to_string(),
                look: Look::of_kind(kind),
                points,
                band: Vec::new(),
            }
        })
        .collect();
    Lines {
        x: unit.into(),
        y: "findings".into(),
        y_axis: Axis::Linear,
        steps: true,
        lines,
    }
}

fn verdicts(summary: &Summary) -> Bars {
    let mut kinds: Vec<Kind> = Vec::new();
    for ((kind, _), counts) in &summary.verdicts {
        if counts[0] > 0 && !kinds.contains(kind) {
            kinds.push(*kind);
        }
    }
    let mut bars: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for ((kind, solver), counts) in &summary.verdicts {
        let row = bars.entry(summary.under_test(solver));
        let row = row.or_insert_with(|| vec![0.0; kinds.len()]);
        if let Some(at) = kinds.iter().position(|known| known == kind) {
            row[at] += counts[0] as f64;
        }
    }
    let part = |kind: &Kind| (kind.to_string(), Look::of_kind(*kind));
    counted("verdicts", kinds.iter().map(part), bars)
}

fn answers(summary: &Summary) -> Bars {
    let used = || {
        Class::ALL
            .iter()
            .filter(|class| summary.runs_of(**class) > 0)
    };
    let mut bars: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for tally in &summary.tallies {
        let row = bars.entry(&tally.solver);
        let row = row.or_insert_with(|| vec![0.0; used().count()]);
        if let Some(at) = used().position(|class| *class == tally.class) {
            row[at] += tally.runs as f64;
        }
    }
    let part = |class: &Class| (class.to_string(), Look::of_class(*class));
    counted("runs", used().map(part), bars)
}

/// Bars of what is counted, a dozen of them.
fn counted<'a>(
    unit: &str,
    parts: impl Iterator<Item = (String, Look)>,
    bars: impl IntoIterator<Item = (&'a str, Vec<f64>)>,
) -> Bars {
    let bars = bars.into_iter().map(|(name, row)| (name.to_string(), row));
    Bars {
        parts: parts.collect(),
        bars: top(bars, |row| row.iter().sum::<f64>()),
        unit: unit.into(),
    }
}

fn cactus(summary: &Summary) -> Lines {
    let answered = |cost: &gadfly_store::Cost| cost.buckets.iter().sum::<u64>();
    let mut costs: Vec<_> = summary.costs.iter().collect();
    costs.sort_by_key(|cost| std::cmp::Reverse(answered(cost)));
    let line = |(n, cost): (usize, &gadfly_store::Cost)| {
        let mut solved = 0;
        let used = cost
            .buckets
            .iter()
            .enumerate()
            .filter(|(_, runs)| **runs > 0);
        let points = used.map(|(bucket, runs)| {
            solved += runs;
            (solved as f64, cost_seconds(bucket))
        });
        Line {
            name: cost.solver.clone(),
            look: Look::plain(n),
            points: points.collect(),
            band: Vec::new(),
        }
    };
    Lines {
        x: "answered runs".into(),
        y: "seconds".into(),
        y_axis: Axis::Log,
        steps: false,
        lines: costs
            .into_iter()
            .take(LINES)
            .enumerate()
            .map(line)
            .collect(),
    }
}

fn undecided(summary: &Summary) -> Bars {
    let classes = [Class::Timeout, Class::Unknown, Class::MemoryOut];
    let mut bars: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for tally in &summary.tallies {
        let row = bars.entry(&tally.logic);
        let row = row.or_insert_with(|| vec![0.0; classes.len()]);
        if let Some(at) = classes.iter().position(|class| *class == tally.class) {
            row[at] += tally.runs as f64;
        }
    }
    let part = |class: Class| (class.to_string(), Look::of_class(class));
    counted("runs", classes.into_iter().map(part), bars)
}

fn releases(summary: &Summary) -> Bars {
    let mut shows: Vec<(&str, Vec<f64>)> = Vec::new();
    for shown in &summary.findings {
        for release in &shown.finding.releases {
            let bad = f64::from(u8::from(release.bad == Some(true)));
            match shows.iter_mut().find(|(spec, _)| *spec == release.spec) {
                Some((_, counts)) => counts[0] += bad,
                None => shows.push((&release.spec, vec![bad])),
            }
        }
    }
    let part = ("findings".to_string(), Look::new(Tone::Wrong, 0));
    counted("findings", [part].into_iter(), shows)
}

fn latency(summary: &Summary) -> Bars {
    let asked = |shown: &&crate::Shown| !shown.finding.releases.is_empty();
    let bars = summary.findings.iter().filter(asked).map(|shown| {
        let releases = &shown.finding.releases;
        let told = |bad: bool| releases.iter().filter(|r| r.bad == Some(bad)).count() as f64;
        (shown.finding.id.clone(), vec![told(true), told(false)])
    });
    let mut bars: Vec<_> = bars.filter(|(_, counts)| counts[0] > 0.0).collect();
    bars.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]));
    bars.truncate(super::top::MOST);
    Bars {
        parts: vec![
            ("show it".into(), Look::new(Tone::Wrong, 0)),
            ("do not".into(), Look::new(Tone::Right, 1)),
        ],
        bars,
        unit: "releases".into(),
    }
}
