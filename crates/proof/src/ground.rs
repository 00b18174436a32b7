//! Operators applied to values, by exact arithmetic.

use dashu_base::{Abs, BitTest, DivEuclid, PowerOfTwo, RemEuclid, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use gadfly_eval::value::BitVec;

use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Term, Terms};

/// `2^n` is computed for exponents up to this one.
const LARGEST_POWER: u32 = 100_000;

/// The value of an operator applied to values, where it is defined and known here.
pub(crate) fn fold(terms: &mut Terms, op: Op, args: &[Term]) -> Option<Term> {
    match op {
        Op::BvSize => {
            let width = terms.width(args[0])?;
            Some(terms.int(width.into()))
        }
        Op::BvOf => terms
            .apply(op, args)
            .ok()
            .filter(|made| terms.is_literal(*made)),
        Op::Bit => bit(terms, args),
        Op::FromBools => from_bools(terms, args),
        _ if args.iter().any(|a| !terms.is_literal(*a)) => None,
        Op::IntDiv | Op::IntDivTotal | Op::Mod | Op::ModTotal | Op::Divisible => {
            division(terms, op, args)
        }
        Op::Abs => {
            let value = terms.as_number(args[0])?.clone().abs();
            let sort = terms.sort(args[0]);
            Some(terms.number(value, sort))
        }
        Op::ToInt => {
            let value = terms.as_number(args[0])?.floor();
            Some(terms.number(RBig::from(value), Sort::INT))
        }
        Op::IsInt => Some(terms.truth(terms.as_number(args[0])?.is_int())),
        Op::Pow2 => {
            let exponent = terms.as_index(args[0]).filter(|n| *n <= LARGEST_POWER)?;
            let value = IBig::ONE << exponent as usize;
            Some(terms.number(RBig::from(value), Sort::INT))
        }
        Op::IsPow2 | Op::Log2 => power(terms, op, args),
        _ => bits(terms, op, args),
    }
}

fn power(terms: &mut Terms, op: Op, args: &[Term]) -> Option<Term> {
    let value = terms.as_int(args[0])?.clone();
    let positive = UBig::try_from(value).ok().filter(|v| *v != UBig::ZERO);
    match (op, positive) {
        (Op::IsPow2, value) => Some(terms.truth(value.is_some_and(|v| v.is_power_of_two()))),
        (_, Some(value)) => {
            let log = value.bit_len() as i64 - 1;
            Some(terms.int(log))
        }
        _ => None,
    }
}

fn division(terms: &mut Terms, op: Op, args: &[Term]) -> Option<Term> {
    let (a, b) = (
        terms.as_int(args[0])?.clone(),
        terms.as_int(args[1])?.clone(),
    );
    if op == Op::Divisible {
        let (divisor, value) = (a, b);
        let divides = !divisor.is_zero() && value.rem_euclid(divisor).is_zero();
        return Some(terms.truth(divides));
    }
    if b.is_zero() {
        return match op {
            Op::IntDivTotal => Some(terms.int(0)),
            Op::ModTotal => Some(args[0]),
            _ => None,
        };
    }
    let value = match op {
        Op::IntDiv | Op::IntDivTotal => a.div_euclid(b),
        _ => IBig::from(a.rem_euclid(b)),
    };
    Some(terms.number(RBig::from(value), Sort::INT))
}

fn bit(terms: &mut Terms, args: &[Term]) -> Option<Term> {
    let at = terms.as_index(args[0])?;
    if let Some(bools) = terms.of(Op::FromBools, args[1]) {
        return bools.get(at as usize).copied();
    }
    let (value, width) = terms.as_bits(args[1])?;
    (at < width).then(|| terms.truth(value.bit(at as usize)))
}

fn from_bools(terms: &mut Terms, args: &[Term]) -> Option<Term> {
    let bools: Option<Vec<bool>> = args.iter().map(|a| terms.as_truth(*a)).collect();
    let mut value = UBig::ZERO;
    for (at, _) in bools?.into_iter().enumerate().filter(|(_, b)| *b) {
        value |= UBig::ONE << at;
    }
    Some(terms.bits(value, args.len() as u32))
}

fn bits(terms: &mut Terms, op: Op, args: &[Term]) -> Option<Term> {
    use Op::*;
    let (indices, values) = args.split_at_checked(op.indices())?;
    let indices: Option<Vec<u32>> = indices.iter().map(|i| terms.as_index(*i)).collect();
    let indices = indices?;
    let values: Option<Vec<BitVec>> = values
        .iter()
        .map(|v| {
            terms
                .as_bits(*v)
                .map(|(value, width)| BitVec::new(width, value))
        })
        .collect();
    let values = values?;
    let first = values.first()?.clone();
    let fold =
        |f: fn(&BitVec, &BitVec) -> BitVec| values[1..].iter().fold(first.clone(), |a, b| f(&a, b));
    let truth = |b: bool| Some(if b { Terms::TRUE } else { Terms::FALSE });
    let word = |b: bool| BitVec::from_u64(1, b.into());
    let made = match (op, indices.as_slice(), values.as_slice()) {
        (BvNot, [], [a]) => a.not(),
        (BvNeg, [], [a]) => a.neg(),
        (BvAnd, [], _) => fold(and),
        (BvOr, [], _) => fold(or),
        (BvXor, [], _) => fold(xor),
        (BvNand, [], [a, b]) => and(a, b).not(),
        (BvNor, [], [a, b]) => or(a, b).not(),
        (BvXnor, [], [a, b]) => xor(a, b).not(),
        (BvAdd, [], _) => fold(BitVec::add),
        (BvSub, [], [a, b]) => a.sub(b),
        (BvMul, [], _) => fold(BitVec::mul),
        (BvUdiv, [], [a, b]) => a.udiv(b),
        (BvUrem, [], [a, b]) => a.urem(b),
        (BvSdiv, [], [a, b]) => a.sdiv(b),
        (BvSrem, [], [a, b]) => a.srem(b),
        (BvSmod, [], [a, b]) => a.smod(b),
        (BvShl, [], [a, b]) => a.shl(b),
        (BvLshr, [], [a, b]) => a.lshr(b),
        (BvAshr, [], [a, b]) => a.ashr(b),
        (Concat, [], _) => fold(BitVec::concat),
        (Extract, [high, low], [a]) => a.extract(*high, *low),
        (ZeroExtend, [by], [a]) => a.zero_extend(*by),
        (SignExtend, [by], [a]) => a.sign_extend(*by),
        (Repeat, [times], [a]) => (1..*times).fold(a.clone(), |made, _| made.concat(a)),
        (RotateLeft, [by], [a]) => a.rotate_left(by % a.width()),
        (RotateRight, [by], [a]) => a.rotate_left((a.width() - by % a.width()) % a.width()),
        (BvComp, [], [a, b]) => word(a == b),
        (BvUltBv, [], [a, b]) => word(a.ult(b)),
        (BvSltBv, [], [a, b]) => word(a.slt(b)),
        (BvIte, [], [c, a, b]) => {
            if c.is_zero() {
                b.clone()
            } else {
                a.clone()
            }
        }
        (BvUlt, [], [a, b]) => return truth(a.ult(b)),
        (BvUle, [], [a, b]) => return truth(!b.ult(a)),
        (BvUgt, [], [a, b]) => return truth(b.ult(a)),
        (BvUge, [], [a, b]) => return truth(!a.ult(b)),
        (BvSlt, [], [a, b]) => return truth(a.slt(b)),
        (BvSle, [], [a, b]) => return truth(!b.slt(a)),
        (BvSgt, [], [a, b]) => return truth(b.slt(a)),
        (BvSge, [], [a, b]) => return truth(!a.slt(b)),
        (BvNego, [], [a]) => return truth(overflows(-a.to_signed(), a.width())),
        (BvSaddo, [], [a, b]) => return truth(overflows(a.to_signed() + b.to_signed(), a.width())),
        (BvSsubo, [], [a, b]) => return truth(overflows(a.to_signed() - b.to_signed(), a.width())),
        (BvSmulo, [], [a, b]) => return truth(overflows(a.to_signed() * b.to_signed(), a.width())),
        (BvUaddo, [], [a, b]) => {
            let sum = a.to_unsigned() + b.to_unsigned();
            return truth(sum.bit_len() > a.width() as usize);
        }
        (BvUmulo, [], [a, b]) => {
            let product = a.to_unsigned() * b.to_unsigned();
            return truth(product.bit_len() > a.width() as usize);
        }
        (BvUsubo, [], [a, b]) => return truth(a.ult(b)),
        (BvSdivo, [], [a, b]) => {
            let least = a.to_signed() == -(IBig::ONE << (a.width() as usize - 1));
            return truth(least && *b == BitVec::ones(b.width()));
        }
        _ => return None,
    };
    Some(terms.bits(made.to_unsigned(), made.width()))
}

/// Whether a number is out of the range of signed words of this width.
fn overflows(value: IBig, width: u32) -> bool {
    let half = IBig::ONE << (width as usize - 1);
    value >= half || value.is_negative() && value < -half
}

fn and(a: &BitVec, b: &BitVec) -> BitVec {
    BitVec::new(a.width(), a.to_unsigned() & b.to_unsigned())
}

fn or(a: &BitVec, b: &BitVec) -> BitVec {
    BitVec::new(a.width(), a.to_unsigned() | b.to_unsigned())
}

fn xor(a: &BitVec, b: &BitVec) -> BitVec {
    BitVec::new(a.width(), a.to_unsigned() ^ b.to_unsigned())
}
