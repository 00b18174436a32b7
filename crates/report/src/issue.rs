//! `report.md`: an issue text as solver developers ask for it.

use crate::case_folder::OBLIGATION;
use gadfly_store::Finding;
use gadfly_syntax::visible;
use std::fmt::Write;

/// The issue's text. `command` is what a developer types; `case` the file.
pub(crate) fn issue_text(finding: &Finding, command: &str, case: &str) -> String {
    let (title, sentence) = (prose(&finding.title), prose(&finding.sentence));
    let mut out = format!("# {title}\n\n{sentence}\n\n");
    for witness in &finding.witnesses {
        let _ = writeln!(out, "Witness: {}.\n", prose(witness));
    }
    for note in &finding.notes {
        let _ = writeln!(out, "Note: {}\n", prose(note));
    }
    let _ = write!(out, "## To reproduce\n\n```sh\n{command}\n```\n\n");
    let _ = write!(out, "`case.smt2`:\n\n{}\n", fenced(case, "smt2"));
    if let Some(question) = &finding.obligation {
        let _ = write!(
            out,
            "## What any solver can be asked\n\n`{OBLIGATION}`:\n\n{}\n",
            fenced(question, "smt2")
        );
    }
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
    visible(out)
}

/// Words that may come from a solver or a file's name, as words: no markup, one paragraph.
fn prose(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    // Between two backquotes everything stands for itself. Runs of them pair in other ways.
    let parts: Vec<&str> = text.split('`').collect();
    let pairs = !text.contains("``");
    let code = |n: usize| pairs && n % 2 == 1 && n + 1 < parts.len();
    let shown = |(n, part): (usize, &&str)| match code(n) {
        true => part.to_string(),
        false => part.replace('<', "&lt;"),
    };
    let shown: Vec<String> = parts.iter().enumerate().map(shown).collect();
    shown.join("`")
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
    prose(text).replace('|', "\\|")
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
        let hostile = Finding {
            title: "<img src=x>\u{1b}[2J\n# hello".into(),
            ..finding.clone()
        };
        let text = issue_text(&hostile, "z3", "(check-sat)");
        assert!(
            text.starts_with("# &lt;img src=x>\u{241b}[2J # hello\n"),
            "{text}"
        );
        for (said, shown) in [
            (
                "finds `(< x 1)` false, a < b",
                "finds `(< x 1)` false, a &lt; b",
            ),
            ("a ` <img", "a ` &lt;img"),
            ("` <img ``", "` &lt;img ``"),
        ] {
            assert_eq!(prose(said), shown);
        }
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
