//! The seeds of a logic, read and profiled.

use crate::Study;
use gadfly_mutate::{Seed, SeedPool};
use gadfly_profile::Store;
use std::path::Path;

impl Study {
    /// The logics to study: those asked for, else all folders of the corpus.
    pub(crate) fn folders(&self) -> Vec<String> {
        if !self.logics.is_empty() {
            return self.logics.clone();
        }
        let mut names: Vec<String> = std::fs::read_dir(&self.corpus)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// All seeds of a logic.
    pub(crate) fn seeds(&self, logic: &str) -> SeedPool {
        let mut files = Vec::new();
        collect(&self.corpus.join(logic), &mut files);
        let named = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        let (pool, refused) = SeedPool::read(named, &self.catalog);
        refused.iter().for_each(|error| println!("{error}"));
        pool
    }

    /// The seeds of a logic whose answers are known, with their profiles.
    pub(crate) fn known_seeds(&self, logic: &str) -> SeedPool {
        let store = Store::at(&self.out);
        let all = self.seeds(logic);
        let count = all.len();
        let known: Vec<Seed> = all
            .into_seeds()
            .into_iter()
            .filter_map(|seed| self.profiled(seed, &store))
            .collect();
        println!("{logic}: {} of {count} seeds are known", known.len());
        SeedPool::new(known)
    }

    fn profiled(&self, mut seed: Seed, store: &Store) -> Option<Seed> {
        let profile = store.load(&seed).unwrap_or_else(|| {
            let found = gadfly_profile::find(&seed, &self.solvers, crate::limit() * 8);
            if let Err(error) = store.save(&seed, &found) {
                println!("a profile is not kept: {error}");
            }
            found
        });
        profile.answer?;
        seed.set_profile(profile);
        Some(seed)
    }
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files);
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            files.push((path.display().to_string(), text));
        }
    }
}
