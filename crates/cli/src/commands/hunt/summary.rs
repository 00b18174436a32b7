//! What a hunt says at its end.

use super::figures::table;
use crate::exit::Failure;
use crate::ui::Ui;
use gadfly_campaign::{Ended, Snapshot, Why};
use gadfly_report::{PROBABLY, Summary};
use gadfly_store::grouped;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// As wide as the usual terminal.
const COLUMNS: usize = 80;

/// Prints the summary: text, or one JSON object.
pub(super) fn print(
    ui: &Ui,
    folder: &Path,
    solvers: &[String],
    ended: &Ended,
) -> Result<(), Failure> {
    let summary = Summary::load(&[folder]).map_err(Failure::new)?;
    let mut out = ui.out();
    let s = &ended.snapshot;
    if ui.json {
        let findings: Vec<_> = summary
            .findings
            .iter()
            .map(|shown| &shown.finding)
            .collect();
        let mut object = json!({
            "event": "ended", "why": ended.why.name(), "folder": folder, "tests": s.tests,
            "positions": s.positions, "seconds": s.seconds, "solver_cpu": s.solver_cpu,
            "own_cpu": s.own_cpu, "waiting": s.waiting, "unreduced": s.unreduced,
            "doubts": summary.doubted, "proofs": s.proofs, "findings": findings,
            "shortfalls": s.shortfalls,
        });
        if let Some(reached) = s.reached {
            object["reached"] = json!(reached);
        }
        ui.json_line(&mut out, "hunt-end/1", &object)?;
        return Ok(out.flush()?);
    }
    writeln!(
        out,
        "{}: {} formulas in {:.0} s ({:.0}/s)",
        ended.why.name(),
        s.tests,
        s.seconds,
        s.tests as f64 / s.seconds.max(0.001)
    )?;
    let window = terminal_size::terminal_size_of(std::io::stdout());
    let columns = window.map_or(COLUMNS, |(columns, _)| columns.0.into());
    for line in table(s, solvers, columns, usize::MAX) {
        writeln!(out, "{}", line.text)?;
    }
    if let Some(words) = proofs(s) {
        writeln!(out, "proofs of unsat: {words}")?;
    }
    if let Some(reached) = s.reached {
        let (edges, seeds) = (grouped(reached.edges), grouped(reached.seeds));
        writeln!(out, "{edges} edges reached, {seeds} formulas became seeds")?;
    }
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
    if let Some(words) = left(s, ended.why) {
        writeln!(out, "{words}: gadfly hunt --resume {}", folder.display())?;
    }
    writeln!(out, "report: {}", folder.join("report.html").display())?;
    Ok(out.flush()?)
}

/// What became of proofs that were asked for.
fn proofs(s: &Snapshot) -> Option<String> {
    let counts = s.proofs.iter().map(|(word, count)| match word.as_str() {
        "unread" => format!("{count} not readable"),
        "none" => format!("{count} not given"),
        word => format!("{count} {word}"),
    });
    let counts: Vec<String> = counts.collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// What is left to do.
fn left(s: &Snapshot, why: Why) -> Option<String> {
    let counted = |count: u64, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let words = [
        counted(
            s.waiting,
            "verdict waits for confirmation",
            "verdicts wait for confirmation",
        ),
        counted(
            s.unreduced,
            "finding is not reduced",
            "findings are not reduced",
        ),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    match (words.is_empty(), why) {
        (true, Why::Interrupted) => Some("to go on".into()),
        (true, _) => None,
        (false, _) => Some(words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_proofs_is_said() {
        let mut s = Snapshot::default();
        assert_eq!(proofs(&s), None);
        for (word, count) in [("valid", 90), ("unread", 2), ("none", 1), ("holey", 7)] {
            s.proofs.insert(word.into(), count);
        }
        assert_eq!(
            proofs(&s).as_deref(),
            Some("7 holey, 1 not given, 2 not readable, 90 valid")
        );
    }

    #[test]
    fn what_is_left_is_said() {
        let mut s = Snapshot::default();
        assert_eq!(left(&s, Why::Time), None);
        assert_eq!(left(&s, Why::Interrupted).as_deref(), Some("to go on"));
        (s.waiting, s.unreduced) = (1, 3);
        assert_eq!(
            left(&s, Why::Time).as_deref(),
            Some("1 verdict waits for confirmation, 3 findings are not reduced")
        );
    }
}
