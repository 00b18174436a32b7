//! `--unique` keeps exactly the first formula of each class, compared with brute force.
//!
//! The first million of each grammar: `cargo test --release -p gadfly-enumerate --test unique --
//! --ignored --nocapture`, which also prints the saving; `GADFLY_ONLY=Ints,Reals` for some of them.

use dashu_int::UBig;
use gadfly_enumerate::{Enumerator, Equivalence, Grammar};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

const COMMUTATIVE: &[&str] = &[
    "and", "or", "xor", "=", "distinct", "+", "*", "bvand", "bvor", "bvadd", "bvmul", "fp.add",
    "fp.mul", "fp.eq", "re.union", "re.inter",
];

const OPEN: u16 = 0;
const CLOSE: u16 = 1;

/// Tokens by number.
struct Words {
    list: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Words {
    fn new() -> Words {
        let mut words = Words {
            list: Vec::new(),
            numbers: HashMap::new(),
        };
        assert_eq!((words.number("("), words.number(")")), (OPEN, CLOSE));
        words
    }

    fn number(&mut self, word: &str) -> u16 {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let number = self.list.len() as u16;
        self.list.push(word.to_string());
        self.numbers.insert(word.to_string(), number);
        number
    }

    fn read(&mut self, text: &str) -> Vec<u16> {
        let mut tokens = Vec::new();
        for word in text.split_whitespace() {
            let mut rest = word;
            while let Some(at) = rest.find(['(', ')']) {
                let (before, after) = rest.split_at(at);
                if !before.is_empty() {
                    tokens.push(self.number(before));
                }
                tokens.push(if after.starts_with('(') { OPEN } else { CLOSE });
                rest = &after[1..];
            }
            if !rest.is_empty() {
                tokens.push(self.number(rest));
            }
        }
        tokens
    }
}

/// Brute force for the formulas of one grammar, which all declare the same.
struct Canonicaliser {
    words: Words,
    /// All maps that permute the variables of each sort; other tokens stay.
    maps: Vec<HashMap<u16, u16>>,
    order: bool,
}

impl Canonicaliser {
    fn new(formula: &str, order: bool) -> Canonicaliser {
        let mut words = Words::new();
        let tokens = words.read(formula);
        let maps = renamings(&variables(&words, &tokens));
        Canonicaliser { words, maps, order }
    }

    /// The smallest image of a formula under all renamings, its arguments sorted if `order`.
    fn class(&mut self, formula: &str) -> Vec<u16> {
        let tokens = self.words.read(formula);
        let images = self.maps.iter().map(|map| {
            let mut rest = tokens.as_slice();
            let mut image = Vec::with_capacity(tokens.len());
            while !rest.is_empty() {
                image.extend(self.image(&mut rest, map));
            }
            image
        });
        images.min().unwrap()
    }

    /// The image of the term at the start of `rest`, which moves behind it.
    fn image(&self, rest: &mut &[u16], map: &HashMap<u16, u16>) -> Vec<u16> {
        let token = rest[0];
        *rest = &rest[1..];
        if token != OPEN {
            return vec![map.get(&token).copied().unwrap_or(token)];
        }
        let head = self.words.list[usize::from(rest[0])].as_str();
        if head.starts_with("declare-") {
            return declaration(rest);
        }
        let mut parts: Vec<Vec<u16>> = Vec::new();
        while rest[0] != CLOSE {
            parts.push(self.image(rest, map));
        }
        *rest = &rest[1..];
        if self.order && COMMUTATIVE.contains(&head) {
            let is_rounded = matches!(head, "fp.add" | "fp.mul");
            parts[if is_rounded { 2 } else { 1 }..].sort_unstable();
        }
        [vec![OPEN], parts.concat(), vec![CLOSE]].concat()
    }
}

/// A declaration as it stands, from behind its opening parenthesis.
fn declaration(rest: &mut &[u16]) -> Vec<u16> {
    let mut depth = 1;
    let mut length = 0;
    while depth > 0 {
        depth += i32::from(rest[length] == OPEN) - i32::from(rest[length] == CLOSE);
        length += 1;
    }
    let (own, others) = rest.split_at(length);
    *rest = others;
    [&[OPEN], own].concat()
}

/// Declared names by sort.
fn variables(words: &Words, tokens: &[u16]) -> Vec<Vec<u16>> {
    let mut sorts: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for (at, &token) in tokens.iter().enumerate() {
        if words.list[usize::from(token)] != "declare-const" {
            continue;
        }
        let sort = declaration(&mut &tokens[at + 2..]);
        match sorts.iter_mut().find(|(other, _)| *other == sort) {
            Some((_, names)) => names.push(tokens[at + 1]),
            None => sorts.push((sort, vec![tokens[at + 1]])),
        }
    }
    sorts.into_iter().map(|(_, names)| names).collect()
}

/// All maps that permute each list.
fn renamings(sorts: &[Vec<u16>]) -> Vec<HashMap<u16, u16>> {
    let mut all: Vec<HashMap<u16, u16>> = vec![HashMap::new()];
    for names in sorts {
        for name in names {
            let extend = |map: &HashMap<u16, u16>| {
                let free = names.iter().filter(|to| !map.values().any(|v| v == *to));
                free.map(|&to| {
                    let mut longer = map.clone();
                    longer.insert(*name, to);
                    longer
                })
                .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(extend).collect();
        }
    }
    all
}

/// 128 bits in place of the tokens, so that a million fit into memory.
fn digest(class: &[u16]) -> (u64, u64) {
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
    let order = equivalence == Equivalence::RenamingAndOrder;
    let mut brute_force = Canonicaliser::new(keeping.as_deref().unwrap(), order);
    for index in 0..count {
        let Some(text) = formulas.next() else { break };
        let class = brute_force.class(text);
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
    let only = std::env::var("GADFLY_ONLY").unwrap_or_default();
    let is_asked =
        |grammar: &Grammar| only.is_empty() || only.split(',').any(|name| name == grammar.name());
    for grammar in grammars().into_iter().filter(is_asked) {
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
