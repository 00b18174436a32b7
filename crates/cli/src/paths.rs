//! Paths on the command line: files, folders that are searched for `*.smt2`, findings, and `-`.

use crate::exit::{Context, Failure};
use gadfly_vocabulary::Kind;
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

    /// What the finding is about whose case it is.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Source::Stdin => None,
            Source::File(path) => crate::case::kind_of(path),
        }
    }

    /// Its text.
    pub(crate) fn text(&self) -> Result<String, Failure> {
        let text = String::from_utf8(self.read()?);
        text.map_err(|_| Failure::new(format!("cannot read {}: it is not UTF-8", self.name())))
    }

    /// Its bytes.
    pub(crate) fn read(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Source::Stdin => bounded(std::io::stdin(), "<stdin>", MOST),
            Source::File(path) => read(path),
        }
    }
}

/// The longest input. A script of this size is far beyond what solvers are tested with; what has
/// no end must not take all memory.
const MOST: u64 = 1 << 30;

/// A file's bytes: of a regular file, or of a pipe that is open already (`<(…)`, `/dev/stdin`).
/// Anything else may wait for ever or never end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display().to_string();
    let cannot = || format!("cannot read {name}");
    let kind = std::fs::metadata(path).context(cannot())?;
    let open_already = path.starts_with("/dev/fd") || path == Path::new("/dev/stdin");
    let empty = path == Path::new("/dev/null");
    if !kind.is_file() && !open_already && !empty {
        return Err(Failure::new(format!(
            "cannot read {name}: it is not a regular file; give its contents on standard input, with `-`"
        )));
    }
    let file = std::fs::File::open(path).context(cannot())?;
    bounded(file, &name, MOST)
}

/// A file's text.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read(path)?);
    text.context(format!("cannot read {}", path.display()))
}

/// All bytes of an input, if they are not too many.
fn bounded(input: impl Read, name: &str, most: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut input = input.take(most + 1);
    input
        .read_to_end(&mut bytes)
        .context(format!("cannot read {name}"))?;
    if bytes.len() as u64 > most {
        return Err(Failure::new(format!(
            "cannot read {name}: it is larger than {} MB",
            most >> 20
        )));
    }
    Ok(bytes)
}

/// All scripts that the paths name: files, `-`, the case of a finding DIR/ID, and folders, searched
/// for `*.smt2` in the order of their names.
pub(crate) fn expand(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for path in paths {
        if path == Path::new("-") {
            sources.push(Source::Stdin);
        } else if let Some(named) = crate::case::finding(path)? {
            sources.push(Source::File(named.file("case.smt2")));
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
    // A finding's folder has its formula in several forms: the case stands for them.
    let has = |name: &str| entries.iter().any(|entry| entry.file_name() == name);
    if has("case.smt2") && has("original.smt2") {
        entries.retain(|entry| entry.file_name() == "case.smt2");
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_findings_folder_is_its_case() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["case.smt2", "original.smt2", "reduced.smt2"] {
            std::fs::write(folder.path().join(name), "(check-sat)").unwrap();
        }
        let names = |folder: &Path| -> Vec<String> {
            let all = expand(&[folder.to_path_buf()]).unwrap();
            let name = |source: &Source| source.name().rsplit('/').next().unwrap().to_string();
            all.iter().map(name).collect()
        };
        assert_eq!(names(folder.path()), ["case.smt2"]);
        std::fs::remove_file(folder.path().join("original.smt2")).unwrap();
        assert_eq!(names(folder.path()), ["case.smt2", "reduced.smt2"]);
    }

    #[test]
    fn what_never_ends_is_not_read() {
        let problem = |path: &str| read(Path::new(path)).unwrap_err().problems()[0].clone();
        for path in ["/dev/zero", "/dev"] {
            assert!(problem(path).contains("not a regular file"), "{path}");
        }
        assert_eq!(read(Path::new("/dev/null")).unwrap(), b"");
        let endless = bounded(std::io::repeat(b'x'), "<stdin>", 1 << 20).unwrap_err();
        assert!(endless.problems()[0].contains("larger than 1 MB"));
        let whole = bounded(&b"(check-sat)"[..], "a", 11).unwrap();
        assert_eq!(whole, b"(check-sat)");
    }
}
