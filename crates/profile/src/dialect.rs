//! What a release's language is, where it differs from the standard.

use crate::glob::matches;
use crate::profile::{Profile, Strict};
use crate::version::Version;
use gadfly_catalog::{Catalog, Op};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// One difference, for a range of releases.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DialectEntry {
    /// The first release that it is true of; none is the very first.
    pub from: Option<Version>,
    /// The last release that it is true of; none is the newest.
    pub upto: Option<Version>,
    /// Standard operator or sort to the release's spelling.
    pub rename: BTreeMap<String, String>,
    /// Operators that the release lacks, as patterns with `*`.
    pub lacks: Vec<String>,
    /// Operators that the release has, but gives another meaning, as patterns with `*`.
    pub differs: Vec<String>,
    /// Commands that the release lacks.
    pub lacks_commands: Vec<String>,
    /// Logics that the release does not know, as patterns with `*`.
    pub lacks_logics: Vec<String>,
    /// Operators that the release has in logic `ALL` only.
    pub only_in_all: Vec<String>,
    /// How the release writes a character in a string literal.
    pub escapes: Option<Escapes>,
    /// The number of characters of its alphabet.
    pub alphabet: Option<u32>,
    /// Whether a `re.loop` whose lower bound is the greater one is not the empty language.
    pub odd_loops: bool,
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

/// The language of one release.
#[derive(Clone, Debug)]
pub struct Dialect {
    family: String,
    /// Standard operator or sort to the release's spelling.
    pub rename: BTreeMap<String, String>,
    /// Sorts that the release lacks.
    pub lacks_sorts: Vec<String>,
    /// Commands that the release lacks.
    pub lacks_commands: Vec<String>,
    /// Operators that the release has in logic `ALL` only.
    pub only_in_all: Vec<String>,
    /// How the release writes a character in a string literal.
    pub escapes: Escapes,
    /// The number of characters of its alphabet.
    pub alphabet: u32,
    /// Whether `set-logic` must come before any declaration.
    pub needs_logic: bool,
    /// Whether a `re.loop` whose lower bound is the greater one is not the empty language.
    pub odd_loops: bool,
    /// That the family reads strictly, and how far.
    pub strict: Option<Strict>,
    logics: Vec<String>,
    lacks_logics: Vec<String>,
    lacks: Vec<String>,
    has: Vec<String>,
    differs: Vec<String>,
    /// The fate of each operator of the built-in catalogue.
    pub table: Arc<Vec<Fate>>,
}

/// The languages of a family's releases, each worked out once: a hunt varies the options of a release a
/// thousand times.
#[derive(Debug, Default)]
pub(crate) struct Dialects(Mutex<BTreeMap<Option<Version>, Arc<Dialect>>>);

impl Dialects {
    pub(crate) fn get(&self, profile: &Profile, version: Option<Version>) -> Arc<Dialect> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || Arc::new(Dialect::of(profile, version.as_ref()));
        match known.get(&version) {
            Some(dialect) => dialect.clone(),
            None => known.entry(version.clone()).or_insert_with(make).clone(),
        }
    }
}

impl Clone for Dialects {
    /// A changed profile may say something else.
    fn clone(&self) -> Self {
        Dialects::default()
    }
}

/// What becomes of an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is said as the standard says it.
    Same,
    /// It has another spelling.
    Rename(String),
    /// The release lacks it.
    Lacks,
    /// The release gives it another meaning.
    Differs,
}

/// SMT-LIB's alphabet: code points 0 to 0x2FFFF.
const STANDARD_ALPHABET: u32 = 0x30000;

impl Dialect {
    /// The language of a family's release; `None` is a release that is not known, taken for the
    /// newest.
    pub fn of(profile: &Profile, version: Option<&Version>) -> Dialect {
        let applies = |e: &&DialectEntry| match version {
            Some(v) => {
                e.from.as_ref().is_none_or(|f| f <= v) && e.upto.as_ref().is_none_or(|u| v <= u)
            }
            None => e.upto.is_none(),
        };
        let mut dialect = Dialect {
            family: profile.name.clone(),
            rename: BTreeMap::new(),
            lacks_sorts: profile.language.lacks_sorts.clone(),
            lacks_commands: Vec::new(),
            only_in_all: Vec::new(),
            escapes: Escapes::Standard,
            alphabet: STANDARD_ALPHABET,
            needs_logic: profile.call.needs_logic,
            odd_loops: false,
            strict: profile.language.strict.clone(),
            logics: profile.language.logics.clone(),
            lacks_logics: Vec::new(),
            lacks: profile.language.lacks.clone(),
            has: profile.language.has.clone(),
            differs: Vec::new(),
            table: Arc::default(),
        };
        for entry in profile.dialects.iter().filter(applies) {
            dialect.add(entry);
        }
        let fates = Catalog::shared()
            .ops()
            .iter()
            .map(|op| dialect.decide(op))
            .collect();
        dialect.table = Arc::new(fates);
        dialect
    }

    fn add(&mut self, entry: &DialectEntry) {
        self.rename.extend(entry.rename.clone());
        self.lacks.extend(entry.lacks.iter().cloned());
        self.differs.extend(entry.differs.iter().cloned());
        self.lacks_commands
            .extend(entry.lacks_commands.iter().cloned());
        self.only_in_all.extend(entry.only_in_all.iter().cloned());
        self.lacks_logics.extend(entry.lacks_logics.iter().cloned());
        self.escapes = entry.escapes.unwrap_or(self.escapes);
        self.alphabet = entry.alphabet.unwrap_or(self.alphabet);
        self.odd_loops |= entry.odd_loops;
    }

    /// Whether a release knows an operator, under whatever spelling, and with its standard meaning.
    pub fn knows(&self, operator: &str) -> bool {
        let fate = match Catalog::shared().op_named(operator) {
            Some(op) => self.table.get(op.0 as usize).cloned().unwrap_or(Fate::Same),
            None => self.by_name(operator),
        };
        matches!(fate, Fate::Same | Fate::Rename(_))
    }

    /// Whether a release has a command.
    pub fn knows_command(&self, name: &str) -> bool {
        let catalog = Catalog::shared();
        let known = catalog.symbols().get(name).and_then(|n| catalog.command(n));
        let foreign = known.is_some_and(|command| self.is_foreign(&command.solvers));
        !foreign && !self.lacks_commands.iter().any(|lacked| lacked == name)
    }

    /// Whether a release accepts a logic's name.
    #[inline]
    pub fn knows_logic(&self, logic: &str) -> bool {
        let any = |list: &[String]| list.iter().any(|p| matches(p, logic));
        (self.logics.is_empty() || any(&self.logics)) && !any(&self.lacks_logics)
    }

    /// Whether what the catalogue says these families have is none of this one's. That counts for the
    /// families that the catalogue can name.
    #[inline]
    pub fn is_foreign(&self, solvers: &[String]) -> bool {
        // What cvc5 reads its predecessor read too, but for what its profile says it lacks.
        let like = match self.family.as_str() {
            "cvc4" => "cvc5",
            family => family,
        };
        like != "generic" && !solvers.is_empty() && solvers.iter().all(|solver| solver != like)
    }

    /// What becomes of an operator.
    pub fn decide(&self, op: &Op) -> Fate {
        let fate = self.by_name(&op.name);
        // A spelling that the profile maps to another is the profile's matter.
        let foreign = !self.has.contains(&op.name)
            && op.signatures.iter().all(|s| self.is_foreign(&s.solvers));
        if fate == Fate::Same && foreign {
            Fate::Lacks
        } else {
            fate
        }
    }

    fn by_name(&self, name: &str) -> Fate {
        if let Some(spelling) = self.rename.get(name) {
            return Fate::Rename(spelling.clone());
        }
        let any = |list: &[String]| list.iter().any(|p| matches(p, name));
        if any(&self.lacks) {
            Fate::Lacks
        } else if any(&self.differs) {
            Fate::Differs
        } else {
            Fate::Same
        }
    }
}
