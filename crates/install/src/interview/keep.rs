//! Where an added solver is kept: its command under its name, its profile in the user's catalogue.

use gadfly_profile::{Added, Home};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Keeps the command that a name stands for, and its profile, which is part of the user's catalogue from
/// then on; returns the profile's place.
pub fn add_solver(
    home: &Home,
    name: &str,
    command: &[String],
    profile: &str,
) -> io::Result<PathBuf> {
    let file = home.profile_file(name);
    let command = Added {
        command: command.to_vec(),
    };
    let command = toml::to_string(&command).map_err(io::Error::other)?;
    // A name without its profile would be an unknown family.
    put(&file, profile)?;
    put(&home.command_file(name), &command)?;
    Ok(file)
}

/// Forgets an added solver and its profile; whether there was one.
pub fn forget_solver(home: &Home, name: &str) -> io::Result<bool> {
    if home.added(name).is_none() {
        return Ok(false);
    }
    std::fs::remove_file(home.command_file(name))?;
    match std::fs::remove_file(home.profile_file(name)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(true),
    }
}

/// A file is there whole or not at all.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(text.as_bytes())?;
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}
