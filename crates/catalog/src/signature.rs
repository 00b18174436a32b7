//! What a theory says of its sorts and operators, read into a form that can be matched quickly.

use gadfly_syntax::Symbol;

/// An operator of the catalogue: all signatures under one name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct OpId(pub u32);

/// A name with its signatures.
#[derive(Clone, Debug)]
pub struct Op {
    /// Its name.
    pub name: String,
    /// Its symbol.
    pub symbol: Symbol,
    /// Its signatures, in the order in which they are tried.
    pub signatures: Vec<Signature>,
    /// Whether a signature takes integers alone.
    pub integers: bool,
    /// Whether a signature takes a real, or whatever it is given.
    pub reals: bool,
}

/// A sort constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: String,
    /// How many indices it takes: 1 for `BitVec`.
    pub indices: u16,
    /// How many sorts it takes; `None` for any number.
    pub arity: Option<u16>,
    /// Whether SMT-LIB has it.
    pub standard: bool,
}

/// Numbers of the sort constructors that code knows by name. Those without indices and arguments
/// are also the sorts' numbers in every script.
pub mod known {
    /// The sort of what is not known.
    pub const UNKNOWN: u32 = 0;
    /// `Bool`
    pub const BOOL: u32 = 1;
    /// `Int`
    pub const INT: u32 = 2;
    /// `Real`
    pub const REAL: u32 = 3;
    /// `String`
    pub const STRING: u32 = 4;
    /// `RegLan`
    pub const REGLAN: u32 = 5;
    /// `RoundingMode`
    pub const ROUNDING_MODE: u32 = 6;
    /// `(_ BitVec m)`
    pub const BITVEC: u32 = 7;
    /// `(_ FloatingPoint e s)`
    pub const FLOAT: u32 = 8;
    /// `(Array I E)`
    pub const ARRAY: u32 = 9;
    /// `(Seq E)`
    pub const SEQ: u32 = 10;
    /// `(Set E)`
    pub const SET: u32 = 11;
    /// `(Bag E)`
    pub const BAG: u32 = 12;
    /// `(_ FiniteField p)`
    pub const FINITE_FIELD: u32 = 13;
    /// `(Tuple S…)`
    pub const TUPLE: u32 = 14;
    /// `(-> S… R)`
    pub const FUN: u32 = 15;
}

pub(crate) fn well_known() -> Vec<Constructor> {
    let make = |name: &str, indices, arity, standard| Constructor {
        name: name.into(),
        indices,
        arity,
        standard,
    };
    vec![
        make("?", 0, Some(0), false),
        make("Bool", 0, Some(0), true),
        make("Int", 0, Some(0), true),
        make("Real", 0, Some(0), true),
        make("String", 0, Some(0), true),
        make("RegLan", 0, Some(0), true),
        make("RoundingMode", 0, Some(0), true),
        make("BitVec", 1, Some(0), true),
        make("FloatingPoint", 2, Some(0), true),
        make("Array", 0, Some(2), true),
        make("Seq", 0, Some(1), false),
        make("Set", 0, Some(1), false),
        make("Bag", 0, Some(1), false),
        make("FiniteField", 1, Some(0), false),
        make("Tuple", 0, None, false),
        make("->", 0, None, true),
    ]
}

/// The version of SMT-LIB that first had an operator, times ten (`26` for 2.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Since(pub u8);

/// How a binary signature takes more arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assoc {
    /// It does not.
    None,
    /// `(- a b c)` is `(- (- a b) c)`.
    Left,
    /// `(=> a b c)` is `(=> a (=> b c))`.
    Right,
    /// `(< a b c)` is `(and (< a b) (< b c))`.
    Chainable,
    /// `(distinct a b c)` holds of every pair.
    Pairwise,
}

/// One signature of an operator.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The theory's number, see [`crate::Catalog::theory`].
    pub theory: u16,
    /// The standard that first had it; `None` for an extension.
    pub since: Option<Since>,
    /// Solver families that know it; empty for all.
    pub solvers: Vec<String>,
    /// Whether a file that a user added declares it.
    pub added: bool,
    /// How many sort variables the patterns use.
    pub sort_vars: u8,
    /// How many index variables the patterns use.
    pub index_vars: u8,
    /// Patterns of the indices behind `_`.
    pub indices: Vec<Index>,
    /// Patterns of the arguments' sorts.
    pub args: Vec<Pattern>,
    /// The sort of the result.
    pub result: Pattern,
    /// How more than two arguments are read.
    pub assoc: Assoc,
    /// What must hold of the indices.
    pub conditions: Vec<Condition>,
    /// Solvers take literals of one character for its arguments, and nothing else.
    pub characters: bool,
    /// How the signature is written in the theory file.
    pub text: String,
}

impl Signature {
    /// Whether a user added it for solvers of these families, so that strategies bring it in
    /// though no standard has it.
    pub fn is_added_for(&self, families: &[String]) -> bool {
        self.added && (self.solvers.is_empty() || families.iter().all(|f| self.solvers.contains(f)))
    }
}

/// A pattern for sorts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A sort without indices and arguments, by its constructor's number.
    Ground(u32),
    /// A sort variable.
    Var(u8),
    /// A constructor with indices and arguments.
    Apply {
        /// The constructor's number.
        constructor: u32,
        /// Its indices.
        indices: Vec<Index>,
        /// Its arguments.
        args: Vec<Pattern>,
    },
}

/// A pattern for an index, or an expression over index variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Index {
    /// A number.
    Number(u32),
    /// An index variable.
    Var(u8),
    /// A sum.
    Add(Box<[Index; 2]>),
    /// A difference.
    Sub(Box<[Index; 2]>),
    /// A product.
    Mul(Box<[Index; 2]>),
}

/// The largest index that is kept as a number; larger ones, and symbols, are kept as symbols with
/// the highest bit set.
pub const MAX_INDEX: u32 = (1 << 31) - 1;

/// How many variables of a kind a signature may have.
pub const MAX_VARS: usize = 8;

impl Index {
    /// Its value, once its variables have theirs; `None` if one is missing or it is no index.
    pub fn value(&self, vars: &[Option<u32>]) -> Option<u32> {
        let small = |i: &Index| i.value(vars).filter(|&n| n <= MAX_INDEX);
        match self {
            Index::Number(n) => Some(*n),
            Index::Var(v) => vars.get(*v as usize).copied().flatten(),
            Index::Add(ab) => small(&ab[0])?
                .checked_add(small(&ab[1])?)
                .filter(|&n| n <= MAX_INDEX),
            Index::Sub(ab) => small(&ab[0])?.checked_sub(small(&ab[1])?),
            Index::Mul(ab) => small(&ab[0])?
                .checked_mul(small(&ab[1])?)
                .filter(|&n| n <= MAX_INDEX),
        }
    }
}

/// A condition on indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// `<`, `<=` or `=`.
    pub relation: Relation,
    /// The left side.
    pub left: Index,
    /// The right side.
    pub right: Index,
}

/// A relation between indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `=`
    Equal,
}

impl Condition {
    /// Whether it holds; not, if a side has no value.
    pub fn holds(&self, vars: &[Option<u32>]) -> bool {
        let (Some(a), Some(b)) = (self.left.value(vars), self.right.value(vars)) else {
            return false;
        };
        match self.relation {
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::Equal => a == b,
        }
    }
}
