//! Input as it arrives, cut into commands: each must be answered before the next is there.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The commands of an input. What is malformed at its end comes last, for the parser to refuse.
pub(crate) struct Commands {
    source: Box<dyn Read>,
    text: Vec<u8>,
    /// Where the first command that was not given out yet begins.
    start: usize,
    scan: Scan,
    ended: bool,
}

/// Where the scan for the end of a command stands, so that no byte is looked at twice.
#[derive(Clone, Copy, Default)]
struct Scan {
    at: usize,
    depth: usize,
    inside: Option<u8>,
}

impl Commands {
    pub(crate) fn open(file: Option<&Path>) -> io::Result<Commands> {
        let source: Box<dyn Read> = match file {
            Some(path) => Box::new(File::open(path)?),
            None => Box::new(io::stdin()),
        };
        Ok(Commands::new(source))
    }

    fn new(source: Box<dyn Read>) -> Commands {
        Commands {
            source,
            text: Vec::new(),
            start: 0,
            scan: Scan::default(),
            ended: false,
        }
    }

    /// The end of the first complete command that is there.
    fn complete(&mut self) -> Option<usize> {
        let scan = &mut self.scan;
        while let Some(byte) = self.text.get(scan.at) {
            scan.at += 1;
            match (scan.inside, byte) {
                (Some(close), byte) if *byte == close => scan.inside = None,
                (Some(_), _) => {}
                (None, b'"' | b'|') => scan.inside = Some(*byte),
                (None, b';') => scan.inside = Some(b'\n'),
                (None, b'(') => scan.depth += 1,
                (None, b')') => {
                    scan.depth = scan.depth.saturating_sub(1);
                    if scan.depth == 0 {
                        return Some(scan.at);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn take(&mut self, end: usize) -> String {
        let command = String::from_utf8_lossy(&self.text[self.start..end]).into_owned();
        self.start = end;
        command
    }

    /// Reads more; false at the end.
    fn more(&mut self) -> bool {
        self.text.drain(..self.start);
        self.scan.at -= self.start;
        self.start = 0;
        let before = self.text.len();
        self.text.resize(before + (1 << 16), 0);
        let read = self.source.read(&mut self.text[before..]).unwrap_or(0);
        self.text.truncate(before + read);
        read > 0
    }
}

impl Iterator for Commands {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.complete() {
                return Some(self.take(end));
            }
            if self.ended {
                return None;
            }
            if !self.more() {
                self.ended = true;
                let rest = self.take(self.text.len());
                return says_something(&rest).then_some(rest);
            }
        }
    }
}

/// Whether there is anything but blanks and comments.
fn says_something(text: &str) -> bool {
    text.lines()
        .any(|line| !line.trim().is_empty() && !line.trim_start().starts_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives one byte at a time.
    struct Drip(Vec<u8>);

    impl Read for Drip {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            to[0] = self.0.remove(0);
            Ok(1)
        }
    }

    #[test]
    fn commands_come_one_by_one() {
        let text = "(a \")\" |(| ; )\n b)\n(check-sat)(echo \"x\"\"y\") ; end";
        let want = [
            "(a \")\" |(| ; )\n b)",
            "\n(check-sat)",
            "(echo \"x\"\"y\")",
        ];
        let whole: Vec<_> = Commands::new(Box::new(io::Cursor::new(text.to_owned()))).collect();
        assert_eq!(whole, want);
        let drops: Vec<_> = Commands::new(Box::new(Drip(text.into()))).collect();
        assert_eq!(drops, want);
    }

    #[test]
    fn what_is_malformed_comes_last() {
        let all: Vec<_> = Commands::new(Box::new(io::Cursor::new("(a)(b"))).collect();
        assert_eq!(all, ["(a)", "(b"]);
    }
}
