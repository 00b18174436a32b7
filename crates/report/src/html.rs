//! What every page is made of: the frame, and pieces that look the same on all of them.
//!
//! Pages are `maud` templates: whatever is not markup is escaped by construction, so that formulas and
//! solvers' output, which are hostile input, stay text.

mod highlight;

pub use highlight::highlight;

use crate::plot::{self, Sheet};
use gadfly_syntax::visible;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

const STYLE: &str = include_str!("html/style.css");

/// A page in our style: it loads nothing and has no script.
pub fn frame(title: &str, about: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                link rel="icon" href="data:,";
                title { "gadfly: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (plot::hatches_of_page())
                header { h1 { "gadfly" span { (title) } } p { (about) } }
                main { (body) }
            }
        }
        "\n"
    };
    visible(page.into_string())
}

/// A section under its heading.
pub fn section(title: &str, body: &Markup) -> Markup {
    html! { section { h2 { (title) } (body) } }
}

/// What there is nothing of.
pub fn none(sentence: &str) -> Markup {
    html! { p.none { (sentence) } }
}

/// The figures at the head of a page: value and name.
pub fn tiles(tiles: &[(String, &str)]) -> Markup {
    html! { ul.tiles { @for (value, name) in tiles { li { b { (value) } (name) } } } }
}

/// A box with a heading and a note.
pub fn card(title: &str, note: &Markup, body: &Markup) -> Markup {
    html! {
        div.card {
            h3 { (title) }
            @if !note.0.is_empty() { p { (note) } }
            (body)
        }
    }
}

/// Cards side by side where there is room.
pub fn grid(cards: &[Markup]) -> Markup {
    html! { div.grid2 { @for card in cards { (card) } } }
}

/// A table whose first column is words and whose others are numbers.
pub fn table(head: &[impl Render], rows: &[Vec<impl Render>]) -> Markup {
    let class = |column: usize| (column > 0).then_some("n");
    html! {
        div.scroll {
            table {
                thead { tr {
                    @for (n, cell) in head.iter().enumerate() { th class=[class(n)] { (cell) } }
                } }
                tbody {
                    @for row in rows {
                        tr { @for (n, cell) in row.iter().enumerate() {
                            td class=[class(n)] { (cell) }
                        } }
                    }
                }
            }
        }
    }
}

/// A table of names and what they are.
pub fn facts<K: AsRef<str>, V: AsRef<str>>(rows: impl IntoIterator<Item = (K, V)>) -> Markup {
    html! {
        table.about {
            @for (name, value) in rows { tr { th { (name.as_ref()) } td { (value.as_ref()) } } }
        }
    }
}

/// A plot, or a word where there is nothing to draw. `label` says what it shows.
pub fn plot(sheet: Option<&Sheet>, label: &str) -> Markup {
    match sheet {
        Some(sheet) => html! { div.scroll { (sheet.on_page(label)) } },
        None => none("Nothing to draw yet."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "</pre><script>alert('x' & \"y\")</script>\u{0}\u{1b}[31m";

    #[test]
    fn nothing_gets_through() {
        let body = html! {
            (section(HOSTILE, &none(HOSTILE)))
            (tiles(&[(HOSTILE.into(), "n")]))
            (card(HOSTILE, &html! { (HOSTILE) }, &highlight(HOSTILE)))
            (table(&[HOSTILE], &[vec![HOSTILE]]))
            (facts([(HOSTILE, HOSTILE)]))
            p title=(HOSTILE) {}
        };
        let page = frame(HOSTILE, HOSTILE, &body);
        assert!(!page.contains("<script") && !page.contains(['\u{0}', '\u{1b}']));
        assert!(
            page.contains(r#"<p title="&lt;/pre&gt;&lt;script&gt;alert('x' &amp; &quot;y&quot;)"#)
        );
        assert!(page.contains("␀␛[31m"));
    }
}
