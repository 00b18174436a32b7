//! Floating point.

use std::sync::Arc;

use dashu_int::IBig;

use super::{Args, LARGEST_VALUE, Outcome};
use crate::budget;
use crate::float::{Float, Format, RoundingMode};
use crate::real::Real;
use crate::reason::Reason;
use crate::value::{BitVec, Value};

type Rounded = fn(&Float, RoundingMode, &Float) -> Float;

/// A floating-point operator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Floats {
    Make,
    Special(Format, fn(Format) -> Float),
    Mode(RoundingMode),
    Unary(fn(&Float) -> Float),
    Binary(Rounded),
    Fma,
    Sqrt,
    Rem,
    RoundToIntegral,
    Min,
    Max,
    Compare(fn(std::cmp::Ordering) -> bool),
    Test(fn(&Float) -> bool),
    ToFp(Format),
    ToFpUnsigned(Format),
    ToUbv(u32),
    ToSbv(u32),
    ToReal,
    ToIeee,
    /// A format or width that the evaluator does not reach.
    OutOfReach,
}

impl Floats {
    pub(crate) fn named(name: &str, indices: &[u32]) -> Option<Floats> {
        match indices {
            [] => plain(name),
            [width] => match name {
                "fp.to_ubv" | "fp.to_ubv_I" => Some(within(*width, Floats::ToUbv)),
                "fp.to_sbv" | "fp.to_sbv_I" => Some(within(*width, Floats::ToSbv)),
                _ => None,
            },
            [exponent, significand] => with_format(name, *exponent, *significand),
            _ => None,
        }
    }

    pub(crate) fn apply(self, args: &Args<'_>) -> Outcome {
        use Floats::*;
        let float = match self {
            Make => make(args)?,
            Special(format, f) => f(format),
            Mode(mode) => return Ok(Value::Mode(mode)),
            Unary(f) => f(args.float(0)?),
            Binary(f) => {
                let (a, b) = same_format(args, 1, 2)?;
                f(a, args.mode(0)?, b)
            }
            Fma => {
                let (a, b) = same_format(args, 1, 2)?;
                let (_, c) = same_format(args, 1, 3)?;
                a.fma(args.mode(0)?, b, c)
            }
            Sqrt => args.float(1)?.sqrt(args.mode(0)?),
            RoundToIntegral => args.float(1)?.round_to_integral(args.mode(0)?),
            Rem => {
                let (a, b) = same_format(args, args.len() - 2, args.len() - 1)?;
                a.rem(b)
            }
            Min => same_format(args, 0, 1)
                .and_then(|(a, b)| a.minimum(b).ok_or(Reason::Unspecified("fp.min")))?,
            Max => same_format(args, 0, 1)
                .and_then(|(a, b)| a.maximum(b).ok_or(Reason::Unspecified("fp.max")))?,
            ToFp(format) => to_fp(format, args)?,
            ToFpUnsigned(format) => Float::from_integer(
                format,
                args.mode(0)?,
                IBig::from(args.bits(1)?.to_unsigned()),
            ),
            Compare(_) | Test(_) => return self.test(args),
            ToUbv(_) | ToSbv(_) | ToReal | ToIeee | OutOfReach => return self.leave(args),
        };
        Ok(Value::Float(Arc::new(float)))
    }

    fn test(self, args: &Args<'_>) -> Outcome {
        match self {
            Floats::Compare(holds) => args.chain(|i, j| {
                let (a, b) = same_format(args, i, j)?;
                Ok(a.compare(b).is_some_and(holds))
            }),
            Floats::Test(f) => Ok(Value::Bool(f(args.float(0)?))),
            _ => Err(Reason::IllSorted),
        }
    }

    /// Conversions to other sorts, each open in places.
    fn leave(self, args: &Args<'_>) -> Outcome {
        match self {
            Floats::ToUbv(width) => {
                let bits = args.float(1)?.to_ubv(args.mode(0)?, width);
                bits.map(Value::BitVec)
                    .ok_or(Reason::Unspecified("fp.to_ubv"))
            }
            Floats::ToSbv(width) => {
                let bits = args.float(1)?.to_sbv(args.mode(0)?, width);
                bits.map(Value::BitVec)
                    .ok_or(Reason::Unspecified("fp.to_sbv"))
            }
            Floats::ToReal => {
                let real = args.float(0)?;
                if real.format().exponent > 20 {
                    return Err(Reason::Limit);
                }
                budget::linear(1 << real.format().exponent)?;
                real.to_rational()
                    .map(|r| Value::Real(Real::from(r)))
                    .ok_or(Reason::Unspecified("fp.to_real"))
            }
            Floats::ToIeee => args
                .float(0)?
                .to_ieee()
                .map(Value::BitVec)
                .ok_or(Reason::Unspecified("fp.to_ieee_bv")),
            _ => Err(Reason::Limit),
        }
    }
}

fn within(width: u32, make: fn(u32) -> Floats) -> Floats {
    if width == 0 || width as usize > LARGEST_VALUE {
        Floats::OutOfReach
    } else {
        make(width)
    }
}

fn plain(name: &str) -> Option<Floats> {
    use Floats::*;
    if let Some(mode) = RoundingMode::named(name) {
        return Some(Mode(mode));
    }
    Some(match name.strip_prefix("fp.") {
        None if name == "fp" => Make,
        None => return None,
        Some("abs") => Unary(Float::abs),
        Some("neg") => Unary(Float::neg),
        Some("add") => Binary(Float::add),
        Some("sub") => Binary(Float::sub),
        Some("mul") => Binary(Float::mul),
        Some("div") => Binary(Float::div),
        Some("fma") => Fma,
        Some("sqrt") => Sqrt,
        Some("rem") => Rem,
        Some("roundToIntegral") => RoundToIntegral,
        Some("min") => Min,
        Some("max") => Max,
        Some("leq") => Compare(|o| o.is_le()),
        Some("lt") => Compare(|o| o.is_lt()),
        Some("geq") => Compare(|o| o.is_ge()),
        Some("gt") => Compare(|o| o.is_gt()),
        Some("eq") => Compare(|o| o.is_eq()),
        Some("isNormal") => Test(Float::is_normal),
        Some("isSubnormal") => Test(Float::is_subnormal),
        Some("isZero") => Test(Float::is_zero),
        Some("isInfinite") => Test(Float::is_infinite),
        Some("isNaN") => Test(Float::is_nan),
        Some("isNegative") => Test(|f| f.sign() == Some(true)),
        Some("isPositive") => Test(|f| f.sign() == Some(false)),
        Some("to_real" | "to_real_I") => ToReal,
        Some("to_ieee_bv") => ToIeee,
        Some(_) => return None,
    })
}

fn with_format(name: &str, exponent: u32, significand: u32) -> Option<Floats> {
    use Floats::*;
    let known = matches!(
        name,
        "to_fp" | "to_fp_bv" | "to_fp_fp" | "to_fp_real" | "to_fp_signed" | "to_fp_unsigned"
    );
    let special = matches!(
        name,
        "+oo" | "-oo" | "+zero" | "-zero" | "NaN" | "to_ieee_bv"
    );
    if !known && !special {
        return None;
    }
    let Some(format) = Format::new(exponent, significand) else {
        return Some(OutOfReach);
    };
    Some(match name {
        "+oo" => Special(format, |f| Float::infinity(f, false)),
        "-oo" => Special(format, |f| Float::infinity(f, true)),
        "+zero" => Special(format, |f| Float::zero(f, false)),
        "-zero" => Special(format, |f| Float::zero(f, true)),
        "NaN" => Special(format, Float::nan),
        "to_ieee_bv" => ToIeee,
        "to_fp_unsigned" => ToFpUnsigned(format),
        _ => ToFp(format),
    })
}

fn same_format<'a>(args: &Args<'a>, i: usize, j: usize) -> Result<(&'a Float, &'a Float), Reason> {
    let (a, b) = (args.float(i)?, args.float(j)?);
    if a.format() == b.format() {
        Ok((a, b))
    } else {
        Err(Reason::IllSorted)
    }
}

fn make(args: &Args<'_>) -> Result<Float, Reason> {
    let (sign, exponent, fraction) = (args.bits(0)?, args.bits(1)?, args.bits(2)?);
    let format = Format::new(exponent.width(), fraction.width() + 1).ok_or(Reason::Limit)?;
    Ok(Float::from_ieee(
        format,
        &sign.concat(exponent).concat(fraction),
    ))
}

/// The overloads of `to_fp`, told apart by their arguments.
fn to_fp(format: Format, args: &Args<'_>) -> Result<Float, Reason> {
    match args.len() {
        1 => match args.get(0)? {
            Value::BitVec(bits) if bits.width() == format.width() => {
                Ok(Float::from_ieee(format, bits))
            }
            Value::Real(real) => Float::from_real(format, RoundingMode::Rne, real),
            _ => Err(Reason::IllSorted),
        },
        2 => {
            let mode = args.mode(0)?;
            match args.get(1)? {
                Value::Float(float) => Ok(float.convert(format, mode)),
                Value::Real(real) => Float::from_real(format, mode, real),
                Value::Int(n) => {
                    let bits = n.bit_len() + 2 * format.significand as usize;
                    budget::product(bits, bits)?;
                    Ok(Float::from_integer(format, mode, n.to_big()))
                }
                Value::BitVec(bits) => Ok(Float::from_integer(format, mode, bits.to_signed())),
                _ => Err(Reason::IllSorted),
            }
        }
        3 => match (args.get(0)?, args.get(1)?, args.get(2)?) {
            (Value::BitVec(sign), Value::BitVec(exponent), Value::BitVec(fraction)) => {
                let bits: BitVec = sign.concat(exponent).concat(fraction);
                (bits.width() == format.width())
                    .then(|| Float::from_ieee(format, &bits))
                    .ok_or(Reason::IllSorted)
            }
            _ => Err(Reason::Unsupported(
                "to_fp of a number and an exponent".into(),
            )),
        },
        _ => Err(Reason::IllSorted),
    }
}
