//! Mutants of seeds with patterns, as z3 and our own checker read them.

use gadfly_profile::Home;
use gadfly_solver::{Options, Outcome, Resolver};
use std::process::Command;

const SEEDS: [&str; 2] = [
    "(set-logic AUFLIA)\n(set-info :status unsat)\n(declare-const a (Array Int Int))\n\
     (assert (forall ((i Int) (j Int)) (! (=> (< i j) (< (select a i) (select a j))) \
     :pattern ((select a i) (select a j)))))\n(assert (>= (select a 3) (select a 5)))\n(check-sat)\n",
    "(set-logic UFLIA)\n(set-info :status unsat)\n(declare-fun f (Int) Int)\n(declare-fun p (Int) Bool)\n\
     (assert (or (p 0) (forall ((x Int)) (! (= (f x) (+ x 1)) :pattern ((f x))))))\n\
     (assert (and (not (p 0)) (exists ((y Int)) (! (< (f y) y) :pattern ((f y))))))\n\
     (check-sat)\n",
];

#[test]
fn z3_takes_every_mutant_of_a_seed_with_patterns() {
    gadfly_testkit::catalog();
    let found = Resolver::new(Home::from_env()).one("z3@5.4.0");
    let Some(z3) = gadfly_testkit::installed(found) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let gadfly = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
            .args(words)
            .output();
        let output = output.unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    };
    for (n, text) in SEEDS.iter().enumerate() {
        std::fs::write(path(&format!("{n}.smt2")), text).unwrap();
    }
    let options = Options {
        limits: gadfly_exec::Limits {
            wall: Some(std::time::Duration::from_millis(400)),
            ..gadfly_exec::Limits::default()
        },
        ..Options::default()
    };
    for strategy in ["op", "type", "swap", "fusion", "concat", "weaken"] {
        let out = path(strategy);
        let (first, second) = (path("0.smt2"), path("1.smt2"));
        gadfly(&[
            "mutate",
            "--strategy",
            strategy,
            "--count",
            "24",
            "--seed",
            "5",
            "--out",
            &out,
            &first,
            &second,
        ]);
        gadfly(&["fmt", "--check", &out]);
        let mut with_patterns = 0;
        for file in std::fs::read_dir(&out).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            with_patterns += usize::from(text.contains(":pattern"));
            let run = z3[0].run_fresh(&text, &options);
            // It says what it does not read before it begins to think.
            let refused = matches!(run.outcome, Outcome::Rejected(_) | Outcome::Unsupported(_));
            let refused = refused || !run.errors.is_empty();
            assert!(!refused, "{strategy}: {:?}\n{text}", run.outcome);
        }
        assert!(with_patterns > 2, "{strategy}: {with_patterns}");
    }
}
