//! The catalogue's proved rules, as far as contradictions can be made from them.
//!
//! A rule `(implies L R)` or `(equal L R)` holds for all values of its variables, so that `L` with
//! `(not R)` is a contradiction whatever terms stand for the variables.

use crate::plan::Plan;
use gadfly_catalog::Catalog;
use std::sync::Arc;

/// A list or a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    Word(String),
    List(Vec<Tree>),
}

impl Tree {
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Tree::Word(word) => Some(word),
            Tree::List(_) => None,
        }
    }

    fn list(&self) -> Option<&[Tree]> {
        match self {
            Tree::Word(_) => None,
            Tree::List(list) => Some(list),
        }
    }

    /// The words at the head of lists, and those that stand alone.
    fn words<'t>(&'t self, out: &mut Vec<&'t str>) {
        match self {
            Tree::Word(word) => out.push(word),
            Tree::List(list) => list.iter().for_each(|tree| tree.words(out)),
        }
    }
}

/// Reads a file of lists; what does not close is left out.
pub(crate) fn trees(text: &str) -> Vec<Tree> {
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '(' => {
                open.push(Vec::new());
                1
            }
            ')' => {
                if open.len() > 1
                    && let Some(list) = open.pop()
                    && let Some(outer) = open.last_mut()
                {
                    outer.push(Tree::List(list));
                }
                1
            }
            _ if c.is_whitespace() => c.len_utf8(),
            _ => {
                let length = match c {
                    '"' | '|' => rest[1..].find(c).map_or(rest.len(), |end| end + 2),
                    _ => rest
                        .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';'))
                        .unwrap_or(rest.len()),
                };
                if let Some(list) = open.last_mut() {
                    list.push(Tree::Word(rest[..length].to_string()));
                }
                length
            }
        };
        rest = &rest[length..];
    }
    open.swap_remove(0)
}

/// A rule that needs nothing but terms for its variables.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    /// Names and sorts.
    pub(crate) variables: Vec<(String, Tree)>,
    pub(crate) left: Tree,
    pub(crate) right: Tree,
    pub(crate) is_equality: bool,
}

impl Rule {
    /// Whether all its variables are truths.
    pub(crate) fn is_propositional(&self) -> bool {
        self.variables
            .iter()
            .all(|(_, sort)| sort.word() == Some("Bool"))
    }
}

/// All rules of a catalogue.
pub(crate) fn read(catalog: &Catalog) -> Vec<Arc<Rule>> {
    let files = catalog.files("rules/");
    let all = files.flat_map(|(_, text)| trees(text));
    all.filter_map(|tree| rule(&tree).map(Arc::new)).collect()
}

/// Of these rules the ones whose operators the plan has.
pub(crate) fn usable(all: &[Arc<Rule>], plan: &Plan, is_linear: bool) -> Vec<Arc<Rule>> {
    let usable = all.iter().filter(|rule| fits(rule, plan, is_linear));
    usable.cloned().collect()
}

fn rule(tree: &Tree) -> Option<Rule> {
    let [head, name, clauses @ ..] = tree.list()? else {
        return None;
    };
    if head.word() != Some("rule") {
        return None;
    }
    let mut variables = Vec::new();
    let mut claim = None;
    for clause in clauses {
        let [kind, parts @ ..] = clause.list()? else {
            return None;
        };
        match (kind.word()?, parts) {
            ("vars", parts) => {
                for part in parts {
                    // A third word is a condition on the term, which we would have to check.
                    let [name, sort] = part.list()? else {
                        return None;
                    };
                    variables.push((name.word()?.to_string(), sort.clone()));
                }
            }
            (kind @ ("implies" | "equal"), [left, right]) => {
                claim = Some((left.clone(), right.clone(), kind == "equal"));
            }
            ("applies" | "not", _) => {}
            _ => return None,
        }
    }
    let (left, right, is_equality) = claim?;
    Some(Rule {
        name: name.word()?.to_string(),
        variables,
        left,
        right,
        is_equality,
    })
}

/// Words of rules that are no operators.
const PLAIN: &[&str] = &["true", "false", "ite", "=", "distinct", "_"];

fn fits(rule: &Rule, plan: &Plan, is_linear: bool) -> bool {
    let mut words = Vec::new();
    rule.left.words(&mut words);
    rule.right.words(&mut words);
    let is_regular = |sort: &Tree| sort.word() == Some("RegLan");
    if rule.is_equality
        && (words.iter().any(|word| word.starts_with("re."))
            || rule.variables.iter().any(|(_, sort)| is_regular(sort)))
    {
        return false; // languages have no equality that solvers decide
    }
    let shapes = || {
        let groups = plan.groups.iter().flat_map(|group| {
            group
                .terms
                .iter()
                .chain(&group.predicates)
                .chain(&group.constants)
        });
        groups.chain(&plan.connectives)
    };
    words.iter().all(|&word| {
        let is_number = word.starts_with(|c: char| c.is_ascii_digit())
            || word.starts_with("bv") && word[2..].parse::<u32>().is_ok()
            || word.starts_with(['#', '"']);
        let is_variable = rule.variables.iter().any(|(name, sort)| {
            let mut inside = Vec::new();
            sort.words(&mut inside);
            name == word || inside.contains(&word)
        });
        let is_product = is_linear && word == "*";
        !is_product
            && (is_number
                || is_variable
                || PLAIN.contains(&word)
                || shapes().any(|shape| shape.name == word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let found = trees("; note\n(rule a (vars (x Int)) (equal x (+ x 0)) (applies i) (not p))");
        let read = rule(&found[0]).unwrap();
        assert_eq!(read.variables.len(), 1);
        assert!(read.is_equality);
        assert!(rule(&trees("(rule a (vars (x Int literal)) (equal x x))")[0]).is_none());
        assert!(rule(&trees("(rule a (where 1) (equal x x))")[0]).is_none());
        assert_eq!(trees("(open").len(), 0);
        assert_eq!(trees(r#"("a b" c))"#).len(), 1);
    }
}
