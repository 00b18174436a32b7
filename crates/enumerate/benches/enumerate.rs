//! One million formulas of every grammar written to memory, and the formula at index 10^1700.
//!
//! `cargo bench -p gadfly-enumerate --bench enumerate [FOLDER]…` takes the grammars of this
//! project and of the folders given. Beside each figure stands what plain copying of the same
//! bytes takes, and what random access to each formula takes.

use dashu_int::UBig;
use gadfly_enumerate::{Enumerator, Grammar};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FORMULAS: usize = 1_000_000;

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/grammars");
    let given = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .map(PathBuf::from);
    println!(
        "{:12} {:>8} {:>8} {:>8} {:>9}   {:>10} {:>10}",
        "grammar", "1M", "copying", "MB", "by index", "10^1700", "again"
    );
    for folder in std::iter::once(own).chain(given) {
        for file in grammar_files(&folder) {
            measure(&file);
        }
    }
}

fn grammar_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of grammars");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "g4"))
        .collect();
    files.sort();
    files
}

fn measure(file: &Path) {
    let name = file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let text = std::fs::read_to_string(file).expect("a grammar");
    let grammar = Grammar::parse(&text, &name).expect("a grammar without errors");

    // Touched beforehand, so that the operating system's work is not part of the figure.
    let mut memory = vec![1u8; 400 << 20];
    memory.clear();
    let start = Instant::now();
    let mut enumerator = Enumerator::new(&grammar);
    let mut formulas = enumerator.iter_from(UBig::ZERO).expect("a first formula");
    let mut made = 0;
    while made < FORMULAS
        && let Some(formula) = formulas.next()
    {
        memory.extend_from_slice(formula.as_bytes());
        memory.push(b'\n');
        made += 1;
    }
    let streaming = start.elapsed();

    let start = Instant::now();
    let copy = memory.clone();
    let copying = start.elapsed();
    std::hint::black_box(copy);

    let by_index = by_index(&mut enumerator, made);
    let (cold, warm) = far_away(&grammar);
    println!(
        "{name:12} {:>7.3}s {:>7.3}s {:>8} {:>8.2}s   {:>9.3}s {:>8.2}ms",
        streaming.as_secs_f64(),
        copying.as_secs_f64(),
        memory.len() >> 20,
        by_index.as_secs_f64(),
        cold.as_secs_f64(),
        warm.as_secs_f64() * 1e3,
    );
}

/// What a million formulas take by random access, from a hundredth of them.
fn by_index(enumerator: &mut Enumerator, made: usize) -> Duration {
    let mut text = String::new();
    let start = Instant::now();
    for index in (0..made).step_by(100) {
        enumerator
            .formula(&UBig::from(index), &mut text)
            .expect("a formula");
    }
    start.elapsed() * 100
}

fn far_away(grammar: &Grammar) -> (Duration, Duration) {
    let index = UBig::from(10u8).pow(1700);
    let mut text = String::new();
    let start = Instant::now();
    let mut enumerator = Enumerator::new(grammar);
    enumerator.formula(&index, &mut text).expect("a formula");
    let cold = start.elapsed();
    // Others nearby, so that nothing of the first is at hand but the counts.
    let times = 20u32;
    let start = Instant::now();
    for k in 0..times {
        let index = &index / (k + 2);
        enumerator.formula(&index, &mut text).expect("a formula");
    }
    (cold, start.elapsed() / times)
}
