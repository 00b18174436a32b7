//! ARCHITECTURE.md's picture and code map say what the crates' manifests say.
//!
//! The picture has a line a layer, highest first: crates, three spaces or more, what they are for. A
//! crate may depend on crates of lower layers only. The code map names each crate's dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Names = BTreeSet<String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crates of ours that stand in a section of a manifest.
fn ours(manifest: &str, section: &str) -> Names {
    let lines = manifest.lines().skip_while(|line| line.trim() != section);
    lines
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.strip_prefix("gadfly-"))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
        .map(str::to_owned)
        .collect()
}

/// The crates by folder, each with its manifest's text.
fn manifests() -> BTreeMap<String, String> {
    let folders = std::fs::read_dir(root().join("crates")).expect("crates/");
    let manifest = |folder: PathBuf| {
        let name = folder.file_name()?.to_str()?.to_owned();
        let text = std::fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        Some((name, text))
    };
    folders
        .filter_map(|entry| manifest(entry.ok()?.path()))
        .collect()
}

/// The layers of the picture, highest first.
fn layers(document: &str) -> Vec<Vec<String>> {
    let block = document.split("```").nth(1).unwrap_or_default();
    let names = |line: &str| -> Vec<String> {
        let crates = line.trim().split("   ").next().unwrap_or_default();
        let words = crates.split_whitespace().filter(|word| *word != "│");
        words.map(str::to_owned).collect()
    };
    block
        .lines()
        .map(names)
        .filter(|layer| !layer.is_empty())
        .collect()
}

/// The rows of the code map: a crate, and what it depends on.
fn map(document: &str) -> BTreeMap<String, Names> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `crates/")?.split(" | ");
        let name = cells.next()?.trim_end_matches('`').to_owned();
        let names = cells.nth(1)?.trim_end_matches([' ', '|']).split(", ");
        let names = names.filter(|name| *name != "–").map(str::to_owned);
        Some((name, names.collect()))
    };
    document.lines().filter_map(row).collect()
}

/// What is wrong with the document, a line each.
fn faults(document: &str, crates: &BTreeMap<String, Names>) -> Vec<String> {
    let layers = layers(document);
    let layer = |name: &str| layers.iter().position(|l| l.iter().any(|n| n == name));
    let map = map(document);
    let mut faults = Vec::new();
    for name in layers.iter().flatten().chain(map.keys()) {
        if !crates.contains_key(name) {
            faults.push(format!("`{name}` is no crate"));
        }
    }
    for (name, dependencies) in crates {
        let list = dependencies.iter().cloned().collect::<Vec<_>>().join(", ");
        match map.get(name) {
            None => faults.push(format!("the code map lacks `crates/{name}`")),
            Some(listed) if listed != dependencies => {
                faults.push(format!("`crates/{name}` depends on: {list}"));
            }
            Some(_) => {}
        }
        let Some(own) = layer(name) else {
            faults.push(format!("the picture lacks `{name}`"));
            continue;
        };
        let upward = |other: &&String| layer(other).is_some_and(|layer| layer <= own);
        for other in dependencies.iter().filter(upward) {
            faults.push(format!("`{name}` depends on `{other}`, which is no lower"));
        }
    }
    faults
}

#[test]
fn the_picture_and_the_code_map_are_true() {
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the document");
    let manifests = manifests().into_iter();
    let crates = manifests.map(|(name, text)| (name, ours(&text, "[dependencies]")));
    let faults = faults(&document, &crates.collect());
    assert!(faults.is_empty(), "ARCHITECTURE.md: {faults:#?}");
}

#[test]
fn what_tests_share_is_no_part_of_the_program() {
    for (name, manifest) in manifests() {
        let dependencies = ours(&manifest, "[dependencies]");
        assert!(!dependencies.contains("testkit"), "{name}");
        // Its files would be compiled into a library that is to know none of them.
        let data = dependencies.contains("data");
        let whole = ["cli", "python", "testkit"].contains(&name.as_str());
        assert_eq!(data, whole, "{name}");
    }
}

const DOCUMENT: &str = "\
```
  top            the command
   │
  left  right    what stands between
   │
  low
```
| crate | what | depends on |
|---|---|---|
| `crates/top` | a | left, low, right |
| `crates/left` | b | low |
| `crates/right` | c | low |
| `crates/low` | d | – |
";

fn crates(lists: &[(&str, &[&str])]) -> BTreeMap<String, Names> {
    let names = |list: &[&str]| list.iter().map(|name| name.to_string()).collect();
    lists
        .iter()
        .map(|(name, list)| (name.to_string(), names(list)))
        .collect()
}

#[test]
fn a_true_document_has_no_fault_and_each_lie_one() {
    let top: (&str, &[&str]) = ("top", &["left", "low", "right"]);
    let left: (&str, &[&str]) = ("left", &["low"]);
    let right: (&str, &[&str]) = ("right", &["low"]);
    let low: (&str, &[&str]) = ("low", &[]);
    assert!(faults(DOCUMENT, &crates(&[top, left, right, low])).is_empty());

    let unlisted = faults(DOCUMENT, &crates(&[top, ("left", &[]), right, low]));
    assert_eq!(unlisted, ["`crates/left` depends on: "]);
    let gone = faults(DOCUMENT, &crates(&[top, left, low]));
    assert_eq!(gone, ["`right` is no crate"; 2]);
    let new = faults(DOCUMENT, &crates(&[top, left, right, low, ("new", &[])]));
    let lacks = ["the code map lacks `crates/new`", "the picture lacks `new`"];
    assert_eq!(new, lacks);
    let beside = DOCUMENT.replace("| b | low |", "| b | low, right |");
    let beside = faults(
        &beside,
        &crates(&[top, ("left", &["low", "right"]), right, low]),
    );
    assert_eq!(beside, ["`left` depends on `right`, which is no lower"]);
}
