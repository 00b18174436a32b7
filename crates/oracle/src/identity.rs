//! What makes two triggers one bug: known roughly before reduction, sharply after it.

use crate::sexpr::Sexprs;
use crate::{Kind, Verdict, operators, shape_hash};
use gadfly_catalog::Catalog;
use gadfly_solver::with_conversions;
use gadfly_term::{Mode, Script};
use std::collections::BTreeSet;
use std::fmt;

/// A bug's name. Triggers with the same name are one finding.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Identity(String);

impl Identity {
    /// The identity of a trigger that has not been reduced. It groups triggers that may be one
    /// bug; only for crashes with a place or a message is it already the final one.
    pub fn before(verdict: &Verdict, script: &str) -> Self {
        let signature = &verdict.signature.to_string();
        if verdict.signature.has_own_words() {
            return Identity::of(verdict, &[signature]);
        }
        let mut about = theories(script);
        // Solvers have bugs of their own in what they make of these.
        if converted(script).is_some() {
            about.push("conversions");
        }
        Identity::of(verdict, &[signature, &about.join("+")])
    }

    /// The identity of a trigger that does not show where conversions of integers are written: that names the bug.
    pub fn of_conversions(verdict: &Verdict) -> Self {
        Identity::of(verdict, &[&verdict.signature.to_string(), "conversions"])
    }

    /// The identity of a reduced case. It looks at the verdict and the case alone, so that hunts on
    /// machines with other releases installed give one bug one name.
    pub fn after(verdict: &Verdict, case: &str) -> Self {
        let signature = &verdict.signature.to_string();
        if verdict.signature.has_own_words() {
            return Identity::of(verdict, &[signature]);
        }
        if verdict.kind == Kind::Crash {
            return Identity::of(verdict, &[signature, &operators(case).join(" ")]);
        }
        if verdict.kind == Kind::SelfCheck {
            // A checker that cannot evaluate an operator objects to every formula that has it.
            let core = ["and", "or", "not", "xor", "=>", "=", "distinct", "ite"];
            let mut about = operators(case);
            about.retain(|operator| !core.contains(&operator.as_str()));
            return Identity::of(verdict, &[signature, &about.join(" ")]);
        }
        let theories = theories(case).join("+");
        let hash = shape_hash(case).short();
        Identity::of(verdict, &[signature, &theories, &hash])
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn of(verdict: &Verdict, parts: &[&str]) -> Self {
        let mut text = format!("{}/{}", verdict.kind, verdict.family);
        for part in parts.iter().filter(|part| !part.is_empty()) {
            text.push('/');
            text.push_str(part);
        }
        Identity(text)
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A script with the conversions written of integers that stand for reals, where there are any.
pub fn converted(script: &str) -> Option<String> {
    let script = Script::parse(script, &Catalog::shared(), Mode::Lenient).ok()?;
    with_conversions(&script)
}

/// The theories that a script's operators and sorts belong to, sorted.
fn theories(script: &str) -> Vec<&'static str> {
    let operators = operators(script);
    let operator = |prefixes: &[&str]| {
        operators
            .iter()
            .any(|op| prefixes.iter().any(|p| op.starts_with(p)))
    };
    let words = foreign_words(script);
    let word = |names: &[&str]| names.iter().any(|name| words.contains(name));
    let floats = ["FloatingPoint", "Float16", "Float32", "Float64", "Float128"];
    let present = [
        ("arrays", operator(&["select", "store"])),
        (
            "bitvectors",
            operator(&["bv", "concat", "extract"]) || word(&["BitVec"]),
        ),
        (
            "datatypes",
            word(&["declare-datatype", "declare-datatypes"]),
        ),
        ("floats", operator(&["fp", "to_fp"]) || word(&floats)),
        ("ints", word(&["Int"])),
        ("quantifiers", operator(&["forall", "exists"])),
        ("reals", word(&["Real"])),
        ("sequences", operator(&["seq."])),
        ("sets", operator(&["set."])),
        ("strings", operator(&["str.", "re."]) || word(&["String"])),
        ("uninterpreted", word(&["declare-sort"])),
    ];
    present
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(name, _)| name)
        .collect()
}

/// The words of a script that are none of its own names.
fn foreign_words(script: &str) -> BTreeSet<&str> {
    let tree = Sexprs::read(script);
    let own = tree.own_names();
    let words = (0..tree.len()).filter_map(|node| tree.word(node));
    words.filter(|word| !own.contains_key(word)).collect()
}

/// A message without what changes from run to run: addresses, positions in the input, temporary
/// paths, layout.
pub(crate) fn normalise_message(message: &str) -> String {
    let words = message.split_whitespace().map(normalise_word);
    let joined = words.collect::<Vec<_>>().join(" ");
    without_terms(&without_positions(&joined))
        .trim_end_matches('.')
        .to_string()
}

/// A word with its address or its folder taken out. `a/b/theory.cpp:12` keeps `theory.cpp:12`.
fn normalise_word(word: &str) -> String {
    if let Some(at) = word.find("0x") {
        let digits = word[at + 2..]
            .chars()
            .take_while(char::is_ascii_hexdigit)
            .count();
        if digits >= 4 {
            return format!("{}0x{}", &word[..at], &word[at + 2 + digits..]);
        }
    }
    match word.rfind('/') {
        Some(at)
            if word[at + 1..].contains('.') && word.starts_with(['/', '.', '\'', '"'])
                || word.matches('/').count() > 1 =>
        {
            word[word.rfind('/').map_or(0, |at| at + 1)..].to_string()
        }
        _ => word.to_string(),
    }
}

/// A quoted term of the input becomes `'(…)'`: the message is about its kind, not about it.
fn without_terms(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("'(") {
        let end = rest[at + 1..].find(")'");
        let Some(end) = end else { break };
        out.push_str(&rest[..at]);
        out.push_str("'(…)'");
        rest = &rest[at + 1 + end + 2..];
    }
    out.push_str(rest);
    out
}

/// `line 3 column 14` becomes `line N column N`.
fn without_positions(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let position = out.last().is_some_and(|last| {
            matches!(
                last.trim_start_matches(['(', '"']),
                "line" | "column" | "pid" | "process"
            )
        });
        if position && digits > 0 {
            out.push(format!("N{}", &word[digits..]));
        } else {
            out.push(word.to_string());
        }
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theories_are_told_by_whole_words() {
        let of = |declarations: &str| theories(&format!("{declarations}(assert p)(check-sat)"));
        assert_eq!(of("(declare-fun p () Bool)"), Vec::<&str>::new());
        for innocent in [
            "Interval",
            "Integer",
            "Realm",
            "StringBuilder",
            "BitVector",
            "Floats",
        ] {
            let script = format!("(declare-fun {innocent} () Bool)(declare-fun p () Bool)");
            assert_eq!(of(&script), Vec::<&str>::new(), "{innocent}");
        }
        assert_eq!(of("(declare-fun x () Int)"), ["ints"]);
        assert_eq!(
            of("(declare-sort Int32 0)(declare-fun x () (_ BitVec 8))(declare-fun y () Float32)"),
            ["bitvectors", "floats", "uninterpreted"]
        );
        assert_eq!(of("; Int\n(set-info :source \"Real\")"), Vec::<&str>::new());
    }

    #[test]
    fn messages_lose_what_changes() {
        for (message, normal) in [
            ("line 3 column 14: bad", "line N column N: bad"),
            ("at 0x7ffe12ab34 in f", "at 0x in f"),
            (
                "/tmp/build-7/src/smt/theory_seq.cpp:12",
                "theory_seq.cpp:12",
            ),
            (
                "File: ../src/ast/ast.cpp\nLine: 388",
                "File: ast.cpp Line: 388",
            ),
            ("Failed to verify: a / b", "Failed to verify: a / b"),
            ("index 0x1f", "index 0x1f"),
            ("bad '(f (g x))' for 'val'", "bad '(…)' for 'val'"),
            ("it's (odd", "it's (odd"),
            ("", ""),
        ] {
            assert_eq!(normalise_message(message), normal, "{message}");
            assert_eq!(normalise_message(normal), normal, "again: {message}");
        }
    }
}
