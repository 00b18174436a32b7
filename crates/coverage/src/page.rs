//! `index.html`: what is reached, what each configuration adds, and what nobody reaches.

use crate::plots::{Plot, plots};
use crate::results::{Place, Results};
use crate::tables::{HEAD, lines, percent};
use crate::unreached::Unreached;
use gadfly_report::html;
use maud::{Markup, html};
use std::path::Path;

/// So many unreached functions, and so many files, stand on the page; the tables have all.
const SHOWN: usize = 100;

/// The whole page.
pub(crate) fn page(results: &Results, out: &Path) -> String {
    let plots = plots(results);
    let mut sections = Vec::new();
    let all = html::section("All of the solver", &reached(results, &plots, false));
    if results.core_known {
        sections.push(html::section("The core", &reached(results, &plots, true)));
        sections.push(html::section(
            "Unreached in the core",
            &unreached(results, true),
        ));
        sections.push(all);
    } else {
        sections.push(all);
        sections.push(html::section("Unreached", &unreached(results, false)));
    }
    sections.push(html::section(
        "What each adds to the others",
        &adds(results),
    ));
    let areas = html! { (places("Areas", &results.areas, results)) };
    sections.push(html::section("By area", &card(&areas)));
    let directories = places("Directories", &results.directories, results);
    sections.push(html::section("By directory", &card(&directories)));
    if results.core_known {
        sections.push(html::section(
            "Unreached beside the core",
            &unreached(results, false),
        ));
    }
    sections.push(html::section("How it was run", &card(&about(results))));
    let head = html::warnings(&warnings(results));
    let about = out.display().to_string();
    let title = format!("coverage of {}", results.plan.solver);
    html::frame(&title, &about, &head, &sections)
}

fn card(body: &Markup) -> Markup {
    html::card("", &html! {}, body)
}

fn warnings(results: &Results) -> Vec<String> {
    let runs = || results.totals.iter().flat_map(|one| &one.runs);
    let lost: u64 = runs().map(|run| run.lost).sum();
    let formulas: u64 = runs().map(|run| run.formulas).sum();
    match lost {
        0 => Vec::new(),
        _ => vec![format!(
            "The counters of {lost} of {formulas} formulas are lost, because their processes were killed."
        )],
    }
}

fn reached(results: &Results, plots: &[Plot], core: bool) -> Markup {
    let of = if core {
        "The core"
    } else {
        "All of the solver"
    };
    let cards: Vec<Markup> = plots
        .iter()
        .filter(|plot| plot.core == core)
        .map(|plot| {
            let sheet = plot.lines.draw();
            html::card(
                &plot.title,
                &html! {},
                &html::plot(sheet.as_ref(), &plot.title),
            )
        })
        .collect();
    let note = html! {
        "Reached is the middle of the runs, with the least and the greatest. Together is what the runs reach \
         between them; alone is what of it no other configuration reaches: so much less all would reach \
         without this one."
    };
    html! {
        (html::card("", &note, &html::table(of, &HEAD, &lines(results, core))))
        (html::grid(&cards))
    }
}

fn adds(results: &Results) -> Markup {
    let names: Vec<&str> = results.totals.iter().map(|one| one.name.as_str()).collect();
    let head: Vec<&str> = std::iter::once("adds to →")
        .chain(names.iter().copied())
        .collect();
    let cell = |one: &str, to: &str| {
        let found = |adds: &&crate::results::Adds| adds.configuration == one && adds.to == to;
        let adds = results.adds.iter().find(found);
        adds.map_or_else(String::new, |adds| {
            adds.adds.scope(results.core_known)[0].to_string()
        })
    };
    let row = |one: &&str| {
        let cells = names.iter().map(|to| cell(one, to));
        std::iter::once(one.to_string()).chain(cells).collect()
    };
    let rows: Vec<Vec<String>> = names.iter().map(row).collect();
    let of = if results.core_known {
        " of the core"
    } else {
        ""
    };
    let note = html! {
        "Lines" (of) " that the configuration of the row reaches and that of the column does not. Functions and \
         branches stand in " code { "adds.csv" } "."
    };
    html::card("", &note, &html::table("What each adds", &head, &rows))
}

fn places(label: &str, places: &[Place], results: &Results) -> Markup {
    let mut head = vec!["", "area", "lines", "all together"];
    head.extend(results.totals.iter().map(|one| one.name.as_str()));
    let row = |place: &Place| {
        let area = match (place.core, results.core_known) {
            (true, true) => format!("{} (core)", place.area),
            _ => place.area.clone(),
        };
        let mut row = vec![
            place.name.clone(),
            area,
            place.there[0].to_string(),
            percent(place.union[0], place.there[0]),
        ];
        let reached = place.reached.iter();
        row.extend(reached.map(|counts| percent(counts[0], place.there[0])));
        row
    };
    let rows: Vec<Vec<String>> = places.iter().map(row).collect();
    html::table(label, &head, &rows)
}

/// What nobody reaches in the core, or beside it.
fn unreached(results: &Results, core: bool) -> Markup {
    let meant = |one: &&Unreached| one.core == core;
    let all: Vec<&Unreached> = results.unreached.iter().filter(meant).collect();
    let kind = |whole: bool| {
        let of_kind = all
            .iter()
            .filter(move |one| one.function.is_none() == whole);
        of_kind.copied().collect::<Vec<_>>()
    };
    let (functions, files) = (kind(false), kind(true));
    html! {
        (list("Functions", "in files of which something is reached", &functions))
        (list("Files", "of which nothing is reached", &files))
    }
}

fn list(title: &str, about: &str, all: &[&Unreached]) -> Markup {
    let shown = &all[..all.len().min(SHOWN)];
    let row = |one: &&Unreached| {
        let place = match one.function {
            Some(_) => format!("{}:{}", one.file, one.line),
            None => one.file.clone(),
        };
        let function = one.function.as_deref().map(without_parameters);
        let mut row = vec![function.unwrap_or(&place).to_string()];
        row.extend(one.function.is_some().then_some(place));
        row.push(one.area.clone());
        row.push(one.lines.to_string());
        row.push(format!("{:.0} %", 100.0 * one.near));
        row
    };
    let rows: Vec<Vec<String>> = shown.iter().map(row).collect();
    let head: &[&str] = match shown.first().is_some_and(|one| one.function.is_some()) {
        true => &["function", "where", "area", "lines", "reached around it"],
        false => &["file", "area", "lines", "reached around it"],
    };
    let lines: u64 = all.iter().map(|one| one.lines).sum();
    let note = html! {
        (all.len()) " " (about) ", " (lines) " lines; the most surprising first: many lines, where much \
        around them is reached. "
        @if all.len() > shown.len() { "All stand in " code { "unreached.csv" } "." }
    };
    match rows.is_empty() {
        true => html::card(title, &html! {}, &html::none("None.")),
        false => html::card(title, &note, &html::table(title, head, &rows)),
    }
}

/// A function's name without its parameters, which are long in C++ and say little beside the line.
fn without_parameters(name: &str) -> &str {
    let mut depth = 0_i32;
    for (at, c) in name.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' if depth == 0 && at > 0 => {
                let rest = &name[at..];
                let named = rest.starts_with("(anonymous") || name[..at].ends_with("operator");
                if !named {
                    return &name[..at];
                }
            }
            _ => {}
        }
    }
    name
}

fn about(results: &Results) -> Markup {
    let plan = &results.plan;
    let cpu = plan.budget.cpu.map(|s| format!("{s} s of CPU time"));
    let formulas = plan.budget.formulas.map(|n| format!("{n} formulas"));
    let budget: Vec<String> = cpu.into_iter().chain(formulas).collect();
    let mut rows = vec![
        ("solver".to_string(), plan.solver.clone()),
        ("budget of a run".into(), budget.join(" or ")),
        (
            "runs".into(),
            format!("{} of each configuration", plan.repeat),
        ),
        (
            "seed".into(),
            format!("{}, and the next numbers", plan.seed),
        ),
        (
            "a formula".into(),
            format!("{} ms of CPU time at most", plan.timeout_ms),
        ),
    ];
    for one in &results.totals {
        rows.push((one.name.clone(), one.about.clone()));
    }
    html::facts("How it was run", rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_left_out_and_nothing_else() {
        for (name, short) in [
            ("main", "main"),
            ("a::f(int, b<c> const&) const", "a::f"),
            ("R<(Kind)97>::apply(Node)", "R<(Kind)97>::apply"),
            (
                "a::(anonymous namespace)::g(int)",
                "a::(anonymous namespace)::g",
            ),
            ("a::operator()(int) const", "a::operator()"),
        ] {
            assert_eq!(without_parameters(name), short);
        }
    }
}
