//! Writes formulas of all logics to a folder, for studies with solvers:
//! `cargo run -p gadfly-generate --example folder -- FOLDER COUNT [SEED] [sat|unsat] [small]`.

use gadfly_generate::{Generator, Known, Logic, NAMED, Options, Preset};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new(arguments.first().ok_or("a folder is missing")?);
    let count: u64 = arguments.get(1).ok_or("a count is missing")?.parse()?;
    let seed: u64 = arguments.get(2).map_or(Ok(1), |seed| seed.parse())?;
    let word = |word: &str| arguments.iter().any(|a| a == word);
    std::fs::create_dir_all(folder)?;
    for name in NAMED {
        let preset = if word("small") {
            Preset::Small
        } else {
            Preset::Normal
        };
        let mut options = Options::preset(Logic::parse(name)?, preset);
        if word("sat") {
            options.known = Known::Sat;
        } else if word("unsat") {
            options.known = Known::Unsat;
        }
        let generator = Generator::new(&gadfly_testkit::catalog(), options)?;
        for index in 0..count {
            let formula = generator.formula(seed, index)?;
            std::fs::write(
                folder.join(format!("{name}-{index}.smt2")),
                formula.with_header(),
            )?;
        }
    }
    Ok(())
}
