//! Why nothing can be served.

use std::net::SocketAddr;
use std::path::PathBuf;
use thiserror::Error;

/// Why the server does not start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// There is no such folder.
    #[error("{} is no folder; give a hunt's, a study's, or one that has some in it", .0.display())]
    NoFolder(PathBuf),
    /// The address cannot be used.
    #[error("cannot listen on {address}: {source}; choose another address with --listen")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// No token can be made.
    #[error("cannot make a token: {0}")]
    Token(std::io::Error),
}
