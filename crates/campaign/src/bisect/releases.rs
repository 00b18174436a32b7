//! The releases that a spec means, each made ready when it is first run.

use super::{BisectError, resolved};
use gadfly_examine::Registry;
use gadfly_install::Installer;
use gadfly_profile::{Home, Profiles, Spec, Version, join_words};
use gadfly_solver::{Resolver, Solver};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The specs of single releases that a spec means: installed ones, or, where they may be installed,
/// all that there are.
pub(super) fn meant(spec: &str, install: bool) -> Result<Vec<String>, BisectError> {
    let parsed = Spec::parse(spec, Profiles::builtin())?;
    let (
        true,
        Spec::Family {
            family,
            releases,
            extra,
        },
    ) = (install, parsed)
    else {
        let solvers = resolved(&[spec.to_string()])?.into_iter();
        return Ok(solvers.map(|solver| solver.spec).collect());
    };
    let available = Installer::new(Home::from_env()).available(&family, false)?;
    let versions: Vec<Version> = available.into_iter().map(|a| a.version).collect();
    let chosen = releases.select(&versions);
    if chosen.is_empty() {
        let spec = spec.to_string();
        return Err(BisectError::NoRelease { spec, family });
    }
    let extra = if extra.is_empty() {
        String::new()
    } else {
        format!(" {}", join_words(&extra))
    };
    let specs = chosen.iter();
    Ok(specs
        .map(|version| format!("{family}@{version}{extra}"))
        .collect())
}

/// Resolves a release when it is first run, so that a search installs only what it needs.
pub(super) struct Releases<'a> {
    install: bool,
    say: &'a (dyn Fn(&str) + Sync),
    ready: Mutex<BTreeMap<String, Arc<Solver>>>,
    problem: Mutex<Option<String>>,
}

impl<'a> Releases<'a> {
    pub(super) fn new(install: bool, say: &'a (dyn Fn(&str) + Sync)) -> Self {
        Releases {
            install,
            say,
            ready: Mutex::default(),
            problem: Mutex::default(),
        }
    }

    /// Why the first release that could not be made ready was not.
    pub(super) fn problem(&self) -> Option<String> {
        lock(&self.problem).take()
    }

    fn made_ready(&self, spec: &str) -> Result<Arc<Solver>, String> {
        if let Some(solver) = lock(&self.ready).get(spec) {
            return Ok(solver.clone());
        }
        let release = spec.split_once(' ').map_or(spec, |(release, _)| release);
        let resolver = Resolver::new(Home::from_env());
        let found = match resolver.one(spec) {
            Err(_) if self.install => {
                (self.say)(&format!("installing {release}"));
                let installer = Installer::new(Home::from_env());
                let installed = installer.install(&[release.to_string()], 1, &|_| {});
                installed.map_err(|error| error.to_string())?;
                resolver.one(spec)
            }
            found => found,
        };
        let solver = found.map_err(|error| error.to_string())?.pop();
        let solver = Arc::new(solver.ok_or("no such solver")?);
        lock(&self.ready).insert(spec.to_string(), solver.clone());
        Ok(solver)
    }
}

impl Registry for Releases<'_> {
    fn at_hand(&self) -> Vec<Arc<Solver>> {
        lock(&self.ready).values().cloned().collect()
    }

    fn get(&self, spec: &str) -> Result<Arc<Solver>, String> {
        self.made_ready(spec).inspect_err(|why| {
            lock(&self.problem).get_or_insert(why.clone());
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
