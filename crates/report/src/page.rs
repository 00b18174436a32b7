//! `report.html`: one self-contained page.

mod charts;
mod doubts;
mod findings;
mod tables;

use crate::html;
use crate::summary::Summary;
use crate::words::{duration, short_number};
use gadfly_store::Class;
use maud::{Markup, html};

/// The whole page. It loads nothing: style and plots are inside, and it has no script.
pub fn page(summary: &Summary) -> String {
    let title = match (summary.findings.len(), summary.causes().count()) {
        (0, _) if summary.shortfalls.iter().any(|of| of.untested) => "Not tested".to_string(),
        (0, _) => "Nothing found".to_string(),
        (1, _) => "1 finding".to_string(),
        (n, causes) if causes < n => format!("{n} findings, probably {causes} causes"),
        (n, _) => format!("{n} findings"),
    };
    let body = html! {
        (tiles(summary))
        (warnings(summary))
        (findings::section(summary))
        (doubts::section(summary))
        (charts::section(summary))
        (tables::section(summary))
        (about(summary))
    };
    html::frame(&title, &summary.folders.join(", "), &body)
}

fn tiles(summary: &Summary) -> Markup {
    let seconds = summary.seconds.max(0.001);
    let timeouts = summary.runs_of(Class::Timeout) as f64 / (summary.runs() as f64).max(1.0);
    let mut tiles = vec![
        (short_number(summary.findings.len() as f64), "findings"),
        (short_number(summary.tests() as f64), "formulas run"),
        (
            short_number(summary.tests() as f64 / seconds),
            "tests a second",
        ),
        (duration(summary.seconds), "hunting time"),
        (format!("{:.1} %", timeouts * 100.0), "runs timed out"),
    ];
    if summary.doubted > 0 {
        tiles.push((short_number(summary.doubted as f64), "doubts"));
    }
    if let Some(share) = summary.solver_share() {
        tiles.push((format!("{:.1} %", share * 100.0), "of the CPU for solvers"));
    }
    html::tiles(&tiles)
}

/// Solvers that were barely tested, or not at all: what a reader must know first.
fn warnings(summary: &Summary) -> Markup {
    html! {
        @if !summary.shortfalls.is_empty() {
            section.warning role="alert" {
                @for shortfall in &summary.shortfalls { p { (shortfall.sentence) } }
            }
        }
    }
}

fn about(summary: &Summary) -> Markup {
    let rows = summary.about.iter().map(|(key, value)| (key, value));
    html! {
        @if !summary.about.is_empty() {
            (html::section("How it was run", &html::facts(rows)))
        }
    }
}
