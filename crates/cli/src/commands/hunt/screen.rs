//! Lines at the bottom of a terminal that are drawn over in place, with what is said above them.

use super::figures::{HEAD, Line, Mark, Window};
use std::io::{IsTerminal, Write};

/// What is assumed where a terminal does not say how large it is.
const USUAL: Window = Window {
    columns: 79,
    rows: 24,
};

/// The lines that stand at the bottom of standard error's terminal.
pub(super) struct Screen {
    color: bool,
    /// How long each drawn line is.
    drawn: Vec<usize>,
    /// The columns that there were.
    columns: usize,
}

/// Whether standard error is a terminal on which lines can be drawn over.
pub(super) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stderr().is_terminal() && !dumb
}

/// What can be drawn on of the terminal's window now. Its last column stays free: what erases the rest
/// of a line erases it, too.
pub(super) fn window() -> Window {
    match terminal_size::terminal_size_of(std::io::stderr()) {
        Some((columns, rows)) if columns.0 > 0 && rows.0 > 0 => Window {
            columns: usize::from(columns.0 - 1).max(1),
            rows: rows.0.into(),
        },
        _ => USUAL,
    }
}

impl Screen {
    pub(super) fn new(color: bool) -> Screen {
        Screen {
            color,
            drawn: Vec::new(),
            columns: 0,
        }
    }

    /// Draws the lines over those of before, in one write: nothing flickers.
    pub(super) fn draw(&mut self, lines: &[Line], window: Window) {
        let text = self.frame(lines, window);
        self.drawn = lines.iter().map(|l| l.text.chars().count()).collect();
        self.columns = window.columns;
        put(&text);
    }

    /// Takes the lines away.
    pub(super) fn clear(&mut self) {
        let text = self.up(window());
        self.drawn.clear();
        if !text.is_empty() {
            put(&(text + "\x1b[J"));
        }
    }

    fn frame(&self, lines: &[Line], window: Window) -> String {
        let mut text = self.up(window);
        // A terminal that broke lines anew remembers which belong together, until they are erased.
        if !self.drawn.is_empty() && self.columns != window.columns {
            text.push_str("\x1b[J");
        }
        // A line that a window became too narrow for just now is cut, and does not scroll the rest.
        text.push_str("\x1b[?7l");
        for line in lines {
            text.push_str(&self.painted(line));
            text.push_str("\x1b[K\r\n");
        }
        text.push_str("\x1b[?7h\x1b[J");
        text
    }

    /// The way up to the first line. In a window that became narrower lines were broken, and stand in
    /// more rows.
    fn up(&self, window: Window) -> String {
        let columns = window.columns.max(1);
        let rows = self
            .drawn
            .iter()
            .map(|length| length.div_ceil(columns).max(1));
        match rows.sum::<usize>().min(window.rows.saturating_sub(1)) {
            0 => String::new(),
            rows => format!("\r\x1b[{rows}A"),
        }
    }

    fn painted(&self, line: &Line) -> String {
        let code = match line.mark {
            _ if !self.color => return line.text.clone(),
            Mark::Table => return line.text.clone(),
            Mark::Figure => "1",
            Mark::Finding => "1;31",
            Mark::Warning => "1;33",
        };
        let head: String = line.text.chars().take(HEAD).collect();
        let rest = &line.text[head.len()..];
        format!("\x1b[{code}m{head}\x1b[0m{rest}")
    }
}

fn put(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = err.write_all(text.as_bytes());
    let _ = err.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Line {
        Line {
            mark: Mark::Finding,
            text: text.into(),
        }
    }

    #[test]
    fn lines_are_drawn_over_those_of_before() {
        let mut screen = Screen::new(false);
        let window = Window {
            columns: 20,
            rows: 10,
        };
        let first = screen.frame(&[line("a"), line("b")], window);
        assert_eq!(first, "\x1b[?7la\x1b[K\r\nb\x1b[K\r\n\x1b[?7h\x1b[J");
        screen.drawn = vec![1, 1];
        screen.columns = 20;
        assert!(screen.frame(&[line("c")], window).starts_with("\r\x1b[2A"));
        // In half the width a line of 20 stands in two rows.
        screen.drawn = vec![20, 1];
        let narrow = Window {
            columns: 10,
            rows: 10,
        };
        assert_eq!(screen.up(narrow), "\r\x1b[3A");
        let low = Window {
            columns: 10,
            rows: 2,
        };
        assert_eq!(screen.up(low), "\r\x1b[1A");
    }

    #[test]
    fn only_the_first_word_is_painted() {
        let text = "findings  crash 1";
        let painted = Screen::new(true).painted(&line(text));
        assert_eq!(painted, "\x1b[1;31mfindings  \x1b[0mcrash 1");
        assert_eq!(Screen::new(false).painted(&line(text)), text);
    }
}
