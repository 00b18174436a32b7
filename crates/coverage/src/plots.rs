//! What is reached over CPU time and over formulas, a line a configuration.

use crate::curve::{Moment, Over, curve};
use crate::reach::Measure;
use crate::results::{Results, Total};
use gadfly_report::plot::{Axis, Line, Lines, Look};

/// A plot with its name as a file and its title.
pub(crate) struct Plot {
    pub(crate) name: String,
    pub(crate) title: String,
    /// Whether it is of the core.
    pub(crate) core: bool,
    pub(crate) lines: Lines,
}

/// All plots: of the core and of all, each measure, over each.
pub(crate) fn plots(results: &Results) -> Vec<Plot> {
    let mut plots = Vec::new();
    let scopes: &[(&str, bool)] = match results.core_known {
        true => &[("core", true), ("all", false)],
        false => &[("all", false)],
    };
    for (scope, core) in scopes {
        for (n, measure) in Measure::ALL.iter().enumerate() {
            for (over, name, x) in [
                (Over::Cpu, "cpu", "CPU seconds"),
                (Over::Formulas, "formulas", "formulas"),
            ] {
                let of = if *core { " of the core" } else { "" };
                let line =
                    |(number, one): (usize, &Total)| line(results, one, number, over, *core, n);
                plots.push(Plot {
                    name: format!("{scope}-{}-{name}", measure.name()),
                    title: format!("Reached {}{of} over {x}", measure.name()),
                    core: *core,
                    lines: Lines {
                        x: x.into(),
                        y: format!("{}{of}", measure.name()),
                        y_axis: Axis::Linear,
                        steps: false,
                        lines: results.totals.iter().enumerate().map(line).collect(),
                    },
                });
            }
        }
    }
    plots
}

fn line(results: &Results, one: &Total, number: usize, over: Over, core: bool, n: usize) -> Line {
    let start = results.start.scope(core)[n] as f64;
    let runs: Vec<_> = one.runs.iter().map(|run| &run.points[..]).collect();
    let value = |point: &crate::run::Point| {
        let counts = if core { point.core } else { point.all };
        counts[n] as f64
    };
    let moments: Vec<Moment> = curve(&runs, over, start, value);
    let band = |moment: &Moment| (moment.at, moment.least, moment.most);
    Line {
        name: one.name.clone(),
        look: Look::plain(number),
        points: moments
            .iter()
            .map(|moment| (moment.at, moment.median))
            .collect(),
        band: match one.runs.len() {
            1 => Vec::new(),
            _ => moments.iter().map(band).collect(),
        },
    }
}
