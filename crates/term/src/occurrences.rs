//! Where terms of a sort occur.

use crate::head::Head;
use crate::ids::{FunId, NodeId, SortId, VarId};
use crate::script::Script;
use rustc_hash::FxHashSet;

impl Script {
    /// The occurrences of a sort in asserted terms and definitions, in the order of the source's
    /// closing. Terms inside patterns are left out, as they must keep their form.
    pub fn occurrences(&self, sort: SortId) -> Vec<NodeId> {
        let inside = self.in_patterns();
        self.nodes()
            .filter(|n| self.sort(*n) == sort && !inside[n.index()])
            .collect()
    }

    /// All occurrences, by sort: the list at a sort's number.
    pub fn occurrences_by_sort(&self) -> Vec<Vec<NodeId>> {
        let inside = self.in_patterns();
        let mut lists = vec![Vec::new(); self.sorts.len()];
        for node in self.nodes().filter(|n| !inside[n.index()]) {
            lists[self.sort(node).index()].push(node);
        }
        lists
    }

    /// For each node, whether it stands inside `:pattern` or `:no-pattern`.
    pub fn in_patterns(&self) -> Vec<bool> {
        let mut inside = vec![false; self.nodes.len()];
        for node in self.nodes() {
            if self.head(node) == Head::Annotation {
                for pattern in &self.args(node)[1..] {
                    self.subterm(*pattern)
                        .for_each(|n| inside[n.index()] = true);
                }
            }
        }
        inside
    }

    /// For each node, its parent; the node itself at a root.
    pub fn parents(&self) -> Vec<NodeId> {
        let mut parents: Vec<NodeId> = self.nodes().collect();
        for node in self.nodes() {
            for arg in self.args(node) {
                parents[arg.index()] = node;
            }
        }
        parents
    }

    /// The bound variables that occur free in a subterm, in the order of their first occurrence.
    pub fn free_vars(&self, id: NodeId) -> Vec<VarId> {
        // A variable of the subterm is free if its scope was opened outside: scopes are numbered in
        // the order of their opening, so those opened inside are the ones whose binder lies inside.
        let mut seen = FxHashSet::default();
        let outer = self.scope(id);
        let inside = |v: &VarId| self.is_within(self.var(*v).scope, outer);
        let vars = self.subterm(id).filter_map(|n| {
            if let Head::Var(v) = self.head(n) {
                Some(v)
            } else {
                None
            }
        });
        vars.filter(|v| seen.insert(*v))
            .filter(|v| !inside(v))
            .collect()
    }

    /// Whether `scope` was opened inside `outer` (and is not `outer` or around it).
    fn is_within(&self, scope: crate::ids::ScopeId, outer: crate::ids::ScopeId) -> bool {
        // A variable in use has a scope on the path to the root or inside the term; scopes are
        // numbered in the order of opening, so the ones around `outer` have numbers up to its own.
        scope > outer
    }

    /// The script's functions that occur in a subterm, in the order of their first occurrence.
    pub fn funs_in(&self, id: NodeId) -> Vec<FunId> {
        let mut seen = FxHashSet::default();
        let funs = self.subterm(id).filter_map(|n| {
            if let Head::Fun(f) = self.head(n) {
                Some(f)
            } else {
                None
            }
        });
        funs.filter(|f| seen.insert(*f)).collect()
    }

    /// The constants and functions of the script whose result has this sort.
    pub fn funs_of(&self, sort: SortId) -> impl Iterator<Item = FunId> {
        self.funs().filter(move |f| self.fun(*f).result == sort)
    }
}
