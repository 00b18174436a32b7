//! The executable's own symbols that libraries of solvers are to find (see `gadfly-host`).

fn main() {
    println!("cargo:rustc-link-arg-bins=-Wl,--export-dynamic-symbol=__gmp_randseed_ui");
}
