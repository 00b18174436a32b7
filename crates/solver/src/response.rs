//! A solver's standard output, cut into the responses of SMT-LIB commands.

/// One response. Texts are lossy UTF-8: bytes that are none are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Response {
    /// A bare word or line: `sat`, `success`, `timeout`, or whatever was echoed.
    Line(String),
    /// A parenthesised response: a model, a core, values, information.
    List(String),
    /// `(error "…")`, the message unquoted.
    Error(String),
    /// The output ends inside a list, a string or a quoted symbol.
    Cut(String),
}

/// Cuts an output into responses. Never fails: what is no SMT-LIB comes back as lines.
pub(crate) fn responses(output: &[u8]) -> Vec<Response> {
    let text = String::from_utf8_lossy(output);
    let mut rest = text.trim_start_matches(blank);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (response, length) = next(rest);
        found.push(response);
        rest = rest[length..].trim_start_matches(blank);
    }
    found
}

fn blank(c: char) -> bool {
    c.is_whitespace() || c == '\0'
}

fn next(text: &str) -> (Response, usize) {
    if !text.starts_with('(') {
        let end = text.find('\n').unwrap_or(text.len());
        return (
            Response::Line(text[..end].trim_end_matches(blank).to_owned()),
            end,
        );
    }
    match balanced(text) {
        Some(end) => (list(&text[..end]), end),
        None => (Response::Cut(text.to_owned()), text.len()),
    }
}

fn list(text: &str) -> Response {
    match error_message(text) {
        Some(message) => Response::Error(message),
        None => Response::List(text.to_owned()),
    }
}

/// The length of the balanced list that a text starts with.
///
/// A solver's error may quote the input with stray quotation marks; SMT-LIB doubles them, some
/// releases escape them with a backslash instead, so inside `(error "` both are passed over.
fn balanced(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_error = text.starts_with("(error");
    let (mut depth, mut at) = (0usize, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'"' => at = string_end(bytes, at, is_error)?,
            b'|' => at += 1 + bytes[at + 1..].iter().position(|b| *b == b'|')?,
            b';' => at += bytes[at..].iter().position(|b| *b == b'\n')?,
            _ => {}
        }
        at += 1;
    }
    None
}

fn string_end(bytes: &[u8], open: usize, backslash: bool) -> Option<usize> {
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if backslash && bytes.get(at + 1) == Some(&b'"') => at += 1,
            b'"' if bytes.get(at + 1) == Some(&b'"') => at += 1,
            b'"' => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

fn error_message(list: &str) -> Option<String> {
    let inner = list.strip_prefix("(error")?.strip_suffix(')')?;
    let inner = inner.trim_matches(blank);
    if let Some(quoted) = inner.strip_prefix('"').and_then(|i| i.strip_suffix('"')) {
        return Some(quoted.replace("\"\"", "\"").replace("\\\"", "\""));
    }
    list.as_bytes()
        .get(6)
        .filter(|b| b.is_ascii_whitespace())
        .map(|_| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use Response::{Cut, Error, Line, List};

    fn check(output: &[u8], expect: &[Response]) {
        assert_eq!(
            responses(output),
            expect,
            "{}",
            String::from_utf8_lossy(output)
        );
    }

    #[test]
    fn words_lists_and_errors() {
        check(
            b"sat\n((x 2)\n (y |)|))\n(error \"line 1: \"\"a\"\" is unknown (\")\nunsat",
            &[
                Line("sat".into()),
                List("((x 2)\n (y |)|))".into()),
                Error("line 1: \"a\" is unknown (".into()),
                Line("unsat".into()),
            ],
        );
    }

    #[test]
    fn strings_hide_parentheses_and_comments() {
        check(b"((s \"a)\"\";b\"))", &[List("((s \"a)\"\";b\"))".into())]);
        check(b"(; (((\n)", &[List("(; (((\n)".into())]);
        check(
            b"(error \"unexpected \\\"x\\\" (\")\nsat",
            &[Error("unexpected \"x\" (".into()), Line("sat".into())],
        );
    }

    #[test]
    fn a_backslash_ends_no_string_of_a_value() {
        check(b"((s \"\\\"))", &[List("((s \"\\\"))".into())]);
    }

    #[test]
    fn odd_bytes_and_cuts() {
        check(b"sat\0\n\0", &[Line("sat".into())]);
        check(b"s\xffat", &[Line("s\u{fffd}at".into())]);
        check(b"sat\n((x ", &[Line("sat".into()), Cut("((x ".into())]);
        check(b"(error \"no end", &[Cut("(error \"no end".into())]);
        check(b"", &[]);
        check(b")", &[Line(")".into())]);
    }
}
