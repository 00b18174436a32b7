//! The tokens of a grammar file.

use crate::diagnostic::{Diagnostic, Source};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A rule's name or a keyword.
    Name(String),
    /// A quoted terminal, unescaped and with its repetitions written out.
    Terminal(String),
    /// One of `: | ; ( ) ? * +`.
    Mark(char),
}

/// A token and where it starts.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) at: usize,
}

/// Splits a grammar file into tokens, leaving out white space and comments.
pub(crate) fn tokens(source: &Source<'_>) -> Result<Vec<Token>, Diagnostic> {
    let text = source.text;
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            _ if c.is_whitespace() || c == '\u{feff}' => c.len_utf8(),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => match rest.find("*/") {
                Some(end) => end + 2,
                None => return Err(source.error(at, "this comment is not closed by `*/`")),
            },
            '\'' => {
                let (terminal, length) = terminal(source, at)?;
                out.push(Token {
                    kind: Kind::Terminal(terminal),
                    at,
                });
                length
            }
            ':' | '|' | ';' | '(' | ')' | '?' | '*' | '+' => {
                out.push(Token {
                    kind: Kind::Mark(c),
                    at,
                });
                1
            }
            _ if c.is_alphabetic() || c == '_' => {
                let length = rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .unwrap_or(rest.len());
                out.push(Token {
                    kind: Kind::Name(rest[..length].to_string()),
                    at,
                });
                length
            }
            _ => return Err(source.error(at, foreign(c, rest))),
        };
        at += length;
    }
    Ok(out)
}

/// What to say of a character that starts no token of this dialect.
fn foreign(c: char, rest: &str) -> String {
    match c {
        '"' => "terminals are written in single quotes: '…'".to_string(),
        '[' => "character classes are not enumerated: list the terminals, 'a' | 'b'".to_string(),
        '.' if rest.starts_with("..") => {
            "ranges of characters are not enumerated: list the terminals, 'a' | 'b'".to_string()
        }
        '~' | '.' => format!("`{c}` has no finite list of texts: list the terminals"),
        '-' if rest.starts_with("->") => "lexer commands are not part of this dialect".to_string(),
        '{' => "actions and option blocks are not part of this dialect".to_string(),
        '#' => "labels of alternatives are not part of this dialect; \
                a terminal such as '#b0' needs quotes"
            .to_string(),
        _ => format!("unexpected `{c}`"),
    }
}

/// Reads the quoted terminal at `start`: its text, and how long it is in the file.
fn terminal(source: &Source<'_>, start: usize) -> Result<(String, usize), Diagnostic> {
    let mut text = String::new();
    let mut chars = source.text[start..].char_indices().skip(1).peekable();
    while let Some((offset, c)) = chars.next() {
        match c {
            '\'' => return Ok((repeated(source, start, &text)?, offset + 1)),
            '\n' => break,
            // Only these two are escapes: SMT-LIB's own `\u{…}` must come through as it is.
            '\\' if matches!(chars.peek(), Some((_, '\'' | '\\'))) => {
                text.extend(chars.next().map(|(_, escaped)| escaped));
            }
            _ => text.push(c),
        }
    }
    Err(source.error(start, "this terminal is not closed by `'` on its line"))
}

/// The most digits one repetition may write: wider literals are surely a slip.
const MAX_REPEAT: usize = 1 << 16;

/// Writes out repetitions: in a literal such as `#b0{11}` the digit before the braces is repeated.
fn repeated(source: &Source<'_>, at: usize, text: &str) -> Result<String, Diagnostic> {
    let mut out = String::with_capacity(text.len());
    let mut in_literal = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("#b") || rest.starts_with("#x") {
            in_literal = true;
            out.push_str(&rest[..2]);
            rest = &rest[2..];
            continue;
        }
        if in_literal && c == '{' {
            let digits = rest[1..].split('}').next().unwrap_or("");
            let times = digits.parse::<usize>().ok().filter(|n| *n <= MAX_REPEAT);
            let is_bare = out.ends_with("#b") || out.ends_with("#x");
            let digit = out.pop().filter(|c| !is_bare && c.is_ascii_hexdigit());
            let (Some(times), Some(digit)) = (times, digit) else {
                let message = format!(
                    "a repetition is a digit and a count from 0 to {MAX_REPEAT}, as in #b0{{11}}"
                );
                return Err(source.error(at, message));
            };
            if !rest[1 + digits.len()..].starts_with('}') {
                return Err(source.error(at, "this repetition is not closed by `}`"));
            }
            out.extend(std::iter::repeat_n(digit, times));
            rest = &rest[digits.len() + 2..];
            continue;
        }
        in_literal &= c.is_ascii_hexdigit();
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Result<Vec<Kind>, String> {
        let source = Source { name: "t.g4", text };
        tokens(&source)
            .map(|tokens| tokens.into_iter().map(|token| token.kind).collect())
            .map_err(|d| d.to_string())
    }

    fn terminal_text(text: &str) -> String {
        match kinds(text).as_deref() {
            Ok([Kind::Terminal(text)]) => text.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn comments_and_space_are_left_out() {
        assert_eq!(
            kinds("a // x\n /* : \n ; */ : 'b'").unwrap(),
            [
                Kind::Name("a".into()),
                Kind::Mark(':'),
                Kind::Terminal("b".into())
            ]
        );
    }

    #[test]
    fn repetitions_belong_to_bit_literals_alone() {
        assert_eq!(
            terminal_text("'(fp #b0 #b0{3} #b1{4})'"),
            "(fp #b0 #b000 #b1111)"
        );
        assert_eq!(terminal_text("'#xaf{2}'"), "#xaff");
        assert_eq!(terminal_text(r#"'"\u{61}"'"#), r#""\u{61}""#);
        assert_eq!(terminal_text(r"'it\'s \\'"), r"it's \");
    }

    #[test]
    fn faults_point_into_the_file() {
        let cases = [
            ("a : 'b", "t.g4:1:5: this terminal is not closed"),
            ("\n /* x", "t.g4:2:2: this comment is not closed"),
            (
                "a : \"x\"",
                "t.g4:1:5: terminals are written in single quotes",
            ),
            ("a : [a-z]", "t.g4:1:5: character classes"),
            ("a : '#b{3}'", "t.g4:1:5: a repetition is a digit"),
            ("a : '#b0{3'", "t.g4:1:5: this repetition is not closed"),
            ("é : %", "t.g4:1:5: unexpected `%`"),
        ];
        for (text, expected) in cases {
            let found = kinds(text).unwrap_err();
            assert!(found.starts_with(expected), "{text}: {found}");
        }
    }
}
