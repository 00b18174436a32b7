//! The operators that rules look into. All others are kept by name and mean nothing here.

macro_rules! ops {
    ($($name:ident $text:literal,)*) => {
        /// An operator that some rule looks into.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub(crate) enum Op { $($name,)* }

        impl Op {
            /// All operators.
            pub(crate) const ALL: &[Op] = &[$(Op::$name,)*];

            /// How a proof writes it; an index is its first argument.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Op::$name => $text,)* }
            }
        }
    };
}

ops! {
    True "true",
    False "false",
    Not "not",
    And "and",
    Or "or",
    Implies "=>",
    Xor "xor",
    Ite "ite",
    Eq "=",
    Distinct "distinct",
    Forall "forall",
    Exists "exists",
    Lambda "lambda",
    Apply "_",
    List "@list",
    Add "+",
    Sub "-",
    Mul "*",
    Div "/",
    DivTotal "/_total",
    IntDiv "div",
    IntDivTotal "div_total",
    Mod "mod",
    ModTotal "mod_total",
    Abs "abs",
    ToReal "to_real",
    ToInt "to_int",
    IsInt "is_int",
    Divisible "divisible",
    Lt "<",
    Le "<=",
    Gt ">",
    Ge ">=",
    IsPow2 "int.ispow2",
    Log2 "int.log2",
    Pow2 "int.pow2",
    Select "select",
    Store "store",
    ArrayDiff "@array_deq_diff",
    Is "is",
    Purify "@purify",
    Skolemize "@quantifiers_skolemize",
    Bit "@bit",
    FromBools "@from_bools",
    BvSize "@bvsize",
    BvOf "@bv",
    Concat "concat",
    Extract "extract",
    Repeat "repeat",
    ZeroExtend "zero_extend",
    SignExtend "sign_extend",
    RotateLeft "rotate_left",
    RotateRight "rotate_right",
    BvNot "bvnot",
    BvNeg "bvneg",
    BvAnd "bvand",
    BvOr "bvor",
    BvXor "bvxor",
    BvNand "bvnand",
    BvNor "bvnor",
    BvXnor "bvxnor",
    BvAdd "bvadd",
    BvSub "bvsub",
    BvMul "bvmul",
    BvUdiv "bvudiv",
    BvUrem "bvurem",
    BvSdiv "bvsdiv",
    BvSrem "bvsrem",
    BvSmod "bvsmod",
    BvShl "bvshl",
    BvLshr "bvlshr",
    BvAshr "bvashr",
    BvComp "bvcomp",
    BvUlt "bvult",
    BvUle "bvule",
    BvUgt "bvugt",
    BvUge "bvuge",
    BvSlt "bvslt",
    BvSle "bvsle",
    BvSgt "bvsgt",
    BvSge "bvsge",
    BvUltBv "bvultbv",
    BvSltBv "bvsltbv",
    BvIte "bvite",
    BvNego "bvnego",
    BvUaddo "bvuaddo",
    BvSaddo "bvsaddo",
    BvUmulo "bvumulo",
    BvSmulo "bvsmulo",
    BvUsubo "bvusubo",
    BvSsubo "bvssubo",
    BvSdivo "bvsdivo",
}

impl Op {
    /// How many of the arguments are indices: numerals that are no terms of the logic.
    pub(crate) fn indices(self) -> usize {
        match self {
            Op::Extract => 2,
            Op::Repeat | Op::ZeroExtend | Op::SignExtend | Op::RotateLeft | Op::RotateRight => 1,
            Op::Bit | Op::Divisible => 1,
            _ => 0,
        }
    }

    /// Whether it makes a truth value of bit-vectors.
    pub(crate) fn is_predicate(self) -> bool {
        use Op::*;
        matches!(
            self,
            Bit | BvUlt
                | BvUle
                | BvUgt
                | BvUge
                | BvSlt
                | BvSle
                | BvSgt
                | BvSge
                | BvNego
                | BvUaddo
                | BvSaddo
                | BvUmulo
                | BvSmulo
                | BvUsubo
                | BvSsubo
                | BvSdivo
        )
    }

    /// Whether it binds variables: the arguments are a list of them and the body.
    pub(crate) fn binds(self) -> bool {
        matches!(self, Op::Forall | Op::Exists | Op::Lambda)
    }

    /// Whether it combines truth values into a truth value.
    pub(crate) fn is_connective(self) -> bool {
        matches!(
            self,
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor | Op::True | Op::False
        )
    }
}
