//! The published figures, for any solvers.

use crate::outcome::Verdict;
use crate::study::{Study, Timing};
use crate::tally::{Cell, Tally};
use gadfly_report::plot::{Axis, Column, Look, Panels, Series, Style, Tone};
use gadfly_store::grouped;

/// A figure with its name as a file, its title and a sentence.
pub struct Figure {
    /// Its file's stem.
    pub name: &'static str,
    /// Its title.
    pub title: String,
    /// What to see in it.
    pub note: String,
    /// The plot.
    pub panels: Panels,
}

struct Frame<'a> {
    study: &'a Study,
    tally: &'a Tally,
    /// Solvers of each column, oldest first.
    columns: Vec<(String, Vec<usize>)>,
}

impl Frame<'_> {
    fn columns(&self) -> Vec<Column> {
        let tick = |family: &str, at: usize| {
            let name = &self.study.solvers[at].name;
            name.strip_prefix(&format!("{family}-"))
                .unwrap_or(name)
                .to_string()
        };
        let column = |(family, solvers): &(String, Vec<usize>)| Column {
            name: family.clone(),
            ticks: solvers.iter().map(|at| tick(family, *at)).collect(),
        };
        self.columns.iter().map(column).collect()
    }

    fn series(&self, name: &str, of: impl Fn(usize, &Cell) -> Option<f64>) -> Series {
        self.looking(Look::plain(0), name, of)
    }

    fn looking(&self, look: Look, name: &str, of: impl Fn(usize, &Cell) -> Option<f64>) -> Series {
        let value = |source: usize, solver: usize| {
            let cell = &self.tally.cells[source][solver];
            if cell.runs == 0 {
                None
            } else {
                of(source, cell)
            }
        };
        let row = |source: usize| {
            let column = |(_, solvers): &(String, Vec<usize>)| {
                solvers.iter().map(|at| value(source, *at)).collect()
            };
            self.columns.iter().map(column).collect()
        };
        Series {
            name: name.to_string(),
            look,
            values: (0..self.study.sources.len()).map(row).collect(),
        }
    }

    fn panels(&self, unit: &str, axis: Axis, style: Style, series: Vec<Series>) -> Panels {
        Panels {
            unit: unit.to_string(),
            rows: self
                .study
                .sources
                .iter()
                .map(|source| source.name.clone())
                .collect(),
            columns: self.columns(),
            series,
            axis,
            style,
        }
    }
}

/// All figures.
pub fn figures(study: &Study, tally: &Tally) -> Vec<Figure> {
    let frame = Frame {
        study,
        tally,
        columns: columns(study),
    };
    let (least, most) = (tally.limits[0], tally.limits[tally.limits.len() - 1]);
    let solved = |limit: usize| move |_: usize, cell: &Cell| Some(cell.solved(limit) as f64);
    let count = |verdict| move |_: usize, cell: &Cell| Some(cell.of(verdict) as f64);
    let wrong = |pattern| Look::new(Tone::Wrong, pattern);
    let time = match study.settings.timing {
        Timing::Sample => format!(
            "a sample of {} formulas in fresh processes",
            grouped(tally.timed.iter().sum())
        ),
        Timing::Fresh => "fresh processes".into(),
        Timing::Sessions => "persistent processes, so without start-up".into(),
    };
    vec![
        Figure {
            name: "triggers",
            title: "Bug triggers by kind, theory and release".into(),
            note: "Formulas that show a wrong answer, an invalid model or a crash (log scale)."
                .into(),
            panels: frame.panels(
                "formulas",
                Axis::LogCount,
                Style::Line,
                vec![
                    frame.looking(wrong(0), "unsound", count(Verdict::Unsound)),
                    frame.looking(wrong(2), "invalid model", count(Verdict::InvalidModel)),
                    frame.looking(Look::new(Tone::Died, 1), "crash", count(Verdict::Crash)),
                ],
            ),
        },
        Figure {
            name: "solved-least",
            title: format!("Solved within {least} s of CPU time"),
            note: format!("The smallest limit shows start-up and the common case ({time})."),
            panels: frame.panels(
                "formulas",
                Axis::Linear,
                Style::Bar,
                vec![frame.series("solved", |_, cell| Some(cell.timed_least as f64))],
            ),
        },
        Figure {
            name: "solved-most",
            title: format!("Solved within {most} s of CPU time"),
            note: "The largest limit shows what a release can decide at all.".into(),
            panels: frame.panels(
                "formulas",
                Axis::Near,
                Style::Line,
                vec![frame.series("solved", solved(tally.limits.len() - 1))],
            ),
        },
        Figure {
            name: "cumulative-time",
            title: "CPU time on jointly solved formulas".into(),
            note: format!(
                "The sum over the formulas that every solver of the study solved ({time})."
            ),
            panels: frame.panels(
                "seconds",
                Axis::Linear,
                Style::Line,
                vec![frame.series("CPU time", |_, cell| Some(cell.joint_seconds))],
            ),
        },
        Figure {
            name: "throughput",
            title: "Throughput".into(),
            note: format!("Solved formulas a second of CPU time ({time})."),
            panels: frame.panels(
                "formulas a second",
                Axis::Linear,
                Style::Line,
                vec![frame.series("throughput", |_, cell| {
                    Some(cell.timed as f64 / cell.timed_seconds.max(1e-9))
                })],
            ),
        },
    ]
    .into_iter()
    .chain(resources(&frame))
    .chain(soon(study, tally))
    .collect()
}

/// z3's resource counts, where they were asked for.
fn resources(frame: &Frame<'_>) -> Option<Figure> {
    frame
        .tally
        .cells
        .iter()
        .flatten()
        .find_map(|cell| cell.joint_resources)?;
    Some(Figure {
        name: "resources",
        title: "Resource counts on jointly solved formulas".into(),
        note: "z3's own count of its steps: the same on every machine and in every run.".into(),
        panels: frame.panels(
            "steps",
            Axis::Linear,
            Style::Line,
            vec![frame.series("rlimit", |_, cell| cell.joint_resources.map(|n| n as f64))],
        ),
    })
}

/// How many formulas of each source it takes to see a share of all triggers: by family.
fn soon(study: &Study, tally: &Tally) -> Option<Figure> {
    let families = columns(study);
    let last = study
        .sources
        .iter()
        .map(|source| source.range().end)
        .max()?;
    let steps = 40.min(last.div_ceil(1000)).max(1);
    let bounds: Vec<u64> = (1..=steps)
        .map(|n| (last * n).div_ceil(steps * 1000))
        .collect();
    let mut series = Vec::new();
    for (number, (family, solvers)) in families.iter().enumerate() {
        let cells = || {
            tally
                .cells
                .iter()
                .flat_map(|row| solvers.iter().map(|at| &row[*at]))
        };
        let all: u64 = cells().flat_map(|cell| cell.triggers.values()).sum();
        if all == 0 {
            continue;
        }
        let within = |bound: u64| -> u64 {
            cells()
                .flat_map(|cell| cell.triggers.range(..bound))
                .map(|(_, count)| count)
                .sum()
        };
        let shares = bounds
            .iter()
            .map(|bound| Some(within(*bound) as f64 * 100.0 / all as f64));
        series.push(Series {
            name: family.clone(),
            look: Look::plain(number),
            values: vec![vec![shares.collect()]],
        });
    }
    if series.is_empty() {
        return None;
    }
    let ticks = bounds.iter().map(|bound| format!("{bound}k")).collect();
    Some(Figure {
        name: "how-soon",
        title: "How soon bugs show".into(),
        note: "The share of all bug triggers among the first n formulas of each source.".into(),
        panels: Panels {
            unit: "per cent of triggers".into(),
            rows: vec!["all".into()],
            columns: vec![Column {
                name: "first n formulas of each source".into(),
                ticks,
            }],
            series,
            axis: Axis::Linear,
            style: Style::Line,
        },
    })
}

/// The solvers of each family, oldest first.
pub(crate) fn columns(study: &Study) -> Vec<(String, Vec<usize>)> {
    let mut columns: Vec<(String, Vec<usize>)> = Vec::new();
    for at in crate::tables::order(study).into_iter().rev() {
        let family = &study.solvers[at].solver.family;
        match columns.iter_mut().find(|(name, _)| name == family) {
            Some((_, solvers)) => solvers.push(at),
            None => columns.push((family.clone(), vec![at])),
        }
    }
    columns.reverse();
    columns
}
