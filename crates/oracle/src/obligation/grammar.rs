//! Whether a grammar of a synthesis problem derives a term: by their texts, as both are written in the same
//! words.

use gadfly_syntax::loose::{items, words};

/// An S-expression as a list of nodes, each behind its parts; the last is the whole.
struct Tree(Vec<Node>);

struct Node {
    /// None in a list.
    word: Option<String>,
    parts: Vec<usize>,
}

/// What a nonterminal stands for.
struct Rule<'a> {
    name: &'a str,
    templates: Vec<Tree>,
}

/// Forms whose words mean something of their own: what has them is not looked at.
const FORMS: [&str; 7] = ["let", "forall", "exists", "lambda", "match", "!", "as"];

/// Whether a grammar, a list of `(NAME SORT (TERM…))`, derives a term over these parameters, each with its
/// sort; `None` where it has forms that we do not read.
pub(super) fn derives(grammar: &str, params: &[(&str, &str)], term: &str) -> Option<bool> {
    let has_form = |text: &str| words(text).any(|(_, word)| FORMS.contains(&word));
    if has_form(grammar) || has_form(term) {
        return None;
    }
    let rules: Vec<Rule<'_>> = items(grammar)
        .into_iter()
        .map(rule)
        .collect::<Option<_>>()?;
    let tree = Tree::read(term)?;
    let mut derived: Vec<Vec<bool>> = Vec::with_capacity(tree.0.len());
    for node in 0..tree.0.len() {
        derived.push(vec![false; rules.len()]);
        // A nonterminal may stand for another one.
        let mut grown = true;
        while grown {
            grown = false;
            for (at, rule) in rules.iter().enumerate() {
                if derived[node][at] {
                    continue;
                }
                let fits = |template: &Tree| template.fits(&tree, node, &rules, &derived, params);
                derived[node][at] = rule.templates.iter().any(fits);
                grown |= derived[node][at];
            }
        }
    }
    derived.last()?.first().copied()
}

fn rule(group: &str) -> Option<Rule<'_>> {
    match items(group)[..] {
        [name, _, terms] => Some(Rule {
            name,
            templates: items(terms)
                .into_iter()
                .map(Tree::read)
                .collect::<Option<_>>()?,
        }),
        _ => None,
    }
}

impl Tree {
    fn read(text: &str) -> Option<Tree> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        for (_, word) in words(text) {
            let node = match word {
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => {
                    let parts = open.pop()?;
                    let word = bits(&nodes, &parts);
                    Node { word, parts }
                }
                word => Node {
                    word: Some(binary(word).unwrap_or_else(|| word.to_string())),
                    parts: Vec::new(),
                },
            };
            open.last_mut()?.push(nodes.len());
            nodes.push(node);
        }
        let whole = open.len() == 1 && open[0].len() == 1;
        whole.then_some(Tree(nodes))
    }

    fn word(&self, node: usize) -> Option<&str> {
        self.0[node].word.as_deref()
    }

    /// The words of a list of words.
    fn flat(&self, node: usize) -> Vec<&str> {
        let parts = self.0[node].parts.iter();
        parts.map(|part| self.word(*part).unwrap_or("(")).collect()
    }

    /// Whether a node of another tree is this one, with derived nodes in the places of nonterminals.
    fn fits(
        &self,
        other: &Tree,
        node: usize,
        rules: &[Rule<'_>],
        derived: &[Vec<bool>],
        params: &[(&str, &str)],
    ) -> bool {
        let mut pairs = vec![(self.0.len() - 1, node)];
        while let Some((own, node)) = pairs.pop() {
            if let Some(word) = self.word(own) {
                let rule = rules.iter().position(|rule| rule.name == word);
                let fits = match rule {
                    Some(rule) => derived[node][rule],
                    None => other.word(node) == Some(word),
                };
                if !fits {
                    return false;
                }
                continue;
            }
            match self.flat(own).first() {
                Some(&"Constant") => {
                    if !other.is_constant(node) {
                        return false;
                    }
                    continue;
                }
                Some(&"Variable") => {
                    let named = |(name, _): &(&str, &str)| other.word(node) == Some(name);
                    if !params.iter().any(named) {
                        return false;
                    }
                    continue;
                }
                _ => {}
            }
            let (own, node) = (&self.0[own], &other.0[node]);
            if node.word.is_some() || own.parts.len() != node.parts.len() {
                return false;
            }
            pairs.extend(own.parts.iter().copied().zip(node.parts.iter().copied()));
        }
        true
    }

    /// Numbers with their signs, fractions, bits, strings, truth values.
    fn is_constant(&self, node: usize) -> bool {
        let literal = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_digit() || c == '#' || c == '"')
                || matches!(word, "true" | "false")
        };
        match self.word(node) {
            Some(word) => literal(word),
            None => {
                let parts = &self.0[node].parts;
                let sign = |part: usize| matches!(self.word(part), Some("-" | "/"));
                parts.first().is_some_and(|part| sign(*part))
                    && parts[1..].iter().all(|part| {
                        let inner = &self.0[*part];
                        match self.word(*part) {
                            Some(word) => literal(word),
                            None => inner
                                .parts
                                .iter()
                                .all(|it| sign(*it) || self.word(*it).is_some_and(literal)),
                        }
                    })
            }
        }
    }
}

/// `(_ bv5 4)` as `#b0101`.
fn bits(nodes: &[Node], parts: &[usize]) -> Option<String> {
    let words: Vec<&str> = parts
        .iter()
        .filter_map(|part| nodes[*part].word.as_deref())
        .collect();
    let ["_", value, width] = words[..] else {
        return None;
    };
    let value: u128 = value.strip_prefix("bv")?.parse().ok()?;
    let width: usize = width.parse().ok().filter(|width| *width <= 4096)?;
    Some(format!("#b{value:0width$b}"))
}

/// `#xA` as `#b1010`.
fn binary(word: &str) -> Option<String> {
    let digits = word.strip_prefix("#x")?.chars();
    let digit = |c: char| c.to_digit(16).map(|digit| format!("{digit:04b}"));
    let bits: Option<String> = digits.map(digit).collect();
    bits.map(|bits| format!("#b{bits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_of_a_grammar_or_not() {
        let grammar = "((S Int (x (Constant Int) T (+ S S) (ite B S S))) (T Int (y (- 7)))\
                        (B Bool ((<= S T) (not B))))";
        let bits = "((S (_ BitVec 4) (#x3 (bvadd S (_ bv1 4)) (Variable (_ BitVec 4)))))";
        let params = [("x", "Int"), ("y", "Int")];
        for (grammar, term, expect) in [
            (grammar, "x", Some(true)),
            (grammar, "y", Some(true)),
            (grammar, "z", Some(false)),
            (grammar, "12", Some(true)),
            (grammar, "(- 12)", Some(true)),
            (grammar, "(- x)", Some(false)),
            (grammar, "(+ x (ite (not (<= 3 (- 7))) y 1))", Some(true)),
            (grammar, "(+ x (ite (not (<= 3 x)) y 1))", Some(false)),
            (grammar, "(+ x x x)", Some(false)),
            (grammar, "(<= x y)", Some(false)),
            (grammar, "(let ((z x)) z)", None),
            (bits, "#b0011", Some(true)),
            (bits, "(bvadd #b0011 #b0001)", Some(true)),
            (bits, "(bvadd #b0001 #b0001)", Some(false)),
            (bits, "x", Some(true)),
        ] {
            assert_eq!(derives(grammar, &params, term), expect, "{term}");
        }
    }
}
