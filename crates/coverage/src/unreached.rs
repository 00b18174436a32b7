//! What nobody reaches, the most surprising first: much code, near code that is reached.

use crate::areas::Areas;
use crate::reach::{Measure, Part, Reach};
use crate::reading::Reading;
use crate::results::directory;

/// A file or a function that nobody reaches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unreached {
    pub(crate) file: String,
    /// A function's name; none for a whole file.
    pub(crate) function: Option<String>,
    /// Its first line.
    pub(crate) line: u32,
    pub(crate) area: String,
    pub(crate) core: bool,
    /// Its lines with code.
    pub(crate) lines: u64,
    /// Which share of the lines around it is reached: of its file, or of a whole file's folder.
    pub(crate) near: f64,
}

impl Unreached {
    /// How surprising it is: its lines, weighed by how much around it is reached.
    pub(crate) fn surprise(&self) -> f64 {
        self.lines as f64 * self.near
    }
}

/// All files that nobody reaches, and all such functions of files that somebody does.
pub(crate) fn unreached(there: &Reading, reached: &Reach, areas: &Areas) -> Vec<Unreached> {
    let mut all = Vec::new();
    for (file, part) in &there.there.files {
        let area = areas.area(file);
        let one = |function: Option<String>, line: u32, lines: u64, near: f64| Unreached {
            file: file.clone(),
            function,
            line,
            area: area.name.to_string(),
            core: area.core,
            lines,
            near,
        };
        let of_file = part.count(Measure::Lines);
        let own = reached.files.get(file);
        let reached_lines = own.map_or(0, |own| own.count(Measure::Lines));
        if reached_lines == 0 {
            if of_file > 0 {
                let near = around(file, &there.there, reached);
                all.push(one(None, 1, of_file, near));
            }
            continue;
        }
        let near = reached_lines as f64 / of_file.max(1) as f64;
        let open = own.map_or_else(
            || part.functions.clone(),
            |own| &part.functions - &own.functions,
        );
        for line in open {
            let name = there.names.get(file).and_then(|names| names.get(&line));
            let name = name.cloned().unwrap_or_default();
            all.push(one(Some(name), line, lines_of(part, line), near));
        }
    }
    all.sort_by(|a, b| {
        let order = b.surprise().total_cmp(&a.surprise());
        let order = order.then(b.lines.cmp(&a.lines));
        order.then_with(|| (&a.file, a.line).cmp(&(&b.file, b.line)))
    });
    all
}

/// The lines of a function: up to where the next one begins.
fn lines_of(part: &Part, line: u32) -> u64 {
    let next = part.functions.range(line + 1..).next();
    let end = next.copied().unwrap_or(u32::MAX);
    part.lines.range(line..end).count() as u64
}

/// Which share of the lines of a file's folder is reached. Where nothing of it is, that of the folder
/// above, which is half as near.
fn around(file: &str, there: &Reach, reached: &Reach) -> f64 {
    let mut folder = directory(file);
    let mut weight = 1.0;
    loop {
        let within = |other: &str| {
            let below = other.strip_prefix(folder);
            folder == "." || below.is_some_and(|rest| rest.starts_with('/'))
        };
        let share = reached.count(Measure::Lines, &within) as f64
            / there.count(Measure::Lines, &within).max(1) as f64;
        if share > 0.0 || folder == "." {
            return share * weight;
        }
        folder = directory(folder);
        weight /= 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions by file: first line, length, how often.
    fn reading(functions: &[(&str, u32, u32, u64)]) -> Reading {
        let mut reading = Reading::default();
        for (file, line, length, count) in functions {
            reading.function(file, *line, &format!("f{line}"), *count);
            (*line..line + length).for_each(|line| reading.line(file, line, *count));
        }
        reading
    }

    #[test]
    fn much_code_near_what_is_reached_comes_first() {
        let reading = reading(&[
            // Half of it is reached.
            ("core/a.c", 1, 40, 1),
            ("core/a.c", 50, 10, 0),
            ("core/a.c", 70, 30, 0),
            // Nearly nothing is.
            ("core/b.c", 1, 1, 1),
            ("core/b.c", 10, 99, 0),
            // A file beside reached ones, and one beside nothing.
            ("core/c.c", 1, 200, 0),
            ("help/h.c", 1, 50, 0),
        ]);
        let all = unreached(&reading, &reading.reached, &Areas::default());
        let told: Vec<_> = all
            .iter()
            .map(|one| (one.file.as_str(), one.function.as_deref(), one.lines))
            .collect();
        let expected = [
            ("core/c.c", None, 200),
            ("core/a.c", Some("f70"), 30),
            ("core/a.c", Some("f50"), 10),
            ("help/h.c", None, 50),
            ("core/b.c", Some("f10"), 99),
        ];
        assert_eq!(told, expected);
        assert_eq!(all[1].near, 0.5);
        // Nothing of its folder is reached, and 41 of 430 lines of all: half of that.
        assert!(
            (all[3].near - 41.0 / 430.0 / 2.0).abs() < 1e-9,
            "{}",
            all[3].near
        );
    }

    #[test]
    fn what_is_reached_is_not_listed() {
        let reading = reading(&[("a.c", 1, 4, 1), ("b.c", 3, 2, 7)]);
        let all = unreached(&reading, &reading.reached, &Areas::default());
        assert_eq!(all, []);
    }
}
