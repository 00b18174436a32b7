//! The last step, for people: usual spacing, a line a command, and names that tell the sort.

use crate::sorts::Reader;
use crate::squeeze::for_each_token;
use crate::subject::Subject;
use rustc_hash::FxHashMap;

/// Letters for constants and variables by how their sort begins; others are `c`, `d`, `e`.
const LETTERS: &[(&str, &str)] = &[
    ("Bool", "pqr"),
    ("Int", "ijkmn"),
    ("Real", "xyz"),
    ("String", "stu"),
    ("(_ BitVec", "abvw"),
    ("(_ FloatingPoint", "xyz"),
    ("Float", "xyz"),
    ("(Array", "ABM"),
    ("RegLan", "r"),
    ("RoundingMode", "m"),
    ("(Seq", "st"),
];

/// The script as a person would write it: the same up to names and white space.
pub fn beautify(script: &str) -> String {
    let plain = spaced(script, &FxHashMap::default());
    let Ok(reader) = Reader::for_input(script) else {
        return plain;
    };
    let subject = Subject::new(&reader, script);
    let named = spaced(script, &readable_names(&subject));
    if reader.accepts(&named) { named } else { plain }
}

/// A new name for everything that the script declares or binds.
fn readable_names<'a>(subject: &Subject<'a>) -> FxHashMap<&'a str, String> {
    let own = subject.own_names();
    let mut given: FxHashMap<&str, String> = FxHashMap::default();
    for &name in &own {
        let letters = letters(subject, name);
        let single = letters.chars().map(String::from);
        let numbered =
            (1..).flat_map(|n| letters.chars().map(move |letter| format!("{letter}{n}")));
        let free = |new: &String| {
            !given.values().any(|taken| taken == new)
                && (own.contains(&new.as_str()) || subject.uses(new).is_empty())
        };
        if let Some(new) = single.chain(numbered).find(free) {
            given.insert(name, new);
        }
    }
    given
}

fn letters(subject: &Subject<'_>, name: &str) -> &'static str {
    let uses = subject.uses(name);
    let sort = uses.iter().find_map(|&place| subject.sort_of(place));
    let is_called = uses.iter().any(|&place| {
        let list = subject.tree.nodes[place].parent;
        list.is_some_and(|list| {
            subject.tree.children(list)[0] == place && subject.sort_of(list).is_some()
        })
    });
    let Some(sort) = sort.filter(|_| !is_called) else {
        return if is_called { "fgh" } else { "STU" };
    };
    let sort = subject.sort_text(sort);
    let known = LETTERS.iter().find(|(prefix, _)| sort.starts_with(prefix));
    known.map_or("cde", |(_, letters)| letters)
}

/// Tokens with one space between them, none inside parentheses, and a line a command.
fn spaced(script: &str, names: &FxHashMap<&str, String>) -> String {
    let mut out = String::with_capacity(script.len() * 5 / 4);
    let mut depth = 0usize;
    for_each_token(script, |token| {
        depth -= usize::from(token == ")" && depth > 0);
        if token != ")" && !out.is_empty() && !out.ends_with(['(', '\n']) {
            out.push(' ');
        }
        out.push_str(names.get(token).map_or(token, String::as_str));
        depth += usize::from(token == "(");
        if depth == 0 {
            out.push('\n');
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_sort() {
        assert_eq!(
            beautify(
                "(declare-const a String)(declare-const b String)(declare-fun c(Int)Bool)(assert(c(str.len(str.++ a b))))(check-sat)"
            ),
            "(declare-const s String)\n(declare-const t String)\n(declare-fun f (Int) Bool)\n(assert (f (str.len (str.++ s t))))\n(check-sat)\n"
        );
        assert_eq!(
            beautify("(assert(forall((a Int)(b Bool))(=(= a 0)b)))"),
            "(assert (forall ((i Int) (p Bool)) (= (= i 0) p)))\n"
        );
    }

    #[test]
    fn what_is_taken_is_not_given() {
        assert_eq!(
            beautify("(declare-const j Int)(declare-const i Int)(assert(> i j))"),
            "(declare-const i Int)\n(declare-const j Int)\n(assert (> j i))\n"
        );
    }
}
