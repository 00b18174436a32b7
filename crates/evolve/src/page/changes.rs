//! What changed between neighbouring releases: on the page, in `remarks.json`, and the formulas that
//! show it as files.

use crate::error::EvolveError;
use crate::remarks::{Remark, Weight};
use crate::study::{Study, file_name};
use gadfly_report::html::{self, Section};
use gadfly_report::plot::Tone;
use gadfly_store::grouped;
use maud::{Markup, html};
use std::path::Path;

/// The most remarks that the page shows; all are in `remarks.json`.
const SHOWN: usize = 60;
/// The most that the page shows of a formula; the whole is beside it.
const SHOWN_BYTES: usize = 4000;

/// `remarks.json`, and the formulas that remarks name as files that can be bisected and reduced.
pub(super) fn write(study: &Study, remarks: &[Remark], folder: &Path) -> Result<(), EvolveError> {
    let examples = folder.join("examples");
    std::fs::create_dir_all(&examples).map_err(EvolveError::file(&examples))?;
    let mut list = Vec::new();
    for (number, remark) in remarks.iter().enumerate() {
        let source = &study.sources[remark.source];
        for index in remark.examples.iter().filter(|_| number < SHOWN) {
            let path = examples.join(example(study, remark, *index));
            std::fs::write(&path, format!("{}\n", source.text(*index)?))
                .map_err(EvolveError::file(&path))?;
        }
        list.push(serde_json::json!({
            "source": source.name,
            "from": study.solvers[remark.releases.0].name,
            "to": study.solvers[remark.releases.1].name,
            "kind": remark.kind,
            "better": remark.weight == Weight::Better,
            "formulas": remark.count,
            "text": remark.text,
            "measured_again": remark.measured_again,
            "examples": remark.examples,
        }));
    }
    let path = folder.join("remarks.json");
    let text = format!("{:#}\n", serde_json::Value::Array(list));
    std::fs::write(&path, text).map_err(EvolveError::file(&path))
}

fn example(study: &Study, remark: &Remark, index: u64) -> String {
    format!(
        "{}-{index}.smt2",
        file_name(&study.sources[remark.source].name)
    )
}

/// The section of the page.
pub(super) fn section(study: &Study, remarks: &[Remark]) -> Result<Section, EvolveError> {
    if remarks.is_empty() {
        let none = html::none("Nothing beyond noise between neighbouring releases.");
        return Ok(html::section("What changed between releases", &none));
    }
    let body = html! {
        @for (number, remark) in remarks.iter().take(SHOWN).enumerate() {
            (entry(study, remark, number)?)
        }
        @if remarks.len() > SHOWN {
            p.none { (remarks.len() - SHOWN) " more in " code { "remarks.json" } "." }
        }
    };
    Ok(html::section("What changed between releases", &body))
}

fn entry(study: &Study, remark: &Remark, number: usize) -> Result<Markup, EvolveError> {
    let source = &study.sources[remark.source];
    let (tone, kind) = match remark.weight {
        Weight::Wrong => (Tone::Wrong, remark.kind.name()),
        Weight::Worse => (Tone::Died, remark.kind.name()),
        Weight::Better => (Tone::Right, "better"),
    };
    Ok(html! {
        details.finding id={ "change-" (number + 1) } {
            summary {
                (html::chip(tone, kind))
                h3.title { (source.name) ": " (remark.text) }
                span.short { span { (grouped(remark.count)) " formulas" } }
            }
            div.body {
                @for index in &remark.examples {
                    @let file = example(study, remark, *index);
                    p { (source.label(*index)) ": " a href={ "examples/" (file) } { (file) } }
                    (html::copied("the formula", &html::highlight(&beginning(source.text(*index)?))))
                }
                @if let Some(index) = remark.examples.first() { (commands(study, remark, *index)) }
            }
        }
    })
}

/// As much of a formula as a page can show.
fn beginning(mut text: String) -> String {
    if text.len() > SHOWN_BYTES {
        let whole = |at: &usize| text.is_char_boundary(*at);
        text.truncate((0..=SHOWN_BYTES).rev().find(whole).unwrap_or(0));
        text += "\n; and so on";
    }
    text
}

/// What to type to get from the change to its cause.
fn commands(study: &Study, remark: &Remark, index: u64) -> Markup {
    let file = format!("examples/{}", example(study, remark, index));
    let newer = &study.solvers[remark.releases.1].solver;
    let older = &study.solvers[remark.releases.0].solver;
    let worse = match remark.weight {
        Weight::Better => older,
        Weight::Wrong | Weight::Worse => newer,
    };
    html! {
        p { "To its cause:" }
        (html::copied("the commands", &html! {
            "gadfly bisect " (file) " --solver '" (newer.family) "@*' --checks\n"
            "gadfly reduce " (file) " --solver '" (worse.spec) "' -o small.smt2"
        }))
    }
}
