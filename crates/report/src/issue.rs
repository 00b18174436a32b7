//! `report.md`: an issue text as solver developers ask for it.

use gadfly_store::Finding;
use std::fmt::Write;

/// The issue's text. `command` is what a developer types; `case` the file.
pub(crate) fn issue_text(finding: &Finding, command: &str, case: &str) -> String {
    let mut out = format!("# {}\n\n{}\n\n", finding.title, finding.sentence);
    for witness in &finding.witnesses {
        let _ = writeln!(out, "Witness: {witness}.\n");
    }
    for note in &finding.notes {
        let _ = writeln!(out, "Note: {note}\n");
    }
    let _ = write!(out, "## To reproduce\n\n```sh\n{command}\n```\n\n");
    let _ = write!(out, "`case.smt2`:\n\n{}\n", fenced(case, "smt2"));
    answers(&mut out, finding);
    stack(&mut out, finding);
    releases(&mut out, finding);
    let _ = write!(
        out,
        "## Environment\n\n- solver: {} (version {})\n- system: {} {}\n- found by gadfly {}, \
         strategy {}, test index {}",
        finding.solver,
        finding.version,
        std::env::consts::OS,
        std::env::consts::ARCH,
        env!("CARGO_PKG_VERSION"),
        finding.strategy,
        finding.index
    );
    if !finding.parents.is_empty() {
        let _ = write!(out, ", from {}", finding.parents.join(" and "));
    }
    let _ = write!(out, "\n- priority: {}\n", finding.priority);
    out
}

/// A code block whose fence is longer than any run of backquotes inside.
fn fenced(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

fn answers(out: &mut String, finding: &Finding) {
    if finding.runs.is_empty() {
        return;
    }
    out.push_str("## What solvers say\n\n| solver | result | seconds |\n|---|---|---|\n");
    for run in &finding.runs {
        let _ = writeln!(
            out,
            "| {} | {} | {:.3} |",
            cell(&run.spec),
            cell(&run.result),
            run.wall
        );
    }
    out.push('\n');
}

fn stack(out: &mut String, finding: &Finding) {
    if !finding.frames.is_empty() {
        let frames = fenced(&finding.frames.join("\n"), "");
        let _ = write!(out, "## Where it dies\n\n{frames}\n");
    }
}

fn releases(out: &mut String, finding: &Finding) {
    if finding.releases.is_empty() {
        return;
    }
    out.push_str("## Releases\n\n| release | result | shows it |\n|---|---|---|\n");
    for release in &finding.releases {
        let bad = match release.bad {
            Some(true) => "yes",
            Some(false) => "no",
            None => "cannot be told",
        };
        let _ = writeln!(
            out,
            "| {} | {} | {bad} |",
            cell(&release.spec),
            cell(&release.result)
        );
    }
    out.push('\n');
}

/// Text that fits into a cell of a Markdown table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('|', "\\|")
        .replace(['\n', '\r'], " ")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_all_that_developers_ask_for() {
        let finding = Finding {
            title: "z3 4.8.7 answers unsat on a satisfiable formula".into(),
            sentence: "z3 says unsat; the model of cvc5 makes every assertion true.".into(),
            solver: "z3@4.8.7".into(),
            version: "4.8.7".into(),
            runs: vec![gadfly_store::FindingRun {
                spec: "a|b".into(),
                result: "unsat".into(),
                ..Default::default()
            }],
            ..Finding::default()
        };
        let text = issue_text(&finding, "z3 case.smt2", "(assert ````)");
        for part in [
            "# z3 4.8.7 answers",
            "z3 case.smt2",
            "a\\|b",
            "version 4.8.7",
            "`````smt2",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }
}
