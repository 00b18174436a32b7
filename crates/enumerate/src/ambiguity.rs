//! Whether two derivations of a grammar can have the same text.
//!
//! Where every rule is one expression, the grammar is a regular tree grammar, and whether two
//! alternatives share a text is a least fixed point over pairs of subtrees. Where a rule is
//! something else, the answer is that we do not know.

use crate::grammar::{Alternative, Grammar, RuleId};
use crate::lexeme::lexemes;

/// A subtree of an alternative.
enum Node {
    Atom(String),
    Slot(RuleId),
    List(Vec<usize>),
}

/// Whether a text may have two derivations that do not differ by equal alternatives alone.
pub(crate) fn may_repeat(grammar: &Grammar) -> bool {
    let mut nodes = Vec::new();
    let forests: Vec<Vec<Option<Vec<usize>>>> = grammar
        .rules
        .iter()
        .map(|rule| {
            rule.alternatives
                .iter()
                .map(|a| forest(a, &mut nodes))
                .collect()
        })
        .collect();
    // Rules that are one expression each.
    let mut single = vec![true; grammar.rules.len()];
    for (rule, alternatives) in forests.iter().enumerate() {
        single[rule] = alternatives
            .iter()
            .all(|f| f.as_ref().is_some_and(|f| f.len() == 1));
    }
    for (rule, alternatives) in forests.iter().enumerate() {
        let all_single = grammar.rules[rule]
            .alternatives
            .iter()
            .all(|alternative| alternative.slots.iter().all(|&slot| single[slot]));
        let balanced = alternatives.iter().all(Option::is_some);
        if !all_single || !balanced || (!single[rule] && alternatives.len() > 1) {
            return true;
        }
    }
    let shared = shared(grammar, &nodes, &forests, &single);
    forests.iter().enumerate().any(|(rule, alternatives)| {
        single[rule]
            && pairs(alternatives.len()).any(|(i, j)| {
                grammar.rules[rule].alternatives[i] != grammar.rules[rule].alternatives[j]
                    && shared[root(&alternatives[i])][root(&alternatives[j])]
            })
    })
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
}

/// The only tree of a single-expression alternative.
fn root(forest: &Option<Vec<usize>>) -> usize {
    forest
        .as_ref()
        .and_then(|trees| trees.first().copied())
        .unwrap_or(0)
}

/// The trees of an alternative; `None` where its parentheses do not match.
fn forest(alternative: &Alternative, nodes: &mut Vec<Node>) -> Option<Vec<usize>> {
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    let mut add = |open: &mut Vec<Vec<usize>>, node: Node| {
        nodes.push(node);
        if let Some(list) = open.last_mut() {
            list.push(nodes.len() - 1);
        }
    };
    for (position, segment) in alternative.segments.iter().enumerate() {
        for word in lexemes(segment) {
            match word {
                "(" => open.push(Vec::new()),
                ")" if open.len() == 1 => return None,
                ")" => {
                    let list = open.pop()?;
                    add(&mut open, Node::List(list));
                }
                atom => add(&mut open, Node::Atom(atom.to_string())),
            }
        }
        if let Some(&slot) = alternative.slots.get(position) {
            add(&mut open, Node::Slot(slot));
        }
    }
    if open.len() == 1 { open.pop() } else { None }
}

/// Which pairs of subtrees share a text.
fn shared(
    grammar: &Grammar,
    nodes: &[Node],
    forests: &[Vec<Option<Vec<usize>>>],
    single: &[bool],
) -> Vec<Vec<bool>> {
    let mut shared = vec![vec![false; nodes.len()]; nodes.len()];
    let mut rules = vec![vec![false; nodes.len()]; grammar.rules.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (rule, alternatives) in forests.iter().enumerate().filter(|(rule, _)| single[*rule]) {
            for node in 0..nodes.len() {
                let meets = || alternatives.iter().any(|f| shared[root(f)][node]);
                if !rules[rule][node] && meets() {
                    rules[rule][node] = true;
                    changed = true;
                }
            }
        }
        for a in 0..nodes.len() {
            for b in 0..nodes.len() {
                if !shared[a][b] && meet(nodes, &shared, &rules, a, b) {
                    shared[a][b] = true;
                    shared[b][a] = true;
                    changed = true;
                }
            }
        }
    }
    shared
}

fn meet(nodes: &[Node], shared: &[Vec<bool>], rules: &[Vec<bool>], a: usize, b: usize) -> bool {
    match (&nodes[a], &nodes[b]) {
        (Node::Slot(rule), _) => rules[*rule][b],
        (_, Node::Slot(rule)) => rules[*rule][a],
        (Node::Atom(a), Node::Atom(b)) => a == b,
        (Node::List(a), Node::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| shared[a][b])
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repeats(rules: &str) -> bool {
        let grammar = Grammar::parse(&format!("grammar T; {rules}"), "t").unwrap();
        may_repeat(&grammar)
    }

    #[test]
    fn what_can_and_what_cannot_have_two_derivations() {
        assert!(!repeats(
            "start : '(=' i i ')' | '(=' b b ')' ; i : '0' | '(-' i ')' ; b : 't' | 'f' ;"
        ));
        assert!(repeats(
            "start : '(=' i i ')' | '(=' b b ')' ; i : '0' | 'x' ; b : 't' | 'x' ;"
        ));
        // Equal alternatives are known to be equal; they are not an open question.
        assert!(!repeats("start : 'a' | 'a' | '(' start ')' ;"));
        assert!(repeats("start : 'a' | x ; x : 'a' | 'b' ;"));
        assert!(repeats("start : '(' x* ')' ; x : 'a' | 'b' ;"));
        assert!(!repeats("start : '(f' t ')' | t ; t : 'a' | '(g' t ')' ;"));
        assert!(repeats("start : '(' t ')' | t ; t : 'a' | '(' 'a' ')' ;"));
    }
}
