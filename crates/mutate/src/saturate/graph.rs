//! An e-graph: classes of terms that are equal, over nodes whose arguments are classes.
//!
//! It is small by construction (some hundred nodes), so that congruence is restored by passes over all
//! nodes, without lists of parents. Numbers are handed out in the order of insertion, and nothing
//! depends on the order of a hash table.

use crate::types::Ty;
use gadfly_rng::Rng;
use gadfly_term::FunId;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher as _;
use std::ops::Range;

/// No node.
const FREE: u32 = u32::MAX;

/// Classes looked at for one of a sort.
const TRIES: usize = 12;

/// A class of equal terms; see [`Graph::find`].
pub(super) type Class = u32;

/// A node by its number.
pub(super) type Number = usize;

/// What a node's head is, for patterns to compare with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An operator of the catalogue: its name and indices.
    Op(Box<str>, Box<[u32]>),
    /// A function of the script.
    Fun(FunId),
    /// A term without parts that are looked at: a literal, a variable, a quantified formula.
    Leaf,
    /// Any other head that terms may have.
    Other,
}

/// A head, once for all its nodes.
#[derive(Clone, Debug)]
pub(super) struct Label {
    /// As it is written.
    pub(super) text: Box<str>,
    pub(super) kind: Kind,
}

/// A term with classes in the place of its arguments.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) label: u32,
    /// Into [`Graph::args`].
    args: Range<u32>,
    /// The class that it was made in.
    class: Class,
}

/// Classes and nodes.
#[derive(Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    args: Vec<Class>,
    labels: Vec<Label>,
    leaves: FxHashMap<Box<str>, u32>,
    heads: FxHashMap<Box<str>, u32>,
    /// Nodes by a hash of label and arguments, or [`FREE`]; where a place is taken the next one serves.
    table: Vec<u32>,
    /// The sorts of heads over sorts, by number; few enough to look through.
    results: Vec<((u32, [u32; 3]), u32)>,
    /// A class's way to the one that it became part of.
    into: Vec<Class>,
    members: Vec<Vec<u32>>,
    sorts: Vec<u32>,
    types: Vec<Ty>,
    stale: bool,
    key: Vec<u32>,
}

impl Graph {
    /// The class that a class is now part of.
    pub(super) fn find(&self, mut class: Class) -> Class {
        while self.into[class as usize] != class {
            class = self.into[class as usize];
        }
        class
    }

    /// The sort of a class.
    pub(super) fn ty(&self, class: Class) -> &Ty {
        &self.types[self.sorts[self.find(class) as usize] as usize]
    }

    /// The nodes of a class, the first made first.
    pub(super) fn members(&self, class: Class) -> &[u32] {
        &self.members[self.find(class) as usize]
    }

    /// The class of a node.
    pub(super) fn class(&self, node: Number) -> Class {
        self.find(self.nodes[node].class)
    }

    /// A node's head.
    pub(super) fn label(&self, node: Number) -> &Label {
        &self.labels[self.nodes[node].label as usize]
    }

    /// A node's arguments.
    pub(super) fn args(&self, node: Number) -> &[Class] {
        let range = &self.nodes[node].args;
        &self.args[range.start as usize..range.end as usize]
    }

    /// A class of a sort, if one is found soon.
    pub(super) fn random_class(&self, ty: &Ty, rng: &mut Rng) -> Option<Class> {
        let sort = self.types.iter().position(|t| t == ty)? as u32;
        (0..TRIES).find_map(|_| {
            let class = rng.below(self.into.len());
            (self.sorts[class] == sort).then(|| self.find(class as Class))
        })
    }

    /// All classes, as they are now.
    pub(super) fn classes(&self) -> impl Iterator<Item = Class> + '_ {
        (0..self.into.len() as Class).filter(|&c| self.into[c as usize] == c)
    }

    /// The number of a head, and what it is if it is new.
    pub(super) fn head(&mut self, text: &str, kind: impl FnOnce() -> Kind) -> u32 {
        if let Some(&known) = self.heads.get(text) {
            return known;
        }
        let number = self.labels.len() as u32;
        let text = Box::<str>::from(text);
        self.heads.insert(text.clone(), number);
        let kind = kind();
        self.labels.push(Label { text, kind });
        number
    }

    /// The sort of a head over arguments, as it was found before.
    pub(super) fn result(&self, label: u32, args: &[Class]) -> Option<Ty> {
        let key = self.result_key(label, args)?;
        let (_, sort) = self.results.iter().find(|(known, _)| *known == key)?;
        Some(self.types[*sort as usize].clone())
    }

    /// Keeps the sort of a head over arguments.
    pub(super) fn keep_result(&mut self, label: u32, args: &[Class], ty: &Ty) {
        if let Some(key) = self.result_key(label, args) {
            let sort = self.sort(ty);
            self.results.push((key, sort));
        }
    }

    fn result_key(&self, label: u32, args: &[Class]) -> Option<(u32, [u32; 3])> {
        let mut key = [u32::MAX; 3];
        for (n, &arg) in args.iter().enumerate() {
            *key.get_mut(n)? = self.sorts[self.find(arg) as usize];
        }
        Some((label, key))
    }

    /// The class of a term without parts.
    pub(super) fn leaf(&mut self, text: &str, ty: &Ty) -> Class {
        if let Some(&known) = self.leaves.get(text) {
            return self.add(known, &[], ty);
        }
        let number = self.labels.len() as u32;
        let text = Box::<str>::from(text);
        self.leaves.insert(text.clone(), number);
        let kind = Kind::Leaf;
        self.labels.push(Label { text, kind });
        self.add(number, &[], ty)
    }

    /// The class of a term, which is made where no node is equal to it.
    pub(super) fn add(&mut self, label: u32, args: &[Class], ty: &Ty) -> Class {
        if self.table.len() < 2 * (self.nodes.len() + 1) {
            self.clear_table();
            self.insert_all();
        }
        self.key.clear();
        self.key.push(label);
        for &arg in args {
            let arg = self.find(arg);
            self.key.push(arg);
        }
        let slot = match self.slot() {
            Ok(known) => return self.class(known),
            Err(slot) => slot,
        };
        let class = self.into.len() as Class;
        let number = self.nodes.len();
        let from = self.args.len() as u32;
        self.args.extend_from_slice(&self.key[1..]);
        self.nodes.push(Node {
            label,
            args: from..self.args.len() as u32,
            class,
        });
        self.table[slot] = number as u32;
        self.into.push(class);
        self.members.push(vec![number as u32]);
        let sort = self.sort(ty);
        self.sorts.push(sort);
        class
    }

    /// The node with the label and the arguments in `key`, else where it goes in the table.
    fn slot(&self) -> Result<Number, usize> {
        let mask = self.table.len() - 1;
        let mut at = FxBuildHasher.hash_one(&self.key) as usize & mask;
        while self.table[at] != FREE {
            let node = self.table[at] as Number;
            if self.nodes[node].label == self.key[0] && *self.args(node) == self.key[1..] {
                return Ok(node);
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }

    /// An empty table, with twice the room that all nodes need.
    fn clear_table(&mut self) {
        let size = (4 * self.nodes.len()).next_power_of_two().max(256);
        self.table.clear();
        self.table.resize(size, FREE);
    }

    fn sort(&mut self, ty: &Ty) -> u32 {
        let known = self.types.iter().position(|t| t == ty);
        known.unwrap_or_else(|| {
            self.types.push(ty.clone());
            self.types.len() - 1
        }) as u32
    }

    /// Two classes become one; whether they were two. Terms of different sorts stay apart.
    pub(super) fn union(&mut self, a: Class, b: Class) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b || self.sorts[a as usize] != self.sorts[b as usize] {
            return false;
        }
        let (into, from) = (a.min(b), a.max(b));
        self.into[from as usize] = into;
        let moved = std::mem::take(&mut self.members[from as usize]);
        self.members[into as usize].extend(moved);
        self.stale = true;
        true
    }

    /// Terms with equal heads and equal arguments become equal.
    pub(super) fn rebuild(&mut self) {
        while std::mem::take(&mut self.stale) {
            self.clear_table();
            self.insert_all();
        }
    }

    /// Puts all nodes into an empty table, with their arguments as they are now.
    fn insert_all(&mut self) {
        for number in 0..self.nodes.len() {
            let range = self.nodes[number].args.clone();
            self.key.clear();
            self.key.push(self.nodes[number].label);
            for at in range.start as usize..range.end as usize {
                let class = self.find(self.args[at]);
                self.args[at] = class;
                self.key.push(class);
            }
            match self.slot() {
                Ok(same) => {
                    self.union(self.nodes[same].class, self.nodes[number].class);
                }
                Err(slot) => self.table[slot] = number as u32,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_arguments_make_equal_terms() {
        let mut graph = Graph::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| graph.leaf(name, &Ty::Int));
        let f = graph.head("f", || Kind::Other);
        let [fa, fb, fc] = [a, b, c].map(|arg| graph.add(f, &[arg], &Ty::Int));
        let [ffa, ffb] = [fa, fb].map(|arg| graph.add(f, &[arg], &Ty::Int));
        assert_eq!(graph.add(f, &[a], &Ty::Int), fa);
        assert!(graph.union(a, b) && !graph.union(b, a));
        graph.rebuild();
        assert_eq!(graph.find(fa), graph.find(fb));
        assert_eq!(graph.find(ffa), graph.find(ffb));
        assert_ne!(graph.find(fa), graph.find(fc));
        assert_eq!(graph.members(ffb).len(), 2);
        assert_eq!(graph.classes().count(), 5);
    }

    #[test]
    fn terms_of_different_sorts_stay_apart() {
        let mut graph = Graph::default();
        let int = graph.leaf("a", &Ty::Int);
        let real = graph.leaf("b", &Ty::Real);
        assert!(!graph.union(int, real));
        assert_eq!((graph.ty(int), graph.ty(real)), (&Ty::Int, &Ty::Real));
    }
}
