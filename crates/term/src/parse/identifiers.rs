//! Identifiers in parentheses: `(_ f i)`, `(as f S)`, literals and datatype heads among them.

use super::memo::Memo;
use super::names::Meaning;
use super::{Mode, Parsed, Run};
use crate::declared::FunKind;
use crate::head::{Head, Literal, Packed, Unpacked};
use crate::ids::{FunId, SortId};
use crate::resolve;
use crate::script::Instance;
use crate::sort::SortKind;
use gadfly_catalog::signature::MAX_INDEX;
use gadfly_catalog::{OpId, words};
use gadfly_syntax::{Diagnostic, Span, Symbol, Token, TokenKind, Tokenizer};

impl Run<'_> {
    /// The rest of `(_ …)` or `(as …)`: the head, its sort if it is a literal or a constant with
    /// its sort given, and where it ends.
    pub(super) fn identifier(
        &mut self,
        word: Symbol,
        token: Token,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        if word == words::UNDERSCORE {
            self.indexed(SortId::UNKNOWN)
        } else {
            self.qualified(token)
        }
    }

    /// After `(_`.
    fn indexed(&mut self, qualifier: SortId) -> Parsed<(Packed, Option<SortId>, u32)> {
        let (symbol, name) = match self.quick_symbol() {
            Some((symbol, name)) if symbol.0 >= words::RESERVED => {
                self.tokens.seek(name.end);
                (Some(symbol), name)
            }
            _ => (None, self.tokens.token_inline()),
        };
        if self.is_bitvec_literal(name) {
            return self.bitvec_literal(name);
        }
        let symbol = match symbol {
            Some(symbol) => symbol,
            None => self.as_name(name, "an identifier after `_`")?,
        };
        let start = self.script.instance_indices.len();
        let end = loop {
            let token = self.tokens.token_inline();
            match token.kind {
                TokenKind::Close => break token,
                TokenKind::Numeral | TokenKind::Symbol | TokenKind::Quoted | TokenKind::Hex => {
                    let index = self.index(token);
                    self.script.instance_indices.push(index);
                }
                TokenKind::Open if self.mode == Mode::Lenient => {
                    let text = self.text;
                    let mut ahead = self.tokens.clone();
                    std::mem::swap(&mut ahead, &mut self.tokens);
                    self.tokens = Tokenizer::at(text, token.start);
                    self.skip_sexpr()?;
                    let written = self
                        .script
                        .symbols
                        .intern(&text[token.start as usize..self.tokens.pos() as usize]);
                    self.script
                        .instance_indices
                        .push(written.0 | (MAX_INDEX + 1));
                }
                _ => return self.expected(token, "an index or `)`"),
            }
        };
        if self.script.instance_indices.len() == start && self.mode != Mode::Lenient {
            return self.abort(end.span(), "expected an index after the name");
        }
        self.indexed_head(symbol, name, start, end, qualifier)
    }

    fn indexed_head(
        &mut self,
        symbol: Symbol,
        name: Token,
        start: usize,
        end: Token,
        qualifier: SortId,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        match symbol {
            words::IS | words::UPDATE | words::UPDATE_FIELD
                if self.script.instance_indices.len() > start =>
            {
                let index = self.script.instance_indices[start];
                self.script.instance_indices.truncate(start);
                return self.datatype_head(symbol, name, index, end);
            }
            words::CHAR | words::CHAR_LEGACY if self.script.instance_indices.len() == start + 1 => {
                self.script.instance_indices.truncate(start);
                // A string of one character in SMT-LIB, a character in z3.
                let lenient = self.mode == Mode::Lenient;
                let sort = if lenient {
                    SortId::UNKNOWN
                } else {
                    SortId::STRING
                };
                return Ok((Packed::literal(Literal::Char), Some(sort), end.end));
            }
            _ => {}
        }
        let Meaning::Op(op) = self.work.names.term(symbol) else {
            self.script.instance_indices.truncate(start);
            return Ok(match self.work.names.term(symbol) {
                Meaning::Nothing => (self.unknown_indexed(name, symbol), None, end.end),
                _ if self.mode == Mode::Lenient => (Packed::special(Head::Opaque), None, end.end),
                _ => {
                    let text = self.spelt(name).to_string();
                    self.error(name.span(), format!("`{text}` takes no indices"));
                    (Packed::special(Head::Opaque), None, end.end)
                }
            });
        };
        Ok((self.instance(op, start, qualifier), None, end.end))
    }

    fn unknown_indexed(&mut self, name: Token, symbol: Symbol) -> Packed {
        if self.mode != Mode::Lenient && !self.said_enough() {
            let text = self.spelt(name).to_string();
            let symbols = &self.script.symbols;
            let near = gadfly_vocabulary::nearest(
                symbols.name(symbol),
                self.work.names.known(false).map(|s| symbols.name(s)),
            );
            let help = near.map(|n| format!("did you mean `{n}`?"));
            let mut diagnostic =
                Diagnostic::new(name.span(), format!("unknown indexed symbol `{text}`"));
            diagnostic.help = help;
            self.report(diagnostic);
        }
        Packed::special(Head::Opaque)
    }

    /// The instance of an operator with the indices listed from `start` on.
    fn instance(&mut self, op: OpId, start: usize, qualifier: SortId) -> Packed {
        let slot = Memo::instance_slot(op, &self.script.instance_indices[start..], qualifier);
        let guess = self.work.memo.instances[slot];
        let script = &mut *self.script;
        let plain = script.plain;
        let indices = &script.instance_indices[start..];
        // The guess is nearly always right; else one of the latest; else it is made (perhaps again).
        let same = |i: &Instance| {
            let from = i.indices_start as usize;
            i.op == op
                && i.qualifier == qualifier
                && &script.instance_indices[from..from + i.indices_len as usize] == indices
        };
        let guessed = guess.checked_sub(plain);
        let guessed = guessed.and_then(|own| script.instances.get(own as usize));
        if guessed.is_some_and(same) {
            script.instance_indices.truncate(start);
            return Packed::instance(guess);
        }
        let recent = script.instances.len().saturating_sub(64);
        if let Some(n) = script.instances[recent..].iter().rposition(same) {
            script.instance_indices.truncate(start);
            let known = plain + (recent + n) as u32;
            self.work.memo.instances[slot] = known;
            return Packed::instance(known);
        }
        let len = (script.instance_indices.len() - start) as u32;
        let made = plain + script.instances.len() as u32;
        script.instances.push(Instance {
            op,
            indices_start: start as u32,
            indices_len: len,
            qualifier,
        });
        self.work.memo.instances[slot] = made;
        Packed::instance(made)
    }

    /// Whether this is `bv42`.
    #[inline]
    fn is_bitvec_literal(&self, name: Token) -> bool {
        let text = &self.text[name.span().range()];
        name.kind == TokenKind::Symbol
            && text.len() > 2
            && text.starts_with(b"bv")
            && text[2..].iter().all(u8::is_ascii_digit)
    }

    /// The rest of `(_ bv42 8)`.
    fn bitvec_literal(&mut self, name: Token) -> Parsed<(Packed, Option<SortId>, u32)> {
        let token = self.tokens.token_inline();
        if token.kind != TokenKind::Numeral {
            return self.expected(token, "the width of the bit-vector");
        }
        let width = self.width(token)?;
        let end = self.tokens.token_inline();
        if end.kind != TokenKind::Close {
            return self.expected(end, "`)`");
        }
        if self.mode == Mode::Standard
            && !value_fits(
                &self.text[name.start as usize + 2..name.end as usize],
                width,
            )
        {
            let text = self.spelt(name).to_string();
            self.error(
                name.span(),
                format!("`{text}` does not fit into {width} bits"),
            );
        }
        let sort = self.script.sorts.bitvec(width);
        Ok((Packed::literal(Literal::BitVec), Some(sort), end.end))
    }

    /// After `(as`: an identifier and its sort.
    fn qualified(&mut self, _word: Token) -> Parsed<(Packed, Option<SortId>, u32)> {
        let token = self.tokens.token();
        let (symbol, indices) = match token.kind {
            TokenKind::Symbol | TokenKind::Quoted => (self.symbol(token), None),
            TokenKind::Open => {
                self.expect(TokenKind::Symbol, "`_`")?;
                let (head, sort, _) = self.indexed(SortId::UNKNOWN)?;
                (Symbol(0), Some((head, sort)))
            }
            _ => return self.expected(token, "an identifier after `as`"),
        };
        let sort = self.sort()?;
        let end = self.expect(TokenKind::Close, "`)` after the sort")?;
        if let Some((head, known)) = indices {
            let head = self.requalified(head, sort);
            return Ok((head, known, end.end));
        }
        match self.work.names.term(symbol) {
            Meaning::Op(op) => {
                let start = self.script.instance_indices.len();
                Ok((self.instance(op, start, sort), None, end.end))
            }
            Meaning::Fun(id) => self.qualified_fun(id, sort, Span::new(token.start, end.end)),
            Meaning::Var(id) => Ok((
                Packed::var(id),
                Some(self.script.vars[id.index()].sort),
                end.end,
            )),
            Meaning::Nothing if self.is_field_literal(token, sort) => {
                Ok((Packed::literal(Literal::FiniteField), Some(sort), end.end))
            }
            Meaning::Nothing if self.mode == Mode::Lenient => {
                Ok((Packed::special(Head::Opaque), Some(sort), end.end))
            }
            Meaning::Nothing => {
                let text = self.spelt(token).to_string();
                self.error(token.span(), format!("unknown symbol `{text}`"));
                Ok((Packed::special(Head::Opaque), None, end.end))
            }
        }
    }

    fn is_field_literal(&self, token: Token, sort: SortId) -> bool {
        let digits = self.spelt(token).strip_prefix("ff").unwrap_or_default();
        let digits = digits.strip_prefix('-').unwrap_or(digits);
        !digits.is_empty()
            && digits.bytes().all(|b| b.is_ascii_digit())
            && matches!(self.script.sorts.kind(sort), SortKind::FiniteField(_))
    }

    fn requalified(&mut self, head: Packed, qualifier: SortId) -> Packed {
        let Unpacked::Instance(n) = head.unpack() else {
            return head;
        };
        let script = &mut *self.script;
        let made = script.plain + script.instances.len() as u32;
        script.instances.push(Instance {
            qualifier,
            ..script.instance(n)
        });
        Packed::instance(made)
    }

    /// `(as nil (List Int))`: a constant, or the head of an application to come.
    fn qualified_fun(
        &mut self,
        id: FunId,
        sort: SortId,
        span: Span,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        let mut tried = Meaning::Fun(id);
        while let Meaning::Fun(id) = tried {
            let fun = &self.script.funs[id.index()];
            if self.gives(id, sort) {
                let constant = fun.params.is_empty();
                return Ok((Packed::fun(id), constant.then_some(sort), span.end));
            }
            tried = Meaning::unpack(fun.older);
        }
        let result = self.script.funs[id.index()].result;
        let (is, not) = (self.sort_text(result), self.sort_text(sort));
        self.error(span, format!("this function gives {is}, not {not}"));
        Ok((Packed::special(Head::Opaque), Some(sort), span.end))
    }

    /// Whether a function's result can be of a sort.
    fn gives(&self, id: FunId, sort: SortId) -> bool {
        let params = self.script.sort_params(id);
        let mut bound = vec![SortId::UNKNOWN; params.len()];
        let result = self.script.funs[id.index()].result;
        resolve::bind_params(&self.script.sorts, result, sort, params, &mut bound)
    }

    /// `(_ is c)` and `(_ update s)`.
    fn datatype_head(
        &mut self,
        word: Symbol,
        name: Token,
        index: u32,
        end: Token,
    ) -> Parsed<(Packed, Option<SortId>, u32)> {
        let target = Symbol(index & MAX_INDEX);
        let meaning = if index > MAX_INDEX {
            self.work.names.term(target)
        } else {
            Meaning::Nothing
        };
        let mut found = if let Meaning::Fun(id) = meaning {
            Some(id)
        } else {
            None
        };
        while let Some(id) = found {
            let kind = self.script.funs[id.index()].kind;
            match (word, kind) {
                (words::IS, FunKind::Constructor(..)) => {
                    // The tester stands right behind its constructor.
                    return Ok((Packed::fun(FunId(id.0 + 1)), None, end.end));
                }
                (words::UPDATE | words::UPDATE_FIELD, FunKind::Selector(..)) => {
                    return Ok((Packed::update(id), None, end.end));
                }
                _ => {}
            }
            found = match Meaning::unpack(self.script.funs[id.index()].older) {
                Meaning::Fun(older) => Some(older),
                _ => None,
            };
        }
        if self.mode != Mode::Lenient {
            let what = if word == words::IS {
                "constructor"
            } else {
                "selector"
            };
            let text = self.script.index_text(index);
            self.error(
                Span::new(name.start, end.start),
                format!("`{text}` is not a {what} of a datatype"),
            );
        }
        Ok((Packed::special(Head::Opaque), None, end.end))
    }
}

/// Whether a decimal number fits into `width` bits, without big numbers: exact for short digits,
/// by length for long ones that are clearly shorter.
fn value_fits(digits: &[u8], width: u32) -> bool {
    let value = std::str::from_utf8(digits)
        .ok()
        .and_then(|d| d.parse::<u128>().ok());
    match value {
        Some(value) => width >= 128 || value < 1 << width,
        None => digits.len() as u64 * 332 / 100 <= width as u64 + 4,
    }
}
