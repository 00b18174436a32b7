//! The lexemes of a formula's text: parentheses, and what stands between them and white space.

/// Splits a text into lexemes. String literals and quoted symbols are one each.
pub(crate) fn lexemes(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '(' | ')' => 1,
            '"' | '|' => quoted(rest, c),
            _ => rest
                .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '|'))
                .unwrap_or(rest.len()),
        };
        out.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    out
}

/// The length of a quoted lexeme; a doubled double quote stays inside.
fn quoted(text: &str, quote: char) -> usize {
    let mut at = 1;
    while let Some(end) = text[at..].find(quote) {
        at += end + 1;
        if quote == '"' && text[at..].starts_with('"') {
            at += 1;
        } else {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_quoted_symbols_are_whole() {
        assert_eq!(
            lexemes(r#" (= "a ""( b" |x )| #b0)(y"#),
            ["(", "=", r#""a ""( b""#, "|x )|", "#b0", ")", "(", "y"]
        );
        assert_eq!(lexemes("\"open ("), ["\"open ("]);
    }
}
