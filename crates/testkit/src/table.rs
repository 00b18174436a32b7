//! Tables of test cases, written as text.

/// The rows of a table with `N` cells each, between bars. Lines that begin with `#` are remarks.
///
/// # Panics
/// If a row has another number of cells.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells
            .try_into()
            .unwrap_or_else(|cells| panic!("{N} cells are meant: {cells:?}"))
    })
}
