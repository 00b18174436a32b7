//! A parsed and sort-checked script, and what can be asked of it.

use crate::command::{Command, CommandKind};
use crate::declared::{DeclaredSort, Fun, Scope, Var};
use crate::head::{Head, Packed, Unpacked};
use crate::ids::{DeclaredSortId, FunId, NodeId, ScopeId, SortId, VarId};
use crate::sort::{SortKind, Sorts, index_text};
use gadfly_catalog::{Catalog, OpId};
use gadfly_syntax::{Span, Symbol, Symbols};
use std::ops::Range;
use std::sync::Arc;

/// One occurrence of a term: 32 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) head: Packed,
    pub(crate) sort: SortId,
    pub(crate) size: u32,
    pub(crate) scope: ScopeId,
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) args: u32,
    pub(crate) arity: u32,
}

/// An operator with its indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Instance {
    pub(crate) op: OpId,
    pub(crate) indices_start: u32,
    pub(crate) indices_len: u32,
    /// The sort of `(as op sort)`; unknown if there is none.
    pub(crate) qualifier: SortId,
}

impl Instance {
    /// An operator as it is in the catalogue.
    #[inline]
    fn plain(op: OpId) -> Instance {
        Instance {
            op,
            indices_start: 0,
            indices_len: 0,
            qualifier: SortId::UNKNOWN,
        }
    }
}

/// A script: its source, its symbols and sorts, and one flat arena of sorted nodes.
///
/// Nodes are in post-order: the nodes of a subterm are `id-size+1..=id`, the arguments come before
/// the node itself.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) catalog: Arc<Catalog>,
    pub(crate) source: String,
    pub(crate) symbols: Symbols,
    pub(crate) sorts: Sorts,
    /// How many operators the catalogue has: they are the first instances, and in no table.
    pub(crate) plain: u32,
    /// The other instances.
    pub(crate) instances: Vec<Instance>,
    pub(crate) instance_indices: Vec<u32>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) children: Vec<NodeId>,
    pub(crate) funs: Vec<Fun>,
    pub(crate) sort_lists: Vec<SortId>,
    pub(crate) vars: Vec<Var>,
    pub(crate) scopes: Vec<Scope>,
    pub(crate) declared_sorts: Vec<DeclaredSort>,
    /// Names of `define-sort`.
    pub(crate) defined_sorts: Vec<Symbol>,
    pub(crate) commands: Vec<Command>,
    pub(crate) terms: Vec<NodeId>,
    pub(crate) logic: Option<Symbol>,
}

impl Script {
    /// The source text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The source text, given back.
    pub fn into_source(self) -> String {
        self.source
    }

    /// The catalogue it was read with.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The name of a symbol, without bars.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// The symbol with this name, if the script or the catalogue uses it.
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.get(name)
    }

    /// The logic that `set-logic` names.
    pub fn logic(&self) -> Option<&str> {
        self.logic.map(|s| self.name(s))
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory that nodes and their lists of arguments take.
    pub fn node_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.children.len() * size_of::<NodeId>()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes, in post-order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// What a node is made by.
    #[inline]
    pub fn head(&self, id: NodeId) -> Head {
        match self.nodes[id.index()].head.unpack() {
            Unpacked::Instance(n) => Head::Op(self.instance(n).op),
            Unpacked::Other(head) => head,
        }
    }

    /// The instance with a number.
    #[inline]
    pub(crate) fn instance(&self, n: u32) -> Instance {
        match n.checked_sub(self.plain) {
            None => Instance::plain(OpId(n)),
            Some(own) => self.instances[own as usize],
        }
    }

    /// The indices of an operator: `7` and `0` of `(_ extract 7 0)`. A number above 2^31 or a
    /// symbol has the highest bit set; [`Script::index_text`] spells either.
    pub fn indices(&self, id: NodeId) -> &[u32] {
        match self.nodes[id.index()].head.unpack() {
            Unpacked::Instance(n) => self.instance_indices_of(n),
            Unpacked::Other(_) => &[],
        }
    }

    pub(crate) fn instance_indices_of(&self, n: u32) -> &[u32] {
        let instance = self.instance(n);
        &self.instance_indices[instance.indices_start as usize
            ..(instance.indices_start + instance.indices_len) as usize]
    }

    /// How an index is written.
    pub fn index_text(&self, index: u32) -> String {
        index_text(index, &self.symbols)
    }

    /// An operator of the catalogue.
    pub fn operator(&self, op: OpId) -> &gadfly_catalog::Op {
        self.catalog.op(op)
    }

    /// An operator's name.
    pub fn op_name(&self, op: OpId) -> &str {
        &self.catalog.op(op).name
    }

    /// A node's arguments.
    #[inline]
    pub fn args(&self, id: NodeId) -> &[NodeId] {
        let node = &self.nodes[id.index()];
        &self.children[node.args as usize..(node.args + node.arity) as usize]
    }

    /// A node's sort.
    #[inline]
    pub fn sort(&self, id: NodeId) -> SortId {
        self.nodes[id.index()].sort
    }

    /// How many nodes a subterm has, its root included.
    #[inline]
    pub fn size(&self, id: NodeId) -> u32 {
        self.nodes[id.index()].size
    }

    /// The nodes of a subterm, in post-order; the last one is `id`.
    #[inline]
    pub fn subterm(
        &self,
        id: NodeId,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (id.0 + 1 - self.size(id)..id.0 + 1).map(NodeId)
    }

    /// Where a node stands in the source.
    #[inline]
    pub fn span(&self, id: NodeId) -> Span {
        let node = &self.nodes[id.index()];
        Span {
            start: node.start,
            end: node.end,
        }
    }

    /// A node's text in the source.
    #[inline]
    pub fn text(&self, id: NodeId) -> &str {
        &self.source[self.span(id).range()]
    }

    /// The scope that a node stands in.
    #[inline]
    pub fn scope(&self, id: NodeId) -> ScopeId {
        self.nodes[id.index()].scope
    }

    /// A scope.
    pub fn scope_data(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.index()]
    }

    /// The variables that a `let`, quantifier or `lambda` node binds, in order.
    pub fn bound(&self, id: NodeId) -> impl ExactSizeIterator<Item = VarId> + use<> {
        let binds = matches!(
            self.head(id),
            Head::Let | Head::Forall | Head::Exists | Head::Lambda
        );
        let body = self.args(id).last().filter(|_| binds);
        body.map_or(
            Scope {
                parent: ScopeId::ROOT,
                kind: crate::declared::ScopeKind::Root,
                vars: 0..0,
            },
            |b| self.scopes[self.scope(*b).index()].clone(),
        )
        .vars()
    }

    /// The variables in scope at a node, innermost first; those that are shadowed are left out.
    pub fn in_scope(&self, id: NodeId) -> Vec<VarId> {
        let mut seen: rustc_hash::FxHashSet<Symbol> = Default::default();
        let mut out = Vec::new();
        let mut scope = self.scope(id);
        while scope != ScopeId::ROOT {
            let data = &self.scopes[scope.index()];
            out.extend(
                data.vars()
                    .rev()
                    .filter(|v| seen.insert(self.vars[v.index()].symbol)),
            );
            scope = data.parent;
        }
        out
    }

    /// A bound variable.
    #[inline]
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }

    /// All bound variables.
    pub fn vars(&self) -> impl ExactSizeIterator<Item = VarId> + use<> {
        (0..self.vars.len() as u32).map(VarId)
    }

    /// A function of the script.
    #[inline]
    pub fn fun(&self, id: FunId) -> &Fun {
        &self.funs[id.index()]
    }

    /// All functions and constants of the script.
    pub fn funs(&self) -> impl ExactSizeIterator<Item = FunId> + use<> {
        (0..self.funs.len() as u32).map(FunId)
    }

    /// The sorts of a function's parameters.
    #[inline]
    pub fn params(&self, id: FunId) -> &[SortId] {
        let params = &self.funs[id.index()].params;
        &self.sort_lists[params.start as usize..params.end as usize]
    }

    /// The sort parameters of a function of a parametric datatype.
    pub fn sort_params(&self, id: FunId) -> &[SortId] {
        let params = &self.funs[id.index()].sort_params;
        &self.sort_lists[params.start as usize..params.end as usize]
    }

    /// A sort that the script declares.
    pub fn declared_sort(&self, id: DeclaredSortId) -> &DeclaredSort {
        &self.declared_sorts[id.index()]
    }

    /// All sorts that the script declares.
    pub fn declared_sorts(&self) -> impl ExactSizeIterator<Item = DeclaredSortId> + use<> {
        (0..self.declared_sorts.len() as u32).map(DeclaredSortId)
    }

    /// The sort parameters of a parametric datatype.
    pub fn declared_sort_params(&self, id: DeclaredSortId) -> &[SortId] {
        let params = &self.declared_sorts[id.index()].params;
        &self.sort_lists[params.start as usize..params.end as usize]
    }

    /// What a sort is.
    #[inline]
    pub fn sort_kind(&self, sort: SortId) -> SortKind<'_> {
        self.sorts.kind(sort)
    }

    /// How a sort is written; cut off with `…` beyond a million bytes, as definitions can make
    /// one exponentially large.
    pub fn sort_text(&self, sort: SortId) -> String {
        let mut out = String::new();
        self.sorts.write(sort, &self.symbols, &mut out, 1_000_000);
        out
    }

    /// All sorts of the script, those of the catalogue included.
    pub fn sorts(&self) -> impl ExactSizeIterator<Item = SortId> + use<> {
        (0..self.sorts.len() as u32).map(SortId)
    }

    /// A sort with its parameters replaced, `params[i]` by `with[i]`.
    pub fn instantiate(&mut self, sort: SortId, params: &[SortId], with: &[SortId]) -> SortId {
        self.sorts.substitute(sort, params, with)
    }

    /// All commands, in order.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// A command's text.
    pub fn command_text(&self, command: &Command) -> &str {
        &self.source[command.span.range()]
    }

    /// The terms of a command: what `assert` asserts, the body of a definition, …
    pub fn command_terms(&self, command: &Command) -> &[NodeId] {
        &self.terms[range(&command.terms)]
    }

    /// The functions that a command declares.
    pub fn command_funs(&self, command: &Command) -> impl ExactSizeIterator<Item = FunId> + use<> {
        (command.funs.start..command.funs.end).map(FunId)
    }

    /// The sorts that a command declares.
    pub fn command_sorts(
        &self,
        command: &Command,
    ) -> impl ExactSizeIterator<Item = DeclaredSortId> + use<> {
        (command.sorts.start..command.sorts.end).map(DeclaredSortId)
    }

    /// All nodes of a command, in post-order.
    pub fn command_nodes(
        &self,
        command: &Command,
    ) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (command.nodes.start..command.nodes.end).map(NodeId)
    }

    /// The command that a node belongs to, by its number.
    pub fn command_of(&self, id: NodeId) -> usize {
        self.commands.partition_point(|c| c.nodes.end <= id.0)
    }

    /// The asserted terms, in order.
    pub fn assertions(&self) -> impl Iterator<Item = NodeId> {
        let asserts = self
            .commands
            .iter()
            .filter(|c| c.kind == CommandKind::Assert);
        asserts.flat_map(|c| self.command_terms(c).iter().copied())
    }

    /// The commands that ask for satisfiability, by their numbers.
    pub fn checks(&self) -> impl Iterator<Item = usize> {
        self.commands
            .iter()
            .enumerate()
            .filter(|(_, c)| c.kind.is_check())
            .map(|(n, _)| n)
    }

    /// A node's parent in its term; `None` at the root. Linear in the distance.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        // In post-order the parent is the first later node whose subterm holds this one.
        let end = self
            .commands
            .get(self.command_of(id))
            .map_or(self.nodes.len() as u32, |c| c.nodes.end);
        (id.0 + 1..end)
            .map(NodeId)
            .find(|&p| p.0 + 1 - self.size(p) <= id.0)
    }
}

fn range(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
