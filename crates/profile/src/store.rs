//! Profiles on disk, one file a seed, named by the hash of the seed's content.

use gadfly_mutate::{Profile, Seed};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What nobody decided is asked again after this long: the machine may have been busy.
const RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// A profile on disk; `None` where there is none, or an empty one that has become old. Until then an
/// empty one counts, so that a hunt that is resumed makes the same formulas.
pub fn kept(path: &Path) -> Option<Profile> {
    let profile = Profile::from_text(&std::fs::read_to_string(path).ok()?)?;
    let age = || {
        std::fs::metadata(path)
            .ok()?
            .modified()
            .ok()?
            .elapsed()
            .ok()
    };
    let stale = profile.answer.is_none() && age().is_some_and(|age| age > RETRY_AFTER);
    (!stale).then_some(profile)
}

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
        kept(&self.path(seed))
    }

    /// Keeps a profile.
    pub fn save(&self, seed: &Seed, profile: &Profile) -> io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        std::fs::write(self.path(seed), profile.to_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gadfly_formula::Expect;
    use std::time::SystemTime;

    #[test]
    fn an_empty_profile_is_asked_for_again_when_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.profile");
        let decided = Profile {
            answer: Some(Expect::Sat),
            ..Profile::default()
        };
        for (profile, kept_when_old) in [(Profile::default(), false), (decided, true)] {
            std::fs::write(&path, profile.to_text()).unwrap();
            assert!(kept(&path).is_some());
            let old = SystemTime::now() - 2 * RETRY_AFTER;
            let file = std::fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(old).unwrap();
            assert_eq!(kept(&path).is_some(), kept_when_old);
        }
    }
}
