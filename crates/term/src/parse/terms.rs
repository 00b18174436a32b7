//! Terms: a stack of open applications and binders, and a stack of finished arguments.

use super::frames::{FrameKind, Step};
use super::names::{Meaning, NOTHING};
use super::{Abort, Mode, Parsed, Run};
use crate::declared::FunKind;
use crate::head::{Head, Literal, Packed};
use crate::ids::{FunId, NodeId, SortId};
use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol, Token, TokenKind};

impl Run<'_> {
    /// Reads one term.
    pub(super) fn term(&mut self) -> Parsed<NodeId> {
        let floor = self.work.frames.len();
        let token = self.tokens.token();
        self.term_from(token, floor)
    }

    /// Reads the term that begins with `token`; `floor` frames are open outside it.
    ///
    /// This is the innermost loop: what is frequent (plain symbols, applications of known symbols)
    /// is done in place, everything else is a call.
    pub(super) fn term_from(&mut self, first: Token, floor: usize) -> Parsed<NodeId> {
        let mut token = first;
        // Whether the innermost frame is an application, so that a finished term is its argument.
        let mut applying = false;
        loop {
            let mut step = Step::Value;
            match token.kind {
                TokenKind::Symbol => {
                    let symbol = self.plain_symbol(token);
                    let (meaning, sort) = self.work.names.plain_term(symbol);
                    if sort != SortId::UNKNOWN {
                        self.push_leaf(Packed(meaning), sort, token.span());
                    } else {
                        self.constant(token, symbol)?;
                    }
                }
                TokenKind::Open => {
                    step = self.open(token)?;
                }
                TokenKind::Close if applying => self.close_application(token)?,
                TokenKind::Close => {
                    if self.work.frames.len() == floor {
                        return self.expected(token, "a term");
                    }
                    step = self.close(token)?;
                }
                TokenKind::Numeral => {
                    let head = Packed::literal(Literal::Numeral);
                    self.push_leaf(head, self.numeral, token.span());
                }
                _ => self.rare_atom(token)?,
            }
            if !(applying && step == Step::Value && token.kind != TokenKind::Close) {
                while step == Step::Value && self.work.frames.len() > floor {
                    let kind = self.work.frames[self.work.frames.len() - 1].kind;
                    if kind == FrameKind::Apply {
                        break;
                    }
                    step = self.after_value(kind)?;
                }
                let open = &self.work.frames[floor..];
                if step == Step::Value && open.is_empty() {
                    return self.work.values.pop().map(|v| v.node).ok_or(Abort);
                }
                applying = open.last().is_some_and(|f| f.kind == FrameKind::Apply);
            }
            if applying {
                self.quick_leaves();
            }
            token = self.tokens.token_inline();
        }
    }

    /// Arguments that are numerals or known and plain symbols, as long as they come.
    #[inline(always)]
    fn quick_leaves(&mut self) {
        loop {
            if let Some(token) = self.quick_numeral() {
                self.tokens.seek(token.end);
                let head = Packed::literal(Literal::Numeral);
                self.push_leaf(head, self.numeral, token.span());
                continue;
            }
            let Some((symbol, token)) = self.quick_symbol() else {
                return;
            };
            let (meaning, sort) = self.work.names.plain_term(symbol);
            if sort == SortId::UNKNOWN {
                return;
            }
            self.tokens.seek(token.end);
            self.push_leaf(Packed(meaning), sort, token.span());
        }
    }

    /// Constants that are not plain: operators, functions as values, unknown and reserved words.
    #[inline(never)]
    fn constant(&mut self, token: Token, symbol: Symbol) -> Parsed<()> {
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
                let constructs = matches!(fun.kind, FunKind::Constructor(..));
                let clear = fun.sort_params.is_empty() || !constructs;
                match (fun.params.is_empty(), clear) {
                    (true, true) => (Packed::fun(id), fun.result),
                    (true, false) => {
                        self.constant_of_unknown_sort(token, id);
                        return Ok(());
                    }
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
        Ok(())
    }

    /// A parametric constructor such as `nil`, whose sort only `as` could tell.
    #[cold]
    fn constant_of_unknown_sort(&mut self, token: Token, id: FunId) {
        let name = self.spelt(token).to_string();
        if self.mode != Mode::Lenient {
            self.error(
                token.span(),
                format!("the sort of `{name}` is not clear here; write (as {name} SORT)"),
            );
        }
        self.push_leaf(Packed::fun(id), SortId::UNKNOWN, token.span());
    }

    /// A function standing alone is a value of a function sort (higher-order logics).
    fn function_value(&mut self, token: Token, id: FunId) -> SortId {
        let fun = self.script.funs[id.index()].clone();
        if self.mode == Mode::Standard || !fun.sort_params.is_empty() {
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
    #[inline(never)]
    fn rare_atom(&mut self, token: Token) -> Parsed<()> {
        let digits = (token.end - token.start).saturating_sub(2);
        let (literal, sort) = match token.kind {
            TokenKind::Decimal => (Literal::Decimal, SortId::REAL),
            TokenKind::Hex => (
                Literal::Hex,
                self.script.sorts.bitvec(digits.saturating_mul(4)),
            ),
            TokenKind::Binary => (Literal::Binary, self.script.sorts.bitvec(digits)),
            TokenKind::String => (Literal::String, SortId::STRING),
            TokenKind::Quoted => {
                let symbol = self.symbol(token);
                return self.constant(token, symbol);
            }
            _ => return self.expected(token, "a term"),
        };
        self.push_leaf(Packed::literal(literal), sort, token.span());
        Ok(())
    }

    /// After `(`: an application, a binder, or an identifier with indices or a sort.
    #[inline(always)]
    fn open(&mut self, paren: Token) -> Parsed<Step> {
        if let Some((symbol, token)) = self.quick_symbol() {
            let (meaning, _) = self.work.names.plain_term(symbol);
            self.tokens.seek(token.end);
            if meaning == NOTHING {
                return self.open_symbol(paren, token, symbol);
            }
            self.push_frame(FrameKind::Apply, Packed(meaning), paren.start);
            return Ok(Step::Opened);
        }
        let token = self.tokens.token_inline();
        if token.kind == TokenKind::Symbol {
            let symbol = self.plain_symbol(token);
            let (meaning, _) = self.work.names.plain_term(symbol);
            if meaning != NOTHING {
                let head = Packed(meaning);
                self.push_frame(FrameKind::Apply, head, paren.start);
                return Ok(Step::Opened);
            }
        }
        self.open_other(paren, token)
    }

    /// After `(`: what is not the application of a known symbol.
    #[inline(never)]
    fn open_other(&mut self, paren: Token, token: Token) -> Parsed<Step> {
        match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => {
                let symbol = self.symbol(token);
                self.open_symbol(paren, token, symbol)
            }
            TokenKind::Open => self.open_compound(paren, token),
            _ => self.expected(token, "a function symbol after `(`"),
        }
    }

    /// After `(` and a symbol: a reserved word, or the application of what is no plain name.
    #[inline(never)]
    fn open_symbol(&mut self, paren: Token, token: Token, symbol: Symbol) -> Parsed<Step> {
        if symbol.0 < words::RESERVED && token.kind == TokenKind::Symbol {
            return self.open_reserved(paren, token, symbol);
        }
        let head = self.head_of(token, symbol);
        self.push_frame(FrameKind::Apply, head, paren.start);
        Ok(Step::Opened)
    }

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
        if self.mode == Mode::Lenient {
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
        if self.said_enough() {
            return opaque;
        }
        let text = self.spelt(token).to_string();
        let symbols = &self.script.symbols;
        let known = self.work.names.known(false).map(|s| symbols.name(s));
        let near =
            gadfly_vocabulary::nearest(&name, known).map(|n| gadfly_syntax::quoted(n).into_owned());
        let mut diagnostic =
            gadfly_syntax::Diagnostic::new(token.span(), format!("unknown symbol `{text}`"));
        if let Some(digits) = name
            .strip_prefix('-')
            .filter(|d| d.starts_with(|c: char| c.is_ascii_digit()))
        {
            diagnostic = diagnostic.with_help(format!("a negative number is written (- {digits})"));
        } else if let Some(near) = near {
            diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
        }
        self.report(diagnostic);
        opaque
    }

    fn open_reserved(&mut self, paren: Token, token: Token, symbol: Symbol) -> Parsed<Step> {
        match symbol {
            words::LET => {
                let pending = self.work.pending.len() as u32;
                self.push_binder(
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
                );
                Ok(Step::Opened)
            }
            words::MATCH => {
                self.push_binder(
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
        if let Some((symbol, token)) = self.peek_symbol()
            && (symbol == words::UNDERSCORE || symbol == words::AS)
        {
            self.tokens.seek(token.end);
            let (head, sort, end) = self.identifier(symbol, token)?;
            if sort.is_some() {
                return self.abort(Span::new(inner.start, end), "a literal takes no arguments");
            }
            self.push_frame(FrameKind::Apply, head, paren.start);
            return Ok(Step::Opened);
        }
        self.push_frame(
            FrameKind::ApplyTerm,
            Packed::special(Head::Apply),
            paren.start,
        );
        self.open(inner)
    }

    /// What follows when a term is finished inside a frame that is no application.
    fn after_value(&mut self, kind: FrameKind) -> Parsed<Step> {
        match kind {
            FrameKind::LetBinding => {
                let token = self.tokens.token_inline();
                if token.kind != TokenKind::Close {
                    return self.expected(token, "`)` after the term of a `let` binding");
                }
                self.next_binding(false)
            }
            FrameKind::Annotation => self.attributes(),
            FrameKind::NoPattern => {
                self.work.frames.pop();
                self.attributes()
            }
            FrameKind::MatchSubject => {
                self.expect(TokenKind::Open, "`(` before the cases of `match`")?;
                self.next_case()
            }
            FrameKind::MatchCase => {
                self.expect(TokenKind::Close, "`)` after the body of a case")?;
                self.leave();
                self.next_case()
            }
            _ => Ok(Step::Opened),
        }
    }

    /// `)`: the end of the innermost frame.
    #[inline(never)]
    fn close(&mut self, paren: Token) -> Parsed<Step> {
        let Some(frame) = self.work.frames.last().copied() else {
            return self.expected(paren, "a term");
        };
        match frame.kind {
            FrameKind::Apply => self.close_application(paren)?,
            FrameKind::ApplyTerm => {
                self.work.frames.pop();
                let sort = self.apply_term_sort(&frame, paren)?;
                self.push_node(&frame, sort, paren.end);
            }
            FrameKind::Body => {
                self.work.frames.pop();
                self.close_body(frame, paren)?;
            }
            FrameKind::Pattern => {
                self.work.frames.pop();
                return self.attributes();
            }
            _ => return self.expected(paren, "a term"),
        }
        Ok(Step::Value)
    }
}
