//! A grid of small plots: a row a theory, a column a family of solvers, releases along the bottom.

use super::legend::{Mark, legend};
use super::scale::{Axis, Scale};
use super::sheet::{Anchor, At, Face, Sheet};
use crate::tone::Look;
use maud::html;
use std::ops::Range;

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line with markers.
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
    /// How it is drawn.
    pub look: Look,
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
    pub axis: Axis,
    /// How they are drawn.
    pub style: Style,
}

/// The widest figure: as wide as a page of a paper can show with letters that can be read. Columns
/// that do not fit stand below.
const WIDEST: f64 = 680.0;
const NARROWEST: f64 = 340.0;
const LEFT: f64 = 54.0;
const GAP: f64 = 20.0;
const HEIGHT: f64 = 78.0;
const BETWEEN: f64 = 24.0;
/// Room above the panels of a band, for the columns' names and the first row's.
const HEAD: f64 = 36.0;
/// The narrowest panel.
const NARROW: f64 = 130.0;
/// A release along the bottom takes so much, and its name, which stands upright, at least so much.
const TICK: f64 = 13.0;
const UPRIGHT: f64 = 10.5;

/// Columns that stand side by side.
struct Band {
    columns: Range<usize>,
    top: f64,
}

/// Where one panel is.
struct Frame {
    row: usize,
    column: usize,
    x: f64,
    top: f64,
    width: f64,
    y: Scale,
}

impl Panels {
    /// Draws it.
    pub fn draw(&self) -> Sheet {
        let bands = self.bands();
        let used = bands.iter().map(|band| self.span(&band.columns));
        let mut sheet = Sheet::new(used.fold(NARROWEST, f64::max));
        self.legend(&mut sheet);
        let mut top = sheet.height();
        for mut band in bands {
            band.top = top;
            self.band(&mut sheet, &band);
            top = sheet.height() + 8.0;
        }
        sheet
    }

    fn legend(&self, sheet: &mut Sheet) {
        sheet.word((4.0, 13.0), Face::Label, Anchor::Start, &self.unit);
        let mark = match self.style {
            Style::Line => Mark::Line,
            Style::Bar => Mark::Box,
        };
        sheet.reach(18.0);
        if self.series.len() > 1 {
            let names = self.series.iter();
            let names = names.map(|series| (series.look, series.name.as_str()));
            let right = Face::Label.width(&self.unit) + 20.0;
            legend(sheet, mark, names, (right, 3.5));
        }
    }

    /// As many columns side by side as fit.
    fn bands(&self) -> Vec<Band> {
        let mut bands: Vec<Band> = Vec::new();
        for at in 0..self.columns.len() {
            match bands.last_mut() {
                Some(band) if self.span(&(band.columns.start..at + 1)) <= WIDEST => {
                    band.columns.end = at + 1;
                }
                _ => bands.push(Band {
                    columns: at..at + 1,
                    top: 0.0,
                }),
            }
        }
        bands
    }

    /// How wide columns are together, with their axis.
    fn span(&self, columns: &Range<usize>) -> f64 {
        LEFT + columns.clone().map(|at| self.width(at) + GAP).sum::<f64>()
    }

    fn width(&self, column: usize) -> f64 {
        let ticks = self.columns[column].ticks.len() as f64;
        let name = Face::Name.width(&self.columns[column].name);
        (ticks * TICK).max(name).clamp(NARROW, WIDEST - LEFT - GAP)
    }

    fn band(&self, sheet: &mut Sheet, band: &Band) {
        let mut x = LEFT;
        for column in band.columns.clone() {
            let width = self.width(column);
            let place = (x + width / 2.0, band.top + 14.0);
            sheet.word(
                place,
                Face::Name,
                Anchor::Middle,
                &self.columns[column].name,
            );
            for row in 0..self.rows.len() {
                let top = band.top + HEAD + row as f64 * (HEIGHT + BETWEEN);
                let ends = (top + HEIGHT, top);
                let y = Scale::round(self.axis, self.values(row), ends);
                let frame = Frame {
                    row,
                    column,
                    x,
                    top,
                    width,
                    y,
                };
                self.axis(sheet, &frame, column == band.columns.start);
                for (number, series) in self.series.iter().enumerate() {
                    sheet.series(series.look, |sheet| self.panel(sheet, &frame, number));
                }
            }
            let rows = self.rows.len() as f64;
            let floor = band.top + HEAD + rows * (HEIGHT + BETWEEN) - BETWEEN;
            self.names(sheet, column, (x, floor), width);
            x += width + GAP;
        }
    }

    /// All values of a row: its columns share one axis.
    fn values(&self, row: usize) -> impl Iterator<Item = f64> {
        let of = move |series: &'_ Series| series.values[row].clone();
        self.series.iter().flat_map(of).flatten().flatten()
    }

    fn axis(&self, sheet: &mut Sheet, frame: &Frame, first: bool) {
        for (value, name) in frame.y.ticks() {
            let y = frame.y.place(value);
            sheet.grid((frame.x, y), (frame.x + frame.width, y));
            if first {
                sheet.word((frame.x - 5.0, y + 3.5), Face::Tick, Anchor::End, &name);
            }
        }
        if first {
            let place = (frame.x, frame.top - 6.0);
            sheet.word(place, Face::Name, Anchor::Start, &self.rows[frame.row]);
        }
    }

    /// What stands along the bottom.
    fn names(&self, sheet: &mut Sheet, column: usize, (x, floor): (f64, f64), width: f64) {
        let ticks = &self.columns[column].ticks;
        let every = (ticks.len() as f64 * UPRIGHT / width).ceil().max(1.0) as usize;
        for (tick, name) in ticks.iter().enumerate().step_by(every) {
            let at = x + place(tick, ticks.len(), width);
            sheet.upright((at + 3.5, floor + 6.0), Face::Tick, name);
        }
        let longest = ticks.iter().map(|name| Face::Tick.width(name));
        sheet.reach(floor + 12.0 + longest.fold(0.0, f64::max));
    }

    /// One series in one panel.
    fn panel(&self, sheet: &mut Sheet, frame: &Frame, number: usize) {
        let series = &self.series[number];
        let ticks = &self.columns[frame.column].ticks;
        let values = series.values[frame.row][frame.column].iter().enumerate();
        let points: Vec<(usize, f64, f64, f64)> = values
            .filter_map(|(tick, value)| {
                let value = (*value)?;
                let x = frame.x + place(tick, ticks.len(), frame.width);
                Some((tick, value, x, frame.y.place(value)))
            })
            .collect();
        if self.style == Style::Line && points.len() > 1 {
            let path = html! {
                @for (n, (_, _, x, y)) in points.iter().enumerate() {
                    (if n == 0 { "M" } else { "L" }) (At(*x)) " " (At(*y))
                }
            };
            sheet.line(series.look, &path.0, &series.name);
        }
        let count = self.series.len() as f64;
        let width = (frame.width / ticks.len() as f64 * 0.7).clamp(1.0, 36.0) / count;
        for (tick, value, x, y) in points {
            let (row, release) = (&self.rows[frame.row], &ticks[tick]);
            let title = format!("{} {release}, {row}: {value}", series.name);
            match self.style {
                Style::Line => sheet.marker(series.look, x, y, &title),
                Style::Bar => {
                    let left = x + width * (number as f64 - count / 2.0);
                    let size = (width, frame.top + HEIGHT - y);
                    sheet.bar(series.look, (left, y), size, &title);
                }
            }
        }
    }
}

/// Where a tick lies on a width.
fn place(tick: usize, count: usize, width: f64) -> f64 {
    width * (tick as f64 + 0.5) / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panels(axis: Axis, style: Style, families: usize, releases: usize) -> Panels {
        let ticks: Vec<String> = (0..releases).map(|n| format!("4.8.{n}")).collect();
        let values = |first: f64| -> Vec<Vec<Option<f64>>> {
            let mut family = vec![Some(0.0); releases];
            family[0] = Some(first);
            family[1] = None;
            vec![family; families]
        };
        Panels {
            unit: "formulas".into(),
            rows: vec!["Core".into(), "<Ints>".into()],
            columns: vec![
                Column {
                    name: "z3".into(),
                    ticks
                };
                families
            ],
            series: ["crash", "unsound"]
                .map(|name| Series {
                    name: name.into(),
                    look: Look::plain(name.len()),
                    values: vec![values(1759.0), values(2.0)],
                })
                .to_vec(),
            axis,
            style,
        }
    }

    #[test]
    fn a_figure_is_drawn_for_a_page_and_for_a_paper() {
        for (axis, style) in [
            (Axis::Linear, Style::Bar),
            (Axis::Near, Style::Line),
            (Axis::LogCount, Style::Line),
        ] {
            let sheet = panels(axis, style, 1, 3).draw();
            for svg in [
                sheet.file("crashes"),
                sheet.on_page("crashes").into_string(),
            ] {
                assert!(
                    svg.contains("1759") && svg.contains("&lt;Ints&gt;") && svg.contains("4.8.2")
                );
                assert!(!svg.contains("NaN") && !svg.contains("<Ints>"));
            }
        }
    }

    #[test]
    fn columns_that_do_not_fit_stand_below() {
        let plot = |families, releases| panels(Axis::Linear, Style::Line, families, releases);
        let bands = |panels: Panels| -> Vec<usize> {
            let bands = panels.bands().into_iter();
            bands.map(|band| band.columns.len()).collect()
        };
        assert_eq!(bands(plot(3, 10)), [3]);
        assert_eq!(bands(plot(3, 20)), [2, 1]);
        assert_eq!(bands(plot(2, 90)), [1, 1]);
        for (families, releases) in [(1, 2), (3, 20), (2, 90)] {
            let sheet = plot(families, releases).draw();
            assert!(sheet.width() <= WIDEST);
        }
        assert!(plot(3, 20).draw().height() > 1.8 * plot(3, 10).draw().height());
    }
}
