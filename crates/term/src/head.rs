//! What stands at the head of a node, packed into 32 bits.

use crate::ids::{FunId, VarId};
use gadfly_catalog::OpId;

/// What a node is made by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Head {
    /// An operator of the catalogue; its indices are [`crate::Script::indices`].
    Op(OpId),
    /// A function or constant of the script.
    Fun(FunId),
    /// A bound variable.
    Var(VarId),
    /// A literal; its text is the node's.
    Literal(Literal),
    /// `let`: the arguments are the bound terms, then the body. The variables are those of the
    /// body's scope.
    Let,
    /// `forall`: the argument is the body.
    Forall,
    /// `exists`: the argument is the body.
    Exists,
    /// `lambda`: the argument is the body.
    Lambda,
    /// `match`: the arguments are the subject, then the body of each case.
    Match,
    /// `(! t …)`: the arguments are the term, then the terms of its patterns.
    Annotation,
    /// Application of a function that is itself a term: the function, then its arguments.
    Apply,
    /// `((_ update s) d v)`: the datatype value with the field of this selector changed.
    Update(FunId),
    /// An operator that is not known, kept as it stands (lenient mode only).
    Opaque,
}

/// The kinds of literals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Literal {
    /// `42`, of sort Int, or Real in a logic without integers.
    Numeral,
    /// `4.2`
    Decimal,
    /// `#x2a`
    Hex,
    /// `#b101`
    Binary,
    /// `"abc"`
    String,
    /// `(_ bv42 8)`
    BitVec,
    /// `(_ char #x41)`
    Char,
    /// `(as ff3 (_ FiniteField 7))`
    FiniteField,
}

const LITERALS: [Literal; 8] = [
    Literal::Numeral,
    Literal::Decimal,
    Literal::Hex,
    Literal::Binary,
    Literal::String,
    Literal::BitVec,
    Literal::Char,
    Literal::FiniteField,
];

const SPECIALS: [Head; 8] = [
    Head::Let,
    Head::Forall,
    Head::Exists,
    Head::Lambda,
    Head::Match,
    Head::Annotation,
    Head::Apply,
    Head::Opaque,
];

const TAG_SHIFT: u32 = 29;
const MASK: u32 = (1 << TAG_SHIFT) - 1;

/// A head in 32 bits. Operators are numbers into the script's table of instances (an operator
/// with its indices); the first of these are the catalogue's operators without indices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Packed(pub(crate) u32);

pub(crate) enum Unpacked {
    Instance(u32),
    Other(Head),
}

impl Packed {
    #[inline]
    pub(crate) fn instance(n: u32) -> Packed {
        Packed(n)
    }

    #[inline]
    pub(crate) fn fun(id: FunId) -> Packed {
        Packed(1 << TAG_SHIFT | id.0)
    }

    #[inline]
    pub(crate) fn var(id: VarId) -> Packed {
        Packed(2 << TAG_SHIFT | id.0)
    }

    #[inline]
    pub(crate) const fn literal(kind: Literal) -> Packed {
        Packed(3 << TAG_SHIFT | kind as u32)
    }

    pub(crate) fn update(selector: FunId) -> Packed {
        Packed(5 << TAG_SHIFT | selector.0)
    }

    #[inline]
    pub(crate) fn special(head: Head) -> Packed {
        let at = SPECIALS
            .iter()
            .position(|h| *h == head)
            .unwrap_or(SPECIALS.len() - 1);
        Packed(4 << TAG_SHIFT | at as u32)
    }

    /// Whether it is an operator.
    #[inline(always)]
    pub(crate) fn is_instance(self) -> bool {
        self.0 >> TAG_SHIFT == 0
    }

    /// The function, if it is one.
    #[inline(always)]
    pub(crate) fn as_fun(self) -> Option<FunId> {
        (self.0 >> TAG_SHIFT == 1).then_some(FunId(self.0 & MASK))
    }

    #[inline]
    pub(crate) fn unpack(self) -> Unpacked {
        let low = self.0 & MASK;
        match self.0 >> TAG_SHIFT {
            0 => Unpacked::Instance(low),
            1 => Unpacked::Other(Head::Fun(FunId(low))),
            2 => Unpacked::Other(Head::Var(VarId(low))),
            3 => Unpacked::Other(Head::Literal(LITERALS[low as usize])),
            5 => Unpacked::Other(Head::Update(FunId(low))),
            _ => Unpacked::Other(SPECIALS[low as usize]),
        }
    }
}

/// The largest number of functions, variables or instances that a head can name.
pub(crate) const MAX_TABLE: usize = MASK as usize;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_pack_and_unpack() {
        let heads = [
            Head::Fun(FunId(7)),
            Head::Var(VarId(3)),
            Head::Opaque,
            Head::Let,
            Head::Literal(Literal::FiniteField),
        ];
        for head in heads {
            let packed = match head {
                Head::Fun(f) => Packed::fun(f),
                Head::Var(v) => Packed::var(v),
                Head::Literal(l) => Packed::literal(l),
                other => Packed::special(other),
            };
            assert!(matches!(packed.unpack(), Unpacked::Other(h) if h == head));
        }
        assert!(matches!(
            Packed::instance(5).unpack(),
            Unpacked::Instance(5)
        ));
    }
}
