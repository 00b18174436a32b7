//! Shared by tests and studies: mangling scripts, checking what a parse promises.

#![allow(dead_code)] // each user takes a part

use gadfly_syntax::Tokenizer;
use gadfly_term::{Dag, Head, Script, infer_logic};

/// Numbers that depend on a seed alone.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % sides.max(1) as u64) as usize
    }
}

/// Tokens that hurt.
const NASTY: [&str; 28] = [
    "(",
    ")",
    "((",
    "))",
    "|",
    "||",
    "|#x|",
    "\"",
    "\"\"",
    "#b",
    "#xzz",
    "1a",
    ":",
    ":named",
    "let",
    "(_ bv1 0)",
    "(_ extract 9 10)",
    "(as const (Array Int Int))",
    "match",
    "(! x :named y)",
    "_",
    "99999999999999999999",
    "\0",
    "\u{e9}",
    "(_ BitVec 4294967295)",
    "(forall ((x Int)) x)",
    "(declare-datatypes (T) ((L nil (cons (h T) (t L)))))",
    "(par (X) X)",
];

/// The text with one to three random changes of tokens or bytes.
pub(crate) fn mangled(text: &str, dice: &mut Dice) -> String {
    let mut out = text.to_string();
    for _ in 0..=dice.roll(3) {
        out = mangled_once(&out, dice);
    }
    out
}

/// The text with one random change.
pub(crate) fn mangled_once(text: &str, dice: &mut Dice) -> String {
    let tokens: Vec<_> = Tokenizer::new(text.as_bytes())
        .map(|t| t.span().range())
        .collect();
    if tokens.is_empty() {
        return NASTY[dice.roll(NASTY.len())].to_string();
    }
    let a = tokens[dice.roll(tokens.len())].clone();
    let b = tokens[dice.roll(tokens.len())].clone();
    let put = |range: std::ops::Range<usize>, with: &str| {
        format!("{}{}{}", &text[..range.start], with, &text[range.end..])
    };
    match dice.roll(9) {
        0 => put(a, ""),
        1 => put(a.clone(), &format!("{0} {0}", &text[a])),
        2 | 3 => put(a, &text[b]),
        4 => put(a.start..a.start, &format!(" {} ", &text[b])),
        5 => put(a, &format!(" {} ", NASTY[dice.roll(NASTY.len())])),
        6 => text[..a.end].to_string(),
        7 if a.end <= b.start => {
            format!(
                "{}{}{}{}{}",
                &text[..a.start],
                &text[b.clone()],
                &text[a.end..b.start],
                &text[a],
                &text[b.end..]
            )
        }
        7 => put(a, ")"),
        _ => {
            let at = dice.roll(text.len());
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = dice.roll(128) as u8;
            String::from_utf8(bytes).unwrap_or_else(|_| text.to_string())
        }
    }
}

/// What holds of every script that is accepted.
pub(crate) fn check_promises(script: &Script) {
    let parents = script.parents();
    for id in script.nodes() {
        let size: u32 = 1 + script.args(id).iter().map(|a| script.size(*a)).sum::<u32>();
        assert_eq!(script.size(id), size, "the size of {}", script.text(id));
        let span = script.span(id);
        for arg in script.args(id) {
            assert!(span.contains(script.span(*arg)) && arg < &id && parents[arg.index()] == id);
        }
        assert!(!script.text(id).is_empty());
        if let Head::Var(v) = script.head(id) {
            assert!(
                script.in_scope(id).contains(&v),
                "{} is in scope",
                script.text(id)
            );
        }
    }
    let dag = Dag::new(script);
    assert!(dag.ids().all(|d| dag.args(d).iter().all(|a| *a < d)));
    infer_logic(script);
}
