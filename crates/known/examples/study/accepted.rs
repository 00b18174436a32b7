//! Does a solver refuse a mutant? All seeds, all strategies: either the solver reads the mutant
//! and is not asked to check it, or it checks it with a tiny resource limit, since some errors show
//! only when a check begins.

use crate::log::Log;
use crate::{Fault, Study};
use gadfly_mutate::{Kit, Position, SeedPool, make, renaming_hash, strategy};
use gadfly_solver::{Run, Session};
use gadfly_term::{Mode, Script};
use std::collections::{BTreeMap, HashSet};

/// Resources for one check: enough for preprocessing to look at all of a script.
const RESOURCE: u64 = 2000;

pub(crate) fn run(study: &Study, checks: bool) -> Result<u64, Fault> {
    let name = if checks { "accepted.tsv" } else { "read.tsv" };
    let mut log = Log::open(&study.out.join(name))?;
    let mut refused = 0;
    for logic in study.folders() {
        let pool = study.seeds(&logic);
        let mut sessions = study.sessions(Some(RESOURCE));
        let beyond = beyond(&pool, &mut sessions, checks);
        for name in gadfly_mutate::mutators().map(|about| about.name) {
            let mut kit = study.kit()?;
            one(
                study,
                [&logic, name],
                &pool,
                &beyond,
                &mut sessions,
                &mut kit,
                (&mut log, &mut refused, checks),
            )?;
            refused += kit.refused.len() as u64;
            kit.refused
                .iter()
                .for_each(|r| println!("OUR CHECKER {} ({})", r.message, r.trace));
        }
        summary(&log.lines);
    }
    println!("our own checker refuses {refused}");
    Ok(refused)
}

/// The seeds that a solver refuses themselves: they use what it does not support.
fn beyond(pool: &SeedPool, sessions: &mut [Session], checks: bool) -> HashSet<(usize, String)> {
    let mut beyond = HashSet::new();
    for seed in pool.seeds() {
        for (n, session) in sessions.iter_mut().enumerate() {
            if let Some(message) = refusal(&session.run(&asked(seed.script.source(), checks))) {
                println!(
                    "seed {}: {} {message}",
                    seed.parent.path,
                    session.solver().spec
                );
                beyond.insert((n, seed.parent.hash.clone()));
            }
        }
    }
    beyond
}

fn one(
    study: &Study,
    [logic, name]: [&str; 2],
    pool: &SeedPool,
    beyond: &HashSet<(usize, String)>,
    sessions: &mut [Session],
    kit: &mut Kit,
    (log, refused, checks): (&mut Log, &mut u64, bool),
) -> Result<(), Fault> {
    let mut strategy = strategy(name).ok_or("no such strategy")?;
    let (mut done, from) = log.done(logic, name);
    for index in from..from + study.each * 4 {
        if done >= study.each {
            break;
        }
        let Some(formula) = make(&mut *strategy, pool, Position { seed: 11, index }, kit)? else {
            continue;
        };
        let hash = renaming_hash(&formula.text, &study.catalog);
        if !log.is_new(hash) {
            continue;
        }
        // Only the new part of a mutant was checked so far: here, all of it is.
        if let Err(faults) = Script::parse(formula.text.as_str(), &study.catalog, Mode::Default) {
            println!(
                "OUR CHECKER {:?}\n{}",
                faults.first(),
                formula.with_header()
            );
            *refused += 1;
        }
        let mut words = Vec::new();
        for (n, session) in sessions.iter_mut().enumerate() {
            let outside = |hash: &String| beyond.contains(&(n, hash.clone()));
            if formula.provenance.parents.iter().any(|p| outside(&p.hash)) {
                words.push("beyond".to_string());
                continue;
            }
            let refused = refusal(&session.run(&asked(&formula.text, checks)));
            words.push(refused.map_or("fine".into(), |message| format!("error {message}")));
        }
        let line = format!(
            "{logic}\t{name}\t{index}\t{}\t{hash:x}",
            words.join("\t").replace('\n', " ")
        );
        if line.contains("error") {
            println!("{line}");
            let path = study
                .out
                .join(format!("refused-{logic}-{name}-{index}.smt2"));
            std::fs::write(path, formula.with_header())?;
        }
        log.add(line)?;
        done += 1;
    }
    Ok(())
}

/// The script, with or without its checks.
fn asked(script: &str, checks: bool) -> String {
    if checks {
        return script.into();
    }
    script.replace("(check-sat)", "")
}

/// An error that is not one about limits, of ours or the solver's.
fn refusal(run: &Run) -> Option<String> {
    const LIMITS: [&str; 6] = [
        "resource",
        "timeout",
        "canceled",
        "cancelled",
        "bad_alloc",
        "unknown C++ exception",
    ];
    let limit = |message: &str| LIMITS.iter().any(|word| message.contains(word));
    let mut errors = run.errors.iter().map(|(_, message)| message);
    errors.find(|message| !limit(message)).cloned()
}

fn summary(lines: &[String]) {
    let mut by: BTreeMap<usize, [u64; 3]> = BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, _, _, words @ .., _] = &fields[..] else {
            continue;
        };
        for (n, word) in words.iter().enumerate() {
            let slot = match *word {
                "fine" => 0,
                "beyond" => 1,
                _ => 2,
            };
            by.entry(n).or_default()[slot] += 1;
        }
    }
    for (n, [fine, beyond, refused]) in by {
        println!(
            "  {} mutants, solver {n}: fine {fine}, of seeds beyond it {beyond}, refused {refused}",
            lines.len()
        );
    }
}
