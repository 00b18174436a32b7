//! Lines over an axis.

use super::legend::{Mark, legend};
use super::scale::{Axis, Scale};
use super::sheet::{Anchor, At, Face, Sheet, WIDTH};
use crate::tone::Look;
use maud::html;

const LEFT: f64 = 44.0;
const RIGHT: f64 = 410.0;
const TOP: f64 = 24.0;
const FLOOR: f64 = 176.0;
/// About so many markers stand on a line: they tell it from others and do not hide it.
const MARKERS: usize = 5;

/// One line of a plot.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// How it is drawn.
    pub look: Look,
    /// Its points, by rising x.
    pub points: Vec<(f64, f64)>,
    /// How far repetitions reach around it: x, the least and the greatest y. Empty where it is alone.
    pub band: Vec<(f64, f64, f64)>,
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

impl Lines {
    /// Draws it, where there are points enough.
    pub fn draw(&self) -> Option<Sheet> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        if points().count() < 2 {
            return None;
        }
        let last = points().map(|point| point.0).fold(1.0, f64::max);
        let bands = self.lines.iter().flat_map(|line| &line.band);
        let values = points()
            .map(|point| point.1)
            .chain(bands.map(|band| band.2));
        let y = Scale::round(self.y_axis, values, (FLOOR, TOP));
        let names = y
            .ticks()
            .into_iter()
            .map(|(_, name)| Face::Tick.width(&name));
        let left = names.map(|width| width + 8.0).fold(LEFT, f64::max);
        let x = Scale::until(last, (left, RIGHT));
        let mut sheet = Sheet::new(WIDTH);
        self.axes(&mut sheet, left, &x, &y);
        let alone = self.lines.len() < 2;
        for (number, line) in self.lines.iter().enumerate() {
            let look = line.look;
            sheet.series(look, |sheet| {
                if !line.band.is_empty() {
                    sheet.band(&band(line, &x, &y));
                }
                sheet.line(look, &self.path(line, &x, &y), &line.name);
                let every = line.points.len().div_ceil(MARKERS);
                let marked = line.points.iter().skip(number % every.max(1));
                for point in marked.step_by(every.max(1)).filter(|_| !alone) {
                    sheet.marker(look, x.place(point.0), y.place(point.1), &line.name);
                }
            });
        }
        if !alone {
            let names = self.lines.iter();
            let names = names.map(|line| (line.look, line.name.as_str()));
            let below = (left, sheet.height() + 6.0);
            legend(&mut sheet, Mark::Line, names, below);
        }
        Some(sheet)
    }

    fn axes(&self, sheet: &mut Sheet, left: f64, x: &Scale, y: &Scale) {
        for (value, name) in y.ticks() {
            let at = y.place(value);
            sheet.grid((left, at), (RIGHT, at));
            sheet.word((left - 6.0, at + 3.5), Face::Tick, Anchor::End, &name);
        }
        for (value, name) in x.ticks() {
            let place = (x.place(value), FLOOR + 15.0);
            sheet.word(place, Face::Tick, Anchor::Middle, &name);
        }
        sheet.word((2.0, TOP - 12.0), Face::Label, Anchor::Start, &self.y);
        let place = (RIGHT, FLOOR + 30.0);
        sheet.word(place, Face::Label, Anchor::End, &self.x);
        sheet.reach(FLOOR + 36.0);
    }

    fn path(&self, line: &Line, x: &Scale, y: &Scale) -> String {
        let mut before = None;
        let path = html! {
            @for point in &line.points {
                @let (px, py) = (At(x.place(point.0)), At(y.place(point.1)));
                @match before.replace(py) {
                    None => { "M" (px) " " (py) }
                    Some(_) if !self.steps => { "L" (px) " " (py) }
                    Some(_) => { "H" (px) "V" (py) }
                }
            }
        };
        path.into_string()
    }
}

/// The outline of a line's band: along the greatest values, and back along the least.
fn band(line: &Line, x: &Scale, y: &Scale) -> String {
    let above = line.band.iter().map(|(at, _, most)| (*at, *most));
    let below = line.band.iter().rev().map(|(at, least, _)| (*at, *least));
    let path = html! {
        @for (number, (at, value)) in above.chain(below).enumerate() {
            @if number == 0 { "M" } @else { "L" }
            (At(x.place(at))) " " (At(y.place(value)))
        }
        "Z"
    };
    path.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(axis: Axis, steps: bool, lines: &[&[(f64, f64)]]) -> Option<String> {
        let line = |(n, points): (usize, &&[(f64, f64)])| Line {
            name: "<b>".into(),
            look: Look::plain(n),
            points: points.to_vec(),
            band: Vec::new(),
        };
        let plot = Lines {
            x: "s".into(),
            y: "n".into(),
            y_axis: axis,
            steps,
            lines: lines.iter().enumerate().map(line).collect(),
        };
        Some(plot.draw()?.on_page("n by s").into_string())
    }

    #[test]
    fn points_become_a_path_and_emptiness_is_said() {
        assert_eq!(draw(Axis::Log, true, &[&[]]), None);
        assert_eq!(draw(Axis::Linear, true, &[]), None);
        for points in [[(0.0, 0.0), (0.0, 0.0)], [(1.0, 1e-3), (5.0, 2.0)]] {
            for axis in [Axis::Log, Axis::Linear] {
                let plot = draw(axis, false, &[&points]).unwrap();
                assert!(!plot.contains("NaN") && !plot.contains("inf"), "{plot}");
            }
        }
        let stairs = draw(Axis::Linear, true, &[&[(0.0, 0.0), (10.0, 2.0)]]).unwrap();
        assert!(stairs.contains("d=\"M44 176H410V24\""), "{stairs}");
    }

    #[test]
    fn a_band_lies_behind_its_line_and_within_the_scale() {
        let plot = Lines {
            x: "s".into(),
            y: "n".into(),
            y_axis: Axis::Linear,
            steps: false,
            lines: vec![Line {
                name: "a".into(),
                look: Look::plain(0),
                points: vec![(0.0, 0.0), (10.0, 1.0)],
                band: vec![(0.0, 0.0, 1.0), (10.0, 0.0, 2.0)],
            }],
        };
        let plot = plot.draw().unwrap().on_page("n").into_string();
        assert!(
            plot.contains("d=\"M44 100L410 24L410 176L44 176Z\""),
            "{plot}"
        );
        assert!(plot.find("class=\"band\"") < plot.find("class=\"line\""));
    }

    #[test]
    fn several_lines_have_markers_dashes_and_a_legend() {
        let line: &[(f64, f64)] = &[(0.0, 1.0), (1.0, 2.0)];
        let one = draw(Axis::Linear, false, &[line]).unwrap();
        assert!(!one.contains("class=\"mark") && !one.contains("&lt;b&gt;</text>"));
        let two = draw(Axis::Linear, false, &[line, line]).unwrap();
        assert!(two.contains("class=\"mark") && two.contains("stroke-dasharray=\"6 3\""));
        assert_eq!(two.matches("&lt;b&gt;</text>").count(), 2);
        assert!(!two.contains("<b>"));
    }
}
