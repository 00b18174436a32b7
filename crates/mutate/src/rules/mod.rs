//! The rule language: what a `.rule` or `.fusion` file of the catalogue says, read into patterns.

mod build;
mod fusion;
mod language;
mod number;
mod obligation;
mod reading;
mod regex_logic;
mod rule;

pub use build::{Bindings, Slot};
pub use fusion::{Fusion, read_fusions};
pub use language::{Head, Need, Pattern, SortPattern, Var, VarKind};
pub use number::{Condition, Number, Numbers};
pub use obligation::{Obligation, of_fusion, of_rule};
pub use reading::RuleError;
pub use rule::{Direction, Relation, Rule, read_rules};

use gadfly_syntax::{TokenKind, Tokenizer, quoted};

/// `text` with some of its symbols replaced; all other tokens, and what is between them, stay.
pub(crate) fn replace_symbols(text: &str, mut with: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    let mut tokens = Tokenizer::new(text.as_bytes());
    loop {
        let token = tokens.token();
        let (start, end) = (token.start as usize, token.end as usize);
        match token.kind {
            TokenKind::End | TokenKind::Bad(_) => break,
            TokenKind::Symbol => {
                if let Some(new) = with(&text[start..end]) {
                    out.push_str(&text[copied..start]);
                    out.push_str(&new);
                    copied = end;
                }
            }
            TokenKind::Quoted => {
                if let Some(new) = with(&text[start + 1..end - 1]) {
                    out.push_str(&text[copied..start]);
                    out.push_str(&quoted(&new));
                    copied = end;
                }
            }
            _ => {}
        }
    }
    out.push_str(&text[copied..]);
    out
}
