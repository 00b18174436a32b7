//! The known word nearest to a misspelt one.

/// What a message adds about a word of the command line that names nothing: the known word that was
/// probably meant, or nothing. A word that was cut short, and one in other letter case, count too.
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let lower = wrong.to_lowercase();
    let limit = (lower.chars().count() / 3).clamp(1, 3);
    let far = |word: &str| {
        let word = word.to_lowercase();
        let begins = word.starts_with(&lower);
        let far = if begins {
            0
        } else {
            distance(&lower, &word, limit)
        };
        (far <= limit).then_some((far, word.len()))
    };
    let known = known.into_iter().filter(|word| word.len() > 1);
    let near = known.filter_map(|word| far(word).map(|far| (far, word)));
    match near.min().filter(|_| lower.len() > 1) {
        Some((_, word)) => format!(" (did you mean `{word}`?)"),
        None => String::new(),
    }
}

/// The best of `known` within an edit distance that a slip can explain.
pub fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Among very short names everything is near everything.
    if wrong.chars().count() < 4 {
        return None;
    }
    let limit = (wrong.chars().count() / 3).clamp(1, 3);
    let near = known.filter(|k| !k.is_empty() && k.len().abs_diff(wrong.len()) <= limit);
    let scored = near
        .map(|k| (distance(wrong, k, limit), k))
        .filter(|(d, _)| *d <= limit);
    scored.min().map(|(_, k)| k)
}

/// The number of insertions, deletions, replacements and swaps of neighbours; above `limit`, any
/// number above it.
fn distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        if row.iter().all(|d| *d > limit) {
            return limit + 1;
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_meant() {
        let known = ["soundness", "crash", "z3", "QF_BV", "QF_BVFP"];
        for (wrong, word) in [
            ("sound", "soundness"),
            ("crahs", "crash"),
            ("zz3", "z3"),
            ("qf_bv", "QF_BV"),
            ("QF_BW", "QF_BV"),
        ] {
            let said = did_you_mean(wrong, known);
            assert_eq!(said, format!(" (did you mean `{word}`?)"), "{wrong}");
        }
        for wrong in ["", "q", "nonsense", "zzzz"] {
            assert_eq!(did_you_mean(wrong, known), "", "{wrong}");
        }
    }

    #[test]
    fn finds_slips_and_not_more() {
        let known = ["bvadd", "bvand", "str.len", "x"];
        assert_eq!(nearest("bvad", known.into_iter()), Some("bvadd"));
        assert_eq!(nearest("str.lne", known.into_iter()), Some("str.len"));
        assert_eq!(nearest("y", known.into_iter()), None);
        assert_eq!(nearest("something", known.into_iter()), None);
    }
}
