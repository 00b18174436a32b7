//! A solver's text as a tree that can be rewritten.

use gadfly_syntax::loose::words;
use std::fmt;

/// Values nested deeper than this are not put in: nothing that a person would look at has them.
const DEEPEST: usize = 500;

/// An S-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// A token as printed, with its quotes or bars.
    Atom(String),
    /// A list.
    List(Vec<Tree>),
}

impl Tree {
    /// All S-expressions of a text; `None` where parentheses do not match or nest too deep.
    pub(super) fn parse(text: &str) -> Option<Vec<Tree>> {
        let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
        for (_, token) in words(text) {
            match token {
                "(" if open.len() > DEEPEST => return None,
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = Tree::List(open.pop()?);
                    open.last_mut()?.push(list);
                }
                atom => open.last_mut()?.push(Tree::Atom(atom.to_string())),
            }
        }
        let all = open.pop()?;
        open.is_empty().then_some(all)
    }

    /// The one S-expression of a text.
    pub(super) fn one(text: &str) -> Option<Tree> {
        let mut all = Tree::parse(text)?;
        (all.len() == 1).then(|| all.remove(0))
    }

    pub(super) fn atom(text: impl Into<String>) -> Tree {
        Tree::Atom(text.into())
    }

    /// A list that begins with a word.
    pub(super) fn call(head: &str, args: impl IntoIterator<Item = Tree>) -> Tree {
        let head = std::iter::once(Tree::atom(head));
        Tree::List(head.chain(args).collect())
    }

    pub(super) fn items(&self) -> &[Tree] {
        match self {
            Tree::List(items) => items,
            Tree::Atom(_) => &[],
        }
    }

    /// The token of an atom.
    pub(super) fn token(&self) -> Option<&str> {
        match self {
            Tree::Atom(token) => Some(token),
            Tree::List(_) => None,
        }
    }

    /// The symbol of an atom, without bars.
    pub(super) fn symbol(&self) -> Option<&str> {
        self.token().map(unquoted)
    }

    /// The word that a list begins with.
    pub(super) fn head(&self) -> Option<&str> {
        self.items().first()?.symbol()
    }

    /// Every subterm changed from the leaves up.
    pub(super) fn map(self, change: &mut impl FnMut(Tree) -> Option<Tree>) -> Option<Tree> {
        let tree = match self {
            Tree::List(items) => {
                let items = items.into_iter().map(|item| item.map(change));
                Tree::List(items.collect::<Option<_>>()?)
            }
            atom => atom,
        };
        change(tree)
    }

    /// Whether some subterm fits.
    pub(super) fn any(&self, fits: &mut impl FnMut(&Tree) -> bool) -> bool {
        fits(self) || self.items().iter().any(|item| item.any(fits))
    }
}

/// A symbol without its bars.
pub(super) fn unquoted(token: &str) -> &str {
    let inner = token.strip_prefix('|').and_then(|t| t.strip_suffix('|'));
    inner.unwrap_or(token)
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Atom(token) => f.write_str(token),
            Tree::List(items) => {
                f.write_str("(")?;
                for (n, item) in items.iter().enumerate() {
                    let blank = if n > 0 { " " } else { "" };
                    write!(f, "{blank}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_and_printed() {
        for text in ["x", "(a (b \"c)\") |d e|)", "()"] {
            assert_eq!(Tree::one(text).expect(text).to_string(), text);
        }
        for text in ["(a", "a)", "a b", ""] {
            assert_eq!(Tree::one(text), None, "{text}");
        }
        let deep = format!("{}{}", "(".repeat(5000), ")".repeat(5000));
        assert_eq!(Tree::parse(&deep), None);
    }
}
