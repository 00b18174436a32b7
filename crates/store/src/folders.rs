//! Where hunts are: a folder's own, or those of the folders in it.

use std::path::{Path, PathBuf};

/// How deep below a folder hunts are looked for.
const DEPTH: usize = 2;
/// A folder with more entries than this is no folder of hunts.
const MOST_ENTRIES: usize = 10_000;

/// Whether a folder holds a hunt.
pub fn is_hunt(folder: &Path) -> bool {
    folder.join("store.sqlite").is_file()
}

/// The folders at or shortly below a folder that are what is wanted, in the order of their names. Links
/// to folders are not followed, and nothing is looked for inside a folder that is wanted.
pub fn folders_below(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    look(folder, wanted, DEPTH, &mut found);
    found
}

fn look(folder: &Path, wanted: &dyn Fn(&Path) -> bool, depth: usize, found: &mut Vec<PathBuf>) {
    if wanted(folder) {
        return found.push(folder.to_path_buf());
    }
    let (Some(depth), Ok(entries)) = (depth.checked_sub(1), std::fs::read_dir(folder)) else {
        return;
    };
    let is_folder = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let entries = entries.take(MOST_ENTRIES).filter_map(Result::ok);
    let folders = entries.filter(is_folder).map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = folders.collect();
    folders.sort();
    for folder in folders {
        look(&folder, wanted, depth, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunts_are_found_below_a_folder_and_links_are_not_followed() {
        let top = tempfile::tempdir().unwrap();
        for hunt in ["b/2", "b/1", "a", "a/inner", "c/d/e"] {
            let folder = top.path().join(hunt);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("store.sqlite"), "").unwrap();
        }
        std::os::unix::fs::symlink(top.path().join("a"), top.path().join("link")).unwrap();
        let found = folders_below(top.path(), &is_hunt);
        let wanted = ["a", "b/1", "b/2"].map(|name| top.path().join(name));
        assert_eq!(found, wanted);
        assert_eq!(folders_below(&wanted[0], &is_hunt), wanted[..1]);
        assert!(folders_below(&top.path().join("none"), &is_hunt).is_empty());
    }
}
