//! Capture-avoiding substitution, as text.

use crate::head::Head;
use crate::ids::{NodeId, VarId};
use crate::script::Script;
use gadfly_syntax::{Span, TokenKind, Tokenizer, quoted};
use rustc_hash::{FxHashMap, FxHashSet};

impl Script {
    /// The text of the subterm `root` with each leaf that has one of the heads (a variable bound
    /// outside, or a constant) replaced by the text beside it. A variable bound inside `root`
    /// whose name occurs in a replacement is renamed, so that nothing is captured.
    pub fn substitute(&self, root: NodeId, replacements: &[(Head, &str)]) -> String {
        let by_head: FxHashMap<Head, &str> = replacements.iter().copied().collect();
        let names: FxHashSet<&str> = replacements
            .iter()
            .flat_map(|(_, text)| symbols_of(text))
            .collect();
        let renamed = self.captured(root, &names);
        let mut changes: Vec<(Span, String)> = Vec::new();
        for (var, name) in &renamed {
            changes.push((self.var(*var).name, quoted(name).into_owned()));
        }
        for node in self.subterm(root).filter(|n| self.args(*n).is_empty()) {
            let head = self.head(node);
            if let Some(text) = by_head.get(&head) {
                changes.push((self.span(node), text.to_string()));
            } else if let Head::Var(var) = head
                && let Some(name) = renamed.get(&var)
            {
                changes.push((self.span(node), quoted(name).into_owned()));
            }
        }
        crate::edits::splice(self.source(), self.span(root), changes)
    }

    /// The variables bound inside `root` under one of `names`, and fresh names for them.
    fn captured(&self, root: NodeId, names: &FxHashSet<&str>) -> FxHashMap<VarId, String> {
        let mut renamed = FxHashMap::default();
        let mut taken: FxHashSet<String> = names.iter().map(|n| n.to_string()).collect();
        let span = self.span(root);
        let outer = self.scope(root);
        // Scopes are numbered in the order of their opening: those inside `root` come after its own.
        for scope in &self.scopes[outer.index() + 1..] {
            for var in scope.vars() {
                let data = self.var(var);
                if data.name.start >= span.end {
                    return renamed;
                }
                let name = self.name(data.symbol);
                if span.contains(data.name) && names.contains(name) {
                    let fresh = (2..)
                        .map(|n| format!("{name}_{n}"))
                        .find(|n| self.symbol(n).is_none() && !taken.contains(n));
                    let fresh = fresh.unwrap_or_default();
                    taken.insert(fresh.clone());
                    renamed.insert(var, fresh);
                }
            }
        }
        renamed
    }
}

/// The symbols in a text, without bars.
fn symbols_of(text: &str) -> impl Iterator<Item = &str> {
    Tokenizer::new(text.as_bytes()).filter_map(move |t| match t.kind {
        TokenKind::Symbol => text.get(t.span().range()),
        TokenKind::Quoted => text.get(t.start as usize + 1..t.end as usize - 1),
        _ => None,
    })
}
