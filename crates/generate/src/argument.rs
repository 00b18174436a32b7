//! Arguments: nodes that fit, literals, and what is made to fit.

use crate::graph::{Graph, NodeId};
use crate::options::Division;
use crate::sorts::{BOOL, Sort, SortId};
use gadfly_catalog::signature::known;
use std::fmt::Write;

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

    /// A literal as a node.
    pub(crate) fn leaf_literal(&mut self, text: &str, sort: SortId) -> NodeId {
        let head = self.keep(text);
        let node = self.add_hidden(head, sort, &[]);
        self.nodes[node as usize].is_literal = true;
        node
    }

    /// A random literal of a sort; `None` where it has none.
    pub(crate) fn literal(&mut self, sort: SortId) -> Option<NodeId> {
        let text = match self.sorts.get(sort) {
            Sort::Ground(known::BOOL) => if self.chance(50) { "true" } else { "false" }.to_string(),
            Sort::Ground(known::INT) => self.integer(),
            Sort::Ground(known::REAL) => self.real(),
            Sort::Ground(known::STRING) => self.string(),
            Sort::BitVec(width) => self.bits(width),
            Sort::Float(e, s) => self.float(e, s),
            Sort::Field(order) => {
                let value = self.rng.below(order as usize);
                format!("(as ff{value} (_ FiniteField {order}))")
            }
            Sort::Seq(_) | Sort::Set(_) => {
                let is_seq = matches!(self.sorts.get(sort), Sort::Seq(_));
                let mut text = if is_seq {
                    "(as seq.empty "
                } else {
                    "(as set.empty "
                }
                .to_string();
                self.sorts.write(sort, &self.plan.sort_names, &mut text);
                text.push(')');
                text
            }
            Sort::Data(number) => {
                let names = self.datatypes[usize::from(number)].enumerators();
                let at = self.rng.below(names.len().max(1));
                names.get(at)?.clone()
            }
            Sort::Ground(_) => return self.constant(sort),
            Sort::Array(..) | Sort::Declared(_) => return None,
        };
        Some(self.leaf_literal(&text, sort))
    }

    /// An operator without arguments that has this sort.
    fn constant(&mut self, sort: SortId) -> Option<NodeId> {
        let plan = self.plan;
        let mut found = None;
        let mut seen = 0;
        for group in &plan.groups {
            for shape in group
                .constants
                .iter()
                .filter(|shape| shape.indices.is_empty())
            {
                let mut bindings = crate::sorts::Bindings::default();
                if bindings.meet(&self.sorts, &shape.result, sort) {
                    seen += 1;
                    if self.rng.below(seen) == 0 {
                        found = Some(shape);
                    }
                }
            }
        }
        let name = &found?.name;
        Some(self.leaf_literal(name, sort))
    }

    fn magnitude(&mut self) -> i64 {
        // Small numbers are where the corner cases are.
        let most = if self.chance(50) {
            2
        } else {
            i64::from(self.options.magnitude)
        };
        self.rng.between(-most, most)
    }

    fn integer(&mut self) -> String {
        match self.magnitude() {
            n if !self.options.logic.sums => n.unsigned_abs().to_string(),
            n if n < 0 => format!("(- {})", -n),
            n => n.to_string(),
        }
    }

    fn real(&mut self) -> String {
        let n = self.magnitude();
        let fraction = if self.chance(30) {
            self.rng.below(10)
        } else {
            0
        };
        let text = format!("{}.{fraction}", n.abs());
        if n < 0 { format!("(- {text})") } else { text }
    }

    fn string(&mut self) -> String {
        const LETTERS: &[&str] = &[
            "a",
            "b",
            "c",
            "0",
            "1",
            "9",
            "A",
            " ",
            "-",
            "\\u{e9}",
            "\\u{1F600}",
        ];
        let length = self.rng.below(self.options.string_length as usize + 1);
        let mut text = String::from("\"");
        for _ in 0..length {
            // Mostly the first two, so that strings meet.
            let among = if self.chance(70) { 2 } else { LETTERS.len() };
            text.push_str(LETTERS[self.rng.below(among)]);
        }
        text.push('"');
        text
    }

    fn bits(&mut self, width: u32) -> String {
        let mut digits = String::with_capacity(width as usize + 2);
        let kind = self.rng.below(4);
        if width.is_multiple_of(4) && self.chance(50) {
            digits.push_str("#x");
            for at in 0..width / 4 {
                let digit = match kind {
                    0 => 0,
                    1 => 15,
                    2 => u32::from(at + 1 == width / 4),
                    _ => self.rng.below(16) as u32,
                };
                digits.push(char::from_digit(digit, 16).unwrap_or('0'));
            }
            return digits;
        }
        digits.push_str("#b");
        for at in 0..width {
            let bit = match kind {
                0 => false,
                1 => true,
                2 => at + 1 == width,
                _ => self.chance(50),
            };
            digits.push(if bit { '1' } else { '0' });
        }
        digits
    }

    fn float(&mut self, e: u32, s: u32) -> String {
        const SPECIAL: &[&str] = &["+oo", "-oo", "+zero", "-zero", "NaN"];
        if self.chance(30) {
            let name = SPECIAL[self.rng.below(SPECIAL.len())];
            return format!("(_ {name} {e} {s})");
        }
        let mut text = String::from("(fp #b");
        for (part, width) in [1, e, s - 1].into_iter().enumerate() {
            if part > 0 {
                text.push_str(" #b");
            }
            for _ in 0..width {
                let _ = write!(text, "{}", u8::from(self.chance(50)));
            }
        }
        text.push(')');
        text
    }
}
