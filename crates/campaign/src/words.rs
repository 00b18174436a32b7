//! Words that a script may have: operators, sorts, binders, commands.

use gadfly_syntax::{TokenKind, Tokenizer};
use rustc_hash::FxHashSet;

/// A set of words.
#[derive(Clone, Debug, Default)]
pub struct Words {
    words: FxHashSet<Vec<u8>>,
}

impl Words {
    /// These words.
    pub fn of(words: &[String]) -> Words {
        Words {
            words: words.iter().map(|word| word.clone().into_bytes()).collect(),
        }
    }

    /// Whether one of them stands in a script as a symbol. What is quoted is a name of the script's own.
    pub fn stand_in(&self, script: &str) -> bool {
        let bytes = script.as_bytes();
        let mut tokens = Tokenizer::new(bytes);
        loop {
            let token = tokens.token();
            let word = &bytes[token.start as usize..token.end as usize];
            match token.kind {
                TokenKind::End | TokenKind::Bad(_) => return false,
                TokenKind::Symbol if self.words.contains(word) => return true,
                _ => {}
            }
        }
    }
}

/// Leaves the files (path and text) with one of these words; all of them, and says so, where no file has any.
pub fn keep_with(words: &[String], files: &mut Vec<(String, String)>) -> bool {
    let words = Words::of(words);
    let any = files.iter().any(|(_, text)| words.stand_in(text));
    if any {
        files.retain(|(_, text)| words.stand_in(text));
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_are_symbols_and_no_parts_of_others() {
        let set = Words::of(&words(&["str.at", "forall"]));
        assert!(set.stand_in("(assert (= (str.at s 0) \"a\"))"));
        assert!(set.stand_in("(assert (forall ((x Int)) true))"));
        for script in [
            "(assert (= s \"str.at\"))",
            "(assert |str.at|)",
            "(assert (str.atom s)) ; str.at",
            "",
        ] {
            assert!(!set.stand_in(script), "{script}");
        }
    }

    #[test]
    fn all_files_stay_where_none_has_a_word() {
        let files = [("a", "(assert (str.at s 0))"), ("b", "(assert p)")];
        let files = files.map(|(name, text)| (name.to_string(), text.to_string()));
        let kept = |wanted: &[&str]| {
            let mut files = files.to_vec();
            (keep_with(&words(wanted), &mut files), files.len())
        };
        assert_eq!(kept(&["str.at"]), (true, 1));
        assert_eq!(kept(&["bvadd"]), (false, 2));
    }
}
