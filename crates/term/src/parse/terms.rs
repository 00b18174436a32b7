//! Terms: a stack of open applications and binders, and a stack of finished arguments.

use super::names::Meaning;
use super::{Abort, Parsed, Run};
use crate::declared::{FunKind, ScopeKind, VarKind};
use crate::head::{Head, Literal, Packed};
use crate::ids::{FunId, NodeId, ScopeId, SortId, VarId};
use crate::script::Node;
use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol, Token, TokenKind};

/// Something open, waiting for its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) head: Packed,
    pub(super) start: u32,
    /// The first of its arguments on the stack of values.
    pub(super) base: u32,
    /// How many nodes there were when it was opened.
    pub(super) first: u32,
    /// Binders: the trail's mark, to undo bindings; `let` before its body: where its pending
    /// names begin; applications: the end of the head's spelling.
    pub(super) extra: u32,
    /// The scope outside.
    pub(super) outer: ScopeId,
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
    /// The subject of `match`.
    MatchSubject,
    /// The body of a case of `match`.
    MatchCase,
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
    /// Reads one term.
    pub(super) fn term(&mut self) -> Parsed<NodeId> {
        let floor = self.work.frames.len();
        let token = self.tokens.token();
        self.term_from(token, floor)
    }

    /// Reads the term that begins with `token`.
    pub(super) fn term_from(&mut self, first: Token, floor: usize) -> Parsed<NodeId> {
        let mut token = first;
        loop {
            let mut step = match token.kind {
                TokenKind::Symbol => {
                    let symbol = self.plain_symbol(token);
                    self.atom(token, symbol)?
                }
                TokenKind::Open => self.open(token)?,
                TokenKind::Close => {
                    if self.work.frames.len() == floor {
                        return self.expected(token, "a term");
                    }
                    self.close(token)?
                }
                _ => self.rare_atom(token)?,
            };
            while step == Step::Value {
                if self.work.frames.len() == floor {
                    return self.work.values.pop().ok_or(Abort);
                }
                let Some(frame) = self.work.frames.last() else {
                    return Err(Abort);
                };
                step = match frame.kind {
                    FrameKind::Apply => break,
                    kind => self.after_value(kind)?,
                };
            }
            token = self.tokens.token_inline();
        }
    }

    /// The text of a token.
    #[inline]
    pub(super) fn spelt(&self, token: Token) -> &str {
        std::str::from_utf8(&self.text[token.span().range()]).unwrap_or("")
    }

    /// The symbol that a token spells, without bars.
    pub(super) fn symbol(&mut self, token: Token) -> Symbol {
        let bar = (token.kind == TokenKind::Quoted) as usize;
        let (start, end) = (token.start as usize + bar, token.end as usize - bar);
        self.script.symbols.intern_at(self.text, start, end)
    }

    /// The symbol that a token without bars spells.
    #[inline(always)]
    fn plain_symbol(&mut self, token: Token) -> Symbol {
        self.script
            .symbols
            .intern_at(self.text, token.start as usize, token.end as usize)
    }

    /// Complains about a token where something else was expected.
    #[cold]
    pub(super) fn expected<T>(&mut self, token: Token, what: &str) -> Parsed<T> {
        let message = match token.kind {
            TokenKind::Bad(fault) => fault.message(),
            TokenKind::End => format!("expected {what}, but the file ends here"),
            _ => {
                let text: String = self.spelt(token).chars().take(40).collect();
                format!("expected {what}, found `{text}`")
            }
        };
        self.abort(token.span(), message)
    }

    pub(super) fn expect(&mut self, kind: TokenKind, what: &str) -> Parsed<Token> {
        let token = self.tokens.token();
        if token.kind == kind {
            Ok(token)
        } else {
            self.expected(token, what)
        }
    }

    /// Reads a symbol that is to be a name.
    pub(super) fn expect_symbol(&mut self, what: &str) -> Parsed<(Symbol, Token)> {
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => {
                let symbol = self.symbol(token);
                let reserved = if self.mode == super::Mode::Standard {
                    words::RESERVED
                } else {
                    words::NEVER_NAMES
                };
                if token.kind == TokenKind::Symbol
                    && symbol.0 < reserved
                    && symbol != words::UNDERSCORE
                {
                    return self.expected(token, &format!("{what} (this word is reserved)"));
                }
                Ok((symbol, token))
            }
            _ => self.expected(token, what),
        }
    }

    #[inline]
    fn push_leaf(&mut self, head: Packed, sort: SortId, span: Span) {
        let id = NodeId(self.script.nodes.len() as u32);
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
        self.work.values.push(id);
    }

    /// Makes a node of a frame and its arguments on the stack.
    #[inline]
    pub(super) fn push_node(&mut self, frame: &Frame, sort: SortId, end: u32) {
        let id = NodeId(self.script.nodes.len() as u32);
        let args = self.script.children.len() as u32;
        let values = &self.work.values[frame.base as usize..];
        let arity = values.len() as u32;
        if arity <= 4 {
            // Cheaper than a call that copies memory.
            for value in values {
                self.script.children.push(*value);
            }
        } else {
            self.script.children.extend_from_slice(values);
        }
        self.work.values.truncate(frame.base as usize);
        self.script.nodes.push(Node {
            head: frame.head,
            sort,
            size: id.0 - frame.first + 1,
            scope: self.scope,
            start: frame.start,
            end,
            args,
            arity,
        });
        self.work.values.push(id);
    }

    #[inline]
    pub(super) fn push_frame(&mut self, kind: FrameKind, head: Packed, start: u32, extra: u32) {
        self.work.frames.push(Frame {
            kind,
            head,
            start,
            base: self.work.values.len() as u32,
            first: self.script.nodes.len() as u32,
            extra,
            outer: self.scope,
        });
    }

    /// A symbol standing alone.
    #[inline(always)]
    fn atom(&mut self, token: Token, symbol: Symbol) -> Parsed<Step> {
        let (meaning, sort) = self.work.names.plain_term(symbol);
        if sort == SortId::UNKNOWN {
            return self.constant(token, symbol);
        }
        self.push_leaf(Meaning::packed_head(meaning), sort, token.span());
        Ok(Step::Value)
    }

    /// Constants that are not plain: operators, functions as values, unknown and reserved words.
    #[inline(never)]
    fn constant(&mut self, token: Token, symbol: Symbol) -> Parsed<Step> {
        if token.kind == TokenKind::Symbol
            && symbol.0 < words::RESERVED
            && self.work.names.term(symbol) == Meaning::Nothing
        {
            return self.expected(token, "a term");
        }
        let (head, sort) = match self.work.names.term(symbol) {
            Meaning::Nothing => self.unknown(token, symbol),
            Meaning::Fun(id) => {
                let fun = &self.script.funs[id.index()];
                match (fun.params.is_empty(), fun.sort_params.is_empty()) {
                    (true, true) => (Packed::fun(id), fun.result),
                    (true, false) => return self.constant_of_unknown_sort(token, id),
                    _ => (Packed::fun(id), self.function_value(token, id)),
                }
            }
            Meaning::Op(op) => {
                let mut head = Packed::instance(op.0);
                let sort = self.application_sort(&mut head, token.span(), &[]);
                (head, sort)
            }
            Meaning::Var(id) => (Packed::var(id), self.script.vars[id.index()].sort),
        };
        self.push_leaf(head, sort, token.span());
        Ok(Step::Value)
    }

    /// A parametric constructor such as `nil`, whose sort only `as` could tell.
    #[cold]
    fn constant_of_unknown_sort(&mut self, token: Token, id: FunId) -> Parsed<Step> {
        let name = self.spelt(token).to_string();
        if self.mode != super::Mode::Lenient {
            self.error(
                token.span(),
                format!("the sort of `{name}` is not clear here; write (as {name} SORT)"),
            );
        }
        self.push_leaf(Packed::fun(id), SortId::UNKNOWN, token.span());
        Ok(Step::Value)
    }

    /// A function standing alone is a value of a function sort (higher-order logics).
    fn function_value(&mut self, token: Token, id: FunId) -> SortId {
        let fun = self.script.funs[id.index()].clone();
        if self.mode == super::Mode::Standard || !fun.sort_params.is_empty() {
            let name = self.spelt(token).to_string();
            self.error(
                token.span(),
                format!("`{name}` takes {} arguments", fun.params.len()),
            );
            return SortId::UNKNOWN;
        }
        let mut sorts = self.script.params(id).to_vec();
        sorts.push(fun.result);
        self.script
            .sorts
            .make(gadfly_catalog::signature::known::FUN, &[], &sorts)
    }

    /// Literals and quoted symbols.
    fn rare_atom(&mut self, token: Token) -> Parsed<Step> {
        let digits = (token.end - token.start).saturating_sub(2);
        let (literal, sort) = match token.kind {
            TokenKind::Numeral => (Literal::Numeral, self.numeral),
            TokenKind::Decimal => (Literal::Decimal, SortId::REAL),
            TokenKind::Hex => (
                Literal::Hex,
                self.script.sorts.bitvec(digits.saturating_mul(4)),
            ),
            TokenKind::Binary => (Literal::Binary, self.script.sorts.bitvec(digits)),
            TokenKind::String => (Literal::String, SortId::STRING),
            TokenKind::Quoted => {
                let symbol = self.symbol(token);
                return self.atom(token, symbol);
            }
            _ => return self.expected(token, "a term"),
        };
        self.push_leaf(Packed::literal(literal), sort, token.span());
        Ok(Step::Value)
    }

    /// After `(`: an application, a binder, or an identifier with indices or a sort.
    #[inline]
    fn open(&mut self, paren: Token) -> Parsed<Step> {
        let token = self.tokens.token_inline();
        match token.kind {
            TokenKind::Symbol => {
                let symbol = self.plain_symbol(token);
                if symbol.0 < words::RESERVED {
                    return self.open_reserved(paren, token, symbol);
                }
                let head = self.head_of(token, symbol);
                self.push_frame(FrameKind::Apply, head, paren.start, token.end);
                Ok(Step::Opened)
            }
            TokenKind::Quoted => {
                let symbol = self.symbol(token);
                let head = self.head_of(token, symbol);
                self.push_frame(FrameKind::Apply, head, paren.start, token.end);
                Ok(Step::Opened)
            }
            TokenKind::Open => self.open_compound(paren, token),
            _ => self.expected(token, "a function symbol after `(`"),
        }
    }

    #[inline]
    fn head_of(&mut self, token: Token, symbol: Symbol) -> Packed {
        match self.work.names.term(symbol) {
            Meaning::Op(op) => Packed::instance(op.0),
            Meaning::Fun(id) => Packed::fun(id),
            Meaning::Var(id) => Packed::var(id),
            Meaning::Nothing => self.unknown(token, symbol).0,
        }
    }

    /// A symbol that means nothing here.
    #[cold]
    fn unknown(&mut self, token: Token, symbol: Symbol) -> (Packed, SortId) {
        let opaque = (Packed::special(Head::Opaque), SortId::UNKNOWN);
        let name = self.script.symbols.name(symbol).to_string();
        if self.mode == super::Mode::Lenient {
            let negative = name
                .strip_prefix('-')
                .is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()));
            if token.kind == TokenKind::Symbol
                && negative
                && name[1..].bytes().all(|b| b.is_ascii_digit() || b == b'.')
            {
                let real = name.contains('.');
                return (opaque.0, if real { SortId::REAL } else { self.numeral });
            }
            return opaque;
        }
        let text = self.spelt(token).to_string();
        let symbols = &self.script.symbols;
        let known = self.work.names.known(false).map(|s| symbols.name(s));
        let near =
            super::suggest::nearest(&name, known).map(|n| gadfly_syntax::quoted(n).into_owned());
        let mut diagnostic =
            gadfly_syntax::Diagnostic::new(token.span(), format!("unknown symbol `{text}`"));
        if let Some(near) = near {
            diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        opaque
    }

    fn open_reserved(&mut self, paren: Token, token: Token, symbol: Symbol) -> Parsed<Step> {
        match symbol {
            words::LAMBDA | words::MATCH if self.work.names.term(symbol) != Meaning::Nothing => {
                let head = self.head_of(token, symbol);
                self.push_frame(FrameKind::Apply, head, paren.start, token.end);
                Ok(Step::Opened)
            }
            words::LET => {
                let pending = self.work.pending.len() as u32;
                self.push_frame(
                    FrameKind::LetBinding,
                    Packed::special(Head::Let),
                    paren.start,
                    pending,
                );
                self.expect(TokenKind::Open, "`(` before the bindings of `let`")?;
                self.next_binding(true)
            }
            words::FORALL => self.open_quantifier(paren, Head::Forall),
            words::EXISTS => self.open_quantifier(paren, Head::Exists),
            words::LAMBDA => self.open_quantifier(paren, Head::Lambda),
            words::BANG => {
                self.push_frame(
                    FrameKind::Annotation,
                    Packed::special(Head::Annotation),
                    paren.start,
                    0,
                );
                Ok(Step::Opened)
            }
            words::MATCH => {
                self.push_frame(
                    FrameKind::MatchSubject,
                    Packed::special(Head::Match),
                    paren.start,
                    0,
                );
                Ok(Step::Opened)
            }
            words::UNDERSCORE | words::AS => {
                let (mut head, sort, end) = self.identifier(symbol, token)?;
                let span = Span::new(paren.start, end);
                let sort = match sort {
                    Some(sort) => sort,
                    None => self.application_sort(&mut head, span, &[]),
                };
                self.push_leaf(head, sort, span);
                Ok(Step::Value)
            }
            _ => self.expected(token, "a term"),
        }
    }

    /// After `((`: `((_ f i) …)`, `((as f s) …)`, or a function that is a term.
    fn open_compound(&mut self, paren: Token, inner: Token) -> Parsed<Step> {
        let mut ahead = self.tokens.clone();
        let token = ahead.token();
        if token.kind == TokenKind::Symbol {
            let symbol = self.symbol(token);
            if symbol == words::UNDERSCORE || symbol == words::AS {
                self.tokens = ahead;
                let (head, sort, end) = self.identifier(symbol, token)?;
                if sort.is_some() {
                    return self.abort(Span::new(inner.start, end), "a literal takes no arguments");
                }
                self.push_frame(FrameKind::Apply, head, paren.start, end);
                return Ok(Step::Opened);
            }
        }
        self.push_frame(
            FrameKind::ApplyTerm,
            Packed::special(Head::Apply),
            paren.start,
            0,
        );
        self.open(inner)
    }

    /// The next binding of `let`, or its body.
    fn next_binding(&mut self, first: bool) -> Parsed<Step> {
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Open => {
                let (symbol, name) = self.expect_symbol("a variable")?;
                let pending = self.top_extra() as usize;
                if self.work.pending[pending..].len() < 64
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
            TokenKind::Close if first => {
                self.abort(token.span(), "a `let` binds at least one variable")
            }
            TokenKind::Close => self.open_let_body(),
            _ => self.expected(token, "`(` before a binding or `)` after the last"),
        }
    }

    fn top_extra(&self) -> u32 {
        self.work.frames.last().map_or(0, |f| f.extra)
    }

    fn open_let_body(&mut self) -> Parsed<Step> {
        let Some(frame) = self.work.frames.last().copied() else {
            return Err(Abort);
        };
        let pending = frame.extra as usize;
        let mark = self.work.names.mark();
        self.open_scope(ScopeKind::Let);
        for n in pending..self.work.pending.len() {
            let (symbol, _, name) = self.work.pending[n];
            let value = self.work.values[frame.base as usize + n - pending];
            let sort = self.script.sort(value);
            self.bind_var(symbol, sort, VarKind::Let(value), name);
        }
        self.work.pending.truncate(pending);
        self.close_scope_vars();
        if let Some(frame) = self.work.frames.last_mut() {
            frame.kind = FrameKind::Body;
            frame.extra = mark;
        }
        Ok(Step::Opened)
    }

    fn open_quantifier(&mut self, paren: Token, head: Head) -> Parsed<Step> {
        let mark = self.work.names.mark();
        self.push_frame(FrameKind::Body, Packed::special(head), paren.start, mark);
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
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Open => {
                    let (symbol, name) = self.expect_symbol("a variable")?;
                    let sort = self.sort()?;
                    self.expect(TokenKind::Close, "`)` after the variable's sort")?;
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
        self.script.scopes.push(crate::declared::Scope {
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
        self.script.vars.push(crate::declared::Var {
            symbol,
            sort,
            scope: self.scope,
            kind,
            name,
        });
        self.work.names.bind(symbol, Meaning::Var(id), sort);
    }

    /// What follows when a term is finished inside a frame that is no application.
    fn after_value(&mut self, kind: FrameKind) -> Parsed<Step> {
        match kind {
            FrameKind::LetBinding => {
                self.expect(TokenKind::Close, "`)` after the term of a `let` binding")?;
                self.next_binding(false)
            }
            FrameKind::Annotation => self.attributes(),
            FrameKind::MatchSubject => {
                self.expect(TokenKind::Open, "`(` before the cases of `match`")?;
                self.next_case()
            }
            FrameKind::MatchCase => {
                self.expect(TokenKind::Close, "`)` after the body of a case")?;
                self.leave_case();
                self.next_case()
            }
            _ => Ok(Step::Opened),
        }
    }

    /// `)`: the end of the innermost frame.
    #[inline]
    fn close(&mut self, paren: Token) -> Parsed<Step> {
        let Some(mut frame) = self.work.frames.pop() else {
            return self.expected(paren, "a term");
        };
        match frame.kind {
            FrameKind::Apply => {
                let sort = self.close_application(&mut frame, paren)?;
                self.push_node(&frame, sort, paren.end);
                Ok(Step::Value)
            }
            FrameKind::ApplyTerm => {
                let sort = self.apply_term_sort(&frame, paren)?;
                self.push_node(&frame, sort, paren.end);
                Ok(Step::Value)
            }
            FrameKind::Body => self.close_body(frame, paren),
            FrameKind::Pattern => self.attributes(),
            _ => self.expected(paren, "a term"),
        }
    }

    fn close_body(&mut self, frame: Frame, paren: Token) -> Parsed<Step> {
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
        let body = self.work.values[self.work.values.len() - 1];
        let sort = self.body_sort(&frame, body);
        self.work.names.undo(frame.extra);
        self.scope = frame.outer;
        self.push_node(&frame, sort, paren.end);
        Ok(Step::Value)
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
            if sorts.contains(&SortId::UNKNOWN) {
                return SortId::UNKNOWN;
            }
            return self
                .script
                .sorts
                .make(gadfly_catalog::signature::known::FUN, &[], &sorts);
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
    fn attributes(&mut self) -> Parsed<Step> {
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => {
                    let Some(frame) = self.work.frames.pop() else {
                        return Err(Abort);
                    };
                    let sort = self.script.sort(self.work.values[frame.base as usize]);
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
        match self.spelt(keyword) {
            ":pattern" => {
                let open = self.expect(TokenKind::Open, "`(` before the terms of a pattern")?;
                self.push_frame(
                    FrameKind::Pattern,
                    Packed::special(Head::Annotation),
                    open.start,
                    0,
                );
                Ok(true)
            }
            ":no-pattern" => {
                let term = self.term()?;
                self.work.values.push(term);
                Ok(false)
            }
            ":named" => {
                let (symbol, token) = self.expect_symbol("a name")?;
                let Some(frame) = self.work.frames.last() else {
                    return Err(Abort);
                };
                let term = self.work.values[frame.base as usize];
                let sort = self.script.sort(term);
                self.declare(symbol, token.span(), FunKind::Named(term), &[], sort);
                Ok(false)
            }
            _ => {
                self.attribute_value()?;
                Ok(false)
            }
        }
    }

    /// Skips the value of an attribute, if it has one.
    pub(super) fn attribute_value(&mut self) -> Parsed<()> {
        let mut ahead = self.tokens.clone();
        match ahead.token().kind {
            TokenKind::Keyword | TokenKind::Close | TokenKind::End => Ok(()),
            _ => self.skip_sexpr(),
        }
    }

    /// Skips one S-expression.
    pub(super) fn skip_sexpr(&mut self) -> Parsed<()> {
        let mut depth = 0usize;
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => return self.expected(token, "a value"),
                TokenKind::Close => depth -= 1,
                TokenKind::End | TokenKind::Bad(_) => return self.expected(token, "`)`"),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

pub(super) use super::applications::Memo;
