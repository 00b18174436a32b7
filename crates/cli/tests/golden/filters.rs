//! What differs from run to run and machine to machine, and the word that stands for it in golden
//! files. This is the whole list; what is not here is compared as it is.

use regex_lite::Regex;
use std::path::Path;
use std::sync::OnceLock;

/// Patterns, and what is written in their place.
const FILTERS: &[(&str, &str)] = &[
    // The version of gadfly, and the hash of its catalogue, which every new rule changes.
    (r"gadfly \d+\.\d+\.\d+", "gadfly VERSION"),
    (r"catalog=[0-9a-f]+", "catalog=HASH"),
    // The hash of a file that gadfly wrote itself, for the same reason.
    (r"(mutants/[0-9]+\.smt2)#[0-9a-f]+", "$1#HASH"),
    // How much was done in which time; what one run took.
    (
        r"\b\d+ formulas in \d+ s \(\d+/s\)",
        "N formulas in N s (N/s)",
    ),
    (r"\d+\.\d+s +\d+\.\d+MB", "N s  N MB"),
    (r"checks in \d+\.\d s", "checks in N s"),
    (r"\b\d+ ms\b", "N ms"),
    // How often a bug was met depends on when it was first confirmed.
    (r" +\d+x  ", "    Nx  "),
    // The same in JSON.
    (
        r#""(wall|cpu|memory|seconds|solver_cpu|own_cpu|session_seconds|seconds_left|found|left|triggers)":[0-9.e+-]+"#,
        r#""$1":"N""#,
    ),
    (
        r#""spread":[0-9.e-]+,"wall":"N","bytes":\d+"#,
        r#""spread":"N","wall":"N","bytes":"N""#,
    ),
    (r#""cpu":\[[0-9.,e+-]*\]"#, r#""cpu":["N"]"#),
    // This machine's name.
    (r#""host":"[^"]+""#, r#""host":"HOST""#),
    // A free port, and a new token.
    (r"127\.0\.0\.1:\d+/", "127.0.0.1:PORT/"),
    (
        r"0\.0\.0\.0:\d+/\?token=[0-9a-f]{32}",
        "0.0.0.0:PORT/?token=TOKEN",
    ),
    // What the kernel can enforce.
    (
        r"(?m)^isolation of solvers \(.*\)$",
        "isolation of solvers (KERNEL)",
    ),
    (r"(?m)^[+-] (writes|network|signals) .*$", "? $1 KERNEL"),
    (
        r#""(landlock|writes|network|signals)":(?:\d+|true|false)"#,
        r#""$1":"KERNEL""#,
    ),
    // A release of golden files is a script that names paths of this machine.
    (r#""sha256":"[0-9a-f]{64}""#, r#""sha256":"HASH""#),
    // How often a hunt tells how far it is depends on the time.
    (
        r#"(?m)^\{"schema":"hunt-event/1","event":"progress".*\n"#,
        "",
    ),
];

fn filters() -> &'static [(Regex, &'static str)] {
    static READ: OnceLock<Vec<(Regex, &'static str)>> = OnceLock::new();
    READ.get_or_init(|| {
        let read = |(pattern, word): &(&str, &'static str)| (Regex::new(pattern).unwrap(), *word);
        FILTERS.iter().map(read).collect()
    })
}

/// Paths become their short names. A column that a path stands in is as wide as the path, so in such
/// a line any number of blanks between words is two.
pub(crate) fn paths(text: &str, names: &[(&Path, &str)]) -> String {
    let blanks = Regex::new(r"(\S) {2,}").unwrap();
    let line = |line: &str| {
        let mut new = line.to_string();
        for (path, name) in names {
            new = new.replace(&path.display().to_string(), name);
        }
        match new == line {
            true => new,
            false => blanks.replace_all(&new, "$1  ").into_owned(),
        }
    };
    text.lines().map(|text| line(text) + "\n").collect()
}

/// Applies all filters.
pub(crate) fn apply(text: &str) -> String {
    let mut text = text.to_string();
    for (pattern, word) in filters() {
        text = pattern.replace_all(&text, *word).into_owned();
    }
    text
}

#[test]
fn numbers_that_vary_become_letters() {
    assert_eq!(
        apply("done: 32 formulas in 1 s (29/s)"),
        "done: N formulas in N s (N/s)"
    );
    assert_eq!(
        apply(r#"{"wall":0.25,"exit":0}"#),
        r#"{"wall":"N","exit":0}"#
    );
    let folder = Path::new("/tmp/x");
    assert_eq!(
        paths("/tmp/x/a      sat\nb      sat", &[(folder, "%t")]),
        "%t/a  sat\nb      sat\n"
    );
}
