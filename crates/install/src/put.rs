//! One release: downloaded, checked, unpacked, tried, put in place.

use crate::checked::{check_pinned, digest_of};
use crate::doctor::base_logic;
use crate::error::InstallError;
use crate::pip::Pip;
use crate::wheel::Wheel;
use crate::{crates, debian};
use gadfly_exec::Limits;
use gadfly_profile::{
    ContentKind, Contents, Home, Package, Profile, RELEASE_FILE, Registry, Release, Version,
    make_executable, matches,
};
use gadfly_solver::{Answer, Options, Outcome, Resolver};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(crate) struct Put<'a> {
    pub(crate) home: &'a Home,
    pub(crate) pip: &'a Pip,
    pub(crate) profile: &'a Arc<Profile>,
}

impl Put<'_> {
    pub(crate) fn release(
        &self,
        package: &Package,
        version: &Version,
        package_version: &str,
    ) -> Result<Release, InstallError> {
        let name = format!("{}@{version}", self.profile.name);
        let scratch = self.scratch()?;
        let folder = scratch.path().join("release");
        let contents = contents_for(package, version);
        let release = match package.registry {
            Registry::Pip => {
                let download = self
                    .pip
                    .download(&package.name, package_version, scratch.path())?;
                let wheel = Wheel::new(download);
                let sha256 = digest_of(wheel.path())?;
                check_pinned(wheel.name(), &sha256)?;
                self.unpack(&wheel, sha256, contents, version, &folder)?
            }
            Registry::Debian => {
                let file = debian::fetch(&package.name, scratch.path(), &folder)?;
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                self.found(&name, digest_of(&file)?, contents, version, &folder)?
            }
            Registry::Crates => {
                crates::build(&package.name, package_version, &folder)?;
                // cargo checks the crate; what we can name is the program that it made.
                let name = format!("{}-{package_version}.crate", package.name);
                self.found(&name, String::new(), contents, version, &folder)?
            }
        };
        self.try_out(&release, &name)?;
        self.place(&release, scratch)
    }

    /// The release in a folder that another program filled.
    fn found(
        &self,
        package: &str,
        sha256: String,
        contents: Option<&Contents>,
        version: &Version,
        folder: &Path,
    ) -> Result<Release, InstallError> {
        let paths = contents.map(|c| &c.paths[..]).unwrap_or_default();
        let path = paths.iter().find(|path| folder.join(path).is_file());
        let (Some(contents), Some(path)) = (contents, path) else {
            return Err(InstallError::NoBinary {
                wheel: package.to_owned(),
                looked_for: paths.join(", "),
            });
        };
        let program = digest_of(&folder.join(path))?;
        Ok(Release {
            family: self.profile.name.clone(),
            version: version.clone(),
            kind: contents.kind,
            path: path.clone(),
            wheel: package.to_owned(),
            sha256: if sha256.is_empty() {
                program.clone()
            } else {
                sha256
            },
            program_sha256: Some(program),
            python: None,
            folder: folder.to_owned(),
        })
    }

    /// Puts a program that we built in its place.
    pub(crate) fn built(&self, release: Release, program: &Path) -> Result<Release, InstallError> {
        let scratch = self.scratch()?;
        let folder = scratch.path().join("release");
        let to = folder.join(&release.path);
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::copy(program, &to).map(drop))
            .and_then(|()| make_executable(&to))
            .map_err(|e| InstallError::Io(to.clone(), e))?;
        let release = Release { folder, ..release };
        self.try_out(&release, &format!("{}@{}", release.family, release.version))?;
        self.place(&release, scratch)
    }

    fn scratch(&self) -> Result<tempfile::TempDir, InstallError> {
        let folder = self.home.solvers().join(".unpacking");
        let fault = |e| InstallError::Io(folder.clone(), e);
        std::fs::create_dir_all(&folder).map_err(fault)?;
        tempfile::Builder::new()
            .prefix("new-")
            .tempdir_in(&folder)
            .map_err(fault)
    }

    fn unpack(
        &self,
        wheel: &Wheel,
        sha256: String,
        contents: Option<&Contents>,
        version: &Version,
        folder: &Path,
    ) -> Result<Release, InstallError> {
        let no_binary = || InstallError::NoBinary {
            wheel: wheel.name().to_owned(),
            looked_for: contents.map(|c| c.paths.join(", ")).unwrap_or_default(),
        };
        let contents = contents.ok_or_else(no_binary)?;
        let wanted =
            |name: &str| contents.keep.is_empty() || contents.keep.iter().any(|k| matches(k, name));
        let names = wheel.unpack(folder, &wanted)?;
        let path = contents
            .paths
            .iter()
            .find_map(|pattern| names.iter().find(|n| matches(pattern, n)));
        let path = path.ok_or_else(no_binary)?.clone();
        if contents.kind == ContentKind::Executable {
            make_executable(&folder.join(&path))
                .map_err(|e| InstallError::Io(folder.join(&path), e))?;
        }
        let python = match contents.kind {
            ContentKind::Executable => None,
            _ => Some(self.pip.python()?),
        };
        Ok(Release {
            family: self.profile.name.clone(),
            version: version.clone(),
            kind: contents.kind,
            program_sha256: Some(digest_of(&folder.join(&path))?),
            path,
            wheel: wheel.name().to_owned(),
            sha256,
            python,
            folder: folder.to_owned(),
        })
    }

    /// A release must answer before it is put in place.
    fn try_out(&self, release: &Release, name: &str) -> Result<(), InstallError> {
        let fail = |why: String| InstallError::DoesNotRun {
            name: name.to_owned(),
            why,
        };
        let solver = Resolver::new(self.home.clone())
            .release(self.profile, release.clone(), Vec::new())
            .map_err(|e| fail(e.to_string()))?;
        let limits = Limits {
            wall: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let logic = base_logic(&solver);
        let script =
            format!("(set-logic {logic})\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n");
        let run = solver.run_fresh(
            &script,
            &Options {
                limits,
                ..Options::default()
            },
        );
        match (&run.outcome, run.answer(0)) {
            (Outcome::Done, Some(Answer::Sat)) => Ok(()),
            (Outcome::Done, Some(answer)) => Err(fail(format!(
                "it answers {answer} to a satisfiable formula"
            ))),
            (outcome, _) => Err(fail(outcome.to_string())),
        }
    }

    fn place(
        &self,
        release: &Release,
        scratch: tempfile::TempDir,
    ) -> Result<Release, InstallError> {
        let to = self.home.release_folder(&release.family, &release.version);
        let fault = |e| InstallError::Io(to.clone(), e);
        let text = toml::to_string(release).map_err(|e| fault(io::Error::other(e)))?;
        std::fs::write(release.folder.join(RELEASE_FILE), text).map_err(fault)?;
        if let Some(parent) = to.parent() {
            std::fs::create_dir_all(parent).map_err(fault)?;
        }
        if to.exists() {
            // A folder without its release file: left by a kill between two steps of a removal.
            std::fs::remove_dir_all(&to).map_err(fault)?;
        }
        std::fs::rename(&release.folder, &to).map_err(fault)?;
        drop(scratch);
        Ok(Release {
            folder: to,
            ..release.clone()
        })
    }
}

/// Takes a release away: first out of sight by a rename, then from the disk.
pub(crate) fn remove(home: &Home, family: &str, version: &Version) -> Result<(), InstallError> {
    let folder = home.release_folder(family, version);
    let fault = |e| InstallError::Io(folder.clone(), e);
    let trash = home.solvers().join(".unpacking");
    std::fs::create_dir_all(&trash).map_err(fault)?;
    let trash = tempfile::Builder::new()
        .prefix("old-")
        .tempdir_in(&trash)
        .map_err(fault)?;
    std::fs::rename(&folder, trash.path().join("release")).map_err(fault)?;
    trash.close().map_err(fault)
}

/// The first entry that is for this release.
fn contents_for<'a>(package: &'a Package, version: &Version) -> Option<&'a Contents> {
    package
        .contents
        .iter()
        .find(|c| c.from.as_ref().is_none_or(|from| from <= version))
}
