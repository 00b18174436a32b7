//! Models of our choice for the symbols of a script: corner values, combined in a fixed order.

use gadfly_syntax::quoted;
use gadfly_term::{FunKind, Head, Script, SortId, SortKind};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many models there are.
const MODELS: u64 = 24;

const INTS: [&str; 10] = [
    "0",
    "1",
    "(- 1)",
    "2",
    "(- 2)",
    "3",
    "7",
    "(- 8)",
    "255",
    "(- 1000003)",
];
const REALS: [&str; 8] = [
    "0.0",
    "1.0",
    "(- 1.0)",
    "(/ 1 2)",
    "(- (/ 3 2))",
    "2.0",
    "(/ 7 3)",
    "(- 100.0)",
];
const STRINGS: [&str; 7] = [
    "\"\"", "\"a\"", "\"ab\"", "\"ba\"", "\"aab\"", "\"0\"", "\"12\"",
];
const ROUNDINGS: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// Models that give every symbol that occurs a value, where its sort is one that we know.
pub(super) fn samples(script: &Script) -> Vec<String> {
    let used: BTreeSet<_> = script
        .nodes()
        .filter_map(|node| match script.head(node) {
            Head::Fun(fun) if script.fun(fun).kind == FunKind::Declared => Some(fun),
            _ => None,
        })
        .collect();
    let model = |round: u64| {
        let mut text = String::from("(");
        for (at, fun) in used.iter().enumerate() {
            let name = quoted(script.name(script.fun(*fun).symbol));
            let params = script.params(*fun).iter().enumerate();
            let params: Vec<String> = params
                .map(|(n, sort)| format!("(x!{n} {})", script.sort_text(*sort)))
                .collect();
            let result = script.fun(*fun).result;
            let value = value(script, result, mix(round, at as u64))?;
            let (params, sort) = (params.join(" "), script.sort_text(result));
            let _ = writeln!(text, "(define-fun {name} ({params}) {sort} {value})");
        }
        text.push(')');
        Some(text)
    };
    // A closed term has one value.
    let rounds = if used.is_empty() { 1 } else { MODELS };
    (0..rounds).map_while(model).collect()
}

/// A number that differs from symbol to symbol and from model to model.
fn mix(round: u64, at: u64) -> u64 {
    let mut z = round
        .wrapping_mul(0x1_0001)
        .wrapping_add(at + 1)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn pick(from: &[&str], choice: u64) -> Option<String> {
    let at = usize::try_from(choice % from.len() as u64).ok()?;
    from.get(at).map(|value| value.to_string())
}

fn value(script: &Script, sort: SortId, choice: u64) -> Option<String> {
    match script.sort_kind(sort) {
        SortKind::Bool => pick(&["true", "false"], choice),
        SortKind::Int => pick(&INTS, choice),
        SortKind::Real => pick(&REALS, choice),
        SortKind::String => pick(&STRINGS, choice),
        SortKind::RoundingMode => pick(&ROUNDINGS, choice),
        SortKind::BitVec(width) => Some(bits(width, choice)),
        SortKind::Float(exponent, significand) => Some(float(exponent, significand, choice)),
        _ => None,
    }
}

/// Corner cases, and now and then any bits.
fn bits(width: u32, choice: u64) -> String {
    let width = width.max(1) as usize;
    let digits = match choice % 8 {
        0 => "0".repeat(width),
        1 => "1".repeat(width),
        2 => format!("1{}", "0".repeat(width - 1)),
        3 => format!("0{}", "1".repeat(width - 1)),
        4 => format!("{}1", "0".repeat(width - 1)),
        _ => (0..width)
            .map(|n| {
                if mix(choice, n as u64).is_multiple_of(2) {
                    '0'
                } else {
                    '1'
                }
            })
            .collect(),
    };
    format!("#b{digits}")
}

fn float(exponent: u32, significand: u32, choice: u64) -> String {
    let special = ["NaN", "+oo", "-oo", "+zero", "-zero"];
    let fraction = significand.saturating_sub(1).max(1);
    match choice % 9 {
        n @ 0..5 => format!("(_ {} {exponent} {significand})", special[n as usize]),
        _ => {
            let sign = bits(1, choice / 9);
            let (high, low) = (choice >> 8, choice >> 16);
            format!(
                "(fp {sign} {} {})",
                bits(exponent, high),
                bits(fraction, low)
            )
        }
    }
}
