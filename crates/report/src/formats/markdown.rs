//! A hunt in Markdown: for a pull request's comment or a CI job's summary.

use super::{Content, Format};
use crate::cause::PROBABLY;
use crate::plainly::cell;
use crate::summary::Summary;
use crate::words::duration;
use std::fmt::Write;

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    about: "For a comment or a job's summary",
    file: None,
    content: Content::Findings(|summary, out| out.write_all(markdown(summary).as_bytes())),
};

/// The summary and a line a finding.
fn markdown(summary: &Summary) -> String {
    let mut out = format!(
        "# gadfly: {} finding{}\n\n{} formulas, {} solver runs, {}.\n\n",
        summary.findings.len(),
        if summary.findings.len() == 1 { "" } else { "s" },
        summary.tests(),
        summary.runs(),
        duration(summary.seconds)
    );
    for shortfall in &summary.shortfalls {
        let _ = writeln!(out, "**Warning:** {}\n", cell(&shortfall.sentence));
    }
    if summary.findings.is_empty() {
        return out;
    }
    out.push_str("| id | kind | solver | logic | what | triggers | status |\n");
    out.push_str("|---|---|---|---|---|---|---|\n");
    for shown in summary.causes() {
        let f = &shown.finding;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            cell(&f.id),
            cell(f.kind.name()),
            cell(&f.solver),
            cell(&f.logic),
            cell(&f.sentence),
            f.triggers,
            f.status.name()
        );
    }
    for shown in summary.causes() {
        let folded = summary.folded_under(shown);
        if !folded.is_empty() {
            let ids: Vec<String> = folded.iter().map(|s| cell(&s.finding.id)).collect();
            let id = cell(&shown.finding.id);
            let _ = write!(out, "\n{PROBABLY} with {id}: {}.\n", ids.join(", "));
        }
    }
    out
}
