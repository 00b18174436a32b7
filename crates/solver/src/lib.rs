//! Solver profiles, releases and sessions: from a formula to a typed answer.

mod answers;
mod ask;
mod backtrace;
mod believe;
mod build;
mod calibrate;
mod dialect;
mod doctor;
mod express;
mod file_options;
mod frames;
mod fresh;
mod glob;
mod home;
mod hosts;
mod install;
mod outcome;
mod patterns;
mod profile;
mod profiles;
mod queries;
mod read;
mod repro;
mod resolve;
mod response;
mod run;
mod said_version;
mod session;
mod shell;
mod solver;
mod spec;
mod told;
mod transcript;
mod version;

pub use answers::{out_of_resources, usable};
pub use ask::{Served, is_readable};
pub use build::{BuildError, BuildRequest, Builder, Built, Flavour, Need, Progress, Recipe};
pub use calibrate::{Calibration, StartUp, Unfit, calibrate};
pub use dialect::{Dialect, DialectEntry, Escapes};
pub use doctor::{Checkup, Finding, Health, examine};
pub use express::NotExpressible;
pub use file_options::options_left_out;
pub use home::{Home, Release};
pub use hosts::CVC5_HOST;
pub use install::{Available, InstallError, Installed, Installer, Pip, Step};
pub use patterns::{BadPattern, Patterns};
pub use profile::{
    BadProfile, Call, Checks, ContentKind, Contents, Language, LimitFlags, OptionSet, Package,
    Profile, Recognise, SessionTraits, Vary,
};
pub use profiles::Profiles;
pub use queries::count_checks;
pub use read::{Who, read};
pub use repro::from_pip;
pub use resolve::{ResolveError, Resolver, resolve};
pub use run::{Answer, Complaint, Crash, CrashKind, Outcome, Run};
pub use session::{
    After, Prepared, RawSession, Restarts, Session, SessionError, SessionPlan, SessionRun,
    SessionStats, Unsuitable, is_scoped,
};
pub use shell::{make_executable, shell_word};
pub use solver::{Launch, Mode, Options, SelfChecks, Solver};
pub use spec::{BadSpec, Spec, is_or_varies, join_words};
pub use told::{Asked, Told};
pub use transcript::{Reading, Transcript};
pub use version::{BadVersion, Releases, Version};
