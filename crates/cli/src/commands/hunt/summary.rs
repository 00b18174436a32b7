//! What a hunt says at its end.

use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_campaign::{Ended, Why};
use gadfly_report::{PROBABLY, Summary};
use gadfly_store::Class;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

/// After so many formulas it is no chance that a solver took none.
const ENOUGH: u64 = 10;

/// Prints the summary: text, or one JSON object.
pub(super) fn print(ui: &Ui, folder: &Path, ended: &Ended) -> Result<(), Failure> {
    let summary = Summary::load(&[folder]).map_err(Failure::new)?;
    for (solver, runs) in mute(&summary) {
        eprintln!(
            "warning: {solver} took none of {runs} formulas, so it was not tested; \
             `gadfly check --solver '{solver}' FILE` shows what it says"
        );
    }
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
            "own_cpu": s.own_cpu, "waiting": s.waiting, "doubts": summary.doubted, "findings": findings,
        });
        ui.json_line(&mut out, &object)?;
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
        writeln!(out, "nothing found")?;
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

/// Solvers that said nothing or complained about every formula, with the number of formulas.
fn mute(summary: &Summary) -> BTreeMap<&str, u64> {
    let took = |class| !matches!(class, Class::Rejected | Class::Unsupported | Class::Silent);
    let mut runs: BTreeMap<&str, (u64, bool)> = BTreeMap::new();
    for tally in &summary.tallies {
        let of = runs.entry(&tally.solver).or_default();
        of.0 += tally.runs;
        of.1 |= took(tally.class);
    }
    runs.retain(|_, (runs, took)| !*took && *runs >= ENOUGH);
    let runs = runs.into_iter();
    runs.map(|(solver, (runs, _))| (solver, runs)).collect()
}

fn why(why: Why) -> &'static str {
    match why {
        Why::Tests => "done",
        Why::Time => "time is up",
        Why::Findings => "findings enough",
        Why::Interrupted => "interrupted",
    }
}
