//! Shortens literals: numbers towards 0 and 1, strings towards the empty one, bits towards zeros.

use crate::bits::{bits_of, shortest, shortest_of};
use crate::edit::Move;
use crate::pass::Pass;
use crate::subject::Subject;

pub(crate) struct ShortenConstant;

impl Pass for ShortenConstant {
    fn name(&self) -> &'static str {
        "shorten_constant"
    }

    fn moves(&self, subject: &Subject<'_>) -> Vec<Move> {
        let mut moves: Vec<(usize, Move)> = Vec::new();
        for (id, node) in subject.tree.nodes.iter().enumerate() {
            if !node.is_list {
                let shorter = shorter(subject.text_of(id)).into_iter().enumerate();
                moves.extend(shorter.map(|(n, text)| (n, Move::replace(node.span.clone(), text))));
            }
        }
        // All literals in the boldest way first.
        moves.sort_by_key(|(boldness, _)| *boldness);
        moves.into_iter().map(|(_, shortened)| shortened).collect()
    }
}

/// Simpler literals than this one, the boldest first.
fn shorter(literal: &str) -> Vec<String> {
    let all = if let Some(bits) = bits_of(literal) {
        let width = bits.len();
        let small = ["0", "1"].map(|bit| shortest_of(bit, width));
        small.into_iter().chain([shortest(&bits)]).collect()
    } else if literal.len() >= 2 && literal.starts_with('"') {
        shorter_strings(&literal[1..literal.len() - 1])
    } else if literal.starts_with(|c: char| c.is_ascii_digit()) {
        shorter_numbers(literal)
    } else {
        Vec::new()
    };
    all.into_iter()
        .filter(|shorter| shorter != literal)
        .collect()
}

fn shorter_strings(content: &str) -> Vec<String> {
    let characters = characters(content);
    let (n, half) = (characters.len(), characters.len() / 2);
    let quote = |part: &[&str]| format!("\"{}\"", part.concat());
    let mut all = vec![quote(&[])];
    if n > 1 {
        all.extend([quote(&characters[..half]), quote(&characters[half..])]);
        all.extend([quote(&characters[..n - 1]), quote(&characters[1..])]);
    }
    if n > 0 && characters.iter().any(|c| *c != "a") {
        all.push(quote(&vec!["a"; n]));
    }
    all
}

/// A string literal's characters, escapes kept whole.
fn characters(content: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        let escape = if rest.starts_with("\"\"") {
            2
        } else if rest.starts_with("\\u{") {
            rest.find('}').map_or(1, |end| end + 1)
        } else if rest.starts_with("\\u") && rest.len() >= 6 && rest.is_char_boundary(6) {
            6
        } else {
            first.len_utf8()
        };
        let (one, tail) = rest.split_at(escape);
        out.push(one);
        rest = tail;
    }
    out
}

fn shorter_numbers(number: &str) -> Vec<String> {
    let whole = number.split('.').next().unwrap_or(number);
    let point = if number.contains('.') { ".0" } else { "" };
    let mut all = vec![
        format!("0{point}"),
        format!("1{point}"),
        format!("2{point}"),
    ];
    if whole.len() > 1 {
        all.push(format!("{}{point}", &whole[..whole.len() / 2]));
        all.push(format!("{}{point}", &whole[..whole.len() - 1]));
    }
    if !point.is_empty() {
        all.push(format!("{whole}{point}"));
    }
    // 4.7 for 4.75.
    if number.len() > whole.len() + 2 {
        all.push(number[..number.len() - 1].to_string());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_become_simpler() {
        assert_eq!(shorter("#b101"), ["#b000", "#b001"]);
        assert_eq!(shorter("#x0"), ["#x1"]);
        assert_eq!(shorter("#b0011"), ["#x0", "#x1", "#x3"]);
        assert_eq!(shorter("1234"), ["0", "1", "2", "12", "123"]);
        assert_eq!(shorter("7.25"), ["0.0", "1.0", "2.0", "7.0", "7.2"]);
        assert_eq!(shorter("7.5"), ["0.0", "1.0", "2.0", "7.0"]);
        assert_eq!(shorter("\"b\""), ["\"\"", "\"a\""]);
        assert_eq!(shorter("\"\\u{9}x\"")[1], "\"\\u{9}\"");
        assert!(shorter("x").is_empty());
    }
}
