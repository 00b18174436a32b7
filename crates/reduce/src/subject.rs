//! A script under reduction as the passes see it: nested lists, and the sorts of its terms.

use crate::operators::{operators_like, unary_like};
use crate::sorts::Sorted;
use crate::tree::{NodeId, Tree};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub(crate) use crate::sorts::{Reader, SortNumber};

/// A well-formed script with what passes ask about it.
pub(crate) struct Subject<'a> {
    /// The script.
    pub(crate) text: &'a str,
    /// Its lists and words.
    pub(crate) tree: Tree,
    reader: &'a Reader,
    /// The sorts of its terms, once a pass asks for them.
    sorted: OnceCell<Sorted>,
    /// Where each word stands, once a pass asks for it.
    uses: OnceCell<FxHashMap<&'a str, Vec<NodeId>>>,
}

impl<'a> Subject<'a> {
    /// Reads a script that the reader accepts.
    pub(crate) fn new(reader: &'a Reader, text: &'a str) -> Self {
        Subject {
            text,
            tree: Tree::new(text),
            reader,
            sorted: OnceCell::new(),
            uses: OnceCell::new(),
        }
    }

    fn sorted(&self) -> &Sorted {
        self.sorted.get_or_init(|| self.reader.sorted(self.text))
    }

    fn places(&self) -> &FxHashMap<&'a str, Vec<NodeId>> {
        self.uses.get_or_init(|| {
            let mut places: FxHashMap<&str, Vec<NodeId>> = FxHashMap::default();
            let nodes = self.tree.nodes.iter().enumerate();
            for (id, node) in nodes.filter(|(_, node)| !node.is_list) {
                let word = &self.text[node.span.clone()];
                places.entry(word).or_default().push(id);
            }
            places
        })
    }

    /// The text of a list or word.
    pub(crate) fn text_of(&self, node: NodeId) -> &'a str {
        &self.text[self.tree.span(node)]
    }

    /// The commands that are lists, in order.
    pub(crate) fn commands(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.tree
            .commands
            .iter()
            .copied()
            .filter(|&command| self.tree.nodes[command].is_list)
    }

    /// A command's first word.
    pub(crate) fn command_name(&self, command: NodeId) -> &'a str {
        self.tree
            .children(command)
            .first()
            .map_or("", |&head| self.text_of(head))
    }

    /// The first command that holds a term.
    pub(crate) fn first_with_terms(&self) -> Option<NodeId> {
        let is_term = |node: NodeId| self.sort_of(node).is_some();
        self.commands()
            .find(|&command| self.tree.within(command).any(is_term))
    }

    /// The assertions, in order.
    pub(crate) fn assertions(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.commands()
            .filter(|&command| self.command_name(command) == "assert")
    }

    /// The operator of an application, without its indices.
    pub(crate) fn operator(&self, node: NodeId) -> Option<&'a str> {
        let &head = self.tree.children(node).first()?;
        let indexed = |head: NodeId| self.tree.children(head).get(1).copied();
        let word = if self.tree.nodes[head].is_list {
            indexed(head)?
        } else {
            head
        };
        (!matches!(self.text_of(word), "_" | "as")).then(|| self.text_of(word))
    }

    /// Everywhere that a word stands.
    pub(crate) fn uses(&self, word: &str) -> &[NodeId] {
        self.places().get(word).map_or(&[], Vec::as_slice)
    }

    /// The sort of a node that is a term.
    pub(crate) fn sort_of(&self, node: NodeId) -> Option<SortNumber> {
        let span = &self.tree.nodes[node].span;
        self.sorted()
            .by_span
            .get(&(span.start as u32, span.end as u32))
            .copied()
    }

    /// How a sort is written.
    pub(crate) fn sort_text(&self, sort: SortNumber) -> &str {
        &self.sorted().names[sort.0]
    }

    /// The sort of that name, if a term of the script has it.
    pub(crate) fn sort_named(&self, name: &str) -> Option<SortNumber> {
        self.sorted()
            .names
            .iter()
            .position(|known| known == name)
            .map(SortNumber)
    }

    /// The simplest constants of a sort.
    pub(crate) fn constants(&self, sort: SortNumber) -> Vec<String> {
        self.sorted().constants[sort.0].clone()
    }

    /// Declared constants of a sort, the shortest names first.
    pub(crate) fn variables(&self, sort: SortNumber) -> &[String] {
        &self.sorted().variables[sort.0]
    }

    /// Operators of the catalogue that take and give what this one does, the shortest first.
    pub(crate) fn operators_like(&self, name: &str) -> Vec<&'a str> {
        operators_like(self.reader.catalog(), name)
    }

    /// Arguments of an operator that a unary one takes to give the same sort.
    pub(crate) fn unary_like(&self, name: &str) -> Vec<(usize, &'a str)> {
        unary_like(self.reader.catalog(), name)
    }

    /// All terms, the largest first; for each size class every choice from 0 to `choices - 1` in
    /// turn: all terms' first choices come before their second ones only within a term.
    pub(crate) fn choices_by_size(
        &self,
        choices: usize,
    ) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        let mut terms: Vec<NodeId> = (0..self.tree.nodes.len())
            .filter(|&node| self.sort_of(node).is_some())
            .collect();
        terms.sort_by_key(|&node| Reverse(self.tree.span(node).len()));
        terms
            .into_iter()
            .flat_map(move |node| (0..choices).map(move |choice| (choice, node)))
    }

    /// All terms with this very text.
    pub(crate) fn same_text(&self, text: &str) -> Vec<NodeId> {
        let same = |&node: &NodeId| self.text_of(node) == text && self.sort_of(node).is_some();
        (0..self.tree.nodes.len()).filter(same).collect()
    }

    /// Names that stand nowhere in the script: a, b, …, z, a0, …
    pub(crate) fn fresh_names(&self) -> impl Iterator<Item = String> + '_ {
        let letters = || (b'a'..=b'z').map(char::from);
        let single = letters().map(String::from);
        let more = (0..).flat_map(move |n| letters().map(move |letter| format!("{letter}{n}")));
        single
            .chain(more)
            .filter(|name| !self.places().contains_key(name.as_str()))
    }

    /// The first of them.
    pub(crate) fn fresh_name(&self) -> String {
        self.fresh_names().next().unwrap_or_default()
    }

    /// Names that the script declares or binds, in the order of their first places.
    pub(crate) fn own_names(&self) -> Vec<&'a str> {
        let mut names: BTreeMap<NodeId, &str> = BTreeMap::new();
        for command in self.commands() {
            let kind = self.command_name(command);
            if kind.starts_with("declare-") || kind.starts_with("define-") {
                let datatypes = kind.contains("datatype") || kind.ends_with("s-rec");
                let words = if datatypes {
                    self.tree.within(command)
                } else {
                    command + 2..command + 3
                };
                let own = words.skip(usize::from(datatypes) * 2);
                names.extend(
                    own.filter(|&n| self.is_name(n))
                        .map(|n| (n, self.text_of(n))),
                );
            }
        }
        for binder in [
            "let",
            "forall",
            "exists",
            "lambda",
            "define-fun",
            "define-fun-rec",
        ] {
            for &head in self.uses(binder) {
                self.bound_by(head, &mut names);
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        names
            .into_values()
            .filter(|name| seen.insert(*name))
            .collect()
    }

    fn bound_by(&self, head: NodeId, names: &mut BTreeMap<NodeId, &'a str>) {
        let Some(list) = self.tree.nodes[head].parent else {
            return;
        };
        let Some(&bindings) = self
            .tree
            .children(list)
            .iter()
            .find(|&&c| self.tree.nodes[c].is_list)
        else {
            return;
        };
        for &binding in self.tree.children(bindings) {
            if let Some(&name) = self.tree.children(binding).first() {
                names.insert(name, self.text_of(name));
            }
        }
    }

    /// Whether the script itself declares the sort of that name.
    fn declares_sort(&self, name: &str) -> bool {
        self.uses(name).iter().any(|&place| {
            let Some(list) = self.tree.nodes[place].parent else {
                return false;
            };
            let head = self.tree.children(list).first();
            match self.command_name(list) {
                "declare-sort" | "define-sort" | "declare-datatype" => place == list + 2,
                // Its name and arity in the list behind `declare-datatypes`.
                _ if head == Some(&place) && self.tree.children(list).len() == 2 => {
                    let names = self.tree.nodes[list].parent;
                    let command = names.and_then(|names| self.tree.nodes[names].parent);
                    let is_first =
                        |command: NodeId| names == self.tree.children(command).get(1).copied();
                    command.is_some_and(|command| {
                        self.command_name(command) == "declare-datatypes" && is_first(command)
                    })
                }
                _ => false,
            }
        })
    }

    fn is_name(&self, node: NodeId) -> bool {
        let text = self.text_of(node);
        !self.tree.nodes[node].is_list
            && !text.starts_with(|c: char| c.is_ascii_digit() || c == ':' || c == '"' || c == '#')
            && (!self.sorted().names.iter().any(|sort| sort == text) || self.declares_sort(text))
    }
}

/// The shortest command that declares a constant: a word needs no space behind `()`.
pub(crate) fn declaration(name: &str, sort: &str) -> String {
    if sort.starts_with('(') {
        format!("(declare-const {name} {sort})")
    } else {
        format!("(declare-fun {name}(){sort})")
    }
}

/// The text of a term with words replaced. Names are not protected from capture.
pub(crate) fn substitute(
    subject: &Subject<'_>,
    term: NodeId,
    pairs: &FxHashMap<&str, &str>,
) -> String {
    let whole = subject.tree.span(term);
    let mut out = String::with_capacity(whole.len());
    let mut at = whole.start;
    for node in subject.tree.within(term) {
        if subject.tree.nodes[node].is_list {
            continue;
        }
        if let Some(text) = pairs.get(subject.text_of(node)) {
            let span = subject.tree.span(node);
            out.push_str(&subject.text[at..span.start]);
            out.push_str(text);
            at = span.end;
        }
    }
    out.push_str(&subject.text[at..whole.end]);
    out
}
