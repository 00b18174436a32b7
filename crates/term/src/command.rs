//! Commands of a script.

use gadfly_catalog::words;
use gadfly_syntax::{Span, Symbol};
use std::ops::Range;

/// What a command is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CommandKind {
    Assert,
    CheckSat,
    /// `check-sat-assuming`, and z3's `check-sat` with assumptions.
    CheckSatAssuming,
    /// z3's `check-sat-using` with a tactic.
    CheckSatUsing,
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
    /// Others that ask for something and change nothing: `get-…`, `simplify`, `eval`, `apply`,
    /// `check-synth`.
    Get,
    Minimize,
    Maximize,
    /// A formula that holds where it can, by its weight.
    AssertSoft,
    /// A clause of z3's fixed points.
    Rule,
    /// Whether a relation of z3's fixed points holds anywhere.
    Query,
    /// A function that is searched for: `synth-fun`, `synth-inv`.
    SynthFun,
    /// What such functions must keep: `constraint`, `assume`, `inv-constraint`.
    Constraint,
    /// A command of a solver's dialect, kept as it stands.
    Other,
}

impl CommandKind {
    /// Whether the command asks for satisfiability.
    pub fn is_check(self) -> bool {
        use CommandKind::{CheckSat, CheckSatAssuming, CheckSatUsing};
        matches!(self, CheckSat | CheckSatAssuming | CheckSatUsing)
    }

    /// Whether the command says which models are the best; satisfiability does not depend on it.
    pub fn is_objective(self) -> bool {
        use CommandKind::{AssertSoft, Maximize, Minimize};
        matches!(self, Minimize | Maximize | AssertSoft)
    }

    /// What a command of a dialect is whose arguments are understood.
    pub(crate) fn of_dialect(name: Symbol) -> CommandKind {
        match name {
            words::MINIMIZE => CommandKind::Minimize,
            words::MAXIMIZE => CommandKind::Maximize,
            words::ASSERT_SOFT => CommandKind::AssertSoft,
            words::CHECK_SAT_USING => CommandKind::CheckSatUsing,
            words::RULE => CommandKind::Rule,
            words::QUERY => CommandKind::Query,
            words::CONSTRAINT | words::ASSUME | words::INV_CONSTRAINT => CommandKind::Constraint,
            _ => CommandKind::Get,
        }
    }
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
