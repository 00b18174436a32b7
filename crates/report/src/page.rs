//! `report.html`: one self-contained page.

mod charts;
mod doubts;
mod findings;
mod tables;

use crate::escape::escape;
use crate::plot::short_number;
use crate::summary::Summary;
use gadfly_store::Class;

const STYLE: &str = include_str!("page/style.css");

/// The whole page. It loads nothing: style and plots are inside, and it has no script.
pub fn page(summary: &Summary) -> String {
    let title = match (summary.findings.len(), summary.causes().count()) {
        (0, _) if summary.shortfalls.iter().any(|of| of.untested) => "Not tested".to_string(),
        (0, _) => "Nothing found".to_string(),
        (1, _) => "1 finding".to_string(),
        (n, causes) if causes < n => format!("{n} findings, probably {causes} causes"),
        (n, _) => format!("{n} findings"),
    };
    let sections = [
        tiles(summary),
        warnings(summary),
        findings::section(summary),
        doubts::section(summary),
        charts::section(summary),
        tables::section(summary),
        about(summary),
    ];
    frame(&title, &summary.folders.join(", "), &sections.concat())
}

/// A page in our style around sections: it loads nothing and has no script.
pub fn frame(title: &str, about: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"icon\" href=\"data:,\">\
         <title>gadfly: {title}</title><style>{STYLE}</style></head><body>\
         <header><h1>gadfly<span>{title}</span></h1><p>{}</p></header><main>{body}</main></body></html>\n",
        escape(about),
        title = escape(title),
    )
}

fn tiles(summary: &Summary) -> String {
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
    let items: String = tiles
        .iter()
        .map(|(value, name)| format!("<li><b>{value}</b>{name}</li>"))
        .collect();
    format!("<ul class=\"tiles\">{items}</ul>")
}

/// Solvers that were barely tested, or not at all: what a reader must know first.
fn warnings(summary: &Summary) -> String {
    let sentence = |of: &gadfly_store::Shortfall| format!("<p>{}</p>", escape(&of.sentence));
    let sentences: String = summary.shortfalls.iter().map(sentence).collect();
    match sentences.is_empty() {
        true => sentences,
        false => format!("<section class=\"warning\" role=\"alert\">{sentences}</section>"),
    }
}

fn about(summary: &Summary) -> String {
    let rows: String = summary
        .about
        .iter()
        .map(|(key, value)| {
            format!(
                "<tr><th>{}</th><td>{}</td></tr>",
                escape(key),
                escape(value)
            )
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("<section><h2>How it was run</h2><table class=\"about\">{rows}</table></section>")
}

/// Seconds as people say them.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 60.0 => format!("{s:.0} s"),
        s if s < 3600.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
