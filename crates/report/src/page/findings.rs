//! The findings: each with its case, everyone's answers, its releases and its way back to the seeds.

use crate::cause::PROBABLY;
use crate::escape::escape;
use crate::highlight::highlight;
use crate::summary::{Shown, Summary};

/// The section of findings, gravest first.
pub(super) fn section(summary: &Summary) -> String {
    if summary.findings.is_empty() {
        return "<section><h2>Findings</h2><p class=\"none\">Nothing was found. That is a result \
                too: see below what was tried.</p></section>"
            .to_string();
    }
    let items = summary.causes().map(|shown| with_folded(summary, shown));
    let items: String = items.collect();
    format!("<section><h2>Findings</h2>{items}</section>")
}

/// A finding, and those that are folded under it.
fn with_folded(summary: &Summary, shown: &Shown) -> String {
    let folded = summary.folded_under(shown);
    if folded.is_empty() {
        return item(shown, "");
    }
    let items: String = folded.iter().map(|shown| item(shown, "")).collect();
    let more = format!(
        "<details class=\"folded\"><summary>{PROBABLY}: {} more finding{}</summary>{items}</details>",
        folded.len(),
        if folded.len() == 1 { "" } else { "s" }
    );
    item(shown, &more)
}

/// A finding, with more at its end.
fn item(shown: &Shown, more: &str) -> String {
    let finding = &shown.finding;
    format!(
        "<details class=\"finding\" id=\"{id}\"><summary><span class=\"kind {kind}\">{kind}</span>\
         <span class=\"title\">{}</span><span class=\"who\">{} · {} · {}</span></summary>\
         <div class=\"body\"><p>{}</p><div class=\"cols\"><div><h3>Case</h3><pre>{}</pre></div>\
         <div>{}{}{}</div></div>{more}</div></details>",
        escape(&finding.title),
        escape(&finding.solver),
        escape(&finding.logic),
        finding.status.name(),
        escape(&finding.sentence),
        highlight(&shown.case),
        answers(shown),
        releases(shown),
        facts(shown),
        id = escape(&finding.id),
        kind = escape(finding.kind.name()),
    )
}

fn answers(shown: &Shown) -> String {
    if shown.finding.runs.is_empty() {
        return String::new();
    }
    let rows: String = shown
        .finding
        .runs
        .iter()
        .map(|run| {
            format!(
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{:.3} s</td></tr>",
                escape(&run.spec),
                escape(&run.result),
                run.wall
            )
        })
        .collect();
    format!("<h3>Answers on the case</h3><table>{rows}</table>")
}

fn releases(shown: &Shown) -> String {
    if shown.finding.releases.is_empty() {
        return String::new();
    }
    let marks: String = shown
        .finding
        .releases
        .iter()
        .map(|release| {
            let class = match release.bad {
                Some(true) => "rel bad",
                Some(false) => "rel",
                None => "rel open",
            };
            format!(
                "<span class=\"{class}\" title=\"{}\">{}</span>",
                escape(&release.result),
                escape(&release.spec)
            )
        })
        .collect();
    format!("<h3>Releases</h3><p>{marks}</p>")
}

fn facts(shown: &Shown) -> String {
    let finding = &shown.finding;
    let mut rows = vec![
        ("id", finding.id.clone()),
        ("evidence", finding.evidence.describe(finding.kind).into()),
        ("witnesses", finding.witnesses.join("; ")),
        ("priority", finding.priority.to_string()),
        ("triggers", finding.triggers.to_string()),
        (
            "made by",
            format!("{}, position {}", finding.strategy, finding.index),
        ),
        ("seeds", finding.parents.join(" ")),
        ("trace", finding.trace.join("; ")),
        ("options", finding.options.join(" ")),
        ("notes", finding.notes.join(" ")),
        ("died in", finding.frames.join(", called by ")),
        ("reported", finding.url.clone().unwrap_or_default()),
    ];
    if let Some(reduction) = &finding.reduction {
        rows.push((
            "reduced",
            format!(
                "{} to {} bytes in {:.1} s, {} tried",
                reduction.before, reduction.after, reduction.seconds, reduction.tried
            ),
        ));
    }
    let cells: String = rows
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("<tr><th>{name}</th><td>{}</td></tr>", escape(value)))
        .collect();
    format!("<h3>Where it comes from</h3><table class=\"about\">{cells}</table>")
}
