//! The `gadfly` command: a thin face over the crates.

fn main() {}
