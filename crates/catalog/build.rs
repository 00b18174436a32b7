//! Embeds what the parser needs of `catalog/`: theories and logics. The rest is in `gadfly-data`.

#[path = "embed.rs"]
mod embed;

fn main() -> std::io::Result<()> {
    // Links to `../../catalog`, which become files in a package of this crate.
    embed::embed("embedded", |entry| {
        matches!(entry, "theories" | "logics.smt2")
    })
}
