//! What every page is made of: the frame, and pieces that look the same on all of them.
//!
//! Pages are `maud` templates: whatever is not markup is escaped by construction, so that formulas and
//! solvers' output, which are hostile input, stay text. A page's own policy lets no other script run
//! than ours, and loads nothing.

mod highlight;
mod script;

pub use highlight::highlight;
pub use script::policy;

use crate::plot::{self, Sheet};
use crate::tone::Tone;
use gadfly_syntax::visible;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

const STYLE: &str = include_str!("html/style.css");

/// A part of a page under a heading of its own, which the page's menu leads to.
pub struct Section {
    title: String,
    body: Markup,
}

/// A part of a page under its heading.
pub fn section(title: &str, body: &Markup) -> Section {
    Section {
        title: title.to_string(),
        body: body.clone(),
    }
}

/// A sentence whose terms stand between backticks, as issues have them.
pub fn with_code(sentence: &str) -> Markup {
    let closed = sentence.matches('`').count().is_multiple_of(2);
    html! {
        @if closed {
            @for (at, part) in sentence.split('`').enumerate() {
                @if at % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else { (sentence) }
    }
}

/// A whole page in our style; it loads nothing. What matters most stands in `head`, above all sections.
pub fn frame(title: &str, about: &str, head: &Markup, sections: &[Section]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                link rel="icon" href="data:,";
                title { "gadfly: " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                (plot::hatches_of_page())
                header {
                    h1 { "gadfly" span { (title) } }
                    p { (about) }
                    (menu(sections))
                }
                main #main tabindex="-1" { (sections_below(head, sections)) }
                (script::script())
            }
        }
        "\n"
    };
    visible(page.into_string())
}

/// What stands under the heading of a page.
pub fn sections_below(head: &Markup, sections: &[Section]) -> Markup {
    html! {
        (head)
        @for section in sections {
            @let id = anchor(&section.title);
            section aria-labelledby=(id) {
                h2 id=(id) { (section.title) }
                (section.body)
            }
        }
    }
}

fn menu(sections: &[Section]) -> Markup {
    html! {
        @if sections.len() > 1 {
            nav aria-label="Sections" {
                @for section in sections {
                    a href={ "#" (anchor(&section.title)) } { (section.title) }
                }
            }
        }
    }
}

/// A heading as the name of a place.
fn anchor(title: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    title.to_ascii_lowercase().chars().map(plain).collect()
}

/// What there is nothing of.
pub fn none(sentence: &str) -> Markup {
    html! { p.none { (sentence) } }
}

/// The figures at the head of a page: value and name.
pub fn tiles(tiles: &[(String, &str)]) -> Markup {
    html! { ul.tiles { @for (value, name) in tiles { li { b { (value) } (name) } } } }
}

/// What a reader must know first.
pub fn warnings(sentences: &[String]) -> Markup {
    html! {
        @if !sentences.is_empty() {
            div.warning { @for sentence in sentences { p { (sentence) } } }
        }
    }
}

/// A word in the colour of what it says.
pub fn chip(tone: Tone, word: &str) -> Markup {
    html! { span class={ "chip " (tone.class()) } { (word) } }
}

/// A text that a button copies; without scripts there is no button, and the text is there all the same.
pub fn copied(label: &str, text: &Markup) -> Markup {
    html! {
        div.copied {
            button.copy type="button" aria-label={ "Copy " (label) } { "copy" }
            pre tabindex="0" aria-label=(label) { (text) }
        }
    }
}

/// A box with a heading and a note.
pub fn card(title: &str, note: &Markup, body: &Markup) -> Markup {
    html! {
        div.card {
            @if !title.is_empty() { h3 { (title) } }
            @if !note.0.is_empty() { p { (note) } }
            (body)
        }
    }
}

/// Cards side by side where there is room.
pub fn grid(cards: &[Markup]) -> Markup {
    html! { div.grid2 { @for card in cards { (card) } } }
}

/// A table whose first column is words and whose others are numbers. `label` says what it holds.
pub fn table(label: &str, head: &[impl Render], rows: &[Vec<impl Render>]) -> Markup {
    let class = |column: usize| (column > 0).then_some("n");
    let body = html! {
        thead { tr {
            @for (n, cell) in head.iter().enumerate() { th class=[class(n)] scope="col" { (cell) } }
        } }
        tbody {
            @for row in rows {
                tr { @for (n, cell) in row.iter().enumerate() {
                    @if n == 0 { th scope="row" { (cell) } } @else { td.n { (cell) } }
                } }
            }
        }
    };
    listing(label, &body)
}

/// A table of any rows, which scrolls where it is too wide. `label` says what it holds.
pub fn listing(label: &str, rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(label) {
            table aria-label=(label) { (rows) }
        }
    }
}

/// A table of names and what they are.
pub fn facts<K: AsRef<str>, V: AsRef<str>>(
    label: &str,
    rows: impl IntoIterator<Item = (K, V)>,
) -> Markup {
    html! {
        table.about aria-label=(label) {
            @for (name, value) in rows {
                tr { th scope="row" { (name.as_ref()) } td { (value.as_ref()) } }
            }
        }
    }
}

/// A plot, or a word where there is nothing to draw. `label` says what it shows.
pub fn plot(sheet: Option<&Sheet>, label: &str) -> Markup {
    match sheet {
        Some(sheet) => html! {
            div.scroll tabindex="0" role="region" aria-label=(label) { (sheet.on_page(label)) }
        },
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
            (card(HOSTILE, &html! { (HOSTILE) }, &copied(HOSTILE, &highlight(HOSTILE))))
            (table(HOSTILE, &[HOSTILE], &[vec![HOSTILE]]))
            (facts(HOSTILE, [(HOSTILE, HOSTILE)]))
            (warnings(&[HOSTILE.to_string()]))
            (with_code(&format!("`{HOSTILE}` {HOSTILE}")))
            p title=(HOSTILE) {}
        };
        let head = tiles(&[(HOSTILE.into(), "n")]);
        let sections = [section(HOSTILE, &none(HOSTILE)), section("b", &body)];
        let page = frame(HOSTILE, HOSTILE, &head, &sections);
        // One script, which is ours.
        assert_eq!(page.matches("<script").count(), 1);
        assert!(!page.contains(['\u{0}', '\u{1b}']));
        assert!(
            page.contains(r#"<p title="&lt;/pre&gt;&lt;script&gt;alert('x' &amp; &quot;y&quot;)"#)
        );
        assert!(page.contains("␀␛[31m"));
    }

    #[test]
    fn terms_between_backticks_are_code() {
        for (sentence, wanted) in [
            ("unsat on `(< 0 a)`", "unsat on <code>(&lt; 0 a)</code>"),
            ("`a` and `b`", "<code>a</code> and <code>b</code>"),
            ("an odd ` stays", "an odd ` stays"),
            ("", ""),
        ] {
            assert_eq!(with_code(sentence).into_string(), wanted);
        }
    }

    #[test]
    fn the_menu_leads_to_the_sections() {
        let sections = ["What was tested", "Doubts"].map(|title| section(title, &html! {}));
        let page = frame("", "", &html! {}, &sections);
        for id in ["what-was-tested", "doubts"] {
            assert!(page.contains(&format!("href=\"#{id}\"")), "{page}");
            assert!(page.contains(&format!("h2 id=\"{id}\"")), "{page}");
        }
        assert!(!frame("", "", &html! {}, &sections[..1]).contains("<nav"));
    }
}
