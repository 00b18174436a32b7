//! A bug's history over releases: which show it, which was the first, which mended it.

use crate::Kind;

/// How a release fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Right.
    Good,
    /// It shows a bug.
    Bad(Kind),
    /// It does not decide: a bug only if nothing worse is found in any release.
    Undecided(Kind),
    /// It says nothing of use, and why.
    Unclear(String),
}

/// One release in a history.
#[derive(Clone, Debug)]
pub struct Row {
    /// The solver's spec.
    pub spec: String,
    /// Its release.
    pub version: String,
    /// What it said, for a table.
    pub said: String,
    /// What that means.
    pub mark: Mark,
}

/// The course of a history, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// No release shows the bug.
    Never,
    /// All do.
    Always,
    /// Good at first, then bad to the end.
    Introduced,
    /// Bad at first, then good to the end.
    Mended,
    /// Good, then bad, then good again.
    Passing,
    /// It comes and goes; a first bad release says little.
    Mixed,
}

impl Course {
    /// A plain sentence's end.
    pub fn words(self) -> &'static str {
        match self {
            Course::Never => "no release shows it",
            Course::Always => "every release shows it",
            Course::Introduced => "introduced once and still there",
            Course::Mended => "there from the start and fixed once",
            Course::Passing => "introduced once and fixed once",
            Course::Mixed => "it comes and goes: the history is not monotone",
        }
    }

    /// Whether there is one step at most, so that a binary search finds it.
    pub fn is_monotone(self) -> bool {
        !matches!(self, Course::Mixed | Course::Passing)
    }
}

/// A bug over the releases of one family, oldest first.
#[derive(Clone, Debug)]
pub struct History {
    /// The releases.
    pub rows: Vec<Row>,
    /// The course.
    pub course: Course,
    /// The first release that shows it.
    pub first_bad: Option<usize>,
    /// The last good release before that.
    pub last_good: Option<usize>,
    /// The last release that shows it.
    pub last_bad: Option<usize>,
    /// The first good release after that.
    pub mended: Option<usize>,
}

impl History {
    /// Reads the course off the rows, which come oldest first.
    pub fn of(rows: Vec<Row>) -> Self {
        let worse = rows.iter().any(|row| matches!(row.mark, Mark::Bad(_)));
        let bad = |row: &Row| match row.mark {
            Mark::Bad(_) => Some(true),
            Mark::Undecided(_) if !worse => Some(true),
            Mark::Good => Some(false),
            _ => None,
        };
        let marks: Vec<Option<bool>> = rows.iter().map(bad).collect();
        let first_bad = marks.iter().position(|mark| *mark == Some(true));
        let last_bad = marks.iter().rposition(|mark| *mark == Some(true));
        let good_in = |from: usize, to: usize| (from..to).filter(|i| marks[*i] == Some(false));
        let last_good = first_bad.and_then(|at| good_in(0, at).next_back());
        let mended = last_bad.and_then(|at| good_in(at, marks.len()).next());
        let course = course(&marks);
        History {
            rows,
            course,
            first_bad,
            last_good,
            last_bad,
            mended,
        }
    }

    /// The spec of a row, for reports.
    pub fn spec(&self, row: Option<usize>) -> Option<&str> {
        row.and_then(|at| self.rows.get(at))
            .map(|row| row.spec.as_str())
    }

    /// One plain sentence.
    pub fn sentence(&self) -> String {
        let mut text = match (self.spec(self.first_bad), self.spec(self.last_good)) {
            (None, _) => return "No release shows it.".to_string(),
            (Some(bad), Some(good)) => format!("First bad: {bad}; last good before it: {good}"),
            (Some(bad), None) if self.first_bad == Some(0) => {
                format!("First bad: {bad}, the oldest asked")
            }
            (Some(bad), None) => format!("First bad: {bad}, with no good release before it"),
        };
        match (self.spec(self.mended), self.spec(self.last_bad)) {
            (Some(mended), Some(bad)) => {
                text.push_str(&format!("; last bad: {bad}; fixed in {mended}"))
            }
            _ => text.push_str("; not fixed in any release here"),
        }
        text.push_str(&format!(" ({}).", self.course.words()));
        text
    }
}

fn course(marks: &[Option<bool>]) -> Course {
    let mut known: Vec<bool> = marks.iter().copied().flatten().collect();
    known.dedup();
    match known[..] {
        [] | [false] => Course::Never,
        [true] => Course::Always,
        [false, true] => Course::Introduced,
        [true, false] => Course::Mended,
        [false, true, false] => Course::Passing,
        _ => Course::Mixed,
    }
}

/// Looks for a step among `count` releases with as few looks as it takes: the ends, then halves.
/// Where both ends agree there is no step to find and every release is looked at. Returns what
/// was seen, by index.
pub fn search(count: usize, mut look: impl FnMut(usize) -> Row) -> Vec<(usize, Row)> {
    let mut seen: Vec<(usize, Row)> = Vec::new();
    let bad = |row: &Row| matches!(row.mark, Mark::Bad(_) | Mark::Undecided(_));
    if count == 0 {
        return seen;
    }
    let (first, last) = (look(0), look(count - 1));
    let differ = bad(&first) != bad(&last);
    let start_bad = bad(&first);
    seen.push((0, first));
    if count > 1 {
        seen.push((count - 1, last));
    }
    let (mut low, mut high) = (0, count.saturating_sub(1));
    if differ {
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let row = look(middle);
            if bad(&row) == start_bad {
                low = middle;
            } else {
                high = middle;
            }
            seen.push((middle, row));
        }
    } else {
        (1..high).for_each(|at| seen.push((at, look(at))));
    }
    seen.sort_by_key(|(at, _)| *at);
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(at: usize, mark: char) -> Row {
        let mark = match mark {
            'g' => Mark::Good,
            'b' => Mark::Bad(Kind::Soundness),
            'u' => Mark::Undecided(Kind::Incomplete),
            _ => Mark::Unclear("rejected".into()),
        };
        Row {
            spec: format!("s@{at}"),
            version: at.to_string(),
            said: String::new(),
            mark,
        }
    }

    #[test]
    fn courses() {
        for (marks, course, first_bad, last_good, mended) in [
            ("", Course::Never, None, None, None),
            ("ggg", Course::Never, None, None, None),
            ("bbb", Course::Always, Some(0), None, None),
            ("gg?bb", Course::Introduced, Some(3), Some(1), None),
            ("bbgg", Course::Mended, Some(0), None, Some(2)),
            ("gbg", Course::Passing, Some(1), Some(0), Some(2)),
            ("gbgbg", Course::Mixed, Some(1), Some(0), Some(4)),
            ("??", Course::Never, None, None, None),
            ("guug", Course::Passing, Some(1), Some(0), Some(3)),
            ("gubg", Course::Passing, Some(2), Some(0), Some(3)),
        ] {
            let rows = marks
                .chars()
                .enumerate()
                .map(|(at, mark)| row(at, mark))
                .collect();
            let history = History::of(rows);
            let found = (
                history.course,
                history.first_bad,
                history.last_good,
                history.mended,
            );
            assert_eq!(found, (course, first_bad, last_good, mended), "{marks}");
            assert!(history.sentence().ends_with('.'));
        }
    }

    #[test]
    fn the_oldest_release_of_all_is_not_said_to_have_brought_a_bug() {
        let sentence = |marks: &str| {
            let rows = marks.chars().enumerate();
            History::of(rows.map(|(at, mark)| row(at, mark)).collect()).sentence()
        };
        assert!(sentence("bbg").starts_with("First bad: s@0, the oldest asked;"));
        assert!(sentence("?bg").starts_with("First bad: s@1, with no good release before it;"));
        assert!(sentence("gbg").starts_with("First bad: s@1; last good before it: s@0;"));
    }

    #[test]
    fn searching_a_monotone_history_takes_few_looks() {
        for step in 1..50 {
            let mut looks = 0;
            let seen = search(50, |at| {
                looks += 1;
                row(at, if at < step { 'b' } else { 'g' })
            });
            let history = History::of(seen.into_iter().map(|(_, row)| row).collect());
            assert_eq!(
                history.spec(history.mended),
                Some(format!("s@{step}").as_str())
            );
            assert!(looks <= 8, "{looks} looks");
        }
    }

    #[test]
    fn equal_ends_are_looked_at_in_full() {
        let seen = search(9, |at| row(at, if at == 4 { 'b' } else { 'g' }));
        assert_eq!(seen.len(), 9);
        assert_eq!(search(0, |at| row(at, 'g')).len(), 0);
        assert_eq!(search(1, |at| row(at, 'g')).len(), 1);
    }
}
