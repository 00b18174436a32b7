//! Which part of a solver a source file belongs to: a table of the catalogue, `coverage/<family>.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// What a file belongs to where the table does not say.
const OTHER: &str = "other";

/// The parts of a solver's sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Path, the area's name, whether it is of the core; the longest path first.
    paths: Vec<(String, String, bool)>,
}

/// The table as it is written: areas by name, each with paths.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// What a solver is tested for.
    core: BTreeMap<String, Vec<String>>,
    /// Help, printers, interfaces of other languages.
    #[serde(default)]
    beside: BTreeMap<String, Vec<String>>,
}

/// The part that a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Whether it is of the core.
    pub(crate) core: bool,
}

impl Areas {
    /// Reads the table of a family from files of the catalogue, where there is one.
    pub fn of<'a>(
        family: &str,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Areas, String> {
        let wanted = format!("{family}.toml");
        let own = |(path, _): &(&str, &str)| path.rsplit('/').next() == Some(&*wanted);
        match files.into_iter().find(own) {
            None => Ok(Areas::default()),
            Some((path, text)) => Areas::parse(text).map_err(|error| format!("{path}: {error}")),
        }
    }

    fn parse(text: &str) -> Result<Areas, String> {
        let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut paths = Vec::new();
        for (areas, core) in [(table.core, true), (table.beside, false)] {
            for (name, files) in areas {
                paths.extend(files.into_iter().map(|path| (path, name.clone(), core)));
            }
        }
        paths.sort_by_key(|(path, ..)| (std::cmp::Reverse(path.len()), path.clone()));
        Ok(Areas { paths })
    }

    /// Whether there is a table.
    pub(crate) fn is_known(&self) -> bool {
        !self.paths.is_empty()
    }

    /// The area of a file: the longest path that is the beginning of its own, or stands in it behind
    /// a folder.
    pub(crate) fn area(&self, file: &str) -> Area<'_> {
        let found = self.paths.iter().find(|(path, ..)| lies_in(file, path));
        found.map_or(
            Area {
                name: OTHER,
                core: false,
            },
            |(_, name, core)| Area { name, core: *core },
        )
    }
}

/// Whether a path is the beginning of a file's own, or stands in it behind a folder: it does not matter where
/// the sources lie.
pub(crate) fn lies_in(file: &str, path: &str) -> bool {
    let mut places = file.match_indices(path);
    places.any(|(at, _)| at == 0 || file[..at].ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "[core]\ntheories = [\"src/smt/\"]\nquantifiers = [\"src/smt/mam\"]\n\
        [beside]\nprinters = [\"src/ast/pp\"]\n";

    #[test]
    fn the_longest_path_decides_wherever_the_sources_lie() {
        let areas = Areas::parse(TABLE).unwrap();
        for (file, name, core) in [
            ("src/smt/theory_lra.cpp", "theories", true),
            ("z3-5.0/src/smt/mam.cpp", "quantifiers", true),
            ("src/ast/pp.cpp", "printers", false),
            ("src/util/vector.h", "other", false),
            ("xsrc/smt/a.cpp", "other", false),
        ] {
            assert_eq!(areas.area(file), Area { name, core }, "{file}");
        }
    }

    #[test]
    fn a_family_without_a_table_has_no_core() {
        let files = [("coverage/z3.toml", TABLE)];
        assert!(Areas::of("z3", files).unwrap().is_known());
        assert!(!Areas::of("yices", files).unwrap().is_known());
        assert!(Areas::of("z3", [("coverage/z3.toml", "core = 1")]).is_err());
    }
}
