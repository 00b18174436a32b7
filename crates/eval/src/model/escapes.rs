//! Strings that releases print in different ways: `\x41` is one character where C's escapes are printed
//! (z3 up to 4.8.8, which writes every backslash of a text twice), and four by the standard. One release
//! printed the whole model, so that it has two readings at most.

use std::fmt::Write as _;

/// The text of a model with its strings written by the standard, in both readings; `None` if a string
/// has none by C's escapes.
pub(super) fn readings(model: &str) -> Option<[String; 2]> {
    let standard = rewritten(model, |inner, out| {
        out.push_str(&inner.replace('\\', "\\u{5c}"));
        Some(())
    })?;
    Some([rewritten(model, decoded)?, standard])
}

/// The text with the inner part of each string literal rewritten.
fn rewritten(model: &str, rewrite: impl Fn(&str, &mut String) -> Option<()>) -> Option<String> {
    let mut out = String::with_capacity(model.len());
    let mut rest = model;
    while let Some(at) = rest.find(['"', '|', ';']) {
        let (before, token) = rest.split_at(at);
        out.push_str(before);
        let length = match token.as_bytes()[0] {
            b'"' => {
                let length = string_length(token)?;
                out.push('"');
                rewrite(&token[1..length - 1], &mut out)?;
                out.push('"');
                rest = &token[length..];
                continue;
            }
            b'|' => token[1..].find('|')? + 2,
            _ => token.find('\n').unwrap_or(token.len()),
        };
        out.push_str(&token[..length]);
        rest = &token[length..];
    }
    out.push_str(rest);
    Some(out)
}

/// The length of the string literal at the start of a text; two quotes inside are one.
fn string_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    loop {
        match (bytes.get(at)?, bytes.get(at + 1)) {
            (b'"', Some(b'"')) => at += 2,
            (b'"', _) => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// Writes a text with C's escapes by the standard.
fn decoded(inner: &str, out: &mut String) -> Option<()> {
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (code, length) = c_escape(&rest[at + 1..])?;
        let _ = write!(out, "\\u{{{code:x}}}");
        rest = &rest[at + 1 + length..];
    }
    out.push_str(rest);
    Some(())
}

/// The code and length of an escape after its backslash.
fn c_escape(text: &str) -> Option<(u32, usize)> {
    let code = match text.chars().next()? {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        'e' => 27,
        '\\' => 92,
        'x' => {
            let digits = text.get(1..3)?;
            let hexadecimal = digits.bytes().all(|b| b.is_ascii_hexdigit());
            return hexadecimal.then(|| Some((u32::from_str_radix(digits, 16).ok()?, 3)))?;
        }
        _ => return None,
    };
    Some((code, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_readings_are_written_by_the_standard() {
        let model = "; it''s \"a\\n\n(x |a\"\\n| \"q\"\"\\x41\\\\n\")";
        let [c, standard] = readings(model).unwrap();
        assert_eq!(c, "; it''s \"a\\n\n(x |a\"\\n| \"q\"\"\\u{41}\\u{5c}n\")");
        assert_eq!(
            standard,
            "; it''s \"a\\n\n(x |a\"\\n| \"q\"\"\\u{5c}x41\\u{5c}\\u{5c}n\")"
        );
    }

    #[test]
    fn what_no_release_prints_has_no_reading() {
        assert_eq!(readings("\"\\x4\""), None);
        assert_eq!(readings("\"\\q\""), None);
    }
}
