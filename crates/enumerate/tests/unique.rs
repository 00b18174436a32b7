//! `--unique` keeps exactly the first formula of each class, compared with brute force.
//!
//! The first million of each grammar: `cargo test --release -p gadfly-enumerate --test unique --
//! --ignored --nocapture`, which also prints the saving.

use dashu_int::UBig;
use gadfly_enumerate::{Enumerator, Equivalence, Grammar};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

const COMMUTATIVE: &[&str] = &[
    "and", "or", "xor", "=", "distinct", "+", "*", "bvand", "bvor", "bvadd", "bvmul", "fp.add",
    "fp.mul", "fp.eq", "re.union", "re.inter",
];

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Tree {
    Atom(String),
    List(Vec<Tree>),
}

fn parse(text: &str) -> Vec<Tree> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut open: Vec<Vec<Tree>> = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().unwrap();
                open.last_mut().unwrap().push(Tree::List(list));
            }
            atom => open.last_mut().unwrap().push(Tree::Atom(atom.to_string())),
        }
    }
    open.pop().unwrap()
}

fn atom(tree: &Tree) -> &str {
    match tree {
        Tree::Atom(text) => text,
        Tree::List(_) => "",
    }
}

/// Declared names by sort.
fn variables(script: &[Tree]) -> Vec<Vec<String>> {
    let mut sorts: Vec<(Tree, Vec<String>)> = Vec::new();
    for command in script {
        let Tree::List(parts) = command else { continue };
        if atom(&parts[0]) == "declare-const" {
            let name = atom(&parts[1]).to_string();
            match sorts.iter_mut().find(|(sort, _)| *sort == parts[2]) {
                Some((_, names)) => names.push(name),
                None => sorts.push((parts[2].clone(), vec![name])),
            }
        }
    }
    sorts.into_iter().map(|(_, names)| names).collect()
}

/// All maps that permute each list.
fn renamings(sorts: &[Vec<String>]) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for names in sorts {
        let mut images = vec![Vec::new()];
        for _ in names {
            let extend = |image: &Vec<String>| {
                let free = names.iter().filter(|name| !image.contains(name));
                free.map(|name| [image.clone(), vec![name.clone()]].concat())
                    .collect::<Vec<_>>()
            };
            images = images.iter().flat_map(extend).collect();
        }
        let pairs = |image: &Vec<String>| names.iter().cloned().zip(image.clone()).collect();
        let maps: Vec<Vec<(String, String)>> = images.iter().map(pairs).collect();
        all = all
            .iter()
            .flat_map(|before| {
                maps.iter()
                    .map(|map| [before.clone(), map.clone()].concat())
            })
            .collect();
    }
    all
}

fn image(tree: &Tree, map: &[(String, String)], order: bool) -> Tree {
    match tree {
        Tree::Atom(name) => {
            let to = map.iter().find(|(from, _)| from == name).map(|(_, to)| to);
            Tree::Atom(to.unwrap_or(name).clone())
        }
        Tree::List(parts) if atom(&parts[0]).starts_with("declare-") => tree.clone(),
        Tree::List(parts) => {
            let mut parts: Vec<Tree> = parts.iter().map(|part| image(part, map, order)).collect();
            if order && COMMUTATIVE.contains(&atom(&parts[0])) {
                let from = if matches!(atom(&parts[0]), "fp.add" | "fp.mul") {
                    2
                } else {
                    1
                };
                parts[from..].sort();
            }
            Tree::List(parts)
        }
    }
}

fn class(text: &str, order: bool) -> Vec<Tree> {
    let script = parse(text);
    let maps = renamings(&variables(&script));
    let images = maps
        .iter()
        .map(|map| script.iter().map(|t| image(t, map, order)).collect());
    images.min().unwrap()
}

/// 128 bits in place of the tree, so that a million fit into memory.
fn digest(class: &[Tree]) -> (u64, u64) {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        salt.hash(&mut hasher);
        class.hash(&mut hasher);
        hasher.finish()
    };
    (half(0), half(1))
}

fn grammars() -> Vec<Grammar> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../catalog/grammars");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    if let Some(more) = std::env::var_os("GADFLY_GRAMMARS") {
        files.extend(std::fs::read_dir(more).unwrap().map(|e| e.unwrap().path()));
    }
    files.sort();
    let load = |path: &std::path::PathBuf| {
        Grammar::parse(
            &std::fs::read_to_string(path).unwrap(),
            &path.to_string_lossy(),
        )
        .unwrap()
    };
    files.iter().map(load).collect()
}

/// Compares with brute force; returns how many of the first `count` are kept.
fn check(grammar: &Grammar, count: u32, equivalence: Equivalence) -> usize {
    let mut all = Enumerator::new(grammar);
    let mut unique = all.clone();
    let mut formulas = all.iter_from(UBig::ZERO).unwrap();
    let mut kept = unique.unique_from(UBig::ZERO, equivalence).unwrap();
    let end = UBig::from(count);
    let mut seen = HashSet::new();
    let mut keeping = kept.next_before(Some(&end)).map(str::to_string);
    for index in 0..count {
        let Some(text) = formulas.next() else { break };
        let class = class(text, equivalence == Equivalence::RenamingAndOrder);
        let is_new = seen.insert(digest(&class));
        let is_kept = keeping.is_some() && kept.index() == UBig::from(index);
        assert_eq!(is_kept, is_new, "{} {index}: {text}", grammar.name());
        if is_kept {
            assert_eq!(keeping.as_deref(), Some(text));
            keeping = kept.next_before(Some(&end)).map(str::to_string);
        }
    }
    assert!(keeping.is_none());
    seen.len()
}

#[test]
fn the_first_of_each_class_is_kept() {
    for grammar in grammars() {
        check(&grammar, 2_500, Equivalence::Renaming);
        check(&grammar, 2_500, Equivalence::RenamingAndOrder);
    }
}

#[test]
fn more_variables_and_assertions() {
    for grammar in grammars()
        .iter()
        .filter(|g| matches!(g.name(), "Core" | "Strings"))
    {
        let more = grammar
            .with_variables(3)
            .unwrap()
            .with_assertions(2)
            .unwrap();
        check(&more, 3_000, Equivalence::Renaming);
        check(&more, 3_000, Equivalence::RenamingAndOrder);
    }
}

#[test]
fn irregular_grammars_are_compared_by_rank() {
    // `b` stands before `a`, one text has two derivations, and an operator is in a slot.
    let text = "grammar T; op : '+' | '-' ; t : 'b' | 'a' | '(' op t t ')' | '(' '-' t t ')' ;
        start : '(declare-const a Int)' '(declare-const b Int)' '(assert' t ')' ;";
    let grammar = Grammar::parse(text, "t").unwrap();
    check(&grammar, 1_000, Equivalence::Renaming);
    let text = "grammar T; op : '+' | '-' ; t : 'a' | 'b' | '(' op t t ')' ;
        start : '(declare-const a Int)' '(declare-const b Int)' '(assert' t ')' ;";
    let grammar = Grammar::parse(text, "t").unwrap();
    check(&grammar, 3_000, Equivalence::RenamingAndOrder);
}

#[test]
#[ignore = "a million formulas of each grammar, in memory"]
fn the_first_million() {
    const COUNT: u32 = 1_000_000;
    for grammar in grammars() {
        let by = |equivalence| {
            let kept = check(&grammar, COUNT, equivalence);
            100.0 - kept as f64 / f64::from(COUNT) * 100.0
        };
        let renaming = by(Equivalence::Renaming);
        let order = by(Equivalence::RenamingAndOrder);
        println!(
            "{:14} saved {renaming:5.1} % by renaming, {order:5.1} % with order",
            grammar.name()
        );
    }
}
