//! Arguments: nodes that fit, literals, and what is made to fit.

use crate::graph::{Graph, NodeId};
use crate::options::Division;
use crate::sorts::{BOOL, Sort, SortId};
use gadfly_catalog::signature::known;

impl Graph<'_> {
    /// An argument of a sort: a node, a literal, or a bit-vector of another width made to fit.
    pub(crate) fn argument(
        &mut self,
        sort: SortId,
        may_repair: bool,
        may_be_literal: bool,
    ) -> Option<NodeId> {
        if may_be_literal
            && self.chance(self.options.literal)
            && let Some(literal) = self.literal(sort)
        {
            return Some(literal);
        }
        if let Sort::BitVec(width) = self.sorts.get(sort)
            && may_repair
            && (self.of_sort(sort).is_empty() || self.chance(20))
            && let Some(node) = self.repaired(width)
        {
            return Some(node);
        }
        if sort == BOOL && self.of_sort(BOOL).is_empty() {
            return Some(self.first_truth());
        }
        match self.choose(sort) {
            Some(node) => Some(node),
            None if may_be_literal => self.literal(sort),
            None => None,
        }
    }

    /// A truth where there is none yet: an atom, or a variable where the atom itself needs a truth.
    fn first_truth(&mut self) -> NodeId {
        let is_inner = std::mem::replace(&mut self.wants_truth, true);
        let atom = if is_inner { None } else { self.predicate() };
        self.wants_truth = is_inner;
        atom.unwrap_or_else(|| self.variable(BOOL))
    }

    /// A bit-vector of any width, extended or cut to a width.
    fn repaired(&mut self, width: u32) -> Option<NodeId> {
        let is_vector = |graph: &Self, sort| matches!(graph.sorts.get(sort), Sort::BitVec(_));
        let from = self.choose_sort(is_vector)?;
        let node = self.choose(from)?;
        let Sort::BitVec(has) = self.sorts.get(from) else {
            return None;
        };
        let operator = match has.cmp(&width) {
            std::cmp::Ordering::Equal => return Some(node),
            std::cmp::Ordering::Less => {
                let kind = if self.chance(50) { "zero" } else { "sign" };
                format!("(_ {kind}_extend {})", width - has)
            }
            std::cmp::Ordering::Greater => {
                let low = self.rng.below((has - width + 1) as usize) as u32;
                format!("(_ extract {} {low})", low + width - 1)
            }
        };
        let sort = self.sorts.intern(Sort::BitVec(width));
        let node = self.make(&operator, sort, &[node]);
        self.offer(node);
        Some(node)
    }

    /// A divisor: as it is, or replaced by one where it is zero.
    pub(crate) fn divisor(&mut self, node: NodeId) -> Option<NodeId> {
        let is_free = self.options.division == Division::Free;
        if is_free || self.is_nonzero_literal(node) {
            return Some(node);
        }
        let sort = self.node(node).sort;
        let (zero, one) = match self.sorts.get(sort) {
            Sort::Ground(known::INT) => ("0".to_string(), "1".to_string()),
            Sort::Ground(known::REAL) => ("0.0".to_string(), "1.0".to_string()),
            Sort::BitVec(width) => {
                let zeros = "0".repeat(width as usize - 1);
                (format!("#b{zeros}0"), format!("#b{zeros}1"))
            }
            _ => return Some(node),
        };
        let zero = self.leaf_literal(&zero, sort);
        let one = self.leaf_literal(&one, sort);
        if self.node(node).is_literal {
            return Some(one);
        }
        let is_zero = self.make_bool("=", &[node, zero]);
        Some(self.make("ite", sort, &[is_zero, one, node]))
    }

    fn is_nonzero_literal(&self, node: NodeId) -> bool {
        let node = self.node(node);
        let text = self.head_text(node.head);
        node.is_literal
            && text.contains(|c: char| ('1'..='9').contains(&c))
            && !text.starts_with("(_")
            && !text.starts_with("#x")
    }
}
