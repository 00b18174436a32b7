//! The variables that a grammar's scripts declare: which texts rename to which.

use crate::grammar::Grammar;
use crate::lexeme::lexemes;

/// The variables of one sort, in the order of their declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) sort: String,
    pub(crate) names: Vec<String>,
}

/// The variables by sort, from all declarations that stand whole in the grammar's constant texts.
pub(crate) fn groups(grammar: &Grammar) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for rule in &grammar.rules {
        for alternative in &rule.alternatives {
            for segment in &alternative.segments {
                for (name, sort) in declarations(segment) {
                    let group = match groups.iter_mut().find(|group| group.sort == sort) {
                        Some(group) => group,
                        None => {
                            groups.push(Group {
                                sort,
                                names: Vec::new(),
                            });
                            let last = groups.len() - 1;
                            &mut groups[last]
                        }
                    };
                    if !group.names.contains(&name) {
                        group.names.push(name);
                    }
                }
            }
        }
    }
    groups
}

/// Names and sorts of the constants that a text declares.
fn declarations(text: &str) -> Vec<(String, String)> {
    let words = lexemes(text);
    let mut out = Vec::new();
    for at in 0..words.len() {
        let sort_at = match words[at..] {
            ["(", "declare-const", _, ..] => at + 3,
            ["(", "declare-fun", _, "(", ")", ..] => at + 5,
            _ => continue,
        };
        let length = expression_length(&words[sort_at..]);
        if length > 0 && words.get(sort_at + length) == Some(&")") {
            let sort = words[sort_at..sort_at + length].join(" ");
            out.push((words[at + 2].to_string(), sort));
        }
    }
    out
}

/// How many lexemes the first expression has; 0 where it does not end.
pub(crate) fn expression_length(words: &[&str]) -> usize {
    let mut depth = 0usize;
    for (at, &word) in words.iter().enumerate() {
        match word {
            "(" => depth += 1,
            ")" if depth == 0 => return 0,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    0
}

/// Where the uses of variables in a text are: byte ranges outside of declarations.
pub(crate) fn uses(text: &str, is_variable: impl Fn(&str) -> bool) -> Vec<(usize, &str)> {
    let words = lexemes(text);
    let mut out = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let declares = words[at] == "("
            && words
                .get(at + 1)
                .is_some_and(|word| word.starts_with("declare-"));
        if declares {
            at += expression_length(&words[at..]).max(1);
            continue;
        }
        if is_variable(words[at]) {
            // A lexeme is a slice of the text, so that its place is the distance of the two.
            let offset = words[at].as_ptr().addr() - text.as_ptr().addr();
            out.push((offset, words[at]));
        }
        at += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_grouped_by_sort() {
        let text = "grammar T; t : 'a' | 'x' | 'b' ; start : '(declare-const a (_ BitVec 8))' \
                    '(declare-fun x () Int)' '(declare-const b (_ BitVec 8))' '(assert' t ')' ;";
        let grammar = Grammar::parse(text, "t").unwrap();
        let found = groups(&grammar);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].names, ["a", "b"]);
        assert_eq!(found[1].names, ["x"]);
        let uses = uses("(declare-const a Int) (f a) b", |word| {
            word == "a" || word == "b"
        });
        assert_eq!(uses, [(25, "a"), (28, "b")]);
    }
}
