//! A layout for people: the same tokens and comments, with line breaks and indentation.

use crate::token::{TokenKind, Tokenizer};

/// Lines are broken to stay within this many columns.
const WIDTH: usize = 96;

/// Indentation stops growing here, so that a deep nest stays linear in size.
const MAX_INDENT: usize = 60;

/// One piece of text that is kept whole, and what it is.
struct Piece<'a> {
    text: &'a str,
    kind: PieceKind,
    /// For `(`: the length of the whole list on one line; otherwise of the text.
    flat: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PieceKind {
    Open,
    Close,
    Atom,
    Comment,
}

/// The text laid out: one command a line, longer ones broken and indented, comments kept.
pub fn pretty(text: &str) -> String {
    let pieces = measured(text);
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    // For each open list, whether its elements go on lines of their own.
    let mut broken: Vec<bool> = Vec::new();
    let mut column = 0;
    let mut previous = PieceKind::Close;
    for (n, piece) in pieces.iter().enumerate() {
        if piece.kind == PieceKind::Close {
            if previous == PieceKind::Comment {
                column = new_line(&mut out, broken.len().saturating_sub(1));
            }
            broken.pop();
        } else if n > 0 {
            let head = previous == PieceKind::Open;
            let own_line = broken.last().is_none_or(|b| *b && !head);
            if piece.kind == PieceKind::Comment || previous == PieceKind::Comment || own_line {
                column = new_line(&mut out, broken.len());
            } else if !head {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(piece.text);
        if piece.kind == PieceKind::Open {
            broken.push(column + piece.flat > WIDTH);
        }
        column += piece.text.len();
        previous = piece.kind;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

fn new_line(out: &mut String, depth: usize) -> usize {
    let indent = (2 * depth).min(MAX_INDENT);
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
    indent
}

fn measured(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut tokens = Tokenizer::new(text.as_bytes());
    let mut at = 0;
    loop {
        let token = tokens.token();
        comments(&text[at..token.start as usize], &mut pieces);
        at = token.end as usize;
        let spelt = &text[token.span().range()];
        let kind = match token.kind {
            TokenKind::End => return pieces,
            TokenKind::Open => {
                open.push(pieces.len());
                PieceKind::Open
            }
            TokenKind::Close => PieceKind::Close,
            _ => PieceKind::Atom,
        };
        let mut length = spelt.len() + usize::from(kind != PieceKind::Close);
        if kind == PieceKind::Close
            && let Some(start) = open.pop()
        {
            pieces[start].flat += 1;
            length = pieces[start].flat;
        }
        if kind != PieceKind::Open
            && let Some(parent) = open.last()
        {
            pieces[*parent].flat += length;
        }
        pieces.push(Piece {
            text: spelt,
            kind,
            flat: length,
        });
    }
}

/// The comments between two tokens.
fn comments<'a>(blank: &'a str, pieces: &mut Vec<Piece<'a>>) {
    for line in blank.lines().map(str::trim).filter(|l| l.starts_with(';')) {
        pieces.push(Piece {
            text: line,
            kind: PieceKind::Comment,
            flat: WIDTH,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_long_lists_and_keeps_comments() {
        let long = "x".repeat(50);
        let text = format!("; first\n(assert (and {long} ; why\n  {long}))(check-sat)");
        let want =
            format!("; first\n(assert\n  (and\n    {long}\n    ; why\n    {long}))\n(check-sat)\n");
        assert_eq!(pretty(&text), want);
        assert_eq!(pretty(&want), want);
    }
}
