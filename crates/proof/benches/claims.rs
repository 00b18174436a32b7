//! Formulas as claims of a proof's only step: which of them does the checker accept?
//!
//! `cargo bench -p gadfly-proof --bench claims -- FILE… --out OUT` reads scripts, one a line, as
//! `gadfly enumerate` prints them. What a script asserts, and its negation, are a step without premises,
//! each. Every one that is accepted is written to OUT as a script that must be unsatisfiable;
//! `ask_steps.py` asks solvers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gadfly_catalog::Catalog;
use gadfly_proof::{Limits, check, questions};
use gadfly_syntax::loose::{items, name};
use gadfly_term::{Mode, Script};

fn main() {
    let mut files: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let out = files.iter().position(|a| a == "--out").map(|at| {
        let given = files.split_off(at);
        given.get(1).expect("a folder behind --out").clone()
    });
    if files.is_empty() {
        println!("no file of scripts was given");
        return;
    }
    let catalog = Catalog::builtin();
    let mut accepted = BTreeSet::new();
    println!(
        "{:<24} {:>9} {:>9} {:>9}",
        "file", "claims", "accepted", "unsaid"
    );
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a file of scripts");
        let (mut claims, mut taken, mut unsaid) = (0, 0, 0);
        for line in text.lines().filter(|line| line.contains("assert")) {
            let Ok(script) = Script::parse(line, &catalog, Mode::Default) else {
                continue;
            };
            for claim in claims_of(line) {
                claims += 1;
                let proof = format!("((step @goal {claim} :rule claim))");
                let Ok(report) = check(&script, 0, &proof, &Limits::default()) else {
                    continue;
                };
                let refused = report.fault.as_ref().is_some_and(|f| f.step == "@goal");
                if refused || !report.holes.is_empty() {
                    continue;
                }
                taken += 1;
                let asked = questions(&script, 0, &proof, &Limits::default(), &|_| true);
                match asked.unwrap_or_default().pop().and_then(|q| q.script) {
                    Some(script) => accepted.extend([script]),
                    None => {
                        unsaid += 1;
                        println!("  no script says {claim}");
                    }
                }
            }
        }
        let file = Path::new(file).file_name().unwrap_or_default();
        println!("{:<24} {claims:>9} {taken:>9} {unsaid:>9}", file.display());
    }
    if let Some(out) = out {
        std::fs::create_dir_all(&out).expect("a folder");
        for (n, script) in accepted.iter().enumerate() {
            let path = Path::new(&out).join(format!("{n:06}.smt2"));
            std::fs::write(path, script).expect("a script is written");
        }
        println!("{} scripts in {out}", accepted.len());
    }
}

/// What the script asserts, as proofs write it, and its negation.
fn claims_of(script: &str) -> Vec<String> {
    let assertions = gadfly_syntax::loose::commands(script).filter(|c| name(c.text) == "assert");
    let terms: Option<Vec<String>> = assertions
        .map(|command| written(items(command.text).get(1)?, &BTreeMap::new()))
        .collect();
    match terms.unwrap_or_default().as_slice() {
        [] => Vec::new(),
        [one] => vec![one.clone(), format!("(not {one})")],
        all => {
            let all = format!("(and {})", all.join(" "));
            vec![all.clone(), format!("(not {all})")]
        }
    }
}

/// A term as proofs write it: indices are arguments, and bound variables have their sort. Nothing for
/// what proofs write in another way altogether.
fn written(term: &str, bound: &BTreeMap<&str, String>) -> Option<String> {
    if !term.starts_with('(') {
        return Some(bound.get(term).map_or(term, String::as_str).to_owned());
    }
    let parts = items(term);
    let list = |parts: &[&str]| -> Option<String> {
        let parts: Option<Vec<String>> = parts.iter().map(|p| written(p, bound)).collect();
        Some(parts?.join(" "))
    };
    match parts.as_slice() {
        ["let" | "!" | "as" | "_" | "match" | "lambda", ..] => None,
        [binder @ ("forall" | "exists"), variables, body] => {
            let mut inside = bound.clone();
            let mut names = Vec::new();
            for variable in items(variables) {
                let [name, sort] = items(variable)[..] else {
                    return None;
                };
                let text = format!("(@var \"{name}\" {sort})");
                names.push(text.clone());
                inside.insert(name, text);
            }
            let body = written(body, &inside)?;
            Some(format!("({binder} (@list {}) {body})", names.join(" ")))
        }
        [head, args @ ..] if head.starts_with('(') => match items(head).as_slice() {
            ["_", head] => Some(format!("({head} {})", list(args)?)),
            ["_", head, indices @ ..] => {
                let head = head.trim_start_matches("fp.");
                Some(format!("({head} {} {})", indices.join(" "), list(args)?))
            }
            _ => None,
        },
        [head, args @ ..] => Some(format!("({head} {})", list(args)?)),
        [] => None,
    }
}
