//! Datatypes: the standard form, and the older one that z3 and old files use.

use super::names::{Meaning, SortMeaning};
use super::{Parsed, Run};
use crate::declared::FunKind;
use crate::ids::{DeclaredSortId, FunId, SortId};
use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol, Token, TokenKind};

impl Run<'_> {
    /// `(declare-datatype T ((c …) …))`
    pub(super) fn declare_datatype(&mut self) -> Parsed<()> {
        let (symbol, name) = self.expect_symbol("the name of a datatype")?;
        let open = self.expect(TokenKind::Open, "`(` before the constructors")?;
        // The arity is only known once `par` has been read.
        let mut ahead = self.tokens.clone();
        let mut arity = 0;
        if self.is_par(ahead.token()) && ahead.token().kind == TokenKind::Open {
            arity = ahead
                .by_ref()
                .take_while(|t| t.kind != TokenKind::Close)
                .count() as u16;
        }
        let id = self.new_sort(symbol, name.span(), arity, true);
        self.datatype_body(id, open)?;
        self.close_command()
    }

    fn close_command(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Close, "`)` at the end of the command")
            .map(|_| ())
    }

    fn is_par(&mut self, token: Token) -> bool {
        token.kind == TokenKind::Symbol && self.symbol(token) == words::PAR
    }

    /// `(declare-datatypes ((T n) …) (… …))`, or the older `(declare-datatypes (X …) ((T c …) …))`.
    pub(super) fn declare_datatypes(&mut self) -> Parsed<()> {
        self.expect(TokenKind::Open, "`(` before the names of the datatypes")?;
        if self.tokens.clone().token().kind != TokenKind::Open {
            return self.old_datatypes();
        }
        let mut ids = Vec::new();
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => break,
                TokenKind::Open => {
                    let (symbol, name) = self.expect_symbol("the name of a datatype")?;
                    let number = self.expect(
                        TokenKind::Numeral,
                        "the number of the datatype's parameters",
                    )?;
                    let arity = gadfly_syntax::numeral_value(self.spelt(number))
                        .filter(|n| *n < 1000)
                        .unwrap_or(0) as u16;
                    self.expect(TokenKind::Close, "`)` after the number of parameters")?;
                    ids.push(self.new_sort(symbol, name.span(), arity, true));
                }
                _ => {
                    return self
                        .expected(token, "`(` before a datatype's name or `)` after the last");
                }
            }
        }
        self.expect(TokenKind::Open, "`(` before the datatypes")?;
        for id in ids {
            let open = self.expect(
                TokenKind::Open,
                "`(` before the constructors: there are as many lists as names",
            )?;
            self.datatype_body(id, open)?;
        }
        self.expect(
            TokenKind::Close,
            "`)`: there are as many lists of constructors as names",
        )?;
        self.close_command()
    }

    /// After `(`: constructors up to `)`, or `par (X …) (constructors))`.
    fn datatype_body(&mut self, id: DeclaredSortId, open: Token) -> Parsed<()> {
        let mark = self.work.names.mark();
        let mut params = Vec::new();
        let par = self.tokens.clone().token();
        let has_par = self.is_par(par);
        if has_par {
            self.tokens.token();
            self.expect(TokenKind::Open, "`(` before the parameters")?;
            params = self.sort_params()?;
            self.expect(TokenKind::Open, "`(` before the constructors")?;
        }
        let arity = self.script.declared_sorts[id.index()].arity as usize;
        if params.len() != arity {
            self.error(
                open.span(),
                format!("this datatype has {arity} parameters, not {}", params.len()),
            );
        }
        let constructors = self.constructors(&[])?;
        if has_par {
            self.expect(TokenKind::Close, "`)` after `par`")?;
        }
        self.work.names.undo(mark);
        self.finish_datatype(id, &params, constructors)
    }

    /// The older form: parameters for all, then each datatype with its name.
    fn old_datatypes(&mut self) -> Parsed<()> {
        let outer = self.work.names.mark();
        let params = self.sort_params()?;
        self.expect(TokenKind::Open, "`(` before the datatypes")?;
        let ids = self.old_names(params.len() as u16)?;
        // Inside, a datatype's name alone stands for it with the same parameters.
        let mark = self.work.names.mark();
        let mut bodies = Vec::new();
        if !params.is_empty() {
            for &(_, symbol) in &ids {
                let SortMeaning::Constructor(n) = self.work.names.sort(symbol) else {
                    continue;
                };
                let sort = self.script.sorts.make(n, &[], &params);
                self.work.names.bind_sort(symbol, SortMeaning::Sort(sort));
            }
        }
        for _ in &ids {
            self.expect(TokenKind::Open, "`(` before a datatype")?;
            self.expect_symbol("the name of a datatype")?;
            bodies.push(self.constructors(&[])?);
        }
        self.expect(TokenKind::Close, "`)` after the datatypes")?;
        self.close_command()?;
        self.work.names.undo(mark);
        let names: Vec<(Symbol, SortMeaning)> = ids
            .iter()
            .map(|(_, s)| (*s, self.work.names.sort(*s)))
            .collect();
        self.work.names.undo(outer);
        for (symbol, meaning) in names {
            self.work.names.bind_sort(symbol, meaning);
        }
        for ((id, _), constructors) in ids.into_iter().zip(bodies) {
            self.finish_datatype(id, &params, constructors)?;
        }
        Ok(())
    }

    /// Looks ahead over the older form's datatypes for their names.
    fn old_names(&mut self, arity: u16) -> Parsed<Vec<(DeclaredSortId, Symbol)>> {
        let here = self.tokens.clone();
        let mut ids = Vec::new();
        let mut depth = 0usize;
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Open if depth == 0 => {
                    let (symbol, name) = self.expect_symbol("the name of a datatype")?;
                    ids.push((self.new_sort(symbol, name.span(), arity, true), symbol));
                    depth = 1;
                }
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => break,
                TokenKind::Close => depth -= 1,
                TokenKind::End | TokenKind::Bad(_) => return self.expected(token, "`)`"),
                _ => {}
            }
        }
        self.tokens = here;
        Ok(ids)
    }

    /// Constructors up to `)`: `c`, `(c)` or `(c (s S) …)`.
    fn constructors(&mut self, _params: &[SortId]) -> Parsed<Vec<ConstructorText>> {
        let mut constructors = Vec::new();
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => break,
                TokenKind::Symbol | TokenKind::Quoted => {
                    let symbol = self.symbol(token);
                    constructors.push(ConstructorText {
                        symbol,
                        span: token.span(),
                        fields: Vec::new(),
                    });
                }
                TokenKind::Open => {
                    let (symbol, name) = self.expect_symbol("a constructor")?;
                    let fields = self.fields()?;
                    constructors.push(ConstructorText {
                        symbol,
                        span: name.span(),
                        fields,
                    });
                }
                _ => return self.expected(token, "a constructor or `)`"),
            }
        }
        Ok(constructors)
    }

    fn fields(&mut self) -> Parsed<Vec<(Symbol, Span, SortId)>> {
        let mut fields = Vec::new();
        loop {
            let token = self.tokens.token();
            match token.kind {
                TokenKind::Close => return Ok(fields),
                TokenKind::Open => {
                    let (symbol, name) = self.expect_symbol("a selector")?;
                    let sort = self.sort()?;
                    self.expect(TokenKind::Close, "`)` after the selector's sort")?;
                    fields.push((symbol, name.span(), sort));
                }
                // z3 knows its testers by an attribute of old files.
                TokenKind::Keyword => self.attribute_value()?,
                _ => return self.expected(token, "`(` before a selector or `)` after the last"),
            }
        }
    }

    /// Declares constructors, testers and selectors.
    fn finish_datatype(
        &mut self,
        id: DeclaredSortId,
        params: &[SortId],
        constructors: Vec<ConstructorText>,
    ) -> Parsed<()> {
        if constructors.is_empty() {
            let span = Span::new(self.tokens.pos().saturating_sub(1), self.tokens.pos());
            self.error(span, "a datatype has at least one constructor");
        }
        let start = self.script.sort_lists.len() as u32;
        self.script.sort_lists.extend_from_slice(params);
        let sort_params = start..self.script.sort_lists.len() as u32;
        self.script.declared_sorts[id.index()].params = sort_params.clone();
        let SortMeaning::Constructor(n) = self
            .work
            .names
            .sort(self.script.declared_sorts[id.index()].symbol)
        else {
            return Ok(());
        };
        let sort = self.script.sorts.make(n, &[], params);
        for (number, text) in constructors.into_iter().enumerate() {
            let made = self.constructor(id, sort, number as u32, &text);
            for fun in &mut self.script.funs[made.index()..] {
                fun.sort_params = sort_params.clone();
            }
            if !params.is_empty() {
                self.work
                    .names
                    .bind(text.symbol, Meaning::Fun(made), SortId::UNKNOWN);
            }
        }
        Ok(())
    }

    fn constructor(
        &mut self,
        datatype: DeclaredSortId,
        sort: SortId,
        number: u32,
        text: &ConstructorText,
    ) -> FunId {
        let sorts: Vec<SortId> = text.fields.iter().map(|f| f.2).collect();
        let id = self.declare(
            text.symbol,
            text.span,
            FunKind::Constructor(datatype, number),
            &sorts,
            sort,
        );
        self.script.declared_sorts[datatype.index()]
            .constructors
            .push(id);
        // The tester stands right behind its constructor; `is-c` is its older name.
        let older_name = format!("is-{}", self.script.symbols.name(text.symbol));
        let tester = self.script.symbols.intern(older_name.as_bytes());
        let taken = self.work.names.term(tester);
        self.add_fun(tester, FunKind::Tester(id), &[sort], SortId::BOOL, taken);
        if taken != Meaning::Nothing {
            let mut mark = self.work.names.mark();
            mark -= 1;
            self.work.names.undo(mark);
        }
        for (n, (symbol, span, field)) in text.fields.iter().enumerate() {
            self.declare(
                *symbol,
                *span,
                FunKind::Selector(id, n as u32),
                &[sort],
                *field,
            );
        }
        id
    }
}

/// A constructor as written.
struct ConstructorText {
    symbol: Symbol,
    span: Span,
    fields: Vec<(Symbol, Span, SortId)>,
}
