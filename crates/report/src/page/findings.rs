//! The findings: each with its case, everyone's answers, its releases and its way back to the seeds.

use crate::case_folder::OBLIGATION;
use crate::cause::PROBABLY;
use crate::html;
use crate::summary::{Shown, Summary};
use crate::tone::{Tone, tone_of};
use gadfly_store::{Finding, Release, Status};
use gadfly_syntax::pretty;
use maud::{Markup, html};

/// The findings as cards, gravest first.
pub fn cards(summary: &Summary) -> Markup {
    match summary.findings.is_empty() {
        true => html::none("Nothing was found. That is a result too: see below what was tried."),
        false => html! { @for shown in summary.causes() { (with_folded(summary, shown)) } },
    }
}

/// A finding, and those that are folded under it.
fn with_folded(summary: &Summary, shown: &Shown) -> Markup {
    let several = summary.folders.len() > 1;
    let folded = summary.folded_under(shown);
    let more = html! {
        @if !folded.is_empty() {
            details.folded id={ (shown.finding.id) "-folded" } {
                summary {
                    (PROBABLY) ": " (folded.len()) " more finding" @if folded.len() > 1 { "s" }
                }
                @for shown in folded { (card(shown, several, &html! {})) }
            }
        }
    };
    card(shown, several, &more)
}

/// A finding, with more at its end; its hunt is named where there are several.
fn card(shown: &Shown, several: bool, more: &Markup) -> Markup {
    let finding = &shown.finding;
    html! {
        details.finding id=(finding.id) {
            summary {
                (html::chip(tone_of(finding.kind), finding.kind.name()))
                h3.title { (html::with_code(&finding.title)) }
                (in_short(shown, several))
            }
            div.body {
                p { (html::with_code(&finding.sentence)) }
                div.cols {
                    div { (case(shown)) }
                    div { (answers(finding)) (releases(finding)) (facts(finding)) }
                }
                (more)
            }
        }
    }
}

/// What a card says while it is closed: who, in what, by what evidence, in which releases.
fn in_short(shown: &Shown, several: bool) -> Markup {
    let finding = &shown.finding;
    let evidence = finding.evidence.describe(finding.kind);
    html! {
        span.short {
            span { (finding.solver) }
            span { (finding.logic) }
            @if !evidence.is_empty() { span { (evidence) } }
            @if let Some(words) = releases_in_short(&finding.releases) { span { (words) } }
            @if finding.reduction.is_none() { span { "not reduced" } }
            @if finding.status != Status::New { span { (finding.status.name()) } }
            @if several { span { (shown.folder) } }
        }
    }
}

fn releases_in_short(releases: &[Release]) -> Option<String> {
    let bad = releases.iter().filter(|release| release.bad == Some(true));
    match releases.len() {
        0 => None,
        all => Some(format!("{} of {all} releases", bad.count())),
    }
}

/// The case, and the files that belong to it.
fn case(shown: &Shown) -> Markup {
    let obligation = shown.finding.obligation.as_ref().map(|_| OBLIGATION);
    let names = [
        "case.smt2",
        "original.smt2",
        "report.md",
        "repro.sh",
        "runs.json",
    ];
    html! {
        h4 { "Case" }
        (html::copied("the case", &html::highlight(&pretty(&shown.case))))
        @if let Some(folder) = &shown.files {
            p.files {
                @for name in names.into_iter().chain(obligation) {
                    a href={ (folder) (name) } { (name) } " "
                }
                a href=(folder) { "all files" }
            }
        }
    }
}

fn answers(finding: &Finding) -> Markup {
    let rows = html! {
        @for run in &finding.runs {
            tr {
                th scope="row" { (run.spec) }
                td { (run.result) }
                td.n { (format_args!("{:.3} s", run.wall)) }
            }
        }
    };
    html! {
        @if !finding.runs.is_empty() {
            h4 { "Answers on the case" }
            (html::listing("Answers on the case", &rows))
        }
    }
}

fn releases(finding: &Finding) -> Markup {
    let told = |bad: Option<bool>| match bad {
        Some(true) => (Tone::Wrong, "shows it"),
        Some(false) => (Tone::Right, "does not"),
        None => (Tone::Open, "cannot be told"),
    };
    html! {
        @if !finding.releases.is_empty() {
            h4 { "Releases" }
            ul.releases {
                @for release in &finding.releases {
                    @let (tone, words) = told(release.bad);
                    li title=(release.result) {
                        (html::chip(tone, &release.spec)) span.unseen { ": " (words) }
                    }
                }
            }
            p.note { "Red shows it, green does not, grey cannot be told." }
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
        ("status", finding.status.name().into()),
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
    html! { h4 { "Where it comes from" } (html::facts("Where it comes from", rows)) }
}
