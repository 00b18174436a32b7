//! Horizontal bars.

use super::legend::{Mark, legend};
use super::sheet::{Anchor, Face, Sheet, WIDTH, shortened};
use crate::tone::Look;
use crate::words::short_number;

const ROW: f64 = 22.0;
const THICK: f64 = 15.0;
/// Room for the number behind a bar.
const NUMBER: f64 = 44.0;
/// The longest name, in letters.
const LETTERS: usize = 24;

/// Horizontal bars, each of one or more parts.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The parts' names and looks, in the order of each bar's values.
    pub parts: Vec<(String, Look)>,
    /// Name and values of each bar.
    pub bars: Vec<(String, Vec<f64>)>,
    /// What is counted.
    pub unit: String,
}

impl Bars {
    /// Draws them, where there is anything to count.
    pub fn draw(&self) -> Option<Sheet> {
        let total = |values: &[f64]| values.iter().sum::<f64>();
        let totals: Vec<f64> = self.bars.iter().map(|(_, values)| total(values)).collect();
        let most = totals.iter().copied().fold(0.0, f64::max);
        if most <= 0.0 {
            return None;
        }
        let names: Vec<String> = self
            .bars
            .iter()
            .map(|(name, _)| shortened(name, LETTERS))
            .collect();
        let widths = names.iter().map(|name| Face::Name.width(name));
        let left = widths.fold(40.0, f64::max) + 10.0;
        let per_unit = (WIDTH - NUMBER - left) / most;
        let mut sheet = Sheet::new(WIDTH);
        for (part, (_, look)) in self.parts.iter().enumerate() {
            sheet.series(*look, |sheet| self.part(sheet, part, left, per_unit));
        }
        for (row, (name, total)) in names.iter().zip(&totals).enumerate() {
            let y = row as f64 * ROW + 15.5;
            sheet.word((left - 8.0, y), Face::Name, Anchor::End, name);
            let place = (left + total * per_unit + 6.0, y);
            sheet.word(place, Face::Tick, Anchor::Start, &short_number(*total));
        }
        sheet.reach(self.bars.len() as f64 * ROW + 8.0);
        if self.parts.len() > 1 {
            let names = self.parts.iter().map(|(name, look)| (*look, name.as_str()));
            let below = (left.min(60.0), sheet.height() + 4.0);
            legend(&mut sheet, Mark::Box, names, below);
        }
        Some(sheet)
    }

    /// One part of all bars.
    fn part(&self, sheet: &mut Sheet, part: usize, left: f64, per_unit: f64) {
        for (row, (name, values)) in self.bars.iter().enumerate() {
            let Some(value) = values.get(part).filter(|value| **value > 0.0) else {
                continue;
            };
            let before: f64 = values[..part].iter().sum();
            let place = (left + before * per_unit, row as f64 * ROW + 4.0);
            let size = ((value * per_unit).max(1.0), THICK);
            let count = short_number(*value);
            let title = format!("{name}: {count} {} ({})", self.unit, self.parts[part].0);
            sheet.bar(self.parts[part].1, place, size, &title);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped_and_emptiness_is_said() {
        let bars = Bars {
            parts: vec![("<b>".into(), Look::plain(0)), ("c".into(), Look::plain(1))],
            bars: vec![("<script>".into(), vec![3.0, 1.0])],
            unit: "runs".into(),
        };
        let plot = bars.draw().unwrap().on_page("runs").into_string();
        assert!(!plot.contains("<script>") && !plot.contains("<b>") && plot.contains("hatch1"));
        assert!(plot.contains("<title>&lt;script&gt;: 3 runs (&lt;b&gt;)</title>"));
        for none in [vec![], vec![("a".into(), vec![0.0, 0.0])]] {
            assert!(
                Bars {
                    bars: none,
                    ..bars.clone()
                }
                .draw()
                .is_none()
            );
        }
    }
}
