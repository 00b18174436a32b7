//! The questions, as data: `catalog/probes/questions.toml` says what its fields mean.

use gadfly_catalog::Catalog;
use serde::Deserialize;
use toml::Table;

/// Where the questions stand in the catalogue.
const FILE: &str = "probes/questions.toml";

/// One question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    pub(super) name: String,
    pub(super) about: String,
    #[serde(default)]
    pub(super) by: By,
    #[serde(default)]
    each: Vec<String>,
    #[serde(default, rename = "try")]
    pub(super) attempts: Vec<Attempt>,
    #[serde(default, rename = "script")]
    pub(super) scripts: Vec<Script>,
    #[serde(default)]
    pub(super) otherwise: Table,
    #[serde(default)]
    pub(super) needs: Vec<String>,
    #[serde(default)]
    pub(super) unless: Vec<String>,
    #[serde(default)]
    logics: Vec<String>,
    #[serde(default)]
    pub(super) essential: bool,
    #[serde(default)]
    pub(super) tolerant: bool,
    pub(super) learns: Option<Lesson>,
}

/// How a question's scripts get to the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum By {
    /// Each in a fresh process.
    #[default]
    Run,
    /// One after the other, in one process.
    Session,
    /// There are none: it is asked for its version.
    Version,
    /// In fresh processes that check their own results.
    Checks,
    /// In fresh processes that keep a time limit themselves.
    Time,
}

/// A list of patterns that errors of the program go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum Lesson {
    /// There is nothing to get.
    #[serde(rename = "patterns.harmless")]
    Harmless,
    /// It does not have what it was asked for.
    #[serde(rename = "patterns.unsupported")]
    Unsupported,
}

/// A piece of a profile that may make the program do it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Attempt {
    #[serde(default)]
    pub(super) with: Table,
    #[serde(default)]
    pub(super) extra: Vec<String>,
}

/// A script, and what a program that has the thing prints.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Script {
    text: String,
    pub(super) answers: Option<Vec<String>>,
    pub(super) prints: Option<String>,
}

impl Question {
    /// The logics that it finds the first one of; of most questions the one that is known already.
    pub(super) fn logics(&self, known: &str) -> Vec<String> {
        match self.logics.is_empty() {
            true => vec![known.to_owned()],
            false => self.logics.clone(),
        }
    }

    /// The words that it is asked for, or none of them, once.
    pub(super) fn words(&self) -> impl Iterator<Item = Option<&str>> {
        let once = self.each.is_empty().then_some(None);
        self.each.iter().map(|word| Some(word.as_str())).chain(once)
    }
}

impl Script {
    /// Its text for a word, in a logic that the program knows.
    pub(super) fn text(&self, word: Option<&str>, logic: &str) -> String {
        filled(self.text.trim_start(), word).replace("{logic}", logic)
    }
}

/// A text with the word in its place.
pub(super) fn filled(text: &str, word: Option<&str>) -> String {
    word.map_or(text.to_owned(), |word| text.replace("{each}", word))
}

/// The questions of a catalogue.
pub(super) fn questions(catalog: &Catalog) -> Result<Vec<Question>, Box<toml::de::Error>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        question: Vec<Question>,
    }
    let text = catalog.file(FILE).unwrap_or("question = []");
    let mut file: File = toml::from_str(text).map_err(Box::new)?;
    for question in &mut file.question {
        if question.attempts.is_empty() {
            question.attempts.push(Attempt::default());
        }
    }
    Ok(file.question)
}
