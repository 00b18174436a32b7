//! `index.html`: the plot, the totals, the pairs and the causes on one page.

use crate::curve::Moment;
use crate::plan::{Budget, Work};
use crate::result::Results;
use crate::tables;
use gadfly_report::html;
use gadfly_report::plot::{Axis, Line, Lines, Look};
use maud::{Markup, html};
use std::path::Path;

/// The whole page.
pub(crate) fn page(results: &Results, out: &Path) -> String {
    let totals = table("Runs", &tables::totals(results));
    let sections = [
        html::section("Causes over time", &plot(results)),
        html::section("Runs", &card(&totals)),
        html::section("Which is better", &card(&pairs(results))),
        html::section("Causes", &card(&causes(results))),
        html::section(
            "How it was run",
            &card(&html::facts("How it was run", about(results))),
        ),
    ];
    let names: Vec<&str> = results.totals.iter().map(|one| one.name.as_str()).collect();
    let about = out.display().to_string();
    html::frame(&names.join(" / "), &about, &html! {}, &sections)
}

fn card(body: &Markup) -> Markup {
    html::card("", &html! {}, body)
}

fn plot(results: &Results) -> Markup {
    let lines = results.totals.iter().zip(&results.curves);
    let lines = Lines {
        x: "seconds".into(),
        y: "distinct causes".into(),
        y_axis: Axis::Linear,
        steps: false,
        lines: lines
            .enumerate()
            .map(|(n, (one, curve))| line(&one.name, Look::plain(n), curve))
            .collect(),
    };
    let note = html! { "The line is the middle run, the band reaches from the worst to the best." };
    let sheet = lines.draw();
    html::card(
        "",
        &note,
        &html::plot(
            sheet.as_ref(),
            "Distinct causes over time, by configuration",
        ),
    )
}

fn line(name: &str, look: Look, curve: &[Moment]) -> Line {
    let points = curve.iter().map(|moment| (moment.seconds, moment.median));
    let band = curve
        .iter()
        .map(|moment| (moment.seconds, moment.least, moment.most));
    Line {
        name: name.to_string(),
        look,
        points: points.collect(),
        band: band.collect(),
    }
}

fn table(label: &str, lines: &[Vec<String>]) -> Markup {
    match lines.split_first() {
        Some((head, rows)) if !rows.is_empty() => html::table(label, head, rows),
        _ => html::none("Nothing."),
    }
}

fn pairs(results: &Results) -> Markup {
    html! {
        p {
            "Mann and Whitney's U with an exact p (two-sided, ties dealt out); Vargha and Delaney's Â12 is "
            "the chance that a run of the first has a greater value than one of the second. A "
            "configuration is called better where p is below 0.05."
        }
        (table("Which is better", &tables::pairs(results)))
    }
}

fn causes(results: &Results) -> Markup {
    if results.causes.is_empty() {
        return html::none("No run found anything.");
    }
    table("Causes", &tables::causes(results))
}

fn about(results: &Results) -> Vec<(String, String)> {
    let comparison = &results.comparison;
    let budget = match comparison.budget {
        Budget::Seconds(seconds) => format!("{seconds} s a run"),
        Budget::Formulas(formulas) => format!("{formulas} formulas a run"),
    };
    let mut rows = vec![
        ("budget".to_string(), budget),
        (
            "runs".into(),
            format!("{} of each configuration, in turns", comparison.repeat),
        ),
        ("workers".into(), comparison.jobs.to_string()),
        (
            "seed".into(),
            format!("{}, and the next numbers", comparison.seed),
        ),
    ];
    for one in &comparison.configurations {
        let words = match &one.work {
            Work::Hunt(arguments) => format!("gadfly hunt {}", arguments.join(" ")),
            Work::Tool { command, .. } => command.join(" "),
        };
        rows.push((one.name.clone(), words));
    }
    rows
}
