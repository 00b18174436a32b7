//! A drawing: lines, boxes and words, for any form of picture.

use gadfly_report::escape;
use std::fmt::Write;

/// A colour of the palette; the first is for words and axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Words and axes.
    Ink,
    /// Lines behind everything.
    Grid,
    /// A series.
    Series(usize),
}

/// Red, green and blue of the series: they stand out on white and on black.
const SERIES: [(u8, u8, u8); 8] = [
    (214, 69, 65),
    (44, 154, 106),
    (47, 111, 222),
    (224, 117, 45),
    (138, 111, 209),
    (201, 162, 39),
    (58, 166, 185),
    (122, 127, 135),
];

impl Colour {
    pub(super) fn rgb(self) -> (u8, u8, u8) {
        match self {
            Colour::Ink => (72, 84, 104),
            Colour::Grid => (222, 226, 233),
            Colour::Series(at) => SERIES[at % SERIES.len()],
        }
    }

    fn svg(self) -> String {
        match self {
            // They follow the page, light or dark.
            Colour::Ink => "currentColor".to_string(),
            Colour::Grid => "currentColor\" stroke-opacity=\"0.18".to_string(),
            Colour::Series(_) => {
                let (r, g, b) = self.rgb();
                format!("#{r:02x}{g:02x}{b:02x}")
            }
        }
    }
}

/// Where a word stands beside its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A piece of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Path {
        points: Vec<(f64, f64)>,
        width: f64,
        colour: Colour,
    },
    Bar {
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        colour: Colour,
        title: String,
    },
    Dot {
        x: f64,
        y: f64,
        colour: Colour,
        title: String,
    },
    Word {
        x: f64,
        y: f64,
        size: f64,
        anchor: Anchor,
        up: bool,
        text: String,
    },
}

/// A drawing in points.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) items: Vec<Item>,
}

impl Drawing {
    /// An empty sheet.
    pub fn new(width: f64, height: f64) -> Drawing {
        Drawing {
            width,
            height,
            items: Vec::new(),
        }
    }

    /// Its width in points.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// A line through points.
    pub fn path(&mut self, points: Vec<(f64, f64)>, width: f64, colour: Colour) {
        self.items.push(Item::Path {
            points,
            width,
            colour,
        });
    }

    /// A filled box, with words that a page shows under the pointer.
    pub fn bar(&mut self, place: (f64, f64), size: (f64, f64), colour: Colour, title: String) {
        let ((x, y), (width, height)) = (place, size);
        self.items.push(Item::Bar {
            x,
            y,
            width,
            height,
            colour,
            title,
        });
    }

    /// A small dot, with words that a page shows under the pointer.
    pub fn dot(&mut self, x: f64, y: f64, colour: Colour, title: String) {
        self.items.push(Item::Dot {
            x,
            y,
            colour,
            title,
        });
    }

    /// A word.
    pub fn word(&mut self, place: (f64, f64), size: f64, anchor: Anchor, text: &str) {
        let ((x, y), text) = (place, text.to_string());
        self.items.push(Item::Word {
            x,
            y,
            size,
            anchor,
            up: false,
            text,
        });
    }

    /// A word that runs upwards and ends at its point.
    pub fn upright(&mut self, place: (f64, f64), size: f64, text: &str) {
        let ((x, y), text) = (place, text.to_string());
        self.items.push(Item::Word {
            x,
            y,
            size,
            anchor: Anchor::End,
            up: true,
            text,
        });
    }

    /// The drawing as an SVG document; `label` says what it shows.
    pub fn svg(&self, label: &str) -> String {
        let (width, height) = (self.width, self.height);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             color=\"#485468\" font-family=\"system-ui,sans-serif\" role=\"img\" \
             aria-label=\"{}\">",
            escape(label)
        );
        for item in &self.items {
            write_item(&mut out, item);
        }
        out.push_str("</svg>\n");
        out
    }

    /// The drawing as a PNG file.
    pub fn png(&self) -> std::io::Result<Vec<u8>> {
        super::png::encode(self)
    }
}

fn write_item(out: &mut String, item: &Item) {
    let _ = match item {
        Item::Path {
            points,
            width,
            colour,
        } => {
            let at = |(x, y): &(f64, f64)| format!("{x:.1},{y:.1}");
            let points: Vec<String> = points.iter().map(at).collect();
            write!(
                out,
                "<polyline fill=\"none\" stroke-linejoin=\"round\" stroke-width=\"{width}\" \
                 stroke=\"{}\" points=\"{}\"/>",
                colour.svg(),
                points.join(" ")
            )
        }
        Item::Bar {
            x,
            y,
            width,
            height,
            colour,
            title,
        } => write!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{}\"><title>{}</title></rect>",
            colour.svg(),
            escape(title)
        ),
        Item::Dot {
            x,
            y,
            colour,
            title,
        } => write!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.2\" fill=\"{}\"><title>{}</title></circle>",
            colour.svg(),
            escape(title)
        ),
        Item::Word {
            x,
            y,
            size,
            anchor,
            up,
            text,
        } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let turn = if *up {
                format!(" transform=\"rotate(-90 {x:.1} {y:.1})\"")
            } else {
                String::new()
            };
            write!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"currentColor\" font-size=\"{size}\" \
                 style=\"font-size:{size}px\" text-anchor=\"{anchor}\"{turn}>{}</text>",
                escape(text)
            )
        }
    };
}
