//! Binders and annotations: `let`, quantifiers, `lambda`, `(! …)`.

use super::frames::{Frame, FrameKind, Step, Value};
use super::names::Meaning;
use super::{Abort, Mode, Parsed, Run};
use crate::declared::{FunKind, Scope, ScopeKind, Var, VarKind};
use crate::head::{Head, Packed};
use crate::ids::{NodeId, ScopeId, SortId, VarId};
use gadfly_catalog::signature::known;
use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol, Token, TokenKind};

impl Run<'_> {
    /// The next binding of `let`, or its body.
    pub(super) fn next_binding(&mut self, first: bool) -> Parsed<Step> {
        let token = self.tokens.token_inline();
        match token.kind {
            TokenKind::Open => {
                let (symbol, name) = self.variable()?;
                let pending = self.top_extra() as usize;
                if self.mode != Mode::Lenient
                    && self.work.pending[pending..].len() < 64
                    && self.work.pending[pending..]
                        .iter()
                        .any(|(s, _, _)| *s == symbol)
                {
                    let text = self.spelt(name).to_string();
                    self.error(
                        name.span(),
                        format!("`{text}` is bound twice by this `let`"),
                    );
                }
                self.work
                    .pending
                    .push((symbol, SortId::UNKNOWN, name.span()));
                Ok(Step::Opened)
            }
            TokenKind::Close if first && self.mode != Mode::Lenient => {
                self.abort(token.span(), "a `let` binds at least one variable")
            }
            TokenKind::Close => self.open_let_body(),
            _ => self.expected(token, "`(` before a binding or `)` after the last"),
        }
    }

    fn top_extra(&self) -> u32 {
        self.work.binders.last().map_or(0, |b| b.extra)
    }

    fn open_let_body(&mut self) -> Parsed<Step> {
        let Some(frame) = self.work.frames.last().copied() else {
            return Err(Abort);
        };
        let pending = self.top_extra() as usize;
        let mark = self.work.names.mark();
        self.open_scope(ScopeKind::Let);
        for n in pending..self.work.pending.len() {
            let (symbol, _, name) = self.work.pending[n];
            let Value { node, sort } = self.work.values[frame.base as usize + n - pending];
            self.bind_var(symbol, sort, VarKind::Let(node), name);
        }
        self.work.pending.truncate(pending);
        self.close_scope_vars();
        self.enter(FrameKind::Body, mark);
        Ok(Step::Opened)
    }

    pub(super) fn open_quantifier(&mut self, paren: Token, head: Head) -> Parsed<Step> {
        let mark = self.work.names.mark();
        self.push_binder(FrameKind::Body, Packed::special(head), paren.start, mark);
        let pending = self.work.pending.len();
        self.sorted_vars(head != Head::Lambda)?;
        self.open_scope(ScopeKind::Quantifier);
        self.bind_pending(pending, VarKind::Quantified);
        Ok(Step::Opened)
    }

    /// Reads `((x S) …)` onto the pending names.
    pub(super) fn sorted_vars(&mut self, some: bool) -> Parsed<()> {
        let open = self.expect(TokenKind::Open, "`(` before the variables")?;
        let pending = self.work.pending.len();
        loop {
            let token = self.tokens.token_inline();
            match token.kind {
                TokenKind::Open => {
                    let (symbol, name) = self.variable()?;
                    let sort = self.sort()?;
                    let close = self.tokens.token_inline();
                    if close.kind != TokenKind::Close {
                        return self.expected(close, "`)` after the variable's sort");
                    }
                    self.work.pending.push((symbol, sort, name.span()));
                }
                TokenKind::Close if some && self.work.pending.len() == pending => {
                    return self.abort(
                        Span::new(open.start, token.end),
                        "a quantifier binds at least one variable",
                    );
                }
                TokenKind::Close => return Ok(()),
                _ => return self.expected(token, "`(` before a variable or `)` after the last"),
            }
        }
    }

    /// The name of a variable to be bound.
    #[inline(always)]
    fn variable(&mut self) -> Parsed<(Symbol, Token)> {
        match self.quick_symbol() {
            Some((symbol, token)) if symbol.0 >= words::RESERVED => {
                self.tokens.seek(token.end);
                Ok((symbol, token))
            }
            _ => self.expect_symbol("a variable"),
        }
    }

    pub(super) fn bind_pending(&mut self, from: usize, kind: VarKind) {
        for n in from..self.work.pending.len() {
            let (symbol, sort, name) = self.work.pending[n];
            self.bind_var(symbol, sort, kind, name);
        }
        self.work.pending.truncate(from);
        self.close_scope_vars();
    }

    pub(super) fn open_scope(&mut self, kind: ScopeKind) {
        let id = ScopeId(self.script.scopes.len() as u32);
        let at = self.script.vars.len() as u32;
        self.script.scopes.push(Scope {
            parent: self.scope,
            kind,
            vars: at..at,
        });
        self.scope = id;
    }

    pub(super) fn close_scope_vars(&mut self) {
        let end = self.script.vars.len() as u32;
        self.script.scopes[self.scope.index()].vars.end = end;
    }

    pub(super) fn bind_var(&mut self, symbol: Symbol, sort: SortId, kind: VarKind, name: Span) {
        let id = VarId(self.script.vars.len() as u32);
        self.script.vars.push(Var {
            symbol,
            sort,
            scope: self.scope,
            kind,
            name,
        });
        // `_` in a pattern stands for a variable that has no name.
        if symbol != words::UNDERSCORE {
            self.work.names.bind(symbol, Meaning::Var(id), sort);
        }
    }

    /// The innermost binder's terms now stand in its scope; `mark` undoes the bindings.
    pub(super) fn enter(&mut self, kind: FrameKind, mark: u32) {
        if let (Some(frame), Some(binder)) =
            (self.work.frames.last_mut(), self.work.binders.last_mut())
        {
            frame.kind = kind;
            binder.extra = mark;
        }
    }

    /// Leaves the scope of the innermost binder.
    pub(super) fn leave(&mut self) {
        if let Some(binder) = self.work.binders.last().copied() {
            self.work.names.undo(binder.extra);
            self.scope = binder.outer;
        }
    }

    pub(super) fn close_body(&mut self, frame: Frame, paren: Token) -> Parsed<()> {
        let let_vars = self.script.scopes[self.scope.index()].vars.len();
        let is_let = frame.head == Packed::special(Head::Let);
        let values = self.work.values.len() - frame.base as usize;
        let wanted = if is_let { let_vars + 1 } else { 1 };
        if values != wanted {
            let what = if values < wanted {
                "a body is missing before this `)`"
            } else {
                "a binder has one body"
            };
            return self.abort(paren.span(), what);
        }
        let body = self.work.values[self.work.values.len() - 1].node;
        let sort = self.body_sort(&frame, body);
        self.leave();
        self.work.binders.pop();
        self.push_node(&frame, sort, paren.end);
        Ok(())
    }

    fn body_sort(&mut self, frame: &Frame, body: NodeId) -> SortId {
        let sort = self.script.sort(body);
        if frame.head == Packed::special(Head::Let) {
            return sort;
        }
        if frame.head == Packed::special(Head::Lambda) {
            let vars = self.script.scopes[self.scope.index()].vars();
            let mut sorts: Vec<SortId> = vars.map(|v| self.script.vars[v.index()].sort).collect();
            sorts.push(sort);
            // A `lambda` is an array in z3 and a function elsewhere.
            if sorts.contains(&SortId::UNKNOWN) || self.mode == Mode::Lenient {
                return SortId::UNKNOWN;
            }
            return self.script.sorts.make(known::FUN, &[], &sorts);
        }
        if sort != SortId::BOOL && sort != SortId::UNKNOWN {
            let text = self.sort_text(sort);
            self.error(
                self.script.span(body),
                format!("the body of a quantifier must be Bool, but this is {text}"),
            );
        }
        SortId::BOOL
    }

    /// The attributes of `(! t …)`, up to its `)` or to the terms of a pattern.
    pub(super) fn attributes(&mut self) -> Parsed<Step> {
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => {
                    let Some(frame) = self.work.frames.pop() else {
                        return Err(Abort);
                    };
                    let sort = self.work.values[frame.base as usize].sort;
                    self.push_node(&frame, sort, token.end);
                    return Ok(Step::Value);
                }
                TokenKind::Keyword => {
                    if self.attribute(token)? {
                        return Ok(Step::Opened);
                    }
                }
                _ => return self.expected(token, "an attribute such as `:named` or `)`"),
            }
        }
    }

    /// One attribute; true if terms follow.
    fn attribute(&mut self, keyword: Token) -> Parsed<bool> {
        match &self.text[keyword.span().range()] {
            b":pattern" => {
                self.belongs_to_binder(keyword);
                let open = self.expect(TokenKind::Open, "`(` before the terms of a pattern")?;
                self.push_frame(
                    FrameKind::Pattern,
                    Packed::special(Head::Annotation),
                    open.start,
                );
                Ok(true)
            }
            b":no-pattern" => {
                self.belongs_to_binder(keyword);
                self.push_frame(
                    FrameKind::NoPattern,
                    Packed::special(Head::Annotation),
                    keyword.start,
                );
                Ok(true)
            }
            b":named" => {
                let (symbol, token) = self.expect_symbol("a name")?;
                let Some(frame) = self.work.frames.last() else {
                    return Err(Abort);
                };
                let Value { node: term, sort } = self.work.values[frame.base as usize];
                self.declare(symbol, token.span(), FunKind::Named(term), &[], sort);
                Ok(false)
            }
            _ => {
                self.attribute_value()?;
                Ok(false)
            }
        }
    }

    /// A pattern says how a quantifier is instantiated, so `(! t …)` with one is a quantifier's
    /// body: z3 and cvc5 refuse it anywhere else, even inside another annotation, which is kept in
    /// lenient mode only.
    fn belongs_to_binder(&mut self, keyword: Token) {
        let lenient = self.mode == Mode::Lenient;
        let mut around = self.work.frames.iter().rev().skip(1);
        let outer = around.find(|frame| !lenient || frame.kind != FrameKind::Annotation);
        let binders = [Head::Forall, Head::Exists, Head::Lambda].map(Packed::special);
        let at_home = outer
            .is_some_and(|frame| frame.kind == FrameKind::Body && binders.contains(&frame.head));
        if !at_home {
            let text = self.spelt(keyword).to_string();
            self.error(
                keyword.span(),
                format!("`{text}` belongs to no quantifier: the annotated term must be its body"),
            );
        }
    }
}
