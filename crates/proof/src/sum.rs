//! The polynomial that a term is: sums, differences, products and quotients by numbers.

use dashu_ratio::RBig;

use crate::op::Op;
use crate::poly::{DEEPEST, LONGEST, Poly, length};
use crate::term::{Entry, Head, Term, Terms};

/// More nodes of one sum than this are not looked at.
const MOST_NODES: usize = 200_000;

/// Whether a term is a sum, product or the like of numbers.
pub(crate) fn is_arithmetic(terms: &Terms, term: Term) -> bool {
    terms.sort(term).is_number()
        && match terms.head(term) {
            Head::Number(..) | Head::Poly(..) => true,
            Head::Op(Op::Add | Op::Sub | Op::Mul | Op::ToReal) => true,
            Head::Op(Op::Div | Op::DivTotal) => {
                let by = terms.args(term)[1];
                terms.as_number(by).is_some_and(|n| !n.is_zero())
            }
            _ => false,
        }
}

/// The polynomial of a term over the terms that are no sums or products; `None` if it is too large.
pub(crate) fn poly(terms: &Terms, term: Term, atom: &mut dyn FnMut(Term) -> Term) -> Option<Poly> {
    let mut walk = Walk {
        atom,
        nodes: MOST_NODES,
        depth: 0,
    };
    walk.sum(terms, term)
}

/// One walk over a term: what atoms stand for, and how far it may still go.
struct Walk<'a> {
    atom: &'a mut dyn FnMut(Term) -> Term,
    nodes: usize,
    depth: usize,
}

impl Walk<'_> {
    /// The polynomial of a factor.
    fn deeper(&mut self, terms: &Terms, term: Term) -> Option<Poly> {
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let made = self.sum(terms, term);
        self.depth -= 1;
        made
    }

    fn sum(&mut self, terms: &Terms, term: Term) -> Option<Poly> {
        let mut poly = Poly::default();
        let mut stack = vec![(term, RBig::ONE)];
        while let Some((term, factor)) = stack.pop() {
            self.nodes = self.nodes.checked_sub(1)?;
            if !is_arithmetic(terms, term) {
                let mapped = (self.atom)(term);
                match terms.head(mapped) {
                    // What an atom stands for may itself be a number or a polynomial.
                    Head::Number(entry, _) => poly.add(Vec::new(), terms.value(entry) * factor),
                    Head::Poly(entry, _) => {
                        canonical(terms, mapped, entry, &factor, self, &mut poly)?
                    }
                    _ => poly.add(vec![mapped], factor),
                }
                continue;
            }
            let args = terms.args(term);
            match terms.head(term) {
                Head::Number(entry, _) => poly.add(Vec::new(), terms.value(entry) * factor),
                Head::Poly(entry, _) => canonical(terms, term, entry, &factor, self, &mut poly)?,
                Head::Op(Op::Sub) => {
                    let negative = -factor.clone();
                    if let [only] = args {
                        stack.push((*only, negative));
                    } else {
                        stack.push((args[0], factor));
                        stack.extend(args[1..].iter().map(|a| (*a, negative.clone())));
                    }
                }
                Head::Op(Op::Div | Op::DivTotal) => {
                    let by = terms.as_number(args[1])?;
                    stack.push((args[0], factor / by));
                }
                Head::Op(Op::Mul) => {
                    let rest = self.product(terms, args, factor, &mut poly)?;
                    stack.extend(rest);
                }
                _ => stack.extend(args.iter().map(|a| (*a, factor.clone()))),
            }
        }
        Some(poly)
    }

    /// Adds a product, or gives back the one factor that is no number.
    fn product(
        &mut self,
        terms: &Terms,
        args: &[Term],
        mut factor: RBig,
        poly: &mut Poly,
    ) -> Option<Option<(Term, RBig)>> {
        let mut others = Vec::new();
        for arg in args {
            match terms.as_number(*arg) {
                Some(value) => factor *= value,
                None => others.push(*arg),
            }
        }
        if length(&factor) > LONGEST {
            return None;
        }
        match others.as_slice() {
            [] => poly.add(Vec::new(), factor),
            [only] => return Some(Some((*only, factor))),
            _ => {
                let mut product = Poly::constant(factor);
                for other in others {
                    let value = self.deeper(terms, other)?;
                    product = product.times(&value)?;
                }
                poly.add_scaled(&product, &RBig::ONE);
            }
        }
        Some(None)
    }
}

/// Adds a canonical polynomial whose terms may have been replaced.
fn canonical(
    terms: &Terms,
    term: Term,
    entry: Entry,
    factor: &RBig,
    walk: &mut Walk<'_>,
    poly: &mut Poly,
) -> Option<()> {
    let atoms = terms.args(term);
    let plain = atoms
        .iter()
        .all(|a| !is_arithmetic(terms, *a) && (walk.atom)(*a) == *a);
    let mut values = Vec::new();
    if !plain {
        let inner: Option<Vec<Poly>> = atoms.iter().map(|a| walk.deeper(terms, *a)).collect();
        values = inner?;
    }
    for (places, value) in &terms.polys[entry.0 as usize] {
        if plain {
            let mut monomial: Vec<Term> = places.iter().map(|p| atoms[*p as usize]).collect();
            monomial.sort_unstable();
            poly.add(monomial, value * factor);
            continue;
        }
        let mut product = Poly::constant(value * factor);
        for place in places {
            product = product.times(&values[*place as usize])?;
        }
        poly.add_scaled(&product, &RBig::ONE);
    }
    Some(())
}
