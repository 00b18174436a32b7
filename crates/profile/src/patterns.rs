//! The messages by which a solver's failures are told apart: regular expressions as data.

use crate::failure::{Complaint, Crash, CrashKind};
use crate::frames::frames;
use crate::phrases::phrase;
use regex_lite::Regex;
use serde::Deserialize;

/// A profile's patterns as written. Each is searched for in stdout and stderr alike. Named groups
/// `file`, `line`, `place` and `message` are taken over into what is reported.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawPatterns {
    /// Assertions, unreachable code, internal errors.
    pub assertion: Vec<String>,
    /// Reports of sanitizers.
    pub sanitizer: Vec<String>,
    /// A note that goes with a death by signal and says nothing more.
    pub signal_note: Vec<String>,
    /// A time limit that was passed on to the solver, or a signal of ours that it names.
    pub timeout: Vec<String>,
    /// Out of memory.
    pub memory: Vec<String>,
    /// The machine does not give what it needs: threads, room on the disk.
    pub starved: Vec<String>,
    /// Its model checker objects.
    pub invalid_model: Vec<String>,
    /// Its core checker objects.
    pub invalid_core: Vec<String>,
    /// Its proof checker objects.
    pub invalid_proof: Vec<String>,
    /// Reasons for `unknown` that are internal errors: exceptions that it caught.
    pub internal: Vec<String>,
    /// A feature, option, operator or logic that it says it does not support.
    pub unsupported: Vec<String>,
    /// Errors that only say that there is nothing to get: they spoil no answer.
    pub harmless: Vec<String>,
    /// The environment is at fault: no such library, no such program, no space.
    pub broken: Vec<String>,
    /// Exit codes that mean a crash.
    pub crash_exits: Vec<i32>,
    /// Exit codes that mean out of memory.
    pub memory_exits: Vec<i32>,
    /// Exit codes that mean out of time.
    pub timeout_exits: Vec<i32>,
}

/// A pattern that is no regular expression.
#[derive(Debug, thiserror::Error)]
#[error("bad pattern `{pattern}`: {source}")]
pub struct BadPattern {
    pattern: String,
    source: regex_lite::Error,
}

impl BadPattern {
    pub(crate) fn new(pattern: &str, source: regex_lite::Error) -> Self {
        BadPattern {
            pattern: pattern.to_owned(),
            source,
        }
    }
}

/// Patterns, compiled.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    assertion: Vec<Regex>,
    sanitizer: Vec<Regex>,
    signal_note: Vec<Regex>,
    timeout: Vec<Regex>,
    memory: Vec<Regex>,
    starved: Vec<Regex>,
    invalid_model: Vec<Regex>,
    invalid_core: Vec<Regex>,
    invalid_proof: Vec<Regex>,
    internal: Vec<Regex>,
    unsupported: Vec<Regex>,
    harmless: Vec<Regex>,
    broken: Vec<Regex>,
    crash_exits: Vec<i32>,
    memory_exits: Vec<i32>,
    timeout_exits: Vec<i32>,
}

impl Patterns {
    pub(crate) fn compile(raw: &RawPatterns) -> Result<Patterns, BadPattern> {
        let all = |list: &[String]| -> Result<Vec<Regex>, BadPattern> {
            list.iter()
                .map(|p| Regex::new(p).map_err(|e| BadPattern::new(p, e)))
                .collect()
        };
        Ok(Patterns {
            assertion: all(&raw.assertion)?,
            sanitizer: all(&raw.sanitizer)?,
            signal_note: all(&raw.signal_note)?,
            timeout: all(&raw.timeout)?,
            memory: all(&raw.memory)?,
            starved: all(&raw.starved)?,
            invalid_model: all(&raw.invalid_model)?,
            invalid_core: all(&raw.invalid_core)?,
            invalid_proof: all(&raw.invalid_proof)?,
            internal: all(&raw.internal)?,
            unsupported: all(&raw.unsupported)?,
            harmless: all(&raw.harmless)?,
            broken: all(&raw.broken)?,
            crash_exits: raw.crash_exits.clone(),
            memory_exits: raw.memory_exits.clone(),
            timeout_exits: raw.timeout_exits.clone(),
        })
    }

    pub(crate) fn extend(&mut self, other: &Patterns) {
        let pairs = [
            (&mut self.assertion, &other.assertion),
            (&mut self.sanitizer, &other.sanitizer),
            (&mut self.signal_note, &other.signal_note),
            (&mut self.timeout, &other.timeout),
            (&mut self.memory, &other.memory),
            (&mut self.starved, &other.starved),
            (&mut self.invalid_model, &other.invalid_model),
            (&mut self.invalid_core, &other.invalid_core),
            (&mut self.invalid_proof, &other.invalid_proof),
            (&mut self.internal, &other.internal),
            (&mut self.unsupported, &other.unsupported),
            (&mut self.harmless, &other.harmless),
            (&mut self.broken, &other.broken),
        ];
        for (mine, theirs) in pairs {
            mine.extend(theirs.iter().cloned());
        }
    }

    /// The complaint that a message is, if it is one.
    pub fn complaint(&self, text: &str) -> Option<Complaint> {
        if only_answers(text) {
            return None;
        }
        let any = |list: &[Regex]| list.iter().any(|p| p.is_match(text));
        if any(&self.invalid_model) {
            Some(Complaint::InvalidModel)
        } else if any(&self.invalid_core) {
            Some(Complaint::InvalidCore)
        } else if any(&self.invalid_proof) {
            Some(Complaint::InvalidProof)
        } else {
            None
        }
    }

    /// Fixed words of crashes, by which a plain script tells them.
    pub fn crash_phrases(&self) -> Vec<String> {
        phrases(self.sanitizer.iter().chain(&self.assertion))
    }

    /// Fixed words that say that memory ran out, which is no crash.
    pub fn memory_phrases(&self) -> Vec<String> {
        phrases(self.memory.iter())
    }

    /// Fixed words of complaints.
    pub fn complaint_phrases(&self) -> Vec<String> {
        let models = self.invalid_model.iter();
        phrases(models.chain(&self.invalid_core).chain(&self.invalid_proof))
    }

    /// Exit codes that mean a crash.
    pub fn crash_exits(&self) -> &[i32] {
        &self.crash_exits
    }

    /// Whether a reason for `unknown` is an internal error.
    pub fn is_internal(&self, reason: &str) -> bool {
        self.internal.iter().any(|pattern| pattern.is_match(reason))
    }

    /// Whether there are reasons for `unknown` that are worth asking for.
    pub fn knows_internal(&self) -> bool {
        !self.internal.is_empty()
    }

    /// The assertion or sanitizer report in a text.
    pub fn crash(&self, text: &str) -> Option<Crash> {
        if only_answers(text) {
            return None;
        }
        let kinds = [
            (&self.sanitizer, CrashKind::Sanitizer),
            (&self.assertion, CrashKind::Assertion),
        ];
        kinds
            .iter()
            .find_map(|(list, kind)| list.iter().find_map(|p| crash_in(p, text, *kind)))
    }

    /// Whether a text says that time ran out.
    pub fn is_timeout(&self, text: &str) -> bool {
        !only_answers(text) && self.timeout.iter().any(|p| p.is_match(text))
    }

    /// Whether a text says that memory ran out.
    pub fn is_memory_out(&self, text: &str) -> bool {
        !only_answers(text) && self.memory.iter().any(|p| p.is_match(text))
    }

    /// Whether an error says that something is not supported.
    pub fn is_unsupported(&self, message: &str) -> bool {
        self.unsupported.iter().any(|p| p.is_match(message))
    }

    /// Whether an error only says that there is nothing to get.
    pub fn is_harmless(&self, message: &str) -> bool {
        self.harmless.iter().any(|p| p.is_match(message))
    }

    /// What says that the environment is at fault.
    pub fn broken(&self, text: &str) -> Option<String> {
        let found = self.broken.iter().find_map(|p| p.find(text))?;
        Some(gadfly_syntax::visible(line_around(text, found.start())))
    }

    /// What says that the machine did not give what was needed.
    pub fn starved(&self, text: &str) -> Option<String> {
        let found = self.starved.iter().find_map(|p| p.find(text))?;
        Some(normalise(&line_around(text, found.start())))
    }

    /// The note that goes with a death by signal.
    pub fn signal_note(&self, text: &str) -> Option<String> {
        let found = self.signal_note.iter().find_map(|p| p.find(text))?;
        Some(normalise(&line_around(text, found.start())))
    }

    /// Whether an exit code means a crash.
    pub fn is_crash_exit(&self, code: i32) -> bool {
        self.crash_exits.contains(&code)
    }

    /// Whether an exit code means out of memory.
    pub fn is_memory_exit(&self, code: i32) -> bool {
        self.memory_exits.contains(&code)
    }

    /// Whether an exit code means out of time.
    pub fn is_timeout_exit(&self, code: i32) -> bool {
        self.timeout_exits.contains(&code)
    }
}

/// Whether a text has nothing but answers, as nearly all have: no pattern needs to be tried.
fn only_answers(text: &str) -> bool {
    let plain = |line: &str| matches!(line, "" | "sat" | "unsat" | "unknown" | "success");
    text.lines().all(plain)
}

fn line_around(text: &str, at: usize) -> String {
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
    text[start..end].trim().to_owned()
}

fn crash_in(pattern: &Regex, text: &str, kind: CrashKind) -> Option<Crash> {
    // Nearly always there is nothing, and then this is much cheaper.
    if !pattern.is_match(text) {
        return None;
    }
    let found = pattern.captures(text)?;
    let group = |name: &str| {
        found
            .name(name)
            .map(|m| m.as_str().trim())
            .filter(|t| !t.is_empty())
    };
    let message = match group("message") {
        Some(message) => message.to_owned(),
        None => line_around(text, found.get(0).map_or(0, |m| m.start())),
    };
    let place = group("place").map(str::to_owned).or_else(|| {
        let file = group("file")?.rsplit(['/', '\\']).next()?;
        Some(group("line").map_or(file.to_owned(), |line| format!("{file}:{line}")))
    });
    let frames = if kind == CrashKind::Sanitizer {
        frames(text)
    } else {
        Vec::new()
    };
    let place = place.or_else(|| frames.first().cloned());
    Some(Crash {
        kind,
        place,
        message: normalise(&message),
        frames,
    })
}

/// A message without what changes from run to run: addresses, places in the input, temporary
/// paths, process numbers; and without what a terminal would obey.
pub fn normalise(message: &str) -> String {
    static RULES: std::sync::LazyLock<Vec<(Regex, &str)>> = std::sync::LazyLock::new(|| {
        [
            (r"\b0x[0-9a-fA-F]+\b", "0x_"),
            (r"(?:\bat )?\bline \d+,? column \d+:? ?", ""),
            (r"==\d+==", "==_=="),
            (r"(?:/[\w.+@-]+)*/tmp/[^\s:'\x22)]*", "_"),
            (r"<stdin>:\d+(?:[.:]\d+)*:? ?", ""),
            (r"[\w./-]*\.smt2:\d+(?:[.:]\d+)?: ?", ""),
            (r"\s+", " "),
        ]
        .into_iter()
        .filter_map(|(pattern, with)| Some((Regex::new(pattern).ok()?, with)))
        .collect()
    });
    let mut text = message.to_owned();
    for (pattern, with) in RULES.iter() {
        text = pattern.replace_all(&text, *with).into_owned();
    }
    gadfly_syntax::visible(text.trim().to_owned())
}

/// The fixed words of patterns, each once.
fn phrases<'p>(patterns: impl Iterator<Item = &'p Regex>) -> Vec<String> {
    let mut phrases: Vec<String> = patterns.filter_map(|p| phrase(p.as_str())).collect();
    phrases.sort();
    phrases.dedup();
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_lose_what_changes() {
        let cases = [
            ("line 12 column 3: unknown constant f", "unknown constant f"),
            ("bad free at 0x7ffe12ab", "bad free at 0x_"),
            (
                "Parse Error: <stdin>:1.9: No such symbol",
                "Parse Error: No such symbol",
            ),
            ("cannot open /tmp/gadfly-1x/case.smt2", "cannot open _"),
            ("==123==ERROR:  two\nlines", "==_==ERROR: two lines"),
        ];
        for (from, to) in cases {
            assert_eq!(normalise(from), to);
        }
    }
}
