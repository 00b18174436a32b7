//! How a run ended, in one letter: what a baseline remembers of a formula.

use crate::outcome::{Observed, Said, Verdict};
use gadfly_vocabulary::Kind;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub(super) char);

impl Code {
    /// Not run, or a fault that is not the solver's.
    pub const NONE: Code = Code('-');

    /// The code of a run and its verdict.
    pub fn of(seen: &Observed, verdict: Verdict) -> Code {
        Code(match (verdict, seen.said) {
            (Verdict::Fine, Said::Sat) => 's',
            (Verdict::Fine, Said::Unsat) => 'u',
            (Verdict::Fine, Said::Mixed) => 'm',
            (Verdict::Fine, Said::Unknown) => '?',
            (Verdict::Fine, Said::Nothing) => 'r',
            (Verdict::Unsound, _) => 'w',
            (Verdict::InvalidModel, _) => 'i',
            (Verdict::InvalidCore, _) => 'k',
            (Verdict::Crash, _) => 'c',
            (Verdict::Timeout, _) => 't',
            (Verdict::MemoryOut, _) => 'o',
            (Verdict::Rejected, _) => 'r',
            (Verdict::Broken, _) => '-',
        })
    }

    /// Whether it was decided, with nothing against it.
    pub fn is_solved(self) -> bool {
        matches!(self.0, 's' | 'u' | 'm')
    }

    /// Whether it was decided, rightly or wrongly.
    pub fn is_decided(self) -> bool {
        self.is_solved() || matches!(self.0, 'w' | 'i' | 'k')
    }

    /// Whether it shows a bug whatever came before.
    pub fn is_trigger(self) -> bool {
        matches!(self.0, 'w' | 'i' | 'k' | 'c')
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self.0 {
            's' => "sat",
            'u' => "unsat",
            'm' => "sat and unsat",
            '?' => "unknown",
            'w' => "a wrong answer",
            'i' => "an invalid model",
            'k' => "an invalid core",
            'c' => "a crash",
            't' => "a time-out",
            'o' => "a memory-out",
            'r' => "no answer",
            _ => "not run",
        }
    }

    /// The finding's kind that it makes, where it is new.
    pub fn kind(self) -> Kind {
        match self.0 {
            'w' => Kind::Soundness,
            'i' => Kind::InvalidModel,
            'k' => Kind::InvalidCore,
            'c' => Kind::Crash,
            't' | 'o' => Kind::Slow,
            'r' => Kind::Rejected,
            '?' => Kind::Incomplete,
            _ => Kind::Disagreement,
        }
    }
}

/// Codes as counts and letters: `12s3u`.
pub(super) fn pack(codes: &[Code]) -> String {
    let mut out = String::new();
    for run in codes.chunk_by(|a, b| a == b) {
        if run.len() > 1 {
            out += &run.len().to_string();
        }
        out.push(run[0].0);
    }
    out
}

/// The inverse of [`pack`].
pub(super) fn unpack(text: &str) -> Option<Vec<Code>> {
    let mut codes = Vec::new();
    let mut count = 0usize;
    for letter in text.chars() {
        match letter.to_digit(10) {
            Some(digit) => count = count.checked_mul(10)?.checked_add(digit as usize)?,
            None if "sum?wikctor-".contains(letter) && count < 100_000_000 => {
                codes.extend(std::iter::repeat_n(Code(letter), count.max(1)));
                count = 0;
            }
            None => return None,
        }
    }
    (count == 0).then_some(codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_pack_and_unpack() {
        let codes = "ssssuu?-wikctorm".chars().map(Code).collect::<Vec<_>>();
        assert_eq!(pack(&codes), "4s2u?-wikctorm");
        assert_eq!(unpack(&pack(&codes)), Some(codes));
        assert_eq!(unpack(""), Some(vec![]));
        assert_eq!(unpack("4"), None);
        assert_eq!(unpack("4x"), None);
        assert_eq!(unpack("99999999999999999999s"), None);
    }
}
