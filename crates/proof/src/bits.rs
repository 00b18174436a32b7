//! Circuits: bit-vector terms and formulas as gates over atoms. Two terms with the same gates are
//! equal.

use crate::gates::{Circuits, Gate, Wire};
use crate::kernel::Kernel;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Head, Term, Terms};

/// A question makes at most this many gates.
const MOST_NEW: usize = 200_000;

/// More gates than this are not made in one check.
const MOST_GATES: usize = 3_000_000;

impl Kernel {
    /// Whether a formula is the gate `true`, or an equation has the same gates on both sides.
    pub(crate) fn is_same_circuit(&mut self, goal: Term) -> bool {
        let Kernel {
            terms,
            circuits,
            normal,
            ..
        } = self;
        if circuits.gates.len() > MOST_GATES {
            return false;
        }
        circuits.left = MOST_NEW;
        let mut work = Work::new(terms, circuits, normal);
        let sides = work.terms.equation(goal);
        match sides {
            Some((a, b)) if work.terms.width(a).is_some() => {
                let (Some(a), Some(b)) = (work.word(a, 0), work.word(b, 0)) else {
                    return false;
                };
                let same = |(a, b): (&Wire, &Wire)| a == b || work.circuits.always_equal(*a, *b);
                a.iter().zip(&b).all(same)
            }
            Some((a, b)) if work.terms.sort(a) == Sort::BOOL => {
                let (Some(a), Some(b)) = (work.formula(a, 0), work.formula(b, 0)) else {
                    return false;
                };
                a == b || work.circuits.always_equal(a, b)
            }
            _ => match work.formula(goal, 0) {
                Some(wire) => wire == Wire::TRUE || work.circuits.always_equal(wire, Wire::TRUE),
                None => false,
            },
        }
    }
}

/// Terms deeper than this are looked into no further.
pub(crate) const DEEPEST: usize = 150;

/// One question: terms become gates.
pub(crate) struct Work<'a> {
    pub(crate) terms: &'a mut Terms,
    pub(crate) circuits: &'a mut Circuits,
    normal: &'a mut crate::normal::Normal,
}

impl<'a> Work<'a> {
    /// A question over these terms and gates.
    pub(crate) fn new(
        terms: &'a mut Terms,
        circuits: &'a mut Circuits,
        normal: &'a mut crate::normal::Normal,
    ) -> Work<'a> {
        Work {
            terms,
            circuits,
            normal,
        }
    }
}

impl Work<'_> {
    pub(crate) fn formula(&mut self, term: Term, depth: usize) -> Option<Wire> {
        if let Some(wire) = self.circuits.formulas.get(&term) {
            return Some(*wire);
        }
        let args = self.terms.args(term).to_vec();
        let wire = match (self.terms.head(term), args.as_slice()) {
            _ if depth > DEEPEST => self.atom(term)?,
            (Head::Op(Op::True), _) => Wire::TRUE,
            (Head::Op(Op::False), _) => Wire::FALSE,
            (Head::Op(Op::Not), [a]) => self.formula(*a, depth + 1)?.not(),
            (Head::Op(op @ (Op::And | Op::Or)), _) => {
                let wires = self.formulas(&args, depth)?;
                match op {
                    Op::And => self.circuits.and(&wires)?,
                    _ => self.circuits.or(&wires)?,
                }
            }
            (Head::Op(Op::Implies), [a, b]) => {
                let (a, b) = (self.formula(*a, depth + 1)?, self.formula(*b, depth + 1)?);
                self.circuits.or(&[a.not(), b])?
            }
            (Head::Op(Op::Xor), [a, b]) => {
                let (a, b) = (self.formula(*a, depth + 1)?, self.formula(*b, depth + 1)?);
                self.circuits.xor(a, b)?
            }
            (Head::Op(Op::Eq), [a, b])
                if self.terms.sort(*a) == Sort::BOOL && self.terms.sort(*b) == Sort::BOOL =>
            {
                let (a, b) = (self.formula(*a, depth + 1)?, self.formula(*b, depth + 1)?);
                self.circuits.xor(a, b)?.not()
            }
            (Head::Op(Op::Eq), [a, b])
                if self.terms.width(*a).is_some() && self.terms.width(*b).is_some() =>
            {
                let (a, b) = (self.word(*a, depth + 1)?, self.word(*b, depth + 1)?);
                self.equal(&a, &b)?
            }
            (Head::Op(Op::Distinct), [a, b]) => {
                let same = self.terms.eq(*a, *b);
                self.formula(same, depth + 1)?.not()
            }
            (Head::Op(Op::Ite), [c, a, b]) if self.terms.sort(term) == Sort::BOOL => {
                let wires = self.formulas(&[*c, *a, *b], depth)?;
                self.circuits.mux(wires[0], wires[1], wires[2])?
            }
            (Head::Op(Op::Bit), [at, word]) if self.terms.width(*word).is_some() => {
                let at = self.terms.as_index(*at)?;
                let word = self.word(*word, depth + 1)?;
                *word.get(at as usize)?
            }
            (Head::Op(op), _)
                if args.iter().all(|a| self.terms.width(*a).is_some()) && !args.is_empty() =>
            {
                match self.compared(op, &args, depth)? {
                    Some(wire) => wire,
                    None => self.atom(term)?,
                }
            }
            _ => self.atom(term)?,
        };
        self.circuits.formulas.insert(term, wire);
        Some(wire)
    }

    pub(crate) fn formulas(&mut self, terms: &[Term], depth: usize) -> Option<Vec<Wire>> {
        terms.iter().map(|t| self.formula(*t, depth + 1)).collect()
    }

    /// A formula that is no gate: its normal form, so that equal ones are one atom.
    fn atom(&mut self, term: Term) -> Option<Wire> {
        let normal = self.normal.of(self.terms, term);
        match (self.terms.as_truth(normal), self.terms.negated(normal)) {
            (Some(true), _) => Some(Wire::TRUE),
            (Some(false), _) => Some(Wire::FALSE),
            (_, Some(inner)) => self.circuits.gate(Gate::Atom(inner)).map(Wire::not),
            _ => self.circuits.gate(Gate::Atom(normal)),
        }
    }

    pub(crate) fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Option<Wire> {
        let same: Option<Vec<Wire>> = a
            .iter()
            .zip(b)
            .map(|(a, b)| self.circuits.xor(*a, *b).map(Wire::not))
            .collect();
        self.circuits.and(&same?)
    }

    /// `a < b` for unsigned words.
    pub(crate) fn less(&mut self, a: &[Wire], b: &[Wire]) -> Option<Wire> {
        let mut less = Wire::FALSE;
        for (a, b) in a.iter().zip(b) {
            let same = self.circuits.xor(*a, *b)?.not();
            let here = self.circuits.and(&[a.not(), *b])?;
            let below = self.circuits.and(&[same, less])?;
            less = self.circuits.or(&[here, below])?;
        }
        Some(less)
    }

    pub(crate) fn signed_less(&mut self, a: &[Wire], b: &[Wire]) -> Option<Wire> {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        // With the sign bits exchanged, the order is that of unsigned words.
        let (x, y) = (*a.last()?, *b.last()?);
        *a.last_mut()? = y;
        *b.last_mut()? = x;
        self.less(&a, &b)
    }

    fn compared(&mut self, op: Op, args: &[Term], depth: usize) -> Option<Option<Wire>> {
        let words: Option<Vec<Vec<Wire>>> = args.iter().map(|a| self.word(*a, depth + 1)).collect();
        let words = words?;
        let wire = match (op, words.as_slice()) {
            (Op::BvUlt, [a, b]) => self.less(a, b)?,
            (Op::BvUgt, [a, b]) => self.less(b, a)?,
            (Op::BvUle, [a, b]) => self.less(b, a)?.not(),
            (Op::BvUge, [a, b]) => self.less(a, b)?.not(),
            (Op::BvSlt, [a, b]) => self.signed_less(a, b)?,
            (Op::BvSgt, [a, b]) => self.signed_less(b, a)?,
            (Op::BvSle, [a, b]) => self.signed_less(b, a)?.not(),
            (Op::BvSge, [a, b]) => self.signed_less(a, b)?.not(),
            (Op::BvUsubo, [a, b]) => self.less(a, b)?,
            (Op::BvUaddo, [a, b]) => {
                let (_, carry) = self.sum(a, b, Wire::FALSE)?;
                carry
            }
            (Op::BvNego, [a]) => {
                let (sign, low) = a.split_last()?;
                let zero = self.circuits.or(low)?.not();
                self.circuits.and(&[*sign, zero])?
            }
            (Op::BvSaddo | Op::BvSsubo, [a, b]) => {
                let other: Vec<Wire> = match op {
                    Op::BvSaddo => b.clone(),
                    _ => b.iter().map(|w| w.not()).collect(),
                };
                let carry = if op == Op::BvSaddo {
                    Wire::FALSE
                } else {
                    Wire::TRUE
                };
                let (sum, _) = self.sum(a, &other, carry)?;
                // It overflows where both have one sign and the result has the other.
                let (x, y, r) = (*a.last()?, *other.last()?, *sum.last()?);
                let same = self.circuits.xor(x, y)?.not();
                let turned = self.circuits.xor(x, r)?;
                self.circuits.and(&[same, turned])?
            }
            (Op::BvUmulo | Op::BvSmulo, [a, b]) => self.product_overflow(op, a, b)?,
            (Op::BvSdivo, [a, b]) => {
                let (sign, low) = a.split_last()?;
                let none = self.circuits.or(low)?.not();
                let ones = self.circuits.and(b)?;
                self.circuits.and(&[*sign, none, ones])?
            }
            _ => return Some(None),
        };
        Some(Some(wire))
    }

    /// The sum of two words and a carry; and the last carry.
    pub(crate) fn sum(&mut self, a: &[Wire], b: &[Wire], carry: Wire) -> Option<(Vec<Wire>, Wire)> {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            let odd = self.circuits.xor(*a, *b)?;
            sum.push(self.circuits.xor(odd, carry)?);
            let both = self.circuits.and(&[*a, *b])?;
            let passed = self.circuits.and(&[odd, carry])?;
            carry = self.circuits.or(&[both, passed])?;
        }
        Some((sum, carry))
    }

    pub(crate) fn negative(&mut self, a: &[Wire]) -> Option<Vec<Wire>> {
        let flipped: Vec<Wire> = a.iter().map(|w| w.not()).collect();
        let zero = vec![Wire::FALSE; a.len()];
        Some(self.sum(&flipped, &zero, Wire::TRUE)?.0)
    }

    pub(crate) fn muxed(&mut self, c: Wire, a: &[Wire], b: &[Wire]) -> Option<Vec<Wire>> {
        a.iter()
            .zip(b)
            .map(|(a, b)| self.circuits.mux(c, *a, *b))
            .collect()
    }

    pub(crate) fn word(&mut self, term: Term, depth: usize) -> Option<Vec<Wire>> {
        if let Some(word) = self.circuits.words.get(&term) {
            return Some(word.clone());
        }
        let width = self.terms.width(term)? as usize;
        let word = match self.operation(term, width, depth)? {
            Some(word) => word,
            None => {
                let normal = self.normal.of(self.terms, term);
                if self.terms.is_literal(normal) {
                    return self.word(normal, depth);
                }
                let bits = (0..width as u32).map(|n| self.circuits.gate(Gate::Bit(normal, n)));
                bits.collect::<Option<Vec<Wire>>>()?
            }
        };
        debug_assert_eq!(word.len(), width);
        self.circuits.words.insert(term, word.clone());
        Some(word)
    }
}
