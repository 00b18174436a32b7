//! Planted contradictions: instances of proved rules, hidden in Boolean structure.

use crate::graph::{Graph, NodeId};
use crate::rules::{Rule, Tree};
use crate::sorts::{BOOL, Sort, SortId};
use gadfly_catalog::signature::known;
use std::fmt::Write;
use std::sync::Arc;

/// What the names in a rule stand for.
#[derive(Default)]
struct Instance {
    terms: Vec<(String, NodeId)>,
    sorts: Vec<(String, SortId)>,
    numbers: Vec<(String, u32)>,
}

impl Graph<'_> {
    /// Assertions that contradict each other, and the rule that says so; `None` where the formula
    /// has no terms for the rule.
    pub(crate) fn contradiction(&mut self, rules: &[Arc<Rule>]) -> Option<(Vec<NodeId>, String)> {
        let rule = &rules[self
            .rng
            .below(rules.len().max(1))
            .min(rules.len().checked_sub(1)?)];
        let mut instance = Instance::default();
        for (name, pattern) in &rule.variables {
            let sort = match known_sort(&instance, pattern) {
                Some(sort) => sort,
                None => self.choose_sort(|graph, sort| {
                    let mut trial = Instance {
                        sorts: instance.sorts.clone(),
                        numbers: instance.numbers.clone(),
                        ..Instance::default()
                    };
                    meet(graph, &mut trial, pattern, sort)
                })?,
            };
            if !meet(self, &mut instance, pattern, sort) {
                return None;
            }
            let term = if sort == BOOL {
                self.predicate()
            } else {
                self.argument(sort, false, true)
            };
            instance.terms.push((name.clone(), term?));
        }
        let (left, right) = (
            self.instantiate(&instance, &rule.left)?,
            self.instantiate(&instance, &rule.right)?,
        );
        let truth = |graph: &Self, tree: &Tree| graph.is_truth(&instance, tree);
        let both_truth = truth(self, &rule.left) || truth(self, &rule.right);
        let parts = if rule.is_equality && !(both_truth && self.chance(60)) {
            let text = ["distinct", "="][self.rng.below(2)];
            let pair = self.make_bool(text, &[left, right]);
            vec![if text == "=" {
                self.make_bool("not", &[pair])
            } else {
                pair
            }]
        } else if rule.is_equality && self.chance(50) {
            vec![self.make_bool("not", &[left]), right]
        } else {
            vec![left, self.make_bool("not", &[right])]
        };
        let mut assertions = Vec::new();
        for part in parts {
            self.hide(part, &mut assertions);
        }
        Some((assertions, rule.name.clone()))
    }

    fn is_truth(&self, instance: &Instance, tree: &Tree) -> bool {
        const TRUTH: &[&str] = &[
            "and", "or", "not", "=>", "xor", "=", "distinct", "true", "false",
        ];
        let word = match tree {
            Tree::Word(word) => word,
            Tree::List(list) => match list.first() {
                Some(Tree::Word(word)) => word,
                _ => return false,
            },
        };
        let is_predicate = |shape: &crate::plan::Shape| shape.name == *word;
        TRUTH.contains(&word.as_str())
            || self
                .plan
                .groups
                .iter()
                .any(|group| group.predicates.iter().any(is_predicate))
            || instance
                .terms
                .iter()
                .any(|(name, node)| name == word && self.node(*node).sort == BOOL)
    }

    /// A side of a rule with terms for its variables. Only its text matters from here on, so that
    /// inner nodes carry the sort of truth.
    fn instantiate(&mut self, instance: &Instance, tree: &Tree) -> Option<NodeId> {
        match tree {
            Tree::Word(word) => {
                if let Some((_, node)) = instance.terms.iter().find(|(name, _)| name == word) {
                    return Some(*node);
                }
                let text = word.clone();
                Some(self.leaf_literal(&text, BOOL))
            }
            Tree::List(list) => match list.split_first()? {
                (Tree::Word(word), _) if word == "_" => {
                    let text = self.indexed_text(instance, list)?;
                    Some(self.leaf_literal(&text, BOOL))
                }
                (head, args) => {
                    let head = match head {
                        Tree::Word(word) => word.clone(),
                        Tree::List(list) => self.indexed_text(instance, list)?,
                    };
                    let mut nodes = Vec::new();
                    for arg in args {
                        nodes.push(self.instantiate(instance, arg)?);
                    }
                    Some(self.make(&head, BOOL, &nodes))
                }
            },
        }
    }

    /// `(_ bv0 n)` with numbers for its variables.
    fn indexed_text(&self, instance: &Instance, list: &[Tree]) -> Option<String> {
        let mut text = String::from("(");
        for (at, part) in list.iter().enumerate() {
            let word = part.word()?;
            let space = if at > 0 { " " } else { "" };
            let number = instance.numbers.iter().find(|(name, _)| name == word);
            let _ = match number {
                Some((_, number)) => write!(text, "{space}{number}"),
                None => write!(text, "{space}{word}"),
            };
        }
        text.push(')');
        let is_closed = |part: &Tree| {
            let word = part.word().unwrap_or("");
            word.len() > 1
                || !word.starts_with(char::is_alphabetic)
                || instance.numbers.iter().any(|(name, _)| name == word)
        };
        list.iter().all(is_closed).then_some(text)
    }

    /// Assertions that together imply a part, though none need be it.
    fn hide(&mut self, part: NodeId, out: &mut Vec<NodeId>) {
        let other = self.choose(BOOL);
        let (kind, Some(other)) = (self.rng.below(5), other) else {
            out.push(part);
            return;
        };
        match kind {
            0 => out.push(part),
            1 => {
                let negated = self.make_bool("not", &[other]);
                out.push(self.make_bool("or", &[other, part]));
                out.push(self.make_bool("or", &[part, negated]));
            }
            2 => {
                let negated = self.make_bool("not", &[other]);
                out.push(self.make_bool("=>", &[other, part]));
                out.push(self.make_bool("=>", &[negated, part]));
            }
            3 => {
                let negated = self.make_bool("not", &[part]);
                let never = self.make_bool("and", &[negated, other]);
                out.push(self.make_bool("not", &[never]));
                out.push(self.make_bool("or", &[other, part]));
            }
            _ => out.push(self.make_bool("ite", &[other, part, part])),
        }
    }
}

/// The sort that a pattern stands for, where it is a variable that is bound.
fn known_sort(instance: &Instance, pattern: &Tree) -> Option<SortId> {
    let word = pattern.word()?;
    let bound = instance.sorts.iter().find(|(name, _)| name == word);
    bound.map(|(_, sort)| *sort)
}

/// Matches a sort against a rule's pattern, binding its variables.
fn meet(graph: &Graph<'_>, instance: &mut Instance, pattern: &Tree, sort: SortId) -> bool {
    let sorts = &graph.sorts;
    match pattern {
        Tree::Word(word) => {
            let ground = match word.as_str() {
                "Bool" => known::BOOL,
                "Int" => known::INT,
                "Real" => known::REAL,
                "String" => known::STRING,
                "RegLan" => known::REGLAN,
                "RoundingMode" => known::ROUNDING_MODE,
                variable if variable.len() == 1 => {
                    let is_value = sorts.get(sort) != Sort::Ground(known::REGLAN);
                    return is_value && bind(&mut instance.sorts, variable, sort);
                }
                _ => return false,
            };
            sorts.get(sort) == Sort::Ground(ground)
        }
        Tree::List(list) => {
            let word = |at: usize| list.get(at).and_then(Tree::word);
            match (word(0), word(1), sorts.get(sort)) {
                (Some("_"), Some("BitVec"), Sort::BitVec(width)) => {
                    word(2).is_some_and(|n| index(instance, n, width))
                }
                (Some("_"), Some("FloatingPoint"), Sort::Float(e, s)) => {
                    word(2).is_some_and(|n| index(instance, n, e))
                        && word(3).is_some_and(|n| index(instance, n, s))
                }
                (Some("Array"), _, Sort::Array(index, element)) => {
                    list.len() == 3
                        && meet(graph, instance, &list[1], index)
                        && meet(graph, instance, &list[2], element)
                }
                (Some("Seq"), _, Sort::Seq(element)) => {
                    list.len() == 2 && meet(graph, instance, &list[1], element)
                }
                _ => false,
            }
        }
    }
}

/// An index of a pattern: a number stands for itself, a name for what it is bound to.
fn index(instance: &mut Instance, pattern: &str, value: u32) -> bool {
    match pattern.parse::<u32>() {
        Ok(number) => number == value,
        Err(_) => bind(&mut instance.numbers, pattern, value),
    }
}

fn bind<T: PartialEq + Copy>(known: &mut Vec<(String, T)>, name: &str, value: T) -> bool {
    match known.iter().find(|(other, _)| other == name) {
        Some((_, old)) => *old == value,
        None => {
            known.push((name.to_string(), value));
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_pattern_is_no_variable() {
        let mut instance = Instance::default();
        assert!(!index(&mut instance, "1", 8));
        assert!(index(&mut instance, "1", 1));
        assert!(index(&mut instance, "n", 8));
        assert!(!index(&mut instance, "n", 4));
        assert_eq!(instance.numbers, [("n".to_string(), 8)]);
    }
}
