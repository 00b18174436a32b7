//! Changes to a script by splicing its source: every byte that is not touched stays.

use crate::ids::NodeId;
use crate::script::Script;
use gadfly_syntax::Span;
use gadfly_syntax::bytes::in_symbol;

/// A list of changes to one script, applied at once.
#[derive(Clone, Debug)]
pub struct Edits<'a> {
    source: &'a str,
    script: &'a Script,
    changes: Vec<(Span, String)>,
}

impl<'a> Edits<'a> {
    /// No changes yet.
    pub fn new(script: &'a Script) -> Self {
        Edits {
            source: &script.source,
            script,
            changes: Vec::new(),
        }
    }

    /// Replaces a term's occurrence.
    pub fn replace(&mut self, node: NodeId, text: impl Into<String>) {
        self.replace_span(self.script.span(node), text);
    }

    /// Replaces a stretch of the source.
    pub fn replace_span(&mut self, span: Span, text: impl Into<String>) {
        self.changes.push((span, text.into()));
    }

    /// Replaces a command, by its number.
    pub fn replace_command(&mut self, command: usize, text: impl Into<String>) {
        self.replace_span(self.script.commands[command].span, text);
    }

    /// Deletes a command, and the line break behind it.
    pub fn delete_command(&mut self, command: usize) {
        let mut span = self.script.commands[command].span;
        if self.source.as_bytes().get(span.end as usize) == Some(&b'\n') {
            span.end += 1;
        }
        self.replace_span(span, "");
    }

    /// Inserts text before a command; `commands().len()` is the end of the script.
    pub fn insert_before(&mut self, command: usize, text: impl Into<String>) {
        let at = self
            .script
            .commands
            .get(command)
            .map_or(self.source.len() as u32, |c| c.span.start);
        self.replace_span(Span::new(at, at), text);
    }

    /// The new text. Changes inside a changed stretch are dropped (the outer one wins); insertions
    /// at one place keep their order.
    pub fn apply(self) -> String {
        let grown: usize = self.changes.iter().map(|(_, t)| t.len() + 2).sum();
        let mut out = String::with_capacity(self.source.len() + grown);
        self.apply_to(&mut out);
        out
    }

    /// Like [`Edits::apply`], into a buffer that is cleared first.
    pub fn apply_to(self, out: &mut String) {
        out.clear();
        let all = Span::new(0, self.source.len() as u32);
        splice_to(self.source, all, self.changes, out);
    }
}

/// A stretch of a source with changes inside it.
pub(crate) fn splice(source: &str, part: Span, changes: Vec<(Span, String)>) -> String {
    let mut out = String::with_capacity(part.range().len());
    splice_to(source, part, changes, &mut out);
    out
}

fn splice_to(source: &str, part: Span, mut changes: Vec<(Span, String)>, out: &mut String) {
    // Insertions come before a change that begins at the same place; longer stretches first.
    changes.sort_by_key(|(span, _)| (span.start, !span.is_empty(), std::cmp::Reverse(span.end)));
    let mut at = part.start as usize;
    for (span, text) in &changes {
        if (span.start as usize) < at {
            continue;
        }
        join(out, &source[at..span.start as usize]);
        join(out, text);
        at = span.end as usize;
    }
    join(out, &source[at..part.end as usize]);
}

/// Appends `text`, with a space where two tokens would run into one.
fn join(out: &mut String, text: &str) {
    if let (Some(&before), Some(&after)) = (out.as_bytes().last(), text.as_bytes().first())
        && glues(before, after)
    {
        out.push(' ');
    }
    out.push_str(text);
}

/// Whether a token that ends with `before` could run into one that begins with `after`.
fn glues(before: u8, after: u8) -> bool {
    let end = |b: u8| in_symbol(b) || matches!(b, b'|' | b'"');
    let begin = |b: u8| in_symbol(b) || matches!(b, b'|' | b'"' | b':' | b'#');
    end(before) && begin(after)
}
