//! Circuits: bit-vector terms and formulas as gates over atoms. Two terms with the same gates are
//! equal.

use crate::gates::{Circuits, Gate, Wire};
use crate::kernel::Kernel;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Head, Term, Terms};

/// Products of at most this width are multiplied out.
const WIDEST_PRODUCT: usize = 12;

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
        let mut work = Work {
            terms,
            circuits,
            normal,
        };
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
const DEEPEST: usize = 150;

/// One question: terms become gates.
struct Work<'a> {
    terms: &'a mut Terms,
    circuits: &'a mut Circuits,
    normal: &'a mut crate::normal::Normal,
}

impl Work<'_> {
    fn formula(&mut self, term: Term, depth: usize) -> Option<Wire> {
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

    fn formulas(&mut self, terms: &[Term], depth: usize) -> Option<Vec<Wire>> {
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

    fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Option<Wire> {
        let same: Option<Vec<Wire>> = a
            .iter()
            .zip(b)
            .map(|(a, b)| self.circuits.xor(*a, *b).map(Wire::not))
            .collect();
        self.circuits.and(&same?)
    }

    /// `a < b` for unsigned words.
    fn less(&mut self, a: &[Wire], b: &[Wire]) -> Option<Wire> {
        let mut less = Wire::FALSE;
        for (a, b) in a.iter().zip(b) {
            let same = self.circuits.xor(*a, *b)?.not();
            let here = self.circuits.and(&[a.not(), *b])?;
            let below = self.circuits.and(&[same, less])?;
            less = self.circuits.or(&[here, below])?;
        }
        Some(less)
    }

    fn signed_less(&mut self, a: &[Wire], b: &[Wire]) -> Option<Wire> {
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
    fn sum(&mut self, a: &[Wire], b: &[Wire], carry: Wire) -> Option<(Vec<Wire>, Wire)> {
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

    fn negative(&mut self, a: &[Wire]) -> Option<Vec<Wire>> {
        let flipped: Vec<Wire> = a.iter().map(|w| w.not()).collect();
        let zero = vec![Wire::FALSE; a.len()];
        Some(self.sum(&flipped, &zero, Wire::TRUE)?.0)
    }

    fn muxed(&mut self, c: Wire, a: &[Wire], b: &[Wire]) -> Option<Vec<Wire>> {
        a.iter()
            .zip(b)
            .map(|(a, b)| self.circuits.mux(c, *a, *b))
            .collect()
    }

    fn word(&mut self, term: Term, depth: usize) -> Option<Vec<Wire>> {
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

    /// The bits of an operator's result, lowest first; nothing for a term that is an atom.
    fn operation(&mut self, term: Term, width: usize, depth: usize) -> Option<Option<Vec<Wire>>> {
        if let Some((value, _)) = self.terms.as_bits(term) {
            let bit = |n| {
                if dashu_base::BitTest::bit(&value, n) {
                    Wire::TRUE
                } else {
                    Wire::FALSE
                }
            };
            return Some(Some((0..width).map(bit).collect()));
        }
        let Some(op) = self.terms.op(term).filter(|_| depth <= DEEPEST) else {
            return Some(None);
        };
        let args = self.terms.args(term).to_vec();
        match (op, args.as_slice()) {
            (Op::FromBools, _) => return self.formulas(&args, depth).map(Some),
            (Op::Ite, [c, a, b]) => {
                let c = self.formula(*c, depth + 1)?;
                let (a, b) = (self.word(*a, depth + 1)?, self.word(*b, depth + 1)?);
                return self.muxed(c, &a, &b).map(Some);
            }
            (Op::Purify, [a]) => return self.word(*a, depth + 1).map(Some),
            _ => {}
        }
        let (indices, values) = args.split_at_checked(op.indices())?;
        if values.is_empty() || values.iter().any(|v| self.terms.width(*v).is_none()) {
            return Some(None);
        }
        let indices: Option<Vec<usize>> = indices
            .iter()
            .map(|i| self.terms.as_index(*i).map(|n| n as usize))
            .collect();
        let words: Option<Vec<Vec<Wire>>> =
            values.iter().map(|v| self.word(*v, depth + 1)).collect();
        self.combined(op, &indices?, &words?, width)
    }

    fn bitwise(
        &mut self,
        words: &[Vec<Wire>],
        mut gate: impl FnMut(&mut Circuits, Wire, Wire) -> Option<Wire>,
    ) -> Option<Vec<Wire>> {
        let (first, rest) = words.split_first()?;
        let mut made = first.clone();
        for word in rest {
            for (m, w) in made.iter_mut().zip(word) {
                *m = gate(self.circuits, *m, *w)?;
            }
        }
        Some(made)
    }

    fn combined(
        &mut self,
        op: Op,
        indices: &[usize],
        words: &[Vec<Wire>],
        width: usize,
    ) -> Option<Option<Vec<Wire>>> {
        let flip = |word: Vec<Wire>| word.into_iter().map(Wire::not).collect::<Vec<Wire>>();
        let made = match (op, indices, words) {
            (Op::BvNot, [], [a]) => flip(a.clone()),
            (Op::BvAnd, [], _) => self.bitwise(words, |c, a, b| c.and(&[a, b]))?,
            (Op::BvOr, [], _) => self.bitwise(words, |c, a, b| c.or(&[a, b]))?,
            (Op::BvXor, [], _) => self.bitwise(words, Circuits::xor)?,
            (Op::BvNand, [], [_, _]) => flip(self.bitwise(words, |c, a, b| c.and(&[a, b]))?),
            (Op::BvNor, [], [_, _]) => flip(self.bitwise(words, |c, a, b| c.or(&[a, b]))?),
            (Op::BvXnor, [], [_, _]) => flip(self.bitwise(words, Circuits::xor)?),
            (Op::BvNeg, [], [a]) => self.negative(a)?,
            (Op::BvAdd, [], [first, rest @ ..]) => {
                let mut made = first.clone();
                for word in rest {
                    made = self.sum(&made, word, Wire::FALSE)?.0;
                }
                made
            }
            (Op::BvSub, [], [a, b]) => {
                let b = flip(b.clone());
                self.sum(a, &b, Wire::TRUE)?.0
            }
            (Op::BvMul, [], [first, rest @ ..]) => {
                let mut made = first.clone();
                for word in rest {
                    made = self.product(&made, word)?;
                }
                made
            }
            (Op::Concat, [], _) => words.iter().rev().flatten().copied().collect(),
            (Op::Extract, [high, low], [a]) => a.get(*low..=*high)?.to_vec(),
            (Op::Repeat, [times], [a]) => a.repeat(*times),
            (Op::ZeroExtend, [_], [a]) => extended(a, width, Wire::FALSE),
            (Op::SignExtend, [_], [a]) => extended(a, width, *a.last()?),
            (Op::RotateLeft, [by], [a]) => {
                let mut made = a.clone();
                made.rotate_right(by % width);
                made
            }
            (Op::RotateRight, [by], [a]) => {
                let mut made = a.clone();
                made.rotate_left(by % width);
                made
            }
            (Op::BvShl | Op::BvLshr | Op::BvAshr, [], [a, by]) => self.shifted(op, a, by)?,
            (Op::BvComp, [], [a, b]) => vec![self.equal(a, b)?],
            (Op::BvUltBv, [], [a, b]) => vec![self.less(a, b)?],
            (Op::BvSltBv, [], [a, b]) => vec![self.signed_less(a, b)?],
            (Op::BvIte, [], [c, a, b]) => self.muxed(*c.first()?, a, b)?,
            (Op::BvUdiv | Op::BvUrem, [], [a, b]) => self.divided(op, a, b)?,
            (Op::BvSdiv | Op::BvSrem | Op::BvSmod, [], [a, b]) => self.signed(op, a, b)?,
            _ => return Some(None),
        };
        Some(Some(made))
    }

    /// A product: multiplied out if it is small or by a constant, an atom of its factors otherwise.
    fn product(&mut self, a: &[Wire], b: &[Wire]) -> Option<Vec<Wire>> {
        let constant = |w: &[Wire]| w.iter().all(|w| w.0 <= 1);
        let (a, b) = if constant(a) && !constant(b) || !constant(b) && b < a {
            (b, a)
        } else {
            (a, b)
        };
        if a.len() > WIDEST_PRODUCT && !constant(b) {
            return self.opaque(Op::BvMul, a, b);
        }
        let mut made = vec![Wire::FALSE; a.len()];
        for (n, factor) in b.iter().enumerate() {
            let mut row = vec![Wire::FALSE; n];
            for wire in &a[..a.len() - n] {
                row.push(self.circuits.and(&[*wire, *factor])?);
            }
            made = self.sum(&made, &row, Wire::FALSE)?.0;
        }
        Some(made)
    }

    fn opaque(&mut self, op: Op, a: &[Wire], b: &[Wire]) -> Option<Vec<Wire>> {
        let inputs: Box<[Wire]> = [a, b].concat().into();
        let bits =
            (0..a.len() as u32).map(|n| self.circuits.gate(Gate::Result(op, inputs.clone(), n)));
        bits.collect()
    }

    /// Unsigned quotient or remainder: exact for a power of two, an atom of its operands otherwise.
    fn divided(&mut self, op: Op, a: &[Wire], b: &[Wire]) -> Option<Vec<Wire>> {
        let ones: Vec<usize> = (0..b.len()).filter(|n| b[*n] == Wire::TRUE).collect();
        let constant = b.iter().all(|w| w.0 <= 1);
        match (constant, ones.as_slice(), op) {
            // By zero the quotient is all ones and the remainder is the dividend.
            (true, [], Op::BvUdiv) => Some(vec![Wire::TRUE; a.len()]),
            (true, [], _) => Some(a.to_vec()),
            (true, [power], Op::BvUdiv) => Some(extended(&a[*power..], a.len(), Wire::FALSE)),
            (true, [power], _) => Some(extended(&a[..*power], a.len(), Wire::FALSE)),
            _ => self.opaque(op, a, b),
        }
    }

    /// Signed division by its definition with unsigned division.
    fn signed(&mut self, op: Op, a: &[Wire], b: &[Wire]) -> Option<Vec<Wire>> {
        let (x, y) = (*a.last()?, *b.last()?);
        let (minus_a, minus_b) = (self.negative(a)?, self.negative(b)?);
        let left = self.muxed(x, &minus_a, a)?;
        let right = self.muxed(y, &minus_b, b)?;
        let unsigned = if op == Op::BvSdiv {
            Op::BvUdiv
        } else {
            Op::BvUrem
        };
        let value = self.divided(unsigned, &left, &right)?;
        let minus = self.negative(&value)?;
        match op {
            Op::BvSdiv => {
                let differ = self.circuits.xor(x, y)?;
                self.muxed(differ, &minus, &value)
            }
            Op::BvSrem => self.muxed(x, &minus, &value),
            _ => {
                // The result has the divisor's sign.
                let zero = self.circuits.or(&value)?.not();
                let (minus_plus, _) = self.sum(&minus, b, Wire::FALSE)?;
                let (value_plus, _) = self.sum(&value, b, Wire::FALSE)?;
                let negative = self.muxed(y, &minus, &minus_plus)?;
                let positive = self.muxed(y, &value_plus, &value)?;
                let made = self.muxed(x, &negative, &positive)?;
                self.muxed(zero, &value, &made)
            }
        }
    }

    fn shifted(&mut self, op: Op, a: &[Wire], by: &[Wire]) -> Option<Vec<Wire>> {
        let fill = if op == Op::BvAshr {
            *a.last()?
        } else {
            Wire::FALSE
        };
        let mut made = a.to_vec();
        let mut beyond = Wire::FALSE;
        for (n, bit) in by.iter().enumerate() {
            if n >= 32 || 1usize << n >= a.len() {
                beyond = self.circuits.or(&[beyond, *bit])?;
                continue;
            }
            let step = 1 << n;
            let moved: Vec<Wire> = (0..a.len())
                .map(|at| match op {
                    Op::BvShl => at.checked_sub(step).map_or(fill, |from| made[from]),
                    _ => made.get(at + step).copied().unwrap_or(fill),
                })
                .collect();
            made = self.muxed(*bit, &moved, &made)?;
        }
        made.iter()
            .map(|w| self.circuits.mux(beyond, fill, *w))
            .collect()
    }
}

fn extended(word: &[Wire], width: usize, fill: Wire) -> Vec<Wire> {
    let mut made = word.to_vec();
    made.resize(width, fill);
    made
}
