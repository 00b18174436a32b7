//! How symbols and literals are spelt, and what a literal's text stands for.

use crate::bytes::in_symbol;

/// Words that cannot be symbols without bars.
const RESERVED: [&str; 13] = [
    "!",
    "_",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "lambda",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
];

/// `name` as a symbol in a script: with bars where it needs them.
pub fn quoted(name: &str) -> std::borrow::Cow<'_, str> {
    let simple = !name.is_empty()
        && name.bytes().all(in_symbol)
        && !name.as_bytes()[0].is_ascii_digit()
        && !RESERVED.contains(&name);
    if simple {
        name.into()
    } else {
        format!("|{name}|").into()
    }
}

/// A small numeral's value.
pub fn numeral_value(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// The code points that a string literal (with its quotes) stands for, by SMT-LIB 2.6: `""` is a
/// quote, and `\u{X}` to `\u{XXXXX}` and `\uXXXX` are escapes; all else stands for itself.
pub fn string_code_points(literal: &str) -> Vec<u32> {
    let inner = literal
        .strip_prefix('"')
        .and_then(|s| s.strip_suffix('"'))
        .unwrap_or(literal);
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        if let Some((code, len)) = escape(rest) {
            out.push(code);
            rest = &rest[len..];
            continue;
        }
        out.push(c as u32);
        rest = rest.strip_prefix("\"\"").unwrap_or(&rest[c.len_utf8()..]);
    }
    out
}

/// The escape at the beginning of `text`: its code point and length.
fn escape(text: &str) -> Option<(u32, usize)> {
    let rest = text.strip_prefix("\\u")?;
    if let Some(braced) = rest.strip_prefix('{') {
        let digits = braced
            .find('}')
            .filter(|n| (1..=5).contains(n))
            .map(|n| &braced[..n])?;
        let code = hex(digits)?;
        return (code <= 0x2ffff).then_some((code, digits.len() + 4));
    }
    let digits = rest.get(..4)?;
    Some((hex(digits)?, 6))
}

fn hex(digits: &str) -> Option<u32> {
    digits
        .bytes()
        .all(|b| b.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_get_bars_only_where_needed() {
        let cases = [
            ("x", "x"),
            ("", "||"),
            ("#x", "|#x|"),
            ("2x", "|2x|"),
            ("let", "|let|"),
            ("a b", "|a b|"),
            ("<=", "<="),
        ];
        for (name, want) in cases {
            assert_eq!(quoted(name), want);
        }
    }

    #[test]
    fn string_escapes_follow_the_standard() {
        let points = |s: &str| string_code_points(s);
        assert_eq!(points(r#""a""b""#), [97, 34, 98]);
        assert_eq!(points(r#""\u{41}\u0042""#), [0x41, 0x42]);
        assert_eq!(
            points(r#""\u{}\x41""#),
            "\\u{}\\x41".chars().map(|c| c as u32).collect::<Vec<_>>()
        );
        assert_eq!(points(r#""\u{3ffff}""#).len(), 9);
    }
}
