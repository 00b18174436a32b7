//! Sources of a release: the source archive that pip's index has, checked and unpacked.

use super::BuildError;
use crate::checked::digest_of;
use crate::pip::Pip;
use gadfly_profile::{Package, Releases, Version};
use std::path::{Path, PathBuf};

/// A source archive in the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Archive {
    pub(super) version: Version,
    url: String,
    pub(super) sha256: String,
}

impl Archive {
    /// The archive of the release that is asked for.
    pub(super) fn find(
        pip: &Pip,
        family: &str,
        package: &Package,
        releases: &Releases,
    ) -> Result<Archive, BuildError> {
        let found = archives_in(&pip.links(&package.name)?, package);
        let versions: Vec<Version> = found.iter().map(|a| a.version.clone()).collect();
        let chosen = releases.select(&versions);
        let &[version] = chosen.as_slice() else {
            let known: Vec<_> = versions.iter().map(Version::to_string).collect();
            let wanted = format!("{family}@{releases}");
            let known = known.join(", ");
            return Err(match chosen.is_empty() {
                true => BuildError::NoSource { wanted, known },
                false => BuildError::Several(wanted),
            });
        };
        // pip lists from old to new: a later post-release replaces an earlier one.
        let mut same = found.iter().filter(|a| a.version == *version);
        let newest = same.next_back().cloned();
        newest.ok_or_else(|| BuildError::Several(family.to_owned()))
    }

    /// The file's name in the index.
    pub(super) fn name(&self) -> &str {
        self.url.rsplit('/').next().unwrap_or(&self.url)
    }

    /// Downloads and unpacks it below a folder, and says where its top is.
    pub(super) fn unpack(&self, pip: &Pip, folder: &Path) -> Result<PathBuf, BuildError> {
        let top = folder.join("source");
        let done = folder.join("source.sha256");
        if std::fs::read_to_string(&done).is_ok_and(|known| known == self.sha256) {
            return only_folder(&top);
        }
        let fault = |e| BuildError::Io(folder.to_owned(), e);
        let _ = std::fs::remove_dir_all(&top);
        std::fs::create_dir_all(&top).map_err(fault)?;
        let file = folder.join(self.name());
        pip.fetch(&self.url, &file)?;
        if digest_of(&file)? != self.sha256 {
            let _ = std::fs::remove_file(&file);
            return Err(BuildError::WrongHash(self.name().to_owned()));
        }
        pip.unpack(&file, &top)?;
        let _ = std::fs::remove_file(&file);
        std::fs::write(&done, &self.sha256).map_err(fault)?;
        only_folder(&top)
    }
}

/// An archive has one folder, named after the release.
fn only_folder(top: &Path) -> Result<PathBuf, BuildError> {
    let fault = |e| BuildError::Io(top.to_owned(), e);
    let entries = std::fs::read_dir(top).map_err(fault)?;
    let mut folders = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir());
    match (folders.next(), folders.next()) {
        (Some(only), None) => Ok(only),
        _ => Ok(top.to_owned()),
    }
}

/// The source archives among pip's messages: lines `Found link URL#sha256=…, version: V`.
fn archives_in(said: &str, package: &Package) -> Vec<Archive> {
    let archive = |line: &str| {
        let (_, link) = line.split_once("Found link ")?;
        let (link, rest) = link.split_once(' ')?;
        let (url, sha256) = link.split_once("#sha256=")?;
        let (_, version) = rest.rsplit_once(", version: ")?;
        Some(Archive {
            version: package.release_of(version.trim())?,
            url: url.to_owned(),
            sha256: sha256.to_owned(),
        })
    };
    let mut found: Vec<Archive> = said.lines().filter_map(archive).collect();
    found.sort_by(|a, b| a.version.cmp(&b.version));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_profile::Profiles;

    #[test]
    fn archives_are_read_from_pips_messages() {
        gadfly_testkit::catalog();
        let package = Profiles::builtin()
            .get("z3")
            .unwrap()
            .package
            .clone()
            .unwrap();
        let said = "  Skipping link: No binaries permitted for z3-solver: x/z3_solver-4.8.7.0-py2.whl#sha256=11\n\
            \x20 Found link https://host/a/z3_solver-4.15.4.0.tar.gz#sha256=22 (from https://host/simple/), version: 4.15.4.0\n\
            \x20 Found link https://host/a/z3_solver-4.8.9.0.tar.gz#sha256=33 (from https://host/simple/) (requires-python:>=3), version: 4.8.9.0\n\
            \x20 Found link https://host/a/z3_solver-4.4.2.1.tar.gz#sha256=44 (from x), version: 4.4.2.1\n";
        let found = archives_in(said, &package);
        let texts: Vec<_> = found
            .iter()
            .map(|a| (a.version.to_string(), a.name()))
            .collect();
        assert_eq!(
            texts,
            [
                ("4.8.9".to_owned(), "z3_solver-4.8.9.0.tar.gz"),
                ("4.15.4".to_owned(), "z3_solver-4.15.4.0.tar.gz")
            ]
        );
        assert_eq!(found[1].sha256, "22");
    }
}
