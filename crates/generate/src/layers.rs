//! The main, predicate and Boolean layers.

use crate::graph::{Graph, NodeId};
use crate::logic::Arithmetic;
use crate::plan::Shape;
use crate::sorts::{BOOL, Sort};
use gadfly_catalog::signature::known;

/// How often a choice that does not work out is made again.
const ATTEMPTS: usize = 6;

impl<'p> Graph<'p> {
    /// Terms over what there is: reads and writes of arrays, calls, and Booleans as data come in
    /// between, so that each can stand below the others.
    pub(crate) fn main_layer(&mut self, count: u32) {
        for _ in 0..count {
            for _ in 0..ATTEMPTS {
                if self.term().is_some() {
                    break;
                }
            }
        }
    }

    fn term(&mut self) -> Option<NodeId> {
        let options = self.options;
        let only_calls = self.groups.is_empty() && !self.chance(options.bool_as_data);
        if !self.functions.is_empty() && (only_calls || self.chance(options.function_share)) {
            return self.call(Some(false));
        }
        if options.logic.arithmetic == Arithmetic::Difference
            && (options.logic.ints || options.logic.reals)
        {
            return None;
        }
        if self.chance(options.bool_as_data) {
            return self.bool_as_data();
        }
        let arrays = self
            .plan
            .group("ArraysEx")
            .filter(|group| self.groups.contains(group));
        if let Some(group) = arrays
            && self.chance(options.array_share)
        {
            let shapes = &self.plan.groups[group].terms;
            let shape = &shapes[self.rng.below(shapes.len())];
            return self.apply(shape);
        }
        let shape = self.shape(|graph, group| &graph.plan.groups[group].terms)?;
        self.apply(shape)
    }

    /// An operator of one of the theories in use, each theory as likely.
    fn shape(&mut self, of: impl Fn(&Self, usize) -> &'p [Shape]) -> Option<&'p Shape> {
        let groups = self.groups.len();
        if groups == 0 {
            return None;
        }
        let group = self.groups[self.rng.below(groups)];
        let shapes = of(self, group);
        if shapes.is_empty() {
            return None;
        }
        Some(&shapes[self.rng.below(shapes.len())])
    }

    /// A Boolean as a bit, or as the choice between two terms.
    fn bool_as_data(&mut self) -> Option<NodeId> {
        let condition = self.argument(BOOL, false, false)?;
        let has_bits = self.options.logic.bit_vectors
            && self
                .plan
                .group("FixedSizeBitVectors")
                .is_some_and(|g| self.groups.contains(&g));
        if has_bits && self.chance(60) {
            let bit = self.sorts.intern(Sort::BitVec(1));
            let one = self.leaf_literal("#b1", bit);
            let zero = self.leaf_literal("#b0", bit);
            let node = self.make("ite", bit, &[condition, one, zero]);
            self.offer(node);
            return Some(node);
        }
        // cvc5 has no choice between languages.
        let sort = self.choose_sort(|graph, sort| {
            let is_language = graph.sorts.get(sort) == Sort::Ground(known::REGLAN);
            sort != BOOL && !is_language && graph.of_sort(sort).len() > 1
        })?;
        let (a, b) = (self.choose(sort)?, self.argument(sort, true, true)?);
        if a == b {
            return None;
        }
        let node = self.make("ite", sort, &[condition, a, b]);
        self.offer(node);
        Some(node)
    }

    /// An atom.
    pub(crate) fn predicate(&mut self) -> Option<NodeId> {
        (0..ATTEMPTS).find_map(|_| self.try_predicate())
    }

    fn try_predicate(&mut self) -> Option<NodeId> {
        let logic = &self.options.logic;
        if logic.arithmetic == Arithmetic::Difference
            && (logic.ints || logic.reals)
            && !self.chance(10)
        {
            return self.difference();
        }
        let calls_truth = self.functions.iter().any(|f| f.result == BOOL);
        if calls_truth && self.chance(self.options.function_share) {
            return self.call(Some(true));
        }
        if self.chance(40) || self.groups.is_empty() {
            return self.equality();
        }
        match self.shape(|graph, group| &graph.plan.groups[group].predicates) {
            Some(shape) => self.apply(shape),
            None => self.equality(),
        }
    }

    /// `=` or `distinct` of data.
    fn equality(&mut self) -> Option<NodeId> {
        let plan = self.plan;
        let is_difference = self.options.logic.arithmetic == Arithmetic::Difference;
        let sort = self.choose_sort(|graph, sort| match graph.sorts.get(sort) {
            Sort::Ground(known::BOOL | known::REGLAN) => false,
            Sort::Ground(known::INT | known::REAL) => !is_difference,
            _ => true,
        })?;
        let shape = &plan.equalities[self.rng.below(plan.equalities.len())];
        let a = self.choose(sort)?;
        let b = self.argument(sort, true, true)?;
        if a == b {
            return None;
        }
        let head = self.keep(&shape.name);
        Some(self.add(head, BOOL, &[a, b]))
    }

    /// `x - y` compared with a number, or `x` with `y`.
    fn difference(&mut self) -> Option<NodeId> {
        const RELATIONS: &[&str] = &["<", "<=", ">", ">=", "=", "distinct"];
        let wanted = if self.options.logic.ints {
            known::INT
        } else {
            known::REAL
        };
        let sort = self.sorts.intern(Sort::Ground(wanted));
        let (x, y) = (self.choose(sort)?, self.choose(sort)?);
        if x == y {
            return None;
        }
        let relation = RELATIONS[self.rng.below(RELATIONS.len())];
        let head = self.keep(relation);
        if self.chance(20) {
            return Some(self.add(head, BOOL, &[x, y]));
        }
        let difference = self.make("-", sort, &[x, y]);
        let most = i64::from(self.options.magnitude);
        let number = self.rng.between(-most, most);
        let fraction = if wanted == known::INT { "" } else { ".0" };
        let start = self.text.len();
        self.write_signed(number < 0, number, fraction);
        let bound = self.literal_from(start, sort);
        Some(self.add(head, BOOL, &[difference, bound]))
    }

    /// Combines atoms until `roots` are left.
    pub(crate) fn boolean_layer(&mut self, mut atoms: Vec<NodeId>, roots: usize) -> Vec<NodeId> {
        while atoms.len() > roots.max(1) {
            let plan = self.plan;
            let shape = &plan.connectives[self.rng.below(plan.connectives.len().max(1))];
            let wanted = shape.args.len().max(1);
            let mut args = Vec::with_capacity(wanted + 1);
            for _ in 0..wanted {
                let arg = self.operand(&mut atoms, args.is_empty());
                args.push(arg);
            }
            let is_open = shape.assoc != gadfly_catalog::Assoc::None;
            while is_open
                && args.len() < 5
                && atoms.len() > roots
                && self.chance(self.options.n_ary)
            {
                let arg = self.operand(&mut atoms, true);
                args.push(arg);
            }
            let head = self.keep(&shape.name);
            let node = self.add(head, BOOL, &args);
            atoms.push(node);
        }
        atoms
    }

    /// An argument of a connective: an atom that is left, else any truth that there is.
    fn operand(&mut self, atoms: &mut Vec<NodeId>, must_take: bool) -> NodeId {
        let shared = !must_take && self.chance(10);
        let node = if shared || atoms.is_empty() {
            let any = self.choose(BOOL);
            any.unwrap_or_else(|| self.leaf_literal("true", BOOL))
        } else {
            atoms.swap_remove(self.rng.below(atoms.len()))
        };
        if self.chance(self.options.negation) {
            return self.make_bool("not", &[node]);
        }
        node
    }
}
