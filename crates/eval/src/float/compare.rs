//! Order, IEEE equality, minimum and maximum.

use std::cmp::Ordering;

use super::{Class, Dyadic, Float};

impl Float {
    /// IEEE order: zeros are equal, NaN is unordered.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.is_zero() && other.is_zero() {
            return Some(Ordering::Equal);
        }
        let (a, b) = (self.rank(), other.rank());
        Some(a.cmp(&b).then_with(|| match (&self.class, &other.class) {
            (Class::Finite(x), Class::Finite(y)) => {
                let magnitudes = compare_magnitudes(x, y);
                if x.negative {
                    magnitudes.reverse()
                } else {
                    magnitudes
                }
            }
            _ => Ordering::Equal,
        }))
    }

    /// Where the class lies on the line: -inf, negative, zero, positive, +inf.
    fn rank(&self) -> i8 {
        match &self.class {
            Class::Nan | Class::Zero { .. } => 0,
            Class::Finite(d) => {
                if d.negative {
                    -1
                } else {
                    1
                }
            }
            Class::Infinity { negative } => {
                if *negative {
                    -2
                } else {
                    2
                }
            }
        }
    }

    /// The smaller; `None` for zeros of different signs, where either is allowed.
    pub fn minimum(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Less)
    }

    /// The larger; `None` for zeros of different signs, where either is allowed.
    pub fn maximum(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Greater)
    }

    fn choose(&self, other: &Float, wanted: Ordering) -> Option<Float> {
        match self.compare(other) {
            None if self.is_nan() => Some(other.clone()),
            None => Some(self.clone()),
            Some(Ordering::Equal) if self != other => None,
            Some(order) if order == wanted => Some(self.clone()),
            Some(_) => Some(other.clone()),
        }
    }
}

/// Both are canonical for one format, so the exponents decide unless they are equal.
fn compare_magnitudes(a: &Dyadic, b: &Dyadic) -> Ordering {
    a.exponent
        .cmp(&b.exponent)
        .then_with(|| a.significand.cmp(&b.significand))
}
