//! A drawing as a PNG picture: lines by their distance, so that they are smooth.

use super::drawing::{Anchor, Colour, Drawing, Item};
use super::strokes::{ADVANCE, strokes};
use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::{self, Write};

/// Pixels a point.
const SCALE: f64 = 1.5;

struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Canvas {
    fn blend(&mut self, x: usize, y: usize, (r, g, b): (u8, u8, u8), share: f64) {
        let at = (y * self.width + x) * 3;
        for (pixel, colour) in self.pixels[at..at + 3].iter_mut().zip([r, g, b]) {
            let mixed = f64::from(*pixel) * (1.0 - share) + f64::from(colour) * share;
            *pixel = mixed.round() as u8;
        }
    }

    /// The pixels from one number to another, within the canvas.
    fn span(from: f64, to: f64, most: usize) -> std::ops::Range<usize> {
        (from.floor().max(0.0) as usize)..(to.ceil().max(0.0) as usize).min(most)
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64, rgb: (u8, u8, u8)) {
        let half = width / 2.0 + 1.0;
        let xs = Canvas::span(from.0.min(to.0) - half, from.0.max(to.0) + half, self.width);
        let ys = Canvas::span(
            from.1.min(to.1) - half,
            from.1.max(to.1) + half,
            self.height,
        );
        for y in ys {
            for x in xs.clone() {
                let far = distance((x as f64 + 0.5, y as f64 + 0.5), from, to);
                let share = (width / 2.0 + 0.5 - far).clamp(0.0, 1.0);
                if share > 0.0 {
                    self.blend(x, y, rgb, share);
                }
            }
        }
    }

    fn path(&mut self, points: &[(f64, f64)], width: f64, rgb: (u8, u8, u8)) {
        let scaled = |(x, y): (f64, f64)| (x * SCALE, y * SCALE);
        for pair in points.windows(2) {
            self.line(scaled(pair[0]), scaled(pair[1]), width * SCALE, rgb);
        }
    }

    fn bar(&mut self, place: (f64, f64), size: (f64, f64), rgb: (u8, u8, u8)) {
        let (x, y) = (place.0 * SCALE, place.1 * SCALE);
        let xs = Canvas::span(x, x + size.0 * SCALE, self.width);
        for row in Canvas::span(y, y + size.1 * SCALE, self.height) {
            xs.clone()
                .for_each(|column| self.blend(column, row, rgb, 1.0));
        }
    }

    fn word(&mut self, item: &Item) {
        let Item::Word {
            x,
            y,
            size,
            anchor,
            up,
            text,
        } = item
        else {
            return;
        };
        // A letter is 6 of its units high; a font's capital is 0.7 of its size.
        let unit = size * 0.7 / 6.0;
        let length = text.chars().count() as f64 * ADVANCE * unit;
        let start = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -length / 2.0,
            Anchor::End => -length,
        };
        for (at, letter) in text.chars().enumerate() {
            let offset = start + at as f64 * ADVANCE * unit;
            for stroke in strokes(letter) {
                let place = |(dx, dy): &(f64, f64)| {
                    let (along, across) = (offset + dx * unit, (dy - 6.0) * unit);
                    if *up {
                        (x + across, y - along)
                    } else {
                        (x + along, y + across)
                    }
                };
                let points: Vec<(f64, f64)> = stroke.iter().map(place).collect();
                self.path(&points, 0.75, Colour::Ink.rgb());
            }
        }
    }

    fn draw(&mut self, item: &Item) {
        match item {
            Item::Path {
                points,
                width,
                colour,
            } => self.path(points, *width, colour.rgb()),
            Item::Bar {
                x,
                y,
                width,
                height,
                colour,
                ..
            } => {
                self.bar((*x, *y), (*width, *height), colour.rgb());
            }
            Item::Dot { x, y, colour, .. } => self.path(&[(*x, *y), (*x, *y)], 4.0, colour.rgb()),
            Item::Word { .. } => self.word(item),
        }
    }
}

fn distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / length
    } else {
        0.0
    };
    let along = along.clamp(0.0, 1.0);
    (point.0 - from.0 - along * dx).hypot(point.1 - from.1 - along * dy)
}

/// The drawing on white.
pub(super) fn encode(drawing: &Drawing) -> io::Result<Vec<u8>> {
    let (width, height) = (drawing.width * SCALE, drawing.height * SCALE);
    let (width, height) = (width.ceil() as usize, height.ceil() as usize);
    let mut canvas = Canvas {
        width,
        height,
        pixels: vec![255; width * height * 3],
    };
    drawing.items.iter().for_each(|item| canvas.draw(item));
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    for row in canvas.pixels.chunks(width * 3) {
        packed.write_all(&[0])?;
        packed.write_all(row)?;
    }
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend((width as u32).to_be_bytes());
    head.extend((height as u32).to_be_bytes());
    head.extend([8, 2, 0, 0, 0]);
    chunk(&mut out, b"IHDR", &head);
    chunk(&mut out, b"IDAT", &packed.finish()?);
    chunk(&mut out, b"IEND", &[]);
    Ok(out)
}

fn chunk(out: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend(data);
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    out.extend(crc.sum().to_be_bytes());
}
