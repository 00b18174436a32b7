//! The nodes of a formula under construction: terms that share their parts.

use crate::decimal::push_decimal;
use crate::declare::{Datatype, Function};
use crate::options::{Options, Span};
use crate::plan::{Plan, Shape, TWO_ARGUMENTS};
use crate::sorts::{BOOL, Bindings, SortId, Sorts};
use gadfly_catalog::signature::{Relation, known};
use gadfly_catalog::{Index, Pattern};
use gadfly_rng::Rng;

/// A node's number.
pub(crate) type NodeId = u32;

/// What a node's text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// A stretch of [`Graph::text`]: an operator, a literal or a name.
    Text { start: u32, length: u32 },
    /// A quantifier.
    Quantifier(u32),
}

/// A term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) head: Head,
    pub(crate) sort: SortId,
    first: u32,
    count: u32,
    /// How many nodes use it.
    pub(crate) uses: u32,
    /// Nodes of the term written out.
    pub(crate) weight: u32,
    /// The innermost scope whose variables it has; 0 for none.
    pub(crate) scope: u32,
    pub(crate) is_literal: bool,
}

/// A quantifier: what it binds, and which terms trigger it.
#[derive(Debug)]
pub(crate) struct Quantifier {
    pub(crate) is_universal: bool,
    pub(crate) bound: Vec<NodeId>,
    pub(crate) body: NodeId,
    pub(crate) patterns: Vec<NodeId>,
    /// The scope of its variables.
    pub(crate) scope: u32,
}

/// A formula under construction.
pub(crate) struct Graph<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) options: &'p Options,
    pub(crate) rng: Rng,
    pub(crate) sorts: Sorts,
    pub(crate) nodes: Vec<Node>,
    args: Vec<NodeId>,
    pub(crate) text: String,
    /// The nodes that may be used, by sort.
    by_sort: Vec<Vec<NodeId>>,
    /// Groups of the plan that this formula uses.
    pub(crate) groups: Vec<usize>,
    pub(crate) variables: Vec<NodeId>,
    pub(crate) functions: Vec<Function>,
    pub(crate) declared_sorts: u16,
    pub(crate) datatypes: Vec<Datatype>,
    pub(crate) quantifiers: Vec<Quantifier>,
    pub(crate) scope: u32,
    pub(crate) scopes: u32,
    /// The widest bit-vector that an operator may make.
    pub(crate) widest: u32,
    pub(crate) names: u32,
    /// A truth is being made for want of any.
    pub(crate) wants_truth: bool,
    /// Room for the arguments of the node that is made next.
    pub(crate) room: Vec<NodeId>,
}

/// Where every term is written out, no term may grow larger than this.
const MOST_WRITTEN_OUT: u32 = 400;

impl<'p> Graph<'p> {
    pub(crate) fn new(plan: &'p Plan, options: &'p Options, rng: Rng) -> Self {
        Graph {
            plan,
            options,
            rng,
            sorts: Sorts::new(),
            nodes: Vec::with_capacity(128),
            args: Vec::with_capacity(256),
            text: String::with_capacity(1024),
            by_sort: vec![Vec::new()],
            groups: Vec::new(),
            variables: Vec::new(),
            functions: Vec::new(),
            declared_sorts: 0,
            datatypes: Vec::new(),
            quantifiers: Vec::new(),
            scope: 0,
            scopes: 0,
            widest: options.bits.to,
            names: 0,
            wants_truth: false,
            room: Vec::with_capacity(8),
        }
    }

    /// A number of a range.
    pub(crate) fn number(&mut self, span: Span) -> u32 {
        span.from + self.rng.below((span.to - span.from + 1) as usize) as u32
    }

    /// True with a chance in percent.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.rng.chance(percent as usize, 100)
    }

    /// The arguments of a node.
    pub(crate) fn args(&self, node: NodeId) -> &[NodeId] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.args[first as usize..(first + count) as usize]
    }

    pub(crate) fn node(&self, node: NodeId) -> &Node {
        &self.nodes[node as usize]
    }

    pub(crate) fn of_sort(&self, sort: SortId) -> &[NodeId] {
        self.by_sort
            .get(usize::from(sort))
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn known_sorts(&self) -> usize {
        self.by_sort.len()
    }

    /// Keeps a text for heads.
    pub(crate) fn keep(&mut self, text: &str) -> Head {
        let start = self.text.len();
        self.text.push_str(text);
        self.written_from(start)
    }

    /// The text from `start` on as a head.
    pub(crate) fn written_from(&self, start: usize) -> Head {
        Head::Text {
            start: start as u32,
            length: (self.text.len() - start) as u32,
        }
    }

    pub(crate) fn head_text(&self, head: Head) -> &str {
        match head {
            Head::Text { start, length } => &self.text[start as usize..(start + length) as usize],
            Head::Quantifier(_) => "",
        }
    }

    /// Adds a node that others may use.
    pub(crate) fn add(&mut self, head: Head, sort: SortId, args: &[NodeId]) -> NodeId {
        let node = self.add_hidden(head, sort, args);
        self.offer(node);
        node
    }

    /// Lets others use a node.
    pub(crate) fn offer(&mut self, node: NodeId) {
        let sort = usize::from(self.node(node).sort);
        if self.by_sort.len() <= sort {
            self.by_sort.resize_with(sort + 1, Vec::new);
        }
        self.by_sort[sort].push(node);
    }

    /// Adds a node that is not chosen by itself, such as a literal.
    pub(crate) fn add_hidden(&mut self, head: Head, sort: SortId, args: &[NodeId]) -> NodeId {
        let first = self.args.len() as u32;
        let mut weight = 1u32;
        let mut scope = 0;
        for &arg in args {
            let arg = &mut self.nodes[arg as usize];
            arg.uses += 1;
            weight = weight.saturating_add(arg.weight);
            scope = scope.max(arg.scope);
        }
        self.args.extend_from_slice(args);
        self.nodes.push(Node {
            head,
            sort,
            first,
            count: args.len() as u32,
            uses: 0,
            weight,
            scope,
            is_literal: false,
        });
        (self.nodes.len() - 1) as NodeId
    }

    /// Opens a scope; what is offered in it is withdrawn when it closes.
    pub(crate) fn open_scope(&mut self) -> (u32, Vec<usize>) {
        let outer = self.scope;
        self.scopes += 1;
        self.scope = self.scopes;
        (outer, self.by_sort.iter().map(Vec::len).collect())
    }

    pub(crate) fn close_scope(&mut self, (outer, lengths): (u32, Vec<usize>)) {
        self.scope = outer;
        for (sort, list) in self.by_sort.iter_mut().enumerate() {
            list.truncate(lengths.get(sort).copied().unwrap_or(0));
        }
    }

    /// A node of a sort, rather one that is little used; `None` where there is none.
    pub(crate) fn choose(&mut self, sort: SortId) -> Option<NodeId> {
        let count = self.of_sort(sort).len();
        if count == 0 {
            return None;
        }
        let (i, j) = (self.rng.below(count), self.rng.below(count));
        let (a, b) = (self.of_sort(sort)[i], self.of_sort(sort)[j]);
        let (x, y) = (self.node(a), self.node(b));
        // In a scope its own variables go first.
        let key = |node: &Node| (node.scope != self.scope, node.uses);
        Some(if key(x) <= key(y) { a } else { b })
    }

    /// A random sort that has nodes and meets a condition.
    pub(crate) fn choose_sort(&mut self, fits: impl Fn(&Self, SortId) -> bool) -> Option<SortId> {
        let mut found = None;
        let mut seen = 0;
        for sort in 0..self.known_sorts() as SortId {
            if !self.of_sort(sort).is_empty() && fits(self, sort) {
                seen += 1;
                if self.rng.below(seen) == 0 {
                    found = Some(sort);
                }
            }
        }
        found
    }

    /// Applies an operator to nodes that fit; `None` where there are none, or the result is not
    /// worth having.
    pub(crate) fn apply(&mut self, shape: &'p Shape) -> Option<NodeId> {
        self.with_room(|graph, args| graph.apply_to(shape, args))
    }

    /// Makes a node with room for its arguments that is not allocated each time.
    pub(crate) fn with_room(
        &mut self,
        make: impl FnOnce(&mut Self, &mut Vec<NodeId>) -> Option<NodeId>,
    ) -> Option<NodeId> {
        let mut args = std::mem::take(&mut self.room);
        args.clear();
        let node = make(self, &mut args);
        self.room = args;
        node
    }

    fn apply_to(&mut self, shape: &'p Shape, args: &mut Vec<NodeId>) -> Option<NodeId> {
        let mut bindings = self.aimed(shape);
        for (position, pattern) in shape.args.iter().enumerate() {
            let known = bindings.build(&mut self.sorts, pattern);
            let sort = match known {
                Some(sort) => sort,
                None => self.choose_sort(|graph, sort| {
                    bindings.clone().meet(&graph.sorts, pattern, sort)
                })?,
            };
            if !bindings.meet(&self.sorts, pattern, sort) {
                return None;
            }
            let arg = if shape.characters {
                self.character(sort)
            } else if shape.is_linear_product && position == 0 {
                self.literal(sort)?
            } else {
                self.argument(sort, known.is_some(), !shape.is_linear_product)?
            };
            let is_divisor = shape.divides && position == 1;
            args.push(if is_divisor { self.divisor(arg)? } else { arg });
        }
        self.lengthen(shape, args);
        let is_dull = args.iter().all(|&arg| self.node(arg).is_literal)
            || (args.len() >= 2 && args.iter().all(|&arg| arg == args[0]));
        if is_dull && !args.is_empty() && !shape.characters && !self.chance(5) {
            return None;
        }
        let head = self.head(shape, &mut bindings)?;
        let sort = bindings.build(&mut self.sorts, &shape.result)?;
        if let crate::sorts::Sort::BitVec(width) = self.sorts.get(sort)
            && width > self.widest
        {
            return None;
        }
        let weight = args.iter().map(|&arg| self.node(arg).weight).sum::<u32>();
        if self.options.let_from == 0 && weight > MOST_WRITTEN_OUT {
            return None;
        }
        Some(self.add(head, sort, args))
    }

    /// Bindings to start with: what makes a float of something else aims at a format in use.
    fn aimed(&mut self, shape: &'p Shape) -> Bindings {
        let mut bindings = Bindings::default();
        let is_float = |pattern: &Pattern| {
            matches!(
                pattern,
                Pattern::Apply {
                    constructor: known::FLOAT,
                    ..
                }
            )
        };
        if !is_float(&shape.result) || shape.args.iter().any(is_float) {
            return bindings;
        }
        let format = self
            .choose_sort(|graph, sort| bindings.clone().meet(&graph.sorts, &shape.result, sort));
        if let Some(format) = format {
            bindings.meet(&self.sorts, &shape.result, format);
        }
        for condition in &shape.conditions {
            if let (Relation::Equal, Index::Var(v), Some(value)) = (
                condition.relation,
                &condition.left,
                condition.right.value(bindings.indices()),
            ) {
                bindings.set_index(*v, value);
            }
        }
        bindings
    }

    /// More arguments for operators that take them.
    fn lengthen(&mut self, shape: &Shape, args: &mut Vec<NodeId>) {
        use gadfly_catalog::Assoc;
        let [.., a, b] = args[..] else { return };
        let same = self.node(a).sort == self.node(b).sort && args.len() == 2;
        let is_binary = shape.assoc == Assoc::None || TWO_ARGUMENTS.contains(&shape.name.as_str());
        if is_binary || !same || shape.divides || shape.is_linear_product {
            return;
        }
        while args.len() < 5 && self.chance(self.options.n_ary) {
            match self.argument(self.node(b).sort, true, true) {
                Some(arg) => args.push(arg),
                None => return,
            }
        }
    }

    /// The operator's text, with indices where it has some; binds them.
    fn head(&mut self, shape: &'p Shape, bindings: &mut Bindings) -> Option<Head> {
        if shape.indices.is_empty() {
            return Some(self.keep(&shape.name));
        }
        // The result's sort may say what the indices are: a sort in use is better than a new one.
        let result = self
            .choose_sort(|graph, sort| bindings.clone().meet(&graph.sorts, &shape.result, sort));
        if let Some(sort) = result {
            bindings.meet(&self.sorts, &shape.result, sort);
        }
        let given = *bindings;
        for _ in 0..12 {
            *bindings = given;
            for variable in 0..shape.index_vars {
                if bindings.indices()[usize::from(variable)].is_none() {
                    let bound = bindings
                        .indices()
                        .iter()
                        .flatten()
                        .max()
                        .copied()
                        .unwrap_or(4);
                    let value = self.rng.below(bound.clamp(2, 16) as usize + 1) as u32;
                    bindings.set_index(variable, value);
                }
            }
            if shape.conditions.iter().all(|c| c.holds(bindings.indices())) {
                return Some(self.indexed_head(shape, bindings));
            }
        }
        None
    }

    fn indexed_head(&mut self, shape: &Shape, bindings: &Bindings) -> Head {
        let start = self.text.len();
        self.text.push_str("(_ ");
        self.text.push_str(&shape.name);
        for index in &shape.indices {
            let value = index.value(bindings.indices()).unwrap_or(0);
            self.text.push(' ');
            push_decimal(&mut self.text, u64::from(value));
        }
        self.text.push(')');
        self.written_from(start)
    }

    /// An operator by its text, applied to given nodes.
    pub(crate) fn make(&mut self, operator: &str, sort: SortId, args: &[NodeId]) -> NodeId {
        let head = self.keep(operator);
        self.add_hidden(head, sort, args)
    }

    /// The same as [`Graph::make`], for truth.
    pub(crate) fn make_bool(&mut self, operator: &str, args: &[NodeId]) -> NodeId {
        self.make(operator, BOOL, args)
    }
}
