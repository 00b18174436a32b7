//! What an alternative adds to a formula's size.
//!
//! 1 if the alternative mentions a token rule that is an opening parenthesis, or opens a
//! parenthesis itself around at least one nonterminal, or mentions its own left-hand side; else 0.

use crate::syntax::{FileText, Item, RuleText};
use rustc_hash::FxHashSet;

/// The token rules that are parentheses.
pub(crate) struct Parentheses {
    open: FxHashSet<String>,
    close: FxHashSet<String>,
}

impl Parentheses {
    pub(crate) fn of(file: &FileText) -> Self {
        let named = |text: &str| {
            let is = |rule: &&RuleText| matches!(rule.choices.as_slice(), [choice] if matches!(choice.as_slice(), [Item::Terminal(t)] if t == text));
            file.rules
                .iter()
                .filter(is)
                .map(|rule| rule.name.clone())
                .collect()
        };
        Parentheses {
            open: named("("),
            close: named(")"),
        }
    }

    /// The cost of an alternative of the rule `owner`.
    pub(crate) fn cost(&self, owner: &str, items: &[Item]) -> usize {
        if matches!(items, [Item::Terminal(_)]) {
            return 0;
        }
        usize::from(mentions(items, owner) || self.opens(items))
    }

    fn opens(&self, items: &[Item]) -> bool {
        let mut depth = 0;
        for item in items {
            match item {
                Item::Terminal(text) => depth += nesting(text),
                Item::Reference { name, .. } if self.open.contains(name) => return true,
                Item::Reference { name, .. } if self.close.contains(name) => depth -= 1,
                Item::Reference { .. } | Item::Group { .. } if depth > 0 => return true,
                _ => {}
            }
        }
        false
    }
}

/// Whether the text of an alternative names a rule, at any depth of its groups.
fn mentions(items: &[Item], rule: &str) -> bool {
    items.iter().any(|item| match item {
        Item::Terminal(_) => false,
        Item::Reference { name, .. } => name == rule,
        Item::Group { choices, .. } => choices.iter().any(|items| mentions(items, rule)),
    })
}

/// Opening less closing parentheses, outside of string literals and quoted symbols.
fn nesting(text: &str) -> i32 {
    let mut quote = None;
    let mut depth = 0;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '|') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::syntax::parse;

    fn costs(alternatives: &str) -> Vec<usize> {
        let text = format!("grammar T; Open : '(' ; Close : ')' ; x : 'x' ; t : {alternatives} ;");
        let source = Source {
            name: "t",
            text: &text,
        };
        let file = parse(&source).unwrap();
        let parentheses = Parentheses::of(&file);
        let rule = &file.rules[3];
        let cost = |items: &Vec<Item>| parentheses.cost(&rule.name, items);
        rule.choices.iter().map(cost).collect()
    }

    #[test]
    fn each_reason_to_pay_and_not_to_pay() {
        assert_eq!(costs("Open x Close | Open Close"), [1, 1]);
        assert_eq!(costs("'(' x ')' | '(not' x ')'"), [1, 1]);
        assert_eq!(costs("x t | (x (t | x))"), [1, 1]);
        assert_eq!(costs("x | x x | 'x' x"), [0, 0, 0]);
        assert_eq!(costs("'(_ BitVec 64)' | '(check-sat)'"), [0, 0]);
        assert_eq!(
            costs("'(' 'check-sat' ')' | '(a)' x | x '(' 'a' ')'"),
            [0, 0, 0]
        );
        assert_eq!(costs("'\"(\"' x | '|(|' x | '(' 'a' Close"), [0, 0, 0]);
        assert_eq!(costs("x (Open x Close)?"), [0]);
    }
}
