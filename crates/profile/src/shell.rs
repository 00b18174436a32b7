//! Words and files for a shell.

use std::io;
use std::path::Path;

/// A word as a shell reads it back.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Lets everyone run a file, where files say who may.
#[cfg(unix)]
pub fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

/// Lets everyone run a file, where files say who may.
#[cfg(not(unix))]
pub fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}
