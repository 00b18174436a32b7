//! Writing the term that a pattern describes, once its variables have values.

use super::language::{Head, Pattern, SortPattern};
use super::number::Numbers;
use std::borrow::Cow;
use std::fmt::Write as _;

/// What a variable stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Slot<'a> {
    /// Nothing yet.
    #[default]
    Empty,
    /// A term, a binder list or a function's name, as text.
    Text(Cow<'a, str>),
    /// Neighbouring arguments.
    List(Vec<Cow<'a, str>>),
}

/// The values of a rule's variables.
#[derive(Clone, Debug, Default)]
pub struct Bindings<'a> {
    /// By variable.
    pub slots: Vec<Slot<'a>>,
    /// `Nat` variables and sizes.
    pub numbers: Numbers,
    /// Sort variables, as text.
    pub sorts: Vec<Option<Cow<'a, str>>>,
    /// The new names of the variables that the template binds.
    pub fresh: Vec<(String, String)>,
}

impl<'a> Bindings<'a> {
    /// No values, for a rule with so many variables, sizes and sort variables.
    pub fn new(vars: usize, sizes: usize, params: usize) -> Self {
        let mut bindings = Bindings::default();
        bindings.clear(vars, sizes, params);
        bindings
    }

    /// Forgets all values.
    pub fn clear(&mut self, vars: usize, sizes: usize, params: usize) {
        self.slots.clear();
        self.slots.resize_with(vars, Slot::default);
        self.numbers.clear(vars, sizes);
        self.sorts.clear();
        self.sorts.resize_with(params, || None);
        self.fresh.clear();
    }

    /// Writes a sort; `None` where a variable in it has no value.
    pub fn write_sort(&self, sort: &SortPattern, out: &mut String) -> Option<()> {
        match sort {
            SortPattern::Ground(name) => out.push_str(self.name(name)),
            SortPattern::Param(n) => out.push_str(self.sorts.get(*n)?.as_ref()?),
            SortPattern::BitVec(width) => {
                let _ = write!(out, "(_ BitVec {})", width.value(&self.numbers)?);
            }
            SortPattern::Float(e, s) => {
                let (e, s) = (e.value(&self.numbers)?, s.value(&self.numbers)?);
                let _ = write!(out, "(_ FloatingPoint {e} {s})");
            }
            SortPattern::Array(both) => {
                out.push_str("(Array ");
                self.write_sort(&both[0], out)?;
                out.push(' ');
                self.write_sort(&both[1], out)?;
                out.push(')');
            }
            SortPattern::Seq(element) => {
                out.push_str("(Seq ");
                self.write_sort(element, out)?;
                out.push(')');
            }
        }
        Some(())
    }

    /// Writes the term; `None` where a variable has no value, or an index none that exists.
    pub fn write(&self, pattern: &Pattern, out: &mut String) -> Option<()> {
        match pattern {
            Pattern::Var(v) => match self.slots.get(*v)? {
                Slot::Text(text) => out.push_str(text),
                _ => return None,
            },
            Pattern::Constant(text) => out.push_str(text),
            Pattern::BitVec(value, width) => {
                let _ = write!(out, "(_ bv{value} {})", width.value(&self.numbers)?);
            }
            Pattern::Numeral(number) => {
                let _ = write!(out, "{}", number.value(&self.numbers)?);
            }
            Pattern::Apply(head, args) => self.write_apply(head, args, out)?,
            Pattern::Over {
                forall,
                binders,
                body,
            } => {
                let Slot::Text(list) = self.slots.get(*binders)? else {
                    return None;
                };
                let _ = write!(out, "({} {list} ", quantifier(*forall));
                self.write(body, out)?;
                out.push(')');
            }
            Pattern::Binding {
                forall,
                bound,
                body,
            } => {
                let _ = write!(out, "({} (", quantifier(*forall));
                for (n, (name, sort)) in bound.iter().enumerate() {
                    let gap = if n == 0 { "" } else { " " };
                    let _ = write!(out, "{gap}({} ", self.name(name));
                    self.write_sort(sort, out)?;
                    out.push(')');
                }
                out.push_str(") ");
                self.write(body, out)?;
                out.push(')');
            }
            Pattern::Bound(name) => out.push_str(self.name(name)),
            Pattern::Rest(_) | Pattern::Instantiate(..) | Pattern::Hide(_) => return None,
        }
        Some(())
    }

    fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.fresh
            .iter()
            .find(|(old, _)| old == name)
            .map_or(name, |(_, new)| new)
    }

    fn write_apply(&self, head: &Head, args: &[Pattern], out: &mut String) -> Option<()> {
        let open = args.iter().any(|arg| matches!(arg, Pattern::Rest(_)));
        let count: usize = args.iter().map(|arg| self.count(arg)).sum();
        if open && count == 0 {
            return None;
        }
        // `(and p)` is p: an operator over a list needs two arguments.
        let bare = open && count == 1;
        if !bare {
            out.push('(');
            self.write_head(head, out)?;
        }
        for arg in args {
            if let Pattern::Rest(v) = arg {
                let Slot::List(items) = self.slots.get(*v)? else {
                    return None;
                };
                for item in items {
                    if !bare {
                        out.push(' ');
                    }
                    out.push_str(item);
                }
            } else {
                if !bare {
                    out.push(' ');
                }
                self.write(arg, out)?;
            }
        }
        if !bare {
            out.push(')');
        }
        Some(())
    }

    fn count(&self, arg: &Pattern) -> usize {
        match arg {
            Pattern::Rest(v) => match self.slots.get(*v) {
                Some(Slot::List(items)) => items.len(),
                _ => 0,
            },
            _ => 1,
        }
    }

    fn write_head(&self, head: &Head, out: &mut String) -> Option<()> {
        match head {
            Head::Op(name) => out.push_str(self.name(name)),
            Head::IsNamed(name) => {
                let _ = write!(out, "(_ is {})", self.name(name));
            }
            Head::Indexed(name, indices) => {
                let _ = write!(out, "(_ {name}");
                for index in indices {
                    let _ = write!(out, " {}", index.value(&self.numbers)?);
                }
                out.push(')');
            }
            Head::Function(v) | Head::Tester(v) => {
                let Slot::Text(name) = self.slots.get(*v)? else {
                    return None;
                };
                match head {
                    Head::Tester(_) => {
                        let _ = write!(out, "(_ is {name})");
                    }
                    _ => out.push_str(name),
                }
            }
        }
        Some(())
    }
}

fn quantifier(forall: bool) -> &'static str {
    if forall { "forall" } else { "exists" }
}
