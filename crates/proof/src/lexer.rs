//! The tokens of a proof. A number may have a sign and a denominator, so SMT-LIB's own tokens do
//! not do.

/// A token, with its text where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// A symbol, number or bit-vector literal, as written; a quoted symbol without its bars.
    Atom(&'a str),
    /// A quoted symbol, without its bars.
    Quoted(&'a str),
    /// A string literal, without its quotes.
    Text(&'a str),
    /// The end.
    End,
}

/// Reads tokens.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// The line that is being read, from 1.
    pub(crate) fn line(&self) -> usize {
        let read = &self.text.as_bytes()[..self.at.min(self.text.len())];
        1 + read.iter().filter(|b| **b == b'\n').count()
    }

    /// The next token without taking it.
    pub(crate) fn peek(&self) -> Result<Token<'a>, String> {
        self.clone().next()
    }

    /// The next token.
    pub(crate) fn next(&mut self) -> Result<Token<'a>, String> {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                Some(b';') => {
                    let rest = &bytes[self.at..];
                    let line = rest.iter().position(|b| *b == b'\n');
                    self.at += line.unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        let start = self.at;
        match bytes.get(start) {
            None => Ok(Token::End),
            Some(b'(') => {
                self.at += 1;
                Ok(Token::Open)
            }
            Some(b')') => {
                self.at += 1;
                Ok(Token::Close)
            }
            Some(b'"') => self.string(start + 1),
            Some(b'|') => {
                let rest = &bytes[start + 1..];
                let end = rest.iter().position(|b| *b == b'|');
                let end = end.ok_or("a quoted symbol is never closed")?;
                self.at = start + end + 2;
                Ok(Token::Quoted(&self.text[start + 1..start + 1 + end]))
            }
            Some(_) => {
                let rest = &bytes[start..];
                let ends = |b: &u8| {
                    matches!(
                        b,
                        b' ' | b'\n' | b'\t' | b'\r' | b'(' | b')' | b';' | b'"' | b'|'
                    )
                };
                self.at = start + rest.iter().position(ends).unwrap_or(rest.len());
                Ok(Token::Atom(&self.text[start..self.at]))
            }
        }
    }

    fn string(&mut self, start: usize) -> Result<Token<'a>, String> {
        let bytes = self.text.as_bytes();
        let mut at = start;
        loop {
            match (bytes.get(at), bytes.get(at + 1)) {
                (None, _) => return Err("a string literal is never closed".to_owned()),
                (Some(b'"'), Some(b'"')) => at += 2,
                (Some(b'"'), _) => {
                    self.at = at + 1;
                    return Ok(Token::Text(&self.text[start..at]));
                }
                _ => at += 1,
            }
        }
    }

    /// Takes an opening parenthesis.
    pub(crate) fn open(&mut self) -> Result<(), String> {
        self.expect(Token::Open, "(")
    }

    /// Takes a closing parenthesis.
    pub(crate) fn close(&mut self) -> Result<(), String> {
        self.expect(Token::Close, ")")
    }

    fn expect(&mut self, wanted: Token<'_>, name: &str) -> Result<(), String> {
        match self.next()? {
            token if token == wanted => Ok(()),
            token => Err(format!("expected `{name}`, found {}", describe(token))),
        }
    }

    /// Takes a symbol.
    pub(crate) fn symbol(&mut self) -> Result<&'a str, String> {
        match self.next()? {
            Token::Atom(text) | Token::Quoted(text) => Ok(text),
            token => Err(format!("expected a name, found {}", describe(token))),
        }
    }
}

/// A token in words.
pub(crate) fn describe(token: Token<'_>) -> String {
    match token {
        Token::Open => "`(`".to_owned(),
        Token::Close => "`)`".to_owned(),
        Token::Atom(text) | Token::Quoted(text) => {
            format!("`{}`", text.chars().take(60).collect::<String>())
        }
        Token::Text(_) => "a string".to_owned(),
        Token::End => "the end of the proof".to_owned(),
    }
}
