//! What a build needs on the machine: compilers, the build system, headers, disk.

use super::BuildError;
use super::compiler::{Compiler, own_libraries};
use super::system;
use crate::lock::lock_named;
use crate::pip::Pip;
use gadfly_profile::{Flavour, Home, Need, Recipe, Version};
use gadfly_solver::look_up;
use std::ffi::OsString;
use std::path::PathBuf;

/// The programs of a build, and what they need in their environment.
pub(super) struct Tools {
    pub(super) compiler: Compiler,
    /// CMake or Meson.
    pub(super) configurer: PathBuf,
    pub(super) ninja: PathBuf,
    pub(super) env: Vec<(OsString, OsString)>,
}

impl Tools {
    /// Finds or installs them, and looks for what cannot be installed.
    pub(super) fn ready(
        home: &Home,
        pip: &Pip,
        recipe: &Recipe,
        version: &Version,
        flavour: Flavour,
    ) -> Result<Tools, BuildError> {
        let applies = |need: &&Need| need.from.as_ref().is_none_or(|from| from <= version);
        let needs: Vec<&Need> = recipe.needs.iter().filter(applies).collect();
        let compiler = Compiler::choose(&needs, flavour)?;
        enough_disk(home, recipe.gigabytes)?;
        let own = home.root().join("tools");
        let found = |name: &str| {
            let ours = || Some(own.join("bin").join(name)).filter(|file| file.is_file());
            look_up(name).or_else(ours)
        };
        let wanted = [system::program(recipe.system), "ninja"];
        let both = || Some((found(wanted[0])?, found(wanted[1])?));
        let _lock = lock_named(home, "tools")?;
        if both().is_none() {
            // Both are packages that pip has; a machine with compilers need not have them.
            pip.install_tools(&wanted, &own)?;
        }
        let (configurer, ninja) = both().ok_or(BuildError::NoTool(wanted[0]))?;
        // pip's programs are small Python scripts.
        let mut env = vec![("PYTHONPATH".into(), own.clone().into_os_string())];
        env.push(("CC".into(), compiler.cc.clone().into_os_string()));
        env.push(("CXX".into(), compiler.cxx.clone().into_os_string()));
        // Meson runs Ninja, and is not told where it is.
        env.push(("NINJA".into(), ninja.clone().into_os_string()));
        env.extend(own_libraries());
        Ok(Tools {
            compiler,
            configurer,
            ninja,
            env,
        })
    }
}

fn enough_disk(home: &Home, gigabytes: u64) -> Result<(), BuildError> {
    let folder = home.root().to_owned();
    std::fs::create_dir_all(&folder).map_err(|e| BuildError::Io(folder.clone(), e))?;
    let Ok(disk) = rustix::fs::statvfs(&folder) else {
        return Ok(());
    };
    let free = disk.f_bavail.saturating_mul(disk.f_frsize) >> 30;
    if free < gigabytes {
        return Err(BuildError::Disk {
            folder,
            gigabytes,
            free,
        });
    }
    Ok(())
}
