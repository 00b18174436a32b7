//! Tokens of a script: reading what is expected, and saying what was found instead.

use super::{Parsed, Run};
use gadfly_catalog::signature::MAX_INDEX;
use gadfly_catalog::words;
use gadfly_syntax::{Symbol, Token, TokenKind};

impl Run<'_> {
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
    pub(super) fn plain_symbol(&mut self, token: Token) -> Symbol {
        self.script
            .symbols
            .intern_at(self.text, token.start as usize, token.end as usize)
    }

    /// The known short symbol that comes next, perhaps after one blank, as a token. The tokenizer
    /// stays where it is.
    #[inline(always)]
    pub(super) fn quick_symbol(&self) -> Option<(Symbol, Token)> {
        let pos = self.tokens.pos() as usize;
        let start = pos + usize::from(self.text.get(pos) == Some(&b' '));
        let (symbol, end) = self.script.symbols.quick(self.text, start)?;
        let token = Token {
            kind: TokenKind::Symbol,
            start: start as u32,
            end: end as u32,
        };
        Some((symbol, token))
    }

    /// The numeral that comes next, perhaps after one blank, if a blank or `)` follows it.
    #[inline(always)]
    pub(super) fn quick_numeral(&self) -> Option<Token> {
        let pos = self.tokens.pos() as usize;
        let start = pos + usize::from(self.text.get(pos) == Some(&b' '));
        let mut end = start;
        while self.text.get(end).is_some_and(u8::is_ascii_digit) {
            end += 1;
        }
        let ends = end > start && matches!(self.text.get(end), Some(b' ' | b')'));
        ends.then_some(Token {
            kind: TokenKind::Numeral,
            start: start as u32,
            end: end as u32,
        })
    }

    /// The symbol without bars that comes next, if one does. The tokenizer stays where it is.
    #[inline]
    pub(super) fn peek_symbol(&mut self) -> Option<(Symbol, Token)> {
        if let Some(found) = self.quick_symbol() {
            return Some(found);
        }
        let token = self.tokens.clone().token();
        (token.kind == TokenKind::Symbol).then(|| (self.plain_symbol(token), token))
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
        Ok((self.as_name(token, what)?, token))
    }

    /// The symbol that a token spells, if it may be a name.
    pub(super) fn as_name(&mut self, token: Token, what: &str) -> Parsed<Symbol> {
        if !matches!(token.kind, TokenKind::Symbol | TokenKind::Quoted) {
            return self.expected(token, what);
        }
        let symbol = self.symbol(token);
        let reserved = if self.mode == super::Mode::Standard {
            words::RESERVED
        } else {
            words::NEVER_NAMES
        };
        if token.kind == TokenKind::Symbol && symbol.0 < reserved {
            return self.expected(token, &format!("{what} (this word is reserved)"));
        }
        Ok(symbol)
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

    /// An index: a small number as it is, anything else as a symbol.
    pub(super) fn index(&mut self, token: Token) -> u32 {
        if token.kind == TokenKind::Numeral
            && let Some(n) = self.small(token).filter(|n| *n <= MAX_INDEX)
        {
            return n;
        }
        self.symbol(token).0 | (MAX_INDEX + 1)
    }

    /// The value of a numeral of up to nine digits, and of some longer ones.
    #[inline]
    fn small(&self, token: Token) -> Option<u32> {
        let digits = &self.text[token.span().range()];
        if digits.len() > 9 {
            return gadfly_syntax::numeral_value(self.spelt(token));
        }
        Some(digits.iter().fold(0, |n, d| 10 * n + (d - b'0') as u32))
    }

    pub(super) fn width(&mut self, token: Token) -> Parsed<u32> {
        match self.small(token) {
            Some(0) => self.abort(token.span(), "a bit-vector has at least one bit"),
            Some(n) if n <= MAX_INDEX => Ok(n),
            _ => self.abort(token.span(), "this width is too large"),
        }
    }
}
