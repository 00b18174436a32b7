//! What work on fractions takes from the budget.

use dashu_base::BitTest;
use dashu_ratio::RBig;

use crate::budget::{self, noted};
use crate::reason::Reason;

/// Bits of a fraction's both parts.
pub(super) fn bits(r: &RBig) -> usize {
    r.numerator().bit_len() + r.denominator().bit_len()
}

/// The steps and the room for the sum, product or quotient of two fractions, which is reduced.
#[inline]
pub(super) fn fractions(a: &RBig, b: &RBig) -> Result<(), Reason> {
    if words(a).max(words(b)) * 64 <= budget::FREE_BITS {
        return Ok(());
    }
    long_fractions(a, b)
}

/// Words of a fraction's both parts.
#[inline]
fn words(r: &RBig) -> usize {
    r.numerator().as_sign_words().1.len() + r.denominator().as_words().len()
}

/// Of fractions by the bits of their parts.
fn long_fractions(a: &RBig, b: &RBig) -> Result<(), Reason> {
    let parts = |r: &RBig| [r.numerator().bit_len(), r.denominator().bit_len()];
    let (a, b) = (parts(a), parts(b));
    if (a[0] + a[1]).max(b[0] + b[1]) <= budget::FREE_BITS {
        return Ok(());
    }
    budget::product(a[0] + a[1], b[0] + b[1])?;
    budget::quadratic(a[0], b[1])?;
    budget::quadratic(b[0], a[1])?;
    budget::quadratic(a[1], b[1])
}

/// The same, and a step, for those who can only say that there is no result.
pub(super) fn charge(a: &RBig, b: &RBig) -> Option<()> {
    noted(budget::steps(1).and_then(|()| fractions(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use dashu_int::{IBig, UBig};

    #[test]
    fn fractions_are_charged_by_their_bits() {
        let fraction = |above: usize, below: usize| {
            RBig::from_parts(
                (IBig::from(1) << (above - 1)) + IBig::from(1),
                UBig::ONE << (below - 1),
            )
        };
        let taken = |r: &RBig| {
            let Budget { steps, .. } = Budget::STANDARD;
            Budget::STANDARD.run(|| {
                fractions(r, &RBig::ONE).unwrap();
                steps - Budget::left().unwrap().steps
            })
        };
        // The last is free though it has five words.
        for (above, below) in [(10, 10), (128, 128), (130, 126)] {
            assert_eq!(taken(&fraction(above, below)), 0, "{above} {below}");
        }
        for (above, below) in [(129, 128), (10, 300), (3_000, 2)] {
            assert!(taken(&fraction(above, below)) > 0, "{above} {below}");
        }
    }
}
