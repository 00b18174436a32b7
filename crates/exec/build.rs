//! Refuses systems on which processes cannot be limited, with one error in place of many.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system != "linux" {
        println!(
            "cargo::error=gadfly runs solvers on Linux only, not on {system}: use the container (docs/guide/ci-jobs.md); \
             the language crates (gadfly-term, -eval, -mutate, -reduce, -proof) build everywhere"
        );
    }
}
