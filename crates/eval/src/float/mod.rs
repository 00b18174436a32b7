//! Floating-point numbers of any format: exact significands and one rounding function.

mod arith;
mod compare;
mod convert;
mod round;

use std::fmt;

use dashu_int::UBig;

use crate::value::BitVec;
use crate::value::bitvec::padded;

/// The five rounding modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    /// Nearest, ties to even.
    Rne,
    /// Nearest, ties away from zero.
    Rna,
    /// Toward positive.
    Rtp,
    /// Toward negative.
    Rtn,
    /// Toward zero.
    Rtz,
}

impl RoundingMode {
    /// All modes.
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::Rne,
        RoundingMode::Rna,
        RoundingMode::Rtp,
        RoundingMode::Rtn,
        RoundingMode::Rtz,
    ];

    /// The mode of a short or long SMT-LIB name.
    pub fn named(name: &str) -> Option<RoundingMode> {
        Some(match name {
            "RNE" | "roundNearestTiesToEven" => RoundingMode::Rne,
            "RNA" | "roundNearestTiesToAway" => RoundingMode::Rna,
            "RTP" | "roundTowardPositive" => RoundingMode::Rtp,
            "RTN" | "roundTowardNegative" => RoundingMode::Rtn,
            "RTZ" | "roundTowardZero" => RoundingMode::Rtz,
            _ => return None,
        })
    }

    /// The short SMT-LIB name.
    pub fn name(self) -> &'static str {
        match self {
            RoundingMode::Rne => "RNE",
            RoundingMode::Rna => "RNA",
            RoundingMode::Rtp => "RTP",
            RoundingMode::Rtn => "RTN",
            RoundingMode::Rtz => "RTZ",
        }
    }
}

/// A format: bits of the exponent, and of the significand with its hidden bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    /// Exponent bits.
    pub exponent: u32,
    /// Significand bits, hidden bit included.
    pub significand: u32,
}

impl Format {
    /// A format; `None` outside what exponents in machine words can carry.
    pub fn new(exponent: u32, significand: u32) -> Option<Format> {
        let fits = (2..=40).contains(&exponent) && (2..=1 << 20).contains(&significand);
        fits.then_some(Format {
            exponent,
            significand,
        })
    }

    /// The exponent of the largest numbers.
    fn largest_exponent(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of one unit in the last place of the smallest numbers.
    fn smallest_unit(self) -> i64 {
        2 - self.largest_exponent() - i64::from(self.significand)
    }

    /// Bits of the whole encoding.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }
}

/// What a float is, apart from its format.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Class {
    Nan,
    Infinity { negative: bool },
    Zero { negative: bool },
    Finite(Dyadic),
}

/// A nonzero number `significand * 2^exponent` with a sign. Within a [`Float`] it is canonical: the
/// significand has all its bits, or the exponent is the format's smallest.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Dyadic {
    pub(crate) negative: bool,
    pub(crate) significand: UBig,
    pub(crate) exponent: i64,
}

/// A floating-point value. Structural equality is SMT-LIB's `=`: one NaN, two zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Float {
    pub(crate) format: Format,
    pub(crate) class: Class,
}

impl Float {
    /// Not a number.
    pub fn nan(format: Format) -> Float {
        Float {
            format,
            class: Class::Nan,
        }
    }

    /// An infinity.
    pub fn infinity(format: Format, negative: bool) -> Float {
        Float {
            format,
            class: Class::Infinity { negative },
        }
    }

    /// A zero.
    pub fn zero(format: Format, negative: bool) -> Float {
        Float {
            format,
            class: Class::Zero { negative },
        }
    }

    /// The format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether it is NaN.
    pub fn is_nan(&self) -> bool {
        self.class == Class::Nan
    }

    /// Whether it is an infinity.
    pub fn is_infinite(&self) -> bool {
        matches!(self.class, Class::Infinity { .. })
    }

    /// Whether it is a zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.class, Class::Zero { .. })
    }

    /// Whether the significand has all its bits.
    pub fn is_normal(&self) -> bool {
        use dashu_base::BitTest;
        matches!(&self.class, Class::Finite(d) if d.significand.bit_len() == self.format.significand as usize)
    }

    /// Whether it is finite, not zero and not normal.
    pub fn is_subnormal(&self) -> bool {
        matches!(self.class, Class::Finite(_)) && !self.is_normal()
    }

    /// The sign bit; `None` for NaN.
    pub fn sign(&self) -> Option<bool> {
        match &self.class {
            Class::Nan => None,
            Class::Infinity { negative } | Class::Zero { negative } => Some(*negative),
            Class::Finite(d) => Some(d.negative),
        }
    }
}

/// Prints `(fp #b0 #b… #b…)`, or the special values with their format.
impl fmt::Display for Float {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Format {
            exponent,
            significand,
        } = self.format;
        let special = match self.class {
            Class::Nan => "NaN",
            Class::Infinity { negative: false } => "+oo",
            Class::Infinity { negative: true } => "-oo",
            Class::Zero { negative: false } => "+zero",
            Class::Zero { negative: true } => "-zero",
            Class::Finite(_) => "",
        };
        if !special.is_empty() {
            return write!(out, "(_ {special} {exponent} {significand})");
        }
        let Some(bits) = self.to_ieee() else {
            return Ok(());
        };
        let digits = |v: BitVec| padded(&v.to_unsigned(), 2, v.width() as usize);
        let top = bits.width() - 1;
        let sign = digits(bits.extract(top, top));
        let middle = digits(bits.extract(top - 1, significand - 1));
        write!(
            out,
            "(fp #b{sign} #b{middle} #b{})",
            digits(bits.extract(significand - 2, 0))
        )
    }
}
