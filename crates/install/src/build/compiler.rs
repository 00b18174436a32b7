//! Which compiler builds a solver: the first on the machine that has all that is needed.

use super::BuildError;
use gadfly_exec::{Command, Exit, Limits};
use gadfly_profile::{Flavour, Need, Toolchain};
use gadfly_solver::look_up;
use std::ffi::OsString;
use std::path::PathBuf;

/// A C and a C++ compiler, and what the second is always told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Compiler {
    pub(super) cc: PathBuf,
    pub(super) cxx: PathBuf,
    pub(super) flags: &'static str,
    pub(super) toolchain: Toolchain,
}

/// Where a user's libraries lie, as compilers and build systems are told by their environment.
pub(super) fn own_libraries() -> impl Iterator<Item = (OsString, OsString)> {
    let names = [
        "CMAKE_PREFIX_PATH",
        "CPATH",
        "LIBRARY_PATH",
        "PKG_CONFIG_LIBDIR",
        "PKG_CONFIG_PATH",
        "PKG_CONFIG_SYSROOT_DIR",
    ];
    let set = |name: &str| Some((name.into(), std::env::var_os(name)?));
    names.into_iter().filter_map(set)
}

/// The numbers that distributions append to newer compilers than their own.
const NEWER: std::ops::Range<u32> = 13..40;

impl Compiler {
    /// The first that compiles and links with these headers and this flavour. The one that `CXX`
    /// names is the only choice where it is set.
    pub(super) fn choose(needs: &[&Need], flavour: Flavour) -> Result<Compiler, BuildError> {
        let there = Compiler::all(flavour);
        if there.is_empty() {
            return Err(BuildError::NoCompiler);
        }
        let fits = |compiler: &&Compiler| compiler.compiles(needs, flavour);
        if let Some(chosen) = there.iter().find(fits) {
            return Ok(chosen.clone());
        }
        let missing = |need: &&&Need| !there.iter().any(|c| c.compiles(&[**need], flavour));
        Err(match needs.iter().find(missing) {
            Some(need) => BuildError::NoHeader {
                header: need.header.clone(),
                package: need.package.clone(),
            },
            None => BuildError::NoRuntime(flavour),
        })
    }

    fn all(flavour: Flavour) -> Vec<Compiler> {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        if let Some(cxx) = set("CXX") {
            let cc = set("CC").unwrap_or_else(|| "cc".to_owned());
            return Compiler::named(&cc, &cxx, "").into_iter().collect();
        }
        let newer = NEWER.rev().flat_map(|n| {
            let gcc = Compiler::named(&format!("gcc-{n}"), &format!("g++-{n}"), "");
            let (clang, clangxx) = (format!("clang-{n}"), format!("clang++-{n}"));
            let llvm = Compiler::named(&clang, &clangxx, "-stdlib=libc++");
            [gcc, llvm]
        });
        let usual = Compiler::named("cc", "c++", "");
        let counting = flavour.prefers_clang().then(Compiler::clangs);
        let counting = counting.into_iter().flatten();
        counting.chain(usual).chain(newer.flatten()).collect()
    }

    /// All of clang, the newest first, with the C++ library that is usual here.
    fn clangs() -> impl Iterator<Item = Compiler> {
        let numbered = NEWER.rev().map(|n| format!("-{n}"));
        let endings = numbered.chain([String::new()]);
        endings.filter_map(|n| Compiler::named(&format!("clang{n}"), &format!("clang++{n}"), ""))
    }

    fn named(cc: &str, cxx: &str, flags: &'static str) -> Option<Compiler> {
        let (cc, cxx) = (look_up(cc)?, look_up(cxx)?);
        let command = Command::new(&cxx).args(["-E", "-P", "-x", "c++", "-"]);
        let run = gadfly_exec::run(&command, b"__clang__\n", &Limits::default()).ok()?;
        // Only clang has given the name a value.
        let toolchain = match String::from_utf8_lossy(&run.stdout).contains("__clang__") {
            true => Toolchain::Gcc,
            false => Toolchain::Clang,
        };
        Some(Compiler {
            cc,
            cxx,
            flags,
            toolchain,
        })
    }

    fn compiles(&self, needs: &[&Need], flavour: Flavour) -> bool {
        let includes = needs
            .iter()
            .map(|need| format!("#include <{}>\n", need.header));
        let program: String = includes.chain(["int main() {}\n".to_owned()]).collect();
        let mut command = Command::new(&self.cxx)
            .args(["-std=c++17", "-x", "c++", "-", "-o", "try"])
            .args((!self.flags.is_empty()).then_some(self.flags))
            .args(flavour.linker(self.toolchain).iter().copied());
        command.env.extend(own_libraries());
        let run = gadfly_exec::run(&command, program.as_bytes(), &Limits::default());
        run.is_ok_and(|run| run.exit == Exit::Code(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn need(header: &str) -> Need {
        Need {
            header: header.to_owned(),
            package: "some-dev".to_owned(),
            from: None,
        }
    }

    #[test]
    fn a_compiler_has_what_is_needed_or_it_is_said() {
        let vector = need("vector");
        let chosen = Compiler::choose(&[&vector], Flavour::Assertions).unwrap();
        assert!(chosen.cxx.is_file() && chosen.cc.is_file());
        let absent = need("no_such_header_of_ours.h");
        let refused = Compiler::choose(&[&vector, &absent], Flavour::Assertions).unwrap_err();
        let words = refused.to_string();
        assert!(
            words.contains("no_such_header_of_ours.h") && words.contains("some-dev"),
            "{words}"
        );
    }
}
