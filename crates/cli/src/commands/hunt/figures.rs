//! The figures of a hunt as lines that fit a window: the status screen, and a part of the summary.

use crate::quantity::spoken;
use gadfly_campaign::Snapshot;
use gadfly_store::{Class, Ends, Shortfall};
use std::fmt::Write as _;

/// What a line begins with stands in so many columns.
pub(super) const HEAD: usize = 10;
/// A solver's name has at least so many columns, as long as there is another column to give up.
const LEAST_NAME: usize = 10;
/// A window with so many rows has room for lists of several lines.
const TALL: usize = 30;
/// Rows that are left to what is said above the figures.
const FOR_MESSAGES: usize = 4;

/// A terminal's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) columns: usize,
    pub(super) rows: usize,
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Figure,
    Finding,
    Warning,
    Table,
}

/// A line that fits the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) mark: Mark,
    pub(super) text: String,
}

/// A hunt that goes on.
pub(super) struct Status<'a> {
    /// Where it stands.
    pub(super) snapshot: &'a Snapshot,
    /// The solvers under test; those that were run beside them come after these.
    pub(super) solvers: &'a [String],
    /// Whether findings are reduced.
    pub(super) reduces: bool,
    /// Tests a second of late.
    pub(super) lately: Option<f64>,
}

impl Status<'_> {
    /// The status screen.
    pub(super) fn lines(&self, window: Window) -> Vec<Line> {
        let s = self.snapshot;
        let wrapped = if window.rows < TALL { 1 } else { 3 };
        let most = window.rows.saturating_sub(FOR_MESSAGES).max(1);
        let mut lines = Lines::new(window.columns);
        lines.list(Mark::Figure, "time", self.time(), 1);
        lines.list(Mark::Figure, "tests", self.tests(), wrapped);
        let mark = match s.findings.values().sum::<u64>() {
            0 => Mark::Figure,
            _ => Mark::Finding,
        };
        lines.list(mark, "findings", findings(s), wrapped);
        lines.list(Mark::Figure, "queue", self.queue(), 1);
        for shortfall in warnings(s) {
            let words = shortfall.sentence.split(' ').map(String::from).collect();
            lines.wrap(Mark::Warning, "warning", words, 3);
        }
        // What is left of the height: the table, then the lists that say least.
        let lists = if most >= lines.all.len() + 5 { 2 } else { 0 };
        let room = most.saturating_sub(lines.all.len() + lists);
        lines
            .all
            .extend(table(s, self.solvers, window.columns, room));
        if lists > 0 {
            let wrapped = wrapped.min(1 + most.saturating_sub(lines.all.len() + lists));
            lines.list(Mark::Figure, "verdicts", verdicts(s), wrapped);
            lines.list(Mark::Figure, "made by", strategies(s), wrapped);
        }
        lines.all.truncate(most);
        lines.all
    }

    fn time(&self) -> Vec<String> {
        let s = self.snapshot;
        let mut words = vec![spoken(s.seconds)];
        words.extend(match (s.seconds_left, s.left) {
            (Some(left), _) if left > 0.0 => Some(format!("{} left", spoken(left))),
            (None, Some(left)) if left > 0.0 => Some(format!("{:.0} % left", left * 100.0)),
            (None, None) => None,
            _ => Some("no more tests: what waits is looked at".into()),
        });
        words
    }

    fn tests(&self) -> Vec<String> {
        let s = self.snapshot;
        let mut rate = format!("{}/s", per_second(rate(s)));
        if let Some(lately) = self.lately {
            let _ = write!(rate, " ({}/s of late)", per_second(lately));
        }
        let cpu = (s.own_cpu + s.solver_cpu).max(f64::MIN_POSITIVE);
        vec![
            s.tests.to_string(),
            rate,
            format!("{} duplicates", s.duplicates),
            format!("solvers {:.0} % of the CPU", s.solver_cpu / cpu * 100.0),
        ]
    }

    fn queue(&self) -> Vec<String> {
        let s = self.snapshot;
        let unreduced = match self.reduces {
            true => "to reduce",
            false => "not reduced",
        };
        vec![
            format!("{} to confirm", s.waiting),
            format!("{} {unreduced}", s.unreduced),
            format!("{} doubts", s.doubts),
        ]
    }
}

/// Tests a second of this process.
pub(super) fn rate(s: &Snapshot) -> f64 {
    s.session_tests as f64 / s.session_seconds.max(0.001)
}

/// A rate with no more digits than are of use.
fn per_second(rate: f64) -> String {
    format!("{rate:.*}", usize::from(rate < 10.0))
}

/// How many there are, since when there is none, and of which kinds.
pub(super) fn findings(s: &Snapshot) -> Vec<String> {
    let mut words = match s.findings.values().sum::<u64>() {
        0 => vec!["none".to_string()],
        all => vec![all.to_string()],
    };
    words.extend(s.last_found.map(|last| {
        let ago = (s.seconds - last).max(0.0);
        format!("the last {} ago", spoken(ago))
    }));
    let kinds = s.findings.iter().filter(|(_, count)| **count > 0);
    words.extend(kinds.map(|(kind, n)| format!("{kind} {n}")));
    words
}

fn verdicts(s: &Snapshot) -> Vec<String> {
    let words: Vec<String> = s.verdicts.iter().map(|(k, n)| format!("{k} {n}")).collect();
    match words.is_empty() {
        true => vec!["none".into()],
        false => words,
    }
}

/// The shares of the strategies, the largest first.
fn strategies(s: &Snapshot) -> Vec<String> {
    let total = s.strategies.values().sum::<u64>().max(1) as f64;
    let mut all: Vec<(&String, u64)> = s.strategies.iter().map(|(k, n)| (k, *n)).collect();
    all.sort_by_key(|(_, tests)| std::cmp::Reverse(*tests));
    let share =
        |(name, tests): (&String, u64)| format!("{name} {:.0} %", tests as f64 / total * 100.0);
    all.into_iter().map(share).collect()
}

/// What is worth a warning while the hunt goes on: the first formulas may all be of one hard logic.
pub(super) fn warnings(snapshot: &Snapshot) -> impl Iterator<Item = &Shortfall> {
    const ENOUGH: u64 = 100;
    let shortfalls = snapshot.shortfalls.iter();
    shortfalls.filter(|shortfall| shortfall.runs >= ENOUGH)
}

/// Ways in which runs end, and how wide their column is.
type Column = (&'static str, &'static [Class], usize);

/// Those that are worth a column come first.
const COLUMNS: [Column; 7] = [
    ("sat", &[Class::Sat], 7),
    ("unsat", &[Class::Unsat], 7),
    ("unknown", &[Class::Unknown], 9),
    ("timeout", &[Class::Timeout], 9),
    ("crash", &[Class::Crash], 7),
    ("refused", &[Class::Rejected, Class::Unsupported], 9),
    ("memory", &[Class::MemoryOut], 8),
];
const RUNS: usize = 9;
const OTHER: usize = 7;

/// The answers of each solver, in so many lines at most: the first names the columns.
pub(super) fn table(s: &Snapshot, solvers: &[String], columns: usize, most: usize) -> Vec<Line> {
    let tested = solvers.iter().filter_map(|name| s.ends.get_key_value(name));
    let others = s.ends.iter().filter(|(name, _)| !solvers.contains(name));
    let rows: Vec<(&String, &Ends)> = tested.chain(others).collect();
    if rows.is_empty() || most < 2 {
        return Vec::new();
    }
    let widest = rows.iter().map(|(name, _)| name.chars().count()).max();
    let widest = widest.unwrap_or(0).max("solver".len());
    let (mut chosen, mut width) = (0, RUNS + OTHER);
    for (at, (_, _, more)) in COLUMNS.iter().enumerate() {
        // The first few matter more than a long name.
        let name = widest.min(if at < 4 { LEAST_NAME } else { 40 });
        if width + more + name > columns {
            break;
        }
        (chosen, width) = (at + 1, width + more);
    }
    let shown = &COLUMNS[..chosen];
    let name = widest.min(columns.saturating_sub(width).max(1));
    let mut head = format!("{:<name$}{:>RUNS$}", "solver", "runs");
    for (title, _, width) in shown {
        let _ = write!(head, "{title:>width$}");
    }
    let _ = write!(head, "{:>OTHER$}", "other");
    let mut lines = vec![table_line(head, columns)];
    let fits = if rows.len() < most {
        rows.len()
    } else {
        most - 2
    };
    for (solver, ends) in &rows[..fits] {
        let all = ends.runs();
        let share = |runs: u64| format!("{:.0} %", runs as f64 / all.max(1) as f64 * 100.0);
        let mut text = format!("{:<name$}{all:>RUNS$}", cut(&short(solver, name), name));
        let mut named = 0;
        for (_, classes, width) in shown {
            let runs = ends.sum(classes);
            named += runs;
            let _ = write!(text, "{:>width$}", share(runs));
        }
        let _ = write!(text, "{:>OTHER$}", share(all.saturating_sub(named)));
        lines.push(table_line(text, columns));
    }
    if fits < rows.len() {
        let more = format!("… {} more solvers", rows.len() - fits);
        lines.push(table_line(more, columns));
    }
    lines
}

fn table_line(text: String, columns: usize) -> Line {
    Line {
        mark: Mark::Table,
        text: cut(&text, columns),
    }
}

/// A solver in so many columns: where it is too long, its program and files without their folders.
fn short(solver: &str, columns: usize) -> String {
    if solver.chars().count() <= columns {
        return solver.to_string();
    }
    let file = |word: &str| word.rsplit('/').next().unwrap_or(word).to_string();
    let words: Vec<String> = solver.split(' ').map(file).collect();
    words.join(" ")
}

/// A text in so many columns; what is cut ends with a sign.
pub(super) fn cut(text: &str, columns: usize) -> String {
    match text.chars().count() <= columns {
        true => text.to_string(),
        false => {
            let kept = text.chars().take(columns.saturating_sub(1));
            kept.chain(['…']).take(columns).collect()
        }
    }
}

/// Words, or items, in rows of so many columns.
pub(super) fn rows_of(items: impl IntoIterator<Item = String>, columns: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for item in items {
        let last = rows.len() - 1;
        let length = rows[last].chars().count();
        if length == 0 {
            rows[last].push_str(&item);
        } else if length + 1 + item.chars().count() <= columns {
            rows[last].push(' ');
            rows[last].push_str(&item);
        } else {
            rows.push(item);
        }
    }
    rows
}

/// Lines with a word in front.
struct Lines {
    columns: usize,
    all: Vec<Line>,
}

impl Lines {
    fn new(columns: usize) -> Lines {
        let all = Vec::new();
        Lines { columns, all }
    }

    /// Items with commas between them.
    fn list(&mut self, mark: Mark, head: &str, mut items: Vec<String>, most: usize) {
        let last = items.len().saturating_sub(1);
        items[..last].iter_mut().for_each(|item| item.push(','));
        self.wrap(mark, head, items, most);
    }

    /// Items in as many lines as they need, up to `most`; what does not fit is left out, with a sign.
    fn wrap(&mut self, mark: Mark, head: &str, items: Vec<String>, most: usize) {
        let width = self.columns.saturating_sub(HEAD).max(1);
        let mut rows = rows_of(items.iter().cloned(), width);
        if rows.len() > most {
            // The sign itself must fit.
            rows = rows_of(items, width.saturating_sub(2));
            rows.truncate(most);
            if let Some(last) = rows.last_mut() {
                last.push_str(" …");
            }
        }
        for (at, row) in rows.iter().enumerate() {
            let head = if at == 0 { head } else { "" };
            let text = cut(&format!("{head:<HEAD$}{row}"), self.columns);
            self.all.push(Line { mark, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::Cause;
    use gadfly_vocabulary::Kind;

    /// A hunt with much to say.
    fn busy(solvers: usize) -> Snapshot {
        let mut s = Snapshot {
            seconds: 8000.0,
            session_seconds: 60.0,
            tests: 1_234_567,
            session_tests: 12_345,
            duplicates: 54_321,
            waiting: 321,
            unreduced: 12,
            doubts: 3,
            seconds_left: Some(3000.0),
            last_found: Some(7000.0),
            solver_cpu: 100.0,
            own_cpu: 3.0,
            ..Snapshot::default()
        };
        for (n, kind) in Kind::ALL.iter().enumerate() {
            s.findings.insert(*kind, n as u64 + 1);
            s.verdicts.insert(*kind, 1000 * n as u64);
        }
        for n in 0..solvers {
            let mut ends = Ends::default();
            ends.add(Class::Sat, 500);
            ends.add(Class::Unsat, 400);
            ends.add(Class::Mixed, 100);
            s.ends
                .insert(format!("./builds/z3-number-{n}/z3 -in"), ends);
        }
        for name in ["fusion", "op", "type", "swap", "weaken", "random", "horn"] {
            s.strategies.insert(name.into(), 1000);
        }
        s.shortfalls.push(Shortfall {
            solver: "./z3".into(),
            runs: 100,
            cause: Cause::Memory,
            untested: true,
            sentence: "many words ".repeat(30),
        });
        s
    }

    fn screen(snapshot: &Snapshot, columns: usize, rows: usize) -> Vec<String> {
        let solvers = ["./builds/z3-number-1/z3 -in".to_string()];
        let status = Status {
            snapshot,
            solvers: &solvers,
            reduces: true,
            lately: Some(9.51),
        };
        let lines = status.lines(Window { columns, rows });
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn no_line_is_wider_and_no_screen_higher_than_the_window() {
        for solvers in [0, 1, 3, 40] {
            let snapshot = busy(solvers);
            for columns in 1..200 {
                for rows in [1, 2, 5, 10, 24, 60] {
                    let lines = screen(&snapshot, columns, rows);
                    let fits = |line: &String| line.chars().count() <= columns;
                    assert!(lines.iter().all(fits), "{columns}x{rows}: {lines:#?}");
                    assert!(lines.len() < rows.max(2), "{columns}x{rows}: {lines:#?}");
                }
            }
        }
    }

    #[test]
    fn what_matters_is_on_the_smallest_usual_window() {
        let snapshot = busy(2);
        let text = screen(&snapshot, 80, 24).join("\n");
        let findings: u64 = snapshot.findings.values().sum();
        for part in [
            "2 h 13 min, 50 min left",
            "1234567, 206/s (9.5/s of late), 54321 duplicates",
            &format!("{findings}, the last 16 min 40 s ago, soundness 1, "),
            "321 to confirm, 12 to reduce, 3 doubts",
            "warning   many words",
            "made by   fusion 14 %",
        ] {
            assert!(text.contains(part), "{part} in\n{text}");
        }
    }

    #[test]
    fn the_table_shows_the_tested_first_and_says_how_many_are_left_out() {
        let lines = table(&busy(9), &["./builds/z3-number-8/z3 -in".into()], 80, 6);
        let text: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert!(
            text[1].starts_with("./builds/z3-number-8/z3 -in"),
            "{text:?}"
        );
        assert!(text[1].contains("1000   50 %   40 %"), "{text:?}");
        assert!(text[1].ends_with("10 %"), "{text:?}");
        assert_eq!((text.len(), text[5]), (6, "… 5 more solvers"));
        assert_eq!(table(&busy(9), &[], 80, 1), []);
    }

    #[test]
    fn a_wide_window_has_more_columns() {
        let heads = [59, 84, 119].map(|width| table(&busy(1), &[], width, 9)[0].text.clone());
        assert!(heads[0].ends_with("timeout  other"), "{heads:?}");
        assert!(heads[1].ends_with("timeout  crash  other"), "{heads:?}");
        assert!(heads[2].ends_with("memory  other"), "{heads:?}");
    }

    #[test]
    fn a_solver_that_is_not_tested_is_a_warning_but_not_too_early() {
        let mut snapshot = busy(1);
        let warned = |s: &Snapshot| screen(s, 80, 24).iter().any(|l| l.starts_with("warning"));
        assert!(warned(&snapshot));
        snapshot.shortfalls[0].runs = 99;
        assert!(!warned(&snapshot));
    }

    #[test]
    fn the_end_of_the_time_is_not_the_end_of_the_work() {
        let mut snapshot = busy(1);
        snapshot.seconds_left = Some(0.0);
        assert!(screen(&snapshot, 80, 24)[0].contains("no more tests"));
        (snapshot.seconds_left, snapshot.left) = (None, Some(0.25));
        assert!(screen(&snapshot, 80, 24)[0].ends_with("25 % left"));
        snapshot.left = None;
        assert!(screen(&snapshot, 80, 24)[0].ends_with("2 h 13 min"));
    }
}
