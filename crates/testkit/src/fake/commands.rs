//! Cuts a stream of text into SMT-LIB commands as they become complete.

/// Text that has arrived, and how far it has been looked at.
#[derive(Default)]
pub(crate) struct Commands {
    buffer: Vec<u8>,
    /// Start of what has not been handed out.
    start: usize,
    /// How far the scan of the current command has come.
    at: usize,
    depth: usize,
    within: Within,
    /// Where the current command's `(` is.
    open: usize,
    /// Lines before `at`, over the whole life: z3 counts on across resets, and so do we.
    pub(crate) line: u64,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Within {
    #[default]
    Plain,
    String,
    Symbol,
    Comment,
}

impl Commands {
    pub(crate) fn push(&mut self, text: &[u8]) {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.at -= self.start;
            self.open = self.open.saturating_sub(self.start);
            self.start = 0;
        }
        self.buffer.extend_from_slice(text);
    }

    /// The next complete command.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        while let Some(byte) = self.buffer.get(self.at).copied() {
            self.at += 1;
            self.line += u64::from(byte == b'\n');
            if self.step(byte) {
                self.start = self.at;
                return Some(self.buffer[self.open..self.at].to_vec());
            }
        }
        None
    }

    /// Takes one byte; true if it completes a command.
    fn step(&mut self, byte: u8) -> bool {
        match (self.within, byte) {
            (Within::Comment, b'\n') | (Within::String, b'"') | (Within::Symbol, b'|') => {
                self.within = Within::Plain;
            }
            (Within::Plain, b'"') => self.within = Within::String,
            (Within::Plain, b'|') => self.within = Within::Symbol,
            (Within::Plain, b';') => self.within = Within::Comment,
            (Within::Plain, b'(') => {
                if self.depth == 0 {
                    self.open = self.at - 1;
                }
                self.depth += 1;
            }
            (Within::Plain, b')') if self.depth > 0 => {
                self.depth -= 1;
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_cut_wherever_the_reads_fall() {
        let text = "(a \"(\"\"\" |)|) ; (no\n\n(b (c))(d)";
        for size in 1..text.len() {
            let mut commands = Commands::default();
            let mut found = Vec::new();
            for chunk in text.as_bytes().chunks(size) {
                commands.push(chunk);
                while let Some(command) = commands.next() {
                    found.push(String::from_utf8(command).unwrap());
                }
            }
            assert_eq!(
                found,
                ["(a \"(\"\"\" |)|)", "(b (c))", "(d)"],
                "pieces of {size}"
            );
            assert_eq!(commands.line, 2);
        }
    }
}
