//! Scripts of a folder, as a corpus has them.

use std::path::{Path, PathBuf};

/// All scripts below a folder, in the order of their names; of a file, itself.
///
/// # Panics
/// If a folder cannot be read.
pub fn scripts_below(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_path_buf()];
    }
    let entries = std::fs::read_dir(path).expect("a folder of scripts");
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let is_script = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|e| e == "smt2");
    let scripts = entries.into_iter().filter(is_script);
    scripts.flat_map(|path| scripts_below(&path)).collect()
}

/// The same with their texts; what is no text is left out.
pub fn texts_below(path: &Path) -> Vec<(String, String)> {
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).ok()?;
        Some((path.display().to_string(), text))
    };
    scripts_below(path).iter().filter_map(read).collect()
}
