//! Polynomials with rational coefficients over terms, in one canonical form.

use std::collections::BTreeMap;

use dashu_base::{Abs, BitTest, Gcd, Signed};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Head, Term, Terms};

/// A canonical polynomial without its terms: for each monomial the places of its factors in the
/// list of terms, and the coefficient.
pub(crate) type Shape = Vec<(Vec<u32>, RBig)>;

/// A product of terms, sorted; the empty one is 1.
type Monomial = Vec<Term>;

/// More monomials than this are not multiplied out.
const MOST_MONOMIALS: usize = 4_000;

/// Products nested deeper than this are not multiplied out.
pub(crate) const DEEPEST: usize = 60;

/// Numbers longer than this are not multiplied.
pub(crate) const LONGEST: usize = 200_000;

/// A sum of monomials with coefficients other than zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Poly {
    sum: BTreeMap<Monomial, RBig>,
}

impl Poly {
    /// A constant.
    pub(crate) fn constant(value: RBig) -> Poly {
        let mut poly = Poly::default();
        poly.add(Vec::new(), value);
        poly
    }

    /// One term.
    pub(crate) fn variable(term: Term) -> Poly {
        Poly::product(&[term])
    }

    /// A product of terms, sorted.
    pub(crate) fn product(monomial: &[Term]) -> Poly {
        let mut poly = Poly::default();
        poly.add(monomial.to_vec(), RBig::ONE);
        poly
    }

    /// The monomials with their coefficients.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (&[Term], &RBig)> {
        self.sum.iter().map(|(m, value)| (m.as_slice(), value))
    }

    /// The same with other coefficients.
    pub(crate) fn mapped(&self, change: impl Fn(&RBig) -> RBig) -> Poly {
        let mut poly = Poly::default();
        for (monomial, value) in &self.sum {
            poly.add(monomial.clone(), change(value));
        }
        poly
    }

    /// Adds one monomial.
    pub(crate) fn add(&mut self, monomial: Monomial, value: RBig) {
        if value.is_zero() {
            return;
        }
        let entry = self.sum.entry(monomial);
        match entry {
            std::collections::btree_map::Entry::Vacant(free) => {
                free.insert(value);
            }
            std::collections::btree_map::Entry::Occupied(mut old) => {
                *old.get_mut() += value;
                if old.get().is_zero() {
                    old.remove();
                }
            }
        }
    }

    /// Adds another one, times a factor.
    pub(crate) fn add_scaled(&mut self, other: &Poly, factor: &RBig) {
        for (monomial, value) in &other.sum {
            self.add(monomial.clone(), value * factor);
        }
    }

    /// The difference of two.
    pub(crate) fn minus(mut self, other: &Poly) -> Poly {
        self.add_scaled(other, &RBig::from(-1));
        self
    }

    /// The product of two, unless it is too large.
    pub(crate) fn times(&self, other: &Poly) -> Option<Poly> {
        if self.sum.len() * other.sum.len() > MOST_MONOMIALS {
            return None;
        }
        let mut product = Poly::default();
        for (a, x) in &self.sum {
            for (b, y) in &other.sum {
                let mut monomial = [a.as_slice(), b].concat();
                monomial.sort_unstable();
                let value = x * y;
                if monomial.len() > DEEPEST || length(&value) > LONGEST {
                    return None;
                }
                product.add(monomial, value);
            }
        }
        Some(product)
    }

    /// Times a number.
    pub(crate) fn scaled(&self, factor: &RBig) -> Poly {
        let mut poly = Poly::default();
        poly.add_scaled(self, factor);
        poly
    }

    /// The factor by which another one is this one, if there is one.
    pub(crate) fn ratio(&self, other: &Poly) -> Option<RBig> {
        let ratio = match (self.lead(), other.lead()) {
            (Some(own), Some(lead)) => own / lead,
            _ => return None,
        };
        let scaled = other.scaled(&ratio);
        (*self == scaled).then_some(ratio)
    }

    /// Its factors and whether its coefficient is positive, if it is one monomial.
    pub(crate) fn monomial(&self) -> Option<(Vec<Term>, bool)> {
        let mut sum = self.sum.iter();
        match (sum.next(), sum.next()) {
            (Some((factors, value)), None) => Some((factors.clone(), value.is_positive())),
            _ => None,
        }
    }

    /// Whether it is zero.
    pub(crate) fn is_zero(&self) -> bool {
        self.sum.is_empty()
    }

    /// Its value, if it is a constant.
    pub(crate) fn as_constant(&self) -> Option<RBig> {
        match self.sum.len() {
            0 => Some(RBig::ZERO),
            1 => self.sum.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The constant part.
    fn constant_part(&self) -> RBig {
        self.sum.get(&Vec::new()).cloned().unwrap_or(RBig::ZERO)
    }

    fn set_constant(&mut self, value: RBig) {
        self.sum.remove(&Vec::new());
        self.add(Vec::new(), value);
    }

    /// The coefficient of the first monomial that is no constant.
    fn lead(&self) -> Option<&RBig> {
        let mut sum = self.sum.iter().filter(|(m, _)| !m.is_empty());
        sum.next().map(|(_, value)| value)
    }

    /// Whether its value is an integer wherever its terms' values are, the constant apart.
    fn is_integral(&self, terms: &Terms) -> bool {
        let mut monomials = self.sum.keys().flatten();
        monomials.all(|t| terms.sort(*t) == Sort::INT)
    }

    /// The positive factor that makes all coefficients but the constant integers without a common
    /// divisor.
    fn primitive(&self) -> Option<RBig> {
        let mut numerators = UBig::ZERO;
        let mut denominators = UBig::ONE;
        for (_, value) in self.sum.iter().filter(|(m, _)| !m.is_empty()) {
            let numerator = value.numerator().clone().abs();
            let numerator = UBig::try_from(numerator).ok()?;
            numerators = match numerators == UBig::ZERO {
                true => numerator,
                false => numerators.gcd(numerator),
            };
            let common = (&denominators).gcd(value.denominator());
            denominators = denominators * value.denominator() / common;
            if denominators.bit_len() > LONGEST {
                return None;
            }
        }
        // A common divisor of reduced fractions: gcd of the numerators over lcm of the denominators.
        (numerators != UBig::ZERO).then(|| RBig::from_parts(IBig::from(denominators), numerators))
    }

    /// The term that stands for it.
    pub(crate) fn term(&self, terms: &mut Terms, sort: Sort) -> Term {
        if let Some(value) = self.as_constant() {
            return terms.number(value, sort);
        }
        if let [(monomial, value)] = self.sum.iter().collect::<Vec<_>>().as_slice()
            && let [only] = monomial.as_slice()
            && value.is_one()
            && terms.sort(*only) == sort
        {
            return *only;
        }
        let mut atoms: Vec<Term> = self.sum.keys().flatten().copied().collect();
        atoms.sort_unstable();
        atoms.dedup();
        let place = |t: &Term| atoms.binary_search(t).unwrap_or(0) as u32;
        let shape: Shape = self
            .sum
            .iter()
            .map(|(m, value)| (m.iter().map(place).collect(), value.clone()))
            .collect();
        let next = crate::term::Entry(terms.polys.len() as u32);
        let entry = *terms.poly_of.entry(shape.clone()).or_insert(next);
        if entry == next {
            terms.polys.push(shape);
        }
        terms.cons(Head::Poly(entry, sort), sort, &atoms)
    }
}

/// How many bits a fraction has.
pub(crate) fn length(value: &RBig) -> usize {
    value.numerator().bit_len() + value.denominator().bit_len()
}

/// `p ≥ 0` or `p > 0` as a literal in canonical form: the first coefficient is positive, and where
/// all terms are integers the bound is tight. `atom` makes the atom from polynomial and strictness.
pub(crate) fn relation(terms: &mut Terms, poly: &Poly, strict: bool) -> Term {
    if let Some(value) = poly.as_constant() {
        // The sign of zero counts as positive there, so it is asked for first.
        let holds = match value.is_zero() {
            true => !strict,
            false => value.is_positive(),
        };
        return terms.truth(holds);
    }
    let Some(factor) = poly.primitive() else {
        return atom(terms, poly, strict);
    };
    let mut poly = poly.scaled(&factor);
    let integral = poly.is_integral(terms);
    let mut strict = strict;
    if integral {
        // p + c > 0 is p + (ceil(c) - 1) ≥ 0, and p + c ≥ 0 is p + floor(c) ≥ 0.
        let part = poly.constant_part();
        let bound = if strict {
            part.ceil() - IBig::ONE
        } else {
            part.floor()
        };
        poly.set_constant(RBig::from(bound));
        strict = false;
    }
    if poly.lead().is_some_and(RBig::is_positive) {
        return atom(terms, &poly, strict);
    }
    // p ≥ 0 is not (-p > 0), which for integers is not (-p - 1 ≥ 0).
    let mut opposite = poly.scaled(&RBig::from(-1));
    if integral {
        let part = opposite.constant_part() - RBig::ONE;
        opposite.set_constant(part);
        let made = atom(terms, &opposite, false);
        return terms.negate(made);
    }
    let made = atom(terms, &opposite, !strict);
    terms.negate(made)
}

fn atom(terms: &mut Terms, poly: &Poly, strict: bool) -> Term {
    let term = poly.term(terms, Sort::REAL);
    let zero = terms.number(RBig::ZERO, Sort::REAL);
    let op = if strict { Op::Gt } else { Op::Ge };
    terms.cons(Head::Op(op), Sort::BOOL, &[term, zero])
}

/// `p = 0` in canonical form.
pub(crate) fn equation(terms: &mut Terms, poly: &Poly) -> Term {
    if let Some(value) = poly.as_constant() {
        return terms.truth(value.is_zero());
    }
    let Some(factor) = poly.primitive() else {
        let term = poly.term(terms, Sort::REAL);
        let zero = terms.number(RBig::ZERO, Sort::REAL);
        return terms.eq(term, zero);
    };
    let sign = match poly.lead().is_some_and(RBig::is_positive) {
        true => RBig::ONE,
        false => RBig::from(-1),
    };
    let poly = poly.scaled(&(factor * sign));
    if poly.is_integral(terms) && !poly.constant_part().is_int() {
        return Terms::FALSE;
    }
    let term = poly.term(terms, Sort::REAL);
    let zero = terms.number(RBig::ZERO, Sort::REAL);
    terms.eq(term, zero)
}
