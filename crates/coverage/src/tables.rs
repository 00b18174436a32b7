//! What a study came to, as text, CSV, Parquet and JSON.

use crate::page::page;
use crate::plots::plots;
use crate::reach::Measure;
use crate::results::{Figures, Place, Results, directory};
use crate::run::Counts;
use gadfly_columns::{Cells, Column, Kind, Writer};
use gadfly_compare::{StudyError, aligned, median};
use std::fmt::Write as _;
use std::path::Path;

/// A table: its columns and rows of cells, numbers as numbers.
pub(crate) struct Table {
    name: &'static str,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Debug, PartialEq)]
enum Cell {
    Text(String),
    Number(i64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_string())
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

const fn text(name: &'static str) -> Column {
    Column::new(name, Kind::Text)
}

const fn number(name: &'static str) -> Column {
    Column::new(name, Kind::Int64)
}

/// The first columns of a table of runs.
const RUN: [Column; 4] = [
    text("configuration"),
    number("run"),
    number("formulas"),
    number("cpu_ms"),
];

/// The cells of [`RUN`].
fn run_at(name: &str, run: u32, formulas: u64, cpu: f64) -> Vec<Cell> {
    let cpu_ms = (cpu * 1000.0) as u64;
    let numbers = [u64::from(run), formulas, cpu_ms].map(Cell::from);
    std::iter::once(Cell::from(name)).chain(numbers).collect()
}

/// The last columns of a table of what was reached, or is added.
const COUNTS: [Column; 6] = [
    number("lines"),
    number("functions"),
    number("branches"),
    number("core_lines"),
    number("core_functions"),
    number("core_branches"),
];

/// The cells of [`COUNTS`].
fn counts<'a>(all: &'a Counts, core: &'a Counts) -> impl Iterator<Item = Cell> + 'a {
    all.iter().chain(core).map(|n| Cell::from(*n))
}

/// Of what figures count, where both are told.
fn scopes(results: &Results) -> &'static [(&'static str, bool)] {
    match results.core_known {
        true => &[("core", true), ("all", false)],
        false => &[("all", false)],
    }
}

/// Writes all that there is of a study: JSON, tables, plots and the page.
pub fn write_all(results: &Results, out: &Path) -> Result<(), StudyError> {
    let put = |name: &str, bytes: Vec<u8>| {
        let path = out.join(name);
        std::fs::write(&path, bytes).map_err(StudyError::file("write", &path))
    };
    put(
        "coverage.json",
        serde_json::to_vec_pretty(results).unwrap_or_default(),
    )?;
    for table in tables(results) {
        let failed = |error: gadfly_columns::Error| std::io::Error::other(error);
        let path = out.join(table.name);
        let wrong = StudyError::file("write", &path);
        let parquet = table.parquet().map_err(failed);
        let (csv, parquet) = match (table.csv(), parquet) {
            (Ok(csv), Ok(parquet)) => (csv, parquet),
            (Err(error), _) | (_, Err(error)) => return Err(wrong(error)),
        };
        put(&format!("{}.csv", table.name), csv)?;
        put(&format!("{}.parquet", table.name), parquet)?;
    }
    for plot in plots(results) {
        if let Some(sheet) = plot.lines.draw() {
            put(
                &format!("{}.svg", plot.name),
                sheet.file(&plot.title).into_bytes(),
            )?;
        }
    }
    put("index.html", page(results, out).into_bytes())
}

/// All tables.
fn tables(results: &Results) -> [Table; 8] {
    [
        totals(results),
        runs(results),
        curves(results),
        adds(results),
        places("areas", &results.areas, results),
        places("directories", &results.directories, results),
        places("files", &results.files, results),
        unreached(results),
    ]
}

fn totals(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (scope, core) in scopes(results) {
        for (n, measure) in Measure::ALL.iter().enumerate() {
            let there = results.there.scope(*core)[n];
            let union = results.union.scope(*core)[n];
            for one in &results.totals {
                let runs = one.runs.iter().map(|run| run.reached.scope(*core)[n]);
                let runs: Vec<u64> = runs.collect();
                let middle = median(&runs.iter().map(|n| *n as f64).collect::<Vec<_>>());
                let alone = one.alone.scope(*core)[n];
                rows.push(vec![
                    one.name.as_str().into(),
                    (*scope).into(),
                    measure.name().into(),
                    there.into(),
                    runs.iter().copied().min().unwrap_or(0).into(),
                    (middle.round() as u64).into(),
                    runs.iter().copied().max().unwrap_or(0).into(),
                    one.together.scope(*core)[n].into(),
                    alone.into(),
                    union.into(),
                    (union - alone).into(),
                ]);
            }
        }
    }
    const COLUMNS: &[Column] = &[
        text("configuration"),
        text("scope"),
        text("measure"),
        number("there"),
        number("least"),
        number("median"),
        number("most"),
        number("together"),
        number("alone"),
        number("union"),
        number("union_without"),
    ];
    Table {
        name: "totals",
        columns: COLUMNS.to_vec(),
        rows,
    }
}

fn runs(results: &Results) -> Table {
    let mut rows = Vec::new();
    for one in &results.totals {
        for run in &one.runs {
            let outcomes = run.outcomes.iter();
            let outcomes: Vec<String> = outcomes.map(|(name, n)| format!("{name} {n}")).collect();
            let mut row = run_at(&one.name, run.run, run.formulas, run.cpu);
            row.extend([run.lost.into(), outcomes.join(", ").as_str().into()]);
            row.extend(counts(&run.reached.all, &run.reached.core));
            rows.push(row);
        }
    }
    const OWN: [Column; 2] = [number("lost"), text("outcomes")];
    Table {
        name: "runs",
        columns: [&RUN[..], &OWN, &COUNTS].concat(),
        rows,
    }
}

fn curves(results: &Results) -> Table {
    let mut rows = Vec::new();
    for one in &results.totals {
        for run in &one.runs {
            for point in &run.points {
                let mut row = run_at(&one.name, run.run, point.formulas, point.cpu);
                row.extend(counts(&point.all, &point.core));
                rows.push(row);
            }
        }
    }
    Table {
        name: "curves",
        columns: [&RUN[..], &COUNTS].concat(),
        rows,
    }
}

fn adds(results: &Results) -> Table {
    let row = |adds: &crate::results::Adds| {
        let mut row = vec![adds.configuration.as_str().into(), adds.to.as_str().into()];
        row.extend(counts(&adds.adds.all, &adds.adds.core));
        row
    };
    const OWN: [Column; 2] = [text("configuration"), text("adds_to")];
    Table {
        name: "adds",
        columns: [&OWN[..], &COUNTS].concat(),
        rows: results.adds.iter().map(row).collect(),
    }
}

/// A line a place, configuration and measure; the configuration `all together` has what any reaches.
fn places(name: &'static str, places: &[Place], results: &Results) -> Table {
    let mut rows = Vec::new();
    for place in places {
        let named = results.totals.iter().map(|one| one.name.as_str());
        let reached = named.zip(&place.reached);
        for (configuration, counts) in reached.chain([("all together", &place.union)]) {
            for (n, measure) in Measure::ALL.iter().enumerate() {
                rows.push(vec![
                    place.name.as_str().into(),
                    directory(&place.name).into(),
                    place.area.as_str().into(),
                    u64::from(place.core).into(),
                    configuration.into(),
                    measure.name().into(),
                    place.there[n].into(),
                    counts[n].into(),
                ]);
            }
        }
    }
    const COLUMNS: &[Column] = &[
        text("name"),
        text("directory"),
        text("area"),
        number("core"),
        text("configuration"),
        text("measure"),
        number("there"),
        number("reached"),
    ];
    Table {
        name,
        columns: COLUMNS.to_vec(),
        rows,
    }
}

fn unreached(results: &Results) -> Table {
    let row = |one: &crate::unreached::Unreached| {
        vec![
            one.file.as_str().into(),
            u64::from(one.line).into(),
            one.function.as_deref().unwrap_or("").into(),
            one.area.as_str().into(),
            u64::from(one.core).into(),
            one.lines.into(),
            ((one.near * 1000.0).round() as u64).into(),
            (one.surprise().round() as u64).into(),
        ]
    };
    const COLUMNS: &[Column] = &[
        text("file"),
        number("line"),
        text("function"),
        text("area"),
        number("core"),
        number("lines"),
        number("near_permille"),
        number("surprise"),
    ];
    Table {
        name: "unreached",
        columns: COLUMNS.to_vec(),
        rows: results.unreached.iter().map(row).collect(),
    }
}

impl Table {
    fn csv(&self) -> std::io::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record(self.columns.iter().map(|column| column.name))?;
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Number(number) => number.to_string(),
            });
            out.write_record(cells)?;
        }
        out.into_inner().map_err(|error| error.into_error())
    }

    fn parquet(&self) -> Result<Vec<u8>, gadfly_columns::Error> {
        let mut writer = Writer::new(Vec::new(), self.name, &self.columns)?;
        let texts = |n: usize| {
            let cell = |row: &Vec<Cell>| match row.get(n) {
                Some(Cell::Text(text)) => text.clone().into(),
                _ => "".into(),
            };
            Cells::Text(self.rows.iter().map(cell).collect())
        };
        let numbers = |n: usize| {
            let cell = |row: &Vec<Cell>| match row.get(n) {
                Some(Cell::Number(number)) => *number,
                _ => 0,
            };
            Cells::Int64(self.rows.iter().map(cell).collect())
        };
        let cells = self
            .columns
            .iter()
            .enumerate()
            .map(|(n, column)| match column.kind {
                Kind::Text => texts(n),
                _ => numbers(n),
            });
        writer.group(&cells.collect::<Vec<_>>())?;
        writer.close()
    }
}

/// A share in per cent.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// The middle of the runs, with the least and the greatest.
pub(crate) fn spread(values: &[u64]) -> String {
    let middle = median(&values.iter().map(|n| *n as f64).collect::<Vec<_>>());
    match (values.iter().min(), values.iter().max()) {
        (Some(least), Some(most)) if least != most => format!("{middle:.0} ({least}–{most})"),
        _ => format!("{middle:.0}"),
    }
}

/// The head of the table for people.
pub(crate) const HEAD: [&str; 6] = ["", "measure", "reached", "of all", "together", "alone"];

/// A line a configuration and measure, as people read it.
pub(crate) fn lines(results: &Results, core: bool) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let counts = |figures: &Figures, n: usize| figures.scope(core)[n];
    for (n, measure) in Measure::ALL.iter().enumerate() {
        let there = counts(&results.there, n);
        let mut line = |name: &str, reached: String, middle: u64, together: u64, alone: String| {
            lines.push(vec![
                name.to_string(),
                measure.name().to_string(),
                reached,
                percent(middle, there),
                together.to_string(),
                alone,
            ]);
        };
        let start = counts(&results.start, n);
        line(
            "a trivial question",
            start.to_string(),
            start,
            start,
            String::new(),
        );
        for one in &results.totals {
            let runs = one.runs.iter().map(|run| counts(&run.reached, n));
            let runs: Vec<u64> = runs.collect();
            let middle = median(&runs.iter().map(|n| *n as f64).collect::<Vec<_>>());
            let together = counts(&one.together, n);
            let alone = counts(&one.alone, n).to_string();
            line(
                &one.name,
                spread(&runs),
                middle.round() as u64,
                together,
                alone,
            );
        }
        let union = counts(&results.union, n);
        line(
            "all together",
            union.to_string(),
            union,
            union,
            String::new(),
        );
    }
    lines
}

impl Results {
    /// The tables for a terminal.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (_, core) in scopes(self) {
            let there = self.there.scope(*core);
            let of = if *core {
                "The solver's core"
            } else {
                "All of the solver"
            };
            let _ = writeln!(
                text,
                "{of}: {} lines, {} functions, {} branches",
                there[0], there[1], there[2]
            );
            let head = HEAD.map(String::from).to_vec();
            let all: Vec<_> = std::iter::once(head).chain(lines(self, *core)).collect();
            text.push_str(&aligned(&all));
            text.push('\n');
        }
        let lost: u64 = self
            .totals
            .iter()
            .flat_map(|one| &one.runs)
            .map(|run| run.lost)
            .sum();
        if lost > 0 {
            let _ = writeln!(
                text,
                "The counters of {lost} formulas are lost: their processes were killed, and gcc's counters are \
                 written at the end. Those of a build with clang are kept."
            );
        }
        text
    }
}
