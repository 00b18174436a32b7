//! The sorts of applications of bit-vector operators.

use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Term, Terms};

/// Wider bit-vectors than this are refused.
const WIDEST: u64 = 1 << 16;

impl Terms {
    /// The sort of an application of a bit-vector operator; none if the arguments do not fit.
    pub(crate) fn bit_result(&mut self, op: Op, args: &[Term]) -> Option<Sort> {
        use Op::*;
        if op == FromBools {
            let bools = args
                .iter()
                .all(|a| matches!(self.sort(*a), Sort::BOOL | Sort::UNKNOWN));
            let width = (args.len() as u64 <= WIDEST).then_some(args.len() as u32)?;
            return (bools && !args.is_empty()).then(|| self.sorts.bits(width));
        }
        let (indices, values) = args.split_at_checked(op.indices())?;
        if values.is_empty() {
            return None;
        }
        if values.iter().any(|a| self.sort(*a) == Sort::UNKNOWN) {
            return Some(if op.is_predicate() {
                Sort::BOOL
            } else {
                Sort::UNKNOWN
            });
        }
        let widths: Option<Vec<u32>> = values.iter().map(|a| self.width(*a)).collect();
        let (widths, numbers) = (widths?, indices.iter().map(|i| self.as_index(*i)));
        let numbers: Vec<u32> = numbers.collect::<Option<_>>()?;
        let first = widths[0];
        let equal = widths.iter().all(|w| *w == first);
        let width = match (op, numbers.as_slice(), widths.as_slice()) {
            (Bit, [at], [width]) => return (at < width).then_some(Sort::BOOL),
            (Extract, [high, low], [width]) if low <= high && high < width => {
                u64::from(high - low) + 1
            }
            (Repeat, [times], [width]) if *times > 0 => u64::from(*times) * u64::from(*width),
            (ZeroExtend | SignExtend, [by], [width]) => u64::from(*by) + u64::from(*width),
            (RotateLeft | RotateRight, [_], [width]) => u64::from(*width),
            (Concat, [], _) => widths.iter().map(|w| u64::from(*w)).sum(),
            (BvNot | BvNeg, [], [width]) => u64::from(*width),
            (BvAnd | BvOr | BvXor | BvXnor | BvAdd | BvMul, [], _) if equal => u64::from(first),
            (
                BvNand | BvNor | BvSub | BvUdiv | BvUrem | BvSdiv | BvSrem | BvSmod | BvShl
                | BvLshr | BvAshr,
                [],
                [_, _],
            ) if equal => u64::from(first),
            (BvComp | BvUltBv | BvSltBv, [], [_, _]) if equal => 1,
            (BvIte, [], [1, a, b]) if a == b => u64::from(*a),
            (
                BvUlt | BvUle | BvUgt | BvUge | BvSlt | BvSle | BvSgt | BvSge | BvUaddo | BvSaddo
                | BvUmulo | BvSmulo | BvUsubo | BvSsubo | BvSdivo,
                [],
                [_, _],
            ) if equal => return Some(Sort::BOOL),
            (BvNego, [], [_]) => return Some(Sort::BOOL),
            _ => return None,
        };
        (0 < width && width <= WIDEST).then(|| self.sorts.bits(width as u32))
    }
}
