//! The sorts of one formula, numbered, and how patterns of the catalogue meet them.

use crate::decimal::push_decimal;
use gadfly_catalog::signature::known;
use gadfly_catalog::{Index, Pattern};

/// A sort's number in its formula.
pub(crate) type SortId = u16;

/// A sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A sort of the catalogue without indices and arguments, by its constructor's number.
    Ground(u32),
    BitVec(u32),
    Float(u32, u32),
    Array(SortId, SortId),
    Seq(SortId),
    Set(SortId),
    Field(u32),
    /// A sort that the formula declares.
    Declared(u16),
    /// A datatype that the formula declares.
    Data(u16),
}

/// `Bool` is always the first sort.
pub(crate) const BOOL: SortId = 0;

/// The sorts of a formula.
#[derive(Debug)]
pub(crate) struct Sorts {
    list: Vec<Sort>,
    /// The number of each bit-vector sort by its width; 0 for none.
    by_width: Vec<SortId>,
}

impl Sorts {
    pub(crate) fn new() -> Self {
        Sorts {
            list: vec![Sort::Ground(known::BOOL)],
            by_width: Vec::new(),
        }
    }

    pub(crate) fn get(&self, id: SortId) -> Sort {
        self.list[usize::from(id)]
    }

    pub(crate) fn intern(&mut self, sort: Sort) -> SortId {
        if let Sort::BitVec(width) = sort {
            let width = width as usize;
            if self.by_width.len() <= width {
                self.by_width.resize(width + 1, 0);
            }
            if self.by_width[width] == 0 {
                self.list.push(sort);
                self.by_width[width] = (self.list.len() - 1) as SortId;
            }
            return self.by_width[width];
        }
        match self.list.iter().position(|known| *known == sort) {
            Some(id) => id as SortId,
            None => {
                self.list.push(sort);
                (self.list.len() - 1) as SortId
            }
        }
    }

    /// Writes a sort as SMT-LIB has it. `names` are those of the catalogue's constructors.
    pub(crate) fn write(&self, id: SortId, names: &[String], out: &mut String) {
        match self.get(id) {
            Sort::Ground(constructor) => out.push_str(&names[constructor as usize]),
            Sort::BitVec(width) => indexed("(_ BitVec", &[width], out),
            Sort::Float(e, s) => indexed("(_ FloatingPoint", &[e, s], out),
            Sort::Field(order) => indexed("(_ FiniteField", &[order], out),
            Sort::Declared(number) => numbered('U', number, out),
            Sort::Data(number) => numbered('D', number, out),
            Sort::Array(index, element) => {
                self.write_applied("(Array ", &[index, element], names, out);
            }
            Sort::Seq(element) => self.write_applied("(Seq ", &[element], names, out),
            Sort::Set(element) => self.write_applied("(Set ", &[element], names, out),
        }
    }

    fn write_applied(&self, head: &str, args: &[SortId], names: &[String], out: &mut String) {
        out.push_str(head);
        for (at, &arg) in args.iter().enumerate() {
            out.push_str(if at > 0 { " " } else { "" });
            self.write(arg, names, out);
        }
        out.push(')');
    }
}

fn indexed(head: &str, indices: &[u32], out: &mut String) {
    out.push_str(head);
    for &index in indices {
        out.push(' ');
        push_decimal(out, u64::from(index));
    }
    out.push(')');
}

/// The name of a sort that the formula declares.
fn numbered(letter: char, number: u16, out: &mut String) {
    out.push(letter);
    push_decimal(out, u64::from(number));
}

/// What the variables of a signature stand for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bindings {
    sorts: [Option<SortId>; 8],
    indices: [Option<u32>; 8],
}

impl Bindings {
    pub(crate) fn indices(&self) -> &[Option<u32>] {
        &self.indices
    }

    pub(crate) fn set_index(&mut self, variable: u8, value: u32) {
        self.indices[usize::from(variable) % 8] = Some(value);
    }

    /// Matches a sort against a pattern; what it binds stays bound only where it matches whole.
    pub(crate) fn meet(&mut self, sorts: &Sorts, pattern: &Pattern, sort: SortId) -> bool {
        let mut trial = *self;
        let met = trial.match_sort(sorts, pattern, sort);
        if met {
            *self = trial;
        }
        met
    }

    fn match_sort(&mut self, sorts: &Sorts, pattern: &Pattern, sort: SortId) -> bool {
        match pattern {
            Pattern::Ground(constructor) => sorts.get(sort) == Sort::Ground(*constructor),
            Pattern::Var(variable) => {
                let slot = &mut self.sorts[usize::from(*variable) % 8];
                *slot.get_or_insert(sort) == sort
            }
            Pattern::Apply {
                constructor,
                indices,
                args,
            } => match (*constructor, sorts.get(sort), args.as_slice()) {
                (known::BITVEC, Sort::BitVec(width), _) => self.match_indices(indices, &[width]),
                (known::FLOAT, Sort::Float(e, s), _) => self.match_indices(indices, &[e, s]),
                (known::FINITE_FIELD, Sort::Field(p), _) => self.match_indices(indices, &[p]),
                (known::ARRAY, Sort::Array(index, element), [i, e]) => {
                    self.match_sort(sorts, i, index) && self.match_sort(sorts, e, element)
                }
                (known::SEQ, Sort::Seq(element), [e]) => self.match_sort(sorts, e, element),
                (known::SET, Sort::Set(element), [e]) => self.match_sort(sorts, e, element),
                _ => false,
            },
        }
    }

    fn match_indices(&mut self, patterns: &[Index], values: &[u32]) -> bool {
        patterns.len() == values.len()
            && patterns
                .iter()
                .zip(values)
                .all(|(pattern, &value)| match pattern {
                    Index::Var(v) => {
                        *self.indices[usize::from(*v) % 8].get_or_insert(value) == value
                    }
                    other => other.value(&self.indices) == Some(value) || self.solve(other, value),
                })
    }

    /// Binds the only variable of a sum with a number, so that the sum has a value.
    pub(crate) fn solve(&mut self, sum: &Index, value: u32) -> bool {
        let Index::Add(parts) = sum else { return false };
        let (Index::Var(v), Index::Number(n)) = (&parts[0], &parts[1]) else {
            return false;
        };
        let slot = &mut self.indices[usize::from(*v) % 8];
        match value.checked_sub(*n) {
            Some(rest) if slot.is_none() => {
                *slot = Some(rest);
                true
            }
            _ => false,
        }
    }

    /// The sort that a pattern stands for, once its variables are bound.
    pub(crate) fn build(&self, sorts: &mut Sorts, pattern: &Pattern) -> Option<SortId> {
        let sort = match pattern {
            Pattern::Ground(constructor) => Sort::Ground(*constructor),
            Pattern::Var(variable) => return self.sorts[usize::from(*variable) % 8],
            Pattern::Apply {
                constructor,
                indices,
                args,
            } => {
                let index = |n: usize| indices.get(n)?.value(&self.indices);
                match (*constructor, args.as_slice()) {
                    (known::BITVEC, _) => Sort::BitVec(index(0).filter(|&w| w > 0)?),
                    (known::FLOAT, _) => {
                        Sort::Float(index(0).filter(|&e| e > 1)?, index(1).filter(|&s| s > 1)?)
                    }
                    (known::FINITE_FIELD, _) => Sort::Field(index(0)?),
                    (known::ARRAY, [i, e]) => {
                        Sort::Array(self.build(sorts, i)?, self.build(sorts, e)?)
                    }
                    (known::SEQ, [e]) => Sort::Seq(self.build(sorts, e)?),
                    (known::SET, [e]) => Sort::Set(self.build(sorts, e)?),
                    _ => return None,
                }
            }
        };
        Some(sorts.intern(sort))
    }
}
