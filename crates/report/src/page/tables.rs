//! The tables: strategies compared, findings by kind and logic, reduction per solver.

use super::top::top;
use crate::html::{self, Section};
use crate::summary::Summary;
use crate::words::short_number;
use gadfly_store::TestState;
use gadfly_vocabulary::Kind;
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// The section of tables.
pub(super) fn section(summary: &Summary) -> Section {
    let mut cards = vec![strategies(summary)];
    if !summary.models.is_empty() {
        cards.push(models(summary));
    }
    if !summary.findings.is_empty() {
        cards.push(kinds_by_logic(summary));
        cards.push(kinds_by_options(summary));
        cards.push(reduction(summary));
    }
    html::section("Compared", &html::grid(&cards))
}

fn table(title: &str, head: &[String], rows: &[Vec<String>]) -> Markup {
    html::card(title, &html! {}, &html::table(title, head, rows))
}

fn words<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(String::from).to_vec()
}

/// What our evaluator made of the models, and why it could not say.
fn models(summary: &Summary) -> Markup {
    let all: u64 = summary.models.values().map(|counts| counts[0]).sum();
    let mut rows: Vec<(&String, &[u64; 3])> = summary.models.iter().collect();
    let decided = |said: &str| matches!(said, "true" | "false");
    rows.sort_by_key(|(said, counts)| (!decided(said), std::cmp::Reverse(counts[0])));
    let row = |(said, counts): (&String, &[u64; 3])| {
        let name = if decided(said) {
            said.clone()
        } else {
            format!("undetermined: {said}")
        };
        let share = 100.0 * counts[0] as f64 / all.max(1) as f64;
        let [models, asked, refuted] = counts.map(|count| count.to_string());
        vec![name, models, format!("{share:.1} %"), asked, refuted]
    };
    let rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
    let head = words([
        "the evaluator says",
        "models",
        "share",
        "others asked",
        "refuted",
    ]);
    table("Models", &head, &rows)
}

fn strategies(summary: &Summary) -> Markup {
    let names: BTreeSet<&str> = summary.made.keys().map(|(name, _)| name.as_str()).collect();
    let rows: Vec<Vec<String>> = names
        .into_iter()
        .map(|name| {
            let of = |state: TestState| {
                summary
                    .made
                    .get(&(name.to_string(), state.name()))
                    .copied()
                    .unwrap_or(0)
            };
            let ran = of(TestState::Run);
            let duplicates = of(TestState::Duplicate);
            let mine = || {
                summary
                    .tallies
                    .iter()
                    .filter(|tally| tally.strategy == name)
            };
            let cpu: u64 = mine().map(|tally| tally.cpu_us).sum();
            let wall: u64 = mine().map(|tally| tally.wall_us).sum();
            let findings = summary
                .findings
                .iter()
                .filter(|shown| shown.finding.strategy == name)
                .count();
            let unique = ran as f64 / ((ran + duplicates) as f64).max(1.0) * 100.0;
            vec![
                name.to_string(),
                short_number(ran as f64),
                format!("{unique:.1} %"),
                format!("{:.1}", wall as f64 / 1000.0 / (ran as f64).max(1.0)),
                short_number(cpu as f64 / 1e6),
                findings.to_string(),
            ]
        })
        .collect();
    let head = words([
        "strategy",
        "tests",
        "unique",
        "ms a test",
        "solver CPU s",
        "findings",
    ]);
    table("Strategies", &head, &rows)
}

fn kinds_by_logic(summary: &Summary) -> Markup {
    let logic = |shown: &crate::Shown| shown.finding.logic.clone();
    cross("Findings by logic and kind", summary, logic)
}

fn kinds_by_options(summary: &Summary) -> Markup {
    let options = |shown: &crate::Shown| match shown.finding.options.len() {
        0 => "default".to_string(),
        1 => "1 option".to_string(),
        n => format!("{n} options"),
    };
    cross("Findings by number of options and kind", summary, options)
}

/// The findings of each kind, a column each, by something of theirs.
fn cross(title: &str, summary: &Summary, row: impl Fn(&crate::Shown) -> String) -> Markup {
    let kinds: BTreeSet<Kind> = summary.findings.iter().map(|s| s.finding.kind).collect();
    let mut rows: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for shown in &summary.findings {
        let counts = rows.entry(row(shown));
        let counts = counts.or_insert_with(|| vec![0; kinds.len()]);
        let kind = kinds.iter().position(|kind| *kind == shown.finding.kind);
        counts[kind.unwrap_or_default()] += 1;
    }
    let all = |counts: &[usize]| counts.iter().sum::<usize>();
    let cell = |count: usize| match count {
        0 => String::new(),
        some => some.to_string(),
    };
    let body = top(rows, all).into_iter().map(|(name, counts)| {
        let all = all(&counts);
        let cells = counts.into_iter().chain([all]).map(cell);
        std::iter::once(name).chain(cells).collect()
    });
    let body: Vec<Vec<String>> = body.collect();
    let mut head = words([""]);
    head.extend(kinds.iter().map(Kind::to_string));
    head.push("all".into());
    table(title, &head, &body)
}

fn reduction(summary: &Summary) -> Markup {
    let mut by_solver: BTreeMap<&str, Vec<&crate::Shown>> = BTreeMap::new();
    for shown in summary
        .findings
        .iter()
        .filter(|shown| shown.finding.reduction.is_some())
    {
        by_solver
            .entry(&shown.finding.solver)
            .or_default()
            .push(shown);
    }
    let rows: Vec<Vec<String>> = by_solver
        .into_iter()
        .map(|(solver, shown)| {
            let kinds: BTreeSet<Kind> = shown.iter().map(|s| s.finding.kind).collect();
            let done = || shown.iter().filter_map(|s| s.finding.reduction.as_ref());
            let mut seconds: Vec<f64> = done().map(|r| r.seconds).collect();
            seconds.sort_by(f64::total_cmp);
            let count = seconds.len().max(1) as f64;
            let mean =
                |of: fn(&gadfly_store::Reduction) -> f64| done().map(of).sum::<f64>() / count;
            vec![
                solver.to_string(),
                seconds.len().to_string(),
                kinds.len().to_string(),
                format!("{:.1}", mean(|r| r.seconds)),
                format!("{:.1}", median(&seconds)),
                format!("{:.0}", mean(|r| r.after as f64)),
                format!(
                    "{:.1} %",
                    mean(|r| r.after as f64 / (r.before as f64).max(1.0)) * 100.0
                ),
            ]
        })
        .collect();
    let head = words([
        "solver",
        "cases",
        "kinds",
        "mean s",
        "median s",
        "mean bytes",
        "of original",
    ]);
    table("Reduction", &head, &rows)
}

/// The middle of sorted values; between two, the one half way.
fn median(sorted: &[f64]) -> f64 {
    let middle = |at: usize| sorted.get(at).copied().unwrap_or(0.0);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => middle(half),
        _ => (middle(half - 1) + middle(half)) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let cases: [(&[f64], f64); 3] = [(&[], 0.0), (&[3.0], 3.0), (&[1.0, 3.0], 2.0)];
        for (values, wanted) in cases {
            assert!((median(values) - wanted).abs() < 1e-9);
        }
    }
}
