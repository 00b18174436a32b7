//! Fixed-size bit-vectors: the standard's operators and solvers' additions.

use dashu_base::BitTest;
use dashu_int::IBig;

use super::{Args, LARGEST_VALUE, Outcome};
use crate::budget;
use crate::reason::Reason;
use crate::value::{BitVec, Integer, Value};

/// A bit-vector operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BitVectors {
    Concat,
    Extract(u32, u32),
    Repeat(u32),
    ZeroExtend(u32),
    SignExtend(u32),
    RotateLeft(u32),
    RotateRight(u32),
    Unary(fn(&BitVec) -> BitVec),
    /// Any number of arguments, from the left.
    Fold(fn(&BitVec, &BitVec) -> BitVec),
    Compare(fn(&BitVec, &BitVec) -> bool),
    /// A comparison as a vector of one bit.
    CompareBit(fn(&BitVec, &BitVec) -> bool),
    Test(fn(&BitVec) -> bool),
    TestBit(fn(&BitVec) -> bool),
    Bit(u32),
    Select,
    ToNat,
    ToInt,
    FromInt(u32),
}

impl BitVectors {
    pub(crate) fn named(name: &str, indices: &[u32]) -> Option<BitVectors> {
        use BitVectors::*;
        Some(match (name, indices) {
            ("concat", []) => Concat,
            ("extract", [high, low]) => Extract(*high, *low),
            ("repeat", [n]) => Repeat(*n),
            ("zero_extend", [n]) => ZeroExtend(*n),
            ("sign_extend", [n]) => SignExtend(*n),
            ("rotate_left", [n]) => RotateLeft(*n),
            ("rotate_right", [n]) => RotateRight(*n),
            ("bit" | "bit2bool", [n]) => Bit(*n),
            ("bvite", []) => Select,
            ("bv2nat" | "ubv_to_int" | "bv2int", []) => ToNat,
            ("sbv_to_int", []) => ToInt,
            ("int2bv" | "nat2bv" | "int_to_bv", [width]) => FromInt(*width),
            (_, []) => {
                return arithmetic(name)
                    .or_else(|| comparison(name))
                    .or_else(|| overflow(name));
            }
            _ => return None,
        })
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        use BitVectors::*;
        Ok(match self {
            Concat => fold(args, BitVec::concat, false)?,
            Extract(high, low) => {
                let v = args.bits(0)?;
                if high < low || high >= v.width() {
                    return Err(Reason::IllSorted);
                }
                Value::BitVec(v.extract(high, low))
            }
            Repeat(n) => repeat(args.bits(0)?, n)?,
            ZeroExtend(n) => Value::BitVec(bounded(args.bits(0)?, n)?.zero_extend(n)),
            SignExtend(n) => {
                let v = bounded(args.bits(0)?, n)?;
                budget::linear(v.width() as usize + n as usize)?;
                Value::BitVec(v.sign_extend(n))
            }
            RotateLeft(n) => Value::BitVec(args.bits(0)?.rotate_left(n)),
            RotateRight(n) => Value::BitVec(rotate_right(args.bits(0)?, n)),
            Unary(f) => Value::BitVec(f(args.bits(0)?)),
            Fold(f) => fold(args, f, true)?,
            Compare(f) => args.chain(|i, j| same_width(args, i, j).map(|(a, b)| f(a, b)))?,
            CompareBit(f) => same_width(args, 0, 1).map(|(a, b)| one_bit(f(a, b)))?,
            Test(f) => Value::Bool(f(args.bits(0)?)),
            TestBit(f) => one_bit(f(args.bits(0)?)),
            Bit(n) => Value::Bool(args.bits(0)?.bit(n)),
            Select => args
                .get(if args.bits(0)?.is_zero() { 2 } else { 1 })?
                .clone(),
            ToNat => Value::Int(match args.bits(0)?.to_u64().map(i64::try_from) {
                Some(Ok(small)) => Integer::Small(small),
                _ => Integer::from(IBig::from(args.bits(0)?.to_unsigned())),
            }),
            ToInt => Value::Int(Integer::from(args.bits(0)?.to_signed())),
            FromInt(width) if width == 0 || width as usize > LARGEST_VALUE => {
                return Err(Reason::Limit);
            }
            FromInt(width) => {
                let n = args.int(0)?;
                budget::product(n.bit_len(), width as usize)?;
                Value::BitVec(BitVec::new(width, n.wrap(width)))
            }
        })
    }
}

fn one_bit(set: bool) -> Value {
    Value::BitVec(BitVec::from_u64(1, u64::from(set)))
}

fn same_width<'a>(args: &Args<'a>, i: usize, j: usize) -> Result<(&'a BitVec, &'a BitVec), Reason> {
    let (a, b) = (args.bits(i)?, args.bits(j)?);
    if a.width() == b.width() {
        // The tests for overflow multiply.
        budget::product(a.width() as usize, b.width() as usize)?;
        Ok((a, b))
    } else {
        Err(Reason::IllSorted)
    }
}

fn bounded(v: &BitVec, growth: u32) -> Result<&BitVec, Reason> {
    if (v.width() as usize).saturating_add(growth as usize) > LARGEST_VALUE {
        Err(Reason::Limit)
    } else {
        Ok(v)
    }
}

fn repeat(v: &BitVec, n: u32) -> Outcome {
    if n == 0 || (v.width() as usize).saturating_mul(n as usize) > LARGEST_VALUE {
        return Err(Reason::Limit);
    }
    budget::product(v.width() as usize, n as usize)?;
    // By doubling, from the highest bit of the count down.
    let mut result = v.clone();
    for bit in (0..n.ilog2()).rev() {
        result = result.concat(&result);
        if n >> bit & 1 == 1 {
            result = result.concat(v);
        }
    }
    Ok(Value::BitVec(result))
}

fn rotate_right(v: &BitVec, n: u32) -> BitVec {
    v.rotate_left(v.width() - n % v.width())
}

fn rotate_by(v: &BitVec, by: &BitVec) -> u32 {
    let width = dashu_int::UBig::from(v.width());
    u32::try_from(by.to_unsigned() % width).unwrap_or(0)
}

fn fold(args: &Args<'_>, f: fn(&BitVec, &BitVec) -> BitVec, equal_widths: bool) -> Outcome {
    let combine = |a: &BitVec, b: &BitVec| {
        if equal_widths && a.width() != b.width() {
            return Err(Reason::IllSorted);
        }
        if !equal_widths || matches!(a, BitVec::Big { .. }) {
            bounded(a, if equal_widths { 0 } else { b.width() })?;
            budget::product(a.width() as usize, b.width() as usize)?;
        }
        Ok(f(a, b))
    };
    let first = args.bits(0)?;
    if args.len() == 1 {
        return Ok(Value::BitVec(first.clone()));
    }
    let mut result = combine(first, args.bits(1)?)?;
    for i in 2..args.len() {
        result = combine(&result, args.bits(i)?)?;
    }
    Ok(Value::BitVec(result))
}

fn and(a: &BitVec, b: &BitVec) -> BitVec {
    a.zip(b, |x, y| x & y, |x, y| x & y)
}

fn or(a: &BitVec, b: &BitVec) -> BitVec {
    a.zip(b, |x, y| x | y, |x, y| x | y)
}

fn xor(a: &BitVec, b: &BitVec) -> BitVec {
    a.zip(b, |x, y| x ^ y, |x, y| x ^ y)
}

fn arithmetic(name: &str) -> Option<BitVectors> {
    use BitVectors::{Fold, Unary};
    Some(match name {
        "bvnot" => Unary(BitVec::not),
        "bvneg" => Unary(BitVec::neg),
        "bvinc" => Unary(|v| v.add(&BitVec::from_u64(v.width(), 1))),
        "bvdec" => Unary(|v| v.sub(&BitVec::from_u64(v.width(), 1))),
        "bvand" => Fold(and),
        "bvor" => Fold(or),
        "bvxor" => Fold(xor),
        "bvnand" => Fold(|a, b| and(a, b).not()),
        "bvnor" => Fold(|a, b| or(a, b).not()),
        "bvxnor" => Fold(|a, b| xor(a, b).not()),
        "bvadd" => Fold(BitVec::add),
        "bvsub" => Fold(BitVec::sub),
        "bvmul" => Fold(BitVec::mul),
        "bvudiv" | "bvudiv_i" => Fold(BitVec::udiv),
        "bvurem" | "bvurem_i" => Fold(BitVec::urem),
        "bvsdiv" | "bvsdiv_i" => Fold(BitVec::sdiv),
        "bvsrem" | "bvsrem_i" => Fold(BitVec::srem),
        "bvsmod" | "bvsmod_i" => Fold(BitVec::smod),
        "bvshl" => Fold(BitVec::shl),
        "bvlshr" => Fold(BitVec::lshr),
        "bvashr" => Fold(BitVec::ashr),
        "bvrol" | "ext_rotate_left" => Fold(|a, b| a.rotate_left(rotate_by(a, b))),
        "bvror" | "ext_rotate_right" => Fold(|a, b| rotate_right(a, rotate_by(a, b))),
        _ => return None,
    })
}

fn comparison(name: &str) -> Option<BitVectors> {
    use BitVectors::{Compare, CompareBit, TestBit};
    Some(match name {
        "bvult" => Compare(BitVec::ult),
        "bvule" => Compare(|a, b| !b.ult(a)),
        "bvugt" => Compare(|a, b| b.ult(a)),
        "bvuge" => Compare(|a, b| !a.ult(b)),
        "bvslt" => Compare(BitVec::slt),
        "bvsle" => Compare(|a, b| !b.slt(a)),
        "bvsgt" => Compare(|a, b| b.slt(a)),
        "bvsge" => Compare(|a, b| !a.slt(b)),
        "bvcomp" => CompareBit(|a, b| a == b),
        "bvultbv" => CompareBit(BitVec::ult),
        "bvsltbv" => CompareBit(BitVec::slt),
        "bvredor" => TestBit(|v| !v.is_zero()),
        "bvredand" => TestBit(|v| v.not().is_zero()),
        "bvredxor" => TestBit(|v| v.to_unsigned().count_ones() % 2 == 1),
        _ => return None,
    })
}

/// Whether a signed result leaves the width.
fn leaves(width: u32, value: IBig) -> bool {
    BitVec::from_signed(width, &value).to_signed() != value
}

fn overflow(name: &str) -> Option<BitVectors> {
    use BitVectors::{Compare, Test};
    Some(match name {
        "bvnego" => Test(|v| leaves(v.width(), -v.to_signed())),
        "bvuaddo" => {
            Compare(|a, b| (a.to_unsigned() + b.to_unsigned()).bit_len() > a.width() as usize)
        }
        "bvsaddo" => Compare(|a, b| leaves(a.width(), a.to_signed() + b.to_signed())),
        "bvumulo" => {
            Compare(|a, b| (a.to_unsigned() * b.to_unsigned()).bit_len() > a.width() as usize)
        }
        "bvsmulo" => Compare(|a, b| leaves(a.width(), a.to_signed() * b.to_signed())),
        "bvusubo" => Compare(BitVec::ult),
        "bvssubo" => Compare(|a, b| leaves(a.width(), a.to_signed() - b.to_signed())),
        "bvsdivo" => {
            Compare(|a, b| a.sign_bit() && a.neg() == *a && b.not().is_zero() && !a.is_zero())
        }
        "bvumul_noovfl" => {
            Compare(|a, b| (a.to_unsigned() * b.to_unsigned()).bit_len() <= a.width() as usize)
        }
        "bvsmul_noovfl" => Compare(|a, b| {
            let product = a.to_signed() * b.to_signed();
            product < IBig::ZERO || !leaves(a.width(), product)
        }),
        "bvsmul_noudfl" => Compare(|a, b| {
            let product = a.to_signed() * b.to_signed();
            product >= IBig::ZERO || !leaves(a.width(), product)
        }),
        _ => return None,
    })
}
