//! The longest bars and rows: a dozen of them, the rest together.

use std::ops::AddAssign;

/// As many as a person reads.
pub(super) const MOST: usize = 12;

/// The rows of the greatest weight, greatest first, and the sum of all others as one. A row that weighs
/// nothing is left out.
pub(super) fn top<T, V>(
    rows: impl IntoIterator<Item = (String, Vec<T>)>,
    weight: impl Fn(&[T]) -> V,
) -> Vec<(String, Vec<T>)>
where
    T: AddAssign + Copy,
    V: PartialOrd + Default,
{
    let weighs = |row: &(String, Vec<T>)| weight(&row.1) > V::default();
    let mut rows: Vec<(String, Vec<T>)> = rows.into_iter().filter(weighs).collect();
    rows.sort_by(|a, b| {
        let order = weight(&b.1).partial_cmp(&weight(&a.1));
        order.unwrap_or(std::cmp::Ordering::Equal)
    });
    if rows.len() <= MOST {
        return rows;
    }
    let rest = rows.split_off(MOST - 1);
    let count = rest.len();
    let sum = rest.into_iter().map(|(_, values)| values);
    let sum = sum.reduce(|mut sum, values| {
        for (sum, value) in sum.iter_mut().zip(values) {
            *sum += value;
        }
        sum
    });
    rows.extend(sum.map(|sum| (format!("{count} others"), sum)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dozen_rows_and_the_others() {
        let rows = |n: u64| (0..n).map(|n| (format!("r{n}"), vec![n, 1]));
        let few = top(rows(4), |values| values[0]);
        let names: Vec<&str> = few.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["r3", "r2", "r1"], "what weighs nothing is left out");
        let many = top(rows(20), |values| values[0]);
        assert_eq!(many.len(), MOST);
        assert_eq!(many[0], ("r19".to_string(), vec![19, 1]));
        let others = (1..=8).sum::<u64>();
        assert_eq!(many[11], ("8 others".to_string(), vec![others, 8]));
    }
}
