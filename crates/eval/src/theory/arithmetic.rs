//! Integers and reals, with solvers' additions.

use std::cmp::Ordering;

use super::{Args, LARGEST_VALUE, Outcome};
use crate::budget;
use crate::real::{Real, Transcendental};
use crate::reason::Reason;
use crate::value::{Integer, Value};

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Divide,
    Div,
    Mod,
    Rem,
    Abs,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ToReal,
    ToInt,
    IsInt,
    Divisible(u32),
    Power,
    PowerOfTwo,
    Log2,
    IsPowerOfTwo,
    And(u32),
    /// The same, with the width as an argument (cvc5).
    AndOfWidth,
    Function(Transcendental),
    Tan,
    Csc,
    Sec,
    Cot,
    Sqrt,
    Pi,
}

/// The sum, difference or product of words, if it is one: most are.
#[inline(always)]
fn words(args: &Args<'_>, combine: fn(i64, i64) -> Option<i64>) -> Option<Value> {
    let (first, rest) = args.ids.split_first()?;
    let word = |id: &u32| match args.slots[*id as usize] {
        Ok(Value::Int(Integer::Small(n))) => Some(n),
        _ => None,
    };
    let mut total = word(first)?;
    for id in rest {
        total = combine(total, word(id)?)?;
    }
    Some(Value::int(total))
}

/// An operator on two numbers. Integers turn into reals when they meet one.
struct Binary {
    ints: fn(&Integer, &Integer) -> Integer,
    reals: fn(&Real, &Real) -> Result<Real, Reason>,
}

const SUM: Binary = Binary {
    ints: Integer::add,
    reals: Real::add,
};
const DIFFERENCE: Binary = Binary {
    ints: Integer::sub,
    reals: Real::sub,
};
const PRODUCT: Binary = Binary {
    ints: Integer::mul,
    reals: Real::mul,
};

impl Binary {
    fn apply(&self, a: &Value, b: &Value) -> Outcome {
        match (a, b) {
            (Value::Real(a), Value::Real(b)) => (self.reals)(a, b).map(Value::Real),
            (Value::Int(a), Value::Int(b)) => self.of_integers(a, b),
            (Value::Int(a), Value::Real(b)) => {
                (self.reals)(&Real::from(a.clone()), b).map(Value::Real)
            }
            (Value::Real(a), Value::Int(b)) => {
                (self.reals)(a, &Real::from(b.clone())).map(Value::Real)
            }
            _ => Err(Reason::IllSorted),
        }
    }

    fn of_integers(&self, a: &Integer, b: &Integer) -> Outcome {
        if matches!(a, Integer::Big(_)) || matches!(b, Integer::Big(_)) {
            budget::product(a.bit_len(), b.bit_len())?;
        }
        let result = (self.ints)(a, b);
        // The product of two that are not too large is made, and is twice as long at most.
        if matches!(result, Integer::Big(_)) && result.bit_len() > LARGEST_VALUE {
            return Err(Reason::Limit);
        }
        Ok(Value::Int(result))
    }

    /// From the left.
    fn fold(&self, args: &Args<'_>) -> Outcome {
        let first = args.get(0)?;
        if args.len() == 1 {
            return number(first);
        }
        let mut total = self.apply(first, args.get(1)?)?;
        for i in 2..args.len() {
            total = self.apply(&total, args.get(i)?)?;
        }
        Ok(total)
    }
}

impl Arithmetic {
    pub(crate) fn named(name: &str, indices: &[u32]) -> Option<Arithmetic> {
        use Arithmetic::*;
        Some(match (name, indices) {
            ("+", []) => Add,
            ("-", []) => Sub,
            ("*", []) => Mul,
            ("/", []) => Divide,
            ("div", []) => Div,
            ("mod", []) => Mod,
            ("rem", []) => Rem,
            ("abs", []) => Abs,
            ("<", []) => Less,
            ("<=", []) => LessEqual,
            (">", []) => Greater,
            (">=", []) => GreaterEqual,
            ("to_real", []) => ToReal,
            ("to_int", []) => ToInt,
            ("is_int", []) => IsInt,
            ("divisible", [n]) => Divisible(*n),
            ("^", []) => Power,
            ("pow2" | "int.pow2", []) => PowerOfTwo,
            ("int.log2", []) => Log2,
            ("int.ispow2", []) => IsPowerOfTwo,
            ("iand", [k]) => And(*k),
            ("piand", []) => AndOfWidth,
            ("exp", []) => Function(Transcendental::Exp),
            ("sin", []) => Function(Transcendental::Sin),
            ("cos", []) => Function(Transcendental::Cos),
            ("tan", []) => Tan,
            ("csc", []) => Csc,
            ("sec", []) => Sec,
            ("cot", []) => Cot,
            ("sqrt", []) => Sqrt,
            ("real.pi" | "pi", []) => Pi,
            _ => return None,
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        use Arithmetic::*;
        match self {
            Add => sum(args),
            Sub => difference(args),
            Mul => product(args),
            Divide => quotient(args),
            Div | Mod | Rem => self.divide(args),
            Abs => absolute(args.get(0)?),
            Less => args.chain(|i, j| Ok(compare(args.get(i)?, args.get(j)?)?.is_lt())),
            LessEqual => args.chain(|i, j| Ok(compare(args.get(i)?, args.get(j)?)?.is_le())),
            Greater => args.chain(|i, j| Ok(compare(args.get(i)?, args.get(j)?)?.is_gt())),
            GreaterEqual => args.chain(|i, j| Ok(compare(args.get(i)?, args.get(j)?)?.is_ge())),
            ToReal => Ok(Value::Real(args.real(0)?)),
            ToInt => Ok(Value::Int(args.real(0)?.floor()?)),
            IsInt => Ok(Value::Bool(args.real(0)?.is_integer()?)),
            Divisible(n) => {
                budget::linear(args.int(0)?.bit_len())?;
                let rest = args.int(0)?.div_rem_euclid(&Integer::from(i64::from(n)));
                rest.map(|(_, r)| Value::Bool(r.is_zero()))
                    .ok_or(Reason::IllSorted)
            }
            Power => power(args),
            PowerOfTwo | Log2 | IsPowerOfTwo => self.two(args.int(0)?),
            And(width) => bitwise_and(width as usize, args.int(0)?, args.int(1)?),
            AndOfWidth => and_of_width(args),
            Function(function) => Ok(Value::Real(Real::transcendental(function, &args.real(0)?))),
            Tan | Csc | Sec | Cot => self.quotient_of_sines(&args.real(0)?),
            Sqrt => root(&args.real(0)?),
            Pi => Ok(Value::Real(Real::pi())),
        }
    }

    fn divide(self, args: &Args<'_>) -> Outcome {
        let (dividend, divisor) = (args.int(0)?, args.int(1)?);
        let name = match self {
            Arithmetic::Div => "div",
            Arithmetic::Mod => "mod",
            _ => "rem",
        };
        budget::product(dividend.bit_len(), divisor.bit_len())?;
        let (quotient, rest) = dividend
            .div_rem_euclid(divisor)
            .ok_or(Reason::Unspecified(name))?;
        Ok(Value::Int(match self {
            Arithmetic::Div => quotient,
            Arithmetic::Mod => rest,
            // z3's remainder has the divisor's sign.
            _ if divisor.is_negative() => rest.neg(),
            _ => rest,
        }))
    }

    /// The operators about powers of two, as cvc5 defines them.
    fn two(self, n: &Integer) -> Outcome {
        let positive = !n.is_negative() && !n.is_zero();
        Ok(match self {
            Arithmetic::PowerOfTwo if n.is_negative() => Value::int(0),
            Arithmetic::PowerOfTwo => {
                let exponent = n
                    .to_usize()
                    .filter(|e| *e <= LARGEST_VALUE)
                    .ok_or(Reason::Limit)?;
                budget::linear(exponent)?;
                Value::Int(Integer::from(2i64).pow(exponent))
            }
            Arithmetic::Log2 if positive => Value::Int(Integer::from(n.bit_len() - 1)),
            Arithmetic::Log2 => Value::int(0),
            _ => Value::Bool(positive && n.to_big().trailing_zeros() == Some(n.bit_len() - 1)),
        })
    }

    fn quotient_of_sines(self, x: &Real) -> Outcome {
        let sin = || Real::transcendental(Transcendental::Sin, x);
        let cos = || Real::transcendental(Transcendental::Cos, x);
        let (above, below) = match self {
            Arithmetic::Tan => (sin(), cos()),
            Arithmetic::Cot => (cos(), sin()),
            Arithmetic::Csc => (Real::from(1), sin()),
            _ => (Real::from(1), cos()),
        };
        let below = below.recip()?.ok_or(Reason::Unspecified("/"))?;
        Ok(Value::Real(above.mul(&below)?))
    }
}

/// The bits that two numbers share among the lowest `width`.
fn bitwise_and(width: usize, a: &Integer, b: &Integer) -> Outcome {
    if width > LARGEST_VALUE {
        return Err(Reason::Limit);
    }
    budget::product(width, a.bit_len().max(b.bit_len()))?;
    let both = a.wrap(width as u32) & b.wrap(width as u32);
    Ok(Value::Int(Integer::from(dashu_int::IBig::from(both))))
}

fn and_of_width(args: &Args<'_>) -> Outcome {
    let (width, a, b) = (args.int(0)?, args.int(1)?, args.int(2)?);
    if width.is_negative() || width.is_zero() {
        return Ok(Value::int(0));
    }
    bitwise_and(width.to_usize().ok_or(Reason::Limit)?, a, b)
}

fn sum(args: &Args<'_>) -> Outcome {
    match words(args, i64::checked_add) {
        Some(sum) => Ok(sum),
        None => SUM.fold(args),
    }
}

fn difference(args: &Args<'_>) -> Outcome {
    if args.len() == 1 {
        return negative(args.get(0)?);
    }
    match words(args, i64::checked_sub) {
        Some(difference) => Ok(difference),
        None => DIFFERENCE.fold(args),
    }
}

fn negative(value: &Value) -> Outcome {
    match value {
        Value::Int(n) => {
            budget::linear(n.bit_len())?;
            Ok(Value::Int(n.neg()))
        }
        Value::Real(r) => Ok(Value::Real(r.neg()?)),
        _ => Err(Reason::IllSorted),
    }
}

fn product(args: &Args<'_>) -> Outcome {
    if let Some(product) = words(args, i64::checked_mul) {
        return Ok(product);
    }
    if (0..args.len()).all(|i| args.get(i).is_ok()) {
        return PRODUCT.fold(args);
    }
    product_in_doubt(args)
}

/// A factor of zero settles the product, whatever the others are.
#[cold]
fn product_in_doubt(args: &Args<'_>) -> Outcome {
    let mut doubt = None;
    let mut total: Option<Value> = None;
    for i in 0..args.len() {
        match args.get(i) {
            Err(reason) => doubt = Some(reason),
            Ok(value) => {
                total = Some(match total {
                    None => number(value)?,
                    Some(total) => PRODUCT.apply(&total, value)?,
                });
            }
        }
    }
    match (total, doubt) {
        (Some(total), _) if is_zero(&total) => Ok(total),
        (_, reason) => Err(reason.unwrap_or(Reason::IllSorted)),
    }
}

fn number(value: &Value) -> Outcome {
    match value {
        Value::Int(_) | Value::Real(_) => Ok(value.clone()),
        _ => Err(Reason::IllSorted),
    }
}

fn is_zero(number: &Value) -> bool {
    match number {
        Value::Int(n) => n.is_zero(),
        Value::Real(r) => *r == Real::ZERO,
        _ => false,
    }
}

fn quotient(args: &Args<'_>) -> Outcome {
    let mut total = args.real(0)?;
    for i in 1..args.len() {
        let divisor = args.real(i)?.recip()?.ok_or(Reason::Unspecified("/"))?;
        total = total.mul(&divisor)?;
    }
    Ok(Value::Real(total))
}

/// The root of a rational; below zero it is open.
fn root(square: &Real) -> Outcome {
    match square.sqrt() {
        Some(root) => Ok(Value::Real(root)),
        None if square.is_rational() => Err(budget::refused_or(Reason::Unspecified("sqrt"))),
        None => Err(Reason::Unsupported("sqrt of an irrational number".into())),
    }
}

fn absolute(value: &Value) -> Outcome {
    match value {
        Value::Int(n) => {
            budget::linear(n.bit_len())?;
            Ok(Value::Int(n.abs()))
        }
        Value::Real(r) if r.sign()? < 0 => Ok(Value::Real(r.neg()?)),
        Value::Real(r) => Ok(Value::Real(r.clone())),
        _ => Err(Reason::IllSorted),
    }
}

fn compare(a: &Value, b: &Value) -> Result<Ordering, Reason> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Ok(a.cmp(b)),
        (Value::Real(a), Value::Real(b)) => a.compare(b),
        (Value::Int(a), Value::Real(b)) => Real::from(a.clone()).compare(b),
        (Value::Real(a), Value::Int(b)) => a.compare(&Real::from(b.clone())),
        _ => Err(Reason::IllSorted),
    }
}

/// Powers with whole exponents that are not negative; solvers differ on the rest.
fn power(args: &Args<'_>) -> Outcome {
    let exponent = args.real(1)?;
    if !exponent.is_integer()? {
        return Err(Reason::Unsupported("^ with a fraction".into()));
    }
    let exponent = exponent
        .floor()?
        .to_usize()
        .ok_or(Reason::Unspecified("^"))?;
    match args.get(0)? {
        Value::Int(n) if n.is_zero() && exponent == 0 => Err(Reason::Unspecified("^")),
        Value::Real(r) if exponent == 0 && r.sign()? == 0 => Err(Reason::Unspecified("^")),
        Value::Int(n) if n.bit_len().saturating_mul(exponent) <= LARGEST_VALUE => {
            let bits = n.bit_len() * exponent;
            budget::product(bits, bits)?;
            Ok(Value::Int(n.pow(exponent)))
        }
        Value::Real(r) if exponent <= 1_000 => (0..exponent)
            .try_fold(Real::from(1), |p, _| p.mul(r))
            .map(Value::Real),
        _ => Err(Reason::Limit),
    }
}
