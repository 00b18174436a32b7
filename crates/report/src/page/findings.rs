//! The findings: each with its case, everyone's answers, its releases and its way back to the seeds.

use crate::cause::PROBABLY;
use crate::html;
use crate::summary::{Shown, Summary};
use gadfly_store::Finding;
use maud::{Markup, html};

/// The section of findings, gravest first.
pub(super) fn section(summary: &Summary) -> Markup {
    let body = match summary.findings.is_empty() {
        true => html::none("Nothing was found. That is a result too: see below what was tried."),
        false => html! { @for shown in summary.causes() { (with_folded(summary, shown)) } },
    };
    html::section("Findings", &body)
}

/// A finding, and those that are folded under it.
fn with_folded(summary: &Summary, shown: &Shown) -> Markup {
    let folded = summary.folded_under(shown);
    let more = html! {
        @if !folded.is_empty() {
            details.folded {
                summary {
                    (PROBABLY) ": " (folded.len()) " more finding" @if folded.len() > 1 { "s" }
                }
                @for shown in folded { (item(shown, &html! {})) }
            }
        }
    };
    item(shown, &more)
}

/// A finding, with more at its end.
fn item(shown: &Shown, more: &Markup) -> Markup {
    let finding = &shown.finding;
    let kind = finding.kind.to_string();
    html! {
        details.finding id=(finding.id) {
            summary {
                span class={ "kind " (kind) } { (kind) }
                span.title { (finding.title) }
                span.who { (finding.solver) " · " (finding.logic) " · " (finding.status.name()) }
            }
            div.body {
                p { (finding.sentence) }
                div.cols {
                    div { h3 { "Case" } pre { (html::highlight(&shown.case)) } }
                    div { (answers(finding)) (releases(finding)) (facts(finding)) }
                }
                (more)
            }
        }
    }
}

fn answers(finding: &Finding) -> Markup {
    html! {
        @if !finding.runs.is_empty() {
            h3 { "Answers on the case" }
            table {
                @for run in &finding.runs {
                    tr {
                        td { (run.spec) }
                        td { (run.result) }
                        td.n { (format_args!("{:.3} s", run.wall)) }
                    }
                }
            }
        }
    }
}

fn releases(finding: &Finding) -> Markup {
    let class = |bad: Option<bool>| match bad {
        Some(true) => "rel bad",
        Some(false) => "rel",
        None => "rel open",
    };
    html! {
        @if !finding.releases.is_empty() {
            h3 { "Releases" }
            p {
                @for release in &finding.releases {
                    span class=(class(release.bad)) title=(release.result) { (release.spec) }
                }
            }
        }
    }
}

fn facts(finding: &Finding) -> Markup {
    let mut rows = vec![
        ("id", finding.id.clone()),
        ("evidence", finding.evidence.describe(finding.kind).into()),
        ("witnesses", finding.witnesses.join("; ")),
        ("priority", finding.priority.to_string()),
        ("triggers", finding.triggers.to_string()),
        (
            "made by",
            format!("{}, test index {}", finding.strategy, finding.index),
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
    rows.retain(|(_, value)| !value.is_empty());
    html! { h3 { "Where it comes from" } (html::facts(rows)) }
}
