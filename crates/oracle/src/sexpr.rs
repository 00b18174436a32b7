//! A script as nested lists in a flat arena, without asking whether it is well-formed.

use gadfly_syntax::loose::words;
use std::collections::BTreeMap;

/// A word or a list; a list's items come before it.
pub(crate) type Node = usize;

/// What stands at a node.
#[derive(Debug)]
enum Item<'a> {
    Word(&'a str),
    List(Vec<Node>),
}

/// The top-level lists of a script. An unclosed one at the end is left out, as are stray words.
#[derive(Debug)]
pub(crate) struct Sexprs<'a> {
    items: Vec<Item<'a>>,
    commands: Vec<Node>,
}

/// What a script calls one of its own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    /// A sort, a function, a constant or a variable.
    Plain,
    /// A datatype's constructor.
    Constructor,
    /// A datatype's selector.
    Selector,
}

/// Heads of lists that bind names.
const BINDERS: [&str; 4] = ["let", "forall", "exists", "lambda"];

impl<'a> Sexprs<'a> {
    /// Reads a script.
    pub(crate) fn read(script: &'a str) -> Self {
        let mut items = Vec::new();
        let mut commands = Vec::new();
        let mut open: Vec<Vec<Node>> = Vec::new();
        for (_, token) in words(script) {
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let Some(list) = open.pop() else { continue };
                    items.push(Item::List(list));
                    match open.last_mut() {
                        Some(outer) => outer.push(items.len() - 1),
                        None => commands.push(items.len() - 1),
                    }
                }
                word => {
                    let Some(list) = open.last_mut() else {
                        continue;
                    };
                    items.push(Item::Word(bare(word)));
                    list.push(items.len() - 1);
                }
            }
        }
        Sexprs { items, commands }
    }

    /// How many nodes there are: each is smaller than this.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The commands, in order.
    pub(crate) fn commands(&self) -> &[Node] {
        &self.commands
    }

    /// A word's text; nothing for a list.
    pub(crate) fn word(&self, node: Node) -> Option<&'a str> {
        match &self.items[node] {
            Item::Word(word) => Some(word),
            Item::List(_) => None,
        }
    }

    /// A list's items; none for a word.
    pub(crate) fn list(&self, node: Node) -> &[Node] {
        match &self.items[node] {
            Item::Word(_) => &[],
            Item::List(list) => list,
        }
    }

    /// The word at a place of a list, or the empty one.
    pub(crate) fn word_at(&self, list: Node, place: usize) -> &'a str {
        let node = self.list(list).get(place);
        node.and_then(|node| self.word(*node)).unwrap_or("")
    }

    /// The names that the script declares, defines or binds.
    pub(crate) fn own_names(&self) -> BTreeMap<&'a str, Own> {
        let mut names = BTreeMap::new();
        for &command in &self.commands {
            names.extend(self.declared_by(command));
        }
        for node in 0..self.len() {
            let head = self.word_at(node, 0);
            let bindings = match head {
                _ if BINDERS.contains(&head) => 1,
                "define-fun" | "define-fun-rec" => 2,
                _ => continue,
            };
            let Some(&bindings) = self.list(node).get(bindings) else {
                continue;
            };
            for &binding in self.list(bindings) {
                let name = self.word_at(binding, 0);
                names.entry(name).or_insert(Own::Plain);
            }
        }
        names.remove("");
        names
    }

    /// The names that a command declares or defines.
    pub(crate) fn declared_by(&self, command: Node) -> BTreeMap<&'a str, Own> {
        let mut names = BTreeMap::new();
        let items = self.list(command);
        match self.word_at(command, 0) {
            "declare-fun" | "declare-const" | "declare-sort" | "define-sort" | "define-const"
            | "define-fun" | "define-fun-rec" => {
                names.insert(self.word_at(command, 1), Own::Plain);
            }
            "declare-datatype" => {
                names.insert(self.word_at(command, 1), Own::Plain);
                let body = items.get(2).copied();
                body.into_iter()
                    .for_each(|body| self.datatype(body, &mut names));
            }
            "declare-datatypes" => {
                let sorts = items.get(1).map_or(&[][..], |&sorts| self.list(sorts));
                names.extend(
                    sorts
                        .iter()
                        .map(|&sort| (self.word_at(sort, 0), Own::Plain)),
                );
                let bodies = items.get(2).map_or(&[][..], |&bodies| self.list(bodies));
                bodies
                    .iter()
                    .for_each(|&body| self.datatype(body, &mut names));
            }
            _ => {}
        }
        names.remove("");
        names
    }

    /// The constructors and selectors of a datatype: `((c (s Int)) d)` or `(par (T) (…))`.
    fn datatype(&self, body: Node, names: &mut BTreeMap<&'a str, Own>) {
        let parametric = self.word_at(body, 0) == "par";
        let constructors = match self.list(body) {
            [_, sorts, constructors] if parametric => {
                let sorts = self.list(*sorts).iter();
                names.extend(sorts.filter_map(|&sort| Some((self.word(sort)?, Own::Plain))));
                self.list(*constructors)
            }
            constructors => constructors,
        };
        for &constructor in constructors {
            let name = self.word(constructor);
            let name = name.unwrap_or_else(|| self.word_at(constructor, 0));
            names.insert(name, Own::Constructor);
            let selectors = self.list(constructor).iter().skip(1);
            names.extend(selectors.map(|&field| (self.word_at(field, 0), Own::Selector)));
        }
    }
}

/// A quoted symbol without its bars, where it means the same.
pub(crate) fn bare(token: &str) -> &str {
    let inner = token.strip_prefix('|').and_then(|t| t.strip_suffix('|'));
    let simple = |text: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
        !text.is_empty()
            && text.chars().all(plain)
            && !text.starts_with(|c: char| c.is_ascii_digit())
    };
    inner.filter(simple).unwrap_or(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_of_all_kinds() {
        let script =
            "(declare-datatypes ((L 1) (E 0)) ((par (T) ((nil) (cons (head T) (tail (L T)))))
            ((|a|) b)))(declare-datatype One ((one)))(define-fun f ((x Int)) Int x)
            (assert (forall ((y Int)) (let ((z y)) (= z ((_ is nil) k)))))(declare-sort S 0)";
        let names = Sexprs::read(script).own_names();
        let of = |kind| {
            let all = names.iter().filter(move |(_, own)| **own == kind);
            all.map(|(name, _)| *name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(of(Own::Constructor), "a b cons nil one");
        assert_eq!(of(Own::Selector), "head tail");
        assert_eq!(of(Own::Plain), "E L One S T f x y z");
    }
}
