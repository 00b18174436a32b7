//! Numbers beyond the rationals: quotients of polynomials in generators, with exact signs.

use std::collections::BTreeMap;
use std::sync::Arc;

use dashu_base::Abs;
use dashu_int::IBig;
use dashu_ratio::RBig;

use super::generator::Generator;
use super::interval::{Interval, magnitude, ulp};
use super::{bits, charge};
use crate::budget::{self, noted};

/// Generators with their exponents, in the generators' order.
type Monomial = Vec<(Arc<Generator>, u32)>;

/// A polynomial in generators; no zero coefficients, algebraic generators below their degree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Multi(BTreeMap<Monomial, RBig>);

/// Refinement stops here where no zero test can settle it.
const DEEPEST: usize = 512;
/// Largest dimension of the algebra in which the exact zero test is run.
const LARGEST_ALGEBRA: usize = 24;
/// Polynomials of more terms than this are given up.
const MOST_TERMS: usize = 4_000;
/// Steps for each term that is looked up and changed.
const STEPS: u64 = 8;

impl Multi {
    pub(crate) fn constant(value: RBig) -> Multi {
        let mut terms = BTreeMap::new();
        if !value.is_zero() {
            terms.insert(Vec::new(), value);
        }
        Multi(terms)
    }

    pub(crate) fn generator(generator: Generator) -> Multi {
        Multi(BTreeMap::from([(
            vec![(Arc::new(generator), 1)],
            RBig::ONE,
        )]))
    }

    /// The constant this is, if it is one.
    pub(crate) fn as_constant(&self) -> Option<RBig> {
        match self.0.len() {
            0 => Some(RBig::ZERO),
            1 => self.0.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The sum; `None` where the budget has no room for it, as everywhere here.
    pub(crate) fn add(&self, other: &Multi) -> Option<Multi> {
        noted(budget::room(self.bytes() + other.bytes()))?;
        let mut sum = self.clone();
        for (monomial, coefficient) in &other.0 {
            sum.add_term(monomial.clone(), coefficient.clone())?;
        }
        Some(sum)
    }

    pub(crate) fn neg(&self) -> Option<Multi> {
        noted(budget::steps(STEPS * self.0.len() as u64))?;
        noted(budget::room(self.bytes()))?;
        let terms = self.0.iter();
        Some(Multi(terms.map(|(m, c)| (m.clone(), -c.clone())).collect()))
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        let terms = self.0.iter();
        terms
            .map(|(monomial, c)| 64 + 16 * monomial.len() + bits(c) / 8)
            .sum()
    }

    /// The product, reduced; `None` if it grows out of bounds.
    pub(crate) fn mul(&self, other: &Multi) -> Option<Multi> {
        if self.0.len() * other.0.len() > MOST_TERMS {
            return None;
        }
        let mut product = Multi(BTreeMap::new());
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                charge(x, y)?;
                product.add_term(multiply_monomials(a, b), x * y)?;
            }
        }
        product.reduce()?;
        Some(product)
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: RBig) -> Option<()> {
        noted(budget::steps(STEPS * (1 + monomial.len() as u64)))?;
        let sum = match self.0.remove(&monomial) {
            Some(c) => {
                charge(&c, &coefficient)?;
                c + coefficient
            }
            None => coefficient,
        };
        if !sum.is_zero() {
            self.0.insert(monomial, sum);
        }
        Some(())
    }

    /// Replaces powers of algebraic generators at or above their degree by lower ones.
    fn reduce(&mut self) -> Option<()> {
        while let Some((monomial, at)) = self
            .0
            .keys()
            .find_map(|m| reducible(m).map(|at| (m.clone(), at)))
        {
            noted(budget::steps(self.0.len() as u64))?;
            let coefficient = self.0.remove(&monomial)?;
            let Generator::Root(polynomial, _) = &*monomial[at].0 else {
                return None;
            };
            let degree = polynomial.degree();
            for (power, c) in polynomial.coefficients()[..degree].iter().enumerate() {
                let mut lower = monomial.clone();
                lower[at].1 = lower[at].1 - degree as u32 + power as u32;
                lower.retain(|(_, exponent)| *exponent > 0);
                charge(c, &coefficient)?;
                self.add_term(lower, -(c * &coefficient))?;
            }
        }
        Some(())
    }

    pub(crate) fn enclose(&self, bits: usize) -> Option<Interval> {
        let mut sum = Interval::point(RBig::ZERO);
        let mut known: BTreeMap<&Arc<Generator>, Interval> = BTreeMap::new();
        for (monomial, coefficient) in &self.0 {
            let mut term = Interval::point(coefficient.clone());
            for (generator, exponent) in monomial {
                if !known.contains_key(generator) {
                    known.insert(generator, generator.enclose(bits)?);
                }
                for _ in 0..*exponent {
                    charge(&term.lo, &known[generator].hi)?;
                    noted(budget::quadratic(bits + 64, bits + 64))?;
                    term = term.mul(&known[generator]).outward(bits + 64);
                }
            }
            charge(&sum.lo, &term.hi)?;
            sum = sum.add(&term);
        }
        Some(sum)
    }

    /// The exact sign, or `None` where it cannot be settled.
    pub(crate) fn sign(&self) -> Option<i8> {
        if let Some(constant) = self.as_constant() {
            return Interval::point(constant).sign();
        }
        let mut bits = 16;
        while bits <= 64 {
            if let Some(sign) = self.enclose(bits)?.sign() {
                return Some(sign);
            }
            bits *= 2;
        }
        let gap = self.smallest_nonzero();
        while bits <= DEEPEST || gap.as_ref().is_some_and(|g| *g < ulp(bits)) {
            let interval = self.enclose(bits)?;
            if let Some(sign) = interval.sign() {
                return Some(sign);
            }
            if gap.as_ref().is_some_and(|g| magnitude(&interval) < *g) {
                return Some(0);
            }
            bits *= 2;
        }
        let interval = self.enclose(bits)?;
        interval
            .sign()
            .or_else(|| gap.filter(|g| magnitude(&interval) < *g).map(|_| 0))
    }

    /// A bound below which the magnitude of this number can only be zero: the number is a root of
    /// the characteristic polynomial of multiplying by it, and nonzero roots stay away from zero.
    fn smallest_nonzero(&self) -> Option<RBig> {
        let basis = self.basis()?;
        let matrix: Vec<Vec<RBig>> = basis
            .iter()
            .map(|element| {
                let image = self.mul(&Multi(BTreeMap::from([(element.clone(), RBig::ONE)])))?;
                Some(
                    basis
                        .iter()
                        .map(|b| image.0.get(b).cloned().unwrap_or(RBig::ZERO))
                        .collect(),
                )
            })
            .collect::<Option<_>>()?;
        let coefficients = characteristic(&matrix)?;
        let lowest = coefficients.iter().find(|c| !c.is_zero())?.clone().abs();
        let largest = coefficients.iter().map(|c| c.clone().abs()).max()?;
        Some(&lowest / (&lowest + largest))
    }

    /// The monomials that span the algebra of this polynomial's generators, all being roots.
    fn basis(&self) -> Option<Vec<Monomial>> {
        let mut generators: Vec<&Arc<Generator>> =
            self.0.keys().flatten().map(|(g, _)| g).collect();
        generators.sort();
        generators.dedup();
        let mut basis: Vec<Monomial> = vec![Vec::new()];
        for generator in generators {
            let Generator::Root(polynomial, _) = &**generator else {
                return None;
            };
            let powers = 0..polynomial.degree() as u32;
            basis = basis
                .iter()
                .flat_map(|m| powers.clone().map(move |k| extend(m, generator, k)))
                .collect();
            if basis.len() > LARGEST_ALGEBRA {
                return None;
            }
        }
        Some(basis)
    }
}

fn extend(monomial: &Monomial, generator: &Arc<Generator>, exponent: u32) -> Monomial {
    let mut longer = monomial.clone();
    if exponent > 0 {
        longer.push((Arc::clone(generator), exponent));
    }
    longer
}

fn reducible(monomial: &Monomial) -> Option<usize> {
    monomial
        .iter()
        .position(|(generator, exponent)| match &**generator {
            Generator::Root(polynomial, _) => *exponent as usize >= polynomial.degree(),
            _ => false,
        })
}

fn multiply_monomials(a: &Monomial, b: &Monomial) -> Monomial {
    let mut exponents: BTreeMap<Arc<Generator>, u32> = a.iter().cloned().collect();
    for (generator, exponent) in b {
        *exponents.entry(Arc::clone(generator)).or_insert(0) += exponent;
    }
    exponents.into_iter().collect()
}

/// The characteristic polynomial, lowest coefficient first (Faddeev-LeVerrier).
fn characteristic(a: &[Vec<RBig>]) -> Option<Vec<RBig>> {
    let n = a.len();
    let mut coefficients = vec![RBig::ZERO; n + 1];
    coefficients[n] = RBig::ONE;
    let mut product = vec![vec![RBig::ZERO; n]; n];
    for k in 1..=n {
        let mut m = product;
        for (i, row) in m.iter_mut().enumerate() {
            row[i] = &row[i] + &coefficients[n - k + 1];
        }
        product = multiply_matrices(a, &m)?;
        let trace = (0..n).fold(RBig::ZERO, |sum, i| sum + &product[i][i]);
        coefficients[n - k] = -trace / RBig::from(IBig::from(k));
    }
    Some(coefficients)
}

fn multiply_matrices(a: &[Vec<RBig>], b: &[Vec<RBig>]) -> Option<Vec<Vec<RBig>>> {
    let cell = |row: &[RBig], j: usize| {
        row.iter()
            .zip(b)
            .filter(|(x, _)| !x.is_zero())
            .try_fold(RBig::ZERO, |sum, (x, r)| {
                noted(budget::steps(STEPS))?;
                charge(x, &r[j])?;
                charge(&sum, &r[j])?;
                Some(sum + x * &r[j])
            })
    };
    a.iter()
        .map(|row| (0..b.len()).map(|j| cell(row, j)).collect())
        .collect()
}

/// A quotient of polynomials in generators; the denominator is not zero.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extended {
    pub(crate) num: Multi,
    pub(crate) den: Multi,
}

impl Extended {
    pub(crate) fn add(&self, other: &Extended) -> Option<Extended> {
        if self.den == other.den {
            return Some(Extended {
                num: self.num.add(&other.num)?,
                den: self.den.clone(),
            });
        }
        let num = self.num.mul(&other.den)?.add(&other.num.mul(&self.den)?)?;
        Some(Extended {
            num,
            den: self.den.mul(&other.den)?,
        })
    }

    pub(crate) fn mul(&self, other: &Extended) -> Option<Extended> {
        Some(Extended {
            num: self.num.mul(&other.num)?,
            den: self.den.mul(&other.den)?,
        })
    }

    pub(crate) fn neg(&self) -> Option<Extended> {
        Some(Extended {
            num: self.num.neg()?,
            den: self.den.clone(),
        })
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.num.bytes() + self.den.bytes()
    }

    /// The reciprocal of a number known not to be zero.
    pub(crate) fn recip(&self) -> Extended {
        Extended {
            num: self.den.clone(),
            den: self.num.clone(),
        }
    }

    pub(crate) fn sign(&self) -> Option<i8> {
        Some(self.num.sign()? * self.den.sign()?)
    }

    /// The rational this visibly is, if numerator and denominator are constants.
    pub(crate) fn as_rational(&self) -> Option<RBig> {
        let (num, den) = (self.num.as_constant()?, self.den.as_constant()?);
        (!den.is_zero()).then(|| num / den)
    }

    pub(crate) fn enclose(&self, bits: usize) -> Option<Interval> {
        let den = self.den.enclose(bits)?.recip()?;
        Some(self.num.enclose(bits)?.mul(&den))
    }
}
