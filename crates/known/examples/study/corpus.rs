//! The seeds of a logic, read, and what is known of them.

use crate::Study;
use gadfly_known::{Finder, Store};
use gadfly_mutate::{Seed, SeedPool};

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
        let files = gadfly_testkit::texts_below(&self.corpus.join(logic));
        let named = files
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        let (pool, refused) = SeedPool::read(named, &self.catalog);
        refused.iter().for_each(|error| println!("{error}"));
        pool
    }

    /// The seeds of a logic whose answers are known.
    pub(crate) fn known_seeds(&self, logic: &str) -> SeedPool {
        let store = Store::at(&self.out, &self.solvers);
        let mut finder = Finder::new(&self.solvers, crate::limit() * 8, store);
        let all = self.seeds(logic);
        let count = all.len();
        let mut known: Vec<Seed> = Vec::new();
        for mut seed in all.into_seeds() {
            let found = finder.find(&seed);
            if found.answer.is_some() {
                seed.set_known(found);
                known.push(seed);
            }
        }
        println!("{logic}: {} of {count} seeds are known", known.len());
        SeedPool::new(known)
    }
}
