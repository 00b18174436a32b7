//! A hash-consed view of a script: equal terms once, `let` gone, integers made real where a real
//! is wanted.

use crate::declared::{FunKind, VarKind};
use crate::head::{Head, Packed, Unpacked};
use crate::ids::{NodeId, SortId};
use crate::resolve::Reading;
use crate::script::Script;
use gadfly_catalog::OpId;
use rustc_hash::FxHashMap;

/// A term of a [`Dag`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct DagId(pub u32);

impl DagId {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct DagNode {
    head: Packed,
    sort: SortId,
    args: u32,
    arity: u32,
    /// An occurrence in the source: its text (for a literal), indices and bound variables.
    node: NodeId,
}

const FREE: u32 = u32::MAX;

/// All terms of a script, each once. Arguments come before the terms that use them.
///
/// `let` is expanded by sharing, `(! t …)` is `t`, and a name given by `:named` is the term it
/// names. Where an integer stands for a real, a `to_real` is put between. Heads are never
/// [`Head::Let`] or [`Head::Annotation`].
#[derive(Clone, Debug)]
pub struct Dag {
    nodes: Vec<DagNode>,
    children: Vec<DagId>,
    of_node: Vec<DagId>,
    to_real: Option<OpId>,
    slots: Vec<u32>,
}

impl Dag {
    /// The view of all terms of a script: assertions, definitions' bodies, assumptions.
    pub fn new(script: &Script) -> Dag {
        let mut dag = Dag {
            nodes: Vec::new(),
            children: Vec::new(),
            of_node: Vec::with_capacity(script.len()),
            to_real: script.catalog.op_named("to_real"),
            slots: vec![FREE; (script.len() * 2).next_power_of_two().max(64)],
        };
        let mut literals: FxHashMap<(Packed, SortId, &str), DagId> = FxHashMap::default();
        let mut args = Vec::new();
        for id in script.nodes() {
            let made = dag.visit(script, id, &mut args, &mut literals);
            dag.of_node.push(made);
        }
        dag.slots = Vec::new();
        dag
    }

    fn visit<'a>(
        &mut self,
        script: &'a Script,
        id: NodeId,
        args: &mut Vec<DagId>,
        literals: &mut FxHashMap<(Packed, SortId, &'a str), DagId>,
    ) -> DagId {
        let node = &script.nodes[id.index()];
        let of = |dag: &Dag, n: NodeId| dag.of_node[n.index()];
        match script.head(id) {
            Head::Let => return of(self, script.args(id)[node.arity as usize - 1]),
            Head::Annotation => return of(self, script.args(id)[0]),
            Head::Var(v) => {
                if let VarKind::Let(value) = script.var(v).kind {
                    return of(self, value);
                }
            }
            Head::Fun(f) => {
                if let FunKind::Named(value) = script.fun(f).kind {
                    return of(self, value);
                }
            }
            Head::Literal(_) => {
                let key = (node.head, node.sort, script.text(id));
                if let Some(known) = literals.get(&key) {
                    return *known;
                }
                let made = self.add(node.head, node.sort, id, &[]);
                literals.insert(key, made);
                return made;
            }
            _ => {}
        }
        args.clear();
        args.extend(script.args(id).iter().map(|a| self.of_node[a.index()]));
        self.promote(script, id, args);
        // Binders differ by their variables, which are not part of the key.
        let unique = matches!(
            script.head(id),
            Head::Forall | Head::Exists | Head::Lambda | Head::Match | Head::Opaque
        );
        if unique {
            self.add(node.head, node.sort, id, args)
        } else {
            self.cons(node.head, node.sort, id, args)
        }
    }

    /// Puts `to_real` where an integer argument stands for a real.
    fn promote(&mut self, script: &Script, id: NodeId, args: &mut [DagId]) {
        let Some(to_real) = self.to_real else { return };
        if !args.iter().any(|a| self.sort(*a) == SortId::INT) {
            return;
        }
        let Some(readings) = script.readings(id) else {
            return;
        };
        for (arg, reading) in args.iter_mut().zip(readings) {
            if reading != Reading::AsReal || self.sort(*arg) != SortId::INT {
                continue;
            }
            let node = self.nodes[arg.index()].node;
            *arg = self.cons(Packed::instance(to_real.0), SortId::REAL, node, &[*arg]);
        }
    }

    fn cons(&mut self, head: Packed, sort: SortId, node: NodeId, args: &[DagId]) -> DagId {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = hash(head, sort, args) as usize & mask;
        while self.slots[at] != FREE {
            let known = &self.nodes[self.slots[at] as usize];
            if known.head == head && known.sort == sort && self.args(DagId(self.slots[at])) == args
            {
                return DagId(self.slots[at]);
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = self.nodes.len() as u32;
        self.add(head, sort, node, args)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for id in old.into_iter().filter(|id| *id != FREE) {
            let node = self.nodes[id as usize];
            let mut at = hash(node.head, node.sort, self.args(DagId(id))) as usize & (size - 1);
            while self.slots[at] != FREE {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = id;
        }
    }

    fn add(&mut self, head: Packed, sort: SortId, node: NodeId, args: &[DagId]) -> DagId {
        let start = self.children.len() as u32;
        self.children.extend_from_slice(args);
        self.nodes.push(DagNode {
            head,
            sort,
            args: start,
            arity: args.len() as u32,
            node,
        });
        DagId(self.nodes.len() as u32 - 1)
    }

    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All terms, arguments before the terms that use them.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = DagId> + ExactSizeIterator + use<> {
        (0..self.nodes.len() as u32).map(DagId)
    }

    /// The term that an occurrence stands for.
    #[inline]
    pub fn of(&self, node: NodeId) -> DagId {
        self.of_node[node.index()]
    }

    /// What a term is made by.
    #[inline]
    pub fn head(&self, script: &Script, id: DagId) -> Head {
        match self.nodes[id.index()].head.unpack() {
            Unpacked::Instance(n) => Head::Op(script.instance(n).op),
            Unpacked::Other(head) => head,
        }
    }

    /// The indices of an operator.
    pub fn indices<'a>(&self, script: &'a Script, id: DagId) -> &'a [u32] {
        match self.nodes[id.index()].head.unpack() {
            Unpacked::Instance(n) => script.instance_indices_of(n),
            Unpacked::Other(_) => &[],
        }
    }

    /// A term's arguments.
    #[inline]
    pub fn args(&self, id: DagId) -> &[DagId] {
        let node = &self.nodes[id.index()];
        &self.children[node.args as usize..(node.args + node.arity) as usize]
    }

    /// A term's sort.
    #[inline]
    pub fn sort(&self, id: DagId) -> SortId {
        self.nodes[id.index()].sort
    }

    /// An occurrence of the term in the source (for a `to_real` that was put in, its argument).
    #[inline]
    pub fn node(&self, id: DagId) -> NodeId {
        self.nodes[id.index()].node
    }
}

fn hash(head: Packed, sort: SortId, args: &[DagId]) -> u32 {
    const K: u64 = 0x517c_c1b7_2722_0a95;
    let start = ((head.0 as u64) << 32 | sort.0 as u64).wrapping_mul(K);
    let h = args.iter().fold(start, |h, a| {
        (h.rotate_left(5) ^ a.0 as u64).wrapping_mul(K)
    });
    (h >> 32) as u32
}
