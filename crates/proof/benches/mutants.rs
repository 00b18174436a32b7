//! Changed proofs over a folder of pairs: how many of each kind are accepted.
//!
//! `cargo bench -p gadfly-proof --bench mutants -- DIR --each N --out OUT` makes N mutants of each
//! valid proof. Of those that are accepted without a hole, every step that claims what no step of the
//! original does is written to OUT as a script that must be unsatisfiable; `ask_steps.py` asks solvers.

#[path = "../tests/mutation/mod.rs"]
mod mutation;

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use gadfly_catalog::Catalog;
use gadfly_proof::{Limits, Status, check, questions};
use gadfly_rng::Rng;
use gadfly_term::{Mode, Script};

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let value = |flag: &str| {
        let at = args.iter().position(|a| a == flag)?;
        args.get(at + 1).cloned()
    };
    let Some(folder) = args.first().filter(|a| !a.starts_with("--")) else {
        println!("no folder of pairs was given");
        return;
    };
    let each: u64 = value("--each").and_then(|n| n.parse().ok()).unwrap_or(20);
    let most: u64 = value("--most-bytes")
        .and_then(|n| n.parse().ok())
        .unwrap_or(200_000);
    let out = value("--out").map(PathBuf::from);
    let catalog = Catalog::builtin();
    let mut table = [[0usize; 4]; mutation::KINDS.len()];
    let mut proofs = 0;
    let mut claims = Claims::default();
    let mut names: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .filter_map(|e| Some(e.ok()?.path()))
        .collect();
    names.sort();
    let small = |p: &&PathBuf| std::fs::metadata(p).is_ok_and(|m| m.len() <= most);
    for path in names
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "cpc"))
        .filter(small)
    {
        let (Ok(text), Ok(proof)) = (
            std::fs::read_to_string(path.with_extension("")),
            std::fs::read_to_string(path),
        ) else {
            continue;
        };
        let Ok(script) = Script::parse(text.as_str(), &catalog, Mode::Default) else {
            continue;
        };
        let judge = |proof: &str| check(&script, 0, proof, &Limits::default()).map(|r| r.status());
        if judge(&proof) != Ok(Status::Valid) {
            continue;
        }
        proofs += 1;
        for n in 0..each {
            let mut rng = Rng::new(7, proofs, n);
            let kind = n as usize % mutation::KINDS.len();
            let Some(mutant) = mutation::mutant(&proof, kind, &mut rng) else {
                continue;
            };
            let column = match judge(&mutant) {
                Ok(Status::Valid) => 0,
                Ok(Status::Holey) => 1,
                Ok(Status::Invalid) => 2,
                Err(_) => 3,
            };
            table[kind][column] += 1;
            if column == 0 && out.is_some() {
                claims.add(&script, &proof, &mutant);
            }
        }
    }
    println!(
        "{:<14} {:>8} {:>8} {:>8} {:>8}",
        "change", "valid", "holey", "invalid", "error"
    );
    let mut sum = [0; 4];
    for (kind, row) in mutation::KINDS.iter().zip(table) {
        println!(
            "{kind:<14} {:>8} {:>8} {:>8} {:>8}",
            row[0], row[1], row[2], row[3]
        );
        for (total, value) in sum.iter_mut().zip(row) {
            *total += value;
        }
    }
    println!(
        "{:<14} {:>8} {:>8} {:>8} {:>8}",
        "all", sum[0], sum[1], sum[2], sum[3]
    );
    println!("{} mutants of {proofs} proofs", sum.iter().sum::<usize>());
    if let Some(out) = out {
        claims.write(&out);
    }
}

/// What accepted mutants claim that their originals do not.
#[derive(Default)]
struct Claims {
    /// Accepted mutants, and those without a new claim.
    accepted: usize,
    nothing_new: usize,
    /// New steps as scripts, each once.
    scripts: BTreeSet<String>,
    /// New steps that cannot be said in a script, and the mutants that have one.
    unsaid: usize,
    with_unsaid: usize,
}

impl Claims {
    fn add(&mut self, script: &Script, old: &str, new: &str) {
        let steps = |proof: &str| {
            let all = questions(script, 0, proof, &Limits::default(), &|_| true);
            all.unwrap_or_default()
        };
        let known: HashSet<Option<String>> = steps(old).into_iter().map(|q| q.script).collect();
        let lines: HashSet<&str> = old.lines().collect();
        let changed: Vec<&str> = new.lines().filter(|line| !lines.contains(line)).collect();
        let defines = changed.iter().any(|line| line.starts_with("(define"));
        let (mut more, mut unsaid) = (Vec::new(), 0);
        for step in steps(new) {
            let own = format!("(step {} ", step.step);
            match step.script {
                None if defines || changed.iter().any(|line| line.starts_with(&own)) => unsaid += 1,
                None => {}
                Some(text) => more.extend(Some(text).filter(|t| !known.contains(&Some(t.clone())))),
            }
        }
        self.accepted += 1;
        self.nothing_new += usize::from(more.is_empty() && unsaid == 0);
        self.unsaid += unsaid;
        self.with_unsaid += usize::from(unsaid > 0);
        self.scripts.extend(more);
    }

    fn write(&self, out: &Path) {
        std::fs::create_dir_all(out).expect("the folder");
        for (n, text) in self.scripts.iter().enumerate() {
            std::fs::write(out.join(format!("step-{n:06}.smt2")), text).expect("a script");
        }
        println!(
            "{} accepted, {} of them claim nothing new; {} distinct new steps are scripts, {} steps of {} mutants \
             cannot be said in one",
            self.accepted,
            self.nothing_new,
            self.scripts.len(),
            self.unsaid,
            self.with_unsaid
        );
    }
}
