//! All ways to permute each of several lists.

/// For lists of these lengths: every choice of one permutation each, the identity first.
pub(crate) fn permutations(lengths: &[usize]) -> impl Iterator<Item = Vec<Vec<usize>>> {
    let mut next: Option<Vec<Vec<usize>>> =
        Some(lengths.iter().map(|&n| (0..n).collect()).collect());
    std::iter::from_fn(move || {
        let current = next.clone()?;
        next = successor(current.clone());
        Some(current)
    })
}

fn successor(mut lists: Vec<Vec<usize>>) -> Option<Vec<Vec<usize>>> {
    for list in &mut lists {
        if next_permutation(list) {
            return Some(lists);
        }
        list.sort_unstable();
    }
    None
}

/// The next permutation in lexicographic order; false after the last.
fn next_permutation(list: &mut [usize]) -> bool {
    let Some(pivot) = (1..list.len()).rev().find(|&i| list[i - 1] < list[i]) else {
        return false;
    };
    let larger = (pivot..list.len())
        .rev()
        .find(|&i| list[i] > list[pivot - 1]);
    list.swap(pivot - 1, larger.unwrap_or(pivot));
    list[pivot..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_once() {
        let all: Vec<_> = permutations(&[3, 1, 2]).collect();
        assert_eq!(all.len(), 12);
        assert_eq!(all[0], [vec![0, 1, 2], vec![0], vec![0, 1]]);
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), 12);
        assert_eq!(permutations(&[]).count(), 1);
    }
}
