//! What a release's language is, where it differs from the standard.

use crate::version::Version;
use serde::Deserialize;
use std::collections::BTreeMap;

/// One difference, for a range of releases.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DialectEntry {
    /// The first release that it is true of; none is the very first.
    pub from: Option<Version>,
    /// The last release that it is true of; none is the newest.
    pub upto: Option<Version>,
    /// Standard operator to the release's spelling.
    pub rename: BTreeMap<String, String>,
    /// Operators that the release lacks, as patterns with `*`.
    pub lacks: Vec<String>,
    /// Operators that the release has, but gives another meaning, as patterns with `*`.
    pub differs: Vec<String>,
    /// Logics that the release does not know, as patterns with `*`.
    pub lacks_logics: Vec<String>,
    /// How the release writes a character in a string literal.
    pub escapes: Option<Escapes>,
    /// The number of characters of its alphabet.
    pub alphabet: Option<u32>,
}

/// How a character that is not printable ASCII is written in a string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escapes {
    /// `\u{…}`, as the standard says.
    Standard,
    /// `\x41` and C's escapes; `\u{…}` is text.
    Hexadecimal,
}
