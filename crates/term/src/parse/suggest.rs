//! The known name nearest to a misspelt one.

/// The best of `known` within an edit distance that a slip can explain.
pub(super) fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
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
    fn finds_slips_and_not_more() {
        let known = ["bvadd", "bvand", "str.len", "x"];
        assert_eq!(nearest("bvad", known.into_iter()), Some("bvadd"));
        assert_eq!(nearest("str.lne", known.into_iter()), Some("str.len"));
        assert_eq!(nearest("y", known.into_iter()), None);
        assert_eq!(nearest("something", known.into_iter()), None);
    }
}
