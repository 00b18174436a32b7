//! What is already known of solvers: reported issues, and texts whose meaning depends on the
//! release. Data, a file per solver family in `catalog/known/`.

use crate::reported::Reported;
use crate::{Verdict, operators, version::in_range};
use gadfly_solver::Run;
use serde::Deserialize;
use thiserror::Error;

/// All that is known, from any number of files.
#[derive(Clone, Debug, Default)]
pub struct Known {
    issues: Vec<(String, Issue)>,
    legacy: Vec<(String, Legacy)>,
    unspecified: Vec<Unspecified>,
    pub(crate) reported: Vec<(String, Reported)>,
}

/// An issue that someone has reported, or that the user does not want to hear of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    /// A short name.
    pub id: String,
    /// Where it is reported: an address, or a person's word.
    pub reference: String,
    /// The kind of verdict, by its contract name.
    pub kind: String,
    /// Releases that show it, such as `4.8.5..4.8.9`; all, if absent.
    pub releases: Option<String>,
    /// Part of the verdict's signature.
    pub signature: Option<String>,
    /// Operators that the script has, all of them.
    #[serde(default)]
    pub operators: Vec<String>,
    /// Texts that the script has, all of them.
    #[serde(default)]
    pub contains: Vec<String>,
    /// What a reader should know.
    #[serde(default)]
    pub note: String,
}

/// A text that some releases read in another way than the standard.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Legacy {
    releases: String,
    /// Any of these texts, inside a string literal.
    #[serde(default)]
    in_strings: Vec<String>,
    /// Any of these operators.
    #[serde(default)]
    operators: Vec<String>,
    /// Any of these texts, inside a string literal of a model.
    #[serde(default)]
    in_models: Vec<String>,
    note: String,
}

/// Operators with values that the standard leaves open.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unspecified {
    operators: Vec<String>,
    note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    family: String,
    #[serde(default)]
    issue: Vec<Issue>,
    #[serde(default)]
    legacy: Vec<Legacy>,
    #[serde(default)]
    unspecified: Vec<Unspecified>,
    #[serde(default)]
    reported: Vec<Reported>,
}

/// A file of known issues that cannot be read.
#[derive(Debug, Error)]
#[error("{path}: {source}")]
pub struct KnownError {
    path: String,
    source: toml::de::Error,
}

impl Known {
    /// What ships with a catalogue.
    pub fn of(catalog: &gadfly_catalog::Catalog) -> Result<Self, KnownError> {
        Known::from_files(catalog.files("known/"))
    }

    /// Reads files given as path and text, such as those of the catalogue's `known/` folder.
    pub fn from_files<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, KnownError> {
        let mut known = Known::default();
        for (path, text) in files {
            known.add(path, text)?;
        }
        Ok(known)
    }

    /// Adds a file: `path` is for messages, `text` its content.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), KnownError> {
        let file: File = toml::from_str(text).map_err(|source| KnownError {
            path: path.to_string(),
            source,
        })?;
        let family = || file.family.clone();
        self.issues
            .extend(file.issue.into_iter().map(|issue| (family(), issue)));
        self.legacy
            .extend(file.legacy.into_iter().map(|legacy| (family(), legacy)));
        self.reported
            .extend(file.reported.into_iter().map(|report| (family(), report)));
        self.unspecified.extend(file.unspecified);
        Ok(())
    }

    /// The known issue that a verdict is an instance of. Ask before and after reduction: a known
    /// bug may hide another one that only the reduced case shows.
    pub fn issue(&self, verdict: &Verdict, script: &str) -> Option<&Issue> {
        let has = operators(script);
        let mut issues = self.issues.iter();
        issues
            .find(|(family, issue)| {
                *family == verdict.family && issue.matches(verdict, script, &has)
            })
            .map(|(_, issue)| issue)
    }

    /// Why a release gives this script another meaning than the standard, if it does.
    pub fn legacy(&self, family: &str, version: &str, script: &str) -> Option<&str> {
        self.gate(family, version, || {
            let (has, literals) = (operators(script), string_literals(script));
            move |gate| {
                gate.operators.iter().any(|op| has.contains(op))
                    || gate.in_strings.iter().any(|part| literals.contains(part))
            }
        })
    }

    /// Whether something that a run said, read as the standard writes it, may mean another thing.
    pub fn is_legacy_said(&self, run: &Run) -> bool {
        let mut told = run.told.iter();
        told.any(|it| self.legacy(&run.family, &run.version, &it.text).is_some())
    }

    /// Why the values of a model, read as the standard writes them, may be others than the release
    /// meant.
    pub fn legacy_model(&self, family: &str, version: &str, model: &str) -> Option<&str> {
        self.gate(family, version, || {
            let literals = string_literals(model);
            move |gate| gate.in_models.iter().any(|part| literals.contains(part))
        })
    }

    /// The note of the first gate of the release that fits. The text is looked at only where there
    /// are any.
    fn gate<F: Fn(&Legacy) -> bool>(
        &self,
        family: &str,
        version: &str,
        fits: impl FnOnce() -> F,
    ) -> Option<&str> {
        let of_release =
            |(of, gate): &&(String, Legacy)| of == family && in_range(version, &gate.releases);
        let mut gates = self.legacy.iter().filter(of_release).peekable();
        gates.peek()?;
        let fits = fits();
        gates
            .find(|(_, gate)| fits(gate))
            .map(|(_, gate)| gate.note.as_str())
    }

    /// Whether solvers may differ on values of an operator.
    pub(crate) fn leaves_open(&self, operator: &str) -> bool {
        let mut groups = self.unspecified.iter();
        groups.any(|group| group.operators.iter().any(|op| op == operator))
    }

    /// Why a bare difference on this script means nothing: it can reach a value that the standard
    /// leaves open.
    pub fn unspecified(&self, script: &str) -> Option<&str> {
        let has = operators(script);
        let mut groups = self.unspecified.iter();
        groups
            .find(|group| group.operators.iter().any(|op| has.contains(op)))
            .map(|group| group.note.as_str())
    }
}

impl Issue {
    fn matches(&self, verdict: &Verdict, script: &str, has: &[String]) -> bool {
        let release = self.releases.as_ref();
        let signature = self.signature.as_ref();
        self.kind == verdict.kind.name()
            && release.is_none_or(|range| in_range(&verdict.version, range))
            && signature.is_none_or(|part| verdict.signature.to_string().contains(part.as_str()))
            && self.operators.iter().all(|op| has.contains(op))
            && self
                .contains
                .iter()
                .all(|text| script.contains(text.as_str()))
    }
}

/// All string literals of a script, one after another.
fn string_literals(script: &str) -> String {
    let tokens = gadfly_syntax::loose::words(script);
    tokens
        .map(|(_, token)| token)
        .filter(|token| token.starts_with('"'))
        .collect()
}
