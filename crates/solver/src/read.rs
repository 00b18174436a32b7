//! From a raw run to a typed one: which answer belongs to which `check-sat`, and how it ended.

use crate::outcome::{self, ErrorSaid, Seen};
use crate::queries::{Query, queries};
use crate::response::{Response, responses};
use crate::run::{Answer, Run};
use crate::told;
use gadfly_exec::RawRun;
use gadfly_profile::{Complaint, Profile};
use gadfly_syntax::loose::{Command, commands};

/// Who ran: what a [`Run`] says of its solver.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    /// The solver's spec.
    pub spec: &'a str,
    /// Its release.
    pub version: &'a str,
    /// Its profile.
    pub profile: &'a Profile,
    /// Whether the process was fresh.
    pub fresh: bool,
}

/// Reads what a solver did on a script.
pub fn read(who: Who<'_>, script: &str, raw: RawRun) -> Run {
    let script: Vec<Command<'_>> = commands(script).collect();
    let wanted = queries(script.iter().cloned());
    let mut reader = Reader::new(who.profile, &wanted);
    let heard = responses(&raw.stdout);
    let told = told::told(&script, &heard, &who.profile.patterns);
    for response in heard {
        reader.take(response);
    }
    reader.drop_echoes();
    let stderr = String::from_utf8_lossy(&raw.stderr).into_owned();
    for complaint in outcome::complaints_in(&who.profile.patterns, &stderr) {
        reader.complain(complaint);
    }
    let checks = wanted.iter().filter(|q| **q == Query::Check).count();
    let stdout = String::from_utf8_lossy(&raw.stdout);
    let seen = Seen {
        stdout: &stdout,
        stderr: &stderr,
        answers: reader.answers.len(),
        checks,
        errors: &reader.errors,
        complained: !reader.complaints.is_empty(),
        stopped: reader.stopped,
        odd: reader.odd.as_deref(),
        remarks: reader.remarks,
    };
    let outcome = outcome::of(&who.profile.patterns, &raw, &seen);
    let errors = reader
        .errors
        .into_iter()
        .filter(|error| !error.harmless)
        .map(|error| (error.after, error.message))
        .collect();
    Run {
        spec: who.spec.to_owned(),
        family: who.profile.name.clone(),
        version: who.version.to_owned(),
        fresh: who.fresh,
        answers: reader.answers,
        outcome,
        complaints: reader.complaints,
        errors,
        models: reader.models,
        cores: reader.cores,
        values: reader.values,
        info: reader.info,
        told,
        checks,
        raw,
    }
}

struct Reader<'a> {
    profile: &'a Profile,
    /// The queries after each `check-sat`, that one left out; before the first are those at 0.
    segments: Vec<Vec<Query>>,
    /// For each answer, the word that an `echo` prints in its place, if it is no answer at all.
    echoes: Vec<Option<&'static str>>,
    /// How many queries of the current segment have their response.
    matched: usize,
    answers: Vec<Answer>,
    errors: Vec<ErrorSaid>,
    complaints: Vec<Complaint>,
    models: Vec<String>,
    cores: Vec<String>,
    values: Vec<String>,
    info: Vec<String>,
    stopped: bool,
    odd: Option<String>,
    /// Whether an answer came where an echoed word was due.
    misplaced: bool,
    /// Whether there was a line that is no answer.
    remarks: bool,
}

impl<'a> Reader<'a> {
    fn new(profile: &'a Profile, wanted: &[Query]) -> Self {
        let answers = |q: &Query| matches!(q, Query::Check | Query::Echo(_));
        let segments = wanted.split(answers).map(<[Query]>::to_vec).collect();
        let echo = |q: &Query| match q {
            Query::Echo(word) => Some(*word),
            _ => None,
        };
        Reader {
            profile,
            segments,
            echoes: wanted.iter().filter(|q| answers(q)).map(echo).collect(),
            matched: 0,
            answers: Vec::new(),
            errors: Vec::new(),
            complaints: Vec::new(),
            models: Vec::new(),
            cores: Vec::new(),
            values: Vec::new(),
            info: Vec::new(),
            stopped: false,
            odd: None,
            misplaced: false,
            remarks: false,
        }
    }

    fn take(&mut self, response: Response) {
        match response {
            Response::Line(line) => self.line(line),
            Response::List(list) => self.list(list),
            Response::Error(message) => self.error(message),
            Response::Cut(text) => self.odd = Some(format!("breaks off in `{}`", head(&text))),
        }
    }

    fn line(&mut self, line: String) {
        if let Some(Some(word)) = self.echoes.get(self.answers.len())
            && line.trim_matches('"') == *word
        {
            // It keeps the place of its echo until all is read.
            self.answers.push(Answer::Unknown(None));
            self.matched = 0;
            return;
        }
        let answer = match line.as_str() {
            "sat" => Answer::Sat,
            "unsat" => Answer::Unsat,
            "unknown" => Answer::Unknown(None),
            // cvc5's interface gives the reason along: `unknown (TIMEOUT)`.
            _ if line.starts_with("unknown (") && line.ends_with(')') => {
                Answer::Unknown(Some(line[9..line.len() - 1].to_lowercase()))
            }
            // z3's hard limit, and MathSAT's: the answer that would have come does not.
            "timeout" => {
                self.stopped = true;
                return;
            }
            _ => return self.text(line),
        };
        self.misplaced |= matches!(self.echoes.get(self.answers.len()), Some(Some(_)));
        self.answers.push(answer);
        self.matched = 0;
    }

    /// Takes echoed words out of the answers. Where an echo did not come in its turn, or an error
    /// may have taken an answer's place, a word may be either, and nothing follows from any.
    fn drop_echoes(&mut self) {
        let heard = self.answers.len().min(self.echoes.len());
        if self.echoes.iter().all(Option::is_none) {
            return;
        }
        if self.misplaced || !self.errors.is_empty() {
            self.odd = Some("an echoed word cannot be told from an answer".to_owned());
            self.answers.clear();
            return;
        }
        let mut place = 0;
        self.answers.retain(|_| {
            place += 1;
            place > heard || self.echoes[place - 1].is_none()
        });
    }

    fn text(&mut self, line: String) {
        self.remarks = true;
        if let Some(complaint) = self.profile.patterns.complaint(&line) {
            return self.complain(complaint);
        }
        let known = ["sat", "unsat", "unknown"]
            .iter()
            .any(|w| w.starts_with(&line));
        if known {
            self.odd = Some(format!("breaks off in `{line}`"));
        }
    }

    fn error(&mut self, message: String) {
        match self.profile.patterns.complaint(&message) {
            Some(complaint) => self.complain(complaint),
            None => self.errors.push(ErrorSaid {
                after: self.answers.len(),
                harmless: self.profile.patterns.is_harmless(&message),
                message,
            }),
        }
    }

    fn complain(&mut self, complaint: Complaint) {
        if !self.complaints.contains(&complaint) {
            self.complaints.push(complaint);
        }
    }

    fn list(&mut self, list: String) {
        if let Some(reason) = reason_unknown(&list)
            && let Some(Answer::Unknown(slot)) = self.answers.last_mut()
        {
            let internal = self.profile.patterns.is_internal(&reason);
            *slot = Some(reason);
            if internal {
                self.complain(Complaint::InternalError);
            }
        }
        match self.query_for(&list) {
            Query::Model => self.models.push(list),
            Query::Core => self.cores.push(list),
            Query::Value => self.values.push(list),
            Query::Other | Query::Check | Query::Echo(_) => self.info.push(list),
        }
    }

    /// The query that a list answers: the first open one of this segment that its shape fits.
    fn query_for(&mut self, list: &str) -> Query {
        let shape = Shape::of(list);
        let open = self
            .segments
            .get(self.answers.len())
            .map_or(&[][..], |s| &s[self.matched.min(s.len())..]);
        match open.iter().position(|q| shape.fits(*q)) {
            Some(at) => {
                let query = open[at];
                self.matched += at + 1;
                query
            }
            None => shape.guess(),
        }
    }
}

/// What a list looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// `()`: an empty model or an empty core.
    Empty,
    /// `(model …)`, `((define-fun …`.
    Model,
    /// Pairs.
    Pairs,
    /// Symbols only.
    Symbols,
    /// `(:key value)`.
    Info,
}

impl Shape {
    fn of(list: &str) -> Shape {
        let mut inner = list[1..].trim_start();
        while let Some(after) = inner.strip_prefix(';') {
            inner = after
                .split_once('\n')
                .map_or("", |(_, next)| next.trim_start());
        }
        let starts = |prefix: &str| inner.starts_with(prefix);
        if starts(")") {
            Shape::Empty
        } else if starts("model") || starts("(define-") || starts("(declare-") || starts("(forall")
        {
            Shape::Model
        } else if starts(":") {
            Shape::Info
        } else if inner.contains('(') {
            Shape::Pairs
        } else {
            Shape::Symbols
        }
    }

    fn fits(self, query: Query) -> bool {
        match query {
            Query::Model => matches!(self, Shape::Model | Shape::Empty),
            Query::Core => matches!(self, Shape::Symbols | Shape::Empty),
            Query::Value => self == Shape::Pairs,
            Query::Other => true,
            Query::Check | Query::Echo(_) => false,
        }
    }

    fn guess(self) -> Query {
        match self {
            Shape::Model => Query::Model,
            _ => Query::Other,
        }
    }
}

fn reason_unknown(list: &str) -> Option<String> {
    let rest = list
        .strip_prefix("(:reason-unknown")?
        .strip_suffix(')')?
        .trim();
    let reason = rest.trim_matches('"').trim();
    (!reason.is_empty()).then(|| reason.to_owned())
}

fn head(text: &str) -> &str {
    let line = text.lines().next().unwrap_or("");
    line.char_indices()
        .nth(60)
        .map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_exec::Exit;

    fn check(stdout: &str, expect: &[Answer]) {
        assert_eq!(run("(check-sat)", stdout).answers, expect, "{stdout}");
    }

    fn run(script: &str, stdout: &str) -> Run {
        let profile = Profile::parse("some", "about = \"some solver\"", None).unwrap();
        let raw = RawRun {
            stdout: stdout.into(),
            ..RawRun::ended(Exit::Alive)
        };
        let who = Who {
            spec: "some",
            version: "1",
            profile: &profile,
            fresh: false,
        };
        read(who, script, raw)
    }

    #[test]
    fn an_echoed_answer_is_no_answer() {
        let script = "(echo \"unsat\")(check-sat)(echo \"sat\")(push)(check-sat)(echo \"timeout\")";
        for stdout in [
            "unsat\nsat\nsat\nunsat\ntimeout\n",
            "\"unsat\"\nsat\n\"sat\"\nunsat\n",
        ] {
            let run = run(script, stdout);
            assert_eq!(run.answers, [Answer::Sat, Answer::Unsat], "{stdout}");
            assert_eq!(run.checks, 2);
        }
        // It died on the way.
        assert_eq!(run(script, "unsat\nsat\nsat\n").answers, [Answer::Sat]);
        // The second answer is missing: which word is it?
        let lost = run(script, "unsat\nsat\nsat\n(error \"no\")\ntimeout\n");
        assert!(lost.answers.is_empty());
        // Answers before the echo that was to come first.
        let odd = run(script, "sat\nsat\nunsat\n");
        assert!(odd.answers.is_empty() && matches!(odd.outcome, crate::Outcome::Garbled(_)));
    }

    #[test]
    fn an_unknown_may_carry_its_reason() {
        check("unknown\n", &[Answer::Unknown(None)]);
        let reason = Some("incomplete".to_owned());
        check("unknown (INCOMPLETE)\n", &[Answer::Unknown(reason)]);
        check("unknown thing\n", &[]);
    }
}
