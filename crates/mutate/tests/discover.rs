//! The search for fusion functions: what it prints can be read, and no value refutes it.

use gadfly_mutate::rules::{of_fusion, read_fusions};
use gadfly_mutate::{Kit, Options, RuleBook, Trial, Ty, discover, try_out};
use std::sync::Arc;

fn found(sort: &str, most: usize) -> Vec<String> {
    let catalog = gadfly_testkit::catalog();
    let mut kit = Kit::new(&catalog, Arc::new(RuleBook::default()), Options::default());
    let mut found = Vec::new();
    discover(&Ty::parse(sort).unwrap(), &mut kit, |entry| {
        found.push(entry.to_string());
        found.len() >= most
    });
    for text in &found {
        for fusion in read_fusions("found", text).unwrap() {
            for obligation in of_fusion(&fusion) {
                let trial = try_out(&obligation, &catalog, 50);
                assert!(!matches!(trial, Trial::Refuted(_)), "{text}");
            }
        }
    }
    found
}

#[track_caller]
fn has(sort: &str, most: usize, fuse: &str) {
    let found = found(sort, most);
    let wanted = format!("(fuse {fuse})");
    assert!(found.iter().any(|f| f.contains(&wanted)), "{found:#?}");
}

#[test]
fn known_functions_are_found_again() {
    has("Bool", 4, "(xor x y)");
    has("Int", 4, "(+ x y)");
    has("(_ BitVec 4)", 12, "(bvxor x y)");
}

#[test]
fn strings_need_terms_of_another_sort() {
    has("String", 1, "(str.++ x y)");
}

#[test]
fn a_sort_without_such_functions_has_none() {
    assert!(found("RoundingMode", 1).is_empty());
}
