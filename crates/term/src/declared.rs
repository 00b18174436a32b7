//! What a script declares and binds: functions, variables, scopes, sorts.

use crate::ids::{DeclaredSortId, FunId, NodeId, ScopeId, SortId, VarId};
use gadfly_syntax::{Span, Symbol};
use std::ops::Range;

/// What kind of function it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunKind {
    /// Declared: any interpretation.
    Declared,
    /// Defined by a term; `recursive` if it may use itself.
    Defined {
        /// Its body; `None` while it is being read.
        body: Option<NodeId>,
        /// Whether it comes from `define-fun-rec` or `define-funs-rec`.
        recursive: bool,
    },
    /// A name given by `(! t :named n)`.
    Named(NodeId),
    /// A constructor of a datatype, and its number there.
    Constructor(DeclaredSortId, u32),
    /// A selector: the constructor it belongs to, and the field's number.
    Selector(FunId, u32),
    /// A tester: the constructor it tests for.
    Tester(FunId),
    /// A name whose declaration has an error; nothing more is said about its uses.
    Broken,
}

/// A function or constant of the script.
#[derive(Clone, Debug)]
pub struct Fun {
    /// Its name.
    pub symbol: Symbol,
    /// What it is.
    pub kind: FunKind,
    /// Where its parameters' sorts are listed.
    pub(crate) params: Range<u32>,
    /// The sort of its result.
    pub result: SortId,
    /// The command that declares it.
    pub command: u32,
    /// The scope of its parameters, for a definition.
    pub scope: ScopeId,
    /// Where its sort parameters are listed, if it belongs to a parametric datatype.
    pub(crate) sort_params: Range<u32>,
    /// The meaning that the name had before: tried when the arguments do not fit.
    pub(crate) older: u32,
}

/// How a variable is bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarKind {
    /// By `let`, to this term.
    Let(NodeId),
    /// By `forall`, `exists` or `lambda`.
    Quantified,
    /// As a parameter of a definition.
    Param,
    /// By a pattern of `match`.
    Pattern,
}

/// A bound variable.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    /// Its name.
    pub symbol: Symbol,
    /// Its sort.
    pub sort: SortId,
    /// The scope it belongs to.
    pub scope: ScopeId,
    /// How it is bound.
    pub kind: VarKind,
    /// Where its name stands at the binder.
    pub name: Span,
}

/// What opens a scope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    /// The whole script.
    Root,
    /// A `let`.
    Let,
    /// A quantifier or `lambda`.
    Quantifier,
    /// A definition's parameters.
    Params,
    /// A case of `match`: its constructor, or `None` for a variable or `_`.
    Case(Option<FunId>),
}

/// A scope: the variables that one binder binds, inside a parent scope.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The scope around it.
    pub parent: ScopeId,
    /// What opens it.
    pub kind: ScopeKind,
    pub(crate) vars: Range<u32>,
}

impl Scope {
    /// Its variables, in the order in which they are bound.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = VarId> + ExactSizeIterator + use<> {
        (self.vars.start..self.vars.end).map(VarId)
    }
}

/// A sort that the script declares.
#[derive(Clone, Debug)]
pub struct DeclaredSort {
    /// Its name.
    pub symbol: Symbol,
    /// How many arguments it takes.
    pub arity: u16,
    /// Its constructors, if it is a datatype.
    pub constructors: Vec<FunId>,
    /// Whether it is a datatype.
    pub datatype: bool,
    /// The command that declares it.
    pub command: u32,
    /// Its sort parameters (for a parametric datatype).
    pub(crate) params: Range<u32>,
}
