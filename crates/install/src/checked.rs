//! What is looked at before a file is used: its digest, and whether it is the one that we know.

use crate::error::InstallError;
use std::path::Path;

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn digest_of(path: &Path) -> Result<String, InstallError> {
    gadfly_profile::digest_of(path).map_err(|e| InstallError::Io(path.to_owned(), e))
}

/// Refuses a file of a pinned release that is not one of its files.
pub(crate) fn check_pinned(file: &str, sha256: &str) -> Result<(), InstallError> {
    match gadfly_profile::fits_pins(file, sha256) {
        true => Ok(()),
        false => Err(InstallError::WrongHash(file.to_owned())),
    }
}
