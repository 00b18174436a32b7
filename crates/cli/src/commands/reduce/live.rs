//! A person watches: one line that says how small it is, what is tried, and when it last helped.

use gadfly_reduce::{Event, Observer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The live line, and the journal behind it.
pub(crate) struct Live<'a> {
    journal: Option<&'a dyn Observer>,
    bar: Option<ProgressBar>,
    lines: bool,
    state: Mutex<State>,
}

struct State {
    start_bytes: usize,
    bytes: usize,
    checks: u64,
    successes: u64,
    pass: &'static str,
    last_success: Instant,
    last_line: Instant,
}

impl<'a> Live<'a> {
    /// Begins with an input of so many bytes.
    pub(crate) fn new(bytes: usize, quiet: bool, journal: Option<&'a dyn Observer>) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = (terminal && !quiet).then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_style(
                ProgressStyle::with_template("{spinner} {msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_spinner()),
            );
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let now = Instant::now();
        let state = State {
            start_bytes: bytes,
            bytes,
            checks: 0,
            successes: 0,
            pass: "",
            last_success: now,
            last_line: now,
        };
        Live {
            journal,
            bar,
            lines: !terminal && !quiet,
            state: Mutex::new(state),
        }
    }

    /// Takes the line away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn line(&self) -> String {
        let rate = (100 * self.successes).checked_div(self.checks).unwrap_or(0);
        format!(
            "{} of {} bytes, {} checks, {rate} % helped, {}, last success {} s ago",
            self.bytes,
            self.start_bytes,
            self.checks,
            self.pass,
            self.last_success.elapsed().as_secs()
        )
    }
}

impl Observer for Live<'_> {
    fn event(&self, event: &Event<'_>) {
        if let Some(journal) = self.journal {
            journal.event(event);
        }
        let mut state = self.lock();
        match event {
            Event::Pass { name } => state.pass = name,
            Event::Checked { fails, .. } => {
                state.checks += 1;
                state.successes += u64::from(*fails);
            }
            Event::Best { text } => {
                state.bytes = text.len();
                state.last_success = Instant::now();
            }
        }
        if let Some(bar) = &self.bar {
            bar.set_message(state.line());
        } else if self.lines && state.last_line.elapsed() >= Duration::from_secs(5) {
            state.last_line = Instant::now();
            eprintln!("{}", state.line());
        }
    }
}
