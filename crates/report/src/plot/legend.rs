//! Which series is which.

use super::sheet::{Anchor, Face, Sheet, shortened};
use crate::tone::Look;

/// How the series are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// As a line.
    Line,
    /// As a box.
    Box,
}

const SWATCH: f64 = 20.0;
const GAP: f64 = 14.0;
const ROW: f64 = 16.0;
/// The longest name, in letters.
const LETTERS: usize = 40;

/// Names the series in as many rows as it takes, from a place on.
pub(super) fn legend<'a>(
    sheet: &mut Sheet,
    mark: Mark,
    names: impl Iterator<Item = (Look, &'a str)>,
    (left, top): (f64, f64),
) {
    let (mut x, mut y) = (left, top);
    for (look, name) in names {
        let name = shortened(name, LETTERS);
        let width = SWATCH + 5.0 + Face::Label.width(&name) + GAP;
        if x > left && x + width > sheet.width() {
            (x, y) = (left, y + ROW);
        }
        sheet.series(look, |sheet| match mark {
            Mark::Line => {
                sheet.line(look, &format!("M{x} {}h{SWATCH}", y + 6.0), "");
                sheet.marker(look, x + SWATCH / 2.0, y + 6.0, "");
            }
            Mark::Box => sheet.bar(look, (x + 6.0, y), (SWATCH - 6.0, 11.0), ""),
        });
        let place = (x + SWATCH + 5.0, y + 9.5);
        sheet.word(place, Face::Label, Anchor::Start, &name);
        x += width;
    }
    sheet.reach(y + ROW);
}
