//! A script's shape: what is left of it when names no longer matter.

use gadfly_formula::ContentHash;
use std::collections::{BTreeMap, BTreeSet};

/// The script with every name that it declares or binds renamed by first appearance, and without
/// comments, layout, `set-info` and `set-logic`. Two scripts that differ in names alone have the
/// same normal form.
pub fn alpha_normal(script: &str) -> String {
    let tokens = tokens(script);
    let declared = declared_names(&tokens);
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let mut out = String::new();
    for command in commands(&tokens) {
        if matches!(
            command.get(1),
            Some(&"set-info" | &"set-logic" | &"set-option" | &"exit" | &"get-model")
        ) {
            continue;
        }
        for token in command {
            let token = bare(token);
            if out.ends_with(|c| c != '(') && !out.is_empty() && token != ")" {
                out.push(' ');
            }
            if declared.contains(token) {
                let next = names.len();
                out.push_str(names.entry(token).or_insert_with(|| format!("n{next}")));
            } else {
                out.push_str(token);
            }
        }
    }
    out
}

/// The hash of [`alpha_normal`].
pub fn alpha_hash(script: &str) -> ContentHash {
    ContentHash::of(alpha_normal(script).as_bytes())
}

/// The operators that a script's assertions apply, sorted: heads of applications that the script
/// does not declare itself.
pub fn operators(script: &str) -> Vec<String> {
    let tokens = tokens(script);
    let declared = declared_names(&tokens);
    let mut found = BTreeSet::new();
    for command in commands(&tokens) {
        if !matches!(
            command.get(1),
            Some(&"assert" | &"define-fun" | &"define-fun-rec" | &"check-sat-assuming")
        ) {
            continue;
        }
        for i in 2..command.len() {
            let head = operator_at(command, i);
            found.extend(head.filter(|name| !declared.contains(name) && !STRUCTURE.contains(name)));
        }
    }
    found.into_iter().map(str::to_string).collect()
}

/// Words that head a list without being an operator.
const STRUCTURE: &[&str] = &[
    "let",
    "!",
    "_",
    "as",
    "par",
    "BitVec",
    "Array",
    "FloatingPoint",
    "Seq",
    "Set",
];

/// The operator whose application starts before position i, or a bare constant such as `re.all`.
fn operator_at<'a>(command: &[&'a str], i: usize) -> Option<&'a str> {
    let token = command[i];
    let symbol =
        |token: &str| token.starts_with(|c: char| !c.is_ascii_digit() && !"()\"#:|".contains(c));
    match command[i - 1] {
        "(" if symbol(token) => Some(token),
        "_" if i >= 2 && command[i - 2] == "(" && symbol(token) => Some(token),
        _ if token.starts_with("re.") || token.starts_with("seq.") => Some(token),
        _ => None,
    }
}

/// Names that a script declares, defines or binds.
fn declared_names<'a>(tokens: &[&'a str]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    let mut depth_of_binder: Vec<usize> = Vec::new();
    let mut depth = 0usize;
    for (i, token) in tokens.iter().enumerate() {
        match *token {
            "(" => {
                depth += 1;
                let bound = depth_of_binder.last().is_some_and(|d| depth == d + 2);
                if bound && let Some(name) = tokens.get(i + 1).filter(|name| **name != "(") {
                    names.insert(bare(name));
                }
            }
            ")" => {
                depth = depth.saturating_sub(1);
                if depth_of_binder.last().is_some_and(|d| depth == *d) {
                    depth_of_binder.pop();
                }
            }
            "let" | "forall" | "exists" | "lambda" if tokens.get(i + 1) == Some(&"(") => {
                depth_of_binder.push(depth)
            }
            "declare-fun" | "declare-const" | "declare-sort" | "define-sort" | "define-const" => {
                names.extend(tokens.get(i + 1).map(|name| bare(name)));
            }
            "define-fun" | "define-fun-rec" => {
                names.extend(tokens.get(i + 1).map(|name| bare(name)));
                if tokens.get(i + 2) == Some(&"(") {
                    depth_of_binder.push(depth);
                }
            }
            _ => {}
        }
    }
    names
}

/// A quoted symbol without its bars, where it means the same.
fn bare(token: &str) -> &str {
    let inner = token.strip_prefix('|').and_then(|t| t.strip_suffix('|'));
    let simple = |text: &&str| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
        !text.is_empty()
            && text.chars().all(plain)
            && !text.starts_with(|c: char| c.is_ascii_digit())
    };
    inner.filter(simple).unwrap_or(token)
}

/// The tokens of each top-level list, parentheses included.
fn commands<'t, 'a>(tokens: &'t [&'a str]) -> Vec<&'t [&'a str]> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (i, token) in tokens.iter().enumerate() {
        match *token {
            "(" => {
                if depth == 0 {
                    start = i;
                }
                depth += 1;
            }
            ")" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    found.push(&tokens[start..=i]);
                }
            }
            _ => {}
        }
    }
    found
}

/// Parentheses, strings, quoted symbols and words; comments and blanks are gone.
fn tokens(script: &str) -> Vec<&str> {
    let bytes = script.as_bytes();
    let mut found = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        i = match bytes[i] {
            b';' => find(bytes, i, b'\n'),
            b if b.is_ascii_whitespace() => i + 1,
            b'(' | b')' => i + 1,
            b'|' => (find(bytes, i + 1, b'|') + 1).min(bytes.len()),
            b'"' => string_end(bytes, i + 1),
            _ => word_end(bytes, i),
        };
        if bytes[start] != b';' && !bytes[start].is_ascii_whitespace() {
            found.push(&script[start..i]);
        }
    }
    found
}

fn find(bytes: &[u8], from: usize, byte: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or(&[]);
    rest.iter()
        .position(|b| *b == byte)
        .map_or(bytes.len(), |at| from + at)
}

/// The end of a string literal, where `""` is a quote inside it.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut end = (find(bytes, from, b'"') + 1).min(bytes.len());
    while bytes.get(end) == Some(&b'"') {
        end = (find(bytes, end + 1, b'"') + 1).min(bytes.len());
    }
    end
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    let ends = |b: &u8| b.is_ascii_whitespace() || b"()\";|".contains(b);
    let rest = &bytes[from..];
    from + rest.iter().position(ends).unwrap_or(rest.len()).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_up_to_names_and_layout() {
        let a = "(set-logic QF_LIA)(declare-fun x () Int)(assert (forall ((y Int)) (< x y)))(check-sat)";
        let b = "; c\n(declare-fun |b c| () Int)\n(assert (forall ((|q| Int))\n (< |b c| q)))\n(check-sat)\n(exit)";
        assert_eq!(alpha_normal(a), alpha_normal(b));
        assert_eq!(alpha_hash(a), alpha_hash(b));
    }

    #[test]
    fn different_shapes_differ() {
        let a = "(declare-fun x () Int)(declare-fun y () Int)(assert (< x y))";
        for b in [
            "(declare-fun x () Int)(declare-fun y () Int)(assert (< y x))",
            "(declare-fun x () Int)(declare-fun y () Int)(assert (<= x y))",
            "(declare-fun x () Real)(declare-fun y () Real)(assert (< x y))",
            "(declare-fun x () Int)(assert (< x x))",
            "",
        ] {
            assert_ne!(alpha_normal(a), alpha_normal(b), "{b}");
        }
    }

    #[test]
    fn strings_keep_their_text() {
        assert_eq!(
            alpha_normal("(assert (= \"a ; (\"\" b\" \"\"))"),
            "(assert (= \"a ; (\"\" b\" \"\"))"
        );
    }

    #[test]
    fn operators_without_own_names() {
        let script = "(declare-fun f (Int) Int)(assert (let ((a (f 1))) (and (> a 0) ((_ extract 1 0) #b11) (str.in_re \"\" re.all))))";
        assert_eq!(
            operators(script),
            ["and", "extract", "re.all", "str.in_re", ">"]
                .map(String::from)
                .into_iter()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn survives_broken_text() {
        for text in [
            "(",
            ")",
            "\"",
            "|",
            "(let (",
            "((((",
            ";",
            "(declare-fun",
            "(assert (forall ((x",
        ] {
            alpha_normal(text);
            operators(text);
        }
    }
}
