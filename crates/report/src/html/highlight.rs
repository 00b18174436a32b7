//! SMT-LIB in colour: tokens become spans, everything escaped.

use maud::{Markup, html};

/// A script as HTML: comments, strings, numbers, commands and keywords in spans of their class.
pub fn highlight(script: &str) -> Markup {
    html! {
        @for (text, class) in tokens(script) {
            @match class {
                Some(class) => span class=(class) { (text) },
                None => (text),
            }
        }
    }
}

/// The pieces of a script, each with its class; together they are the script.
fn tokens(script: &str) -> impl Iterator<Item = (&str, Option<&'static str>)> {
    let mut at = 0;
    let mut after_open = false;
    std::iter::from_fn(move || {
        let first = *script.as_bytes().get(at)?;
        let (end, class) = token(script, at, after_open);
        if !first.is_ascii_whitespace() {
            after_open = first == b'(';
        }
        let text = &script[at..end];
        at = end;
        Some((text, class))
    })
}

/// The end of the token at a position and its class.
fn token(script: &str, at: usize, after_open: bool) -> (usize, Option<&'static str>) {
    let rest = &script.as_bytes()[at..];
    let until = |stop: u8, from: usize| {
        let found = rest[from..].iter().position(|b| *b == stop);
        found.map_or(script.len(), |n| at + from + n)
    };
    match rest[0] {
        b';' => (until(b'\n', 0), Some("c")),
        b'"' => ((until(b'"', 1) + 1).min(script.len()), Some("s")),
        b'|' => ((until(b'|', 1) + 1).min(script.len()), None),
        b'(' | b')' => (at + 1, None),
        b if b.is_ascii_whitespace() => (at + 1, None),
        first => {
            let end = rest
                .iter()
                .position(|b| b.is_ascii_whitespace() || b"()\";|".contains(b));
            let end = at + end.unwrap_or(rest.len()).max(1);
            (end, class_of(&script[at..end], first, after_open))
        }
    }
}

fn class_of(word: &str, first: u8, after_open: bool) -> Option<&'static str> {
    const COMMANDS: [&str; 6] = ["assert", "check-sat", "declare-", "define-", "set-", "get-"];
    const SORTS: [&str; 8] = [
        "Int",
        "Real",
        "Bool",
        "String",
        "RegLan",
        "Array",
        "BitVec",
        "FloatingPoint",
    ];
    if first.is_ascii_digit() || first == b'#' {
        return Some("n");
    }
    if first == b':' {
        return Some("k");
    }
    if after_open && COMMANDS.iter().any(|command| word.starts_with(command)) {
        return Some("m");
    }
    if SORTS.contains(&word) {
        return Some("t");
    }
    after_open.then_some("o")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_get_their_class_and_text_survives() {
        let html = highlight("(assert (< x \"<b>\")) ; <i>").into_string();
        assert_eq!(
            html,
            "(<span class=\"m\">assert</span> (<span class=\"o\">&lt;</span> x \
             <span class=\"s\">&quot;&lt;b&gt;&quot;</span>)) <span class=\"c\">; &lt;i&gt;</span>"
        );
    }

    #[test]
    fn broken_text_is_shown_as_it_is() {
        for text in ["\"", "|", "(", ";", "ä|ö", "\"\"\"", "(ä"] {
            let pieces: String = tokens(text).map(|(text, _)| text).collect();
            assert_eq!(pieces, text);
        }
    }
}
