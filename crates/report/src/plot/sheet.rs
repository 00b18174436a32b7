//! A sheet that is drawn on: lines, markers, boxes and words.
//!
//! Everything has attributes that a paper shows, and a class by which a page's style sheet, which
//! wins over attributes, colours it for its light and dark face.

use crate::tone::{Look, PLAIN};
use gadfly_syntax::visible;
use maud::{Markup, PreEscaped, Render, html};

/// How wide a plot is that stands beside others.
pub(super) const WIDTH: f64 = 420.0;

/// Fonts of a figure that stands alone: all of them have the widths of Helvetica.
const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// How the lines of series differ without colour.
const DASHES: [&str; PLAIN] = [
    "none",
    "6 3",
    "2 2",
    "8 3 2 3",
    "10 4",
    "5 2 1 2 1 2",
    "1 3",
    "12 3 3 3",
];

/// Lines over the boxes of the series, as paths in a square of six; the first have none.
const HATCHES: [&str; PLAIN] = [
    "",
    "M-1 7L7 -1M-1 1L1 -1M5 7L7 5",
    "M-1 -1L7 7M-1 5L1 7M5 -1L7 1",
    "M3 0V6",
    "M0 3H6",
    "M3 0V6M0 3H6",
    "M-1 7L7 -1M-1 1L1 -1M5 7L7 5M-1 -1L7 7M-1 5L1 7M5 -1L7 1",
    "M2 3H4",
];

/// A length or a place, in tenths.
#[derive(Clone, Copy)]
pub(super) struct At(pub(super) f64);

impl Render for At {
    fn render_to(&self, out: &mut String) {
        let tenths = (self.0 * 10.0).round() / 10.0;
        out.push_str(&(tenths + 0.0).to_string());
    }
}

/// How a word is set.
#[derive(Clone, Copy)]
pub(super) enum Face {
    /// A number or a name along an axis.
    Tick,
    /// What an axis or a series is.
    Label,
    /// What a bar or a panel is.
    Name,
}

impl Face {
    /// Height and class.
    fn set(self) -> (f64, &'static str) {
        match self {
            Face::Tick => (10.0, "tick"),
            Face::Label => (11.0, "label"),
            Face::Name => (11.5, "name"),
        }
    }

    /// About how wide a text is.
    pub(super) fn width(self, text: &str) -> f64 {
        let letter = |c: char| match c {
            'i' | 'j' | 'l' | 't' | 'f' | '.' | ' ' | '(' | ')' => 0.4,
            'A'..='Z' | 'm' | 'w' | '@' | '…' => 0.76,
            _ => 0.64,
        };
        self.set().0 * text.chars().map(letter).sum::<f64>()
    }
}

/// A name without its middle where it is longer than so many letters.
pub(super) fn shortened(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_string();
    }
    let half = most / 2;
    let (first, last) = (&letters[..half], &letters[letters.len() - half + 1..]);
    first.iter().chain(&['…']).chain(last).collect()
}

/// Where a word stands beside its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in points.
#[derive(Clone, Debug)]
pub struct Sheet {
    width: f64,
    height: f64,
    body: String,
}

impl Sheet {
    pub(super) fn new(width: f64) -> Sheet {
        Sheet {
            width,
            height: 0.0,
            body: String::new(),
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.width
    }

    /// Where the drawing ends below, so far.
    pub(super) fn height(&self) -> f64 {
        self.height
    }

    pub(super) fn reach(&mut self, height: f64) {
        self.height = self.height.max(height);
    }

    fn put(&mut self, piece: &Markup) {
        self.body.push_str(&piece.0);
    }

    /// What is drawn inside belongs to a series.
    pub(super) fn series(&mut self, look: Look, draw: impl FnOnce(&mut Sheet)) {
        let around = std::mem::take(&mut self.body);
        draw(self);
        let inside = PreEscaped(std::mem::replace(&mut self.body, around));
        let (class, ink) = (look.tone.class(), look.tone.ink());
        self.put(&html! { g class=(class) fill=(ink) stroke=(ink) { (inside) } });
    }

    /// A line of a series, in its dashes.
    pub(super) fn line(&mut self, look: Look, path: &str, title: &str) {
        let dashes = DASHES[look.pattern % PLAIN];
        self.put(&html! {
            path.line d=(path) fill="none" stroke-width="1.6" stroke-linejoin="round"
                stroke-dasharray=(dashes) { @if !title.is_empty() { title { (title) } } }
        });
    }

    /// An area of a series, behind its line.
    pub(super) fn band(&mut self, path: &str) {
        self.put(&html! { path.band d=(path) stroke="none" fill-opacity="0.15" {} });
    }

    /// A marker of a series.
    pub(super) fn marker(&mut self, look: Look, x: f64, y: f64, title: &str) {
        let (path, class) = marker(look.pattern % PLAIN, x, y);
        let hollow = (class == "mark hollow").then_some("#fff");
        self.put(&html! {
            path class=(class) d=(path) fill=[hollow] { @if !title.is_empty() { title { (title) } } }
        });
    }

    /// A filled box of a series, under its hatch.
    pub(super) fn bar(&mut self, look: Look, place: (f64, f64), size: (f64, f64), title: &str) {
        let number = look.pattern % PLAIN;
        let ((x, y), (width, height)) = (place, size);
        let rect = |class: &str, fill: Option<String>, title: &str| {
            html! {
                rect class=(class) x=(At(x)) y=(At(y)) width=(At(width)) height=(At(height))
                    fill=[fill] stroke="none" { @if !title.is_empty() { title { (title) } } }
            }
        };
        self.put(&rect("bar", None, title));
        if !HATCHES[number].is_empty() {
            self.put(&rect("hatch", Some(format!("url(#hatch{number})")), title));
        }
    }

    /// A line behind everything.
    pub(super) fn grid(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.put(&html! {
            line.grid x1=(At(from.0)) y1=(At(from.1)) x2=(At(to.0)) y2=(At(to.1)) stroke="#d5d9e0" {}
        });
    }

    /// A word.
    pub(super) fn word(&mut self, place: (f64, f64), face: Face, anchor: Anchor, text: &str) {
        self.text(place, face, anchor, false, text);
    }

    /// A word that runs upwards and ends at its place.
    pub(super) fn upright(&mut self, place: (f64, f64), face: Face, text: &str) {
        self.text(place, face, Anchor::End, true, text);
    }

    fn text(&mut self, (x, y): (f64, f64), face: Face, anchor: Anchor, up: bool, text: &str) {
        let (size, class) = face.set();
        let anchor = match anchor {
            Anchor::Start => None,
            Anchor::Middle => Some("middle"),
            Anchor::End => Some("end"),
        };
        let turn = up.then(|| html! { "rotate(-90 " (At(x)) " " (At(y)) ")" });
        self.put(&html! {
            text class=(class) x=(At(x)) y=(At(y)) font-size=(At(size)) text-anchor=[anchor]
                transform=[turn] { (text) }
        });
    }

    /// The drawing as a part of a page; `label` says what it shows. It never gets so small that it
    /// cannot be read: a narrow page scrolls it.
    pub fn on_page(&self, label: &str) -> Markup {
        let (least, most) = (self.width * 0.8, self.width * 1.35);
        html! {
            svg.plot viewBox={ "0 0 " (At(self.width)) " " (At(self.height)) } role="img"
                aria-label=(label) style={ "min-width:" (At(least)) "px;max-width:" (At(most)) "px" } {
                (PreEscaped(&self.body))
            }
        }
    }

    /// The drawing as a file of its own.
    pub fn file(&self, label: &str) -> String {
        let (width, height) = (At(self.width), At(self.height));
        let document = html! {
            svg xmlns="http://www.w3.org/2000/svg" width={ (width) "pt" } height={ (height) "pt" }
                viewBox={ "0 0 " (width) " " (height) } font-family=(FONTS) fill="#222"
                style="background:#fff" {
                title { (label) }
                (hatches())
                (PreEscaped(&self.body))
            }
            "\n"
        };
        visible(document.into_string())
    }
}

/// The hatches of all plots of a page, which stand on it once.
pub(crate) fn hatches_of_page() -> Markup {
    html! { svg.hatches width="0" height="0" aria-hidden="true" { (hatches()) } }
}

fn hatches() -> Markup {
    let drawn = HATCHES
        .iter()
        .enumerate()
        .filter(|(_, path)| !path.is_empty());
    html! {
        defs {
            @for (number, path) in drawn {
                pattern id={ "hatch" (number) } width="6" height="6" patternUnits="userSpaceOnUse" {
                    path d=(path) fill="none" stroke="#fff" stroke-width="1.2" {}
                }
            }
        }
    }
}

/// The outline of a series' marker, and its class.
fn marker(number: usize, x: f64, y: f64) -> (String, &'static str) {
    let round = "m-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0 -4.4 0Z";
    let (shape, class) = match number {
        0 => (round, "mark"),
        1 => ("m-2 -2h4v4h-4Z", "mark"),
        2 => ("m0 -2.8l2.6 4.6h-5.2Z", "mark"),
        3 => ("m0 -3l2.6 3l-2.6 3l-2.6 -3Z", "mark"),
        4 => ("m-2.2 -2.2l4.4 4.4m0 -4.4l-4.4 4.4", "mark open"),
        5 => ("m-2.8 0h5.6m-2.8 -2.8v5.6", "mark open"),
        6 => ("m0 2.8l2.6 -4.6h-5.2Z", "mark"),
        _ => (round, "mark hollow"),
    };
    let at = html! { "M" (At(x)) " " (At(y)) };
    (at.0 + shape, class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn series_differ_without_colour() {
        let shapes: BTreeSet<String> = (0..8)
            .map(|n| format!("{:?}", marker(n, 0.0, 0.0)))
            .collect();
        let dashes: BTreeSet<&str> = DASHES.into_iter().collect();
        let hatches: BTreeSet<&str> = HATCHES.into_iter().collect();
        assert_eq!([shapes.len(), dashes.len(), hatches.len()], [8, 8, 8]);
    }

    #[test]
    fn long_names_keep_their_ends() {
        assert_eq!(shortened("z3@4.8.7", 24), "z3@4.8.7");
        let long = shortened("/home/someone/solvers/build-17/z3-with-ä", 24);
        assert_eq!(long, "/home/someon…7/z3-with-ä");
        assert_eq!(long.chars().count(), 24);
    }

    #[test]
    fn a_file_stands_alone_and_is_escaped() {
        let mut sheet = Sheet::new(100.0);
        sheet.reach(50.0);
        sheet.word((1.0, 2.25), Face::Name, Anchor::End, "<b>\u{1}");
        let look = Look::plain(9);
        sheet.series(look, |sheet| sheet.bar(look, (0.0, 0.0), (5.0, 5.0), "\"&"));
        let file = sheet.file("a < b");
        for part in [
            "xmlns=",
            "width=\"100pt\" height=\"50pt\"",
            "font-family=\"Helvetica, ",
            "<title>a &lt; b</title>",
            "x=\"1\" y=\"2.3\" font-size=\"11.5\" text-anchor=\"end\">&lt;b&gt;␁</text>",
            "<g class=\"c1\" fill=\"#7b5cc9\"",
            "url(#hatch1)",
            "id=\"hatch1\"",
            "<title>&quot;&amp;</title>",
        ] {
            assert!(file.contains(part), "{part} is not in {file}");
        }
        let part = sheet.on_page("x").into_string();
        assert!(!part.contains("http") && !part.contains("id="));
    }
}
