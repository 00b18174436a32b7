//! Prints formulas: `cargo run -p gadfly-generate --example show -- QF_BV 3 [SEED]`.

use gadfly_generate::{Generator, Logic, Options};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let logic = arguments.first().map_or("QF_BV", String::as_str);
    let count: u64 = arguments.get(1).map_or(Ok(1), |count| count.parse())?;
    let seed: u64 = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let generator = Generator::new(
        &gadfly_testkit::catalog(),
        Options::new(Logic::parse(logic)?),
    )?;
    for index in 0..count {
        println!("{}", generator.formula(seed, index)?.text);
    }
    Ok(())
}
