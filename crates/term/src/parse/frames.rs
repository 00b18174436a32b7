//! The stacks of a parse: what is open, and what is finished.

use super::Run;
use crate::head::Packed;
use crate::ids::{NodeId, ScopeId, SortId};
use crate::script::Node;
use gadfly_syntax::Span;

/// Something open, waiting for its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) head: Packed,
    pub(super) start: u32,
    /// The first of its arguments on the stack of values.
    pub(super) base: u32,
    /// How many nodes there were when it was opened.
    pub(super) first: u32,
    pub(super) kind: FrameKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FrameKind {
    /// Arguments of an application.
    Apply,
    /// Arguments of a function that is a term itself.
    ApplyTerm,
    /// The term that a name of `let` is bound to.
    LetBinding,
    /// The body of a binder.
    Body,
    /// The term of `(! …)`.
    Annotation,
    /// The terms of `:pattern`.
    Pattern,
    /// The term of `:no-pattern`.
    NoPattern,
    /// The subject of `match`.
    MatchSubject,
    /// The body of a case of `match`.
    MatchCase,
}

/// What goes with the frame of a binder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binder {
    /// The trail's mark, to undo bindings; for `let` before its body, where its pending names
    /// begin.
    pub(super) extra: u32,
    /// The scope outside.
    pub(super) outer: ScopeId,
}

/// A finished term.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) node: NodeId,
    pub(super) sort: SortId,
}

/// What a step did.
#[derive(PartialEq, Eq)]
pub(super) enum Step {
    /// Opened a frame.
    Opened,
    /// Put a finished term on the stack of values.
    Value,
}

impl Run<'_> {
    #[inline(always)]
    pub(super) fn push_leaf(&mut self, head: Packed, sort: SortId, span: Span) {
        let node = NodeId(self.script.nodes.len() as u32);
        self.script.nodes.push(Node {
            head,
            sort,
            size: 1,
            scope: self.scope,
            start: span.start,
            end: span.end,
            args: 0,
            arity: 0,
        });
        self.work.values.push(Value { node, sort });
    }

    /// Makes a node of a frame and its arguments on the stack.
    #[inline(always)]
    pub(super) fn push_node(&mut self, frame: &Frame, sort: SortId, end: u32) {
        let node = NodeId(self.script.nodes.len() as u32);
        let args = self.script.children.len() as u32;
        let base = frame.base as usize;
        let values = &self.work.values[base..];
        let arity = values.len() as u32;
        self.script.children.extend(values.iter().map(|v| v.node));
        self.script.nodes.push(Node {
            head: frame.head,
            sort,
            size: node.0 - frame.first + 1,
            scope: self.scope,
            start: frame.start,
            end,
            args,
            arity,
        });
        self.work.values.truncate(base);
        self.work.values.push(Value { node, sort });
    }

    #[inline(always)]
    pub(super) fn push_frame(&mut self, kind: FrameKind, head: Packed, start: u32) {
        self.work.frames.push(Frame {
            head,
            start,
            base: self.work.values.len() as u32,
            first: self.script.nodes.len() as u32,
            kind,
        });
    }

    /// A frame that will bind variables; `extra` is a mark of the trail or of the pending names.
    pub(super) fn push_binder(&mut self, kind: FrameKind, head: Packed, start: u32, extra: u32) {
        self.push_frame(kind, head, start);
        self.work.binders.push(Binder {
            extra,
            outer: self.scope,
        });
    }
}
