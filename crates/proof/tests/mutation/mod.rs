//! Proofs with one change: a premise dropped, a literal, coefficient, rule or context changed, steps
//! exchanged or cut.

use gadfly_rng::Rng;

/// The kinds of changes.
pub(crate) const KINDS: [&str; 10] = [
    "drop premise",
    "other premise",
    "literal",
    "negation",
    "coefficient",
    "rule",
    "reorder",
    "cut",
    "context",
    "argument",
];

/// A proof with one change, if this kind can be made at the place that chance picks.
pub(crate) fn mutant(proof: &str, kind: usize, rng: &mut Rng) -> Option<String> {
    let mut lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    let of = |lines: &[String], heads: &[&str]| -> Vec<usize> {
        let has = |n: &usize| heads.iter().any(|h| lines[*n].starts_with(h));
        (0..lines.len()).filter(has).collect()
    };
    let steps = of(&lines, &["(step "]);
    let at = *rng.pick(&steps)?;
    match KINDS[kind] {
        "drop premise" => {
            let (start, end) = list(&lines[at], ":premises (")?;
            let mut names: Vec<&str> = lines[at][start..end].split(' ').collect();
            names.remove(rng.below(names.len()));
            let text = names.join(" ");
            lines[at].replace_range(start..end, &text);
        }
        "other premise" => {
            let (start, end) = list(&lines[at], ":premises (")?;
            let mut names: Vec<&str> = lines[at][start..end].split(' ').collect();
            let other = lines[*rng.pick(&steps)?].split(' ').nth(1)?.to_owned();
            let place = rng.below(names.len());
            names[place] = &other;
            let text = names.join(" ");
            lines[at].replace_range(start..end, &text);
        }
        "literal" => {
            let at = *rng.pick(&of(&lines, &["(step ", "(define @t"]))?;
            let tokens = terms(&lines[at]);
            // The name that a definition defines is no part of what it says.
            let tokens = &tokens[usize::from(lines[at].starts_with("(define")).min(tokens.len())..];
            let (start, end) = *rng.pick(tokens)?;
            let defined = of(&lines[..at], &["(define @t"]);
            let other = lines[*rng.pick(&defined)?].split(' ').nth(1)?.to_owned();
            lines[at].replace_range(start..end, &other);
        }
        "negation" => {
            let (start, end) = conclusion(&lines[at])?;
            let old = lines[at][start..end].to_owned();
            let new = match old.strip_prefix("(not ") {
                Some(inner) => inner[..inner.len() - 1].to_owned(),
                None => format!("(not {old})"),
            };
            lines[at].replace_range(start..end, &new);
        }
        "coefficient" => {
            let places = of(&lines, &["(define @t", "(step "]);
            let at = *rng.pick(&places)?;
            let (start, end) = *rng.pick(&numbers(&lines[at]))?;
            let old = &lines[at][start..end];
            let (whole, rest) = old.split_once('/').unwrap_or((old, ""));
            let value: i64 = whole.parse().ok()?;
            let new = *rng.pick(&[value + 1, value - 1, -value, value * 2, 0])?;
            let new = if rest.is_empty() {
                new.to_string()
            } else {
                format!("{new}/{rest}")
            };
            lines[at].replace_range(start..end, &new);
        }
        "rule" => {
            let other = lines[*rng.pick(&steps)?].clone();
            let name = word_after(&other, ":rule ")?;
            let name = other[name.0..name.1].to_owned();
            let (start, end) = word_after(&lines[at], ":rule ")?;
            lines[at].replace_range(start..end, &name);
        }
        "reorder" => {
            let other = *rng.pick(&steps)?;
            lines.swap(at, other);
        }
        "cut" => match rng.below(3) {
            0 => {
                lines.truncate(at);
                lines.push(")".to_owned());
            }
            1 => {
                lines.remove(at);
            }
            _ => {
                let cut = rng.below(lines[at].len());
                lines[at].truncate(cut);
            }
        },
        "context" => {
            let places = of(&lines, &["(assume", "(step-pop "]);
            let at = *rng.pick(&places)?;
            match rng.below(2) {
                0 => {
                    lines.remove(at);
                }
                _ => {
                    let (start, end) = *rng.pick(&terms(&lines[at]))?;
                    let defined = of(&lines[..at], &["(define @t"]);
                    let other = lines[*rng.pick(&defined)?].split(' ').nth(1)?.to_owned();
                    lines[at].replace_range(start..end, &other);
                }
            }
        }
        _ => {
            let (start, end) = list(&lines[at], ":args (")?;
            let inside: Vec<(usize, usize)> = terms(&lines[at])
                .into_iter()
                .filter(|(s, e)| *s >= start && *e <= end)
                .collect();
            let (start, end) = *rng.pick(&inside)?;
            let defined = of(&lines[..at], &["(define @t"]);
            let other = lines[*rng.pick(&defined)?].split(' ').nth(1)?.to_owned();
            lines[at].replace_range(start..end, &other);
        }
    }
    let text = lines.join("\n");
    (text != proof).then_some(text)
}

/// What stands in a list of a step.
fn list(line: &str, key: &str) -> Option<(usize, usize)> {
    let start = line.find(key)? + key.len();
    let mut depth = 1;
    for (at, c) in line[start..].char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (at > 0).then_some((start, start + at));
        }
    }
    None
}

/// Where the conclusion of a step stands.
fn conclusion(line: &str) -> Option<(usize, usize)> {
    let name = line.split(' ').nth(1)?;
    let start = "(step ".len() + name.len() + 1;
    let end = line.find(" :rule")?;
    (start < end).then_some((start, end))
}

fn word_after(line: &str, key: &str) -> Option<(usize, usize)> {
    let start = line.find(key)? + key.len();
    let end = line[start..].find([' ', ')'])?;
    Some((start, start + end))
}

/// Where names of terms stand.
fn terms(line: &str) -> Vec<(usize, usize)> {
    words(line)
        .into_iter()
        .filter(|(s, e)| line[*s..*e].starts_with("@t"))
        .collect()
}

/// Where numbers stand.
fn numbers(line: &str) -> Vec<(usize, usize)> {
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        digits.starts_with(|c: char| c.is_ascii_digit())
    };
    words(line)
        .into_iter()
        .filter(|(s, e)| number(&line[*s..*e]))
        .collect()
}

fn words(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices() {
        match (matches!(c, ' ' | '(' | ')'), start) {
            (false, None) => start = Some(at),
            (true, Some(begun)) => {
                found.push((begun, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}
