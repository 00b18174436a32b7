//! What a study of coverage says of changed functions: which configurations reach them.

use super::diff::ChangedFile;
use crate::reach::Reach;
use crate::reading::Reading;
use gadfly_compare::load;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What a study of the sources before the change measured.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// All places that there are.
    there: Reach,
    /// What each configuration reached.
    configurations: BTreeMap<String, Reach>,
}

impl Study {
    /// What `gadfly coverage` left in this folder; nothing where no run is over there.
    pub fn read(folder: &Path) -> Option<Study> {
        let there: Reading = load(&folder.join("there.json"))?;
        let mut study = Study {
            there: there.there,
            ..Study::default()
        };
        let runs = std::fs::read_dir(folder.join("runs")).ok()?;
        for run in runs.flatten() {
            let name = run.file_name().to_string_lossy().into_owned();
            let (Some((name, _)), Some(reached)) = (
                name.rsplit_once('-'),
                load::<Reach>(&run.path().join("reached.json")),
            ) else {
                continue;
            };
            let known = study.configurations.entry(name.to_string()).or_default();
            known.join(&reached);
        }
        (!study.configurations.is_empty()).then_some(study)
    }

    /// The configurations that reach any function with changed lines; nothing where the study does not know
    /// the file, or none of its functions changed.
    pub(super) fn reaching(&self, file: &ChangedFile) -> Option<Vec<String>> {
        let same = |known: &&String| is_one(known, &file.path);
        let name = self.there.files.keys().find(same)?;
        let functions = &self.there.files.get(name)?.functions;
        let begins = |line: &u32| functions.range(..=*line).next_back().copied();
        let changed: BTreeSet<u32> = file.before.iter().filter_map(begins).collect();
        let reaches = |reach: &Reach| {
            let part = reach.files.get(name);
            part.is_some_and(|part| !part.functions.is_disjoint(&changed))
        };
        let of = self
            .configurations
            .iter()
            .filter(|(_, reach)| reaches(reach));
        let reaching = of.map(|(name, _)| name.clone()).collect();
        (!changed.is_empty()).then_some(reaching)
    }
}

/// Whether two paths name one file, each told from a folder of its own.
fn is_one(one: &str, other: &str) -> bool {
    let ends = |long: &str, short: &str| {
        let rest = long.strip_suffix(short);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends(one, other) || ends(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(functions: &[u32]) -> Reach {
        let mut reach = Reach::default();
        reach.part("src/a.cpp").functions.extend(functions);
        reach
    }

    fn study() -> Study {
        let folder = tempfile::tempdir().unwrap();
        let save = |name: &str, value: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, value).unwrap();
        };
        let json = |reach: &Reach| serde_json::to_string(reach).unwrap();
        let there = Reading {
            there: reach(&[10, 20, 30]),
            ..Reading::default()
        };
        save("there.json", &serde_json::to_string(&there).unwrap());
        save("runs/op-1/reached.json", &json(&reach(&[10])));
        save("runs/op-2/reached.json", &json(&reach(&[20])));
        save("runs/fusion-1/reached.json", &json(&reach(&[10])));
        save("runs/swap-1/unfinished", "");
        Study::read(folder.path()).unwrap()
    }

    #[test]
    fn whoever_reaches_a_changed_function_is_named() {
        let study = study();
        let reaching = |path: &str, before: &[u32]| {
            let file = ChangedFile {
                path: path.to_string(),
                before: before.to_vec(),
                ..ChangedFile::default()
            };
            study.reaching(&file).map(|names| names.join(" "))
        };
        assert_eq!(reaching("src/a.cpp", &[12]).as_deref(), Some("fusion op"));
        assert_eq!(reaching("z3-1/src/a.cpp", &[25]).as_deref(), Some("op"));
        assert_eq!(reaching("src/a.cpp", &[31]).as_deref(), Some(""));
        assert_eq!(reaching("src/a.cpp", &[3]), None);
        assert_eq!(reaching("src/ba.cpp", &[12]), None);
        assert!(Study::read(Path::new("/nowhere")).is_none());
    }
}
