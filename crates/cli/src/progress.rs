//! Progress: a bar on a terminal, a line every few seconds elsewhere, nothing when quiet.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
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
}

enum Face {
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
    Silent,
}

impl Progress {
    /// Starts at 0 of `total`.
    pub(crate) fn new(total: u64, label: &str, quiet: bool) -> Self {
        let face = if quiet {
            Face::Silent
        } else if std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
            let style =
                ProgressStyle::with_template("{msg} [{bar:30}] {pos}/{len} {per_sec} {eta} left")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
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
                    eprintln!("{}: {done} of {}", self.label, self.total);
                }
            }
            Face::Silent => {}
        }
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
