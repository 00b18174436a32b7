//! A file's text as the language has it. Everything stays at its place, so that positions hold.

/// What a text was cleaned of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cleaned {
    /// A byte order mark at the beginning.
    pub(crate) mark: bool,
    /// Comments between `#|` and `|#`, as z3 and Lisp have them.
    pub(crate) comments: bool,
    /// Lines that end in a carriage return alone.
    pub(crate) returns: bool,
}

/// Blanks out what is no part of the language.
pub(crate) fn clean(text: &str) -> (String, Cleaned) {
    let mut bytes = text.as_bytes().to_vec();
    let mut cleaned = Cleaned::default();
    if text.starts_with('\u{feff}') {
        bytes[..3].fill(b' ');
        cleaned.mark = true;
    }
    // Without a line feed the first comment would reach to the end of the file.
    if !bytes.contains(&b'\n') && bytes.contains(&b'\r') {
        bytes
            .iter_mut()
            .filter(|b| **b == b'\r')
            .for_each(|b| *b = b'\n');
        cleaned.returns = true;
    }
    cleaned.comments = blank_block_comments(&mut bytes);
    // Whole characters are blanked, or none.
    let text = String::from_utf8(bytes).unwrap_or_else(|_| text.to_string());
    (text, cleaned)
}

/// Blanks out `#| … |#`, nested or not, outside strings, quoted symbols and line comments. One that
/// never ends is left: the reader says what is wrong.
fn blank_block_comments(bytes: &mut [u8]) -> bool {
    let mut any = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'|' => at = past(bytes, at + 1, bytes[at]),
            b';' => at = past(bytes, at + 1, b'\n'),
            b'#' if bytes.get(at + 1) == Some(&b'|') => {
                let Some(end) = comment_end(bytes, at) else {
                    return any;
                };
                let inner = bytes[at..end].iter_mut();
                inner.filter(|b| **b != b'\n').for_each(|b| *b = b' ');
                any = true;
                at = end;
            }
            _ => at += 1,
        }
    }
    any
}

fn past(bytes: &[u8], from: usize, close: u8) -> usize {
    let rest = bytes[from..].iter().position(|b| *b == close);
    rest.map_or(bytes.len(), |length| from + length + 1)
}

fn comment_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, start);
    loop {
        match bytes.get(at..at + 2)? {
            b"#|" => {
                depth += 1;
                at += 2;
            }
            b"|#" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_comments_are_blanked_in_place() {
        let table = [
            ("(a #| b |# c)", "(a         c)"),
            ("#| x #| y |# z |#(a)", "                 (a)"),
            ("#|\n|#(a)", "  \n  (a)"),
            ("(a \"#|\" |#| | ; #|\n)", "(a \"#|\" |#| | ; #|\n)"),
            ("(a #b1 #| never", "(a #b1 #| never"),
            ("#|\u{e9}|#(a)", "      (a)"),
        ];
        for (before, after) in table {
            assert_eq!(clean(before).0, after);
            assert_eq!(clean(before).1.comments, before != after);
        }
    }

    #[test]
    fn marks_and_lone_returns_go() {
        let (text, cleaned) = clean("\u{feff}; why\r(check-sat)\r");
        assert_eq!(text, "   ; why\n(check-sat)\n");
        assert!(cleaned.mark && cleaned.returns && !cleaned.comments);
        assert_eq!(clean("(a)\r\n").0, "(a)\r\n");
    }
}
