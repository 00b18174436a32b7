//! What a script is made of, in numbers.

use crate::command::{Command, CommandKind};
use crate::head::Head;
use crate::ids::SortId;
use crate::script::Script;
use gadfly_syntax::{Sexprs, TokenKind};
use std::collections::BTreeMap;

impl Script {
    /// How often each operator of the catalogue occurs, by name.
    pub fn operator_counts(&self) -> BTreeMap<&str, usize> {
        let mut counts = vec![0; self.catalog.ops().len()];
        for node in self.nodes() {
            if let Head::Op(op) = self.head(node) {
                counts[op.0 as usize] += 1;
            }
        }
        let ops = self.catalog.ops().iter().zip(counts);
        ops.filter(|(_, n)| *n > 0)
            .map(|(op, n)| (op.name.as_str(), n))
            .collect()
    }

    /// How many terms of each sort occur, by the sort's text.
    pub fn sort_counts(&self) -> BTreeMap<String, usize> {
        let mut counts = vec![0; self.sorts.len()];
        for node in self.nodes() {
            counts[self.sort(node).index()] += 1;
        }
        let sorts = counts.into_iter().enumerate().filter(|(_, n)| *n > 0);
        sorts
            .map(|(sort, n)| (self.sort_text(SortId(sort as u32)), n))
            .collect()
    }

    /// The longest path from a term's root to a leaf, in nodes.
    pub fn depth(&self) -> u32 {
        let mut depths = vec![1u32; self.len()];
        for node in self.nodes() {
            let below = self
                .args(node)
                .iter()
                .map(|a| depths[a.index()])
                .max()
                .unwrap_or(0);
            depths[node.index()] = below + 1;
        }
        depths.into_iter().max().unwrap_or(0)
    }

    /// The value of a command's attribute, as written: `2` of `(assert-soft p :weight 2)`.
    pub fn attribute(&self, command: &Command, keyword: &str) -> Option<&str> {
        let text = self.command_text(command);
        let all = Sexprs::parse(text).ok()?;
        let items: Vec<_> = all.iter().next()?.items().collect();
        let at = items.iter().position(|item| item.text() == keyword)?;
        let value = items
            .get(at + 1)
            .filter(|v| v.kind() != TokenKind::Keyword)?;
        Some(&text[value.span().range()])
    }

    /// The value of the last `(set-info KEYWORD value)`, as written.
    pub fn info(&self, keyword: &str) -> Option<&str> {
        let infos = self
            .commands
            .iter()
            .rev()
            .filter(|c| c.kind == CommandKind::SetInfo);
        infos.map(|c| self.command_text(c)).find_map(|text| {
            let all = Sexprs::parse(text).ok()?;
            let info = all.iter().next()?;
            (info.get(1)?.text() == keyword)
                .then(|| info.get(2).map(|v| v.span()))?
                .map(|span| &text[span.range()])
        })
    }
}
