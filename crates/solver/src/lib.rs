//! Solvers that run: from a spec to a process, and from a formula to a typed answer.

mod answers;
mod ask;
mod backtrace;
mod believe;
mod calibrate;
mod express;
mod file_options;
mod finite_sets;
mod flavour;
mod fresh;
mod hosts;
mod outcome;
mod queries;
mod read;
mod resolve;
mod response;
mod run;
mod said_version;
mod session;
mod solver;
mod strict;
mod told;

pub use answers::{out_of_resources, usable};
pub use ask::{Served, is_readable};
pub use calibrate::{Calibration, StartUp, Unfit, calibrate};
pub use express::NotExpressible;
pub use file_options::options_left_out;
pub use queries::count_checks;
pub use read::{Who, read};
pub use resolve::{ResolveError, Resolver, look_up, resolve};
pub use run::{Answer, Outcome, Run};
pub use session::{
    After, Prepared, RawSession, Restarts, Session, SessionError, SessionPlan, SessionRun,
    SessionStats, Unsuitable, is_scoped,
};
pub use solver::{Launch, Mode, Options, SelfChecks, Solver};
pub use strict::with_conversions;
pub use told::{Asked, CERTIFICATES, Told};
