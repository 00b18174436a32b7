//! A script without comments and needless white space, token for token the same.

/// Calls `each` with every token in order. What is not well-formed comes out as it stands.
pub(crate) fn for_each_token<'a>(script: &'a str, mut each: impl FnMut(&'a str)) {
    let bytes = script.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b';' => {
                at += bytes[at..]
                    .iter()
                    .position(|&b| b == b'\n')
                    .unwrap_or(bytes.len() - at);
                continue;
            }
            b'(' | b')' => at + 1,
            b'"' => string_end(bytes, at),
            b'|' => quoted_end(bytes, at),
            _ => {
                at + bytes[at..]
                    .iter()
                    .position(|&b| ends_word(b))
                    .unwrap_or(bytes.len() - at)
            }
        };
        // A token ends where the next byte is one of ASCII, so this never cuts a character.
        each(&script[at..end]);
        at = end;
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\r' | b'\n' | b'(' | b')' | b'"' | b'|' | b';'
    )
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        if bytes[at] != b'"' {
            at += 1;
        } else if bytes.get(at + 1) == Some(&b'"') {
            at += 2;
        } else {
            return at + 1;
        }
    }
    at
}

fn quoted_end(bytes: &[u8], start: usize) -> usize {
    bytes[start + 1..]
        .iter()
        .position(|&b| b == b'|')
        .map_or(bytes.len(), |n| start + n + 2)
}

/// The script with white space only where two words would join, and a line a command.
pub fn squeeze(script: &str) -> String {
    let mut out = Squeezed::with_capacity(script.len());
    out.push(script);
    out.into_text()
}

/// A squeezed script that is put together from pieces.
pub(crate) struct Squeezed {
    out: String,
}

impl Squeezed {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Squeezed {
            out: String::with_capacity(bytes),
        }
    }

    /// Adds whole tokens with whatever stands between them.
    pub(crate) fn push(&mut self, tokens: &str) {
        self.forget_space();
        // Within a command no line ends, whatever is added.
        let mut depth = usize::from(!self.at_line_start());
        for_each_token(tokens, |token| {
            match token {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.separate(token);
            self.out.push_str(token);
            if depth == 0 {
                self.out.push('\n');
            }
        });
    }

    /// Adds a part of a squeezed script, cut between tokens.
    pub(crate) fn push_squeezed(&mut self, part: &str) {
        let part = part.strip_prefix(' ').unwrap_or(part);
        let part = match part.strip_prefix('\n') {
            Some(rest) if self.at_line_start() => rest,
            _ => part,
        };
        if part.is_empty() {
            return;
        }
        self.forget_space();
        self.separate(part);
        self.out.push_str(part);
    }

    /// Two words do not join.
    fn separate(&mut self, next: &str) {
        let is_word = |byte: u8| !matches!(byte, b'(' | b')' | b'\n');
        let last = self.out.as_bytes().last();
        if last.is_some_and(|&last| is_word(last)) && is_word(next.as_bytes()[0]) {
            self.out.push(' ');
        }
    }

    /// The space behind a word whose neighbour is left out.
    fn forget_space(&mut self) {
        if self.out.ends_with(' ') {
            self.out.pop();
        }
    }

    /// Between two commands: no token ends with a line.
    fn at_line_start(&self) -> bool {
        self.out.is_empty() || self.out.ends_with('\n')
    }

    pub(crate) fn into_text(mut self) -> String {
        self.forget_space();
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_needless_space_goes() {
        assert_eq!(
            squeeze("; note\n(assert  (= |a b|\n x ( f \"; \"\" )\" ) ))\n(check-sat) ; end"),
            "(assert(= |a b| x(f \"; \"\" )\")))\n(check-sat)\n"
        );
        assert_eq!(squeeze(""), "");
    }

    #[test]
    fn what_is_not_closed_stays() {
        assert_eq!(squeeze("(a \"b"), "(a \"b");
        assert_eq!(squeeze("|a b"), "|a b\n");
    }
}
