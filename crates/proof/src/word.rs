//! Sums and products of bit-vectors, as polynomials modulo a power of two.

use dashu_base::RemEuclid;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::normal::Normal;
use crate::op::Op;
use crate::poly::Poly;
use crate::term::{Term, Terms};

/// More nodes than this are not multiplied out.
const MOST_NODES: usize = 10_000;

/// Products nested deeper than this are not multiplied out.
const DEEPEST: usize = 60;

/// Bit-vectors of one width as polynomials.
struct Ring<'a> {
    terms: &'a mut Terms,
    normal: &'a mut Normal,
    modulus: IBig,
    nodes: usize,
}

/// Whether two terms of one width are the same polynomial.
pub(crate) fn same(terms: &mut Terms, normal: &mut Normal, a: Term, b: Term) -> bool {
    difference(terms, normal, (a, None), (b, None)).is_some_and(|p| p.is_zero())
}

/// A term times a number, minus another times a number.
pub(crate) fn difference(
    terms: &mut Terms,
    normal: &mut Normal,
    (a, by): (Term, Option<UBig>),
    (b, times): (Term, Option<UBig>),
) -> Option<Poly> {
    let width = terms.width(a)?;
    if terms.width(b) != Some(width) {
        return None;
    }
    let modulus = IBig::ONE << width as usize;
    let mut ring = Ring {
        terms,
        normal,
        modulus,
        nodes: MOST_NODES,
    };
    let factor = |by: Option<UBig>| RBig::from(IBig::from(by.unwrap_or(UBig::ONE)));
    let left = ring.poly(a, 0)?.scaled(&factor(by));
    let right = ring.poly(b, 0)?.scaled(&factor(times));
    Some(ring.reduced(left.minus(&right)))
}

impl Ring<'_> {
    fn reduced(&self, poly: Poly) -> Poly {
        poly.mapped(|value| {
            RBig::from(IBig::from(
                value.numerator().clone().rem_euclid(&self.modulus),
            ))
        })
    }

    fn poly(&mut self, term: Term, depth: usize) -> Option<Poly> {
        self.nodes = self.nodes.checked_sub(1)?;
        if depth > DEEPEST {
            return None;
        }
        if let Some((value, _)) = self.terms.as_bits(term) {
            return Some(Poly::constant(RBig::from(value)));
        }
        let args = self.terms.args(term).to_vec();
        let minus = RBig::from(-1);
        let made = match (self.terms.op(term), args.as_slice()) {
            (Some(Op::BvAdd), _) => {
                let mut sum = Poly::default();
                for arg in args {
                    sum.add_scaled(&self.poly(arg, depth + 1)?, &RBig::ONE);
                }
                sum
            }
            (Some(Op::BvSub), [a, b]) => {
                self.poly(*a, depth + 1)?.minus(&self.poly(*b, depth + 1)?)
            }
            (Some(Op::BvNeg), [a]) => self.poly(*a, depth + 1)?.scaled(&minus),
            // Flipping all bits is one less than the negative.
            (Some(Op::BvNot), [a]) => self
                .poly(*a, depth + 1)?
                .scaled(&minus)
                .minus(&Poly::constant(RBig::ONE)),
            (Some(Op::BvMul), _) => {
                let mut product = Poly::constant(RBig::ONE);
                for arg in args {
                    let factor = self.poly(arg, depth + 1)?;
                    product = self.reduced(product.times(&factor)?);
                }
                product
            }
            _ => {
                let normal = self.normal.of(self.terms, term);
                match self.terms.as_bits(normal) {
                    Some((value, _)) => Poly::constant(RBig::from(value)),
                    None => Poly::variable(normal),
                }
            }
        };
        Some(self.reduced(made))
    }
}
