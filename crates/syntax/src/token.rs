//! The tokenizer: one pass over bytes, no allocation, and a fault instead of a panic.

use crate::bytes::{IN_SYMBOL, START, Start, in_symbol};
use crate::diagnostic::Span;

/// The kinds of tokens of SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A simple symbol, reserved words included.
    Symbol,
    /// A symbol between bars; the span includes the bars.
    Quoted,
    /// A keyword; the span includes the colon.
    Keyword,
    /// `42`
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2a`
    Hex,
    /// `#b101`
    Binary,
    /// A string literal; the span includes the quotes.
    String,
    /// The end of the text.
    End,
    /// Not a token.
    Bad(Fault),
}

/// Why some bytes are not a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A string literal that never ends.
    UnterminatedString,
    /// A quoted symbol that never ends.
    UnterminatedQuoted,
    /// `#` without binary or hexadecimal digits behind it.
    Hash,
    /// A number that runs into a letter, as in `12ab`.
    Number,
    /// A colon with no name behind it.
    Keyword,
    /// A byte that begins no token.
    Byte(u8),
}

impl Fault {
    /// What to tell a person about it.
    pub fn message(self) -> String {
        match self {
            Fault::UnterminatedString => {
                "this string literal is never closed; expected `\"`".into()
            }
            Fault::UnterminatedQuoted => "this quoted symbol is never closed; expected `|`".into(),
            Fault::Hash => {
                "expected binary digits after `#b` or hexadecimal digits after `#x`".into()
            }
            Fault::Number => {
                "a number must end before a letter; quote the symbol with `|` if it is one".into()
            }
            Fault::Keyword => "expected a name after `:`".into(),
            Fault::Byte(b) if b.is_ascii_graphic() => {
                format!("unexpected character `{}`", b as char)
            }
            Fault::Byte(b) if b >= 0x80 => {
                "a character outside ASCII may stand only in comments, strings and quoted symbols"
                    .into()
            }
            Fault::Byte(b) => format!("unexpected byte 0x{b:02x}"),
        }
    }
}

/// A token and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// Where it stands.
    pub fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }
}

/// Reads tokens from a text of less than 4 GiB.
#[derive(Clone, Debug)]
pub struct Tokenizer<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> Tokenizer<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a [u8]) -> Self {
        Tokenizer {
            bytes: text,
            pos: 0,
        }
    }

    /// Starts at byte `pos` of `text`.
    pub fn at(text: &'a [u8], pos: u32) -> Self {
        Tokenizer {
            bytes: text,
            pos: pos as usize,
        }
    }

    /// Where the next token is looked for.
    #[inline]
    pub fn pos(&self) -> u32 {
        self.pos as u32
    }

    /// Goes on at byte `pos`.
    #[inline(always)]
    pub fn seek(&mut self, pos: u32) {
        self.pos = pos as usize;
    }

    /// The text being read.
    #[inline]
    pub fn text(&self) -> &'a [u8] {
        self.bytes
    }

    /// The next token; `End` for ever at the end.
    pub fn token(&mut self) -> Token {
        self.token_inline()
    }

    /// The next token, for the innermost loops: the code is put in place.
    #[inline(always)]
    pub fn token_inline(&mut self) -> Token {
        loop {
            let start = self.pos;
            let Some(&first) = self.bytes.get(start) else {
                return Token {
                    kind: TokenKind::End,
                    start: start as u32,
                    end: start as u32,
                };
            };
            let kind = match START[first as usize] {
                Start::Space => {
                    self.pos = start + 1;
                    continue;
                }
                Start::Open => {
                    self.pos = start + 1;
                    TokenKind::Open
                }
                Start::Close => {
                    self.pos = start + 1;
                    TokenKind::Close
                }
                Start::Symbol => {
                    self.pos = self.symbol_end(start + 1);
                    TokenKind::Symbol
                }
                Start::Digit => self.number(start),
                Start::Comment => {
                    self.skip_comment(start);
                    continue;
                }
                other => self.rare(start, other),
            };
            return Token {
                kind,
                start: start as u32,
                end: self.pos as u32,
            };
        }
    }

    #[inline(always)]
    fn symbol_end(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(&b) = self.bytes.get(at) {
            if !IN_SYMBOL[b as usize] {
                break;
            }
            at += 1;
        }
        at
    }

    #[inline(never)]
    fn skip_comment(&mut self, start: usize) {
        self.pos = match memchr::memchr(b'\n', &self.bytes[start..]) {
            Some(n) => start + n + 1,
            None => self.bytes.len(),
        };
    }

    #[inline(never)]
    fn number(&mut self, start: usize) -> TokenKind {
        let mut at = self.digits(start + 1);
        let mut kind = TokenKind::Numeral;
        if self.bytes.get(at) == Some(&b'.')
            && self.bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
        {
            at = self.digits(at + 2);
            kind = TokenKind::Decimal;
        }
        if self.bytes.get(at).is_some_and(|&b| in_symbol(b)) {
            at = self.symbol_end(at);
            kind = TokenKind::Bad(Fault::Number);
        }
        self.pos = at;
        kind
    }

    #[inline]
    fn digits(&self, from: usize) -> usize {
        let mut at = from;
        while self.bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    }

    /// Strings, quoted symbols, keywords, `#…` and what is no token at all.
    #[inline(never)]
    fn rare(&mut self, start: usize, first: Start) -> TokenKind {
        match first {
            Start::String => self.string(start),
            Start::Bar => self.quoted(start),
            Start::Colon => {
                self.pos = self.symbol_end(start + 1);
                if self.pos > start + 1 {
                    TokenKind::Keyword
                } else {
                    TokenKind::Bad(Fault::Keyword)
                }
            }
            Start::Hash => self.hash(start),
            _ => {
                let byte = self.bytes[start];
                self.pos = start + 1;
                // A whole character, so that a span never cuts one in two.
                while self
                    .bytes
                    .get(self.pos)
                    .is_some_and(|&b| byte >= 0x80 && (b & 0xc0) == 0x80)
                {
                    self.pos += 1;
                }
                TokenKind::Bad(Fault::Byte(byte))
            }
        }
    }

    fn string(&mut self, start: usize) -> TokenKind {
        let mut at = start + 1;
        loop {
            match memchr::memchr(b'"', &self.bytes[at..]) {
                None => {
                    self.pos = self.bytes.len();
                    return TokenKind::Bad(Fault::UnterminatedString);
                }
                Some(n) if self.bytes.get(at + n + 1) == Some(&b'"') => at += n + 2,
                Some(n) => {
                    self.pos = at + n + 1;
                    return TokenKind::String;
                }
            }
        }
    }

    fn quoted(&mut self, start: usize) -> TokenKind {
        match memchr::memchr(b'|', &self.bytes[start + 1..]) {
            Some(n) => {
                self.pos = start + n + 2;
                TokenKind::Quoted
            }
            None => {
                self.pos = self.bytes.len();
                TokenKind::Bad(Fault::UnterminatedQuoted)
            }
        }
    }

    fn hash(&mut self, start: usize) -> TokenKind {
        self.pos = self.symbol_end(start + 1);
        let digits = self.bytes.get(start + 2..self.pos).unwrap_or(&[]);
        match self.bytes.get(start + 1) {
            Some(b'b') if !digits.is_empty() && digits.iter().all(|b| matches!(b, b'0' | b'1')) => {
                TokenKind::Binary
            }
            Some(b'x') if !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit) => {
                TokenKind::Hex
            }
            _ => TokenKind::Bad(Fault::Hash),
        }
    }
}

impl Iterator for Tokenizer<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        let token = self.token_inline();
        (token.kind != TokenKind::End).then_some(token)
    }
}
