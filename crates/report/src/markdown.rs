//! A hunt in Markdown: for a pull request's comment or a CI job's summary.

use crate::issue::cell;
use crate::page::duration;
use crate::summary::Summary;
use std::fmt::Write;

/// The summary and a line a finding.
pub fn markdown(summary: &Summary) -> String {
    let mut out = format!(
        "# gadfly: {} finding{}\n\n{} formulas, {} solver runs, {}.\n\n",
        summary.findings.len(),
        if summary.findings.len() == 1 { "" } else { "s" },
        summary.tests(),
        summary.runs(),
        duration(summary.seconds)
    );
    if summary.findings.is_empty() {
        return out;
    }
    out.push_str("| id | kind | solver | logic | what | triggers | status |\n");
    out.push_str("|---|---|---|---|---|---|---|\n");
    for shown in &summary.findings {
        let f = &shown.finding;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} |",
            cell(&f.id),
            cell(&f.kind),
            cell(&f.solver),
            cell(&f.logic),
            cell(&f.sentence),
            f.triggers,
            f.status.name()
        );
    }
    out
}
