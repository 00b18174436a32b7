//! Finite sets as z3 has them from 5.0.0 on: a sort of another name, other names of operators, and fewer
//! arguments. What catalogue and scripts say is cvc5's language.

use crate::express::symbol_in;
use gadfly_profile::Dialect;
use gadfly_syntax::{TokenKind, Tokenizer};
use gadfly_term::{Edits, Head, NodeId, Script, SortKind, Span};

/// The sort's name in the catalogue.
pub(crate) const SORT: &str = "Set";

/// Whether a release has finite sets under a name of its own, and a script has any that are meant.
pub(crate) fn are_there(dialect: &Dialect, script: &Script) -> bool {
    let is_set = |sort| matches!(script.sort_kind(sort), SortKind::Set(_));
    dialect.rename.contains_key(SORT)
        && script.sorts().any(is_set)
        && !script.nodes().any(|id| is_array_like(script, id))
}

/// z3 itself has sets that are arrays to `Bool`, of the name that cvc5's sets have.
fn is_array_like(script: &Script, id: NodeId) -> bool {
    let Head::Op(op) = script.head(id) else {
        return false;
    };
    let set = script.args(id).first().copied();
    matches!(script.op_name(op), "select" | "store" | "intersect")
        && set.is_some_and(|set| matches!(script.sort_kind(script.sort(set)), SortKind::Set(_)))
}

/// Says an operator that has no counterpart in other words; false where it has one.
pub(crate) fn say(
    dialect: &Dialect,
    script: &Script,
    id: NodeId,
    name: &str,
    edits: &mut Edits<'_>,
) -> bool {
    let args = script.args(id);
    let own = |name: &str| dialect.rename.get(name).cloned().unwrap_or_default();
    let Some(symbol) = symbol_in(script, script.span(id), name) else {
        return false;
    };
    let span = |arg: &NodeId| script.span(*arg);
    let mut insert = |at: u32, text: String| edits.replace_span(Span::new(at, at), text);
    let end = script.span(id).end - 1;
    match (name, args) {
        ("set.insert", [elements @ .., _]) => {
            for element in elements.iter().map(span) {
                insert(element.start, format!("({} ", own("set.singleton")));
                insert(element.end, ")".into());
            }
            edits.replace_span(symbol, own("set.union"));
        }
        ("set.is_empty", [set]) => {
            let sort = sort_text(dialect, &script.sort_text(script.sort(*set)));
            insert(end, format!(" (as {} {sort})", own("set.empty")));
            edits.replace_span(symbol, "=");
        }
        ("set.is_singleton", [set]) => {
            insert(span(set).start, format!("({} ", own("set.card")));
            insert(span(set).end, ") 1".into());
            edits.replace_span(symbol, "=");
        }
        ("set.minus", [first, middle @ .., _]) if !middle.is_empty() => {
            let before = format!("({} ", own("set.minus")).repeat(middle.len());
            insert(span(first).start, before);
            for set in middle {
                insert(span(set).end, ")".into());
            }
            edits.replace_span(symbol, own("set.minus"));
        }
        _ => return false,
    }
    true
}

/// A sort with the release's name for sets.
fn sort_text(dialect: &Dialect, sort: &str) -> String {
    let own = dialect.rename.get(SORT).map_or(SORT, String::as_str);
    replaced(sort, |symbol| (symbol == SORT).then_some(own))
}

/// A model or a value of such a release, in the catalogue's words.
pub(crate) fn to_standard(dialect: &Dialect, text: &str) -> Option<String> {
    let own = dialect.rename.get(SORT)?;
    let sets = dialect
        .rename
        .iter()
        .filter(|(name, _)| name.starts_with("set.") || *name == SORT);
    let back: Vec<(&str, &str)> = sets
        .map(|(name, own)| (own.as_str(), name.as_str()))
        .collect();
    text.contains(own.as_str()).then(|| {
        replaced(text, |symbol| {
            let found = back.iter().find(|(own, _)| *own == symbol);
            found.map(|(_, name)| *name)
        })
    })
}

/// A text with other symbols.
fn replaced<'a>(text: &str, other: impl Fn(&str) -> Option<&'a str>) -> String {
    let mut tokens = Tokenizer::at(text.as_bytes(), 0);
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    loop {
        let token = tokens.token();
        if token.kind == TokenKind::End {
            out.push_str(&text[at..]);
            return out;
        }
        let range = token.span().range();
        if token.kind == TokenKind::Symbol
            && let Some(new) = other(&text[range.clone()])
        {
            out.push_str(&text[at..range.start]);
            out.push_str(new);
            at = range.end;
        }
    }
}
