//! A grid of small plots: a row a theory, a column a family of solvers, releases along the bottom.

use super::drawing::{Anchor, Colour, Drawing};

/// How values go up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Y {
    /// Evenly, from 0.
    Linear,
    /// Evenly, around the values: for small changes in large numbers.
    Near,
    /// By powers of ten, with 0 at the bottom.
    Log,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line with dots.
    Line,
    /// A bar for each release.
    Bar,
}

/// One family: its name and what stands along the bottom.
#[derive(Clone, Debug)]
pub struct Column {
    /// The heading.
    pub name: String,
    /// The releases, oldest first.
    pub ticks: Vec<String>,
}

/// One quantity: a value for each row, column and tick.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its values.
    pub values: Vec<Vec<Vec<Option<f64>>>>,
}

/// The whole figure.
#[derive(Clone, Debug)]
pub struct Panels {
    /// What the values are.
    pub unit: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The series.
    pub series: Vec<Series>,
    /// How values go up.
    pub y: Y,
    /// How they are drawn.
    pub style: Style,
}

const LEFT: f64 = 78.0;
const GAP: f64 = 64.0;
const HEIGHT: f64 = 74.0;
const TOP: f64 = 52.0;
const BETWEEN: f64 = 22.0;
/// Height of a letter of the names along the bottom, which stand upright.
const LETTER: f64 = 5.6;

struct Frame {
    x: f64,
    y: f64,
    width: f64,
    low: f64,
    high: f64,
}

impl Panels {
    /// Draws it.
    pub fn draw(&self) -> Drawing {
        let widths: Vec<f64> = self
            .columns
            .iter()
            .map(|column| (column.ticks.len() as f64 * 13.0).clamp(180.0, 760.0))
            .collect();
        let width = LEFT + widths.iter().sum::<f64>() + GAP * widths.len() as f64;
        let rows = self.rows.len() as f64;
        let names = self.columns.iter().flat_map(|column| &column.ticks);
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let height = TOP + rows * (HEIGHT + BETWEEN) + longest as f64 * LETTER;
        let mut drawing = Drawing::new(width, height);
        self.legend(&mut drawing);
        let mut x = LEFT;
        for (at, column) in self.columns.iter().enumerate() {
            drawing.word(
                (x + widths[at] / 2.0, TOP - 18.0),
                12.0,
                Anchor::Middle,
                &column.name,
            );
            for row in 0..self.rows.len() {
                let y = TOP + row as f64 * (HEIGHT + BETWEEN);
                let (low, high) = self.range(row);
                let frame = Frame {
                    x,
                    y,
                    width: widths[at],
                    low,
                    high,
                };
                self.panel(&mut drawing, &frame, row, at);
            }
            let y = TOP + rows * (HEIGHT + BETWEEN) - BETWEEN;
            let every = (column.ticks.len() / 58 + 1).max(1);
            for (tick, name) in column.ticks.iter().enumerate().step_by(every) {
                let at = place(
                    &Frame {
                        x,
                        y,
                        width: widths[at],
                        low: 0.0,
                        high: 1.0,
                    },
                    tick,
                    column.ticks.len(),
                );
                drawing.upright((at + 3.0, y + 6.0), 9.0, name);
            }
            x += widths[at] + GAP;
        }
        drawing
    }

    fn legend(&self, drawing: &mut Drawing) {
        let mut x = LEFT;
        for (at, series) in self.series.iter().enumerate() {
            drawing.bar((x, 6.0), (10.0, 10.0), Colour::Series(at), String::new());
            drawing.word((x + 14.0, 15.0), 11.0, Anchor::Start, &series.name);
            x += 40.0 + series.name.chars().count() as f64 * 7.2;
        }
        drawing.word((x, 15.0), 11.0, Anchor::Start, &format!("({})", self.unit));
    }

    fn values(&self, row: usize) -> impl Iterator<Item = f64> {
        self.series
            .iter()
            .flat_map(move |series| series.values[row].iter().flatten().flatten().copied())
    }

    /// From where to where the values of a row go, in round numbers; all its columns share it.
    fn range(&self, row: usize) -> (f64, f64) {
        let high = self.values(row).fold(0.0, f64::max);
        let low = match self.y {
            Y::Near => self.values(row).fold(high, f64::min),
            _ => 0.0,
        };
        if self.y == Y::Log {
            return (0.0, high.max(1.0).log10().ceil().max(1.0));
        }
        let step = step(low, high);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        (low, if high > low { high } else { low + step })
    }

    fn height(&self, frame: &Frame, value: f64) -> f64 {
        let value = match self.y {
            Y::Log => (value + 1.0).log10(),
            _ => value,
        };
        let share = (value - frame.low) / (frame.high - frame.low).max(1e-9);
        frame.y + HEIGHT * (1.0 - share.clamp(0.0, 1.0))
    }

    fn panel(&self, drawing: &mut Drawing, frame: &Frame, row: usize, column: usize) {
        self.axis(drawing, frame);
        if column == 0 {
            let at = (frame.x + 2.0, frame.y - 4.0);
            drawing.word(at, 11.0, Anchor::Start, &self.rows[row]);
        }
        let count = self.columns[column].ticks.len();
        for (number, series) in self.series.iter().enumerate() {
            let colour = Colour::Series(number);
            let mut points = Vec::new();
            for (tick, value) in series.values[row][column].iter().enumerate() {
                let Some(value) = value else { continue };
                let (x, y) = (place(frame, tick, count), self.height(frame, *value));
                let name = &self.columns[column].ticks[tick];
                let title = format!("{} {name}, {}: {value}", series.name, self.rows[row]);
                match self.style {
                    Style::Line => {
                        points.push((x, y));
                        drawing.dot(x, y, colour, title);
                    }
                    Style::Bar => {
                        let width = (frame.width / count as f64 * 0.7).clamp(1.0, 36.0);
                        let size = (width, frame.y + HEIGHT - y);
                        drawing.bar((x - width / 2.0, y), size, colour, title);
                    }
                }
            }
            if points.len() > 1 {
                drawing.path(points, 1.5, colour);
            }
        }
    }

    fn axis(&self, drawing: &mut Drawing, frame: &Frame) {
        let right = frame.x + frame.width;
        for value in self.ticks(frame) {
            let y = self.height(frame, value);
            drawing.path(vec![(frame.x, y), (right, y)], 1.0, Colour::Grid);
            drawing.word((frame.x - 5.0, y + 3.0), 8.5, Anchor::End, &short(value));
        }
    }

    fn ticks(&self, frame: &Frame) -> Vec<f64> {
        match self.y {
            Y::Log => {
                let most = frame.high as i32;
                let every = (most / 3).max(1) as usize;
                let powers = (1..=most)
                    .rev()
                    .step_by(every)
                    .map(|power| 10f64.powi(power));
                powers.chain([0.0]).collect()
            }
            _ => {
                let step = step(frame.low, frame.high);
                let count = ((frame.high - frame.low) / step + 1e-9) as usize;
                (0..=count).map(|n| frame.low + step * n as f64).collect()
            }
        }
    }
}

/// A round number that divides a range into two to five steps.
fn step(low: f64, high: f64) -> f64 {
    let range = if high > low {
        high - low
    } else {
        high.max(1.0)
    };
    let power = 10f64.powf((range / 2.0).log10().floor());
    let steps = [5.0, 2.0, 1.0].map(|digit| digit * power);
    steps
        .into_iter()
        .find(|step| range / step >= 2.0 - 1e-9)
        .unwrap_or(power)
}

/// Where a tick lies.
fn place(frame: &Frame, tick: usize, count: usize) -> f64 {
    frame.x + frame.width * (tick as f64 + 0.5) / count.max(1) as f64
}

/// A number as an axis prints it.
fn short(value: f64) -> String {
    let trim = |text: String| text.trim_end_matches('0').trim_end_matches('.').to_string();
    match value.abs() {
        v if v < 0.5e-9 => "0".to_string(),
        v if v >= 1e6 => format!("{}M", trim(format!("{:.2}", value / 1e6))),
        v if v >= 1e4 => format!("{}k", trim(format!("{:.1}", value / 1e3))),
        v if v >= 10.0 => format!("{value:.0}"),
        _ => trim(format!("{value:.3}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        let steps = [
            (0.0, 100.0, 50.0),
            (0.0, 168.0, 50.0),
            (0.0, 20_000.0, 10_000.0),
            (18_700.0, 20_000.0, 500.0),
            (0.0, 0.7, 0.2),
            (20_000.0, 20_000.0, 10_000.0),
            (0.0, 0.0, 0.5),
        ];
        for (low, high, wanted) in steps {
            assert!((step(low, high) - wanted).abs() < 1e-9, "{low} to {high}");
        }
    }

    #[test]
    fn a_figure_is_drawn_in_both_forms() {
        let panels = |y, style| Panels {
            unit: "formulas".into(),
            rows: vec!["Core".into(), "<Ints>".into()],
            columns: vec![Column {
                name: "z3".into(),
                ticks: vec!["4.8.7".into(), "4.8.8".into()],
            }],
            series: vec![Series {
                name: "crash".into(),
                values: vec![
                    vec![vec![Some(1759.0), Some(0.0)]],
                    vec![vec![None, Some(2.0)]],
                ],
            }],
            y,
            style,
        };
        for (y, style) in [
            (Y::Linear, Style::Bar),
            (Y::Near, Style::Line),
            (Y::Log, Style::Line),
        ] {
            let drawing = panels(y, style).draw();
            let svg = drawing.svg("crashes");
            assert!(svg.contains("1759") && svg.contains("&lt;Ints&gt;") && !svg.contains("NaN"));
            let png = drawing.png().unwrap();
            assert!(png.starts_with(b"\x89PNG") && png.len() > 1000);
        }
    }
}
