//! S-expressions as a flat list, for small texts such as theory files and solver output.

use crate::diagnostic::{Diagnostic, Span};
use crate::token::{Token, TokenKind, Tokenizer};

/// One node: an atom or a list; a list is followed by its contents.
#[derive(Clone, Copy, Debug)]
struct Item {
    kind: TokenKind,
    span: Span,
    /// Nodes of the subtree, itself included.
    size: u32,
}

/// All S-expressions of a text, flat, in the order of their opening.
#[derive(Clone, Debug)]
pub struct Sexprs<'a> {
    text: &'a str,
    items: Vec<Item>,
}

/// One S-expression of a text.
#[derive(Clone, Copy, Debug)]
pub struct Sexpr<'a, 't> {
    all: &'a Sexprs<'t>,
    at: usize,
}

impl<'a> Sexprs<'a> {
    /// Reads all of `text`.
    pub fn parse(text: &'a str) -> Result<Self, Diagnostic> {
        let mut items: Vec<Item> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut tokens = Tokenizer::new(text.as_bytes());
        loop {
            let Token { kind, start, end } = tokens.token();
            let span = Span::new(start, end);
            match kind {
                TokenKind::Open => {
                    open.push(items.len());
                    items.push(Item {
                        kind,
                        span,
                        size: 0,
                    });
                }
                TokenKind::Close => {
                    let Some(at) = open.pop() else {
                        return Err(Diagnostic::new(span, "this `)` closes nothing"));
                    };
                    items[at].size = (items.len() - at) as u32;
                    items[at].span.end = end;
                }
                TokenKind::Bad(fault) => return Err(Diagnostic::new(span, fault.message())),
                TokenKind::End => break,
                _ => items.push(Item {
                    kind,
                    span,
                    size: 1,
                }),
            }
        }
        match open.pop() {
            Some(at) => Err(Diagnostic::new(items[at].span, "this `(` is never closed")),
            None => Ok(Sexprs { text, items }),
        }
    }

    /// The S-expressions at the top.
    pub fn iter(&self) -> impl Iterator<Item = Sexpr<'_, 'a>> {
        Children {
            all: self,
            at: 0,
            end: self.items.len(),
        }
    }
}

struct Children<'a, 't> {
    all: &'a Sexprs<'t>,
    at: usize,
    end: usize,
}

impl<'a, 't> Iterator for Children<'a, 't> {
    type Item = Sexpr<'a, 't>;

    fn next(&mut self) -> Option<Sexpr<'a, 't>> {
        (self.at < self.end).then(|| {
            let at = self.at;
            self.at += self.all.items[at].size as usize;
            Sexpr { all: self.all, at }
        })
    }
}

impl<'a, 't> Sexpr<'a, 't> {
    fn item(self) -> Item {
        self.all.items[self.at]
    }

    /// Its kind; `Open` for a list.
    pub fn kind(self) -> TokenKind {
        self.item().kind
    }

    /// Whether it is a list.
    pub fn is_list(self) -> bool {
        self.kind() == TokenKind::Open
    }

    /// Where it stands.
    pub fn span(self) -> Span {
        self.item().span
    }

    /// Its text, as written.
    pub fn text(self) -> &'t str {
        &self.all.text[self.span().range()]
    }

    /// An atom's text without the bars or quotes around it; `None` for a list.
    pub fn atom(self) -> Option<&'t str> {
        let text = self.text();
        match self.kind() {
            TokenKind::Open => None,
            TokenKind::Quoted | TokenKind::String => text.get(1..text.len() - 1),
            _ => Some(text),
        }
    }

    /// What a list contains; nothing for an atom.
    pub fn items(self) -> impl Iterator<Item = Sexpr<'a, 't>> + use<'a, 't> {
        Children {
            all: self.all,
            at: self.at + 1,
            end: self.at + self.item().size as usize,
        }
    }

    /// The `n`-th element of a list.
    pub fn get(self, n: usize) -> Option<Sexpr<'a, 't>> {
        self.items().nth(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_atoms_and_faults() {
        let all = Sexprs::parse("(a (b |c d|) \"e\") f").unwrap();
        let top: Vec<_> = all.iter().collect();
        assert_eq!(top.len(), 2);
        assert_eq!(top[0].get(1).unwrap().get(1).unwrap().atom(), Some("c d"));
        assert_eq!(top[0].get(2).unwrap().atom(), Some("e"));
        assert_eq!(top[1].text(), "f");
        assert_eq!(
            Sexprs::parse("(a").unwrap_err().message,
            "this `(` is never closed"
        );
        assert_eq!(
            Sexprs::parse("a)").unwrap_err().message,
            "this `)` closes nothing"
        );
    }
}
