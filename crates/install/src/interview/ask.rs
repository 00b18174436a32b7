//! One attempt at one question: the runs, and whether they show what is asked for.

use crate::interview::draft::Draft;
use crate::interview::question::{Attempt, By, Lesson, Question, Script};
use crate::interview::{InterviewError, Interviewee};
use gadfly_exec::{Exit, Limits, MemoryKind};
use gadfly_profile::{Profile, Profiles, join_words};
use gadfly_solver::{
    After, Answer, Mode, Options, Outcome, RawSession, Resolver, Restarts, Run, SelfChecks,
    SessionPlan, Solver,
};
use regex_lite::Regex;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The limit that a program is told to keep itself, and by when it must have kept it.
const SOFT_TIME: Duration = Duration::from_millis(300);
const KEPT_WITHIN: Duration = Duration::from_secs(3);

/// So many runs in a row that end at a limit are enough for a question.
const PATIENCE: usize = 2;

/// A program that says its version has said it by then.
const WAITS: Duration = Duration::from_millis(1900);

/// Runs what questions ask for.
pub(super) struct Asker<'a> {
    who: &'a Interviewee,
    resolver: &'a Resolver,
    /// Runs in a row that ended at a limit.
    at_limits: usize,
    version: Option<String>,
    /// A logic that the program knows.
    pub(super) logic: String,
}

/// How an attempt went.
pub(super) struct Shown {
    pub(super) right: bool,
    pub(super) said: String,
    /// The draft with what was learnt on the way.
    pub(super) draft: Draft,
}

impl Shown {
    fn new(right: bool, said: impl Into<String>, draft: Draft) -> Shown {
        let said = said.into();
        Shown { right, said, draft }
    }
}

impl<'a> Asker<'a> {
    pub(super) fn new(who: &'a Interviewee, resolver: &'a Resolver) -> Self {
        Asker {
            who,
            resolver,
            at_limits: 0,
            version: None,
            logic: String::new(),
        }
    }

    /// The version that the program said.
    pub(super) fn version(&self) -> Option<String> {
        self.version.clone()
    }

    /// Tries a question with a draft.
    pub(super) fn show(
        &mut self,
        question: &Question,
        attempt: &Attempt,
        word: Option<&str>,
        draft: Draft,
    ) -> Result<Shown, InterviewError> {
        let solver = self.solver(&draft)?;
        match question.by {
            By::Version => self.ask_version(&solver, draft),
            By::Session => self.session(&solver, question, word, draft),
            _ => self.runs(solver, question, attempt, word, draft),
        }
    }

    fn solver(&self, draft: &Draft) -> Result<Solver, InterviewError> {
        let profile = draft.profile(&self.who.name)?;
        Ok(self.resolver.command_with(&self.who.words, profile)?)
    }

    /// Each script in a fresh process.
    fn runs(
        &mut self,
        mut solver: Solver,
        question: &Question,
        attempt: &Attempt,
        word: Option<&str>,
        mut draft: Draft,
    ) -> Result<Shown, InterviewError> {
        let options = self.options(question.by, attempt);
        let mut said = String::new();
        for script in &question.scripts {
            let text = script.text(word, &self.logic);
            let mut run = self.watched(solver.run_fresh(&text, &options), question.by)?;
            if let Some(lesson) = question.learns
                && let Some(pattern) = lesson_of(&run, &text, lesson, word)
            {
                let learnt = draft.learning(lesson, pattern);
                solver = self.solver(&learnt)?;
                let again = solver.read(&text, run.raw.clone(), true);
                if lesson == Lesson::Unsupported || fits(&again, script, question.tolerant) {
                    (draft, run) = (learnt, again);
                }
            }
            said = described(&run);
            if !fits(&run, script, question.tolerant) {
                // It took the script, so that what is wrong is its answer.
                let wrong = question.learns == Some(Lesson::Unsupported) && run.is_complete();
                let contrary = !run
                    .answers
                    .iter()
                    .any(|it| matches!(it, Answer::Unknown(_)));
                if let (true, Some(right)) = (wrong && contrary, &script.answers) {
                    said = format!("{said}, and right is {}", right.join(" "));
                }
                return Ok(Shown::new(wrong, said, draft));
            }
        }
        Ok(Shown::new(true, said, draft))
    }

    /// All scripts in one process that lives on.
    fn session(
        &mut self,
        solver: &Solver,
        question: &Question,
        word: Option<&str>,
        draft: Draft,
    ) -> Result<Shown, InterviewError> {
        let options = self.options(By::Session, &Attempt::default());
        let mut session = RawSession::new(SessionPlan {
            command: solver.command(Mode::Session, "", &options),
            survives_errors: true,
            strip_info: false,
            restarts: Restarts::default(),
            after: After::Reset,
        });
        let mut said = String::new();
        for (before, script) in question.scripts.iter().enumerate() {
            let text = script.text(word, &self.logic);
            let cancel = Some(&self.who.cancel);
            let Ok(got) = session.run(&text, &options.limits, cancel) else {
                return Ok(Shown::new(false, "its process cannot be talked to", draft));
            };
            let lived_on = got.calls_before == before as u64;
            let run = self.watched(solver.read(&text, got.raw, false), By::Session)?;
            said = described(&run);
            if !lived_on || run.raw.exit != Exit::Alive || !fits(&run, script, question.tolerant) {
                return Ok(Shown::new(false, said, draft));
            }
        }
        Ok(Shown::new(true, said, draft))
    }

    fn ask_version(&mut self, solver: &Solver, draft: Draft) -> Result<Shown, InterviewError> {
        let asked = Instant::now();
        let printed = self.resolver.said_of_version(solver).unwrap_or_default();
        if asked.elapsed() > WAITS {
            // It waits for something, and other words would make it wait, too.
            self.at_limits = PATIENCE;
        }
        if self.who.cancel.is_set() {
            return Err(InterviewError::Interrupted);
        }
        if let Some((family, version)) =
            known_in(&printed, &self.who.name).filter(|_| !self.who.even_known)
        {
            let command = join_words(&self.who.words);
            return Err(InterviewError::Known {
                command,
                family,
                version,
            });
        }
        let found = version_line(&printed);
        let said = printed.lines().find(|line| !line.trim().is_empty());
        let said = found
            .as_ref()
            .map(|it| it.line)
            .or(said)
            .unwrap_or("nothing");
        let shown = |right, draft| Shown {
            right,
            said: shortened(said),
            draft,
        };
        let Some(found) = &found else {
            return Ok(shown(false, draft));
        };
        self.version = Some(found.version.to_owned());
        let version = toml::Table::from_iter([("version".to_owned(), found.pattern().into())]);
        let piece = toml::Table::from_iter([("recognise".to_owned(), version.into())]);
        Ok(shown(true, draft.with(&piece, None)))
    }

    fn options(&self, by: By, attempt: &Attempt) -> Options {
        let mut limits = Limits {
            // What address space it needs is not known.
            memory_kind: MemoryKind::Resident,
            ..self.who.limits
        };
        if by == By::Time {
            limits = limits.timed(KEPT_WITHIN);
        }
        Options {
            limits,
            checks: if by == By::Checks {
                SelfChecks::ALL
            } else {
                SelfChecks::NONE
            },
            extra: attempt.extra.clone(),
            soft_time: (by == By::Time).then_some(SOFT_TIME),
            cancel: Some(self.who.cancel.clone()),
            ..Options::default()
        }
    }

    /// Looks after a run: counts those that end at a limit.
    fn watched(&mut self, run: Run, by: By) -> Result<Run, InterviewError> {
        match &run.outcome {
            Outcome::Cancelled => return Err(InterviewError::Interrupted),
            // Where a time limit is looked for, to run into ours is an answer.
            _ if by == By::Time => {}
            _ if run.raw.limit.is_some() => self.at_limits += 1,
            _ => self.at_limits = 0,
        }
        Ok(run)
    }

    /// A new question: what was is forgotten.
    pub(super) fn begin(&mut self) {
        self.at_limits = 0;
    }

    /// Whether the last run ended at a limit.
    pub(super) fn is_at_limit(&self) -> bool {
        self.at_limits > 0
    }

    /// Whether this question need not be tried again.
    pub(super) fn is_stuck(&self) -> bool {
        self.at_limits >= PATIENCE
    }

    /// The refusal of a program that cannot be used.
    pub(super) fn useless(&self, said: &str) -> InterviewError {
        let (what, hint) = if self.is_at_limit() {
            let what = format!("ran into its limits again and again ({said})");
            let hint = "if it only starts slowly or needs more memory, give a longer --timeout or more --memory";
            (what, hint)
        } else {
            let what = format!("answers no script as a solver does ({said})");
            (
                what,
                "give the flags by which it reads SMT-LIB from standard input or from a file",
            )
        };
        let command = join_words(&self.who.words);
        InterviewError::Useless {
            command,
            what,
            hint,
        }
    }
}

/// Whether a run is what a script wants to see.
fn fits(run: &Run, script: &Script, tolerant: bool) -> bool {
    let answered = script.answers.as_ref().is_none_or(|wanted| {
        let said = |(n, wanted): (usize, &String)| {
            let answer = run.answer(n).map(ToString::to_string);
            answer.is_some_and(|said| said == *wanted || (tolerant && said == "unknown"))
        };
        run.is_complete()
            && run.answers.len() == wanted.len()
            && wanted.iter().enumerate().all(said)
    });
    let printed = script.prints.as_ref().is_none_or(|pattern| {
        let stdout = String::from_utf8_lossy(&run.raw.stdout);
        Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(&stdout))
    });
    answered && printed
}

/// The pattern that a program's message gives, where it is one that today's patterns do not know.
fn lesson_of(run: &Run, text: &str, lesson: Lesson, word: Option<&str>) -> Option<String> {
    let message = match (lesson, &run.outcome) {
        (Lesson::Unsupported, Outcome::Rejected(message)) => message,
        (Lesson::Harmless, Outcome::Rejected(_)) if run.answers.len() == run.checks => {
            &run.errors.first()?.1
        }
        _ => return None,
    };
    let numbers = Regex::new("[0-9]+").ok()?;
    let line = message.lines().next()?.trim();
    if lesson == Lesson::Unsupported && !names_it(line, text) {
        return None;
    }
    let escaped = regex_lite::escape(line);
    let general = match word {
        Some(word) => escaped.replace(&regex_lite::escape(word), r"\w+"),
        None => escaped,
    };
    Some(numbers.replace_all(&general, r"\d+").into_owned())
}

/// Whether a message names a sort, an operator or a logic of a script: one that says `syntax error` would
/// make every later error look like something that is not supported.
fn names_it(message: &str, script: &str) -> bool {
    let special =
        |word: &&str| word.len() > 1 && word.contains(|c: char| c.is_ascii_uppercase() || c == '.');
    let words = script.split(|c: char| c.is_whitespace() || "()".contains(c));
    words.filter(special).any(|word| message.contains(word))
}

/// What a run came to, in a line.
fn described(run: &Run) -> String {
    let answers = run.answers.iter().take(run.checks);
    let mut words: Vec<String> = answers.map(ToString::to_string).collect();
    if run.outcome != Outcome::Done || words.is_empty() {
        words.push(run.outcome.to_string());
    }
    if let Exit::Code(code) = run.raw.exit
        && run.raw.limit.is_none()
    {
        words.push(format!("(exit {code})"));
    }
    shortened(&words.join(" "))
}

fn shortened(text: &str) -> String {
    const MOST: usize = 160;
    let line = text.replace('\n', " ");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// The solver with a profile, of another name, that a program says it is.
fn known_in(printed: &str, name: &str) -> Option<(String, String)> {
    let telling = |profile: &&Arc<Profile>| profile.is_telling() && profile.name != name;
    let mut known = Profiles::builtin().iter().filter(telling);
    known.find_map(|profile| Some((profile.name.clone(), profile.version_in(printed)?)))
}

/// A line with a version number in it.
struct VersionLine<'a> {
    line: &'a str,
    before: &'a str,
    version: &'a str,
}

impl VersionLine<'_> {
    /// The pattern that finds the number again, in this release and in others.
    fn pattern(&self) -> String {
        let number = r"(\d+\.\d+(?:\.\d+)*)";
        match self.before {
            "" => format!("^{number}"),
            before => format!("(?m)^{}{number}", regex_lite::escape(before)),
        }
    }
}

fn version_line(printed: &str) -> Option<VersionLine<'_>> {
    let number = Regex::new(r"\d+\.\d+(?:\.\d+)*").ok()?;
    printed.lines().find_map(|line| {
        let found = number.find(line)?;
        Some(VersionLine {
            line: line.trim(),
            before: &line[..found.start()],
            version: found.as_str(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_found_again() {
        for (printed, version) in [
            ("Z3 version 4.8.7 - 64 bit\n", "4.8.7"),
            ("This is cvc5 version 1.4.2 [git]\nmore\n", "1.4.2"),
            ("3.2.4\n", "3.2.4"),
            ("\nMySolver (2021) v0.12\n", "0.12"),
        ] {
            let found = version_line(printed).unwrap();
            assert_eq!(found.version, version);
            let pattern = Regex::new(&found.pattern()).unwrap();
            assert_eq!(&pattern.captures(printed).unwrap()[1], version);
        }
        assert!(version_line("usage: solve FILE\n").is_none());
    }
}
