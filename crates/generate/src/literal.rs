//! Literals: written straight into the graph's text.

use crate::decimal::push_decimal;
use crate::graph::{Graph, NodeId};
use crate::sorts::{Bindings, Sort, SortId};
use gadfly_catalog::signature::known;

/// Characters of string literals.
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

/// Texts that are numbers, or nearly: where conversions go wrong.
const NUMERALS: &[&str] = &["0", "1", "-1", "01", "10", "-", "9"];

impl Graph<'_> {
    /// A literal as a node.
    pub(crate) fn leaf_literal(&mut self, text: &str, sort: SortId) -> NodeId {
        let start = self.text.len();
        self.text.push_str(text);
        self.literal_from(start, sort)
    }

    /// A literal whose text was just written, from `start` on.
    pub(crate) fn literal_from(&mut self, start: usize, sort: SortId) -> NodeId {
        let head = self.written_from(start);
        let node = self.add_hidden(head, sort, &[]);
        self.nodes[node as usize].is_literal = true;
        node
    }

    /// A random literal of a sort; `None` where it has none.
    pub(crate) fn literal(&mut self, sort: SortId) -> Option<NodeId> {
        let start = self.text.len();
        match self.sorts.get(sort) {
            Sort::Ground(known::BOOL) => {
                let text = if self.chance(50) { "true" } else { "false" };
                self.text.push_str(text);
            }
            Sort::Ground(known::INT) => self.write_integer(),
            Sort::Ground(known::REAL) => self.write_real(),
            Sort::Ground(known::STRING) => self.write_string(),
            Sort::BitVec(width) => self.write_bits(width),
            Sort::Float(e, s) => self.write_float(e, s),
            Sort::Field(order) => {
                let value = self.rng.below(order as usize);
                self.text.push_str("(as ff");
                push_decimal(&mut self.text, value as u64);
                self.write_sort_behind(sort);
            }
            Sort::Seq(_) => {
                self.text.push_str("(as seq.empty");
                self.write_sort_behind(sort);
            }
            Sort::Set(_) => {
                self.text.push_str("(as set.empty");
                self.write_sort_behind(sort);
            }
            Sort::Data(number) => self.write_enumerator(number)?,
            Sort::Ground(_) => return self.constant(sort),
            Sort::Array(..) | Sort::Declared(_) => return None,
        }
        Some(self.literal_from(start, sort))
    }

    /// Ends `(as x` with a sort.
    fn write_sort_behind(&mut self, sort: SortId) {
        self.text.push(' ');
        self.sorts
            .write(sort, &self.plan.sort_names, &mut self.text);
        self.text.push(')');
    }

    /// A constructor without fields; `None` where the datatype has none.
    fn write_enumerator(&mut self, number: u16) -> Option<()> {
        let datatype = &self.datatypes[usize::from(number)];
        let at = self.rng.below(datatype.enumerators().count().max(1));
        let name = datatype.enumerators().nth(at)?;
        self.text.push_str(name);
        Some(())
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
                let mut bindings = Bindings::default();
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

    fn write_integer(&mut self) {
        let n = self.magnitude();
        self.write_signed(n < 0 && self.options.logic.sums, n, "");
    }

    fn write_real(&mut self) {
        const FRACTIONS: [&str; 10] = [".0", ".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".9"];
        let n = self.magnitude();
        let fraction = if self.chance(30) {
            self.rng.below(10)
        } else {
            0
        };
        self.write_signed(n < 0, n, FRACTIONS[fraction]);
    }

    /// A number's digits, as SMT-LIB has negative ones.
    pub(crate) fn write_signed(&mut self, is_negative: bool, n: i64, fraction: &str) {
        self.text.push_str(if is_negative { "(- " } else { "" });
        push_decimal(&mut self.text, n.unsigned_abs());
        self.text.push_str(fraction);
        self.text.push_str(if is_negative { ")" } else { "" });
    }

    /// A literal of one character.
    pub(crate) fn character(&mut self, sort: SortId) -> NodeId {
        let start = self.text.len();
        let letter = LETTERS[self.rng.below(LETTERS.len())];
        self.text.extend(["\"", letter, "\""]);
        self.literal_from(start, sort)
    }

    fn write_string(&mut self) {
        if self.options.string_length > 1 && self.chance(15) {
            let numeral = NUMERALS[self.rng.below(NUMERALS.len())];
            self.text.extend(["\"", numeral, "\""]);
            return;
        }
        let length = self.rng.below(self.options.string_length as usize + 1);
        self.text.push('"');
        for _ in 0..length {
            // Mostly the first two, so that strings meet.
            let among = if self.chance(70) { 2 } else { LETTERS.len() };
            let letter = LETTERS[self.rng.below(among)];
            self.text.push_str(letter);
        }
        self.text.push('"');
    }

    fn write_bits(&mut self, width: u32) {
        let kind = self.rng.below(4);
        let (mark, digits, base) = if width.is_multiple_of(4) && self.chance(50) {
            ("#x", width / 4, 16)
        } else {
            ("#b", width, 2)
        };
        self.text.push_str(mark);
        for at in 0..digits {
            let digit = match kind {
                0 => 0,
                1 => base - 1,
                2 => u32::from(at + 1 == digits),
                _ if base == 2 => u32::from(self.chance(50)),
                _ => self.rng.below(16) as u32,
            };
            let digit = char::from_digit(digit, base).unwrap_or('0');
            self.text.push(digit);
        }
    }

    fn write_float(&mut self, e: u32, s: u32) {
        const SPECIAL: &[&str] = &["(_ +oo ", "(_ -oo ", "(_ +zero ", "(_ -zero ", "(_ NaN "];
        if self.chance(30) {
            let head = SPECIAL[self.rng.below(SPECIAL.len())];
            self.text.push_str(head);
            push_decimal(&mut self.text, u64::from(e));
            self.text.push(' ');
            push_decimal(&mut self.text, u64::from(s));
            self.text.push(')');
            return;
        }
        self.text.push_str("(fp");
        for width in [1, e, s - 1] {
            self.text.push_str(" #b");
            for _ in 0..width {
                let digit = if self.chance(50) { '1' } else { '0' };
                self.text.push(digit);
            }
        }
        self.text.push(')');
    }
}
