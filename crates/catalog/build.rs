//! Embeds what the parser needs of `catalog/`: theories and logics. The rest is in `gadfly-data`.

#[path = "embed.rs"]
mod embed;

fn main() -> std::io::Result<()> {
    embed::embed(|entry| matches!(entry, "theories" | "logics.smt2"))
}
