//! Progress: a bar on a terminal, a line every few seconds elsewhere, nothing when quiet.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const LINE_EVERY: Duration = Duration::from_secs(5);

/// Progress over a known number of steps. Shared between threads by reference.
pub(crate) struct Progress {
    face: Face,
    label: String,
    total: u64,
    done: AtomicU64,
    started: Instant,
}

enum Face {
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
    Silent,
}

/// Steps a second, with no more digits than are of use.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let rate = state.per_sec();
    let digits = usize::from(rate < 10.0);
    let _ = write!(out, "{rate:.digits$}/s");
}

impl Progress {
    /// Starts at 0 of `total`.
    pub(crate) fn new(total: u64, label: &str, quiet: bool) -> Self {
        let face = if quiet {
            Face::Silent
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let style =
                ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {rate} {eta} left")
                    .unwrap_or_else(|_| ProgressStyle::default_bar())
                    .with_key("rate", rate);
            bar.set_style(style.progress_chars("=> "));
            bar.set_message(label.to_string());
            Face::Bar(bar)
        } else {
            Face::Lines(Mutex::new(Instant::now()))
        };
        Progress {
            face,
            label: label.to_string(),
            total,
            done: AtomicU64::new(0),
            started: Instant::now(),
        }
    }

    /// `n` more steps are done.
    pub(crate) fn inc(&self, n: u64) {
        let done = self.done.fetch_add(n, Ordering::Relaxed) + n;
        match &self.face {
            Face::Bar(bar) => bar.inc(n),
            Face::Lines(last) => {
                if let Ok(mut last) = last.try_lock()
                    && last.elapsed() >= LINE_EVERY
                {
                    *last = Instant::now();
                    let left = self.left(done);
                    eprintln!("{}: {done} of {}, {left} left", self.label, self.total);
                }
            }
            Face::Silent => {}
        }
    }

    /// The time that the rest takes at the pace so far.
    fn left(&self, done: u64) -> String {
        let rest = self.total.saturating_sub(done) as f64 / done.max(1) as f64;
        crate::quantity::spoken(self.started.elapsed().as_secs_f64() * rest)
    }

    /// Prints a line without disturbing the bar.
    pub(crate) fn say(&self, line: &str) {
        match &self.face {
            Face::Bar(bar) => bar.suspend(|| eprintln!("{line}")),
            _ => eprintln!("{line}"),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Face::Bar(bar) = &self.face {
            bar.finish_and_clear();
        }
    }
}
