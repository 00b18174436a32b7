//! The order of releases.

use std::cmp::Ordering;

/// Compares two release numbers part by part: `4.8.9` comes before `4.8.10`, and a missing part
/// counts as 0. Anything behind the numbers (a commit, `-dev`) is not looked at.
pub fn compare_versions(a: &str, b: &str) -> Ordering {
    let (a, b) = (parts(a), parts(b));
    let longest = a.len().max(b.len());
    let part = |parts: &[u64], i: usize| parts.get(i).copied().unwrap_or(0);
    (0..longest)
        .map(|i| part(&a, i).cmp(&part(&b, i)))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}

/// The numbers of the first word that looks like a release: digits with a dot between them.
fn parts(version: &str) -> Vec<u64> {
    let words = version.split(|c: char| !c.is_ascii_digit() && c != '.');
    let release = words
        .map(|word| word.trim_matches('.'))
        .find(|word| word.contains('.'));
    let numbers = release.unwrap_or("").split('.');
    numbers.map_while(|part| part.parse().ok()).collect()
}

/// Whether a release lies in a range: `4.8.7`, `4.8.5..4.8.9`, `..4.8.9` or `4.8.5..`, ends
/// included.
pub(crate) fn in_range(version: &str, range: &str) -> bool {
    let Some((from, to)) = range.split_once("..") else {
        return compare_versions(version, range).is_eq();
    };
    (from.is_empty() || compare_versions(version, from).is_ge())
        && (to.is_empty() || compare_versions(version, to).is_le())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_by_number() {
        for (a, b, order) in [
            ("4.8.9", "4.8.10", Ordering::Less),
            ("4.8.10.0", "4.8.10", Ordering::Equal),
            ("Z3 version 5.4.0 - 64 bit", "4.16.0", Ordering::Greater),
            ("1.0.3-dev", "1.0.3", Ordering::Equal),
            ("", "1.0", Ordering::Less),
        ] {
            assert_eq!(compare_versions(a, b), order, "{a} and {b}");
        }
    }

    #[test]
    fn ranges_include_their_ends() {
        for (version, range, inside) in [
            ("4.8.7", "4.8.7", true),
            ("4.8.7", "4.8.8", false),
            ("4.8.7", "..4.8.7", true),
            ("4.8.10", "4.8.5..4.8.9", false),
            ("5.4.0", "4.8.5..", true),
            ("4.8.4", "4.8.5..", false),
        ] {
            assert_eq!(in_range(version, range), inside, "{version} in {range}");
        }
    }
}
