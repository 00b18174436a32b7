//! Building solvers from their sources, with assertions, sanitizers or counters.
//!
//! What is built becomes a release like any other, `z3@5.4.0+asan`: put in place by a rename when it
//! has answered, or not there at all. The folder of an unfinished build is kept, so that the next
//! attempt goes on with it.

mod compiler;
mod make;
mod source;
mod system;
mod tools;

use crate::checked::{check_pinned, digest_of};
use crate::error::InstallError;
use crate::lock::lock;
use crate::pip::Pip;
use crate::put::Put;
use gadfly_exec::Cancel;
use gadfly_profile::{
    ContentKind, Flavour, Home, Profile, Profiles, Recipe, Release, Releases, Spec, Version,
};
use make::Make;
use source::Archive;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tools::Tools;

/// What to build.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// `z3@5.4.0`, or a family alone for the newest, or for what a checkout says of itself.
    pub spec: String,
    /// With what.
    pub flavour: Flavour,
    /// A checkout, instead of a source package.
    pub source: Option<PathBuf>,
    /// Compilers at once.
    pub jobs: usize,
}

/// How far a build is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Its name is known, and where its log is.
    Named {
        /// The release that it will be.
        name: String,
        /// The log.
        log: PathBuf,
    },
    /// Files compiled.
    Compiled {
        /// So many.
        done: u64,
        /// Of so many.
        total: u64,
    },
}

/// Why a solver could not be built, in words that say what to do.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The source package, or the release that came of it.
    #[error(transparent)]
    Install(#[from] InstallError),
    /// No recipe.
    #[error(
        "`{family}` has no build recipe; there are recipes for {known} (the table [build] of a profile)"
    )]
    NoRecipe {
        /// The family.
        family: String,
        /// What can be built.
        known: String,
    },
    /// A spec names more than one release.
    #[error("{0}: name one release to build, such as z3@5.4.0")]
    Several(String),
    /// A spec with two flavours.
    #[error("{0}: the flavour in the spec and --flavour differ")]
    TwoFlavours(String),
    /// No sources of that release.
    #[error("{wanted}: no source package of it; there are {known}")]
    NoSource {
        /// What was asked for.
        wanted: String,
        /// The releases that have one.
        known: String,
    },
    /// A source folder that is none.
    #[error("{folder}: no such folder of sources, or not those of this solver (looked for {file})")]
    NotSources {
        /// The folder.
        folder: PathBuf,
        /// What should be there.
        file: &'static str,
    },
    /// A checkout without a number.
    #[error("{0}: a checkout has no release number; name it in the spec, such as z3@5.5.0-dev")]
    NoNumber(PathBuf),
    /// No compiler.
    #[error(
        "no C and C++ compiler on PATH (`cc` and `c++`, or CC and CXX); on Debian and Ubuntu: apt-get install g++"
    )]
    NoCompiler,
    /// A compiler without the flavour's library.
    #[error(
        "no compiler here can link with flavour `{0}`; on Debian and Ubuntu apt-get install g++, or libclang-rt-dev for clang"
    )]
    NoRuntime(Flavour),
    /// A header of another package.
    #[error(
        "no compiler here finds <{header}>; install it (on Debian and Ubuntu: apt-get install {package}), or name a compiler that has it in CXX"
    )]
    NoHeader {
        /// The header.
        header: String,
        /// The package.
        package: String,
    },
    /// A build system that pip installed and that is not there.
    #[error(
        "no `{0}` and `ninja` on PATH, and pip's packages did not bring them; install them with your system's package manager"
    )]
    NoTool(&'static str),
    /// The disk is too full.
    #[error(
        "{folder}: a build takes up to {gigabytes} GB, and {free} GB are free; free some, or set GADFLY_HOME"
    )]
    Disk {
        /// Where.
        folder: PathBuf,
        /// How much is wanted.
        gigabytes: u64,
        /// How much there is.
        free: u64,
    },
    /// Not what the index said.
    #[error(
        "{0}: its hash is not the one that the index and our records name; nothing was built, try again"
    )]
    WrongHash(String),
    /// A step failed.
    #[error("{doing} failed: {said}\nThe whole log: {log}")]
    Failed {
        /// Which.
        doing: &'static str,
        /// Its first error.
        said: String,
        /// All it said.
        log: PathBuf,
    },
    /// It compiled, and the program is not where it should be.
    #[error("{0}: not there after the build; the recipe may be for other releases")]
    NoProgram(PathBuf),
    /// Stopped by the user.
    #[error("stopped; the same command goes on where it was")]
    Interrupted,
    /// The disk.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
}

/// What came of it.
#[derive(Debug)]
pub enum Built {
    /// It was built.
    New(Release),
    /// It was there already.
    Before(Release),
}

/// Builds solvers into a data folder.
pub struct Builder {
    home: Home,
    pip: Pip,
    profiles: Profiles,
}

impl Builder {
    /// Builds into a data folder.
    pub fn new(home: Home) -> Builder {
        Builder {
            home,
            pip: Pip::new(),
            profiles: Profiles::builtin().clone(),
        }
    }

    /// Builds what is asked for, unless it is there. A checkout is always built.
    pub fn build(
        &self,
        request: &BuildRequest,
        cancel: &Cancel,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Built, BuildError> {
        let (family, releases) = self.wanted(request)?;
        let (profile, recipe) = self.recipe(&family)?;
        let sources = match &request.source {
            Some(folder) => Sources::checkout(folder, recipe, &releases)?,
            None => Sources::released(&self.pip, profile, &releases)?,
        };
        let flavoured = |version: &Version| format!("{}+{}", version.plain(), request.flavour);
        let version = flavoured(sources.version());
        let version: Version = version.parse().map_err(|_| BuildError::Several(version))?;
        let _lock = lock(&self.home, &family, &version)?;
        if let Some(there) = self
            .home
            .release(&family, &version)
            .filter(|_| request.source.is_none())
        {
            return Ok(Built::Before(there));
        }
        let tools = Tools::ready(&self.home, &self.pip, recipe, &version, request.flavour)?;
        let name = format!("{family}@{version}");
        let folder = self.home.root().join("builds").join(&name);
        let log = folder.join("log");
        std::fs::create_dir_all(&folder).map_err(|e| BuildError::Io(folder.clone(), e))?;
        progress(Progress::Named {
            name,
            log: log.clone(),
        });
        let source = sources.laid_out(&self.pip, recipe, &folder)?;
        let make = Make {
            recipe,
            flavour: request.flavour,
            tools: &tools,
            source: &source,
            folder: &folder.join("build"),
            log: &log,
            jobs: request.jobs.max(1),
            cancel,
        };
        let program = make.run(progress)?;
        let release = self.place(profile, version, &sources, &program)?;
        if !request.flavour.keeps_build() {
            for part in ["source", "source.sha256", "build"] {
                let path = folder.join(part);
                let _ = std::fs::remove_dir_all(&path).or_else(|_| std::fs::remove_file(&path));
            }
        }
        Ok(Built::New(release))
    }

    /// The families that can be built.
    fn known(&self) -> String {
        let built = self.profiles.iter().filter(|p| p.build.is_some());
        built
            .map(|p| p.name.as_str())
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn recipe(&self, family: &str) -> Result<(&Arc<Profile>, &Recipe), BuildError> {
        let profile = self.profiles.get(family);
        let found = profile.and_then(|p| Some((p, p.build.as_ref()?)));
        found.ok_or_else(|| BuildError::NoRecipe {
            family: family.to_owned(),
            known: self.known(),
        })
    }

    fn wanted(&self, request: &BuildRequest) -> Result<(String, Releases), BuildError> {
        let spec = Spec::parse(&request.spec, &self.profiles).map_err(InstallError::from)?;
        let (family, releases) = match spec {
            Spec::Command(words) => {
                return self
                    .recipe(&words[0])
                    .map(|_| (words[0].clone(), Releases::Newest));
            }
            Spec::Family {
                family, releases, ..
            } => (family, releases),
        };
        match releases {
            Releases::One(version) => {
                let other = |flavour: &str| flavour != request.flavour.to_string();
                if version.flavour().is_some_and(other) {
                    return Err(BuildError::TwoFlavours(request.spec.clone()));
                }
                Ok((family, Releases::One(version.plain())))
            }
            Releases::Newest => Ok((family, releases)),
            Releases::Range(..) => Err(BuildError::Several(request.spec.clone())),
        }
    }

    fn place(
        &self,
        profile: &Arc<Profile>,
        version: Version,
        sources: &Sources,
        program: &Path,
    ) -> Result<Release, BuildError> {
        let put = Put {
            home: &self.home,
            pip: &self.pip,
            profile,
        };
        let file = program.file_name().unwrap_or_default();
        let (wheel, sha256) = sources.origin();
        let release = Release {
            family: profile.name.clone(),
            version,
            kind: ContentKind::Executable,
            path: file.to_string_lossy().into_owned(),
            wheel,
            sha256,
            program_sha256: Some(digest_of(program)?),
            python: None,
            folder: PathBuf::new(),
        };
        Ok(put.built(release, program)?)
    }
}

/// Where a build's sources come from.
enum Sources {
    /// A source package.
    Released(Archive),
    /// A folder of the user's, built out of its own tree.
    Checkout { folder: PathBuf, version: Version },
}

impl Sources {
    fn released(pip: &Pip, profile: &Profile, releases: &Releases) -> Result<Sources, BuildError> {
        let package = profile
            .package
            .as_ref()
            .ok_or_else(|| BuildError::NoSource {
                wanted: profile.name.clone(),
                known: "none; name a checkout with --source".to_owned(),
            })?;
        let archive = Archive::find(pip, &profile.name, package, releases)?;
        check_pinned(archive.name(), &archive.sha256)?;
        Ok(Sources::Released(archive))
    }

    fn checkout(
        folder: &Path,
        recipe: &Recipe,
        releases: &Releases,
    ) -> Result<Sources, BuildError> {
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let file = system::file(recipe.system);
        if !folder.join(file).is_file() {
            return Err(BuildError::NotSources { folder, file });
        }
        let Releases::One(version) = releases else {
            return Err(BuildError::NoNumber(folder));
        };
        let version = version.clone();
        Ok(Sources::Checkout { folder, version })
    }

    fn version(&self) -> &Version {
        match self {
            Sources::Released(archive) => &archive.version,
            Sources::Checkout { version, .. } => version,
        }
    }

    /// The archive with its digest, or the folder.
    fn origin(&self) -> (String, String) {
        match self {
            Sources::Released(archive) => (archive.name().to_owned(), archive.sha256.clone()),
            Sources::Checkout { folder, .. } => (folder.display().to_string(), String::new()),
        }
    }

    /// The folder that is configured.
    fn laid_out(&self, pip: &Pip, recipe: &Recipe, folder: &Path) -> Result<PathBuf, BuildError> {
        match self {
            Sources::Checkout { folder, .. } => Ok(folder.clone()),
            Sources::Released(archive) => {
                let top = archive.unpack(pip, folder)?;
                let inner = top.join(&recipe.folder);
                Ok(if inner.is_dir() { inner } else { top })
            }
        }
    }
}
