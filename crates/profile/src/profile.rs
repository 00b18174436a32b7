//! A solver family, as its file `catalog/solvers/<family>.toml` describes it.

use crate::dialect::{Dialect, DialectEntry, Dialects};
use crate::patterns::{BadPattern, Patterns, RawPatterns};
use crate::policy::Policy;
use crate::recipe::Recipe;
use crate::version::Version;
use regex_lite::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// All that gadfly knows of a solver family.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The family's name, which is the file's stem: `z3`.
    pub name: String,
    /// One line for people.
    pub about: String,
    /// The family whose code it is for the most part: the two are one voice, wherever voices count.
    pub code_base: Option<String>,
    /// How to tell that a program belongs to it.
    pub recognise: Recognise,
    /// Where its releases come from, if pip has them.
    pub package: Option<Package>,
    /// Other packages that carry it: of other registries, or with other parts.
    pub also: Vec<Package>,
    /// Why nobody has seen it read right: it is written from documentation, and no program was at hand.
    pub unverified: Option<String>,
    /// How it is built from its sources.
    pub build: Option<Recipe>,
    /// How it is called.
    pub call: Call,
    /// Flags that make it check its own results.
    pub checks: Checks,
    /// How it prints proofs that our checker reads, if it does.
    pub proofs: Option<Proofs>,
    /// How limits are passed to it, as templates with `{ms}`, `{s}`, `{mb}` or `{n}`.
    pub limits: LimitFlags,
    /// Whether and how one process can serve many formulas.
    pub session: SessionTraits,
    /// Options of scripts that make it write files, as names with `*`: they are not passed on.
    pub file_options: Vec<String>,
    /// Named sets of arguments.
    pub options: BTreeMap<String, OptionSet>,
    /// Options whose values are worth varying.
    pub vary: Vec<Vary>,
    /// What it knows of the language, whatever the release.
    pub language: Language,
    /// Differences by release.
    pub dialects: Vec<DialectEntry>,
    /// The languages of its releases, as they come up.
    known: Dialects,
    /// How its failures look.
    pub patterns: Patterns,
    /// What its team asks of reports.
    pub policy: Policy,
}

/// How to tell that a program belongs to a family.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recognise {
    /// File names of its programs.
    pub names: Vec<String>,
    /// Arguments that make it print its version.
    pub version_args: Vec<String>,
    /// Finds the version in what it prints then; group 1 is the number.
    pub version: Option<String>,
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    /// pip's index.
    #[default]
    Pip,
    /// The distribution: Debian and its kin.
    Debian,
    /// Rust's crates.
    Crates,
}

/// A package that carries a solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// Where it comes from.
    #[serde(default)]
    pub registry: Registry,
    /// What tells its releases apart from those of the family's first package: `4.8.12+debian`.
    #[serde(default)]
    pub flavour: Option<String>,
    /// The package's name.
    pub name: String,
    /// Turns a package version into a release: group 1 of this pattern. Others are not offered.
    pub release: String,
    /// Package versions that have no usable solver.
    #[serde(default)]
    pub unusable: Vec<String>,
    /// What is inside, by release: the first entry that fits counts.
    pub contents: Vec<Contents>,
}

impl Package {
    /// The release that a package version carries; none for one that is not offered.
    pub fn release_of(&self, package_version: &str) -> Option<Version> {
        if self.unusable.iter().any(|u| u == package_version) {
            return None;
        }
        let pattern = Regex::new(&self.release).ok()?;
        let found = pattern.captures(package_version)?;
        let release = found.get(1)?.as_str();
        match &self.flavour {
            Some(flavour) => format!("{release}+{flavour}").parse().ok(),
            None => release.parse().ok(),
        }
    }
}

/// What a wheel holds and how it becomes a solver.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// The first release that this describes; none is the very first.
    pub from: Option<Version>,
    /// How it is run.
    pub kind: ContentKind,
    /// Where the program or library is: candidates with `*` for any text but `/`.
    pub paths: Vec<String>,
    /// What is unpacked, as patterns with `*`; all of it where there are none.
    #[serde(default)]
    pub keep: Vec<String>,
}

/// The ways in which a wheel becomes a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContentKind {
    /// A program that reads SMT-LIB.
    Executable,
    /// A cvc5 library with the C API and its parser.
    Cvc5Library,
    /// A Python module of cvc5.
    Cvc5Python,
    /// A Python module of bitwuzla.
    BitwuzlaPython,
    /// A Python package of Boolector, whose library is loaded.
    BoolectorLibrary,
    /// A program of the distribution, with libraries beside it.
    Distribution,
}

impl ContentKind {
    /// Whether the program that runs is a host of ours around a library or a module.
    pub fn is_hosted(self) -> bool {
        !matches!(self, ContentKind::Executable | ContentKind::Distribution)
    }
}

/// The hidden subcommand of gadfly that loads a cvc5 library.
pub const CVC5_HOST: &str = "cvc5-host";

/// How a solver is called.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Call {
    /// Always passed.
    pub always: Vec<String>,
    /// Passed when the script comes on standard input.
    pub stdin: Vec<String>,
    /// Passed before the path when the script is a file.
    pub file: Vec<String>,
    /// Passed when many scripts follow one another on standard input.
    pub session: Vec<String>,
    /// Passed when a script has several `check-sat`, or `push`.
    pub incremental: Vec<String>,
    /// Passed when a script asks for functions, which is another language to some.
    pub synthesis: Vec<String>,
    /// Passed when the script asks for models, cores or proofs and the solver needs to be told.
    pub models: Vec<String>,
    /// Whether scripts must come as files.
    pub file_only: bool,
    /// Whether `set-logic` must come before any declaration.
    pub needs_logic: bool,
    /// Whether the malloc tunables make a fresh start faster.
    pub malloc_tunables: bool,
}

/// Flags that make a solver check its own results.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Checks {
    /// Models.
    pub models: Vec<String>,
    /// Unsatisfiable cores.
    pub cores: Vec<String>,
    /// Proofs.
    pub proofs: Vec<String>,
}

/// How a family prints proofs that our checker reads.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proofs {
    /// The first release that does.
    pub from: Option<Version>,
    /// Options that a script must set, with their values.
    pub options: BTreeMap<String, String>,
}

/// Templates of limit flags.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitFlags {
    /// A time limit for each check, in milliseconds `{ms}` or seconds `{s}`; answers `unknown`.
    pub soft_time: Option<String>,
    /// A resource limit `{n}` that repeats exactly.
    pub resource: Option<String>,
}

/// Whether and how one process can serve many formulas.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SessionTraits {
    /// `(reset)` brings it back to its first state.
    pub reset: bool,
    /// `(echo "…")` prints its text.
    pub echo: bool,
    /// It goes on after an error.
    pub survives_errors: bool,
    /// `set-info` must be left out, because it is misread on standard input.
    pub strip_info: bool,
    /// Command-line options outlive `(reset)`.
    pub keeps_options: bool,
    /// Releases up to this one take milliseconds to come to themselves after a `(reset)`: there a
    /// scope that is popped is a cheap way to the next formula.
    pub dear_reset_upto: Option<Version>,
}

impl Default for SessionTraits {
    fn default() -> Self {
        SessionTraits {
            reset: false,
            echo: true,
            survives_errors: false,
            strip_info: false,
            keeps_options: true,
            dear_reset_upto: None,
        }
    }
}

/// A named set of arguments.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionSet {
    /// What it does.
    pub about: String,
    /// The arguments.
    pub args: Vec<String>,
    /// Experimental: not to be fuzzed, its bugs are known.
    #[serde(default)]
    pub experimental: bool,
    /// The first release that has it.
    pub from: Option<Version>,
    /// The last release that has it.
    pub upto: Option<Version>,
}

/// An option whose values are worth varying.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vary {
    /// The argument, with `{}` for the value.
    pub arg: String,
    /// The values.
    pub values: Vec<String>,
    /// Values that are experimental: not to be fuzzed.
    #[serde(default)]
    pub experimental: Vec<String>,
    /// Logics for which it matters, as parts of their names; empty is all.
    #[serde(default)]
    pub logics: Vec<String>,
    /// The first release that has it.
    pub from: Option<Version>,
    /// The last release that has it.
    pub upto: Option<Version>,
}

/// What a family knows of the language.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Language {
    /// Logics it accepts, as patterns with `*`; empty is all.
    pub logics: Vec<String>,
    /// Operators it lacks, as patterns with `*`.
    pub lacks: Vec<String>,
    /// Operators it has though their theory does not name it among its solvers.
    pub has: Vec<String>,
    /// Sorts it lacks.
    pub lacks_sorts: Vec<String>,
    /// That it reads strictly, and how far.
    pub strict: Option<Strict>,
}

/// A family that takes little but what the standard has: integers for reals, operators with one
/// argument, commands without their numbers are said in full to it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Strict {
    /// Operators that take integers for reals all the same.
    pub mixes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProfileFile {
    about: String,
    code_base: Option<String>,
    #[serde(default)]
    file_options: Vec<String>,
    #[serde(default)]
    recognise: Recognise,
    package: Option<Package>,
    #[serde(default)]
    also: Vec<Package>,
    unverified: Option<String>,
    build: Option<Recipe>,
    #[serde(default)]
    call: Call,
    #[serde(default)]
    checks: Checks,
    proofs: Option<Proofs>,
    #[serde(default)]
    limits: LimitFlags,
    #[serde(default)]
    session: SessionTraits,
    #[serde(default)]
    options: BTreeMap<String, OptionSet>,
    #[serde(default)]
    vary: Vec<Vary>,
    #[serde(default)]
    language: Language,
    #[serde(default)]
    dialect: Vec<DialectEntry>,
    #[serde(default)]
    patterns: RawPatterns,
    #[serde(default)]
    policy: Policy,
}

/// A profile that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BadProfile {
    /// Its TOML does not parse.
    #[error("solver profile `{0}`: {1}")]
    Toml(String, #[source] Box<toml::de::Error>),
    /// One of its patterns is no regular expression.
    #[error("solver profile `{0}`: {1}")]
    Pattern(String, #[source] BadPattern),
}

impl Profile {
    /// Reads a profile; `name` is its file's stem. Patterns and file options of `generic` count for
    /// every family.
    pub fn parse(name: &str, text: &str, generic: Option<&Profile>) -> Result<Profile, BadProfile> {
        let file: ProfileFile =
            toml::from_str(text).map_err(|e| BadProfile::Toml(name.to_owned(), Box::new(e)))?;
        let bad = |e| BadProfile::Pattern(name.to_owned(), e);
        for pattern in file
            .recognise
            .version
            .iter()
            .chain(file.package.iter().chain(&file.also).map(|p| &p.release))
        {
            Regex::new(pattern).map_err(|e| bad(BadPattern::new(pattern, e)))?;
        }
        let mut patterns = Patterns::compile(&file.patterns).map_err(bad)?;
        let mut file_options = file.file_options;
        if let Some(generic) = generic {
            patterns.extend(&generic.patterns);
            file_options.extend(generic.file_options.iter().cloned());
        }
        Ok(Profile {
            name: name.to_owned(),
            about: file.about,
            code_base: file.code_base,
            recognise: file.recognise,
            package: file.package,
            also: file.also,
            unverified: file.unverified,
            build: file.build,
            call: file.call,
            checks: file.checks,
            proofs: file.proofs,
            limits: file.limits,
            session: file.session,
            file_options,
            options: file.options,
            vary: file.vary,
            language: file.language,
            dialects: file.dialect,
            known: Dialects::default(),
            patterns,
            policy: file.policy,
        })
    }

    /// The language of a release; `None` is one that is not known, taken for the newest.
    pub fn dialect(&self, version: Option<Version>) -> Arc<Dialect> {
        self.known.get(self, version)
    }

    /// All packages that carry it, the first one first.
    pub fn packages(&self) -> impl Iterator<Item = &Package> {
        self.package.iter().chain(&self.also)
    }

    /// Whether its version says whose it is: boolector prints a bare number.
    pub fn is_telling(&self) -> bool {
        let version = self.recognise.version.as_ref();
        version.is_some_and(|pattern| !pattern.starts_with("^("))
    }

    /// The version in what the program printed, if it is of this family.
    pub fn version_in(&self, printed: &str) -> Option<String> {
        let pattern = Regex::new(self.recognise.version.as_deref()?).ok()?;
        let found = pattern.captures(printed)?;
        Some(found.get(1)?.as_str().to_owned())
    }
}
