//! S-expressions as solvers print them: more lenient than SMT-LIB, and of any depth.

use super::ModelError;
use crate::budget;

/// A tree in one list; the last node of a parse is not its root, see [`Sexprs::roots`].
pub(super) struct Sexprs<'t> {
    nodes: Vec<Node<'t>>,
    roots: Vec<usize>,
}

#[derive(Clone)]
pub(super) enum Node<'t> {
    /// A token as printed, with its quotes or bars.
    Atom(&'t str),
    List(Vec<usize>),
}

impl<'t> Sexprs<'t> {
    /// Reads a text. Comments are skipped; an open list or literal is an error.
    pub(super) fn parse(text: &'t str) -> Result<Sexprs<'t>, ModelError> {
        let mut tree = Sexprs {
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        let mut open: Vec<Vec<usize>> = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            let done = match bytes[at] {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    at += 1;
                    continue;
                }
                b';' => {
                    at = text[at..].find('\n').map_or(bytes.len(), |n| at + n);
                    continue;
                }
                b'(' => {
                    open.push(Vec::new());
                    at += 1;
                    continue;
                }
                b')' => {
                    at += 1;
                    Node::List(open.pop().ok_or(ModelError::Unbalanced)?)
                }
                _ => {
                    at = end_of_atom(text, at)?;
                    Node::Atom(&text[start..at])
                }
            };
            let id = tree.nodes.len();
            tree.nodes.push(done);
            open.last_mut().unwrap_or(&mut tree.roots).push(id);
        }
        if open.is_empty() {
            Ok(tree)
        } else {
            Err(ModelError::Truncated)
        }
    }

    pub(super) fn roots(&self) -> &[usize] {
        &self.roots
    }

    /// The items of a list; none of an atom.
    pub(super) fn items(&self, id: usize) -> &[usize] {
        match &self.nodes[id] {
            Node::List(items) => items,
            Node::Atom(_) => &[],
        }
    }

    pub(super) fn is_list(&self, id: usize) -> bool {
        matches!(self.nodes[id], Node::List(_))
    }

    /// The printed token; `None` of a list.
    pub(super) fn token(&self, id: usize) -> Option<&'t str> {
        match self.nodes[id] {
            Node::Atom(token) => Some(token),
            Node::List(_) => None,
        }
    }

    /// The symbol without its bars; `None` of a list.
    pub(super) fn symbol(&self, id: usize) -> Option<&'t str> {
        let token = self.token(id)?;
        Some(
            token
                .strip_prefix('|')
                .and_then(|t| t.strip_suffix('|'))
                .unwrap_or(token),
        )
    }

    /// The symbol at the head of a list.
    pub(super) fn head(&self, id: usize) -> Option<&'t str> {
        self.items(id).first().and_then(|head| self.symbol(*head))
    }

    /// A list of exactly so many items.
    pub(super) fn exactly<const N: usize>(&self, id: usize) -> Option<[usize; N]> {
        self.items(id).try_into().ok()
    }

    /// Whether an atom of this name occurs anywhere below; so it may where the budget does not let us
    /// look.
    pub(super) fn mentions(&self, id: usize, names: &[&str]) -> bool {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if budget::steps(1).is_err() {
                return true;
            }
            match &self.nodes[id] {
                Node::Atom(_) if self.symbol(id).is_some_and(|s| names.contains(&s)) => {
                    return true;
                }
                Node::Atom(_) => {}
                Node::List(items) => open.extend(items),
            }
        }
        false
    }

    /// Prints a tree again, on one line.
    pub(super) fn text(&self, id: usize) -> String {
        let mut out = String::new();
        let mut open = vec![Err(id)];
        while let Some(next) = open.pop() {
            match next {
                Ok(text) => out.push_str(text),
                Err(id) => match &self.nodes[id] {
                    Node::Atom(token) => out.push_str(token),
                    Node::List(items) => {
                        out.push('(');
                        open.push(Ok(")"));
                        for (i, item) in items.iter().enumerate().rev() {
                            open.push(Err(*item));
                            if i > 0 {
                                open.push(Ok(" "));
                            }
                        }
                    }
                },
            }
        }
        out
    }
}

fn end_of_atom(text: &str, start: usize) -> Result<usize, ModelError> {
    let bytes = text.as_bytes();
    let closing = |from: usize, quote: u8| {
        bytes[from..]
            .iter()
            .position(|b| *b == quote)
            .map(|n| from + n + 1)
    };
    match bytes[start] {
        b'|' => closing(start + 1, b'|').ok_or(ModelError::Truncated),
        b'"' => {
            let mut end = closing(start + 1, b'"').ok_or(ModelError::Truncated)?;
            while bytes.get(end) == Some(&b'"') {
                end = closing(end + 1, b'"').ok_or(ModelError::Truncated)?;
            }
            Ok(end)
        }
        // cvc5 prints polynomials with commas and spaces between angle brackets.
        b'<' if text[start..].starts_with("<") && looks_like_polynomial(&text[start..]) => {
            closing(start, b'>').ok_or(ModelError::Truncated)
        }
        _ => {
            let mut at = start + 1;
            while let Some(byte) = bytes.get(at) {
                match byte {
                    b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b';' | b'"' => break,
                    // Old cvc5 builds names around quoted sorts: `@|a sort|_0`.
                    b'|' => at = closing(at + 1, b'|').ok_or(ModelError::Truncated)?,
                    _ => at += 1,
                }
            }
            Ok(at)
        }
    }
}

fn looks_like_polynomial(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    line.contains('>') && line.contains(',') && line.contains('x')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_solvers_print() {
        let text = "sat (model ; comment (\n (f |a b| \"x\"\"(\" (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)))";
        let tree = Sexprs::parse(text).unwrap();
        assert_eq!(tree.roots().len(), 2);
        let model = tree.roots()[1];
        assert_eq!(tree.head(model), Some("model"));
        let f = tree.items(model)[1];
        assert_eq!(tree.symbol(tree.items(f)[1]), Some("a b"));
        assert_eq!(tree.token(tree.items(f)[2]), Some("\"x\"\"(\""));
        assert_eq!(
            tree.text(f),
            "(f |a b| \"x\"\"(\" (_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>))"
        );
    }

    #[test]
    fn open_ends_are_errors() {
        for text in ["(a", "\"a", "(|a)", "(a))"] {
            assert!(Sexprs::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn depth_does_not_matter() {
        let deep = format!("{}{}", "(".repeat(200_000), ")".repeat(200_000));
        let tree = Sexprs::parse(&deep).unwrap();
        assert_eq!(tree.text(tree.roots()[0]), deep);
    }
}
