//! Writes mutants of a folder of seeds to files: `dump STRATEGY COUNT SEED OUT SEEDS…`, for
//! studies over many solvers outside gadfly.

use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, Unique, make, strategy};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, count, seed, out, folders @ ..] = &args[..] else {
        return Err("usage: dump STRATEGY COUNT SEED OUT SEEDS…".into());
    };
    let catalog = gadfly_testkit::catalog();
    let mut files = Vec::new();
    for folder in folders {
        read(Path::new(folder), &mut files)?;
    }
    let (pool, refused) = SeedPool::read(
        files.iter().map(|(p, t)| (p.as_str(), t.as_str())),
        &catalog,
    );
    refused.iter().for_each(|error| eprintln!("{error}"));
    let mut strategy = strategy(name).ok_or("no such strategy")?;
    let mut kit = Kit::new(
        &catalog,
        Arc::new(RuleBook::read(&catalog)?),
        Options::default(),
    );
    let mut unique = Unique::default();
    std::fs::create_dir_all(out)?;
    let (mut made, mut twice) = (0, 0);
    for index in 0..count.parse()? {
        let at = Position {
            seed: seed.parse()?,
            index,
        };
        let Some(formula) = make(&mut *strategy, &pool, at, &mut kit)? else {
            continue;
        };
        if !unique.is_new(&formula, &kit) {
            twice += 1;
            continue;
        }
        made += 1;
        std::fs::write(
            PathBuf::from(out).join(format!("{name}-{index:06}.smt2")),
            formula.with_header(),
        )?;
    }
    println!(
        "{made} written, {twice} duplicates, {} refused",
        kit.refused.len()
    );
    Ok(())
}

fn read(path: &Path, files: &mut Vec<(String, String)>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut paths: Vec<_> = std::fs::read_dir(path)?
            .flatten()
            .map(|e| e.path())
            .collect();
        paths.sort();
        return paths.iter().try_for_each(|p| read(p, files));
    }
    files.push((path.display().to_string(), std::fs::read_to_string(path)?));
    Ok(())
}
