//! A script's shape: what is left of it when names no longer matter.

use crate::text::{Command, commands};
use gadfly_formula::ContentHash;
use std::collections::{BTreeMap, BTreeSet};

/// The script with every name that it declares or binds renamed by first appearance, and without
/// comments, layout, `set-info` and `set-logic`. Two scripts that differ in names alone have the
/// same normal form.
pub fn alpha_normal(script: &str) -> String {
    let commands = commands(script);
    let declared = declared_names(&commands);
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let mut out = String::new();
    for command in &commands {
        let silent = ["set-info", "set-logic", "set-option", "exit", "get-model"];
        if silent.contains(&command.name()) {
            continue;
        }
        for token in command.tokens.iter().copied() {
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

/// The hash of [`alpha_normal`] with literals of one sort taken for the same: which number or string
/// stands there rarely makes another bug.
pub fn shape_hash(script: &str) -> ContentHash {
    let normal = alpha_normal(script);
    let mut tokens = String::with_capacity(normal.len());
    for token in commands(&normal).iter().flat_map(|command| &command.tokens) {
        tokens.push_str(kind_of_literal(token).unwrap_or(token));
        tokens.push(' ');
    }
    ContentHash::of(tokens.as_bytes())
}

/// What stands for a literal.
fn kind_of_literal(token: &str) -> Option<&'static str> {
    let first = token.chars().next()?;
    match first {
        '"' => Some("\"\""),
        '0'..='9' if token.contains('.') => Some("0.0"),
        '0'..='9' => Some("0"),
        _ => None,
    }
}

/// The hash of [`alpha_normal`].
pub fn alpha_hash(script: &str) -> ContentHash {
    ContentHash::of(alpha_normal(script).as_bytes())
}

/// The operators that a script's assertions apply, sorted: heads of applications that the script
/// does not declare itself.
pub fn operators(script: &str) -> Vec<String> {
    let commands = commands(script);
    let declared = declared_names(&commands);
    let mut found = BTreeSet::new();
    let with_terms = [
        "assert",
        "define-fun",
        "define-fun-rec",
        "check-sat-assuming",
    ];
    for Command { tokens, .. } in commands.iter().filter(|c| with_terms.contains(&c.name())) {
        for i in 2..tokens.len() {
            let head = operator_at(tokens, i);
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
fn declared_names<'a>(commands: &[Command<'a>]) -> BTreeSet<&'a str> {
    let tokens: Vec<&str> = commands
        .iter()
        .flat_map(|c| c.tokens.iter().copied())
        .collect();
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
    fn literals_do_not_make_another_shape() {
        let shape = |text: &str| shape_hash(&format!("(declare-fun s () String)(assert {text})"));
        let one = shape("(str.< \"a\" \"aa\")");
        assert_eq!(one, shape("(str.< \"b\" \"\")"));
        assert_ne!(one, shape("(str.<= \"a\" \"aa\")"));
        assert_ne!(one, shape("(str.< \"a\" s)"));
        let looped = |range| shape(&format!("(str.in_re s ((_ re.loop {range}) re.all))"));
        assert_eq!(looped("1 0"), looped("3 2"));
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
