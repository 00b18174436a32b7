//! Numbers in a rule: widths and indices, sums and differences of them, and conditions.

/// A number, or an expression over number variables and sizes of sorts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// A constant.
    Constant(u32),
    /// A `Nat` variable, by its number among the rule's variables.
    Var(usize),
    /// A size variable of sorts, by its number.
    Size(usize),
    /// A sum.
    Add(Box<[Number; 2]>),
    /// A difference.
    Sub(Box<[Number; 2]>),
    /// A product.
    Mul(Box<[Number; 2]>),
}

/// The values of `Nat` variables and sizes so far.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// By variable.
    pub vars: Vec<Option<u32>>,
    /// By size.
    pub sizes: Vec<Option<u32>>,
}

impl Numbers {
    /// Forgets all values.
    pub fn clear(&mut self, vars: usize, sizes: usize) {
        self.vars.clear();
        self.vars.resize(vars, None);
        self.sizes.clear();
        self.sizes.resize(sizes, None);
    }
}

impl Number {
    /// Its value; `None` where something is not fixed yet or the result is negative.
    pub fn value(&self, numbers: &Numbers) -> Option<u32> {
        match self {
            Number::Constant(n) => Some(*n),
            Number::Var(v) => numbers.vars.get(*v).copied().flatten(),
            Number::Size(s) => numbers.sizes.get(*s).copied().flatten(),
            Number::Add(ab) => ab[0].value(numbers)?.checked_add(ab[1].value(numbers)?),
            Number::Sub(ab) => ab[0].value(numbers)?.checked_sub(ab[1].value(numbers)?),
            Number::Mul(ab) => ab[0].value(numbers)?.checked_mul(ab[1].value(numbers)?),
        }
    }

    /// Whether `value` fits, fixing a variable that has no value yet.
    pub fn accept(&self, value: u32, numbers: &mut Numbers) -> bool {
        match self {
            Number::Var(v) if numbers.vars[*v].is_none() => numbers.vars[*v] = Some(value),
            Number::Size(s) if numbers.sizes[*s].is_none() => numbers.sizes[*s] = Some(value),
            _ => return self.value(numbers) == Some(value),
        }
        true
    }

    /// Whether it is a constant or a variable, which can be matched.
    pub fn is_simple(&self) -> bool {
        matches!(self, Number::Constant(_) | Number::Var(_) | Number::Size(_))
    }

    /// Adds its variables.
    pub(super) fn variables(&self, found: &mut Vec<usize>) {
        match self {
            Number::Var(v) if !found.contains(v) => found.push(*v),
            Number::Add(ab) | Number::Sub(ab) | Number::Mul(ab) => {
                ab.iter().for_each(|n| n.variables(found));
            }
            _ => {}
        }
    }
}

/// A side condition of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `(<= a b)` of numbers.
    AtMost(Number, Number),
    /// `(> a b)` of numbers.
    Above(Number, Number),
    /// `(str.<= a b)` of variables that stand for one character each.
    CharAtMost(usize, usize),
}
