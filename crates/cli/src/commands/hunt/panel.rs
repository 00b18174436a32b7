//! Progress: a live panel on a terminal, a line every ten seconds elsewhere, events as JSON.

use crate::ui::{Ui, Versioned};
use gadfly_campaign::{Event, Plan, Snapshot};
use gadfly_report::PROBABLY;
use gadfly_store::Shortfall;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

const LINE_EVERY: Duration = Duration::from_secs(10);
const JSON_EVERY: Duration = Duration::from_secs(1);

enum Face {
    /// Redrawn in place; how many lines stand there.
    Live(usize),
    Lines,
    Json,
    Silent,
}

/// Shows events.
pub(super) struct Panel {
    face: Face,
    color: bool,
    solvers: String,
    last: Option<Instant>,
    unread: bool,
    /// Solvers that were warned about.
    warned: BTreeSet<String>,
}

impl Panel {
    /// Whether nobody reads the events any more: the pipe is closed.
    pub(super) fn is_unread(&self) -> bool {
        self.unread
    }

    pub(super) fn new(ui: &Ui, plan: &Plan) -> Panel {
        let face = match () {
            () if ui.json => Face::Json,
            () if ui.quiet => Face::Silent,
            () if std::io::stderr().is_terminal() => Face::Live(0),
            () => Face::Lines,
        };
        Panel {
            face,
            color: ui.color_err(),
            solvers: plan.solvers.join(", "),
            last: None,
            unread: false,
            warned: BTreeSet::new(),
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
                self.say(&format!("hunting in {folder}{from}: {}", self.solvers));
            }
            Event::Finding {
                id,
                kind,
                solver,
                sentence,
            } => {
                let kind = self.paint(kind.name(), "1;31");
                self.say(&format!("found {kind} in {solver}: {sentence} [{id}]"));
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

    /// Takes the panel away.
    pub(super) fn finish(&mut self) {
        self.clear();
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
        self.clear();
        // What a solver printed may be in it: no control characters reach the terminal.
        let printable = |c: char| {
            if c.is_control() && c != '\x1b' {
                ' '
            } else {
                c
            }
        };
        let line = line.chars().map(printable).collect::<String>();
        let _ = writeln!(std::io::stderr(), "{line}");
    }

    fn clear(&mut self) {
        if let Face::Live(lines) = &mut self.face {
            if *lines > 0 {
                let _ = write!(std::io::stderr(), "\x1b[{lines}A\x1b[J");
            }
            *lines = 0;
        }
    }

    fn progress(&mut self, snapshot: &Snapshot) {
        match self.face {
            Face::Live(_) => {
                self.clear();
                let text = panel(snapshot);
                let mut err = std::io::stderr().lock();
                let _ = err.write_all(text.as_bytes());
                let _ = err.flush();
                self.face = Face::Live(text.lines().count());
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

fn rate(snapshot: &Snapshot) -> f64 {
    snapshot.session_tests as f64 / snapshot.session_seconds.max(0.001)
}

fn counts<K: AsRef<str>>(counts: impl IntoIterator<Item = (K, u64)>) -> String {
    let words: Vec<String> = counts
        .into_iter()
        .map(|(name, count)| format!("{} {count}", name.as_ref()))
        .collect();
    if words.is_empty() {
        "none".into()
    } else {
        words.join("  ")
    }
}

fn line(s: &Snapshot) -> String {
    let mut out = format!(
        "{} tests, {:.0}/s, findings: {}",
        s.tests,
        rate(s),
        counts(s.findings.iter().map(|(k, v)| (k.name(), *v)))
    );
    if s.waiting > 0 {
        let _ = write!(out, ", {} to confirm", s.waiting);
    }
    if let Some(left) = s.seconds_left {
        let _ = write!(out, ", {left:.0} s left");
    }
    out
}

/// What is worth a warning while the hunt goes on: the first formulas may all be of one hard logic.
fn warnings(snapshot: &Snapshot) -> impl Iterator<Item = &Shortfall> {
    const ENOUGH: u64 = 100;
    let shortfalls = snapshot.shortfalls.iter();
    shortfalls.filter(|shortfall| shortfall.runs >= ENOUGH)
}

/// A sentence in lines that no terminal breaks: the panel is taken away line by line.
fn warning(sentence: &str) -> String {
    const WIDTH: usize = 68;
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    let heads = std::iter::once("warning").chain(std::iter::repeat(""));
    let lines = lines.iter().zip(heads);
    lines
        .map(|(line, head)| format!("{head:<10}{line}\n"))
        .collect()
}

fn panel(s: &Snapshot) -> String {
    let cpu = s.own_cpu + s.solver_cpu;
    let share = if cpu > 0.0 {
        s.solver_cpu / cpu * 100.0
    } else {
        0.0
    };
    let left = match (s.seconds_left, s.left) {
        (Some(seconds), _) => format!("{seconds:.0} s left"),
        (None, Some(left)) => format!("{:.0} % left", left * 100.0),
        (None, None) => String::new(),
    };
    let total: u64 = s.strategies.values().sum();
    let strategies = s.strategies.iter().map(|(name, tests)| {
        format!(
            "{name} {:.0} %",
            *tests as f64 / total.max(1) as f64 * 100.0
        )
    });
    let warnings: String = warnings(s).map(|of| warning(&of.sentence)).collect();
    format!(
        "tests     {}  ({:.0}/s, {} duplicates, solvers {share:.1} % of the CPU)  {left}\n\
         answers   {}\n\
         verdicts  {}{}\n\
         findings  {}\n\
         by        {}\n{warnings}",
        s.tests,
        rate(s),
        s.duplicates,
        counts(s.answers.iter().map(|(k, v)| (*k, *v))),
        counts(s.verdicts.iter().map(|(k, v)| (k.name(), *v))),
        if s.waiting > 0 {
            format!("  ({} to confirm)", s.waiting)
        } else {
            String::new()
        },
        counts(s.findings.iter().map(|(k, v)| (k.name(), *v))),
        strategies.collect::<Vec<_>>().join("  ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_store::Cause;

    #[test]
    fn a_solver_that_is_not_tested_is_on_the_panel_in_lines_that_fit() {
        let mut snapshot = Snapshot {
            shortfalls: vec![Shortfall {
                solver: "./z3".into(),
                runs: 99,
                cause: Cause::Memory,
                untested: true,
                sentence: "many words ".repeat(20),
            }],
            ..Snapshot::default()
        };
        assert!(!panel(&snapshot).contains("warning"), "too early");
        snapshot.shortfalls[0].runs = 100;
        let text = panel(&snapshot);
        let lines: Vec<&str> = text
            .lines()
            .skip_while(|l| !l.starts_with("warning"))
            .collect();
        assert!(
            lines.len() > 2 && lines.iter().all(|line| line.len() < 80),
            "{text}"
        );
        assert!(lines[1].starts_with("          many words"), "{text}");
    }
}
