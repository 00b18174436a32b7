//! How the executable is linked: its own symbols that libraries of solvers are to find (see
//! `gadfly-host`), and identical functions kept once, where the linker is known to do that.

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::Command;

const SYMBOL: &str = "__gmp_randseed_ui";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    if var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        let linker = var("RUSTC_LINKER").unwrap_or_default();
        match linker.contains("zigcc") {
            true => export_as_wanted(Path::new(&linker)),
            false => println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol={SYMBOL}"),
        }
    }
    if var("PROFILE").is_ok_and(|profile| profile == "release") && links_with_lld() {
        println!("cargo:rustc-link-arg-bins=-Wl,--icf=all");
    }
}

/// Whether rustc links with the lld that it ships, as it does by itself since 1.90 on this platform,
/// unless it is told otherwise.
fn links_with_lld() -> bool {
    let of_platform = |target: &str| target == "x86_64-unknown-linux-gnu";
    let here = ["HOST", "TARGET"].map(|name| var(name).is_ok_and(|target| of_platform(&target)));
    let flags = var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    if here != [true, true] || var("RUSTC_LINKER").is_ok() || flags.contains("link") {
        return false;
    }
    let said = |argument: &[&str]| {
        let rustc = var("RUSTC").unwrap_or_else(|_| "rustc".into());
        let output = Command::new(rustc).args(argument).output().ok()?;
        String::from_utf8(output.stdout).ok()
    };
    let minor = |version: &str| version.split('.').nth(1)?.parse::<u32>().ok();
    let recent = said(&["--version"]).and_then(|version| minor(&version)) >= Some(90);
    let ships = said(&["--print", "sysroot"]).is_some_and(|sysroot| {
        let folder = Path::new(sysroot.trim()).join("lib/rustlib/x86_64-unknown-linux-gnu/bin");
        folder.join("gcc-ld/ld.lld").is_file()
    });
    recent && ships
}

/// zig's compiler, which wheels are linked with, refuses the option above. But every linker exports
/// what a shared library beside the executable wants of it, also where that library is not needed
/// otherwise and left out.
fn export_as_wanted(linker: &Path) {
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let (source, library) = (folder.join("wants.c"), folder.join("libwants.so"));
    let text = format!("void {SYMBOL}(void); void wants(void) {{ {SYMBOL}(); }}\n");
    std::fs::write(&source, text).expect("a file in the build folder");
    let mut compile = Command::new(linker);
    compile.args(["-shared", "-fPIC", "-nostdlib", "-o"]);
    let compiled = compile.args([&library, &source]).status();
    assert!(compiled.is_ok_and(|status| status.success()), "{compile:?}");
    println!("cargo:rustc-link-arg-bins=-Wl,--as-needed");
    println!("cargo:rustc-link-arg-bins={}", library.display());
}
