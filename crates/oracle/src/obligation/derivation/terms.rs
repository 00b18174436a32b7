//! Terms as solvers print them in proofs, without `let` and annotations, each kept once.

use crate::sexpr::{Node, Sexprs};
use std::collections::{BTreeMap, BTreeSet};

/// A term by its number: two are equal exactly if their numbers are.
pub(super) type Id = usize;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Word(String),
    List(Vec<Id>),
}

/// Terms, each kept once.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    terms: Vec<Term>,
    ids: BTreeMap<Term, Id>,
}

/// What is still to be done where a text is taken: recursion, written out.
enum Do<'a> {
    Visit(Node),
    /// The values of so many items are there.
    List(usize),
    /// The values of these names are there; then comes the body.
    Bind(Vec<&'a str>, Node),
    /// These names are gone.
    Close(Vec<&'a str>),
}

impl Terms {
    fn keep(&mut self, term: Term) -> Id {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        self.terms.push(term.clone());
        self.ids.insert(term, self.terms.len() - 1);
        self.terms.len() - 1
    }

    /// A word.
    pub(super) fn word(&mut self, word: &str) -> Id {
        self.keep(Term::Word(word.to_string()))
    }

    /// The text of a word.
    pub(super) fn text(&self, id: Id) -> Option<&str> {
        match &self.terms[id] {
            Term::Word(word) => Some(word),
            Term::List(_) => None,
        }
    }

    /// The items of a list; none of a word.
    pub(super) fn items(&self, id: Id) -> &[Id] {
        match &self.terms[id] {
            Term::Word(_) => &[],
            Term::List(items) => items,
        }
    }

    /// The word that a list begins with, or the word itself.
    pub(super) fn head(&self, id: Id) -> Option<&str> {
        match &self.terms[id] {
            Term::Word(word) => Some(word),
            Term::List(items) => self.text(*items.first()?),
        }
    }

    /// Takes over a part of a text. What stands behind `let` is put in the place of its names, and what is
    /// said about terms goes. The text is walked once, however often its names occur.
    pub(super) fn take(&mut self, text: &Sexprs<'_>, root: Node) -> Option<Id> {
        let mut names: BTreeMap<&str, Vec<Id>> = BTreeMap::new();
        let mut values: Vec<Id> = Vec::new();
        let mut todo = vec![Do::Visit(root)];
        while let Some(next) = todo.pop() {
            match next {
                Do::Visit(node) => {
                    let items = text.list(node);
                    if let Some(word) = text.word(node) {
                        let bound = names.get(word).and_then(|of| of.last().copied());
                        values.push(bound.unwrap_or_else(|| self.word(word)));
                        continue;
                    }
                    match (text.word_at(node, 0), items) {
                        ("let", &[_, bindings, body]) => {
                            let bindings = text.list(bindings);
                            let of = bindings.iter().map(|it| text.word_at(*it, 0));
                            todo.push(Do::Bind(of.collect(), body));
                            for binding in bindings.iter().rev() {
                                let &[_, value] = text.list(*binding) else {
                                    return None;
                                };
                                todo.push(Do::Visit(value));
                            }
                        }
                        ("!", &[_, term, ..]) => todo.push(Do::Visit(term)),
                        ("forall" | "exists" | "lambda", &[_, bound, _]) => {
                            let bound = text.list(bound).iter();
                            let bound: Vec<&str> = bound.map(|it| text.word_at(*it, 0)).collect();
                            for name in &bound {
                                let own = self.word(name);
                                names.entry(name).or_default().push(own);
                            }
                            todo.push(Do::Close(bound));
                            todo.push(Do::List(items.len()));
                            todo.extend(items.iter().rev().map(|item| Do::Visit(*item)));
                        }
                        _ => {
                            todo.push(Do::List(items.len()));
                            todo.extend(items.iter().rev().map(|item| Do::Visit(*item)));
                        }
                    }
                }
                Do::List(length) => {
                    let items = values.split_off(values.len().checked_sub(length)?);
                    let list = self.keep(Term::List(items));
                    values.push(list);
                }
                Do::Bind(bound, body) => {
                    let of = values.split_off(values.len().checked_sub(bound.len())?);
                    for (name, value) in bound.iter().zip(of) {
                        names.entry(name).or_default().push(value);
                    }
                    todo.push(Do::Close(bound));
                    todo.push(Do::Visit(body));
                }
                Do::Close(bound) => {
                    for name in bound {
                        names.get_mut(name)?.pop();
                    }
                }
            }
        }
        values.pop().filter(|_| values.is_empty())
    }

    /// Whether some word that this holds of occurs in a term.
    pub(super) fn has(&self, id: Id, wanted: impl Fn(&str) -> bool) -> bool {
        let (mut todo, mut seen) = (vec![id], BTreeSet::new());
        while let Some(next) = todo.pop() {
            if !seen.insert(next) {
                continue;
            }
            match &self.terms[next] {
                Term::Word(word) if wanted(word) => return true,
                Term::Word(_) => {}
                Term::List(items) => todo.extend(items),
            }
        }
        false
    }

    /// Writes a term with other names for some words; `None` where it takes more than so many bytes.
    pub(super) fn write(
        &self,
        id: Id,
        names: &BTreeMap<&str, String>,
        most: usize,
    ) -> Option<String> {
        enum Part {
            Term(Id),
            Text(&'static str),
        }
        let mut text = String::new();
        let mut todo = vec![Part::Term(id)];
        while let Some(part) = todo.pop() {
            if text.len() > most {
                return None;
            }
            let id = match part {
                Part::Term(id) => id,
                Part::Text(more) => {
                    text.push_str(more);
                    continue;
                }
            };
            match &self.terms[id] {
                Term::Word(word) => {
                    text.push_str(names.get(word.as_str()).map_or(word, String::as_str))
                }
                Term::List(items) => {
                    text.push('(');
                    todo.push(Part::Text(")"));
                    for (at, item) in items.iter().enumerate().rev() {
                        todo.push(Part::Term(*item));
                        if at > 0 {
                            todo.push(Part::Text(" "));
                        }
                    }
                }
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Option<String> {
        let read = Sexprs::read(text);
        let mut terms = Terms::default();
        let id = terms.take(&read, *read.commands().first()?)?;
        terms.write(id, &BTreeMap::new(), 200)
    }

    #[test]
    fn names_of_let_mean_what_they_mean_where_they_stand() {
        for (text, expect) in [
            ("(let ((a x) (b (f y))) (g a b (h a)))", "(g x (f y) (h x))"),
            (
                "(let ((a x)) (let ((b (f a)) (a y)) (g a b)))",
                "(g y (f x))",
            ),
            ("(let ((a x)) (f (let ((a y)) a) a))", "(f y x)"),
            (
                "(let ((x y)) (forall ((x Int)) (! (< x 0) :weight 0)))",
                "(forall ((x Int)) (< x 0))",
            ),
            ("(let ((a b) (b a)) (f a b))", "(f b a)"),
            ("()", "()"),
        ] {
            assert_eq!(taken(text).as_deref(), Some(expect), "{text}");
        }
        for text in ["(let ((a)) a)", "", "x"] {
            assert_eq!(taken(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_shared_may_be_too_long_to_write() {
        let doubled: String = (0..100)
            .map(|n| format!("(let ((a{} (f a{n} a{n})))", n + 1))
            .collect();
        let text = format!("(let ((a0 x)) {doubled} (g a100)){}", ")".repeat(100));
        let read = Sexprs::read(&text);
        let mut terms = Terms::default();
        let id = terms.take(&read, read.commands()[0]).expect("a term");
        assert_eq!(terms.write(id, &BTreeMap::new(), 10_000), None);
        assert!(terms.has(id, |word| word == "x") && !terms.has(id, |word| word == "a0"));
    }
}
