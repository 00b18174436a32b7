//! Progress: a status screen on a terminal, a line every ten seconds elsewhere, events as JSON.

use super::figures::{Status, findings, rate, rows_of, warnings};
use super::screen::{self, Screen};
use crate::interrupt::STOPPING;
use crate::quantity::spoken;
use crate::ui::{Ui, Versioned};
use gadfly_campaign::{Event, Plan, Snapshot};
use gadfly_report::PROBABLY;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::{Duration, Instant};

const LINE_EVERY: Duration = Duration::from_secs(10);
const JSON_EVERY: Duration = Duration::from_secs(1);
/// The rate of late is that of so many progress events, which come four times a second.
const LATE: usize = 40;

enum Face {
    /// Drawn over in place.
    Live(Screen),
    Lines,
    Json,
    Silent,
}

/// Shows events.
pub(super) struct Panel {
    face: Face,
    color: bool,
    solvers: Vec<String>,
    reduces: bool,
    last: Option<Instant>,
    unread: bool,
    stopping: bool,
    /// Seconds and tests of the last few progress events.
    late: VecDeque<(f64, u64)>,
    /// Solvers that were warned about.
    warned: BTreeSet<String>,
}

impl Panel {
    /// Whether nobody reads the events any more: the pipe is closed.
    pub(super) fn is_unread(&self) -> bool {
        self.unread
    }

    pub(super) fn new(ui: &Ui, plan: &Plan) -> Panel {
        let color = ui.color_err();
        let face = match () {
            () if ui.json => Face::Json,
            () if ui.quiet => Face::Silent,
            () if screen::is_possible() => Face::Live(Screen::new(color)),
            () => Face::Lines,
        };
        Panel {
            face,
            color,
            solvers: plan.solvers.clone(),
            reduces: plan.reduce,
            last: None,
            unread: false,
            stopping: false,
            late: VecDeque::new(),
            warned: BTreeSet::new(),
        }
    }

    /// Says, once, that the hunt is asked to stop.
    pub(super) fn stopping(&mut self) {
        if !std::mem::replace(&mut self.stopping, true) {
            match self.face {
                Face::Json | Face::Silent => eprintln!("{STOPPING}"),
                Face::Live(_) | Face::Lines => self.say(STOPPING),
            }
        }
    }

    pub(super) fn show(&mut self, event: &Event) {
        if let Face::Json = self.face {
            return self.json(event);
        }
        match event {
            Event::Progress(snapshot) => self.progress(snapshot),
            Event::Started { position, folder } => {
                let from = if *position > 0 {
                    format!(" from test {position}")
                } else {
                    String::new()
                };
                let solvers = self.solvers.join(", ");
                self.say(&format!("hunting in {folder}{from}: {solvers}"));
            }
            Event::Finding {
                id,
                kind,
                solver,
                sentence,
            } => {
                let kind = self.paint(kind.name(), "1;31");
                // Most sentences begin with the solver.
                let solver = match sentence.starts_with(solver) {
                    true => String::new(),
                    false => format!(" in {solver}"),
                };
                self.say(&format!("found {kind}{solver}: {sentence} [{id}]"));
            }
            Event::Reduced { id, before, after } => {
                self.say(&format!("reduced {id}: {before} to {after} bytes"));
            }
            Event::Merged { id, into } => self.say(&format!("{id} is the same as {into}")),
            Event::Doubt { id, why } => self.say(&format!("doubt {id}: {why}")),
            Event::Folded { id, under } => {
                self.say(&format!("{id} is folded under {under}: {PROBABLY}"));
            }
            Event::Note { text } => self.say(text),
        }
    }

    /// What must be said even where progress is silent.
    pub(super) fn warn(&mut self, words: &str) {
        self.finish();
        eprintln!("warning: {}", gadfly_syntax::visible(words.to_string()));
    }

    /// Takes the status screen away.
    pub(super) fn finish(&mut self) {
        if let Face::Live(screen) = &mut self.face {
            screen.clear();
        }
    }

    fn paint(&self, text: &str, code: &str) -> String {
        if self.color {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    fn say(&mut self, line: &str) {
        if let Face::Silent = self.face {
            return;
        }
        self.finish();
        // What a solver printed may be in it: no control characters reach the terminal.
        let printable = |c: char| {
            if c.is_control() && c != '\x1b' {
                ' '
            } else {
                c
            }
        };
        let mut line = line.chars().map(printable).collect::<String>();
        if let Face::Live(_) = self.face {
            // Broken between words; a terminal breaks anywhere.
            let words = line.split(' ').map(String::from);
            line = rows_of(words, screen::window().columns.saturating_sub(2)).join("\n  ");
        }
        let _ = writeln!(std::io::stderr(), "{line}");
    }

    fn progress(&mut self, snapshot: &Snapshot) {
        let lately = self.lately(snapshot);
        match &mut self.face {
            Face::Live(screen) => {
                let window = screen::window();
                let status = Status {
                    snapshot,
                    solvers: &self.solvers,
                    reduces: self.reduces,
                    lately,
                };
                screen.draw(&status.lines(window), window);
            }
            Face::Lines => {
                for shortfall in warnings(snapshot) {
                    if self.warned.insert(shortfall.solver.clone()) {
                        let _ = writeln!(std::io::stderr(), "warning: {}", shortfall.sentence);
                    }
                }
                if self.due(LINE_EVERY) {
                    let _ = writeln!(std::io::stderr(), "{}", line(snapshot));
                }
            }
            Face::Json | Face::Silent => {}
        }
    }

    /// Tests a second over the last few seconds; `None` while these are all that there were.
    fn lately(&mut self, s: &Snapshot) -> Option<f64> {
        self.late.push_back((s.session_seconds, s.session_tests));
        if self.late.len() <= LATE {
            return None;
        }
        let (seconds, tests) = self.late.pop_front()?;
        let made = s.session_tests.saturating_sub(tests);
        Some(made as f64 / (s.session_seconds - seconds).max(0.001))
    }

    fn json(&mut self, event: &Event) {
        if matches!(event, Event::Progress(_)) && !self.due(JSON_EVERY) {
            return;
        }
        let object = Versioned {
            schema: "hunt-event/1",
            value: event,
        };
        let Ok(mut text) = serde_json::to_string(&object) else {
            return;
        };
        text.push('\n');
        let written = std::io::stdout().lock().write_all(text.as_bytes());
        self.unread |= written.is_err();
    }

    fn due(&mut self, every: Duration) -> bool {
        let due = self.last.is_none_or(|last| last.elapsed() >= every);
        if due {
            self.last = Some(Instant::now());
        }
        due
    }
}

/// The same where nobody watches, in a line.
fn line(s: &Snapshot) -> String {
    let found = findings(s).join(", ");
    let mut out = format!("{} tests, {:.0}/s, findings: {found}", s.tests, rate(s));
    for (count, what) in [(s.waiting, "to confirm"), (s.unreduced, "to reduce")] {
        if count > 0 {
            let _ = write!(out, ", {count} {what}");
        }
    }
    if let Some(left) = s.seconds_left {
        let _ = write!(out, ", {} left", spoken(left));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_vocabulary::Kind;

    #[test]
    fn a_line_has_the_same_figures() {
        let mut snapshot = Snapshot {
            seconds: 60.0,
            session_seconds: 30.0,
            session_tests: 90,
            tests: 200,
            ..Snapshot::default()
        };
        assert_eq!(line(&snapshot), "200 tests, 3/s, findings: none");
        snapshot.findings.insert(Kind::Crash, 2);
        snapshot.last_found = Some(55.0);
        (snapshot.waiting, snapshot.unreduced) = (4, 1);
        snapshot.seconds_left = Some(70.0);
        assert_eq!(
            line(&snapshot),
            "200 tests, 3/s, findings: 2, the last 5 s ago, crash 2, 4 to confirm, 1 to reduce, \
             1 min 10 s left"
        );
    }
}
