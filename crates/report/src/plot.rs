//! Plots as SVG text: lines and bars with axes, coloured by the page's own style sheet, so that
//! they follow its light and dark face.

use crate::escape::escape;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 40.0;

/// How an axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Evenly, from 0.
    Linear,
    /// By powers of ten.
    Log,
}

/// One line of a plot.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points, by rising x.
    pub points: Vec<(f64, f64)>,
}

/// A plot of lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What x is.
    pub x: String,
    /// What y is.
    pub y: String,
    /// How y counts.
    pub y_axis: Axis,
    /// Whether values hold until the next point (a count) or change evenly.
    pub steps: bool,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Horizontal bars, each of one or more parts.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The parts' names, in the order of each bar's values.
    pub parts: Vec<String>,
    /// Name and values of each bar.
    pub bars: Vec<(String, Vec<f64>)>,
    /// What is counted.
    pub unit: String,
}

/// Where values lie on the page.
struct Scale {
    low: f64,
    high: f64,
    axis: Axis,
    from: f64,
    to: f64,
}

impl Scale {
    fn place(&self, value: f64) -> f64 {
        let of = |v: f64| match self.axis {
            Axis::Linear => v,
            Axis::Log => v.max(self.low).log10(),
        };
        let (low, high) = (of(self.low), of(self.high));
        self.from + (of(value) - low) / (high - low).max(f64::MIN_POSITIVE) * (self.to - self.from)
    }

    fn ticks(&self) -> Vec<f64> {
        match self.axis {
            Axis::Linear => {
                let step = nice_step((self.high - self.low) / 5.0);
                let count = ((self.high - self.low) / step).floor() as usize;
                (0..=count).map(|n| self.low + n as f64 * step).collect()
            }
            Axis::Log => {
                let (low, high) = (
                    self.low.log10().round() as i32,
                    self.high.log10().round() as i32,
                );
                (low..=high).map(|power| 10f64.powi(power)).collect()
            }
        }
    }
}

/// 1, 2 or 5 times a power of ten, at least as large as asked.
fn nice_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.max(1e-9).log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|f| f * power >= rough * 0.999);
    power * factor.unwrap_or(10.0)
}

/// A number as axes and tables print it.
pub(crate) fn short_number(value: f64) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{}M", trimmed(value / 1e6, 1)),
        v if v >= 1e4 => format!("{}k", trimmed(value / 1e3, 1)),
        v if v >= 10.0 || v == 0.0 => trimmed(value, 0),
        v if v >= 1.0 => trimmed(value, 1),
        _ => trimmed(value, 4),
    }
}

fn trimmed(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}

impl Lines {
    /// The plot as an `<svg>` element; a sentence where there is nothing to draw.
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        if points().count() < 2 {
            return "<p class=\"none\">Too little to draw yet.</p>".to_string();
        }
        let (x, y) = self.scales();
        let mut out = open_svg(HEIGHT, &format!("{} by {}", self.y, self.x));
        self.axes(&mut out, &x, &y);
        for (number, line) in self.lines.iter().enumerate() {
            let _ = write!(
                out,
                "<path class=\"line c{}\" d=\"{}\"><title>{}</title></path>",
                number % 8,
                self.path(line, &x, &y),
                escape(&line.name)
            );
        }
        out.push_str("</svg>");
        if self.lines.len() > 1 {
            out.push_str(&legend(self.lines.iter().map(|line| line.name.as_str())));
        }
        out
    }

    fn scales(&self) -> (Scale, Scale) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let most = |of: fn(&(f64, f64)) -> f64| points().map(of).fold(0.0, f64::max);
        let high = most(|p| p.1).max(1e-6);
        let (low, high) = match self.y_axis {
            Axis::Linear => (0.0, high * 1.05),
            Axis::Log => {
                let least = points()
                    .map(|p| p.1)
                    .filter(|v| *v > 0.0)
                    .fold(high, f64::min);
                (
                    10f64.powf(least.log10().floor()),
                    10f64.powf(high.log10().ceil()),
                )
            }
        };
        let x = Scale {
            low: 0.0,
            high: most(|p| p.0).max(1.0),
            axis: Axis::Linear,
            from: LEFT,
            to: WIDTH - RIGHT,
        };
        (
            x,
            Scale {
                low,
                high,
                axis: self.y_axis,
                from: HEIGHT - BOTTOM,
                to: TOP,
            },
        )
    }

    fn axes(&self, out: &mut String, x: &Scale, y: &Scale) {
        for tick in y.ticks() {
            let at = y.place(tick);
            let _ = write!(
                out,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text class=\"tick\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0,
                short_number(tick)
            );
        }
        for tick in x.ticks() {
            let _ = write!(
                out,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                x.place(tick),
                HEIGHT - BOTTOM + 16.0,
                short_number(tick)
            );
        }
        let _ = write!(
            out,
            "<text class=\"label\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <text class=\"label\" x=\"{LEFT}\" y=\"{}\">{}</text>",
            WIDTH - RIGHT,
            HEIGHT - 6.0,
            escape(&self.x),
            HEIGHT - 6.0,
            escape(&format!("{} ↑", self.y))
        );
    }

    fn path(&self, line: &Line, x: &Scale, y: &Scale) -> String {
        let mut out = String::new();
        let mut before = None;
        for point in &line.points {
            let (px, py) = (x.place(point.0), y.place(point.1));
            match before {
                None => {
                    let _ = write!(out, "M{px:.1} {py:.1}");
                }
                Some(last) if self.steps => {
                    let _ = write!(out, "L{px:.1} {last:.1}L{px:.1} {py:.1}");
                }
                Some(_) => {
                    let _ = write!(out, "L{px:.1} {py:.1}");
                }
            }
            before = Some(py);
        }
        out
    }
}

impl Bars {
    /// The bars as an `<svg>` element; a sentence where there is nothing to draw.
    pub fn svg(&self) -> String {
        const ROW: f64 = 26.0;
        let total = |values: &[f64]| values.iter().sum::<f64>();
        let most = self
            .bars
            .iter()
            .map(|(_, values)| total(values))
            .fold(0.0, f64::max);
        if most <= 0.0 {
            return "<p class=\"none\">Nothing to count yet.</p>".to_string();
        }
        let longest = self
            .bars
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        let left = (longest as f64 * 6.8 + 14.0).clamp(60.0, 260.0);
        let height = self.bars.len() as f64 * ROW + 8.0;
        let mut out = open_svg(height, &self.unit);
        for (row, (name, values)) in self.bars.iter().enumerate() {
            let top = row as f64 * ROW + 4.0;
            let _ = write!(
                out,
                "<text class=\"name\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 8.0,
                top + 15.0,
                escape(name)
            );
            self.bar(&mut out, values, top, left, (WIDTH - left - 70.0) / most);
            let _ = write!(
                out,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + total(values) * (WIDTH - left - 70.0) / most + 6.0,
                top + 15.0,
                short_number(total(values))
            );
        }
        out.push_str("</svg>");
        if self.parts.len() > 1 {
            out.push_str(&legend(self.parts.iter().map(String::as_str)));
        }
        out
    }

    fn bar(&self, out: &mut String, values: &[f64], top: f64, left: f64, per_unit: f64) {
        let mut at = left;
        for (part, value) in values.iter().enumerate().filter(|(_, value)| **value > 0.0) {
            let width = (value * per_unit).max(1.0);
            let name = self.parts.get(part).map_or("", String::as_str);
            let _ = write!(
                out,
                "<rect class=\"bar c{}\" x=\"{at:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
                 height=\"19\" rx=\"2\"><title>{} {} {}</title></rect>",
                part % 8,
                escape(name),
                short_number(*value),
                escape(&self.unit)
            );
            at += width;
        }
    }
}

fn open_svg(height: f64, label: &str) -> String {
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">",
        escape(label)
    )
}

fn legend<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let items: String = names
        .enumerate()
        .map(|(number, name)| format!("<li><i class=\"c{}\"></i>{}</li>", number % 8, escape(name)))
        .collect();
    format!("<ul class=\"legend\">{items}</ul>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_one_two_or_five() {
        assert_eq!(
            [0.7, 1.3, 3.0, 7.0, 130.0].map(nice_step),
            [1.0, 2.0, 5.0, 10.0, 200.0]
        );
        assert_eq!(
            [0.0, 0.25, 3.5, 42.0, 12_500.0, 2e6].map(short_number),
            ["0", "0.25", "3.5", "42", "12.5k", "2M"]
        );
    }

    #[test]
    fn names_are_escaped_and_emptiness_is_said() {
        let bars = Bars {
            parts: vec!["<b>".into()],
            bars: vec![("<script>".into(), vec![3.0])],
            unit: "runs".into(),
        };
        assert!(!bars.svg().contains("<script>") && !bars.svg().contains("<b>"));
        let empty = Bars {
            bars: vec![],
            ..bars
        };
        assert!(empty.svg().contains("Nothing"));
        let line = |points| Lines {
            x: "s".into(),
            y: "n".into(),
            y_axis: Axis::Log,
            steps: true,
            lines: vec![Line {
                name: "a".into(),
                points,
            }],
        };
        assert!(line(vec![]).svg().contains("Too little"));
        assert!(!line(vec![(0.0, 0.0), (0.0, 0.0)]).svg().contains("NaN"));
        assert!(!line(vec![(1.0, 1e-3), (5.0, 2.0)]).svg().contains("NaN"));
    }
}
