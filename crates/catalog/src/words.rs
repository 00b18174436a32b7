//! Symbols with fixed numbers: reserved words and the names of commands.

use gadfly_syntax::{Symbol, Symbols};

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Number { $($name),* }
        $(#[doc = concat!("`", $text, "`")] pub const $name: Symbol = Symbol(Number::$name as u32);)*
        const TEXTS: &[&str] = &[$($text),*];
    };
}

words! {
    UNDERSCORE = "_", AS = "as", LET = "let", FORALL = "forall", EXISTS = "exists",
    BANG = "!", PAR = "par", MATCH = "match", LAMBDA = "lambda",
    IS = "is", UPDATE = "update", UPDATE_FIELD = "update-field", CHAR = "char", CHAR_LEGACY = "Char",
    TRUE = "true", FALSE = "false",
    ASSERT = "assert", CHECK_SAT = "check-sat", CHECK_SAT_ASSUMING = "check-sat-assuming",
    DECLARE_CONST = "declare-const", DECLARE_FUN = "declare-fun", DECLARE_SORT = "declare-sort",
    DECLARE_DATATYPE = "declare-datatype", DECLARE_DATATYPES = "declare-datatypes",
    DECLARE_CODATATYPE = "declare-codatatype", DECLARE_CODATATYPES = "declare-codatatypes",
    DECLARE_SORT_PARAMETER = "declare-sort-parameter",
    DEFINE_CONST = "define-const", DEFINE_FUN = "define-fun", DEFINE_FUN_REC = "define-fun-rec", DEFINE_FUNS_REC = "define-funs-rec",
    DEFINE_SORT = "define-sort", SET_LOGIC = "set-logic", SET_INFO = "set-info", SET_OPTION = "set-option",
    PUSH = "push", POP = "pop", RESET = "reset", RESET_ASSERTIONS = "reset-assertions", EXIT = "exit", ECHO = "echo",
    GET_VALUE = "get-value", GET_MODEL = "get-model", GET_ASSERTIONS = "get-assertions", GET_ASSIGNMENT = "get-assignment",
    GET_INFO = "get-info", GET_OPTION = "get-option", GET_PROOF = "get-proof",
    GET_UNSAT_ASSUMPTIONS = "get-unsat-assumptions", GET_UNSAT_CORE = "get-unsat-core",
    DECLARE_REL = "declare-rel", DECLARE_VAR = "declare-var", DECLARE_TYPE_VAR = "declare-type-var",
    MINIMIZE = "minimize", MAXIMIZE = "maximize", ASSERT_SOFT = "assert-soft",
    CHECK_SAT_USING = "check-sat-using", RULE = "rule", QUERY = "query",
    SYNTH_FUN = "synth-fun", SYNTH_INV = "synth-inv",
    CONSTRAINT = "constraint", ASSUME = "assume", INV_CONSTRAINT = "inv-constraint",
}

/// One past the last word that begins a term of its own form.
pub const RESERVED: u32 = IS.0;

/// One past the last word that can never be a name. `match` and `lambda` became reserved with
/// SMT-LIB 2.6 and 2.7; older files declare them.
pub const NEVER_NAMES: u32 = MATCH.0;

/// The table of symbols that holds just these words, in order.
pub(crate) fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    for text in TEXTS {
        symbols.intern(text.as_bytes());
    }
    symbols
}
