//! A user's own catalogue: new operators, rules, fusions, grammars, profiles and seeds without code.

use std::fs;
use std::path::Path;
use std::process::Command;

const THEORY: &str = "(theory Doubling
  :solvers (z3 cvc5)
  :funs (
    (twice Int Int)
    (half Int Int)
    (|just about| Int Int)
    (closer Int Int Bool)))\n";

const RULE: &str = "(rule own-closer-as-lt
  (vars (x Int) (y Int))
  (equal (closer x y) (< (twice x) (twice y)))
  (applies (closer i j))
  (not (< i j)))\n";

const FUSION: &str = "(fusion own-add-halves
  (vars (x Int) (y Int) (z Int))
  (fuse (+ (half (twice x)) y))
  (x (- z y))
  (y (- z (half (twice x)))))\n";

const GRAMMAR: &str = "grammar Twice;
term : 'x' | '(' 'twice' term ')' ;
start : '(' 'declare-const' 'x' 'Int' ')' '(' 'assert' '(' '=' term 'x' ')' ')' '(' 'check-sat' ')' EOF ;\n";

const PROFILE: &str = "about = \"a solver of our own\"
[recognise]
names = [\"fake-solver\"]
[patterns]
unsupported = ['''our own excuse''']\n";

const SCRIPT: &str = "(set-logic QF_LIA)
(set-info :status sat)
(declare-const x Int)
(declare-const y Int)
(assert (< (twice x) (+ y 3)))
(assert (closer x (- y)))
(check-sat)\n";

struct Folder(tempfile::TempDir);

impl Folder {
    /// A folder with a script, and a catalogue in `place`.
    fn new(place: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        folder.write("a.smt2", SCRIPT);
        for (name, text) in [
            ("theories/doubling.smt2", THEORY),
            ("rules/own/closer.rule", RULE),
            ("fusions/own.fusion", FUSION),
            ("grammars/Twice.g4", GRAMMAR),
            ("solvers/mine.toml", PROFILE),
            ("seeds/QF_LIA/sat/own.smt2", SCRIPT),
        ] {
            folder.write(&format!("{place}/{name}"), text);
        }
        folder
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The exit code, standard output and standard error.
    fn gadfly(&self, words: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
            .args(words)
            .current_dir(self.0.path())
            .env("GADFLY_HOME", self.0.path().join("home"))
            .output();
        gadfly_testkit::told(&output.unwrap())
    }

    /// What a command prints, that must succeed.
    fn printed(&self, words: &[&str]) -> String {
        let (code, out, error) = self.gadfly(words);
        assert_eq!(code, Some(0), "{words:?}: {error}");
        out
    }
}

#[test]
fn operators_are_known_and_come_up_in_every_strategy() {
    let folder = Folder::new("mine");
    let (code, _, error) = folder.gadfly(&["fmt", "--check", "a.smt2"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("unknown symbol `twice`"), "{error}");
    folder.printed(&["fmt", "--catalog", "mine", "--check", "a.smt2"]);

    for strategy in ["op", "type"] {
        let words = ["mutate", "--strategy", strategy, "--count", "60"];
        let mutants = folder.printed(&[&words[..], &["--catalog", "mine", "a.smt2"]].concat());
        // `half` stands in no seed: the strategy brought it in.
        assert!(mutants.contains("(half "), "{strategy}");
        // A name that needs bars has them.
        assert!(mutants.contains("(|just about| "), "{strategy}");
        assert!(!mutants.contains("(just about"), "{strategy}");
    }
    let words = ["--catalog", "mine", "--count", "30"];
    let made = folder.printed(&[&["generate", "--logic", "QF_LIA"], &words[..]].concat());
    assert!(made.contains("(half ") && made.contains("(closer "));
    assert!(made.contains("(|just about| ") && !made.contains("(just about"));
    // A logic without integers has no use for them.
    let made = folder.printed(&[&["generate", "--logic", "QF_BV"], &words[..]].concat());
    assert!(!made.contains("(half "));
}

#[test]
fn rules_fusions_grammars_and_profiles_count_too() {
    let folder = Folder::new("mine");
    let rules = folder.printed(&["rules", "list", "--catalog", "mine"]);
    assert!(rules.contains("own-closer-as-lt"), "{rules}");
    let words = [
        "mutate",
        "--catalog",
        "mine",
        "--count",
        "400",
        "--strategy",
    ];
    let weakened = folder.printed(&[&words[..], &["weaken", "a.smt2"]].concat());
    assert!(weakened.contains("own-closer-as-lt"));
    let fused = folder.printed(&[&words[..], &["fusion", "a.smt2", "a.smt2"]].concat());
    assert!(fused.contains("own-add-halves"));
    let listed = folder.printed(&[
        "enumerate",
        "--catalog",
        "mine",
        "--grammar",
        "Twice",
        "--count",
        "3",
    ]);
    assert!(listed.contains("( twice ( twice x ) )"), "{listed}");

    let fake = gadfly_testkit::fake_solver_path();
    let solver = format!(
        "{} -e 'always: error \"our own excuse\"; silent'",
        Path::new(&fake).display()
    );
    let check = ["check", "--json", "--catalog", "mine", "--solver", &solver];
    // Nobody took the file, so the check did not succeed.
    let (code, out, error) = folder.gadfly(&[&check[..], &["a.smt2"]].concat());
    assert_eq!(code, Some(1), "{error}");
    assert!(out.contains("unsupported"), "{out}");
}

#[test]
fn the_data_folder_and_the_settings_are_places_too() {
    let folder = Folder::new("home/catalog");
    folder.printed(&["fmt", "--check", "a.smt2"]);
    let folder = Folder::new("mine");
    folder.write("gadfly.toml", "catalog = \"mine\"\n");
    folder.printed(&["fmt", "--check", "a.smt2"]);
}

#[test]
fn what_is_wrong_with_a_catalogue_is_said() {
    let folder = Folder::new("mine");
    let error = |words: &[&str]| {
        let (code, _, error) = folder.gadfly(words);
        assert_eq!(code, Some(1));
        error
    };
    let check = ["fmt", "--check", "a.smt2", "--catalog"];
    assert_eq!(
        error(&[&check[..], &["nowhere"]].concat()),
        "error: --catalog nowhere: no such folder\n"
    );
    fs::create_dir(folder.0.path().join("empty")).unwrap();
    assert!(error(&[&check[..], &["empty"]].concat()).contains("the folder has none of theories/"));
    folder.write("bad/theories/x.smt2", "(theory X :funs (\n  (f Itn Int)))");
    assert_eq!(
        error(&[&check[..], &["bad"]].concat()),
        "error: theories/x.smt2:2:6: unknown sort `Itn`\n"
    );
    folder.write("bad2/solvers/x.toml", "about = 3\n");
    assert!(error(&[&check[..], &["bad2"]].concat()).contains("solver profile `x`"));
}
