//! The command line of cvc5: what the library takes as settings, and what the executable does.

use std::path::PathBuf;
use std::time::Duration;

/// A language of cvc5's, by the number that its interface gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    #[default]
    SmtLib = 0,
    Sygus = 1,
}

/// A command line, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// Settings of the library, in order.
    pub(crate) settings: Vec<(String, String)>,
    /// The script, if it does not come on standard input.
    pub(crate) file: Option<PathBuf>,
    /// The language of the script.
    pub(crate) language: Language,
    /// The time limit of the whole process.
    pub(crate) time_limit: Option<Duration>,
    /// Whether only the version is asked for.
    pub(crate) version: bool,
}

/// Options whose value may be the next word.
const WITH_VALUE: &[&str] = &[
    "lang",
    "tlimit",
    "tlimit-per",
    "rlimit",
    "rlimit-per",
    "seed",
    "decision",
    "sat-random-seed",
    "verbosity",
];

impl Options {
    pub(crate) fn parse(words: impl Iterator<Item = String>) -> Options {
        let mut options = Options::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-" => {}
                "--version" | "-V" => options.version = true,
                "-i" => options.set("incremental", "true"),
                "-m" => options.set("produce-models", "true"),
                "-q" | "--quiet" | "-v" | "--verbose" => {}
                _ => match word.strip_prefix("--") {
                    Some(long) => {
                        let next =
                            words.next_if(|w| WITH_VALUE.contains(&long) && !w.starts_with('-'));
                        options.long(long, next);
                    }
                    None if word.starts_with('-') => {
                        options.set(word.trim_start_matches('-'), "true")
                    }
                    None => options.file = Some(PathBuf::from(word)),
                },
            }
        }
        // The executable solves incrementally only when asked, unless a person types.
        if !options
            .settings
            .iter()
            .any(|(name, _)| name == "incremental")
        {
            options
                .settings
                .insert(0, ("incremental".to_owned(), "false".to_owned()));
        }
        options
    }

    fn long(&mut self, text: &str, next: Option<String>) {
        let (name, value) = match (text.split_once('='), next) {
            (Some((name, value)), _) => (name, value.to_owned()),
            (None, Some(value)) => (text, value),
            (None, None) => match text.strip_prefix("no-") {
                Some(name) => (name, "false".to_owned()),
                None => (text, "true".to_owned()),
            },
        };
        self.set(name, &value);
    }

    fn set(&mut self, name: &str, value: &str) {
        match name {
            "tlimit" => {
                let milliseconds = value.parse().ok().filter(|ms| *ms > 0);
                self.time_limit = milliseconds.map(Duration::from_millis);
            }
            // The library wants to be told, too.
            "lang" if value.starts_with("sygus") => {
                self.language = Language::Sygus;
                self.set("sygus", "true");
            }
            "lang" => self.language = Language::SmtLib,
            _ => self.settings.push((name.to_owned(), value.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Options {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    fn settings(line: &str) -> String {
        let all = parse(line).settings;
        all.iter()
            .map(|(n, v)| format!("{n}={v}"))
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn options_become_settings() {
        assert_eq!(
            settings("--check-models --no-strings-exp --tlimit-per=500 -i"),
            "check-models=true strings-exp=false tlimit-per=500 incremental=true"
        );
        assert_eq!(settings("--seed 7 x.smt2"), "incremental=false seed=7");
        assert_eq!(parse("--seed 7 x.smt2").file, Some("x.smt2".into()));
    }

    #[test]
    fn the_executables_own_options() {
        let options = parse("--lang smt2 --tlimit 1500 -");
        assert_eq!(options.time_limit, Some(Duration::from_millis(1500)));
        assert_eq!(options.file, None);
        assert_eq!(options.language, Language::SmtLib);
        let sygus = parse("--lang=sygus2");
        assert_eq!(sygus.language, Language::Sygus);
        assert!(sygus.settings.contains(&("sygus".into(), "true".into())));
        assert!(parse("--version").version);
        assert_eq!(parse("--tlimit=0").time_limit, None);
    }
}
