//! Every formula of the catalogue's grammars is well-sorted.
//!
//! Ten thousand of each: `GADFLY_FORMULAS=10000 cargo test -p gadfly-enumerate --test well_formed`.

use gadfly_enumerate::{Enumerator, Grammar, UBig};
use gadfly_term::{Mode, Script};

/// Transcendental functions, `bv2nat` and sequences are extensions, which the strict mode refuses.
fn mode(name: &str) -> Mode {
    match name {
        "Reals" | "RealInts" | "Bitvectors" | "Sequences" => Mode::Default,
        _ => Mode::Standard,
    }
}

#[test]
fn every_grammar() {
    let count = std::env::var("GADFLY_FORMULAS").map_or(400, |n| n.parse().unwrap());
    let catalog = gadfly_testkit::catalog();
    for (path, text) in catalog.files("grammars/") {
        let grammar = Grammar::parse(text, path).unwrap();
        let mut enumerator = Enumerator::new(&grammar);
        for start in [UBig::ZERO, UBig::from(10u8).pow(9)] {
            let mut formulas = enumerator.iter_from(start).unwrap();
            for _ in 0..count / 2 {
                let formula = formulas.next().unwrap();
                if let Err(faults) = Script::parse(formula, &catalog, mode(grammar.name())) {
                    panic!("{path}: {}: {formula}", faults[0].message);
                }
            }
        }
    }
}
