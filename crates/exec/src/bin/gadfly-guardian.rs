//! The guardian as an executable of its own, for the tests of other crates and for benchmarks.

fn main() {
    gadfly_exec::guardian_entry();
    eprintln!("error: this program is started by gadfly, not by hand");
    std::process::exit(2);
}
