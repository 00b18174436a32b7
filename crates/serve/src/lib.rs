//! A live page over running and finished hunts and studies, for a browser on this machine.
//!
//! It only reads: hunts' folders and stores, opened read-only, and their `status.json`. Requests are
//! hostile until they are checked: size, time, name of the host, origin, token, path. A request is
//! answered from what was rendered already; what is there is looked at a few times a second, and
//! rendered anew only where it changed.

mod crew;
mod error;
mod events;
mod files;
mod gate;
mod http;
mod live;
mod place;
mod reports;
mod server;

mod stamp;
mod study;
mod watch;

pub use error::ServeError;
pub use gate::{Gate, new_token};
pub use server::Server;
