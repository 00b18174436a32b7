//! A folder goes on with what it was made for.

use std::io;
use std::path::Path;

/// Whether a file has this text; where there is no such file, it is written, and has it.
pub fn is_kept(path: &Path, text: &str) -> io::Result<bool> {
    match std::fs::read_to_string(path) {
        Ok(before) => Ok(before == text),
        Err(_) => std::fs::write(path, text).map(|()| true),
    }
}
