//! What a hunt says at its end.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_campaign::{Ended, Why};
use gadfly_report::{PROBABLY, Summary};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Prints the summary: text, or one JSON object.
pub(super) fn print(ui: &Ui, folder: &Path, ended: &Ended) -> Result<(), Failure> {
    let summary = Summary::load(&[folder]).map_err(Failure::new)?;
    let mut out = ui.out();
    let s = &ended.snapshot;
    if ui.json {
        let findings: Vec<_> = summary
            .findings
            .iter()
            .map(|shown| &shown.finding)
            .collect();
        let object = json!({
            "event": "ended", "why": why(ended.why), "folder": folder, "tests": s.tests,
            "positions": s.positions, "seconds": s.seconds, "solver_cpu": s.solver_cpu,
            "own_cpu": s.own_cpu, "waiting": s.waiting, "doubts": summary.doubted,
            "findings": findings, "shortfalls": s.shortfalls,
        });
        ui.json_line(&mut out, "hunt-end/1", &object)?;
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        "{}: {} formulas in {:.0} s ({:.0}/s)",
        why(ended.why),
        s.tests,
        s.seconds,
        s.tests as f64 / s.seconds.max(0.001)
    )?;
    if summary.findings.is_empty() {
        let untested = s.shortfalls.iter().filter(|shortfall| shortfall.untested);
        let untested: Vec<&str> = untested.map(|of| of.solver.as_str()).collect();
        match untested[..] {
            [] => writeln!(out, "nothing found")?,
            _ => writeln!(out, "not tested: {}", untested.join(", "))?,
        }
    }
    for shown in summary.causes() {
        let f = &shown.finding;
        writeln!(out, "{:<14} {}  {}", f.kind, f.id, f.title)?;
        let folded = summary.folded_under(shown);
        if !folded.is_empty() {
            let (n, dir) = (folded.len(), folder.display());
            writeln!(
                out,
                "{:<14} {PROBABLY} with {n} more, which `gadfly findings {dir}` lists",
                ""
            )?;
        }
    }
    if summary.doubted > 0 {
        writeln!(
            out,
            "{} doubts, which are no findings: gadfly findings {} --doubts",
            summary.doubted,
            folder.display()
        )?;
    }
    if s.waiting > 0 {
        writeln!(
            out,
            "{} verdicts wait for confirmation: gadfly hunt --resume {}",
            s.waiting,
            folder.display()
        )?;
    }
    writeln!(out, "report: {}", folder.join("report.html").display())?;
    Ok(out.flush()?)
}

fn why(why: Why) -> &'static str {
    match why {
        Why::Tests => "done",
        Why::Time => "time is up",
        Why::Findings => "findings enough",
        Why::Interrupted => "interrupted",
    }
}
