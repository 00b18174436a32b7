//! Does any answer contradict a label? Both solvers are asked about mutants whose label is known
//! by construction, witness or core.

use crate::log::Log;
use crate::{Fault, Study};
use gadfly_formula::{Expect, Formula, LabelSource};
use gadfly_mutate::{Position, SeedPool, make, renaming_hash, strategy};
use gadfly_solver::{Answer, Outcome, Session};
use std::collections::{BTreeMap, HashMap};

/// A solver that ran out of time so often on a seed's mutants is not asked about it again.
const PATIENCE: u32 = 2;

pub(crate) fn run(study: &Study) -> Result<u64, Fault> {
    let mut log = Log::open(&study.out.join("labels.tsv"))?;
    for logic in study.folders() {
        let pool = study.known_seeds(&logic);
        if pool.is_empty() {
            continue;
        }
        for name in gadfly_mutate::mutators().map(|about| about.name) {
            one(study, &logic, name, &pool, &mut log)?;
        }
        summary(&log.lines);
    }
    Ok(log
        .lines
        .iter()
        .filter(|line| line.contains("CONTRADICTION"))
        .count() as u64)
}

fn one(
    study: &Study,
    logic: &str,
    name: &str,
    pool: &SeedPool,
    log: &mut Log,
) -> Result<(), Fault> {
    let mut strategy = strategy(name).ok_or("no such strategy")?;
    let (mut done, from) = log.done(logic, name);
    let mut kit = study.kit()?;
    let mut sessions = study.sessions(None);
    let mut slow: HashMap<(usize, String), u32> = HashMap::new();
    // Few labels in many mutants: a strategy that has none here ends all the same.
    for index in from..from + study.each * 8 {
        if done >= study.each {
            break;
        }
        let Some(formula) = make(&mut *strategy, pool, Position { seed: 5, index }, &mut kit)?
        else {
            continue;
        };
        let hash = renaming_hash(&formula.text, &study.catalog);
        if formula.label < LabelSource::Construction
            || formula.expect == [Expect::Unknown]
            || !log.is_new(hash)
        {
            continue;
        }
        let line = ask(&formula, &mut sessions, &mut slow);
        let line = format!(
            "{logic}\t{name}\t{index}\t{}\t{}\t{line}\t{hash:x}",
            kind(&formula),
            formula.expect[0]
        );
        if line.contains("CONTRADICTION") || line.contains("error") || line.contains("crash") {
            println!("{line}");
            let path = study.out.join(format!("{logic}-{name}-{index}.smt2"));
            std::fs::write(path, formula.with_header())?;
        }
        log.add(line)?;
        done += 1;
    }
    println!("{logic} {name}: {done}");
    Ok(())
}

/// How the label is known.
fn kind(formula: &Formula) -> &'static str {
    let outside = |step: &String| step.contains("outside core");
    match formula.label {
        LabelSource::Witness => "witness",
        _ if formula.provenance.trace.iter().any(outside) => "core",
        _ => "construction",
    }
}

/// What each solver says, and whether that contradicts the label.
fn ask(
    formula: &Formula,
    sessions: &mut [Session],
    slow: &mut HashMap<(usize, String), u32>,
) -> String {
    let parents: Vec<&str> = formula
        .provenance
        .parents
        .iter()
        .map(|p| p.hash.as_str())
        .collect();
    let mut words = Vec::new();
    for (n, session) in sessions.iter_mut().enumerate() {
        let out_of_time = slow.entry((n, parents.join("+"))).or_default();
        if *out_of_time >= PATIENCE {
            words.push("skipped".to_string());
            continue;
        }
        let run = session.run(&formula.text);
        words.push(match (run.answer(0), &run.outcome) {
            (Some(Answer::Sat), _) if formula.expect == [Expect::Unsat] => {
                "CONTRADICTION sat".into()
            }
            (Some(Answer::Unsat), _) if formula.expect == [Expect::Sat] => {
                "CONTRADICTION unsat".into()
            }
            (Some(Answer::Unknown(_)), _) | (None, Outcome::Timeout) => {
                *out_of_time += 1;
                "unknown".into()
            }
            (Some(answer), _) => answer.to_string(),
            (None, outcome) => match run.errors.first() {
                Some((_, message)) => format!("error {message}"),
                None => outcome.to_string(),
            },
        });
    }
    words.join("\t").replace('\n', " ")
}

/// Decided mutants by strategy and by kind of label.
fn summary(lines: &[String]) {
    let mut by: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, strategy, _, kind, _, answers @ ..] = &fields[..] else {
            continue;
        };
        let decided = answers
            .iter()
            .filter(|a| matches!(**a, "sat" | "unsat"))
            .count();
        for key in [strategy, kind, &"all"] {
            by.entry(key.to_string()).or_default()[decided.min(2)] += 1;
        }
    }
    for (key, [none, one, both]) in by {
        println!(
            "  {key}: {} mutants, both decide {both}, one {one}, none {none}",
            none + one + both
        );
    }
}
