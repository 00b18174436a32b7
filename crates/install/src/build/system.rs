//! The build systems that solvers use: what they are told, and what they need.

use super::make::Make;
use gadfly_profile::System;

/// The program that configures; pip's package has the same name.
pub(super) fn program(system: System) -> &'static str {
    match system {
        System::Cmake => "cmake",
        System::Meson => "meson",
    }
}

/// The file that says how a folder of sources is built.
pub(super) fn file(system: System) -> &'static str {
    match system {
        System::Cmake => "CMakeLists.txt",
        System::Meson => "meson.build",
    }
}

/// Where the last configuration is kept, in the folder of a build. One for another compiler makes
/// either of them forget all else that it is told, so it is made anew each time; what was compiled
/// stays, and Ninja keeps what the same command would make again.
pub(super) fn cache(system: System) -> &'static str {
    match system {
        System::Cmake => "CMakeCache.txt",
        System::Meson => "meson-private",
    }
}

/// The arguments of its configuration. No build type that defines NDEBUG.
pub(super) fn configuration(system: System, make: &Make) -> Vec<String> {
    let (compiler, linker) = make.flags();
    let always = make.tools.compiler.flags;
    let (source, folder) = (make.source.display(), make.folder.display());
    let mut args = match system {
        System::Cmake => vec![
            format!("-S{source}"),
            format!("-B{folder}"),
            "-GNinja".to_owned(),
            format!("-DCMAKE_MAKE_PROGRAM={}", make.tools.ninja.display()),
            "-DCMAKE_BUILD_TYPE=RelWithDebInfo".to_owned(),
            format!("-DCMAKE_C_FLAGS_RELWITHDEBINFO={compiler}"),
            format!("-DCMAKE_CXX_FLAGS_RELWITHDEBINFO={compiler}"),
            format!("-DCMAKE_C_COMPILER={}", make.tools.compiler.cc.display()),
            format!("-DCMAKE_CXX_COMPILER={}", make.tools.compiler.cxx.display()),
            format!("-DCMAKE_CXX_FLAGS={always}"),
            format!("-DCMAKE_EXE_LINKER_FLAGS={linker}"),
            format!("-DCMAKE_SHARED_LINKER_FLAGS={linker}"),
        ],
        System::Meson => vec![
            "setup".to_owned(),
            folder.to_string(),
            source.to_string(),
            "-Dbuildtype=plain".to_owned(),
            format!("-Db_ndebug={}", !make.flavour.asserts()),
            // Projects link otherwise where they know of a sanitizer.
            format!(
                "-Db_sanitize={}",
                make.flavour.sanitizer().unwrap_or("none")
            ),
            format!("-Db_lundef={}", make.flavour.sanitizer().is_none()),
            format!("-Dc_args={compiler}"),
            format!("-Dcpp_args={always} {compiler}"),
            format!("-Dc_link_args={linker}"),
            format!("-Dcpp_link_args={always} {linker}"),
        ],
    };
    args.extend(make.recipe.arguments.iter().cloned());
    args
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::compiler::Compiler;
    use crate::build::tools::Tools;
    use gadfly_exec::Cancel;
    use gadfly_profile::{Flavour, Profiles};
    use std::path::Path;

    fn told(family: &str, flavour: Flavour) -> Vec<String> {
        gadfly_testkit::catalog();
        let profile = Profiles::builtin().get(family).unwrap().clone();
        let recipe = profile.build.as_ref().unwrap();
        let compiler = Compiler::choose(&[], Flavour::Debug).unwrap();
        let tools = Tools {
            compiler,
            configurer: program(recipe.system).into(),
            ninja: "ninja".into(),
            env: Vec::new(),
        };
        let make = Make {
            recipe,
            flavour,
            tools: &tools,
            source: Path::new("/sources"),
            folder: Path::new("/folder"),
            log: Path::new("/log"),
            jobs: 1,
            cancel: &Cancel::default(),
        };
        configuration(recipe.system, &make)
    }

    #[test]
    fn each_system_is_told_of_the_flavour_in_its_own_words() {
        for (family, flavour, words) in [
            ("z3", Flavour::Assertions, "-O2 -g1 -DZ3DEBUG"),
            (
                "z3",
                Flavour::Asan,
                "-DCMAKE_EXE_LINKER_FLAGS=-fsanitize=address",
            ),
            ("bitwuzla", Flavour::Assertions, "-Db_ndebug=false"),
            ("bitwuzla", Flavour::Ubsan, "-Db_sanitize=undefined"),
            ("bitwuzla", Flavour::Asan, "-Db_ndebug=true"),
        ] {
            let args = told(family, flavour);
            assert!(args.iter().any(|arg| arg.contains(words)), "{args:?}");
            let sources = args.iter().filter(|arg| arg.contains("/sources"));
            assert_eq!(sources.count(), 1, "{args:?}");
        }
    }
}
