//! How a family is built from its sources: the table `[build]` of its profile.

use crate::version::Version;
use serde::Deserialize;

/// How a family is built from its sources.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Its build system.
    #[serde(default)]
    pub system: System,
    /// The folder of the source package where the build begins; that of a checkout is its top.
    #[serde(default)]
    pub folder: String,
    /// Arguments of its configuration.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// What is built; all where there is none.
    pub target: Option<String>,
    /// The program, in the folder of the build.
    pub program: String,
    /// Preprocessor names that switch assertions on.
    #[serde(default)]
    pub assertions: Vec<String>,
    /// Files of other packages that it needs.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Gigabytes of disk that a build takes at most.
    pub gigabytes: u64,
}

/// A file of another package, found by the compiler.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// The header that must be there.
    pub header: String,
    /// The distribution's package that has it.
    pub package: String,
    /// The first release that needs it.
    pub from: Option<Version>,
}

/// A build system. Both write files for Ninja.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// CMake.
    #[default]
    Cmake,
    /// Meson.
    Meson,
}
