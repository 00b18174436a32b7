//! A finding of a hunt where a script is wanted: DIR/ID, or its own folder DIR/findings/ID.

use crate::exit::{Context, Failure};
use crate::paths::Source;
use gadfly_store::{Finding, Store};
use gadfly_vocabulary::{Kind, did_you_mean};
use std::path::{Path, PathBuf};

/// A finding, and the hunt that has it.
pub(crate) struct Named {
    /// The hunt's folder.
    pub(crate) hunt: PathBuf,
    /// The finding.
    pub(crate) finding: Finding,
}

impl Named {
    /// A file of the finding.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        let folder = self.hunt.join("findings").join(&self.finding.id);
        folder.join(name)
    }
}

/// The finding that a path names; `None` where it is a file, or there is no hunt.
pub(crate) fn finding(path: &Path) -> Result<Option<Named>, Failure> {
    let (Some(folder), Some(id)) = (path.parent(), path.file_name().and_then(|id| id.to_str()))
    else {
        return Ok(None);
    };
    let hunt = match folder.ends_with("findings") {
        true => folder.parent().unwrap_or(folder),
        false => folder,
    };
    // Folders that every hunt has are no findings.
    let own = path.is_dir() && hunt == folder;
    if path.is_file() || own || !hunt.join("store.sqlite").is_file() {
        return Ok(None);
    }
    let store = Store::read(hunt).context(hunt.display())?;
    match store.finding(id).context(hunt.display())? {
        Some(finding) => Ok(Some(Named {
            hunt: hunt.to_path_buf(),
            finding,
        })),
        None => Err(missing(hunt, &store, id)),
    }
}

/// What the finding is about whose case or original a file is: `DIR/findings/ID/case.smt2`.
pub(crate) fn kind_of(file: &Path) -> Option<Kind> {
    let folder = file.parent()?;
    folder.parent().filter(|all| all.ends_with("findings"))?;
    let named = finding(folder).ok()??;
    Some(named.finding.kind)
}

/// What is said where a hunt has no such finding.
pub(crate) fn missing(hunt: &Path, store: &Store, id: &str) -> Failure {
    let all = store.findings().unwrap_or_default();
    let ids: Vec<&str> = all.iter().map(|finding| finding.id.as_str()).collect();
    let hunt = hunt.display();
    let several = ids.iter().filter(|known| known.starts_with(id)).count();
    if several > 1 {
        return Failure::new(format!(
            "{hunt}: {several} findings begin with `{id}`; give more of the id"
        ));
    }
    let meant = did_you_mean(id, ids);
    Failure::new(format!(
        "{hunt}: no finding `{id}`{meant}; `gadfly findings {hunt}` lists them"
    ))
}

/// One script: a file, `-` for standard input, or a finding's case.
pub(crate) fn script(path: &Path) -> Result<Source, Failure> {
    if path == Path::new("-") {
        return Ok(Source::Stdin);
    }
    let named = finding(path)?.map(|named| named.file("case.smt2"));
    Ok(Source::File(named.unwrap_or_else(|| path.to_path_buf())))
}
