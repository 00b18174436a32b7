//! Installing releases from packages into the data folder.
//!
//! A release is downloaded and unpacked beside its place, checked, and put there by a rename, so
//! that it is there whole or not at all.

use crate::error::InstallError;
use crate::lock::lock;
use crate::pip::Pip;
use crate::put::{self, Put};
use crate::{crates, debian};
use gadfly_profile::{
    Home, Package, Profile, Profiles, Registry, Release, Releases, Spec, Version,
};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// A release that a registry has: its number, and the package version that carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Available {
    /// The release.
    pub version: Version,
    /// The package's own version.
    pub package_version: String,
    /// Which of the family's packages carries it.
    package: usize,
}

/// What happened to one release.
#[derive(Debug)]
pub enum Installed {
    /// It was put in place.
    New(Release),
    /// It was there already.
    Before(Release),
    /// It could not be installed.
    Failed(InstallError),
}

/// A step of an installation, for a progress bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Releases were chosen: how many there are.
    Chosen(usize),
    /// One is being downloaded.
    Started(String),
    /// One is done, well or not.
    Finished(String),
}

/// Installs and removes releases.
pub struct Installer {
    home: Home,
    pip: Pip,
    profiles: Profiles,
}

/// A release to install.
struct Job {
    profile: Arc<Profile>,
    available: Available,
}

impl Job {
    fn name(&self) -> String {
        format!("{}@{}", self.profile.name, self.available.version)
    }
}

impl Installer {
    /// Installs into a data folder.
    pub fn new(home: Home) -> Self {
        Installer {
            home,
            pip: Pip::new(),
            profiles: Profiles::builtin().clone(),
        }
    }

    /// With another pip than that of `python3`.
    pub fn with_pip(mut self, pip: Pip) -> Self {
        self.pip = pip;
        self
    }

    /// The releases of a family that can be installed, oldest first: those of its first package, and with
    /// `all` those of the others, too.
    pub fn available(&self, family: &str, all: bool) -> Result<Vec<Available>, InstallError> {
        let profile = self.installable(family)?;
        let wanted = |_: &Package| all;
        self.releases(profile, &wanted)
    }

    fn installable(&self, family: &str) -> Result<&Arc<Profile>, InstallError> {
        let profile = self.profiles.get(family);
        let profile = profile.filter(|profile| profile.packages().next().is_some());
        profile.ok_or_else(|| self.no_package(family))
    }

    /// The releases in those packages of a family that are wanted; the first one always is.
    fn releases(
        &self,
        profile: &Profile,
        wanted: &dyn Fn(&Package) -> bool,
    ) -> Result<Vec<Available>, InstallError> {
        let mut found: Vec<Available> = Vec::new();
        for (at, package) in profile.packages().enumerate() {
            if at > 0 && !wanted(package) {
                continue;
            }
            for text in self.versions(package)? {
                let Some(version) = package.release_of(&text) else {
                    continue;
                };
                match found.iter_mut().find(|a| a.version == version) {
                    // pip lists from old to new: a later post-release replaces an earlier one.
                    Some(known) => known.package_version = text,
                    None => found.push(Available {
                        version,
                        package_version: text,
                        package: at,
                    }),
                }
            }
        }
        found.sort_by(|a, b| a.version.cmp(&b.version));
        Ok(found)
    }

    fn versions(&self, package: &Package) -> Result<Vec<String>, InstallError> {
        match package.registry {
            Registry::Pip => self.pip.versions(&package.name),
            Registry::Debian => debian::versions(&package.name),
            Registry::Crates => crates::versions(&package.name),
        }
    }

    /// The families that can be installed.
    pub fn families(&self) -> Vec<&str> {
        self.profiles
            .iter()
            .filter(|p| p.packages().next().is_some())
            .map(|p| p.name.as_str())
            .collect()
    }

    fn no_package(&self, family: &str) -> InstallError {
        InstallError::NoPackage {
            family: family.to_owned(),
            known: self.families().join(", "),
        }
    }

    /// Installs all releases that specs name, several at once. The result is in order of the
    /// specs, ranges from old to new.
    pub fn install(
        &self,
        specs: &[String],
        parallel: usize,
        progress: &(dyn Fn(Step) + Sync),
    ) -> Result<Vec<(String, Installed)>, InstallError> {
        let jobs = self.jobs(specs)?;
        progress(Step::Chosen(jobs.len()));
        let results: Mutex<Vec<Option<Installed>>> =
            Mutex::new(jobs.iter().map(|_| None).collect());
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((at, job)) = take(&next, &jobs) {
                progress(Step::Started(job.name()));
                let outcome = self.one(job).unwrap_or_else(Installed::Failed);
                progress(Step::Finished(job.name()));
                if let Ok(mut results) = results.lock() {
                    results[at] = Some(outcome);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..parallel.clamp(1, jobs.len().max(1)) {
                scope.spawn(work);
            }
        });
        let results = results
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        Ok(jobs
            .iter()
            .map(Job::name)
            .zip(results.into_iter().flatten())
            .collect())
    }

    fn jobs(&self, specs: &[String]) -> Result<Vec<Job>, InstallError> {
        let mut known: BTreeMap<(String, Option<String>), Vec<Available>> = BTreeMap::new();
        let mut jobs: Vec<Job> = Vec::new();
        for text in specs {
            let (family, releases) = self.family_spec(text)?;
            let profile = self.installable(&family)?;
            // A flavour is of another package, which is asked where it is named.
            let flavour = match &releases {
                Releases::One(version) => version.flavour().map(str::to_owned),
                _ => None,
            };
            let wanted = |package: &Package| flavour.is_some() && package.flavour == flavour;
            let key = (family.clone(), flavour.clone());
            if !known.contains_key(&key) {
                known.insert(key.clone(), self.releases(profile, &wanted)?);
            }
            let available = known.get(&key).map_or(&[][..], Vec::as_slice);
            for chosen in choose(&family, &releases, available)? {
                let job = Job {
                    profile: profile.clone(),
                    available: chosen.clone(),
                };
                if jobs.iter().all(|j| j.name() != job.name()) {
                    jobs.push(job);
                }
            }
        }
        Ok(jobs)
    }

    fn family_spec(&self, text: &str) -> Result<(String, Releases), InstallError> {
        match Spec::parse(text, &self.profiles)? {
            Spec::Family {
                family, releases, ..
            } => Ok((family, releases)),
            Spec::Command(words) => Err(self.no_package(&words[0])),
        }
    }

    fn one(&self, job: &Job) -> Result<Installed, InstallError> {
        let version = &job.available.version;
        let _lock = lock(&self.home, &job.profile.name, version)?;
        if let Some(release) = self.home.release(&job.profile.name, version) {
            return Ok(Installed::Before(release));
        }
        let put = Put {
            home: &self.home,
            pip: &self.pip,
            profile: &job.profile,
        };
        let package = job.profile.packages().nth(job.available.package);
        let package = package.ok_or_else(|| self.no_package(&job.profile.name))?;
        put.release(package, version, &job.available.package_version)
            .map(Installed::New)
    }

    /// Removes installed releases that a spec names, and says which.
    pub fn remove(&self, spec: &str) -> Result<Vec<String>, InstallError> {
        let (family, releases) = self.family_spec(spec)?;
        let installed = self.home.installed(&family);
        let versions: Vec<Version> = installed.iter().map(|r| r.version.clone()).collect();
        let mut removed = Vec::new();
        for version in releases.select(&versions) {
            let _lock = lock(&self.home, &family, version)?;
            put::remove(&self.home, &family, version)?;
            removed.push(format!("{family}@{version}"));
        }
        if removed.is_empty() {
            return Err(InstallError::NotInstalled(spec.to_owned()));
        }
        Ok(removed)
    }
}

fn take<'a>(next: &AtomicUsize, jobs: &'a [Job]) -> Option<(usize, &'a Job)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(at).map(|job| (at, job))
}

fn choose<'a>(
    family: &str,
    releases: &Releases,
    available: &'a [Available],
) -> Result<Vec<&'a Available>, InstallError> {
    let versions: Vec<Version> = available.iter().map(|a| a.version.clone()).collect();
    let chosen = releases.select(&versions);
    if chosen.is_empty() {
        let known: Vec<_> = versions.iter().map(Version::to_string).collect();
        let wanted = format!("{family}@{releases}");
        return Err(InstallError::NoSuchVersion {
            wanted,
            known: known.join(", "),
        });
    }
    Ok(available
        .iter()
        .filter(|a| chosen.contains(&&a.version))
        .collect())
}
