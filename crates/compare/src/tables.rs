//! What a comparison came to, as text, CSV and JSON.

use crate::curve::median;
use crate::page::page;
use crate::result::Results;
use crate::study::StudyError;
use std::fmt::Write as _;
use std::path::Path;

/// A title on a terminal has so many letters at most.
const LINE: usize = 80;

/// A table: its lines, the heading first.
type Lines = Vec<Vec<String>>;

/// Writes `compare.json`, a CSV file a table, and the page.
pub fn write_all(results: &Results, out: &Path) -> Result<(), StudyError> {
    let json = serde_json::to_vec_pretty(results).unwrap_or_default();
    let mut files = vec![
        ("compare.json", json),
        ("index.html", page(results, out).into_bytes()),
    ];
    for (name, lines) in [
        ("totals.csv", totals(results)),
        ("runs.csv", runs(results)),
        ("causes.csv", causes(results)),
        ("pairs.csv", pairs(results)),
        ("curves.csv", curves(results)),
    ] {
        let path = out.join(name);
        files.push((name, csv(&lines).map_err(StudyError::file("write", &path))?));
    }
    for (name, bytes) in files {
        let path = out.join(name);
        std::fs::write(&path, bytes).map_err(StudyError::file("write", &path))?;
    }
    Ok(())
}

fn csv(lines: &Lines) -> std::io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    lines.iter().try_for_each(|line| out.write_record(line))?;
    out.into_inner().map_err(|error| error.into_error())
}

fn head(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

/// The least, middle and greatest value.
fn spread(values: &[f64], digits: usize) -> String {
    if values.is_empty() {
        return "–".into();
    }
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let middle = median(values);
    if least == most {
        return format!("{middle:.digits$}");
    }
    format!("{middle:.digits$} ({least:.digits$}–{most:.digits$})")
}

fn numbers(counts: impl IntoIterator<Item = u64>) -> Vec<f64> {
    counts.into_iter().map(|n| n as f64).collect()
}

/// A line a configuration: the middle of its runs, with the least and the greatest.
pub(crate) fn totals(results: &Results) -> Lines {
    let mut lines = vec![head(&[
        "configuration",
        "runs",
        "causes",
        "together",
        "first after s",
        "formulas",
        "CPU s",
        "time-outs %",
    ])];
    for one in &results.totals {
        let shares: Vec<f64> = one.timeouts.iter().map(|share| share * 100.0).collect();
        lines.push(vec![
            one.name.clone(),
            one.causes.len().to_string(),
            spread(&numbers(one.causes.iter().map(|n| *n as u64)), 1),
            one.together.to_string(),
            spread(&one.first, 1),
            spread(&numbers(one.formulas.iter().copied()), 0),
            spread(&one.cpu, 1),
            spread(&shares, 0),
        ]);
    }
    lines
}

/// A line a run.
fn runs(results: &Results) -> Lines {
    let mut lines = vec![head(&[
        "configuration",
        "run",
        "causes",
        "formulas",
        "cpu_s",
        "timeout_share",
    ])];
    for one in &results.totals {
        for (n, causes) in one.causes.iter().enumerate() {
            let text = |value: Option<String>| value.unwrap_or_default();
            lines.push(vec![
                one.name.clone(),
                (n + 1).to_string(),
                causes.to_string(),
                text(one.formulas.get(n).map(u64::to_string)),
                text(one.cpu.get(n).map(|s| format!("{s:.3}"))),
                text(one.timeouts.get(n).map(|s| format!("{s:.4}"))),
            ]);
        }
    }
    lines
}

/// A line a cause: in how many runs of each configuration, and the middle time.
pub(crate) fn causes(results: &Results) -> Lines {
    let mut first = head(&["cause", "kind", "solver", "first bad", "last bad"]);
    for one in &results.totals {
        first.push(format!("{}: runs", one.name));
        first.push(format!("{}: median s", one.name));
    }
    let mut lines = vec![first];
    for row in &results.causes {
        let cause = &row.cause;
        let mut line = vec![
            cause.title.clone(),
            cause.kind.to_string(),
            cause.solver.clone(),
            cause.first_bad.clone().unwrap_or_default(),
            cause.last_bad.clone().unwrap_or_default(),
        ];
        for reached in &row.reached {
            line.push(reached.runs.to_string());
            line.push(
                reached
                    .median
                    .map_or_else(String::new, |s| format!("{s:.1}")),
            );
        }
        lines.push(line);
    }
    lines
}

/// A line a pair and respect.
pub(crate) fn pairs(results: &Results) -> Lines {
    let mut lines = vec![head(&[
        "measure",
        "first",
        "second",
        "median",
        "median of second",
        "U",
        "p",
        "exact",
        "A12",
        "effect",
        "better",
    ])];
    for pair in &results.pairs {
        lines.push(vec![
            pair.measure.to_string(),
            pair.first.clone(),
            pair.second.clone(),
            short(pair.first_median),
            short(pair.second_median),
            pair.test.u.to_string(),
            format!("{:.4}", pair.test.p),
            pair.test.exact.to_string(),
            format!("{:.2}", pair.a12),
            pair.effect.name().to_string(),
            pair.better.clone().unwrap_or_default(),
        ]);
    }
    lines
}

/// A number with the digits that tell something.
fn short(value: f64) -> String {
    if value.is_infinite() {
        return "never".into();
    }
    let digits = if value == value.trunc() { 0 } else { 2 };
    format!("{value:.digits$}")
}

/// A line a configuration and moment.
fn curves(results: &Results) -> Lines {
    let mut lines = vec![head(&[
        "configuration",
        "seconds",
        "least",
        "median",
        "most",
    ])];
    for (one, curve) in results.totals.iter().zip(&results.curves) {
        for moment in curve {
            lines.push(vec![
                one.name.clone(),
                format!("{:.2}", moment.seconds),
                moment.least.to_string(),
                moment.median.to_string(),
                moment.most.to_string(),
            ]);
        }
    }
    lines
}

impl Results {
    /// The tables for a terminal.
    pub fn text(&self) -> String {
        let mut text = aligned(&totals(self));
        let found = self.causes.len();
        let _ = writeln!(text, "\n{found} causes in all");
        for row in &self.causes {
            let reached = row.reached.iter().map(|reached| {
                let (name, runs) = (&reached.configuration, reached.runs);
                match reached.median {
                    Some(seconds) => format!("{name} in {runs} (after {seconds:.1} s)"),
                    None => format!("{name} in none"),
                }
            });
            let reached: Vec<String> = reached.collect();
            let title: String = row.cause.title.chars().take(LINE).collect();
            let _ = writeln!(
                text,
                "  {}, {title}: {}",
                row.cause.kind,
                reached.join(", ")
            );
        }
        text.push('\n');
        for pair in &self.pairs {
            let better = match &pair.better {
                Some(name) => format!("{name} is better"),
                None => "no significant difference".to_string(),
            };
            let (first, second) = (short(pair.first_median), short(pair.second_median));
            let _ = writeln!(
                text,
                "{}: {} {first}, {} {second}; {better} (U = {}, p = {:.4}, Â12 = {:.2}, {})",
                pair.measure,
                pair.first,
                pair.second,
                pair.test.u,
                pair.test.p,
                pair.a12,
                pair.effect.name()
            );
        }
        text
    }
}

/// Lines with their cells below one another.
pub fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut text = String::new();
    for line in lines {
        let mut row = String::new();
        for (column, cell) in line.iter().enumerate() {
            let pad = width(column).saturating_sub(cell.chars().count());
            row.push_str(cell);
            row.extend(std::iter::repeat_n(' ', pad + 2));
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}
