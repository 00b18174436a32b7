//! `fuzz SECONDS [FOLDER]`: mangles scripts (and what became of them) for a while and parses them in every mode. A panic is
//! a bug; so is a parse that takes longer than its size explains. Prints a line at the end.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Dice, check_promises, mangled};
use gadfly_catalog::Catalog;
use gadfly_term::{Mode, Parser};
use std::time::{Duration, Instant};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|s| s.parse().ok()).unwrap_or(60);
    let folder = arguments
        .next()
        .or_else(|| std::env::var("GADFLY_CORPUS").ok())
        .expect("a folder with scripts");
    let paths = gadfly_testkit::scripts_below(std::path::Path::new(&folder));
    let mut pool: Vec<String> = paths
        .iter()
        .filter_map(|p| std::fs::read_to_string(p).ok())
        .collect();
    let seeds = pool.len();
    let mut parsers = [Mode::Default, Mode::Standard, Mode::Lenient]
        .map(|mode| Parser::new(&Catalog::builtin(), mode));
    let mut dice = Dice(std::process::id() as u64);
    let begin = Instant::now();
    let (mut parses, mut accepted, mut slowest) = (0u64, 0u64, Duration::ZERO);
    while begin.elapsed() < Duration::from_secs(seconds) {
        let at = dice.roll(pool.len());
        let text = mangled(&pool[at], &mut dice);
        std::fs::write(std::env::temp_dir().join("gadfly-fuzz-last.smt2"), &text).ok();
        let parser = &mut parsers[dice.roll(3)];
        let start = Instant::now();
        let result = parser.parse(text.clone());
        slowest = slowest.max(start.elapsed());
        parses += 1;
        match result {
            Ok(script) => {
                accepted += 1;
                check_promises(&script);
                parser.recycle(script);
                // What is still accepted is worth mangling further; the pool stays bounded.
                if text.len() < 20_000 && pool.len() < seeds + 3000 {
                    pool.push(text);
                } else if text.len() < 20_000 {
                    let at = seeds + dice.roll(3000);
                    pool[at] = text;
                }
            }
            Err(errors) => errors
                .iter()
                .for_each(|e| drop(e.render("fuzz", text.as_bytes()))),
        }
    }
    println!("{parses} parses, {accepted} accepted, slowest {slowest:?}, no panic");
}
