//! Making a script ready for mutation: what a mutant must not carry is left out.
//!
//! `set-logic` is written anew for each mutant; `set-info`, `get-…`, `echo`, options and names
//! (`:named`) would be stale or turn into errors. Numerals that a logic without integers reads as
//! reals are written as decimals, so that the text means the same in any logic.

use gadfly_syntax::{TokenKind, Tokenizer};
use gadfly_term::{CommandKind, FunKind, Head, Literal, NodeId, Script, SortId};
use std::ops::Range;

/// The prepared text of a script: one command a line, tokens one space apart.
pub fn prepare(script: &Script) -> String {
    let mut out = String::with_capacity(script.source().len());
    out.push_str("(set-logic ");
    out.push_str(&gadfly_term::infer_logic(script).to_string());
    out.push_str(")\n");
    let mut edited = String::new();
    for command in script.commands() {
        match command.kind {
            CommandKind::Exit => break,
            CommandKind::SetOption if !script.command_text(command).contains(":global-declarations") => continue,
            CommandKind::SetLogic
            | CommandKind::SetInfo
            | CommandKind::Echo
            | CommandKind::GetValue
            | CommandKind::Get
            | CommandKind::Other => continue,
            _ => {}
        }
        edited.clear();
        let nodes = script.command_nodes(command);
        let first = nodes.clone().next().map_or(0, |n| n.0);
        edit(script, first..first + nodes.len() as u32, command.span.range(), &mut edited);
        respace(&edited, &mut out);
        out.push('\n');
    }
    out
}

/// Copies a stretch of the source with names taken off terms and numerals of sort Real written as
/// decimals.
fn edit(script: &Script, nodes: Range<u32>, span: Range<usize>, out: &mut String) {
    let source = script.source();
    let mut cuts: Vec<(usize, usize, Option<NodeId>)> = Vec::new();
    for node in nodes.map(NodeId) {
        let at = script.span(node).range();
        match script.head(node) {
            Head::Literal(Literal::Numeral) if script.sort(node) == SortId::REAL => cuts.push((at.end, at.end, Some(node))),
            Head::Fun(fun) if matches!(script.fun(fun).kind, FunKind::Named(_)) => cuts.push((at.start, at.end, Some(node))),
            // An annotation without patterns says nothing that a mutant needs.
            Head::Annotation if script.args(node).len() == 1 => {
                let inner = script.span(script.args(node)[0]).range();
                cuts.push((at.start, inner.start, None));
                cuts.push((inner.end, at.end, None));
            }
            _ => {}
        }
    }
    cuts.sort_by_key(|&(start, end, _)| (start, end));
    let mut copied = span.start;
    for (start, end, node) in cuts {
        out.push_str(&source[copied..start]);
        copied = end;
        let Some(node) = node else { continue };
        match script.head(node) {
            Head::Fun(fun) => {
                if let FunKind::Named(term) = script.fun(fun).kind {
                    let nodes = term.0 + 1 - script.size(term)..term.0 + 1;
                    edit(script, nodes, script.span(term).range(), out);
                }
            }
            _ => out.push_str(".0"),
        }
    }
    out.push_str(&source[copied..span.end]);
}

/// Copies tokens one space apart, without comments.
fn respace(text: &str, out: &mut String) {
    let mut tokens = Tokenizer::new(text.as_bytes());
    let mut glue = true;
    loop {
        let token = tokens.token();
        match token.kind {
            TokenKind::End | TokenKind::Bad(_) => break,
            TokenKind::Open => {
                if !glue {
                    out.push(' ');
                }
                out.push('(');
                glue = true;
            }
            TokenKind::Close => {
                out.push(')');
                glue = false;
            }
            _ => {
                if !glue {
                    out.push(' ');
                }
                out.push_str(&text[token.start as usize..token.end as usize]);
                glue = false;
            }
        }
    }
}
