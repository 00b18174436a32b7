//! Making a script ready for mutation: what a mutant must not carry is left out.
//!
//! `set-logic` is written anew for each mutant; `set-info`, `get-…`, `echo`, options and names
//! (`:named`) would be stale or turn into errors. Objectives stay, for solvers that have them. Numerals that a logic without integers reads as
//! reals are written as decimals, so that the text means the same in any logic. What the only question of a
//! script assumes is asserted: it is the same question, and more can be done with it.

use crate::analysis::asks_once;
use gadfly_syntax::{TokenKind, Tokenizer};
use gadfly_term::{CommandKind, FunKind, Head, Literal, NodeId, Script, SortId};
use std::ops::Range;

/// The first line while a script is mutated: the logic it needs is known at the end.
pub(crate) const ANY_LOGIC: &str = "(set-logic ALL)\n";

/// The prepared text of a script: one command a line, tokens one space apart.
pub fn prepare(script: &Script) -> String {
    let mut out = String::with_capacity(script.source().len());
    out.push_str(ANY_LOGIC);
    let mut edited = String::new();
    let mut declared = out.len();
    let flat = asks_once(script);
    let mut objectives = String::new();
    for command in script.commands() {
        match command.kind {
            CommandKind::Exit => break,
            // A tactic of one solver answers the same question.
            CommandKind::CheckSatUsing => {
                out.push_str(&std::mem::take(&mut objectives));
                out.push_str("(check-sat)\n");
                continue;
            }
            CommandKind::CheckSatAssuming if flat => {
                for &term in script.command_terms(command) {
                    assert(script, term, &mut out);
                }
                out.push_str(&std::mem::take(&mut objectives));
                out.push_str("(check-sat)\n");
                continue;
            }
            CommandKind::SetOption
                if !script
                    .command_text(command)
                    .contains(":global-declarations") =>
            {
                continue;
            }
            CommandKind::SetLogic
            | CommandKind::SetInfo
            | CommandKind::Echo
            | CommandKind::GetValue
            | CommandKind::Get
            | CommandKind::Rule
            | CommandKind::Query
            | CommandKind::SynthFun
            | CommandKind::Constraint
            | CommandKind::Other => continue,
            _ => {}
        }
        edited.clear();
        edit(
            script,
            script.command_nodes(command),
            command.span.range(),
            &mut edited,
        );
        let mut line = String::with_capacity(edited.len() + 1);
        respace(&edited, &mut line);
        line.push('\n');
        // Declarations go before assertions, so that any term may stand in any assertion, and
        // objectives behind them: what is made of the assertions alone leaves both ends as they are.
        match command.kind {
            kind if flat && kind.is_objective() => objectives.push_str(&line),
            CommandKind::CheckSat if flat => {
                out.push_str(&std::mem::take(&mut objectives));
                out.push_str(&line);
            }
            CommandKind::Assert => out.push_str(&line),
            _ if flat => {
                out.insert_str(declared, &line);
                declared += line.len();
            }
            _ => out.push_str(&line),
        }
    }
    out
}

/// A term as an assertion.
fn assert(script: &Script, term: NodeId, out: &mut String) {
    let mut edited = String::from("(assert ");
    let span = script.span(term).range();
    edit(script, script.subterm(term), span, &mut edited);
    edited.push(')');
    respace(&edited, out);
    out.push('\n');
}

/// Copies a stretch of the source with names taken off terms and numerals of sort Real written as
/// decimals.
fn edit(
    script: &Script,
    nodes: impl Iterator<Item = NodeId>,
    span: Range<usize>,
    out: &mut String,
) {
    let source = script.source();
    let mut cuts: Vec<(usize, usize, Option<NodeId>)> = Vec::new();
    for node in nodes {
        let at = script.span(node).range();
        match script.head(node) {
            Head::Literal(Literal::Numeral) if script.sort(node) == SortId::REAL => {
                cuts.push((at.end, at.end, Some(node)))
            }
            Head::Fun(fun) if matches!(script.fun(fun).kind, FunKind::Named(_)) => {
                cuts.push((at.start, at.end, Some(node)))
            }
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
                    let nodes: Box<dyn Iterator<Item = NodeId>> = Box::new(script.subterm(term));
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

#[cfg(test)]
mod tests {
    use super::prepare;
    use gadfly_catalog::Catalog;
    use gadfly_term::{Mode, Parser};

    fn prepared(text: &str) -> String {
        let script = Parser::new(&Catalog::builtin(), Mode::Default).parse(text);
        prepare(&script.unwrap())
    }

    #[test]
    fn what_the_only_question_assumes_is_asserted() {
        let text = "(declare-const p Bool)(assert (! p :named n))(check-sat-assuming (n (= p  true)))(get-model)";
        assert_eq!(
            prepared(text),
            "(set-logic ALL)\n(declare-const p Bool)\n(assert p)\n(assert p)\n(assert (= p true))\n(check-sat)\n"
        );
        let twice = "(declare-const p Bool)(check-sat-assuming (p))(check-sat)";
        assert!(prepared(twice).contains("(check-sat-assuming (p))"));
        let scoped = "(declare-const p Bool)(push 1)(check-sat-assuming (p))";
        assert!(prepared(scoped).contains("(check-sat-assuming (p))"));
    }
}
