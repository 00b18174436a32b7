//! Where installed solvers live: `GADFLY_HOME/solvers/<family>/<release>/`.

use crate::digest::digest_of;
use crate::flavour::Flavour;
use crate::profile::ContentKind;
use crate::version::Version;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The file in a release's folder that says what it is. It is written last, so a folder without
/// it is no release.
pub const RELEASE_FILE: &str = "release.toml";

/// The file that says what command the name of an added solver stands for.
const COMMAND_FILE: &str = "command.toml";

/// gadfly's data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    root: PathBuf,
}

/// An installed release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The family.
    pub family: String,
    /// The release.
    pub version: Version,
    /// How it is run.
    pub kind: ContentKind,
    /// The program, library or module, relative to the release's folder.
    pub path: String,
    /// The wheel it came from.
    pub wheel: String,
    /// The wheel's SHA-256.
    pub sha256: String,
    /// The program's own SHA-256, looked at again before it is run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program_sha256: Option<String>,
    /// The Python that a module was built for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python: Option<PathBuf>,
    /// The release's folder.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl Home {
    /// A data folder at a given place.
    pub fn at(root: impl Into<PathBuf>) -> Home {
        Home { root: root.into() }
    }

    /// `GADFLY_HOME`, or `gadfly` in the platform's data folder.
    pub fn from_env() -> Home {
        let set = |name: &str| {
            std::env::var_os(name)
                .filter(|v| !v.is_empty())
                .map(PathBuf::from)
        };
        let root = set("GADFLY_HOME")
            .or_else(|| set("XDG_DATA_HOME").map(|d| d.join("gadfly")))
            .or_else(|| set("HOME").map(|d| d.join(data_folder())))
            .unwrap_or_else(|| PathBuf::from(".gadfly"));
        Home {
            root: std::path::absolute(&root).unwrap_or(root),
        }
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of all solvers.
    pub fn solvers(&self) -> PathBuf {
        self.root.join("solvers")
    }

    /// The folder of a release, there or not.
    pub fn release_folder(&self, family: &str, version: &Version) -> PathBuf {
        self.solvers().join(family).join(version.to_string())
    }

    /// An installed release.
    pub fn release(&self, family: &str, version: &Version) -> Option<Release> {
        read_release(&self.release_folder(family, version)).ok()
    }

    /// The installed releases of a family, oldest first.
    pub fn installed(&self, family: &str) -> Vec<Release> {
        let Ok(entries) = std::fs::read_dir(self.solvers().join(family)) else {
            return Vec::new();
        };
        let mut releases: Vec<_> = entries
            .flatten()
            .filter_map(|e| read_release(&e.path()).ok())
            .collect();
        releases.sort_by(|a, b| a.version.cmp(&b.version));
        releases
    }
}

/// The file of an added solver: the command that its name stands for.
#[derive(Debug, Serialize, Deserialize)]
pub struct Added {
    /// The program and its arguments.
    pub command: Vec<String>,
}

impl Home {
    /// The command that a name stands for, if the user added it.
    pub fn added(&self, name: &str) -> Option<Vec<String>> {
        let text = std::fs::read_to_string(self.command_file(name)).ok()?;
        let added: Added = toml::from_str(&text).ok()?;
        Some(added.command)
    }

    /// Where the command of an added solver stands.
    pub fn command_file(&self, name: &str) -> PathBuf {
        self.solvers().join(name).join(COMMAND_FILE)
    }

    /// Where the profile of an added solver stands: in the user's catalogue.
    pub fn profile_file(&self, name: &str) -> PathBuf {
        self.root
            .join("catalog/solvers")
            .join(format!("{name}.toml"))
    }
}

fn data_folder() -> &'static str {
    if cfg!(target_os = "macos") {
        "Library/Application Support/gadfly"
    } else {
        ".local/share/gadfly"
    }
}

fn read_release(folder: &Path) -> io::Result<Release> {
    let text = std::fs::read_to_string(folder.join(RELEASE_FILE))?;
    let mut release: Release = toml::from_str(&text).map_err(io::Error::other)?;
    release.folder = folder.to_owned();
    Ok(release)
}

impl Release {
    /// What we built it with; none for a release as it was published.
    pub fn flavour(&self) -> Option<Flavour> {
        self.version.flavour()?.parse().ok()
    }

    /// Whether the program is still the one that was installed. Older folders do not say.
    pub fn is_unchanged(&self) -> bool {
        let same = |known: &String| digest_of(&self.program()).is_ok_and(|now| now == *known);
        self.program_sha256.as_ref().is_none_or(same)
    }

    /// The absolute path of the program, library or module.
    pub fn program(&self) -> PathBuf {
        self.folder.join(&self.path)
    }
}
