//! A script as tokens and commands, without asking whether it is well-formed.
//!
//! Identity and probing must work on whatever a solver was given, so they rest on this and not on
//! the typed reader.

use std::ops::Range;

/// A top-level list.
#[derive(Clone, Debug)]
pub(crate) struct Command<'a> {
    /// Its tokens, parentheses included.
    pub(crate) tokens: Vec<&'a str>,
    /// Where it stands in the text.
    pub(crate) span: Range<usize>,
}

impl Command<'_> {
    /// The command's name, or nothing for a list that has none.
    pub(crate) fn name(&self) -> &str {
        self.tokens.get(1).copied().unwrap_or("")
    }

    /// Whether it asks for satisfiability.
    pub(crate) fn is_check(&self) -> bool {
        matches!(self.name(), "check-sat" | "check-sat-assuming")
    }
}

/// The top-level lists of a script, in order. An unclosed one at the end is left out.
pub(crate) fn commands(script: &str) -> Vec<Command<'_>> {
    let mut found = Vec::new();
    let mut tokens_here = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, token) in tokens(script) {
        if depth > 0 || token == "(" {
            tokens_here.push(token);
        }
        match token {
            "(" => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ")" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && !tokens_here.is_empty() {
                    let tokens = std::mem::take(&mut tokens_here);
                    found.push(Command {
                        tokens,
                        span: start..at + 1,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

/// Parentheses, strings, quoted symbols and words with their positions; comments and blanks are
/// gone.
pub(crate) fn tokens(script: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = script.as_bytes();
    let mut i = 0;
    std::iter::from_fn(move || {
        while i < bytes.len() {
            let start = i;
            i = match bytes[i] {
                b';' => find(bytes, i, b'\n'),
                b if b.is_ascii_whitespace() => i + 1,
                b'(' | b')' => i + 1,
                b'|' => (find(bytes, i + 1, b'|') + 1).min(bytes.len()),
                b'"' => string_end(bytes, i + 1),
                _ => word_end(bytes, i),
            };
            if bytes[start] != b';' && !bytes[start].is_ascii_whitespace() {
                return Some((start, &script[start..i]));
            }
        }
        None
    })
}

fn find(bytes: &[u8], from: usize, byte: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or(&[]);
    rest.iter()
        .position(|b| *b == byte)
        .map_or(bytes.len(), |at| from + at)
}

/// The end of a string literal, where `""` is a quote inside it.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut end = (find(bytes, from, b'"') + 1).min(bytes.len());
    while bytes.get(end) == Some(&b'"') {
        end = (find(bytes, end + 1, b'"') + 1).min(bytes.len());
    }
    end
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    let ends = |b: &u8| b.is_ascii_whitespace() || b"()\";|".contains(b);
    let rest = &bytes[from..];
    from + rest.iter().position(ends).unwrap_or(rest.len()).max(1)
}
