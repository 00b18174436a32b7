//! What a crate exports, somebody uses: another crate, its own tests, benchmarks, examples and examples in
//! documentation, by name (`gadfly_x::Name`, or `Name` in a `use` of `gadfly_x`); or it stands in the
//! signature of something else that is exported, as errors and fields do.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All Rust files below a folder, with their texts.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            found.push((path, text));
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of a piece of source.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// The names in a tree of `use`, as they are known from outside: `a::{B, c::D as E}` gives B and E.
fn leaves(tree: &str) -> Vec<String> {
    let items = tree.split(['{', '}', ',']).map(str::trim);
    let leaf = |item: &str| {
        let known = item.rsplit(" as ").next()?;
        let name = known.rsplit("::").next()?.trim();
        (!name.is_empty()).then(|| name.to_owned())
    };
    items.filter_map(leaf).collect()
}

/// What a crate's root exports: items that it re-exports, modules, and items of its own.
fn exported(root: &str) -> Vec<String> {
    let code: Vec<&str> = root
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
    let mut names = Vec::new();
    for item in format!("\n{code}").split("\npub ").skip(1) {
        if let Some(tree) = item.strip_prefix("use ") {
            names.extend(leaves(tree.split(';').next().unwrap_or_default()));
        } else {
            let kinds = [
                "const", "unsafe", "fn", "struct", "enum", "trait", "static", "type", "mod",
            ];
            names.extend(
                words(item)
                    .find(|word| !kinds.contains(word))
                    .map(str::to_owned),
            );
        }
    }
    names
}

/// The words that stand in paths and `use` trees that begin with `krate`.
fn named<'t>(text: &'t str, krate: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(krate) {
        let Some(rest) = text[at + krate.len()..].strip_prefix("::") else {
            continue;
        };
        let path = rest.find(|c| !is_word(c) && c != ':').unwrap_or(rest.len());
        found.extend(words(&rest[..path]));
        if rest[path..].starts_with('{') {
            found.extend(words(&rest[path..path + tree_length(&rest[path..])]));
        }
    }
    found
}

/// How long the braces at the start of a text are.
fn tree_length(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// A library's own source may use its exports in documentation only.
fn documentation(text: &str) -> String {
    let lines = text.lines().map(str::trim_start);
    let comment = |line: &str| {
        let rest = line.strip_prefix("///").or(line.strip_prefix("//!"))?;
        Some(format!("{rest}\n"))
    };
    lines.filter_map(comment).collect()
}

/// The words of signatures in a library: of functions their heads, of types all that is in them, but not
/// a type's own name.
fn signatures(text: &str) -> BTreeSet<&str> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("pub ") {
        let item = &code[at + "pub ".len()..];
        let Some((kind, rest)) = item.split_once(' ') else {
            continue;
        };
        let end = match kind {
            "fn" | "const" | "static" | "type" | "async" => rest.find(['{', ';', '=']),
            "struct" | "enum" | "trait" => rest.find("\n}").or(rest.find(';')),
            // A field.
            _ if kind.ends_with(':') => rest.find('\n'),
            _ => continue,
        };
        let head = &rest[..end.unwrap_or(rest.len())];
        // Fields carry no name of a type before their colon.
        let own = usize::from(!kind.ends_with(':'));
        found.extend(words(head).skip(own));
    }
    found
}

/// For each crate, what it exports and nobody uses.
fn unused() -> BTreeMap<String, Vec<String>> {
    let mut files = Vec::new();
    sources(&crates(), &mut files);
    let mut unused = BTreeMap::new();
    for entry in std::fs::read_dir(crates()).expect("crates/").flatten() {
        let library = entry.path().join("src");
        let Ok(root) = std::fs::read_to_string(library.join("lib.rs")) else {
            continue;
        };
        let name = entry.file_name().to_string_lossy().into_owned();
        let krate = format!("gadfly_{name}");
        let mut used = BTreeSet::new();
        for (path, whole) in &files {
            let own = path.starts_with(&library) && !path.starts_with(library.join("bin"));
            let text = if own { &documentation(whole) } else { whole };
            used.extend(named(text, &krate).into_iter().map(str::to_owned));
            if own {
                used.extend(signatures(whole).into_iter().map(str::to_owned));
            }
        }
        let idle: Vec<String> = exported(&root)
            .into_iter()
            .filter(|name| !used.contains(name))
            .collect();
        if !idle.is_empty() {
            unused.insert(name, idle);
        }
    }
    unused
}

#[test]
fn every_export_is_used() {
    let unused = unused();
    assert!(unused.is_empty(), "make these private: {unused:#?}");
}

#[test]
fn exports_and_uses_are_read() {
    let root = "//! pub use no::Such;\npub mod open;\nmod closed;\npub use closed::{One, Two as Three};\n\
                pub use closed::inner::Four;\n/// A.\npub const fn five() {}\npub struct Six;\n";
    let names = ["open", "One", "Three", "Four", "five", "Six"];
    assert_eq!(exported(root), names);
    let text = "use gadfly_a::{One, b::{Two}};\nlet x = gadfly_a::c::Three::new(Four);\nfn f(a: gadfly_b::Five)";
    assert_eq!(
        named(text, "gadfly_a"),
        ["One", "b", "Two", "c", "Three", "new"]
    );
    let source = "/// gadfly_a::One\nfn f() { gadfly_a::Two }";
    assert_eq!(named(&documentation(source), "gadfly_a"), ["One"]);
}
