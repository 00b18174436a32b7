//! A lock file a release keeps two processes apart.

use crate::error::InstallError;
use gadfly_profile::{Home, Version};

/// Keeps two processes from the same release.
pub(crate) fn lock(
    home: &Home,
    family: &str,
    version: &Version,
) -> Result<std::fs::File, InstallError> {
    lock_named(home, &format!("{family}-{version}"))
}

/// Keeps two processes from the same thing.
pub(crate) fn lock_named(home: &Home, name: &str) -> Result<std::fs::File, InstallError> {
    let folder = home.solvers().join(".locks");
    let path = folder.join(name);
    let fault = |e| InstallError::Io(path.clone(), e);
    std::fs::create_dir_all(&folder).map_err(fault)?;
    let file = std::fs::File::create(&path).map_err(fault)?;
    // Held until the file is closed, by our death too.
    file.lock().map_err(fault)?;
    Ok(file)
}
