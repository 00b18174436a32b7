//! Profiles on disk, one file a seed, named by the hash of the seed's content.

use gadfly_mutate::{Profile, Seed};
use std::io;
use std::path::{Path, PathBuf};

/// A folder of profiles.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The profiles under a home folder.
    pub fn at(home: &Path) -> Store {
        Store {
            folder: home.join("profiles"),
        }
    }

    fn path(&self, seed: &Seed) -> PathBuf {
        self.folder.join(format!("{}.profile", seed.parent.hash))
    }

    /// The profile of a seed, if it has been found before.
    pub fn load(&self, seed: &Seed) -> Option<Profile> {
        Profile::from_text(&std::fs::read_to_string(self.path(seed)).ok()?)
    }

    /// Keeps a profile.
    pub fn save(&self, seed: &Seed, profile: &Profile) -> io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(self.path(seed), profile.to_text())
    }
}
