//! Embeds all of `catalog/` but what `gadfly-catalog` embeds itself.

#[path = "../catalog/embed.rs"]
mod embed;

fn main() -> std::io::Result<()> {
    // So that a new folder is seen, too.
    println!("cargo::rerun-if-changed=../../catalog");
    embed::embed("../../catalog", |entry| {
        !matches!(entry, "theories" | "logics.smt2")
    })
}
