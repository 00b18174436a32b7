//! SMT-LIB in colour: tokens become spans, everything escaped.

use crate::escape::escape;

/// A script as HTML: comments, strings, numbers, commands and keywords in spans of their class.
pub fn highlight(script: &str) -> String {
    let bytes = script.as_bytes();
    let mut out = String::with_capacity(script.len() * 2);
    let mut at = 0;
    let mut after_open = false;
    while at < bytes.len() {
        let (end, class) = token(script, at, after_open);
        let text = escape(&script[at..end]);
        match class {
            Some(class) => out.push_str(&format!("<span class=\"{class}\">{text}</span>")),
            None => out.push_str(&text),
        }
        if !bytes[at].is_ascii_whitespace() {
            after_open = bytes[at] == b'(';
        }
        at = end;
    }
    out
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
        let html = highlight("(assert (< x \"<b>\")) ; <i>");
        assert_eq!(
            html,
            "(<span class=\"m\">assert</span> (<span class=\"o\">&lt;</span> x \
             <span class=\"s\">&quot;&lt;b&gt;&quot;</span>)) <span class=\"c\">; &lt;i&gt;</span>"
        );
    }

    #[test]
    fn broken_text_is_shown_as_it_is() {
        for text in ["\"", "|", "(", ";", "ä|ö", "\"\"\"", "(ä"] {
            assert!(!highlight(text).is_empty());
        }
    }
}
