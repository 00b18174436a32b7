//! The program's catalogue: the files that are built in, and a user's own folders in the layout of
//! `catalog/`, read once at the start.

use crate::exit::{Context, Failure};
use gadfly_catalog::{Catalog, CatalogError};
use gadfly_profile::{Home, Profiles};
use std::path::{Path, PathBuf};

/// The parts of a catalogue. A file elsewhere in a folder is none of ours.
const PARTS: [&str; 9] = [
    "theories",
    "rules",
    "fusions",
    "grammars",
    "solvers",
    "seeds",
    "known",
    "conformance",
    "probes",
];

/// Reads `GADFLY_HOME/catalog`, if there is one, and the folder of `--catalog`, and makes the
/// catalogue with their files the one that the whole program works with.
pub(crate) fn load(given: Option<&Path>) -> Result<(), Failure> {
    let mut files = Vec::new();
    let home = Home::from_env().root().join("catalog");
    if home.is_dir() {
        folder(&home, &mut files)?;
    }
    if let Some(given) = given {
        if !given.is_dir() {
            let given = given.display();
            return Err(Failure::new(format!("--catalog {given}: no such folder")));
        }
        let before = files.len();
        folder(given, &mut files)?;
        if files.len() == before {
            return Err(Failure::new(format!(
                "--catalog {}: the folder has none of {}",
                given.display(),
                PARTS.map(|part| format!("{part}/")).join(", ")
            )));
        }
    }
    if files.is_empty() {
        return Ok(());
    }
    let catalog = Catalog::with_files(files).map_err(|error| Failure::new(located(&error)))?;
    // The other parts are read where they are used; profiles are used everywhere.
    Profiles::from_catalog(&catalog).map_err(Failure::new)?;
    if Catalog::share(catalog) {
        Ok(())
    } else {
        Err(Failure::new("the catalogue is in use already"))
    }
}

/// The file, line, column and cause.
fn located(error: &CatalogError) -> String {
    let start = error.diagnostic.span.start as usize;
    let at = gadfly_syntax::Position::of(error.text.as_bytes(), start);
    let message = &error.diagnostic.message;
    format!("{}:{}:{}: {message}", error.path, at.line, at.column)
}

/// Adds the files of a catalogue folder, by their paths in it.
fn folder(root: &Path, files: &mut Vec<(String, String)>) -> Result<(), Failure> {
    for part in PARTS {
        let folder = root.join(part);
        if folder.is_dir() {
            walk(root, &folder, files)?;
        }
    }
    Ok(())
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) -> Result<(), Failure> {
    let cannot = |path: &Path| format!("cannot read {}", path.display());
    let entries = std::fs::read_dir(folder).context(cannot(folder))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let hidden = path
            .file_name()
            .is_none_or(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() {
            walk(root, &path, files)?;
        } else if !hidden {
            let name = path.strip_prefix(root).unwrap_or(&path);
            let text = std::fs::read_to_string(&path).context(cannot(&path))?;
            files.push((name.to_string_lossy().replace('\\', "/"), text));
        }
    }
    Ok(())
}
