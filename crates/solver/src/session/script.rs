//! What of a script can be sent to a process that must live on.

use gadfly_syntax::loose::{Scan, word_length};

/// Why a script cannot be sent to a persistent process; a fresh one takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuitable {
    /// A bracket, string or quoted symbol is open at the end: it would swallow the end marker.
    #[error("it does not end where its text ends")]
    Open,
    /// It sends answers elsewhere than to standard output.
    #[error("it redirects the output")]
    Redirects,
    /// It asks for functions: a process reads one language.
    #[error("it is of another language")]
    Synthesis,
}

/// What is sent of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prepared {
    /// The script up to an `(exit)`, which would end the process, and without the `set-info` with
    /// quoted text that some solvers misread on standard input (the others stay: cvc5 prints
    /// differently where the script names its language). Line ends stay, so that line numbers in
    /// messages do.
    pub text: Vec<u8>,
    /// All its `set-option`. In z3 they outlive `(reset)`, so a process that has seen some can
    /// only serve scripts that set the same.
    pub options: Vec<u8>,
}

impl Prepared {
    /// Prepares a script; the buffers are used again.
    pub fn fill(&mut self, script: &[u8], strip_info: bool) -> Result<(), Unsuitable> {
        self.text.clear();
        self.options.clear();
        let mut copied = 0;
        let mut scan = Scan::new(script);
        for range in scan.by_ref() {
            let command = &script[range.clone()];
            match first_word(command) {
                b"exit" => {
                    self.text.extend_from_slice(&script[copied..range.start]);
                    return Ok(());
                }
                b"set-info" if strip_info && command.contains(&b'|') => {
                    self.text.extend_from_slice(&script[copied..range.start]);
                    self.text
                        .extend(command.iter().filter(|byte| **byte == b'\n'));
                    copied = range.end;
                }
                b"set-option" if memchr::memmem::find(command, b"-output-channel").is_some() => {
                    return Err(Unsuitable::Redirects);
                }
                b"check-synth" => return Err(Unsuitable::Synthesis),
                b"set-option" => self.options.extend_from_slice(command),
                _ => {}
            }
        }
        if scan.is_open() {
            return Err(Unsuitable::Open);
        }
        self.text.extend_from_slice(&script[copied..]);
        Ok(())
    }
}

/// A command's name; scripts need not be text.
fn first_word(command: &[u8]) -> &[u8] {
    let inner = command[1..].trim_ascii_start();
    &inner[..word_length(inner)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, strip_info: bool, expect: Result<&str, Unsuitable>) {
        let mut prepared = Prepared::default();
        let result = prepared.fill(script.as_bytes(), strip_info);
        let sent = result.map(|()| String::from_utf8(prepared.text).unwrap());
        assert_eq!(
            sent.as_deref(),
            expect.as_ref().map(|text| *text),
            "{script}"
        );
    }

    #[test]
    fn a_plain_script_is_sent_as_it_is() {
        let script = "; (exit)\n(assert (= |(exit)| \"(exit)\"\"(\"))(check-sat) ; (";
        check(script, true, Ok(script));
    }

    #[test]
    fn an_exit_ends_the_script() {
        check(
            "(check-sat)\n( exit )(check-sat)",
            false,
            Ok("(check-sat)\n"),
        );
        check("(exit-now)", false, Ok("(exit-now)"));
    }

    #[test]
    fn information_is_left_out_with_its_line_ends_kept() {
        check("(set-info :a |x\ny|)(check-sat)", true, Ok("\n(check-sat)"));
        for (script, strip) in [
            ("(set-info :a b)(check-sat)", true),
            ("(set-info :a |b|)(check-sat)", false),
        ] {
            check(script, strip, Ok(script));
        }
    }

    #[test]
    fn a_script_that_would_swallow_the_marker_is_refused() {
        for script in ["(assert", "(a \"", "|", "(a))(b (c)", "(set-logic |QF_UF)"] {
            check(script, false, Err(Unsuitable::Open));
        }
        check("(check-sat))", false, Ok("(check-sat))"));
        let redirect = "(set-option :regular-output-channel \"/dev/null\")";
        check(redirect, false, Err(Unsuitable::Redirects));
        check("(check-synth)", false, Err(Unsuitable::Synthesis));
    }

    #[test]
    fn options_are_listed() {
        let mut prepared = Prepared::default();
        let script =
            b"(set-option :a true)(set-logic ALL)(push)(set-option :b 1)(exit)(set-option :c 1)";
        prepared.fill(script, false).unwrap();
        assert_eq!(prepared.options, b"(set-option :a true)(set-option :b 1)");
    }
}
