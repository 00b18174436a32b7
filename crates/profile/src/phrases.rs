//! Fixed words of a pattern, for a script that has no regular expressions of ours.

/// Shorter words are found in innocent outputs.
const LEAST: usize = 10;

/// The longest fixed text that every match of a regular expression contains; `None` where there is
/// none of some length.
pub(crate) fn phrase(pattern: &str) -> Option<String> {
    let mut reading = Reading::default();
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '(' => {
                reading.open();
                if chars.peek() == Some(&'?') {
                    // `(?:`, `(?i)`, `(?P<name>`.
                    let ends = |c: &char| matches!(c, ':' | ')' | '>');
                    while chars.next_if(|c| !ends(c)).is_some() {}
                    chars.next_if(|c| *c != ')');
                }
            }
            ')' => reading.close(matches!(chars.peek(), Some('?' | '*' | '{'))),
            '|' => reading.alternative(),
            '[' => {
                reading.end_run();
                while chars.next().is_some_and(|c| c != ']') {}
            }
            '{' => {
                reading.drop_last();
                while chars.next().is_some_and(|c| c != '}') {}
            }
            '?' | '*' => reading.drop_last(),
            '.' | '^' | '$' | '+' => reading.end_run(),
            '\\' => match chars.next() {
                Some(c) if !c.is_alphanumeric() => reading.run.push(c),
                _ => reading.end_run(),
            },
            c => reading.run.push(c),
        }
    }
    reading.end_run();
    let fixed = reading.runs.into_iter().max_by_key(String::len)?;
    (!reading.alternatives && fixed.trim().len() >= LEAST).then(|| fixed.trim().to_owned())
}

/// What was read of a pattern.
#[derive(Default)]
struct Reading {
    /// The fixed texts so far.
    runs: Vec<String>,
    /// The one that is being read.
    run: String,
    /// For each open group: how many texts there were before it, and whether it has alternatives.
    groups: Vec<(usize, bool)>,
    /// Whether there are alternatives outside of all groups.
    alternatives: bool,
}

impl Reading {
    fn end_run(&mut self) {
        self.runs.push(std::mem::take(&mut self.run));
    }

    /// The last character may be missing.
    fn drop_last(&mut self) {
        self.run.pop();
        self.end_run();
    }

    fn open(&mut self) {
        self.end_run();
        self.groups.push((self.runs.len(), false));
    }

    fn alternative(&mut self) {
        self.end_run();
        match self.groups.last_mut() {
            Some(group) => group.1 = true,
            None => self.alternatives = true,
        }
    }

    fn close(&mut self, optional: bool) {
        self.end_run();
        if let Some((before, alternatives)) = self.groups.pop()
            && (alternatives || optional)
        {
            self.runs.truncate(before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_match_contains() {
        for (pattern, want) in [
            (
                r"an invalid model was generated",
                Some("an invalid model was generated"),
            ),
            (
                r"(?m)^(?P<message>UNEXPECTED CODE WAS REACHED\.)",
                Some("UNEXPECTED CODE WAS REACHED."),
            ),
            (
                r"ASSERTION VIOLATION\s*\nFile: (?P<file>[^\n]+)",
                Some("ASSERTION VIOLATION"),
            ),
            (r"(?i)proof (?:check|checker) (?:failed|failure)", None),
            (r"first thing|second thing", None),
            (r"colou?r of the one (?:very )?thing", Some("r of the one")),
            (
                r"Fatal failure within (?P<f>[^\n]*) at x{2,3}",
                Some("Fatal failure within"),
            ),
            (r"\d+", None),
        ] {
            assert_eq!(phrase(pattern).as_deref(), want, "{pattern}");
        }
    }

    #[test]
    fn the_profiles_have_such_words() {
        gadfly_testkit::catalog();
        for family in ["z3", "cvc5", "yices", "bitwuzla"] {
            let profile = crate::Profiles::builtin().get(family).unwrap();
            let words = profile.patterns.crash_phrases();
            assert!(
                words.iter().any(|word| word.contains("Sanitizer:")),
                "{words:?}"
            );
        }
        let z3 = &crate::Profiles::builtin().get("z3").unwrap().patterns;
        assert!(
            z3.crash_phrases()
                .contains(&"ASSERTION VIOLATION".to_owned())
        );
        assert_eq!(z3.complaint_phrases(), ["an invalid model was generated"]);
        assert_eq!(z3.crash_exits(), [104, 107, 110, 114]);
    }
}
