//! What is wrong with a grammar, and where in its file.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The grammar cannot be enumerated.
    Error,
    /// The grammar can be enumerated, but something in it has no effect.
    Warning,
}

/// One remark about a grammar, pointing into its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether the grammar can still be used.
    pub severity: Severity,
    /// The grammar's name as it was given (a path, or a name in the catalogue).
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic {
            file, line, column, ..
        } = self;
        write!(f, "{file}:{line}:{column}: {}", self.message)
    }
}

/// Turns byte offsets into diagnostics.
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    pub(crate) fn error(&self, at: usize, message: impl Into<String>) -> Diagnostic {
        self.diagnostic(Severity::Error, at, message)
    }

    pub(crate) fn warning(&self, at: usize, message: impl Into<String>) -> Diagnostic {
        self.diagnostic(Severity::Warning, at, message)
    }

    fn diagnostic(&self, severity: Severity, at: usize, message: impl Into<String>) -> Diagnostic {
        let before = &self.text[..at.min(self.text.len())];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Diagnostic {
            severity,
            file: self.name.to_string(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
