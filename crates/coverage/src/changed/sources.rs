//! What reaches which part of a solver's sources: a table of the catalogue, `sources/<family>.toml`.

use super::names::named_by;
use crate::areas::lies_in;
use gadfly_catalog::Catalog;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Why there is no table. Each message says what to do.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SourcesError {
    /// Nobody wrote one.
    #[error(
        "nothing says what reaches the sources of {0}: write catalog/sources/{0}.toml as \
         docs/guide/monitor.md shows, and name its folder with --catalog"
    )]
    None(String),
    /// It does not read.
    #[error("{path}: {reason}")]
    Bad {
        /// The file in the catalogue.
        path: String,
        /// What is wrong.
        reason: String,
    },
}

/// The table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Paths that every formula reaches.
    #[serde(default)]
    everything: Vec<String>,
    /// Paths that no formula reaches.
    #[serde(default)]
    nothing: Vec<String>,
    /// Paths of files whose functions are about an operator each.
    #[serde(default)]
    one_by_one: Vec<String>,
    /// Words in the names of such functions, where they are not the operator's own.
    #[serde(default)]
    names: BTreeMap<String, Vec<String>>,
    /// Parts by name.
    #[serde(default)]
    part: BTreeMap<String, Written>,
}

/// A part as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Where it lies.
    paths: Vec<String>,
    /// Theories whose operators reach it.
    #[serde(default)]
    theories: Vec<String>,
    /// More operators.
    #[serde(default)]
    operators: Vec<String>,
    /// Other words of a script that reaches it: sorts, binders, commands.
    #[serde(default)]
    words: Vec<String>,
    /// Theories and logics, as `--focus` takes them.
    #[serde(default)]
    logics: Vec<String>,
    /// Strategies; all of them where none is named.
    #[serde(default)]
    strategies: Vec<String>,
    /// Parts of the names of solver options.
    #[serde(default)]
    options: Vec<String>,
}

/// What reaches a part of the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Part {
    /// Its name.
    pub name: String,
    /// Operators.
    pub operators: Vec<String>,
    /// Other words of a script: sorts, binders, commands.
    pub words: Vec<String>,
    /// Theories and logics, as `--focus` takes them.
    pub logics: Vec<String>,
    /// Strategies; all of them where there is none.
    pub strategies: Vec<String>,
    /// Parts of the names of solver options.
    pub options: Vec<String>,
}

/// What reaches a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached<'a> {
    /// What reaches this part.
    By(&'a Part),
    /// Every formula.
    ByAll,
    /// No formula.
    ByNone,
    /// Nobody knows.
    Unknown,
}

/// What a path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Part(usize),
    Everything,
    Nothing,
}

/// What reaches the sources of a solver.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file in the catalogue.
    pub path: String,
    parts: Vec<Part>,
    /// The longest path first.
    paths: Vec<(String, Meaning)>,
    one_by_one: Vec<String>,
    names: BTreeMap<String, Vec<String>>,
}

impl Sources {
    /// The table of a family.
    pub fn of(family: &str, catalog: &Catalog) -> Result<Sources, SourcesError> {
        let path = format!("sources/{family}.toml");
        let Some(text) = catalog.file(&path) else {
            return Err(SourcesError::None(family.to_string()));
        };
        Sources::read(text, catalog)
            .map(|sources| Sources {
                path: format!("catalog/{path}"),
                ..sources
            })
            .map_err(|reason| SourcesError::Bad { path, reason })
    }

    fn read(text: &str, catalog: &Catalog) -> Result<Sources, String> {
        let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut sources = Sources {
            one_by_one: table.one_by_one,
            names: table.names,
            ..Sources::default()
        };
        for (name, written) in table.part {
            let meaning = Meaning::Part(sources.parts.len());
            let paths = written.paths.iter().cloned().map(|path| (path, meaning));
            sources.paths.extend(paths);
            sources.parts.push(part(name, written, catalog)?);
        }
        let all = table
            .everything
            .into_iter()
            .map(|path| (path, Meaning::Everything));
        sources.paths.extend(all);
        let none = table
            .nothing
            .into_iter()
            .map(|path| (path, Meaning::Nothing));
        sources.paths.extend(none);
        let paths = &mut sources.paths;
        paths.sort_by_key(|(path, _)| (std::cmp::Reverse(path.len()), path.clone()));
        match paths.windows(2).find(|two| two[0].0 == two[1].0) {
            Some(two) => Err(format!("the path {} stands twice", two[0].0)),
            None => Ok(sources),
        }
    }

    /// What reaches a file: the longest path that is the beginning of its own decides, from any folder on.
    pub(super) fn reached(&self, file: &str) -> Reached<'_> {
        let found = self.paths.iter().find(|(path, _)| lies_in(file, path));
        match found.map(|(_, meaning)| *meaning) {
            Some(Meaning::Part(number)) => Reached::By(&self.parts[number]),
            Some(Meaning::Everything) => Reached::ByAll,
            Some(Meaning::Nothing) => Reached::ByNone,
            None => Reached::Unknown,
        }
    }

    /// The operators of a part that a function of a file is about, where its functions are about one each.
    pub(super) fn about<'a>(&self, part: &'a Part, file: &str, function: &str) -> Vec<&'a str> {
        match self.one_by_one.iter().any(|path| lies_in(file, path)) {
            true => named_by(function, &part.operators, &self.names),
            false => Vec::new(),
        }
    }
}

/// A part with the operators of its theories.
fn part(name: String, written: Written, catalog: &Catalog) -> Result<Part, String> {
    let mut operators = written.operators;
    for theory in &written.theories {
        let own = operators_of(theory, catalog);
        if own.is_empty() {
            return Err(format!(
                "{name}: the catalogue has no theory {theory} with operators"
            ));
        }
        operators.extend(own);
    }
    let mut seen = BTreeSet::new();
    operators.retain(|operator| seen.insert(operator.clone()));
    if let Some(unknown) = operators
        .iter()
        .find(|name| catalog.op_named(name).is_none())
    {
        return Err(format!("{name}: the catalogue has no operator {unknown}"));
    }
    Ok(Part {
        name,
        operators,
        words: written.words,
        logics: written.logics,
        strategies: written.strategies,
        options: written.options,
    })
}

fn operators_of(theory: &str, catalog: &Catalog) -> Vec<String> {
    let of = |op: &&gadfly_catalog::Op| {
        let mut theories = op.signatures.iter().map(|s| catalog.theory(s.theory));
        theories.any(|name| name == theory)
    };
    let ops = catalog.ops().iter().filter(of);
    ops.map(|op| op.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = r#"
        everything = ["src/util/"]
        nothing = ["doc/"]
        one_by_one = ["src/rewriter/seq_"]
        [names]
        stoi = ["str.to_int"]
        [part.strings]
        paths = ["src/rewriter/seq_", "src/theory_seq"]
        theories = ["UnicodeStrings"]
        logics = ["strings"]
        [part.sums]
        paths = ["src/util/mpz"]
        operators = ["+"]
    "#;

    fn table() -> Sources {
        Sources::read(TABLE, &gadfly_testkit::catalog()).unwrap()
    }

    #[test]
    fn the_longest_path_decides() {
        let sources = table();
        let name = |file: &str| match sources.reached(file) {
            Reached::By(part) => part.name.clone(),
            other => format!("{other:?}"),
        };
        for (file, meaning) in [
            ("src/rewriter/seq_rewriter.cpp", "strings"),
            ("z3-4.8.7/core/src/theory_seq.h", "strings"),
            ("src/util/mpz.cpp", "sums"),
            ("src/util/vector.h", "ByAll"),
            ("doc/README", "ByNone"),
            ("src/new.cpp", "Unknown"),
        ] {
            assert_eq!(name(file), meaning, "{file}");
        }
    }

    #[test]
    fn functions_are_about_operators_where_the_table_says_so() {
        let sources = table();
        let about = |file: &str, function: &str| {
            let Reached::By(part) = sources.reached(file) else {
                return String::from("-");
            };
            sources.about(part, file, function).join(" ")
        };
        let rewriter = "src/rewriter/seq_rewriter.cpp";
        assert_eq!(about(rewriter, "mk_str_stoi"), "str.to_int");
        assert_eq!(about(rewriter, "mk_seq_replace_all"), "str.replace_all");
        assert_eq!(about(rewriter, "flatten"), "");
        assert_eq!(about("src/theory_seq.cpp", "check_replace"), "");
    }

    #[test]
    fn a_table_that_makes_no_sense_is_refused() {
        let catalog = gadfly_testkit::catalog();
        let said = |text: &str| Sources::read(text, &catalog).unwrap_err();
        assert!(said("[part.x]\npaths = []\ntheories = [\"Nonsense\"]").contains("Nonsense"));
        assert!(said("[part.x]\npaths = []\noperators = [\"nonsense\"]").contains("nonsense"));
        assert!(said("nothing = [\"a\"]\neverything = [\"a\"]").contains("twice"));
        assert!(said("all = 1").contains("all"));
        let none = Sources::of("nonsense", &catalog).unwrap_err();
        assert!(none.to_string().contains("catalog/sources/nonsense.toml"));
    }

    /// Each table of the catalogue reads, and names strategies that there are.
    #[test]
    fn the_tables_of_the_catalogue_read() {
        let catalog = gadfly_testkit::catalog();
        let families: Vec<&str> = catalog.stems("sources/", ".toml").collect();
        assert!(families.contains(&"z3"), "{families:?}");
        for family in families {
            let sources = Sources::of(family, &catalog).unwrap();
            for part in &sources.parts {
                for strategy in &part.strategies {
                    let known = gadfly_mutate::strategy(strategy).is_some();
                    assert!(known, "{family}: {}: {strategy}", part.name);
                }
                let reaches = [
                    &part.operators,
                    &part.words,
                    &part.strategies,
                    &part.options,
                ];
                assert!(reaches.iter().any(|list| !list.is_empty()), "{}", part.name);
            }
            for (word, operators) in &sources.names {
                for operator in operators {
                    let known = catalog.op_named(operator).is_some();
                    assert!(known, "{family}: {word}: {operator}");
                }
            }
        }
    }
}
