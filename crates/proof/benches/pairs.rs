//! The share of valid, holey and invalid proofs in a folder of pairs, and the time it takes.
//!
//! `cargo bench -p gadfly-proof --bench pairs -- DIR` reads every `NAME.smt2` with `NAME.smt2.cpc`
//! beside it; what stands before `__` in a name is its logic. With `--holes` it lists the rules of
//! the steps that were taken on trust, with `--faults` the files with a wrong step, with
//! `--times` what each took.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use gadfly_catalog::Catalog;
use gadfly_proof::{Limits, Status, check};
use gadfly_term::{Mode, Script};

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let Some(folder) = args.iter().find(|a| !a.starts_with("--")) else {
        println!("no folder of pairs was given");
        return;
    };
    let has = |flag: &str| args.iter().any(|a| a == flag);
    let catalog = Catalog::builtin();
    let mut rows: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut holes: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut times = Vec::new();
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|e| Some(e.ok()?.path()))
        .collect();
    names.sort();
    for proof_path in names
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "cpc"))
    {
        let script_path = proof_path.with_extension("");
        let name = script_path
            .file_name()
            .and_then(|n| n.to_str())
            .unwrap_or_default()
            .to_owned();
        let logic = name.split("__").next().unwrap_or_default().to_owned();
        let row = rows.entry(logic).or_default();
        let (Ok(text), Ok(proof)) = (read(&script_path), read(proof_path)) else {
            continue;
        };
        let begun = Instant::now();
        let result = Script::parse(text, &catalog, Mode::Default)
            .map_err(|_| "the script cannot be read".to_owned())
            .and_then(|script| {
                check(&script, 0, &proof, &Limits::default()).map_err(|e| e.to_string())
            });
        times.push((begun.elapsed().as_secs_f64(), name.clone(), proof.len()));
        match result {
            Ok(report) => {
                let column = Status::ALL
                    .iter()
                    .position(|s| *s == report.status())
                    .unwrap_or(0);
                row[column] += 1;
                for (rule, count) in &report.holes {
                    let entry = holes.entry(rule.clone()).or_default();
                    entry.0 += count;
                    entry.1 += 1;
                    if has("--steps") {
                        println!("{name}: {rule} {:?}", report.trusted);
                    }
                }
                if let Some(fault) = report.fault.filter(|_| has("--faults")) {
                    println!("{name}: {fault}");
                }
            }
            Err(message) => {
                row[3] += 1;
                if has("--faults") {
                    println!("{name}: {message}");
                }
            }
        }
    }
    println!(
        "{:<12} {:>6} {:>6} {:>8} {:>6}",
        "logic", "valid", "holey", "invalid", "error"
    );
    for (logic, [valid, holey, invalid, error]) in &rows {
        println!("{logic:<12} {valid:>6} {holey:>6} {invalid:>8} {error:>6}");
    }
    if has("--holes") {
        let mut holes: Vec<_> = holes.into_iter().collect();
        holes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        for (rule, (count, files)) in holes {
            println!("{count:>7} in {files:>4} files  {rule}");
        }
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: f64 = times.iter().map(|t| t.0).sum();
    println!("{} proofs in {total:.3} s", times.len());
    if has("--times") {
        for (time, name, _) in &times {
            println!("time {name} {time:.6}");
        }
    }
    for (time, name, bytes) in times.iter().rev().take(if has("--slow") { 10 } else { 0 }) {
        println!("{time:.3} s {bytes:>10} bytes {name}");
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    std::fs::read_to_string(path)
}
