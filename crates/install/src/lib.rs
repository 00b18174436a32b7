//! How releases come to this machine: installed from pip's packages, or built from their sources; and
//! whether what came works and is read right.

mod build;
mod checked;
mod crates;
mod debian;
mod doctor;
mod error;
mod installer;
mod interview;
mod lock;
mod pip;
mod put;
mod tool;
mod transcript;
mod wheel;

pub use build::{BuildError, BuildRequest, Builder, Built, Progress};
pub use doctor::{Checkup, Finding, Health, examine};
pub use error::InstallError;
pub use installer::{Available, Installed, Installer, Step};
pub use interview::{
    Interview, InterviewError, Interviewee, Reply, add_solver, forget_solver, interview,
};
pub use pip::Pip;
pub use transcript::{Reading, Transcript};
