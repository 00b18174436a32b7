//! `index.html` and the files beside it: figures, examples, remarks, tables.

use crate::again::read_again;
use crate::bounds::guarantee;
use crate::error::EvolveError;
use crate::figures::{Figure, columns, figures};
use crate::machine::machine;
use crate::observe::SAMPLE;
use crate::outcome::Verdict;
use crate::remarks::{Remark, Weight, remarks};
use crate::study::{Study, Timing, file_name};
use crate::tables::order;
use crate::tally::{Cell, Tally};
use gadfly_report::{escape, frame, highlight};
use gadfly_store::grouped;
use std::path::Path;

/// The most remarks that the page shows; all are in `remarks.json`.
const SHOWN: usize = 60;
/// The most that the page shows of a formula; the whole is beside it.
const SHOWN_BYTES: usize = 4000;

/// Writes the page, every figure as SVG and PNG, the examples and the remarks.
pub fn write_page(study: &Study, tally: &Tally, folder: &Path) -> Result<(), EvolveError> {
    let figures = figures(study, tally);
    let plots = folder.join("plots");
    std::fs::create_dir_all(&plots).map_err(EvolveError::file(&plots))?;
    for figure in &figures {
        let drawing = figure.panels.draw();
        let path = plots.join(figure.name).with_extension("svg");
        std::fs::write(&path, drawing.svg(&figure.title)).map_err(EvolveError::file(&path))?;
        let path = path.with_extension("png");
        let png = drawing.png().map_err(EvolveError::file(&path))?;
        std::fs::write(&path, png).map_err(EvolveError::file(&path))?;
    }
    let remarks = remarks(study, tally, &read_again(folder));
    write_remarks(study, &remarks, folder)?;
    let body = [
        tiles(study, tally),
        remark_section(study, &remarks)?,
        figure_section(&figures),
        totals(study, tally),
        bounds(study, tally),
        about(study, tally),
    ]
    .concat();
    let names: Vec<&str> = study
        .sources
        .iter()
        .map(|source| source.name.as_str())
        .collect();
    let title = format!("{} solvers over {}", study.solvers.len(), names.join(", "));
    let page = frame(&title, &folder.display().to_string(), &body);
    let path = folder.join("index.html");
    std::fs::write(&path, page).map_err(EvolveError::file(&path))
}

/// `remarks.json`, and the formulas that remarks name as files that can be bisected and reduced.
fn write_remarks(study: &Study, remarks: &[Remark], folder: &Path) -> Result<(), EvolveError> {
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

fn tiles(study: &Study, tally: &Tally) -> String {
    let formulas: u64 = tally.formulas.iter().sum();
    let cells = || tally.cells.iter().flatten();
    let runs: u64 = cells().map(|cell| cell.runs).sum();
    let triggers: u64 = cells().map(Cell::all_triggers).sum();
    let mut items = vec![
        (grouped(study.solvers.len() as u64), "solvers and releases"),
        (grouped(formulas), "formulas"),
        (grouped(runs), "runs"),
        (grouped(triggers), "bug triggers"),
    ];
    if tally.missing > 0 {
        items.push((grouped(tally.missing as u64), "parts still to do"));
    }
    let items: String = items
        .iter()
        .map(|(value, name)| format!("<li><b>{value}</b>{name}</li>"))
        .collect();
    format!("<ul class=\"tiles\">{items}</ul>")
}

fn remark_section(study: &Study, remarks: &[Remark]) -> Result<String, EvolveError> {
    if remarks.is_empty() {
        return Ok(
            "<section><h2>What changed</h2><p class=\"none\">Nothing beyond noise between \
                   neighbouring releases.</p></section>"
                .to_string(),
        );
    }
    let mut out = String::from("<section><h2>What changed between releases</h2>");
    for remark in remarks.iter().take(SHOWN) {
        out += &remark_entry(study, remark)?;
    }
    if remarks.len() > SHOWN {
        let rest = remarks.len() - SHOWN;
        out += &format!("<p class=\"none\">{rest} more in <code>remarks.json</code>.</p>");
    }
    Ok(out + "</section>")
}

fn remark_entry(study: &Study, remark: &Remark) -> Result<String, EvolveError> {
    let source = &study.sources[remark.source];
    let (class, kind) = match remark.weight {
        Weight::Wrong => ("soundness", remark.kind.name()),
        Weight::Worse => ("crash", remark.kind.name()),
        Weight::Better => ("better", "better"),
    };
    let mut out = format!(
        "<details class=\"finding\"><summary><span class=\"kind {class}\">{}</span>\
         <span class=\"title\">{}: {}</span><span class=\"who\">{} formulas</span></summary>\
         <div class=\"body\">",
        kind,
        escape(&source.name),
        escape(&remark.text),
        grouped(remark.count)
    );
    for index in &remark.examples {
        let file = example(study, remark, *index);
        out += &format!(
            "<p>{}: <a href=\"examples/{file}\">{file}</a></p><pre>{}</pre>",
            escape(&source.label(*index)),
            highlight(&beginning(source.text(*index)?))
        );
    }
    if let Some(index) = remark.examples.first() {
        out += &commands(study, remark, *index);
    }
    Ok(out + "</div></details>")
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
fn commands(study: &Study, remark: &Remark, index: u64) -> String {
    let file = format!("examples/{}", example(study, remark, index));
    let newer = &study.solvers[remark.releases.1].solver;
    let older = &study.solvers[remark.releases.0].solver;
    let bisect = format!(
        "gadfly bisect {file} --solver '{}@*' --checks",
        newer.family
    );
    let worse = if remark.weight == Weight::Better {
        older
    } else {
        newer
    };
    let reduce = format!(
        "gadfly reduce {file} --solver '{}' -o small.smt2",
        worse.spec
    );
    format!(
        "<p>To its cause:</p><pre>{}\n{}</pre>",
        escape(&bisect),
        escape(&reduce)
    )
}

fn figure_section(figures: &[Figure]) -> String {
    let card = |figure: &Figure| {
        format!(
            "<div class=\"card\"><h3>{}</h3><p>{} <a href=\"plots/{name}.svg\">SVG</a> \
             <a href=\"plots/{name}.png\">PNG</a></p>{}</div>",
            escape(&figure.title),
            escape(&figure.note),
            sized(
                &figure.panels.draw().svg(&figure.title),
                figure.panels.draw().width()
            ),
            name = figure.name
        )
    };
    let cards: Vec<String> = figures.iter().map(card).collect();
    format!(
        "<section><h2>Figures</h2><div style=\"display:grid;gap:16px\">{}</div></section>",
        cards.concat()
    )
}

/// A plot is shown in its own size at most.
fn sized(svg: &str, width: f64) -> String {
    format!("<div style=\"max-width:{:.0}px\">{svg}</div>", width * 1.3)
}

fn totals(study: &Study, tally: &Tally) -> String {
    let mut rows = String::new();
    for at in order(study) {
        let sum =
            |of: &dyn Fn(&Cell) -> u64| tally.cells.iter().map(|row| of(&row[at])).sum::<u64>();
        let values = [
            sum(&|cell| cell.of(Verdict::Unsound)),
            sum(&|cell| cell.of(Verdict::InvalidModel)),
            sum(&|cell| cell.of(Verdict::Crash)),
            sum(&|cell| cell.solved(usize::MAX)),
            sum(&|cell| cell.said(crate::outcome::Said::Unknown, usize::MAX)),
            sum(&|cell| cell.of(Verdict::Timeout)),
            sum(&|cell| cell.of(Verdict::MemoryOut)),
            sum(&|cell| cell.of(Verdict::Rejected)),
        ];
        let clean = values[..3].iter().all(|count| *count == 0);
        let name = escape(&study.solvers[at].name);
        let name = if clean {
            format!("<b>{name}</b>")
        } else {
            name
        };
        let cells: String = values
            .iter()
            .map(|value| format!("<td class=\"n\">{}</td>", grouped(*value)))
            .collect();
        rows += &format!("<tr><td>{name}</td>{cells}</tr>");
    }
    let heads = [
        "unsound",
        "invalid model",
        "crash",
        "solved",
        "unknown",
        "time-out",
        "memory-out",
        "rejected",
    ]
    .map(|head| format!("<th class=\"n\">{head}</th>"))
    .concat();
    format!(
        "<section><h2>Totals</h2><div class=\"card\"><p>Bold: no bug triggers. Over all sources; \
         by source in <a href=\"correctness.csv\">correctness.csv</a> and \
         <a href=\"outcomes_by_timeout.csv\">outcomes_by_timeout.csv</a>.</p>\
         <table><thead><tr><th>solver</th>{heads}</tr></thead>{rows}</table></div></section>"
    )
}

/// For each family's newest release and each grammar: the size up to which everything passed.
fn bounds(study: &Study, tally: &Tally) -> String {
    let mut rows = String::new();
    let all: Vec<usize> = columns(study)
        .into_iter()
        .flat_map(|(_, solvers)| solvers)
        .rev()
        .collect();
    for at in all {
        let mut cells = String::new();
        for (source, row) in study
            .sources
            .iter()
            .zip(&tally.cells)
            .filter(|(s, _)| s.is_grammar())
        {
            let text = match guarantee(source, &row[at], row[at].runs) {
                Some((size, count)) if tally.missing == 0 => format!("size {size} ({count})"),
                _ if tally.missing > 0 => "not done yet".to_string(),
                _ => "-".to_string(),
            };
            cells += &format!("<td class=\"n\">{text}</td>");
        }
        rows += &format!(
            "<tr><td>{}</td>{cells}</tr>",
            escape(&study.solvers[at].name)
        );
    }
    let heads: String = study
        .sources
        .iter()
        .filter(|source| source.is_grammar())
        .map(|source| format!("<th class=\"n\">{}</th>", escape(&source.name)))
        .collect();
    if heads.is_empty() {
        return String::new();
    }
    format!(
        "<section><h2>The bounded guarantee</h2><div class=\"card\"><p>The size up to which \
         <i>all</i> formulas of the grammar passed: no wrong answer, no invalid model, no crash; \
         in brackets how many formulas those are.</p><table><thead><tr><th>solver</th>{heads}</tr>\
         </thead>{rows}</table></div></section>"
    )
}

fn about(study: &Study, tally: &Tally) -> String {
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
    let rows: String = rows
        .iter()
        .map(|(key, value)| {
            format!(
                "<tr><th>{}</th><td>{}</td></tr>",
                escape(key),
                escape(value)
            )
        })
        .collect();
    format!("<section><h2>How it was run</h2><table class=\"about\">{rows}</table></section>")
}
