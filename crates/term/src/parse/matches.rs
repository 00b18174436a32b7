//! `match`: cases, their patterns and their scopes.

use super::frames::{Frame, FrameKind, Step};
use super::names::Meaning;
use super::{Abort, Mode, Parsed, Run};
use crate::declared::{FunKind, ScopeKind, VarKind};
use crate::ids::{FunId, SortId};
use crate::resolve;
use gadfly_syntax::{Span, Symbol, Token, TokenKind};

impl Run<'_> {
    /// The next case of a `match`, or its end.
    pub(super) fn next_case(&mut self) -> Parsed<Step> {
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Open => self.open_case(),
            TokenKind::Close => {
                let paren = self.expect(TokenKind::Close, "`)` after the cases of `match`")?;
                let Some(frame) = self.work.frames.pop() else {
                    return Err(Abort);
                };
                let Some(first) = self.work.values.get(frame.base as usize + 1) else {
                    return self.abort(paren.span(), "a `match` has at least one case");
                };
                let sort = first.sort;
                self.check_cases(&frame, sort);
                self.work.binders.pop();
                self.push_node(&frame, sort, paren.end);
                Ok(Step::Value)
            }
            _ => self.expected(token, "`(` before a case or `)` after the last"),
        }
    }

    /// All cases of a `match` have the sort of the first.
    fn check_cases(&mut self, frame: &Frame, sort: SortId) {
        let bodies = self.work.values[frame.base as usize + 1..].to_vec();
        for body in bodies {
            if !resolve::fits(sort, body.sort) && !resolve::fits(body.sort, sort) {
                let (a, b) = (self.sort_text(sort), self.sort_text(body.sort));
                let span = self.script.span(body.node);
                self.error(
                    span,
                    format!("this case has sort {b}, but the first has {a}"),
                );
            }
        }
    }

    fn open_case(&mut self) -> Parsed<Step> {
        let Some(frame) = self.work.frames.last().copied() else {
            return Err(Abort);
        };
        let subject = self.work.values[frame.base as usize].sort;
        let mark = self.work.names.mark();
        let token = self.tokens.token();
        match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => {
                let symbol = self.symbol(token);
                match self.constructor_named(symbol) {
                    Some(id) if self.script.funs[id.index()].params.is_empty() => {
                        self.open_scope(ScopeKind::Case(Some(id)))
                    }
                    _ => {
                        self.open_scope(ScopeKind::Case(None));
                        self.bind_var(symbol, subject, VarKind::Pattern, token.span());
                    }
                }
            }
            TokenKind::Open => {
                let (symbol, name) = self.expect_symbol("a constructor")?;
                let id = self.constructor_named(symbol);
                self.open_scope(ScopeKind::Case(id));
                self.pattern_vars(id, subject, name)?;
            }
            _ => return self.expected(token, "a pattern"),
        }
        self.close_scope_vars();
        self.enter(FrameKind::MatchCase, mark);
        Ok(Step::Opened)
    }

    fn constructor_named(&self, symbol: Symbol) -> Option<FunId> {
        match self.work.names.term(symbol) {
            Meaning::Fun(id)
                if matches!(self.script.funs[id.index()].kind, FunKind::Constructor(..)) =>
            {
                Some(id)
            }
            _ => None,
        }
    }

    fn pattern_vars(
        &mut self,
        constructor: Option<FunId>,
        subject: SortId,
        name: Token,
    ) -> Parsed<()> {
        let mut sorts = Vec::new();
        if let Some(id) = constructor {
            let params = self.script.sort_params(id).to_vec();
            let mut bound = vec![SortId::UNKNOWN; params.len()];
            let result = self.script.funs[id.index()].result;
            if !resolve::bind_params(&self.script.sorts, result, subject, &params, &mut bound) {
                let text = self.sort_text(subject);
                self.error(name.span(), format!("this is not a constructor of {text}"));
            }
            sorts = self.script.params(id).to_vec();
            for sort in &mut sorts {
                *sort = self.script.sorts.substitute(*sort, &params, &bound);
            }
        } else if self.mode != Mode::Lenient {
            let text = self.spelt(name).to_string();
            self.error(
                name.span(),
                format!("`{text}` is not a constructor of a datatype"),
            );
        }
        let mut count = 0;
        let end = loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Symbol | TokenKind::Quoted => {
                    let symbol = self.symbol(token);
                    let sort = sorts.get(count).copied().unwrap_or(SortId::UNKNOWN);
                    self.bind_var(symbol, sort, VarKind::Pattern, token.span());
                    count += 1;
                }
                TokenKind::Close => break token,
                _ => return self.expected(token, "a variable or `)`"),
            }
        };
        if constructor.is_some() && count != sorts.len() {
            self.error(
                Span::new(name.start, end.end),
                format!("this constructor has {} fields, not {count}", sorts.len()),
            );
        }
        Ok(())
    }
}
