//! The files below folders that may hold seeds, each with a name that does not depend on the machine.

use crate::error::SeedsError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The endings of files that a folder is searched for. A file that is named itself may have any.
const ENDINGS: [&str; 9] = [
    ".smt2",
    ".smt2.gz",
    ".smt",
    ".smt.gz",
    ".smt2.txt",
    ".md",
    ".markdown",
    ".md.gz",
    ".zip",
];

/// A file that may hold seeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The last part of the folder's name, and the path below it, with `/`.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// All files that the paths name, folders searched in the order of names.
pub fn find(paths: &[PathBuf]) -> Result<Vec<Found>, SeedsError> {
    let mut found = Vec::new();
    let mut roots: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        let whole = path.canonicalize();
        let whole = whole.map_err(|_| SeedsError::Missing(path.clone()))?;
        let last = whole.file_name().unwrap_or_default().to_string_lossy();
        let uses = roots.entry(last.to_string()).or_default();
        *uses += 1;
        // Two folders may be called the same: what comes from the second says so.
        let root = match *uses {
            1 => last.to_string(),
            n => format!("{last}~{n}"),
        };
        if whole.is_dir() {
            search(&whole, &root, &mut found)?;
        } else {
            found.push(Found {
                name: root,
                path: whole,
            });
        }
    }
    Ok(found)
}

/// The files of a folder, without recursion: folders may be nested as deep as one likes.
fn search(folder: &Path, root: &str, found: &mut Vec<Found>) -> Result<(), SeedsError> {
    let mut open = vec![(folder.to_path_buf(), root.to_string())];
    let first = found.len();
    while let Some((folder, prefix)) = open.pop() {
        let cannot = || SeedsError::file("read the folder", &folder);
        for entry in std::fs::read_dir(&folder).map_err(cannot())? {
            let entry = entry.map_err(cannot())?;
            let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(cannot())?;
            if kind.is_dir() {
                open.push((entry.path(), name));
            } else if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
                let path = entry.path();
                found.push(Found { name, path });
            }
        }
    }
    found[first..].sort_by(|a, b| a.name.cmp(&b.name));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_relative_to_the_folder_and_in_order() {
        let top = tempfile::tempdir().unwrap();
        for file in [
            "x/b.smt2",
            "x/a/c.smt2.gz",
            "x/no.txt",
            "y/x/b.smt2",
            "z.txt",
        ] {
            let path = top.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let paths = ["x", "y/x", "z.txt"].map(|name| top.path().join(name));
        let names: Vec<String> = find(&paths).unwrap().into_iter().map(|f| f.name).collect();
        assert_eq!(names, ["x/a/c.smt2.gz", "x/b.smt2", "x~2/b.smt2", "z.txt"]);
        let nowhere = find(&[top.path().join("nowhere")]).unwrap_err();
        assert!(matches!(nowhere, SeedsError::Missing(_)));
    }
}
