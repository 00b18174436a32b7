//! Derivations by which a solver refutes Horn clauses: how many are printed, read, and borne out by others.
//!
//! `cargo run --release -p gadfly-examine --example derivations -- COUNT SEED z3@5.4.0 cvc5@1.4.2 yices`
//!
//! The first solver is asked for the derivations of the strategy `horn`, the others judge them. Prints a table;
//! broken laws, and derivations that are open, go to standard error with their index. `PROOFS=1` asks with
//! `get-proof` where the strategy sets an option. `CHANGED=1` adds one to a number of each derivation first, so
//! that most are wrong.

use gadfly_examine::{Equipment, Runner, Settings, SolverRunner};
use gadfly_exec::Limits;
use gadfly_oracle::{CatalogEvaluator, Fate, Known, outlines};
use gadfly_solver::{Answer, Options, Solver, resolve, usable};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    gadfly_exec::guardian_entry();
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed, specs @ ..] = args.as_slice() else {
        eprintln!("usage: derivations COUNT SEED SOLVER JUDGES…");
        std::process::exit(2);
    };
    let (Ok(count), Ok(seed)) = (count.parse::<u64>(), seed.parse::<u64>()) else {
        eprintln!("usage: derivations COUNT SEED SOLVER JUDGES…");
        std::process::exit(2);
    };
    gadfly_testkit::catalog();
    let solvers = match resolve(specs) {
        Ok(solvers) => solvers,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    };
    let mut study = Study::new(solvers);
    let proofs = std::env::var_os("PROOFS").is_some();
    for index in 0..count {
        let text = gadfly_generate::horn(seed, index, "").text;
        if !text.contains("print_certificate") {
            continue;
        }
        let text = match proofs {
            true => text.replace(":fp.print_certificate", ":produce-proofs") + "(get-proof)\n",
            false => text,
        };
        study.ask(index, &text);
    }
    for (what, count) in &study.counts {
        println!("{what}: {count}");
    }
}

struct Study {
    asked: String,
    equipment: Equipment<Vec<Arc<Solver>>>,
    counts: BTreeMap<String, usize>,
}

impl Study {
    fn new(solvers: Vec<Solver>) -> Study {
        let asked = solvers.first().map(|solver| solver.spec.clone());
        let catalog = gadfly_testkit::catalog();
        let limits = Limits {
            wall: Some(Duration::from_secs(5)),
            memory: Some(2 << 30),
            ..Limits::default()
        };
        Study {
            asked: asked.unwrap_or_default(),
            equipment: Equipment {
                runner: SolverRunner::new(solvers, Options::default()),
                known: Arc::new(Known::of(&catalog).expect("the known issues")),
                evaluator: Arc::new(CatalogEvaluator::new(catalog)),
                settings: Settings::new(1, limits),
            },
            counts: BTreeMap::new(),
        }
    }

    fn count(&mut self, what: impl Into<String>, by: usize) {
        *self.counts.entry(what.into()).or_default() += by;
    }

    fn ask(&mut self, index: u64, script: &str) {
        self.count("1 asked", 1);
        let limits = self.equipment.settings.limits;
        let Ok(mut run) = self.equipment.runner.fresh(&self.asked, script, &limits) else {
            return self.count("1 not run", 1);
        };
        if std::env::var_os("CHANGED").is_some() {
            for told in &mut run.told {
                told.text = changed(&told.text, index).unwrap_or_default();
            }
        }
        let answer = usable(&run, 0).map_or("none".to_string(), Answer::to_string);
        self.count(format!("2 answered {answer}"), 1);
        if answer != "unsat" {
            return;
        }
        let Some(Some(outline)) = outlines(script, &run).pop() else {
            return self.count("3 no derivation", 1);
        };
        self.count("3 derivations", 1);
        self.count("4 steps", outline.steps);
        self.count("4 steps that are followed", outline.followed);
        for (rule, count) in &outline.unknown {
            self.count(format!("4 steps by {rule}"), *count);
        }
        let mut runs = Vec::new();
        let facts = self.equipment.examiner();
        let facts = facts.obligations(script, &run, &|_| true, &mut runs);
        let mut whole = outline.unknown.is_empty() && outline.clauses;
        whole &= outline.steps == outline.followed;
        for fact in &facts {
            let fate = match fact.fate() {
                Fate::Met => "met",
                Fate::Open => "open",
                Fate::Broken(..) => "broken",
            };
            whole &= fate == "met";
            self.count(format!("5 {} {fate}", fact.obligation.law), 1);
            if fate != "met" {
                let question = fact.question().unwrap_or_default();
                eprintln!(
                    "{index} {} {fate}: {}\n{script}{question}",
                    fact.obligation.law,
                    fact.said()
                );
            }
        }
        self.count(if whole { "6 whole" } else { "6 not whole" }, 1);
    }
}

/// A derivation with a number of a fact changed, of those that are arguments; nothing where there is none.
fn changed(text: &str, index: u64) -> Option<String> {
    let bytes = text.as_bytes();
    let stands = |at: &usize| {
        let digit = matches!(bytes[*at], b'0'..=b'8');
        let before = at.checked_sub(1).is_some_and(|at| bytes[at] == b' ');
        let fact = text[..*at]
            .rfind("(P")
            .is_some_and(|from| !text[from..*at].contains([')', '\n']));
        digit && before && fact && matches!(bytes.get(at + 1), Some(b' ' | b')'))
    };
    let places: Vec<usize> = (0..bytes.len()).filter(stands).collect();
    let at = places.get(index as usize % places.len().max(1))?;
    let mut changed = text.to_string();
    let more = char::from(bytes[*at] + 1).to_string();
    changed.replace_range(*at..at + 1, &more);
    Some(changed)
}
