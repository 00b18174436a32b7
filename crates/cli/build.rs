//! The executable's own symbols that libraries of solvers are to find (see `gadfly-host`).

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol=__gmp_randseed_ui");
    }
}
