//! The gates of bit-vector operators, lowest bit first.

use dashu_base::BitTest;

use crate::bits::{DEEPEST, Work};
use crate::gates::{Circuits, Gate, Wire};
use crate::op::Op;
use crate::term::Term;

/// Quotients of at most this width are worked out.
const WIDEST_QUOTIENT: usize = 16;

/// Products of at most this width are multiplied out.
const WIDEST_PRODUCT: usize = 12;

impl Work<'_> {
    /// The bits of an operator's result, lowest first; nothing for a term that is an atom.
    pub(crate) fn operation(
        &mut self,
        term: Term,
        width: usize,
        depth: usize,
    ) -> Option<Option<Vec<Wire>>> {
        if let Some((value, _)) = self.terms.as_bits(term) {
            let bit = |n| {
                if value.bit(n) {
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

    /// Whether a product needs more bits than its factors have: its upper half, worked out in twice
    /// the width, is not what the lower half is extended by.
    pub(crate) fn product_overflow(&mut self, op: Op, a: &[Wire], b: &[Wire]) -> Option<Wire> {
        let width = a.len();
        let signed = op == Op::BvSmulo;
        let wide = |word: &[Wire]| {
            let sign = *word.last()?;
            Some(extended(
                word,
                2 * width,
                if signed { sign } else { Wire::FALSE },
            ))
        };
        let product = self.product(&wide(a)?, &wide(b)?)?;
        let (low, high) = product.split_at(width);
        let fill = if signed { *low.last()? } else { Wire::FALSE };
        let differ: Option<Vec<Wire>> = high.iter().map(|w| self.circuits.xor(*w, fill)).collect();
        self.circuits.or(&differ?)
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
            _ if a.len() > WIDEST_QUOTIENT => self.opaque(op, a, b),
            _ => {
                let (quotient, remainder) = self.quotient(a, b)?;
                Some(if op == Op::BvUdiv {
                    quotient
                } else {
                    remainder
                })
            }
        }
    }

    /// Quotient and remainder bit by bit, from the highest bit of the dividend on.
    fn quotient(&mut self, a: &[Wire], b: &[Wire]) -> Option<(Vec<Wire>, Vec<Wire>)> {
        let width = a.len();
        let none = vec![Wire::FALSE; width];
        let (mut quotient, mut remainder) = (none.clone(), none.clone());
        let flipped: Vec<Wire> = b.iter().map(|w| w.not()).collect();
        for n in (0..width).rev() {
            let part = extended(&a[n..], width, Wire::FALSE);
            let double = |word: &[Wire]| [&[Wire::FALSE], &word[..width - 1]].concat();
            let next = extended(&[a[n]], width, Wire::FALSE);
            let (sum, _) = self.sum(&double(&remainder), &next, Wire::FALSE)?;
            let (rest, fits) = self.sum(&sum, &flipped, Wire::TRUE)?;
            let mut whole = double(&quotient);
            whole[0] = fits;
            let rest = self.muxed(fits.not(), &sum, &rest)?;
            // Below the divisor nothing fits.
            let below = self.less(&part, b)?;
            quotient = self.muxed(below, &none, &whole)?;
            remainder = self.muxed(below, &part, &rest)?;
        }
        let zero = self.circuits.or(b)?.not();
        let ones = vec![Wire::TRUE; width];
        Some((
            self.muxed(zero, &ones, &quotient)?,
            self.muxed(zero, a, &remainder)?,
        ))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::Normal;
    use crate::term::Terms;
    use dashu_int::UBig;

    /// The gates of constants are the constants that exact arithmetic gives.
    #[test]
    fn operators_of_constants_are_their_values() {
        const OPS: [Op; 14] = [
            Op::BvAdd,
            Op::BvSub,
            Op::BvMul,
            Op::BvUdiv,
            Op::BvUrem,
            Op::BvSdiv,
            Op::BvSrem,
            Op::BvSmod,
            Op::BvShl,
            Op::BvLshr,
            Op::BvAshr,
            Op::BvComp,
            Op::BvSltBv,
            Op::BvXnor,
        ];
        let mut terms = Terms::new(usize::MAX);
        let mut normal = Normal::default();
        let mut circuits = Circuits::new();
        for width in [3, 5] {
            for (a, b) in (0..1u32 << width).flat_map(|a| (0..1u32 << width).map(move |b| (a, b))) {
                let left = terms.bits(UBig::from(a), width);
                let right = terms.bits(UBig::from(b), width);
                for op in OPS {
                    let term = terms.apply(op, &[left, right]).expect("a term");
                    let value =
                        crate::ground::fold(&mut terms, op, &[left, right]).expect("a value");
                    circuits.left = 1_000_000;
                    let mut work = Work::new(&mut terms, &mut circuits, &mut normal);
                    let (made, wanted) = (work.word(term, 0), work.word(value, 0));
                    assert_eq!(made, wanted, "{op:?} {a} {b}");
                }
            }
        }
    }
}
