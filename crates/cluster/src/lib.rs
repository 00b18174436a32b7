//! A job in many parts: on a cluster's nodes by Slurm, or as processes of one machine.
//!
//! A folder that all nodes see holds everything: `cluster.toml` says what each part does, a part works in
//! a folder of its own and notes its attempts beside it. Whoever starts parts need only start
//! `gadfly cluster part DIR N` until it ends with 0; nothing else is shared.

mod error;
mod journal;
mod local;
mod plan;
mod script;
mod slurm;
mod status;

pub use error::ClusterError;
pub use journal::{Attempt, End, How, Journal};
pub use local::{Local, Told};
pub use plan::{Job, Plan, SlurmOptions};
pub use script::script;
pub use slurm::{Array, Slurm};
pub use status::{PartState, PartStatus, Totals, status};
