//! Every strategy over seeds of every logic: what it makes is well-formed, and most seeds serve.

use gadfly_catalog::Catalog;
use gadfly_formula::Formula;
use gadfly_mutate::{Kit, Options, Position, RuleBook, SeedPool, make, strategy};
use gadfly_term::{FunKind, Head, Mode, Script};
use std::path::Path;
use std::sync::Arc;

/// Only the new part of a mutant was parsed: here, all of it is, and the logic found again.
fn whole_is_well_formed(formula: &Formula, catalog: &Arc<Catalog>, kit: &mut Kit) {
    let lines = formula.text.split_inclusive('\n');
    let body: String = lines.filter(|it| !it.starts_with("(set-logic ")).collect();
    let text = format!("(set-logic ALL)\n{body}");
    let script = Script::parse(text, catalog, Mode::Default)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{}", formula.with_header()));
    assert_eq!(
        kit.finished(&script),
        formula.text,
        "{}",
        formula.with_header()
    );
    Script::parse(formula.text.as_str(), catalog, Mode::Default)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{}", formula.with_header()));
}

/// Mutants of each seed alone, so that coverage is by file.
fn study(per_seed: u64) {
    let Some(corpus) = std::env::var_os("GADFLY_CORPUS") else {
        println!("GADFLY_CORPUS is not set: nothing to study");
        return;
    };
    let all = gadfly_testkit::texts_below(Path::new(&corpus));
    let catalog = gadfly_testkit::catalog();
    let book = Arc::new(RuleBook::read(&catalog).unwrap());
    for name in gadfly_mutate::mutators().map(|about| about.name) {
        if std::env::var("ONLY").is_ok_and(|only| only != name) {
            continue;
        }
        let mut strategy = strategy(name).unwrap();
        let mut kit = Kit::new(&catalog, book.clone(), Options::default());
        let (mut made, mut covered, mut usable) = (0u64, 0usize, 0usize);
        let mut without = Vec::new();
        for (path, text) in &all {
            let (pool, refused) = SeedPool::read([(path.as_str(), text.as_str())], &catalog);
            if let Some(error) = refused.first() {
                println!("  refused seed {error}");
                continue;
            }
            usable += 1;
            let mut count = 0;
            for index in 0..per_seed {
                let at = Position { seed: 1, index };
                let Some(formula) = make(&mut *strategy, &pool, at, &mut kit).unwrap() else {
                    continue;
                };
                count += 1;
                whole_is_well_formed(&formula, &catalog, &mut kit);
            }
            made += count;
            covered += usize::from(count > 0);
            if count == 0 {
                without.push(path.clone());
            }
        }
        println!(
            "{name}: {made} mutants, {covered} of {usable} seeds, refused {}",
            kit.refused.len()
        );
        for path in without.iter().take(8) {
            println!("  none of {path}");
        }
        for fault in kit.refused.iter().take(10) {
            println!("  refused {} ({})", fault.message, fault.trace);
        }
        assert!(
            kit.refused.is_empty(),
            "our checker refuses mutants of {name}"
        );
    }
}

#[test]
fn mutants_of_every_logic_are_well_formed() {
    study(5);
}

/// The large study behind the figures of `docs/lab/mutate.md`.
#[test]
#[ignore = "minutes; run with --release and GADFLY_CORPUS set"]
fn large_study() {
    study(40);
}

/// Every pair of seeds of a logic that share the sort of a free constant can be fused.
#[test]
#[ignore = "a minute; run with GADFLY_CORPUS set"]
fn every_pair_can_be_fused() {
    let Some(corpus) = std::env::var_os("GADFLY_CORPUS") else {
        println!("GADFLY_CORPUS is not set: nothing to study");
        return;
    };
    let catalog = gadfly_testkit::catalog();
    let book = Arc::new(RuleBook::read(&catalog).unwrap());
    let mut kit = Kit::new(&catalog, book, Options::default());
    let mut fusion = strategy("fusion").unwrap();
    let mut logics: Vec<_> = std::fs::read_dir(corpus).unwrap().flatten().collect();
    logics.retain(|logic| logic.path().is_dir());
    logics.sort_by_key(std::fs::DirEntry::path);
    let (mut pairs, mut fused) = (0, 0);
    for logic in logics {
        let all = gadfly_testkit::texts_below(&logic.path());
        let sorts: Vec<Vec<String>> = all
            .iter()
            .map(|(_, text)| constant_sorts(text, &catalog))
            .collect();
        for second in 1..all.len() {
            for first in 0..second {
                if !sorts[first].iter().any(|sort| sorts[second].contains(sort)) {
                    continue;
                }
                pairs += 1;
                let two = [&all[first], &all[second]].map(|(p, t)| (p.as_str(), t.as_str()));
                let (pool, _) = SeedPool::read(two, &catalog);
                let done = (0..60).any(|index| {
                    let at = Position { seed: 1, index };
                    let made = make(&mut *fusion, &pool, at, &mut kit).unwrap();
                    made.is_some_and(|f| f.provenance.parents[0] != f.provenance.parents[1])
                });
                fused += usize::from(done);
                if !done {
                    println!("not fused: {} {}", two[0].0, two[1].0);
                }
            }
        }
        println!("{:?}: {fused} of {pairs} pairs", logic.file_name());
    }
    assert_eq!(fused, pairs);
}

/// The sorts of the constants that occur in assertions.
fn constant_sorts(text: &str, catalog: &Arc<Catalog>) -> Vec<String> {
    let script = Script::parse(text, catalog, Mode::Default).unwrap();
    let mut sorts = Vec::new();
    for root in script.assertions() {
        for node in script.subterm(root) {
            if let Head::Fun(fun) = script.head(node)
                && script.args(node).is_empty()
                && script.fun(fun).kind == FunKind::Declared
            {
                sorts.push(script.sort_text(script.sort(node)));
            }
        }
    }
    sorts.sort();
    sorts.dedup();
    sorts
}
