//! `report.html`: one self-contained page.

mod charts;
mod doubts;
mod findings;
mod tables;
mod tested;
mod top;

use crate::html::{self, Section};
use crate::summary::Summary;
use crate::words::{duration, short_number};
use gadfly_store::Class;
use maud::{Markup, html};

pub use findings::cards;
pub use tested::ends;

/// The whole page: what is wrong first, then what was tested and what was not, then figures. It loads
/// nothing.
pub fn page(summary: &Summary) -> String {
    let head = html! {
        (tiles(summary))
        (warnings(summary))
    };
    let sections = [
        Some(html::section("Findings", &cards(summary))),
        doubts::section(summary),
        Some(tested::section(summary)),
        Some(charts::section(summary)),
        Some(tables::section(summary)),
        about(summary),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    let about = summary.folders.join(", ");
    html::frame(&summary.title(), &about, &head, &sections)
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
    let sentences = summary.shortfalls.iter().map(|of| of.sentence.clone());
    html::warnings(&sentences.collect::<Vec<_>>())
}

fn about(summary: &Summary) -> Option<Section> {
    let rows = summary.about.iter().map(|(key, value)| (key, value));
    let title = "How it was run";
    let body = html! { div.card { (html::facts(title, rows)) } };
    (!summary.about.is_empty()).then(|| html::section(title, &body))
}
