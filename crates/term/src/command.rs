//! Commands of a script.

use gadfly_syntax::{Span, Symbol};
use std::ops::Range;

/// What a command is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CommandKind {
    Assert,
    CheckSat,
    CheckSatAssuming,
    DeclareConst,
    DeclareFun,
    DeclareSort,
    DeclareDatatype,
    DeclareDatatypes,
    DeclareSortParameter,
    DefineConst,
    DefineFun,
    DefineFunRec,
    DefineFunsRec,
    DefineSort,
    SetLogic,
    SetInfo,
    SetOption,
    Push,
    Pop,
    Reset,
    ResetAssertions,
    Exit,
    Echo,
    GetValue,
    /// Other `get-…` commands of the standard.
    Get,
    /// A command of a solver's dialect, kept as it stands.
    Other,
}

/// A command of a script.
#[derive(Clone, Debug)]
pub struct Command {
    /// What it is.
    pub kind: CommandKind,
    /// Its name.
    pub name: Symbol,
    /// Where it stands.
    pub span: Span,
    /// `push` and `pop`: how many levels.
    pub levels: u32,
    pub(crate) terms: Range<u32>,
    pub(crate) funs: Range<u32>,
    pub(crate) sorts: Range<u32>,
    pub(crate) nodes: Range<u32>,
}
