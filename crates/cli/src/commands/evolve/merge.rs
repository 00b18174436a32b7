//! Parts of the same study from other folders.

use crate::exit::{Context, Failure};
use gadfly_evolve::{Names, Study, read_part};
use std::path::{Path, PathBuf};

/// Sees that other folders hold the same study, before anything is written.
pub(super) fn check(study: &Study, folders: &[PathBuf]) -> Result<(), Failure> {
    for folder in folders {
        if !folder.join("study.json").is_file() {
            return Err(Failure::new(format!(
                "{}: no study's folder; --merge takes folders that `gadfly evolve --out` made",
                folder.display()
            )));
        }
        study.claim(folder).map_err(Failure::new)?;
    }
    Ok(())
}

/// Takes all whole parts of other folders that are missing in `out`. Returns how many.
pub(super) fn merge(study: &Study, folders: &[PathBuf], out: &Path) -> Result<usize, Failure> {
    let (names, fingerprint) = (study.names(), study.fingerprint());
    let mut taken = 0;
    for folder in folders {
        for part in study.parts() {
            let (from, to) = (study.path(folder, &part), study.path(out, &part));
            if !from.exists() || to.exists() {
                continue;
            }
            let source = &study.sources[part.source].name;
            let names = Names {
                grammar: source,
                solvers: &names,
                study: &fingerprint,
            };
            read_part(&from, &names).map_err(Failure::new)?;
            let parent = to.parent().unwrap_or(out);
            std::fs::create_dir_all(parent).context(parent.display())?;
            let beside = to.with_extension("taking");
            std::fs::copy(&from, &beside).context(from.display())?;
            std::fs::rename(&beside, &to).context(to.display())?;
            taken += 1;
        }
    }
    Ok(taken)
}
