//! What other checkers say of a proof: their words for the three ends that a check has.

use crate::lexer::{Lexer, Token};
use crate::report::Status;

/// The proof without the answer in front of it and without the parentheses around it, which not every
/// checker reads.
pub fn bare(proof: &str) -> &str {
    let text = proof.trim();
    let text = text.strip_prefix("unsat").unwrap_or(text).trim();
    let mut lexer = Lexer::new(text);
    let opened = [lexer.next(), lexer.next()];
    match opened {
        [Ok(Token::Open), Ok(Token::Open)] => text[1..].strip_suffix(')').unwrap_or(text).trim(),
        _ => text,
    }
}

/// What a checker says by its end and its words (carcara's and ethos's); `None` where it says neither.
pub fn opinion(succeeded: bool, printed: &str) -> Option<Status> {
    let word = |line: &str| match line.trim() {
        "valid" | "correct" => Some(Status::Valid),
        "holey" | "incomplete" => Some(Status::Holey),
        "invalid" | "incorrect" => Some(Status::Invalid),
        _ => None,
    };
    let said = printed.lines().rev().find_map(word);
    // A checker that fails has not found the proof right, whatever it printed before.
    said.filter(|status| succeeded || *status == Status::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_is_undressed() {
        assert_eq!(
            bare("unsat\n(\n(assume @p1 false)\n)\n"),
            "(assume @p1 false)"
        );
        assert_eq!(bare("((step a))"), "(step a)");
        assert_eq!(bare("(step a)\n(step b)"), "(step a)\n(step b)");
        assert_eq!(bare(""), "");
    }

    #[test]
    fn words_of_checkers() {
        assert_eq!(opinion(true, "valid\n"), Some(Status::Valid));
        assert_eq!(opinion(true, "read 3 files\ncorrect"), Some(Status::Valid));
        assert_eq!(opinion(true, "incomplete\n"), Some(Status::Holey));
        assert_eq!(opinion(false, "invalid"), Some(Status::Invalid));
        assert_eq!(opinion(false, "valid\n"), None);
        assert_eq!(opinion(true, "it is valid, perhaps"), None);
    }
}
