//! Strings as sequences of code points, and the sequence operations that strings and `Seq` share.

use std::fmt::Write;

use crate::budget;
use crate::reason::Reason;
use crate::theory::LARGEST_VALUE;

/// The largest code point of a string's character.
pub const LARGEST_CHARACTER: u32 = 0x2FFFF;

/// What sequences are made of: equality may be undetermined (think of real numbers or arrays).
pub trait Item: Clone {
    /// Whether two items are the same.
    fn same(&self, other: &Self) -> Result<bool, Reason>;

    /// Whether two lists of one length are the same: different beats undetermined.
    fn same_lists(a: &[Self], b: &[Self]) -> Result<bool, Reason> {
        let mut doubt = None;
        for (x, y) in a.iter().zip(b) {
            budget::steps(1)?;
            match x.same(y) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(reason) => doubt = Some(reason),
            }
        }
        doubt.map_or(Ok(true), Err)
    }
}

impl Item for u32 {
    fn same(&self, other: &Self) -> Result<bool, Reason> {
        Ok(self == other)
    }

    /// Many at a time, so whoever calls this takes the steps.
    fn same_lists(a: &[Self], b: &[Self]) -> Result<bool, Reason> {
        Ok(a == b)
    }
}

/// Whether two sequences are the same: different beats undetermined.
pub fn same_items<T: Item>(a: &[T], b: &[T]) -> Result<bool, Reason> {
    if a.len() != b.len() {
        return Ok(false);
    }
    T::same_lists(a, b)
}

/// Steps that are taken at a time.
const AT_A_TIME: u64 = 1_024;

/// The first position at or after `from` where the needle stands.
pub fn find<T: Item>(hay: &[T], needle: &[T], from: usize) -> Result<Option<usize>, Reason> {
    let Some(last) = hay.len().checked_sub(needle.len()) else {
        return Ok(None);
    };
    // Characters are compared sixteen at a time.
    let each = 1 + needle.len() as u64 / 16;
    let mut due = 0;
    for start in from..=last {
        due += each;
        if due >= AT_A_TIME {
            budget::steps(std::mem::take(&mut due))?;
        }
        if T::same_lists(&hay[start..start + needle.len()], needle)? {
            budget::steps(due)?;
            return Ok(Some(start));
        }
    }
    budget::steps(due)?;
    Ok(None)
}

/// Room for a sequence of so many items, and the steps to write it.
pub fn may_have<T>(length: usize) -> Result<(), Reason> {
    if length > LARGEST_VALUE {
        return Err(Reason::Limit);
    }
    budget::items::<T>(length)
}

/// Parts one after the other.
pub fn joined<T: Item>(parts: &[&[T]]) -> Result<Vec<T>, Reason> {
    let length = parts
        .iter()
        .fold(0, |n: usize, p| n.saturating_add(p.len()));
    may_have::<T>(length)?;
    Ok(parts.concat())
}

/// The part from `start` of at most `length` items; empty where either is out of range.
pub fn extract<T: Item>(
    items: &[T],
    start: Option<usize>,
    length: Option<usize>,
) -> Result<Vec<T>, Reason> {
    match (start, length) {
        (Some(start), Some(length)) if start < items.len() => {
            joined(&[&items[start..items.len().min(start.saturating_add(length))]])
        }
        _ => Ok(Vec::new()),
    }
}

/// The first occurrence replaced; an empty pattern stands before the first item.
pub fn replace<T: Item>(items: &[T], pattern: &[T], by: &[T]) -> Result<Vec<T>, Reason> {
    match find(items, pattern, 0)? {
        Some(at) => joined(&[&items[..at], by, &items[at + pattern.len()..]]),
        None => joined(&[items]),
    }
}

/// Every occurrence replaced, left to right; an empty pattern replaces nothing.
pub fn replace_all<T: Item>(items: &[T], pattern: &[T], by: &[T]) -> Result<Vec<T>, Reason> {
    if pattern.is_empty() {
        return joined(&[items]);
    }
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = find(items, pattern, from)? {
        from = at + pattern.len();
        found.push((at, from));
    }
    replace_parts(items, &found, by)
}

/// The parts between starts and ends, in order, replaced.
pub fn replace_parts<T: Item>(
    items: &[T],
    parts: &[(usize, usize)],
    by: &[T],
) -> Result<Vec<T>, Reason> {
    let gone: usize = parts.iter().map(|(start, end)| end - start).sum();
    let length = by.len().saturating_mul(parts.len());
    let length = length.saturating_add(items.len() - gone);
    may_have::<T>(length)?;
    let mut result = Vec::with_capacity(length);
    let mut rest = 0;
    for (start, end) in parts {
        result.extend_from_slice(&items[rest..*start]);
        result.extend_from_slice(by);
        rest = *end;
    }
    result.extend_from_slice(&items[rest..]);
    Ok(result)
}

/// Items from `start` on overwritten by those of `by`, as far as they fit; out of range, unchanged.
pub fn update<T: Item>(items: &[T], start: Option<usize>, by: &[T]) -> Result<Vec<T>, Reason> {
    let mut result = joined(&[items])?;
    if let Some(start) = start.filter(|s| *s < items.len()) {
        for (slot, item) in result[start..].iter_mut().zip(by) {
            *slot = item.clone();
        }
    }
    Ok(result)
}

/// Reads the text between the quotes of an SMT-LIB 2.6 string literal: `""` is a quote, and
/// `\u{X…}`, `\uXXXX` are escapes. Anything else stands for itself.
pub fn unescape(literal: &str) -> Vec<u32> {
    let characters: Vec<char> = literal.chars().collect();
    let mut result = Vec::with_capacity(characters.len());
    let mut at = 0;
    while at < characters.len() {
        if let Some((code, length)) = escape_at(&characters[at..]) {
            result.push(code);
            at += length;
        } else {
            result.push(characters[at] as u32);
            at += if characters[at] == '"' && characters.get(at + 1) == Some(&'"') {
                2
            } else {
                1
            };
        }
    }
    result
}

/// The code and length of an escape at the start of the text.
fn escape_at(text: &[char]) -> Option<(u32, usize)> {
    let rest = text.strip_prefix(&['\\', 'u'])?;
    if let Some(braced) = rest.strip_prefix(&['{']) {
        let end = braced.iter().take(6).position(|c| *c == '}')?;
        let code = hexadecimal(&braced[..end]).filter(|code| *code <= LARGEST_CHARACTER)?;
        return Some((code, end + 4));
    }
    Some((hexadecimal(rest.get(..4)?)?, 6))
}

/// Whether a literal has an escape of the standard that is out of range, or (unless the printer is known
/// to keep to the standard) what may be one of C, as old releases print it. A backslash before anything
/// else stands for itself everywhere.
pub fn has_foreign_escape(literal: &str, standard: bool) -> bool {
    let characters: Vec<char> = literal.chars().collect();
    let suspicious = if standard {
        "uU"
    } else {
        "abefnrtvxuUX01234567\\"
    };
    let foreign = |at: usize| {
        let next = characters.get(at + 1).copied().unwrap_or('"');
        suspicious.contains(next) && escape_at(&characters[at..]).is_none()
    };
    (0..characters.len()).any(|at| characters[at] == '\\' && foreign(at))
}

/// Whether a model prints escapes of the standard. Old releases print every backslash of a text twice,
/// so one that is alone before `u{…}` means that all strings of the model are to be read by the standard.
pub fn has_standard_escape(model: &str) -> bool {
    let mut before = '"';
    for (at, c) in model.char_indices() {
        if c == '\\' && before != '\\' && model[at..].starts_with("\\u{") {
            let candidate: Vec<char> = model[at..].chars().take(10).collect();
            if escape_at(&candidate).is_some() {
                return true;
            }
        }
        before = c;
    }
    false
}

fn hexadecimal(digits: &[char]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits
        .iter()
        .try_fold(0u32, |sum, c| Some(sum * 16 + c.to_digit(16)?))
}

/// Prints code points as an SMT-LIB 2.6 string literal. A backslash is escaped, so that no text reads
/// as an escape.
pub fn escape(characters: &[u32]) -> String {
    let mut out = String::from("\"");
    for code in characters {
        match char::from_u32(*code) {
            Some('"') => out.push_str("\"\""),
            Some(c) if (' '..='~').contains(&c) && c != '\\' => out.push(c),
            _ => {
                let _ = write!(out, "\\u{{{code:x}}}");
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<u32> {
        text.chars().map(|c| c as u32).collect()
    }

    #[test]
    fn escapes_take_one_to_five_digits_up_to_the_largest_character() {
        assert_eq!(unescape("\\u{61}b\\u0063"), codes("abc"));
        assert_eq!(unescape("\\u{2FFFF}"), [0x2FFFF]);
        assert_eq!(unescape("\\u{30000}"), codes("\\u{30000}"));
        assert_eq!(unescape("\\u{000061}"), codes("\\u{000061}"));
        assert_eq!(unescape("\\u{}\\u61\\x41\\"), codes("\\u{}\\u61\\x41\\"));
        assert_eq!(unescape("\\u{D800}a\"\"b"), [0xD800, 97, 34, 98]);
    }

    #[test]
    fn printing_reads_back() {
        for text in ["", "a\"b", "\\u{61}", "\u{1F600}\n~ "] {
            let printed = escape(&codes(text));
            assert_eq!(unescape(&printed[1..printed.len() - 1]), codes(text));
        }
    }

    #[test]
    fn empty_patterns() {
        assert_eq!(find(&codes("ab"), &[], 2).unwrap(), Some(2));
        assert_eq!(
            replace(&codes("ab"), &[], &codes("x")).unwrap(),
            codes("xab")
        );
        assert_eq!(
            replace_all(&codes("ab"), &[], &codes("x")).unwrap(),
            codes("ab")
        );
        assert_eq!(find(&codes("a"), &codes("aa"), 0).unwrap(), None);
    }
}
