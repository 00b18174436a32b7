//! Paths on the command line: files, folders that are searched for `*.smt2`, and `-`.

use crate::exit::{Context, Failure};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A script's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// How messages name it.
    pub(crate) fn name(&self) -> String {
        match self {
            Source::Stdin => "<stdin>".to_string(),
            Source::File(path) => path.display().to_string(),
        }
    }

    /// Its bytes.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Source::Stdin => {
                let mut bytes = Vec::new();
                std::io::stdin()
                    .read_to_end(&mut bytes)
                    .context("cannot read <stdin>")?;
                Ok(bytes)
            }
            Source::File(path) => {
                std::fs::read(path).context(format!("cannot read {}", path.display()))
            }
        }
    }
}

/// All scripts that the paths name, folders searched for `*.smt2` in the order of their names.
pub(crate) fn expand(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            sources.push(Source::Stdin);
        } else if path.is_dir() {
            let before = sources.len();
            search(path, &mut sources)?;
            if sources.len() == before {
                return Err(Failure::new(format!(
                    "{}: the folder holds no *.smt2 file",
                    path.display()
                )));
            }
        } else if path.exists() {
            sources.push(Source::File(path.clone()));
        } else {
            return Err(Failure::new(format!(
                "{}: no such file or folder",
                path.display()
            )));
        }
    }
    Ok(sources)
}

fn search(folder: &Path, sources: &mut Vec<Source>) -> Result<(), Failure> {
    let context = || format!("cannot read the folder {}", folder.display());
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
        .context(context())?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().context(context())?;
        if kind.is_dir() {
            search(&path, sources)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "smt2")
        {
            sources.push(Source::File(path));
        }
    }
    Ok(())
}
