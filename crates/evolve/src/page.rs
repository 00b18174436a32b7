//! `index.html` and the files beside it: figures, examples, remarks, tables.

mod changes;
mod totals;

use crate::again::read_again;
use crate::error::EvolveError;
use crate::figures::{Figure, figures};
use crate::machine::machine;
use crate::observe::SAMPLE;
use crate::remarks::remarks;
use crate::study::{Study, Timing};
use crate::tally::{Cell, Tally};
use gadfly_report::html::{self, Section};
use gadfly_store::grouped;
use maud::{Markup, html};
use std::path::Path;

/// So many solvers make narrow figures.
const FEW: usize = 12;

/// Writes the page, every figure as SVG, the examples and the remarks.
pub fn write_page(study: &Study, tally: &Tally, folder: &Path) -> Result<(), EvolveError> {
    let figures = figures(study, tally);
    write_figures(&figures, folder)?;
    let remarks = remarks(study, tally, &read_again(folder));
    changes::write(study, &remarks, folder)?;
    let head = html! {
        (tiles(study, tally))
        (html::warnings(&totals::warnings(study, tally)))
    };
    let about_it = html::facts("How it was run", about(study, tally));
    let sections = [
        Some(changes::section(study, &remarks)?),
        Some(totals::section(study, tally)),
        Some(figure_section(&figures, study.solvers.len() <= FEW)),
        totals::bounds(study, tally),
        Some(html::section(
            "How it was run",
            &html! { div.card { (about_it) } },
        )),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    let names = study.sources.iter().map(|source| source.name.as_str());
    let names: Vec<&str> = names.collect();
    let title = format!("{} solvers over {}", study.solvers.len(), names.join(", "));
    let page = html::frame(&title, &folder.display().to_string(), &head, &sections);
    let path = folder.join("index.html");
    std::fs::write(&path, page).map_err(EvolveError::file(&path))
}

/// Every figure as a file for a paper.
fn write_figures(figures: &[Figure], folder: &Path) -> Result<(), EvolveError> {
    let plots = folder.join("plots");
    std::fs::create_dir_all(&plots).map_err(EvolveError::file(&plots))?;
    for figure in figures {
        let path = plots.join(figure.name).with_extension("svg");
        let file = figure.panels.draw().file(&figure.title);
        std::fs::write(&path, file).map_err(EvolveError::file(&path))?;
    }
    Ok(())
}

fn tiles(study: &Study, tally: &Tally) -> Markup {
    let formulas: u64 = tally.formulas.iter().sum();
    let cells = || tally.cells.iter().flatten();
    let runs: u64 = cells().map(|cell| cell.runs).sum();
    let triggers: u64 = cells().map(Cell::all_triggers).sum();
    let mut tiles = vec![
        (grouped(study.solvers.len() as u64), "solvers and releases"),
        (grouped(formulas), "formulas"),
        (grouped(runs), "runs"),
        (grouped(triggers), "bug triggers"),
    ];
    if tally.missing > 0 {
        tiles.push((grouped(tally.missing as u64), "parts still to do"));
    }
    html::tiles(&tiles)
}

/// Figures of few solvers are narrow, and stand side by side.
fn figure_section(figures: &[Figure], few: bool) -> Section {
    let card = |figure: &Figure| {
        let note = html! {
            (figure.note) " "
            a href={ "plots/" (figure.name) ".svg" } download { "SVG" }
        };
        let plot = html::plot(Some(&figure.panels.draw()), &figure.title);
        html::card(&figure.title, &note, &plot)
    };
    let cards: Vec<Markup> = figures.iter().map(card).collect();
    let cards = match few {
        true => html::grid(&cards),
        false => html! { div.stack { @for card in cards { (card) } } },
    };
    html::section("Figures", &cards)
}

fn about(study: &Study, tally: &Tally) -> Vec<(String, String)> {
    let settings = &study.settings;
    let judges: Vec<&str> = study
        .judges
        .iter()
        .map(|judge| judge.spec.as_str())
        .collect();
    let mut rows = vec![
        (
            "limit".to_string(),
            format!(
                "{} s of CPU time, {} MiB",
                settings.timeout.as_secs_f64(),
                settings.memory >> 20
            ),
        ),
        (
            "processes".into(),
            if settings.timing == Timing::Fresh {
                "a fresh one for every run".into()
            } else {
                format!(
                    "persistent; whatever is odd was seen in a fresh one, and one formula in {SAMPLE} (more of a short study) was run in both"
                )
            },
        ),
        ("repeated".into(), format!("{} times", settings.repeat)),
        (
            "judged by".into(),
            if judges.is_empty() {
                "labels only".into()
            } else {
                judges.join(", ")
            },
        ),
        (
            "own checks".into(),
            format!("models {}, cores {}", settings.models, settings.cores),
        ),
        ("jointly solved".into(), grouped(tally.joint.iter().sum())),
    ];
    rows.extend(machine());
    rows
}
