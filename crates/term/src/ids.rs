//! Small numbers for what a script holds. Each is an index into one table of one script.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A node: one occurrence of a term in the source.
    NodeId,
    /// A sort.
    SortId,
    /// A function or constant that the script declares or defines.
    FunId,
    /// A variable bound by a quantifier, `let`, `lambda`, `match` or a definition's parameter list.
    VarId,
    /// A scope: the place where some variables are bound.
    ScopeId,
    /// A sort that the script declares: uninterpreted or a datatype.
    DeclaredSortId,
}

impl ScopeId {
    /// The scope with no bound variables.
    pub const ROOT: ScopeId = ScopeId(0);
}

impl SortId {
    /// The sort of a term that is not understood (an unknown operator, kept in lenient mode).
    pub const UNKNOWN: SortId = SortId(gadfly_catalog::signature::known::UNKNOWN);
    /// `Bool`
    pub const BOOL: SortId = SortId(gadfly_catalog::signature::known::BOOL);
    /// `Int`
    pub const INT: SortId = SortId(gadfly_catalog::signature::known::INT);
    /// `Real`
    pub const REAL: SortId = SortId(gadfly_catalog::signature::known::REAL);
    /// `String`
    pub const STRING: SortId = SortId(gadfly_catalog::signature::known::STRING);
    /// `RegLan`
    pub const REGLAN: SortId = SortId(gadfly_catalog::signature::known::REGLAN);
    /// `RoundingMode`
    pub const ROUNDING_MODE: SortId = SortId(gadfly_catalog::signature::known::ROUNDING_MODE);
}
