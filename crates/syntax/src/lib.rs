//! SMT-LIB as text: bytes, tokens, symbols, spans, and what went wrong where.
//!
//! This crate knows how the language is spelt and nothing of what it means. It reads from memory
//! only, never recurses, and never panics on any input.

pub mod bytes;
mod diagnostic;
mod encoding;
mod layout;
pub mod loose;
pub mod sexpr;
mod spelling;
pub mod symbol;
pub mod token;
mod visible;

pub use diagnostic::{Diagnostic, Position, Span};
pub use encoding::Decoded;
pub use layout::pretty;
pub use sexpr::Sexprs;
pub use spelling::{numeral_value, quoted, string_code_points};
pub use symbol::{Symbol, Symbols};
pub use token::{Fault, Token, TokenKind, Tokenizer};
pub use visible::visible;
