//! Where something is in a text, and what to tell a person about it.

use std::fmt::Write as _;

/// A stretch of bytes of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// As a range for indexing text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether it has no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether all of `inner` lies in it.
    pub fn contains(self, inner: Span) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }
}

/// A place in a text as people count: from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of byte `at` in `text`.
    pub fn of(text: &[u8], at: usize) -> Position {
        let before = &text[..at.min(text.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |n| n + 1);
        Position {
            line: 1 + memchr::memchr_iter(b'\n', before).count(),
            column: 1 + String::from_utf8_lossy(&before[line_start..])
                .chars()
                .count(),
        }
    }
}

/// Something wrong in a text, where it is, and a way out if one is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Where.
    pub span: Span,
    /// What is wrong, and what was expected.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic without help.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            span,
            message: message.into(),
            help: None,
        }
    }

    /// The same with a way out.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// `error: file:line:column: message`, the source line, a caret, and the help.
    pub fn render(&self, file: &str, text: &[u8]) -> String {
        let at = (self.span.start as usize).min(text.len());
        let position = Position::of(text, at);
        let (line, column) = excerpt(text, at);
        let width = self.caret_width(text, at, &line, column);
        let mut out = String::new();
        let number = position.line.to_string();
        let margin = " ".repeat(number.len());
        let _ = writeln!(
            out,
            "error: {file}:{}:{}: {}",
            position.line, position.column, self.message
        );
        let _ = writeln!(out, "{margin} |\n{number} | {line}");
        let _ = write!(
            out,
            "{margin} | {}{}",
            " ".repeat(column),
            "^".repeat(width)
        );
        if let Some(help) = &self.help {
            let _ = write!(out, "\n{margin} = help: {help}");
        }
        out
    }

    fn caret_width(&self, text: &[u8], at: usize, line: &str, column: usize) -> usize {
        let end = (self.span.end as usize).clamp(at, text.len());
        let first_line = memchr::memchr(b'\n', &text[at..end]).map_or(end, |n| at + n);
        let chars = String::from_utf8_lossy(&text[at..first_line])
            .chars()
            .count();
        chars.clamp(1, line.chars().count().saturating_sub(column).max(1))
    }
}

/// How much of a long line is shown on each side of the caret.
const CONTEXT: usize = 60;

/// The line around byte `at`, cut to a readable length, and the caret's column in it.
fn excerpt(text: &[u8], at: usize) -> (String, usize) {
    let line_start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |n| n + 1);
    let line_end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n);
    let from = line_start.max(at.saturating_sub(CONTEXT));
    let to = line_end.min(at + CONTEXT);
    let shown =
        |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(|c: char| c.is_control(), " ");
    let before = format!(
        "{}{}",
        if from > line_start { "…" } else { "" },
        shown(&text[from..at])
    );
    let after = shown(&text[at..to]);
    let tail = if to < line_end { "…" } else { "" };
    let column = before.chars().count();
    (format!("{before}{}{tail}", after.trim_end()), column)
}
