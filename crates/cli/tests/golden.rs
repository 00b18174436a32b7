//! Golden tests of the command: each file under `tests/cli` carries its own `; RUN:` line, and its
//! output lies beside it. `BLESS=1` rewrites the outputs.
//!
//! In a `RUN:` line `gadfly` is our executable, `%s` the file, `%d` its folder, `%t` an empty
//! folder, `%fake` the fake solver. Standard output, then standard error, then the exit code are compared, with paths
//! and times made the same for everyone.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Words of a line; double quotes keep a word together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('"').enumerate() {
        if n % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

fn run(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let fake = gadfly_testkit::fake_solver_path().display().to_string();
    let mut out = String::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("; RUN: ")) {
        let fill = |word: String| {
            word.replace("%s", &file.display().to_string())
                .replace("%t", &folder.path().display().to_string())
                .replace("%fake", &fake)
                .replace("%d", &root().join("tests/cli").display().to_string())
        };
        let mut words = words(line).into_iter().map(fill);
        assert_eq!(words.next().as_deref(), Some("gadfly"), "{line}");
        let done = Command::new(env!("CARGO_BIN_EXE_gadfly"))
            .args(words)
            .env("GADFLY_HOME", folder.path().join("home"))
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        out.push_str(&String::from_utf8_lossy(&done.stdout));
        out.push_str(&String::from_utf8_lossy(&done.stderr));
        out.push_str(&format!("exit {}\n", done.status.code().unwrap_or(-1)));
    }
    let same = |text: String, from: &Path, to: &str| text.replace(&from.display().to_string(), to);
    let out = same(out, folder.path(), "%t");
    let out = same(out, file, "%s").replace(&fake, "%fake");
    let out = same(out, &root().join("tests/cli"), "%d");
    (!out.is_empty()).then(|| normalise(&out))
}

/// Times differ from run to run, and how many formulas there are changes with every strategy:
/// such numbers become `N`, and columns one blank.
fn normalise(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let words = line.split_whitespace().collect::<Vec<_>>();
        let varies = |n: usize| {
            let word = words[n];
            let bare = word.trim_matches(|c: char| "(),/sx".contains(c));
            let number = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit() || c == '.');
            let next = words.get(n + 1).copied().unwrap_or("");
            number
                && (matches!(next, "s" | "formulas") || word.contains("/s") || word.ends_with('x'))
        };
        // Which catalogue made a formula changes with every rule, and with it the hash of a file
        // that gadfly wrote.
        let plain = |n: usize| {
            let word = words[n];
            let (path, _hash) = word.split_once('#').unwrap_or((word, ""));
            if word.starts_with("catalog=") {
                "catalog=N".to_string()
            } else if word.starts_with("%t/") && path != word {
                format!("{path}#N")
            } else {
                word.to_string()
            }
        };
        (0..words.len())
            .map(|n| if varies(n) { "N".to_string() } else { plain(n) })
            .collect::<Vec<_>>()
            .join(" ")
    });
    lines.map(|line| line + "\n").collect()
}

#[test]
fn outputs_are_as_written() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/cli"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "smt2")
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for file in files {
        let Some(out) = run(&file) else { continue };
        let golden = file.with_extension("out");
        if bless {
            std::fs::write(&golden, &out).unwrap();
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != out {
            wrong.push(format!("{}:\n{out}", file.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "BLESS=1 rewrites these:\n{}",
        wrong.join("\n")
    );
}
