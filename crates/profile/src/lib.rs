//! What is known of solvers, as data: families and their releases, languages, the words of their
//! failures, how they are built, and where they lie on this machine. Nothing here runs anything.

mod dialect;
mod digest;
mod failure;
mod flavour;
mod frames;
mod glob;
mod home;
mod patterns;
mod phrases;
mod pins;
mod policy;
mod profile;
mod profiles;
mod recipe;
mod repro;
mod shell;
mod spec;
mod version;

pub use dialect::{Dialect, DialectEntry, Escapes, Fate};
pub use digest::digest_of;
pub use failure::{Complaint, Crash, CrashKind};
pub use flavour::{Flavour, Toolchain};
pub use frames::is_runtime;
pub use glob::matches;
pub use home::{Added, Home, RELEASE_FILE, Release};
pub use patterns::{BadPattern, Patterns, normalise};
pub use pins::fits_pins;
pub use policy::{OptionLabel, OptionPolicy, Policy};
pub use profile::{
    BadProfile, CVC5_HOST, Call, Checks, ContentKind, Contents, Language, LimitFlags, OptionSet,
    Package, Profile, Recognise, Registry, SessionTraits, Strict, Vary,
};
pub use profiles::{Profiles, code_base, one_code, one_of_each_code};
pub use recipe::{Need, Recipe, System};
pub use repro::{Public, typed, without_input};
pub use shell::{make_executable, shell_word};
pub use spec::{BadSpec, Spec, is_or_varies, join_words, split_words};
pub use version::{BadVersion, Releases, Version};
