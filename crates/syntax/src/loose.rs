//! A script as commands and words, whether it is well-formed or not.
//!
//! What a solver is given may be malformed on purpose, and identity, probing and the reading of outputs
//! must work on it all the same: they rest on this, and not on the reader that checks.

use std::ops::Range;

/// A list of the top level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// Its text, parentheses included.
    pub text: &'a str,
    /// Where it stands in the script.
    pub span: Range<usize>,
}

impl<'a> Command<'a> {
    /// The command's name, or nothing for a list that has none.
    pub fn name(&self) -> &'a str {
        name(self.text)
    }

    /// Whether it asks for satisfiability.
    pub fn is_check(&self) -> bool {
        let checks = ["check-sat", "check-sat-assuming", "check-sat-using"];
        checks.contains(&self.name())
    }

    /// Its words, parentheses included.
    pub fn words(&self) -> Vec<&'a str> {
        words(self.text).map(|(_, word)| word).collect()
    }
}

/// The word behind a command's parenthesis.
pub fn name(command: &str) -> &str {
    let inner = command.trim_start_matches('(').trim_ascii_start();
    &inner[..word_length(inner.as_bytes())]
}

/// The bytes before the next blank, parenthesis, quotation mark, bar or comment.
pub fn word_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| KIND[usize::from(*byte)] != Kind::Word;
    text.iter().position(ends).unwrap_or(text.len())
}

/// What a byte means between words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Blank,
    Mark,
}

static KIND: [Kind; 256] = kinds();

const fn kinds() -> [Kind; 256] {
    let mut kinds = [Kind::Word; 256];
    let (blanks, marks) = (b" \t\n\r\x0c", b"()\"|;");
    let mut at = 0;
    while at < 5 {
        kinds[blanks[at] as usize] = Kind::Blank;
        kinds[marks[at] as usize] = Kind::Mark;
        at += 1;
    }
    kinds
}

/// The top-level lists of a script, in order. One that is open at the end is left out.
pub fn commands(script: &str) -> impl Iterator<Item = Command<'_>> {
    let mut scan = Scan::new(script.as_bytes());
    std::iter::from_fn(move || {
        let span = scan.next()?;
        let text = &script[span.clone()];
        Some(Command { text, span })
    })
}

/// The items of a list, each as it stands: words, strings and lists. None for what is no list, or more
/// than one.
pub fn items(list: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, word) in words(list) {
        match word {
            "(" => {
                depth += 1;
                if depth == 2 {
                    start = at;
                }
            }
            ")" => {
                if depth == 2 {
                    found.push(&list[start..=at]);
                }
                depth = depth.saturating_sub(1);
            }
            _ if depth == 0 => return Vec::new(),
            word if depth == 1 => found.push(word),
            _ => {}
        }
    }
    found
}

/// The logic that a script names.
pub fn logic(script: &str) -> Option<&str> {
    let named = commands(script).find(|command| command.name() == "set-logic")?;
    let mut words = words(named.text).skip(2).map(|(_, word)| word);
    words.next().filter(|word| *word != ")")
}

/// Goes over the top-level lists of a script's bytes.
#[derive(Clone, Debug)]
pub struct Scan<'a> {
    text: &'a [u8],
    at: usize,
    open: bool,
}

impl<'a> Scan<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a [u8]) -> Scan<'a> {
        Scan {
            text,
            at: 0,
            open: false,
        }
    }

    /// Whether the text ended within a list, a string or a quoted symbol.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// A doubled quotation mark closes and opens at once, which comes to the same.
    fn skip_past(&mut self, close: u8) {
        match memchr::memchr(close, &self.text[self.at..]) {
            Some(length) => self.at += length + 1,
            None => {
                self.at = self.text.len();
                self.open = true;
            }
        }
    }
}

impl Iterator for Scan<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let (mut depth, mut start) = (0_usize, 0);
        let is_mark = |byte: &u8| KIND[usize::from(*byte)] == Kind::Mark;
        while let Some(length) = self.text[self.at..].iter().position(is_mark) {
            let byte = &self.text[self.at + length];
            self.at += length + 1;
            match byte {
                b'(' => {
                    if depth == 0 {
                        start = self.at - 1;
                    }
                    depth += 1;
                }
                b')' if depth == 1 => return Some(start..self.at),
                b')' => depth = depth.saturating_sub(1),
                b'"' | b'|' => self.skip_past(*byte),
                b';' => {
                    let rest = &self.text[self.at..];
                    self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        self.open |= depth > 0;
        None
    }
}

/// Parentheses, strings, quoted symbols and words with their positions; comments and blanks are
/// gone.
pub fn words(script: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = script.as_bytes();
    let mut i = 0;
    std::iter::from_fn(move || {
        while i < bytes.len() {
            let start = i;
            i = match bytes[i] {
                b';' => find(bytes, i, b'\n'),
                b if b.is_ascii_whitespace() => i + 1,
                b'(' | b')' => i + 1,
                b'|' => (find(bytes, i + 1, b'|') + 1).min(bytes.len()),
                b'"' => string_end(bytes, i + 1),
                _ => word_end(bytes, i),
            };
            if bytes[start] != b';' && !bytes[start].is_ascii_whitespace() {
                return Some((start, &script[start..i]));
            }
        }
        None
    })
}

fn find(bytes: &[u8], from: usize, byte: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or(&[]);
    memchr::memchr(byte, rest).map_or(bytes.len(), |at| from + at)
}

/// The end of a string literal, where `""` is a quote inside it.
fn string_end(bytes: &[u8], from: usize) -> usize {
    let mut end = (find(bytes, from, b'"') + 1).min(bytes.len());
    while bytes.get(end) == Some(&b'"') {
        end = (find(bytes, end + 1, b'"') + 1).min(bytes.len());
    }
    end
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    from + word_length(&bytes[from..]).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_in_whatever_there_is() {
        let names = |script| -> Vec<&str> { commands(script).map(|c| c.name()).collect() };
        assert_eq!(
            names("; (a)\n(b |)| \"(\"\")\")( c(d))x ) (e\"\") (f (= "),
            ["b", "c", "e"]
        );
        assert_eq!(names("(()) (\"a\") ()"), ["", "", ""]);
        assert_eq!(names("(a \"open) (b)"), [""; 0]);
    }

    #[test]
    fn items_are_cut_as_they_stand() {
        assert_eq!(
            items("( a (b ; )\n (c)) |d e| \"(\"\"\" ())"),
            ["a", "(b ; )\n (c))", "|d e|", "\"(\"\"\"", "()"]
        );
        for none in ["", "a", "()", "a (b)"] {
            assert!(items(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn what_is_open_is_told() {
        let open = |script: &str| {
            let mut scan = Scan::new(script.as_bytes());
            scan.by_ref().for_each(drop);
            scan.is_open()
        };
        for script in ["(a", "(a \"", "|", "(a))(b (c)", "(set-logic |QF_UF)"] {
            assert!(open(script), "{script}");
        }
        for script in ["", "(a)", "(a))", "(a) ; (", "\"(\"", "(a \"\"\"\")"] {
            assert!(!open(script), "{script}");
        }
    }

    #[test]
    fn the_logic_is_the_one_that_is_set() {
        assert_eq!(
            logic("(set-info :x \"(set-logic A)\")( set-logic\n B )"),
            Some("B")
        );
        assert_eq!(logic("; (set-logic A)\n(check-sat)"), None);
        assert_eq!(logic("(set-logic)(check-sat)"), None);
    }
}
