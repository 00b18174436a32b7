//! From specs to solvers: installed releases, programs on `PATH`, whole commands.

use crate::flavour;
use crate::hosts;
use crate::said_version::{Allowance, BRIEF, PATIENT, Versions};
use crate::solver::{Launch, Solver};
use gadfly_exec::{Cancel, Command};
use gadfly_profile::{
    BadProfile, BadSpec, ContentKind, Home, Profile, Profiles, Release, Releases, Spec, Version,
    join_words,
};
use gadfly_vocabulary::did_you_mean;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A spec that names no solver that can be run.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// It cannot be read.
    #[error(transparent)]
    Spec(#[from] BadSpec),
    /// No such release is installed.
    #[error("{spec}: not installed{hint}; run `gadfly solvers install '{spec}'`")]
    NotInstalled {
        /// The spec.
        spec: String,
        /// What is installed instead.
        hint: String,
    },
    /// A family that pip does not have, and no program of it on `PATH`.
    #[error("{0}: no such program on PATH; give the whole command, for example \"/path/to/{0} …\"")]
    NoProgram(String),
    /// The program of a whole command is not there; what was probably meant.
    #[error(
        "`{0}`: no such program{1}; give the path of a solver, or a release such as `z3@4.8.7`"
    )]
    NoCommand(String, String),
    /// No profile of that name.
    #[error("no solver profile `{0}`{meant}; known: {1}", meant = did_you_mean(.0, .1.split(", ")))]
    NoProfile(String, String),
    /// A profile's file that cannot be read.
    #[error("{0}: {1}")]
    ProfileFile(String, #[source] std::io::Error),
    /// A profile's file that makes no sense.
    #[error(transparent)]
    BadProfile(#[from] BadProfile),
    /// No option set of that name.
    #[error("{spec}: no option set `+{name}`{}; known: {known}", did_you_mean(name, known.split(", ")))]
    NoOptionSet {
        /// The spec.
        spec: String,
        /// The name.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An installed program is not the one that was installed.
    #[error(
        "{0}: its program was changed since it was installed, so it is not run; \
         `gadfly solvers remove '{0}'`, then install it again"
    )]
    Changed(String),
    /// A host of ours cannot be set up.
    #[error("cannot set up the host for {0}: {1}")]
    Host(String, std::io::Error),
}

/// Solvers for specs; a range becomes several, oldest first.
pub fn resolve(specs: &[String]) -> Result<Vec<Solver>, ResolveError> {
    Resolver::new(Home::from_env()).all(specs)
}

/// Turns specs into solvers.
#[derive(Clone, Debug)]
pub struct Resolver {
    home: Home,
    profiles: Profiles,
    profile: Option<String>,
    /// What programs may take to say their versions, and until when.
    memory: Option<u64>,
    cancel: Option<Cancel>,
    /// What programs said of their versions: each is asked once.
    versions: Arc<Versions>,
}

impl Resolver {
    /// Looks for releases in a data folder.
    pub fn new(home: Home) -> Self {
        Resolver {
            home,
            profiles: Profiles::builtin().clone(),
            profile: None,
            memory: None,
            cancel: None,
            versions: Arc::default(),
        }
    }

    /// Asks programs for their versions with this much memory, and until the flag is set.
    pub fn asking_within(mut self, memory: u64, cancel: Option<Cancel>) -> Self {
        (self.memory, self.cancel) = (Some(memory), cancel);
        self
    }

    fn allowance(&self, patience: Duration) -> Allowance {
        Allowance {
            patience,
            memory: self.memory,
            cancel: self.cancel.clone(),
        }
    }

    /// Takes this profile for whole commands, instead of guessing.
    pub fn with_profile(mut self, name: Option<String>) -> Self {
        self.profile = name;
        self
    }

    /// Solvers for specs, in order.
    pub fn all(&self, specs: &[String]) -> Result<Vec<Solver>, ResolveError> {
        let mut solvers = Vec::new();
        for spec in specs {
            solvers.extend(self.one(spec)?);
        }
        Ok(solvers)
    }

    /// Solvers for one spec.
    pub fn one(&self, text: &str) -> Result<Vec<Solver>, ResolveError> {
        match Spec::parse(text, &self.profiles)? {
            Spec::Command(words) => Ok(vec![self.command(text, &words)?]),
            Spec::Family {
                family,
                releases,
                extra,
            } => {
                let profile = self.named(&family)?;
                let extra = expand_sets(text, &profile, extra)?;
                self.family(text, &profile, &releases, extra)
            }
        }
    }

    /// Solvers that can bear out what is said against these: the newest installed release of every
    /// family, where it is not among them.
    pub fn witnesses(&self, beside: &[Solver]) -> Vec<Solver> {
        let there = |solver: &Solver| {
            beside
                .iter()
                .any(|b| b.family == solver.family && b.version == solver.version)
        };
        let installed = |profile: &&Arc<Profile>| !self.home.installed(&profile.name).is_empty();
        let families = self.profiles.iter().filter(installed);
        let newest = families.flat_map(|profile| self.one(&profile.name).unwrap_or_default());
        newest.filter(|solver| !there(solver)).collect()
    }

    /// A profile by its name, or from a file.
    fn named(&self, name: &str) -> Result<Arc<Profile>, ResolveError> {
        if let Some(known) = self.profiles.get(name) {
            return Ok(known.clone());
        }
        if !name.ends_with(".toml") {
            let known: Vec<_> = self.profiles.iter().map(|p| p.name.as_str()).collect();
            return Err(ResolveError::NoProfile(name.to_owned(), known.join(", ")));
        }
        let unreadable = |e| ResolveError::ProfileFile(name.to_owned(), e);
        let text = std::fs::read_to_string(name).map_err(unreadable)?;
        let stem = Path::new(name)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        Ok(Arc::new(Profile::parse(
            &stem,
            &text,
            Some(self.profiles.generic()),
        )?))
    }

    fn family(
        &self,
        spec: &str,
        profile: &Arc<Profile>,
        releases: &Releases,
        extra: Vec<String>,
    ) -> Result<Vec<Solver>, ResolveError> {
        let installed = self.home.installed(&profile.name);
        let versions: Vec<Version> = installed.iter().map(|r| r.version.clone()).collect();
        let chosen = releases.select(&versions);
        if chosen.is_empty() && *releases == Releases::Newest {
            let solver = match self.home.added(&profile.name) {
                Some(words) => self.added(&words, profile, extra),
                None => self.on_path(spec, profile, extra),
            };
            return Ok(vec![solver?]);
        }
        if chosen.is_empty() {
            let list: Vec<_> = versions.iter().map(Version::to_string).collect();
            let hint = if list.is_empty() {
                String::new()
            } else {
                format!(" (there are {})", list.join(", "))
            };
            return Err(ResolveError::NotInstalled {
                spec: spec.to_owned(),
                hint,
            });
        }
        let of = |r: &Release| self.release(profile, r.clone(), extra.clone());
        installed
            .iter()
            .filter(|r| chosen.contains(&&r.version))
            .map(of)
            .collect()
    }

    /// The solver of an installed release.
    pub fn release(
        &self,
        profile: &Arc<Profile>,
        release: Release,
        extra: Vec<String>,
    ) -> Result<Solver, ResolveError> {
        let name = format!("{}@{}", profile.name, release.version);
        if !release.is_unchanged() {
            return Err(ResolveError::Changed(name));
        }
        let mut launch = match release.kind {
            ContentKind::Executable => Launch {
                program: release.program(),
                args: Vec::new(),
                env: Vec::new(),
            },
            ContentKind::Distribution => hosts::with_libraries(&release),
            _ => hosts::launch(&self.home, &release)
                .map_err(|e| ResolveError::Host(name.clone(), e))?,
        };
        if let Some(flavour) = release.flavour() {
            flavour::prepare(flavour, &mut launch);
        }
        let spec = if extra.is_empty() {
            name
        } else {
            format!("{name} {}", join_words(&extra))
        };
        Ok(Solver {
            spec,
            family: profile.name.clone(),
            version: release.version.to_string(),
            profile: profile.clone(),
            launch,
            extra,
            release: Some(release),
            language: Default::default(),
            measured: Default::default(),
        })
    }

    fn on_path(
        &self,
        spec: &str,
        profile: &Arc<Profile>,
        extra: Vec<String>,
    ) -> Result<Solver, ResolveError> {
        let found = profile
            .recognise
            .names
            .iter()
            // A name, not a path: what a profile calls its solver must not choose a file to run.
            .filter(|name| !name.contains('/'))
            .find_map(|name| look_up(name));
        let Some(program) = found else {
            return Err(match &profile.package {
                Some(_) => ResolveError::NotInstalled {
                    spec: profile.name.clone(),
                    hint: String::new(),
                },
                None => ResolveError::NoProgram(profile.name.clone()),
            });
        };
        let allowance = self.allowance(PATIENT);
        let printed = self.versions.printed(&program, &[], profile, &allowance);
        let version = printed.and_then(|p| profile.version_in(&p));
        Ok(bare(spec, profile.clone(), version, program, extra))
    }

    fn command(&self, spec: &str, words: &[String]) -> Result<Solver, ResolveError> {
        let program = self.program(&words[0])?;
        let extra: Vec<String> = words[1..].iter().map(|w| absolute_if_file(w)).collect();
        let (profile, version) = match &self.profile {
            Some(name) => {
                let profile = self.named(name)?;
                let allowance = self.allowance(BRIEF);
                let printed = self
                    .versions
                    .printed(&program, &extra, &profile, &allowance);
                let version = printed.and_then(|p| profile.version_in(&p));
                (profile, version)
            }
            None => self.guess(&program, &extra),
        };
        let extra = expand_sets(spec, &profile, extra)?;
        Ok(bare(spec, profile, version, program, extra))
    }

    /// The program of a command: a path, or a name on `PATH`.
    fn program(&self, name: &str) -> Result<PathBuf, ResolveError> {
        let program = if name.contains('/') {
            let path = std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name));
            Some(path).filter(|p| p.is_file())
        } else {
            look_up(name)
        };
        program.ok_or_else(|| {
            let known = self.profiles.iter().map(|profile| profile.name.as_str());
            let meant = did_you_mean(name, known.filter(|name| *name != "generic"));
            ResolveError::NoCommand(name.to_owned(), meant)
        })
    }

    /// The solver that a command is, with a profile that the catalogue need not have. Its arguments belong
    /// to the program, and no version is asked for.
    pub fn command_with(
        &self,
        words: &[String],
        profile: Arc<Profile>,
    ) -> Result<Solver, ResolveError> {
        let name = words.first().map(String::as_str).unwrap_or_default();
        let program = self.program(name)?;
        let spec = join_words(words);
        let mut solver = bare(&spec, profile, None, program, Vec::new());
        let arguments = words.iter().skip(1);
        solver.launch.args = arguments
            .map(|word| absolute_if_file(word).into())
            .collect();
        Ok(solver)
    }

    /// What a solver's program prints, with all its own arguments, when it is asked for its version.
    pub fn said_of_version(&self, solver: &Solver) -> Option<String> {
        let launch = &solver.launch;
        let asks = solver.profile.recognise.version_args.iter().cloned();
        let command = Command::new(&launch.program)
            .args(launch.args.iter().cloned())
            .args(asks);
        self.versions.printed_by(&command, &self.allowance(BRIEF))
    }

    /// The solver that a user added under a name.
    fn added(
        &self,
        words: &[String],
        profile: &Arc<Profile>,
        extra: Vec<String>,
    ) -> Result<Solver, ResolveError> {
        let mut solver = self.command_with(words, profile.clone())?;
        let printed = self.said_of_version(&solver);
        if let Some(version) = printed.and_then(|printed| profile.version_in(&printed)) {
            solver.version = version;
        }
        let name = [profile.name.clone()];
        solver.spec = join_words(&[&name[..], &extra].concat());
        solver.extra = extra;
        Ok(solver)
    }

    /// The profile that a program's name and what it says of itself suggest.
    fn guess(&self, program: &Path, extra: &[String]) -> (Arc<Profile>, Option<String>) {
        let by_name = self.profiles.by_name(program);
        let (asked, patience) = match by_name {
            Some(profile) => (profile, PATIENT),
            None => (self.profiles.generic(), BRIEF),
        };
        let allowance = self.allowance(patience);
        let printed = self.versions.printed(program, extra, asked, &allowance);
        let printed = printed.unwrap_or_default();
        if let Some(profile) = by_name {
            return (profile.clone(), profile.version_in(&printed));
        }
        for profile in self.profiles.iter().filter(|profile| profile.is_telling()) {
            if let Some(version) = profile.version_in(&printed) {
                return (profile.clone(), Some(version));
            }
        }
        let number = printed
            .split_whitespace()
            .find_map(|w| w.parse::<Version>().ok());
        (
            self.profiles.generic().clone(),
            number.map(|v| v.to_string()),
        )
    }
}

fn bare(
    spec: &str,
    profile: Arc<Profile>,
    version: Option<String>,
    program: PathBuf,
    extra: Vec<String>,
) -> Solver {
    Solver {
        spec: spec.to_owned(),
        family: profile.name.clone(),
        version: version.unwrap_or_else(|| "unknown".to_owned()),
        profile,
        launch: Launch {
            program,
            args: Vec::new(),
            env: Vec::new(),
        },
        extra,
        release: None,
        language: Default::default(),
        measured: Default::default(),
    }
}

/// `+name` stands for a profile's option set.
fn expand_sets(
    spec: &str,
    profile: &Profile,
    extra: Vec<String>,
) -> Result<Vec<String>, ResolveError> {
    let mut expanded = Vec::new();
    for word in extra {
        match word.strip_prefix('+') {
            None => expanded.push(word),
            Some(name) => match profile.options.get(name) {
                Some(set) => expanded.extend(set.args.iter().cloned()),
                None => {
                    let known: Vec<_> = profile.options.keys().cloned().collect();
                    let (spec, name) = (spec.to_owned(), name.to_owned());
                    return Err(ResolveError::NoOptionSet {
                        spec,
                        name,
                        known: known.join(", "),
                    });
                }
            },
        }
    }
    Ok(expanded)
}

/// A solver runs in a folder of its own, so a path relative to ours is made absolute.
fn absolute_if_file(word: &str) -> String {
    let path = Path::new(word);
    let is_file = word.contains('/') && path.is_relative() && path.exists();
    match std::path::absolute(path) {
        Ok(absolute) if is_file => absolute.to_string_lossy().into_owned(),
        _ => word.to_owned(),
    }
}

/// A program on `PATH`.
pub fn look_up(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
